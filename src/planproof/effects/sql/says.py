"""Says: what a statement does by its leading words, and Sql: what its readers know beside it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Final, TypeAlias

from planproof.effects.act import Act, Hazard, Ref, changes, unknown
from planproof.effects.lattice import KINDS, REVERSIBILITIES, Undo
from planproof.effects.sql.dialect import Dialect
from planproof.effects.sql.statement import Statement
from planproof.effects.tools.call import EXPANDED
from planproof.effects.tools.tool import Shell
from planproof.model.base import EffectKind


@dataclass(slots=True)
class Sql:
    """What the readers of statements know beside the statement."""

    dialect: Dialect
    within: str
    """The database, where the command names it."""
    shell: Shell | None
    read: Callable[[str], Sequence[Act]]
    """Reads SQL that stands in a string."""
    run: Callable[[Statement, Sql], Sequence[Act]]
    """Reads one statement inside another."""
    nested: int = 0
    """Statements that are being read, one inside the other."""
    prepared: set[str] = field(default_factory=set[str])
    """Statements that were prepared, and read where they were."""

    def refs(self, kind: str, names: Iterable[str]) -> list[Ref]:
        """Resources of this database."""
        return [Ref(kind, name.replace(EXPANDED, "").strip(), self.within) for name in names if name]


@dataclass(frozen=True, slots=True)
class Says:
    """What a statement does whose leading words decide it."""

    kind: EffectKind
    undo: Undo
    ref: str = ""
    """What the names are that follow the leading words; empty where none do."""
    hazards: tuple[Hazard, ...] = ()


Entry: TypeAlias = "Says | Callable[[Statement, Sql], Sequence[Act] | None]"
_HAZARDS: Final[dict[str, Hazard]] = {
    "+widens": "widens_access",
    "+weakens": "weakens_guard",
    "+discloses": "discloses",
}


def phrases(text: str) -> dict[str, Entry]:
    """Leading words from lines `KIND UNDO [REF] [+HAZARD]: PHRASE, PHRASE`.

    Example:
        >>> phrases("destroy irreversible table: TRUNCATE TABLE, TRUNCATE")["TRUNCATE"]
        Says(kind='destroy', undo='irreversible', ref='table', hazards=())
    """
    found: dict[str, Entry] = {}
    for line in text.strip().splitlines():
        head, _, listed = line.partition(":")
        words = [word for word in head.split() if not word.startswith("+")]
        hazards: tuple[Hazard, ...] = tuple(_HAZARDS[word] for word in head.split() if word.startswith("+"))
        kind, undo, ref = (*words, *("", "read_only", "")[len(words) :])
        if kind not in KINDS or undo not in REVERSIBILITIES:
            raise ValueError(f"{head!r} is no kind and reversibility")
        for phrase in listed.split(","):
            key = " ".join(phrase.split())
            if not key or key in found:
                raise ValueError(f"{key!r} stands twice, or is empty")
            found[key] = Says(kind, undo, ref, hazards)
    return found


def entry_of(
    statement: Statement, table: Mapping[str, Entry], start: int = 0, longest: int = 4
) -> tuple[str, Entry] | None:
    """The longest phrase of a table that a statement begins with."""
    for size in range(min(longest, len(statement) - start), 0, -1):
        phrase = " ".join(statement.words[start : start + size])
        if (entry := table.get(phrase)) is not None:
            return phrase, entry
    return None


def applied(statement: Statement, sql: Sql, phrase: str, entry: Entry, start: int = 0) -> Sequence[Act]:
    """What a statement does by an entry of a table."""
    if not isinstance(entry, Says):
        found = entry(statement, sql)
        return [unknown(statement.evidence)] if found is None else found
    names = statement.names(start + len(phrase.split())) if entry.ref else []
    return [act(statement, sql, entry.kind, entry.undo, sql.refs(entry.ref, names), phrase, entry.hazards)]


def act(
    statement: Statement,
    sql: Sql,
    kind: EffectKind,
    undo: Undo,
    refs: Iterable[Ref] = (),
    operation: str = "",
    hazards: tuple[Hazard, ...] = (),
) -> Act:
    """An act of a statement; where it names nothing, what it acts on is the database."""
    touched = tuple(refs)
    if not touched and sql.within and kind not in ("observe", "notify"):
        touched = (Ref("database", sql.within),)
    made = changes(kind, undo, statement.evidence, touched, operation)
    return made._replace(hazards=hazards) if hazards else made
