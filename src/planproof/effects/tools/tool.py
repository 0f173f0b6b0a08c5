"""Tool: what the verbs of one program do, as a table that a newcomer can extend in one place."""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from itertools import pairwise
from typing import Final, Protocol, TypeAlias

from planproof.effects.act import Act, Hazard, Ref, observe
from planproof.effects.context import Context
from planproof.effects.lattice import KINDS, REVERSIBILITIES, Undo, rank_of_kind, rank_of_undo
from planproof.effects.tools.call import EXPANDED, Args, Call, shown, spelled_out
from planproof.model.base import EffectKind

LONGEST: Final = 80
"""Characters of a call that are shown whole as evidence."""


class Shell(Protocol):
    """What a tool that starts other commands asks to read them. Nothing is ever run."""

    @property
    def context(self) -> Context: ...

    def argv(
        self, args: Sequence[str], *, stdin: str | None = None, fed: bool = False, within: str = ""
    ) -> Sequence[Act]:
        """What a program does that is started with these arguments: the end of `env`, `xargs`, `kubectl exec`."""
        ...

    def script(
        self,
        text: str,
        *,
        within: str = "",
        arguments: Sequence[str] = (),
        stdin: str | None = None,
        fed: bool = False,
    ) -> Sequence[Act]:
        """What a text does that is given to a shell: `sh -c`, `ssh host`.

        `arguments` are its `$1`, `$2`; `stdin` is what its commands are fed, where they are `fed` anything.
        """
        ...

    def sql(self, text: str, dialect: str, *, within: str = "") -> Sequence[Act]:
        """What SQL does that is given to a client; `within` is the database, where the command names it."""
        ...

    def file(self, path: str, language: str, because: str, *, within: str = "") -> Sequence[Act]:
        """What running a file does: read where the plan brings it along, what its reviewer says, else unknown.

        `language`: `sh`, a dialect of SQL as `sql:postgres`, or anything else, which no reader understands.
        """
        ...


Read: TypeAlias = "Callable[[Call, Args, Shell], Sequence[Act] | None]"
"""Reads a call whose verb is known; None: it does not know either."""
Find: TypeAlias = "Callable[[Args, Call], Iterable[Ref]]"
"""The resources that a call names."""


@dataclass(frozen=True, slots=True)
class Does:
    """What a verb does, where its options change little about it."""

    kind: EffectKind
    undo: Undo
    hazards: tuple[Hazard, ...] = ()
    inverse: str = ""
    produces: bool = False
    """Whether what it names afterwards is an artefact that something can be restored from."""
    restores: bool = False
    """Whether it brings back what it names, from an artefact."""
    verifies: bool = False
    """Whether it checks that an artefact is sound."""
    refs: Find | None = None
    """The resources; absent: as the tool finds them."""

    def act(self, call: Call, refs: Iterable[Ref], operation: str) -> Act:
        """The act on the resources that a call names."""
        touched = tuple(refs)
        because = call.text if len(call.text) <= LONGEST else operation
        act = Act(self.kind, self.undo, shown(because), (), hazards=self.hazards)
        act = act._replace(operation=operation, inverse=self.inverse)
        if self.verifies:
            return act._replace(reads=touched, verifies=touched)
        if self.kind in ("observe", "notify"):
            return act._replace(reads=touched)
        if self.kind == "destroy":
            return act._replace(destroys=touched)
        produced, restored = touched if self.produces else (), touched if self.restores else ()
        return act._replace(writes=touched, produces=produced, restores=restored)


@dataclass(frozen=True, slots=True)
class By:
    """What a verb does by its options: the first choice that the call makes decides.

    Example:
        >>> rm = By(does("destroy", "compensable"), {"-v --volumes": does("destroy", "irreversible")})
        >>> rm.of(Args(("web", "-fv"))).undo, rm.of(Args(("web",))).undo
        ('irreversible', 'compensable')
    """

    otherwise: Does
    choices: Mapping[str, Does]
    """By options, one of which is enough: `--force`, or `--replicas=0` for an option with that value."""

    def of(self, args: Args) -> Does:
        """What the verb does with these options."""
        chosen = (does for options, does in self.choices.items() if given(args, options.split()))
        return next(chosen, self.otherwise)


