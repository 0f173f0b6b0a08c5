"""What the reader says about a plan that it did not take as written."""

from __future__ import annotations

from dataclasses import dataclass, field
from hashlib import sha256
from typing import TYPE_CHECKING, Final, Literal

from planproof.model.digest import canonical
from planproof.model.errors import PlanError
from planproof.model.limits import MAX_DEFECTS, MAX_NOTES, MAX_UNREAD, MAX_UNREAD_TEXT
from planproof.model.plan import Unread
from planproof.model.values import short

if TYPE_CHECKING:
    from collections.abc import Callable

NoteKind = Literal["unknown_field", "mended", "invalid", "unreadable"]

Path = tuple[str | int, ...]
"""Keys and indices from the root of a plan to a value in it."""

_WORST_FIRST: Final[tuple[NoteKind, ...]] = ("unreadable", "invalid", "unknown_field", "mended")

_LONGEST_KEY: Final = 200
"""Characters of one key in a path; the rest is cut off."""


@dataclass(frozen=True, slots=True)
class Note:
    """One thing that was not taken as written.

    * `mended`: read as what it surely means (`HIGH` as `high`).
    * `unknown_field`: a key that the model does not have; nothing was done with it.
    * `invalid`: a value that does not fit its field, which was left at its default.
    * `unreadable`: nothing that could be judged was found.
    """

    kind: NoteKind
    path: str
    """Where it stood, with a task's id for its index: `tasks.drop.rollback.trigger`; empty for the whole plan."""
    task: str | None
    value: str
    """The value as written, shortened."""
    message: str
    """What was done with it, and what to do next."""


def join_path(path: Path) -> str:
    """The path as text.

    Example:
        >>> join_path(("tasks", "drop", "commands", 0))
        'tasks.drop.commands.0'
    """
    parts = [str(part) for part in path]
    text = ".".join(part if len(part) <= _LONGEST_KEY else f"{part[:_LONGEST_KEY]}..." for part in parts)
    return _printable(text)


@dataclass(slots=True)
class Ledger:
    """Collects notes and unread values of one plan, within bounds and without losing count."""

    notes: list[Note] = field(default_factory=list[Note])
    _unlisted: dict[NoteKind, int] = field(default_factory=dict[NoteKind, int])
    _unread: list[Unread] = field(default_factory=list[Unread])
    _rest: list[bytes] = field(default_factory=list[bytes])

    def note(self, kind: NoteKind, path: Path, task: str | None, value: object, message: Callable[[], str]) -> None:
        """Writes a note, or counts it once `MAX_NOTES` are written. The message is made only for a written one.

        Raises:
            PlanError: more than `MAX_DEFECTS` notes.
        """
        if len(self.notes) < MAX_NOTES:
            self.notes.append(Note(kind, join_path(path), task, short(value), message()))
            return
        self._unlisted[kind] = self._unlisted.get(kind, 0) + 1
        if sum(self._unlisted.values()) > MAX_DEFECTS:
            raise PlanError(f"more than {MAX_DEFECTS:,} values are not as a plan has them: check what wrote it")

    def keep(self, path: Path, value: object) -> None:
        """Keeps a value that has no place in the model."""
        text = _as_text(value)
        if len(self._unread) < MAX_UNREAD:
            if len(text) > MAX_UNREAD_TEXT:
                text = f"{text[:MAX_UNREAD_TEXT]}... sha256:{sha256(text.encode()).hexdigest()}"
            self._unread.append(Unread(path=join_path(path), value=text))
        else:
            self._rest.append(sha256(f"{join_path(path)}\0{text}".encode()).digest())

    def all_notes(self) -> tuple[Note, ...]:
        """The notes, in the order of the plan; last, one that counts those beyond `MAX_NOTES`.

        It has the worst kind among those it counts, so that a flood of harmless notes hides nothing.
        """
        kinds: list[NoteKind] = [kind for kind in _WORST_FIRST if kind in self._unlisted]
        if not kinds:
            return tuple(self.notes)
        counts = ", ".join(f"{self._unlisted[kind]:,} {kind}" for kind in kinds)
        message = f"more of the same, not listed ({counts}): correct those above first"
        return (*self.notes, Note(kinds[0], "", None, f"{sum(self._unlisted.values()):,} more", message))

    def all_unread(self) -> tuple[Unread, ...]:
        """The values without a place; last, one digest over those beyond `MAX_UNREAD`."""
        if not self._rest:
            return tuple(self._unread)
        rest = sha256(b"".join(self._rest)).hexdigest()
        return (*self._unread, Unread(path="...", value=f"{len(self._rest)} more values, sha256:{rest}"))


def _as_text(value: object) -> str:
    """The value as canonical JSON; as Python writes it where JSON cannot (only a caller's own object, no document)."""
    try:
        return canonical(value).decode()
    except ValueError:
        return _printable(short(value))


def _printable(text: str) -> str:
    """The text without lone surrogates, which no document holds but a caller's own object may."""
    return text if text.isascii() else text.encode("utf-8", "backslashreplace").decode()
