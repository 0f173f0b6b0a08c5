"""What words suggest a step does. Words raise, they never lower.

The lexicon is read forward only, from a verb to its object, and nothing on either side of the two can unsay them:
no negation, no position in the sentence, no further word. So text put before or after a field's text adds
suggestions and takes none away, and no sentence talks a step down. The price is that "never drop the table" counts
as a drop: a person loses a minute by that, and a table by the other.

Hidden characters are read both ways, as a gap between two words and as nothing, and what either reading suggests
counts.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence, Set
from itertools import pairwise
from typing import Final, Literal, NamedTuple

from planproof.effects.effect import Suggestion
from planproof.effects.lattice import exceeds, worse_undo
from planproof.effects.lexicon import (
    ACTIONS,
    COMMAND_SEQUENCES,
    COMMAND_WORDS,
    FORMS,
    GERUNDS,
    HOLDERS,
    LOSS,
    LOSS_OF_STORES,
    MODIFIERS,
    OBJECTS_OF,
    PARTS,
    PHRASAL,
    PRODUCTS,
    REACH,
    REBUILDABLE,
    REMOVE,
    RETIRE,
    SEQUENCES,
    STEERS,
    STOPS,
    STORES,
    WEAK,
)
from planproof.effects.readings import is_plain, readings
from planproof.model.base import EffectKind, Reversibility
from planproof.model.plan import Task

Access = Literal["read", "write", "destroy"]

_WORD: Final = re.compile(r"[A-Za-z0-9]+")
_COMMAND_WORD: Final = re.compile(r"[A-Za-z0-9_]+")
_SPLIT: Final = "".join(chr(i).lower() if chr(i).isalnum() else " " for i in range(128))
"""For `str.translate`: leaves the words of an ASCII text apart, in half the time of a regular expression."""
_COMMAND_SPLIT: Final = f"{_SPLIT[:95]}_{_SPLIT[96:]}"
_BREAK: Final = re.compile(r"[.;!?]\s|\n")
_COMMAND_BREAK: Final = re.compile(r"[;|&\n]")
_DEVICE: Final = re.compile(r"\bof=/dev/(?!null\b|std|fd/)")
_CAMEL: Final = re.compile(r"(?<=[a-z])(?=[A-Z])")

_STRONG: Final = LOSS | LOSS_OF_STORES
_TARGETED: Final = _STRONG | RETIRE | REMOVE
"""Verbs that are held against the target by a rule of their own."""
_TRIGGERS: Final = frozenset(
    {verb.partition(" ")[0] for verb in OBJECTS_OF} | set(FORMS) | set(GERUNDS) | {a for a, _ in SEQUENCES}
)
_COMMAND_TRIGGERS: Final = _TRIGGERS | set(COMMAND_WORDS) | {a for a, _ in COMMAND_SEQUENCES} | {"of"}
_LONGEST: Final = 80
"""Characters of the words that a suggestion quotes."""


class _Hit(NamedTuple):
    kind: EffectKind
    undo: Reversibility
    words: str
    field: str


def suggest(task: Task, commands: Sequence[str] | None = None) -> Suggestion | None:
    """The worst that the words of a step suggest; None where the lexicon has nothing to say.

    Args:
        task: the step.
        commands: the commands whose words count; absent: all of the step's.

    Example:
        >>> suggest(Task(id="t", description="Now drop the production users table")).words
        'drop the production users table'
        >>> suggest(Task(id="t", description="Add a drop-down to the users table")) is None
        True
    """
    hits: list[_Hit] = []
    if task.action:
        hits += _in_action(task)
    if task.description:
        hits += _in_text(task.description, "description")
    if task.commands:
        for run in [c.run for c in task.commands] if commands is None else commands:
            hits += _in_command(run)
    return _joined(hits) if hits else None


def suggest_by_command(run: str) -> Suggestion | None:
    """The worst that the words of a command suggest."""
    return _joined(hits) if (hits := list(_in_command(run))) else None


def suggest_by_text(text: str) -> Suggestion | None:
    """The worst that a sentence suggests.

    Example:
        >>> suggest_by_text("drop the orders table").words, suggest_by_text("put the table back")
        ('drop the orders table', None)
    """
    return _joined(hits) if (hits := list(_in_text(text, "description"))) else None


def access_of_action(task: Task) -> frozenset[Access]:
    """How the verbs of the action use the target; empty where the lexicon knows none of them.

    Example:
        >>> access_of_action(Task(id="t", action="update", target="orders"))
        frozenset({'write'})
        >>> access_of_action(Task(id="t", action="make_coffee", target="orders"))
        frozenset()
    """
    found: set[Access] = set()
    for verb, objects in _verbs(task.action):
        if verb in _STRONG or verb in WEAK:
            found.add("destroy" if objects.isdisjoint(PARTS) else "write")
        elif verb in ACTIONS:
            found.add(ACTIONS[verb].access)
    return frozenset(found)


def _joined(hits: Sequence[_Hit]) -> Suggestion:
    """All suggestions as one: the worst kind, the worst reversibility, and the words of the worst."""
    worst, undo = hits[0], hits[0].undo
    if len(hits) == 1:
        return Suggestion(worst.kind, undo, worst.words[:_LONGEST], worst.field, ((worst.kind, undo),))
    for hit in hits:
        if exceeds(hit.kind, worst.kind) or (hit.kind == worst.kind and worse_undo(hit.undo, worst.undo) != worst.undo):
            worst = hit
        undo = worse_undo(undo, hit.undo)
    parts: set[tuple[EffectKind, Reversibility]] = {(hit.kind, hit.undo) for hit in hits}
    return Suggestion(worst.kind, undo, worst.words[:_LONGEST], worst.field, tuple(sorted(parts)))


# -- the action and its target ---------------------------------------------------------------------------------


def _verbs(action: str) -> list[tuple[str, Set[str]]]:
    """Each word of an action that may be a verb, with the words behind it in the same identifier (`drop_index`)."""
    if action.isalpha() and action.isascii() and action.islower():
        return [(action, frozenset())]
    found: list[tuple[str, Set[str]]] = []
    for reading in readings(action):
        split = _CAMEL.sub("_", reading).lower()
        for compound in split.split():
            words = _WORD.findall(compound)
            looks = False
            for i, word in enumerate(words):
                use = ACTIONS.get(word)
                looks = word not in ("and", "or", "then") and (looks or (use is not None and use.kind == "observe"))
                if not (looks and use is not None and use.access == "write"):  # `check_failover` checks
                    found.append((word, frozenset(words[i + 1 :])))
        found += [(f"{a} {b}", frozenset()) for a, b in pairwise(_WORD.findall(split)) if PHRASAL.get(a) == b]
    return found


def _in_action(task: Task) -> Iterator[_Hit]:
    """What the verbs of the action suggest, alone and with the target as their object."""
    verbs = _verbs(task.action)
    # What kind of a change it is, a step that declares one knows better than the verb of its action.
    mild = task.effect in (None, "observe", "notify")
    target: _Target | None = None
    words = f"{task.action} {task.target}".strip()
    for verb, objects in verbs:
        if (use := ACTIONS.get(verb)) is not None and (mild or use.kind in ("shift", "rotate")):
            yield _Hit(use.kind, use.undo, words, "action")
        if verb in STEERS and "traffic" in words.lower():
            yield _Hit("shift", "reversible", words, "action")
        patterns = OBJECTS_OF.get(verb)
        if patterns is None and verb not in WEAK:
            continue
        target = target or _Target(task.target)
        if verb in _STRONG:
            soft = target.rebuildable or not REBUILDABLE.isdisjoint(objects)
            soft = soft or (verb in LOSS_OF_STORES and not _INDEXES.isdisjoint(objects))
            yield _Hit("destroy", "compensable" if soft else "irreversible", words, "action")
        elif verb in WEAK and target.store:
            yield _Hit("destroy", "irreversible", words, "action")
        elif verb in WEAK and task.effect is None:
            # A step that says what it does may remove as an edit: a folder from a repository, a rule from a list.
            yield _Hit("destroy", "compensable", words, "action")
        if patterns is not None and verb not in _TARGETED:
            for word in target.words:
                for kind, undo in patterns.get(word, ()):
                    yield _Hit(kind, undo, words, "action")
    if len(verbs) > 1:
        for hit in _in_text(_CAMEL.sub(" ", task.action), "action"):
            target = target or _Target(task.target)
            soft = hit.undo == "irreversible" and target.rebuildable
            yield hit._replace(undo="compensable") if soft else hit


_INDEXES: Final = frozenset({"index", "indexes", "indices", "user"})
"""What is made again when it is dropped, though deleting it may lose information: an index, a database user."""


class _Target:
    """What the name of a target says about the thing."""

    def __init__(self, target: str) -> None:
        self.words: list[str] = [w.lower() for w in _WORD.findall(_CAMEL.sub(" ", target))]
        found = frozenset(self.words)
        soft = not found.isdisjoint(MODIFIERS)
        holds = not (found.isdisjoint(STORES) and found.isdisjoint(HOLDERS))
        self.rebuildable: bool = soft or (not holds and not found.isdisjoint(REBUILDABLE))
        """Made again from elsewhere."""
        # The head of a name stands last (`old cluster`, `oracle_db`), or first before a path or a name of its own
        # (`table.orders`, `pvc/data-0`); `cluster-autoscaler` is no cluster.
        heads = {*self.words[-1:], *(self.words[:1] if _KIND_FIRST.match(target) else ())}
        product = len(self.words) == 1 and self.words[0] in PRODUCTS
        self.store: bool = not soft and (product or not heads.isdisjoint(STORES))
        """Holds information that nothing else holds."""


_KIND_FIRST: Final = re.compile(r"\w+[./:]")


# -- running text ----------------------------------------------------------------------------------------------


def _in_text(text: str, field: str) -> Iterator[_Hit]:
    if is_plain(text) and _TRIGGERS.isdisjoint(text.translate(_SPLIT).split()):
        return
    for reading in readings(text):
        yield from _scan(reading, field, _WORD, _BREAK, SEQUENCES)


def _in_command(run: str) -> Iterator[_Hit]:
    if is_plain(run) and _COMMAND_TRIGGERS.isdisjoint(run.translate(_COMMAND_SPLIT).split()):
        return
    for reading in readings(run):
        yield from _scan(reading, "commands", _COMMAND_WORD, _COMMAND_BREAK, COMMAND_SEQUENCES)
        if _DEVICE.search(reading):
            yield _Hit("destroy", "irreversible", reading, "commands")


def _scan(
    text: str,
    field: str,
    word: re.Pattern[str],
    boundary: re.Pattern[str],
    sequences: dict[tuple[str, str], Reversibility],
) -> Iterator[_Hit]:
    found = list(word.finditer(text))
    words = [m[0].lower() for m in found]
    triggers = _TRIGGERS if field != "commands" else _COMMAND_TRIGGERS
    for i, first in enumerate(words):
        if first not in triggers:
            continue
        start, end = found[i].span()
        second = words[i + 1] if i + 1 < len(words) else ""
        if (undo := sequences.get((first, second))) is not None or _sql(found[i][0], second):
            yield _Hit("destroy", undo or "irreversible", text[start : found[i + 1].end()], field)
        before = words[i - 1] if i else ""
        if field == "commands":
            if (undo := COMMAND_WORDS.get(first) or _taken_away(before, first)) is not None:
                yield _Hit("destroy", undo, text[start:end], field)
            if start and text[start - 1] == "=":
                continue  # the value of an option: `--for=delete` waits
        verb, after = FORMS.get(first, first), i + 1
        if second and PHRASAL.get(first) == second:
            verb, after = f"{first} {second}", i + 2
        elif before == "by":
            verb = GERUNDS.get(first, verb)
        objects = OBJECTS_OF.get(verb)
        if objects is None:
            continue
        soft = False
        for k in range(after, min(len(words), after + REACH)):
            if (suggested := objects.get(words[k])) is not None:
                if boundary.search(text, end, found[k].start()):
                    break
                for kind, undo in suggested:
                    soften = soft and kind == "destroy"
                    yield _Hit(kind, "compensable" if soften else undo, text[start : found[k].end()], field)
            soft = soft or words[k] in MODIFIERS
            if words[k] in STOPS and not text.startswith("-", found[k].end()):  # `on-prem` goes on
                break


def _sql(first: str, second: str) -> bool:
    """Whether a word in capitals and the word behind it begin a statement that empties a table."""
    return bool(second) and (first == "TRUNCATE" or (first == "DELETE" and second == "from"))


def _taken_away(noun: str, verb: str) -> Reversibility | None:
    """What `<noun> delete` takes away (`gcloud sql databases delete`)."""
    if verb not in LOSS:
        return None
    if noun in STORES or noun in HOLDERS:
        return "irreversible"
    return "compensable" if noun in REBUILDABLE else None