def given(args: Args, options: Iterable[str]) -> bool:
    """Whether a call gives one of the options; `--dry-run=client` asks for that value, the last one counts.

    Example:
        >>> given(Args(("--dry-run=client", "--dry-run=none")), ["--dry-run=client"])
        False
    """
    return any(
        (name in args.options and args.value(name) == value) if eq else args.has(name)
        for name, eq, value in (option.partition("=") for option in options)
    )


Entry: TypeAlias = "Does | By | Read"


def table(text: str) -> dict[str, Entry]:
    r"""Verbs from lines `KIND UNDO: verb, verb with words, prefix-*`; the kind alone for `observe`.

    A line that ends in a comma goes on with the next one.

    Example:
        >>> verbs = table("observe: get, describe\ndestroy irreversible: delete pvc")
        >>> verbs["delete pvc"].kind, verbs["get"].undo
        ('destroy', 'read_only')
    """
    verbs: dict[str, Entry] = {}
    for line in re.sub(r",\s*\n", ", ", text.strip()).splitlines():
        head, _, names = line.partition(":")
        kind, _, undo = head.strip().partition(" ")
        undo = undo.strip() or "read_only"
        if kind not in KINDS or undo not in (*REVERSIBILITIES, "unknown"):
            raise ValueError(f"{head!r} is no kind and reversibility")
        does = Does(kind, undo)
        for name in names.split(","):
            if not (verb := " ".join(name.split())) or verb in verbs:
                raise ValueError(f"{verb!r} stands twice, or is empty")
            verbs[verb] = does
    return verbs


@dataclass(frozen=True)
class Tool:
    """One program (or several that take the same verbs): what each verb does.

    A verb is one or more operands in a row (`rollout undo`); the longest that the table knows counts. A word of the
    table may hold `*` (`describe-*`). A verb that the table does not hold is unknown.
    """

    names: tuple[str, ...]
    verbs: Mapping[str, Entry]
    valued: Collection[str] = frozenset()
    """Options that take a value in the next word."""
    valued_by: Mapping[str, Collection[str]] = field(default_factory=dict[str, Collection[str]])
    """The same of single verbs, in place of `valued`: `-v` is a volume in `docker run` and a switch in `docker rm`."""
    dry: Collection[str] = frozenset()
    """Options with which the program changes nothing, as `--dry-run` or `--dry-run=client`."""
    refs: Find = field(default=lambda _args, _call: ())
    """The resources that a call names."""
    long: bool = False
    """Whether one dash starts a long option."""
    bare: Entry | None = None
    """What a call without any verb does."""
    starts: Mapping[str, int] = field(default_factory=dict[str, int])
    """Verbs that start another command, with the operands before that command: 1 for `docker exec web ls`."""
    abbreviated: Sequence[str] = ()
    """Long options that decide and that the program accepts abbreviated: `--hard` as `--har`."""

    def read(self, call: Call, shell: Shell) -> Sequence[Act] | None:
        """What a call does; None where the tool does not know the verb.

        An option before the verb that the tool does not know may be a switch or take the next word, which then is no
        verb (`kubectl --new-option get delete ns prod`): the worse of the two readings counts.
        """
        if self.abbreviated:
            call = call._replace(args=spelled_out(call.args, self.abbreviated))
        args = self._args(call)
        acts = self._read(call, args, shell)
        first = self.verb(args.operands)
        if first is None:
            return acts
        doubtful = self._unknown_options(call, args)
        for options in (*((option,) for option in doubtful), *((tuple(doubtful),) if len(doubtful) > 1 else ())):
            other = self._args(call, options)
            found = self.verb(other.operands)
            if found is None or found[0] == first[0]:
                continue
            others = self._read(call, other, shell)
            if others and _rank(others) > _rank(acts):
                acts = others
        return acts

    def _unknown_options(self, call: Call, args: Args) -> list[str]:
        """Options that no table knows, each before a word that may be its value or the verb."""
        unknown_ones: list[str] = []
        places = max(self._longest, 2)
        for word, following in pairwise(call.args):
            if word == "--" or places <= 0:
                break
            if len(word) < 2 or word[0] != "-":
                places -= 1
            elif "=" not in word and not following.startswith("-") and following in args.operands:
                unknown_ones.append(word)
        return unknown_ones

    def _read(self, call: Call, args: Args, shell: Shell) -> Sequence[Act] | None:
        """What a call does whose options are told from its operands."""
        if self._asks_only(call, args):
            return [observe(shown(call.text))]
        found = self.verb(args.operands)
        if found is None:
            if args.operands or self.bare is None:
                return None
            verb, entry = "", self.bare
        else:
            verb, entry = found
            if self._is_group(verb, entry) and self._following(call, args, verb):
                return None
        if isinstance(entry, By):
            entry = entry.of(args)
        if not isinstance(entry, Does):
            return entry(call, args, shell)
        refs = tuple((entry.refs or self.refs)(args, call))
        return [entry.act(call, refs, f"{self.names[0]} {verb}".strip())]

    def verb(self, operands: Sequence[str]) -> tuple[str, Entry] | None:
        """The longest verb of the table that the operands begin with, and its entry."""
        for length in range(min(self._longest, len(operands)), 0, -1):
            words = " ".join(operands[:length])
            if EXPANDED in words:
                continue
            if (entry := self.verbs.get(words)) is not None:
                return words, entry
            for pattern, entry in self._patterns:
                if pattern.fullmatch(words):
                    return words, entry
        return None

    def _is_group(self, verb: str, entry: Entry) -> bool:
        """Whether a verb that only looks has verbs of its own: `git remote` has `git remote remove`."""
        return isinstance(entry, Does) and entry.kind == "observe" and verb in self._groups

    def _following(self, call: Call, args: Args, verb: str) -> bool:
        """Whether the word right behind a verb is an operand: a verb of the group that the table does not hold."""
        at = verb.count(" ") + 1
        if len(args.operands) <= at:
            return False
        last = args.operands[at - 1]
        place = call.args.index(last) if last in call.args else -1
        return call.args[place + 1 : place + 2] == (args.operands[at],)

    @cached_property
    def _groups(self) -> frozenset[str]:
        """The verbs that other verbs begin with."""
        return frozenset(verb.rpartition(" ")[0] for verb in self.verbs)

    def _args(self, call: Call, also: Sequence[str] = ()) -> Args:
        """The arguments, read with the options of the verb; `also` take a value as well."""
        valued = {*self.valued, *also} if also else self.valued
        if self.valued_by and (found := self.verb(Args(call.args, valued, long=self.long).operands)) is not None:
            own = self.valued_by.get(found[0], valued)
            valued = {*own, *also} if also else own
        return Args(call.args, valued, long=self.long, ends=self._starts if self.starts else None)

    def _starts(self, operands: Sequence[str]) -> bool:
        """Whether what follows these operands is another command."""
        found = self.verb(operands)
        if found is None or (between := self.starts.get(found[0])) is None:
            return False
        return len(operands) == found[0].count(" ") + 1 + between

    @cached_property
    def _longest(self) -> int:
        """Words of the longest verb."""
        return max((verb.count(" ") + 1 for verb in self.verbs), default=0)

    @cached_property
    def _patterns(self) -> list[tuple[re.Pattern[str], Entry]]:
        """The verbs that hold `*`, the most specific first."""
        wild = sorted((v for v in self.verbs if "*" in v), key=lambda v: (-len(v.replace("*", "")), v))
        return [(re.compile(re.escape(v).replace(r"\*", r"\S*")), self.verbs[v]) for v in wild]

    def _asks_only(self, call: Call, args: Args) -> bool:
        """Whether the call asks for help, a version or a rehearsal."""
        if args.has("--help") or call.args in (("--version",), ("-V",), ("version",)) or call.args[:1] == ("help",):
            return True
        if len(call.args) <= 2 and call.args[-1:] == ("-h",):
            return True
        return given(args, self.dry) and "--no-dry-run" not in args.options


def _rank(acts: Sequence[Act] | None) -> tuple[int, int]:
    """How bad acts are: by their undo, then by their kind; None is unknown."""
    if acts is None:
        return rank_of_undo("unknown"), rank_of_kind("unknown")
    if not acts:
        return 0, 0
    return max(rank_of_undo(act.undo) for act in acts), max(rank_of_kind(act.kind) for act in acts)


def does(
    kind: EffectKind,
    undo: Undo = "read_only",
    *hazards: Hazard,
    inverse: str = "",
    produces: bool = False,
    restores: bool = False,
    verifies: bool = False,
    refs: Find | None = None,
) -> Does:
    """A `Does` in one line, for tables."""
    return Does(kind, undo, hazards, inverse, produces, restores, verifies, refs)
