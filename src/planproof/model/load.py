"""Loads plans and goals from files, folders and standard input."""

from __future__ import annotations

import sys
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, BinaryIO, Final

from planproof.model.authored import read_goal
from planproof.model.document import Document, parse
from planproof.model.errors import DocumentError, GoalError
from planproof.model.limits import MAX_TASKS
from planproof.model.notes import Note
from planproof.model.reader import read_plan
from planproof.model.sources import STDIN, files_of, hint_of, pieces_of, pieces_of_stream, read_file
from planproof.model.spelling import closest
from planproof.model.values import as_list, as_mapping, collector_paused, short

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from planproof.model.document import Format
    from planproof.model.goal import Goal
    from planproof.model.plan import Plan
    from planproof.model.sources import Piece

_OF_PLANS: Final = frozenset({"tasks", "steps", "plan", "goal"})
"""Keys one of which, with an object or a list, is in every plan and bundle, or in what someone took for one."""
_OF_GOALS: Final = frozenset({"acceptance", "constraints", "accepts", "posture", "risk_tolerance"})
_MOST_KEYS: Final = 64
"""More keys than any of our objects has, twice over: among so many, no misspelling is looked for."""


@dataclass(frozen=True, slots=True)
class Origin:
    """Where a plan stood, as precisely as an edit of it needs to know."""

    source: str
    """What a message calls it: `plans/a.json`, `plans.jsonl:17`, `all.yaml#2`, `-`."""
    file: Path | None = None
    """None for standard input."""
    line: int | None = None
    """In JSON lines: the line, from 1."""
    document: int = 0
    """In YAML: which document of the file, from 0."""
    location: str = ""
    """Path of the plan in the document: empty, `plan`, `3` or `3.plan`."""


@dataclass(frozen=True, slots=True)
class Loaded:
    """A plan that was given to be judged, or the note that says why there is none."""

    origin: Origin
    plan: Plan | None
    goal: Goal | None
    notes: tuple[Note, ...]
    """What was not taken as written; a path in the goal begins with `goal.`."""
    value: object
    """The plan as plain values, before anything was mended."""
    format: Format | None
    """None where no document could be read."""
    skipped: str | None = None
    """Why a file that was found in a folder is no plan, and nothing to judge."""

    @property
    def source(self) -> str:
        """What a message calls it."""
        return self.origin.source


@dataclass(frozen=True, slots=True)
class _Found:
    """A value that should be a plan or a bundle; or why there is none."""

    origin: Origin
    value: object
    format: Format | None
    notes: tuple[Note, ...] = ()
    problem: str | None = None
    skipped: str | None = None


def load(source: str | Path, *, stdin: BinaryIO | None = None, in_folder: bool = False) -> Iterator[Loaded]:
    """Loads every plan of a source, one after the other, without holding more than one document.

    A document is a plan; a bundle `{goal, plan, ...}`, whose other keys are ignored; or a list of those. A file holds
    JSON, YAML, or JSON lines; a folder stands for the files below it. A document that cannot be read is a `Loaded`
    without a plan and with an `unreadable` note. What was found in a folder and has no mark of a plan is `skipped`;
    what was named is always judged.

    Args:
        source: a file, a folder, or `-`.
        stdin: what `-` reads; the process's standard input if it is not given.
        in_folder: the source was found in a folder, and not named by a person.

    Raises:
        DocumentError: the source itself does not exist, or is a folder without plans.
        GoalError: the goal beside a plan does not fit its schema. `next` goes on with the next plan all the same.

    Example:
        >>> import io
        >>> [loaded] = load("-", stdin=io.BytesIO(b'{"goal": {"id": "g"}, "plan": {"id": "p", "tasks": []}}'))
        >>> loaded.plan.id, loaded.goal.id, loaded.origin.location
        ('p', 'g', 'plan')
    """
    # A generator ends with the first error that leaves it; `map` does not.
    return map(_loaded, _found(source, stdin, in_folder=in_folder))


def load_goal(file: str | Path) -> tuple[Goal, tuple[Note, ...]]:
    """Loads a goal from a file that holds it alone or under the key `goal`.

    Raises:
        DocumentError: the file does not hold one JSON or YAML document.
        GoalError: the goal does not fit its schema.
    """
    path = Path(file)
    try:
        document, *more = parse(read_file(path), hint_of(path))
        entries = as_mapping(document.value) or {}
        goal, notes = read_goal(entries["goal"] if "goal" in entries and "id" not in entries else document.value)
    except (DocumentError, GoalError) as error:
        raise type(error)(f"{file}: {error}") from None
    if more:
        raise GoalError(f"{file}: {len(more) + 1} documents where one goal is asked for: keep one")
    return goal, (*_trimmed_notes(document), *notes)


def _found(source: str | Path, stdin: BinaryIO | None, *, in_folder: bool) -> Iterator[_Found]:
    if str(source) == STDIN:
        for piece in pieces_of_stream(sys.stdin.buffer if stdin is None else stdin):
            yield from _in_piece(Origin(STDIN), piece, None, in_folder=in_folder)
        return
    in_folder = in_folder or Path(source).is_dir()
    for file in files_of(source):
        for piece in pieces_of(file):
            yield from _in_piece(Origin(str(file), file), piece, hint_of(file), in_folder=in_folder)


def _in_piece(origin: Origin, piece: Piece, hint: Format | None, *, in_folder: bool) -> Iterator[_Found]:
    if piece.line is not None:
        origin = Origin(f"{origin.source}:{piece.line}", origin.file, piece.line)
    try:
        if isinstance(piece.data, DocumentError):
            raise piece.data
        with collector_paused():
            documents = parse(piece.data, hint)
    except DocumentError as error:
        yield _Found(origin, None, None, problem=str(error))
        return
    if in_folder and (other := _other([document.value for document in documents])) is not None:
        yield _Found(origin, None, None, skipped=other)
        return
    for index, document in enumerate(documents):
        source = f"{origin.source}#{index + 1}" if len(documents) > 1 else origin.source
        yield from _in_document(Origin(source, origin.file, origin.line, index), document)


def _other(values: Sequence[object]) -> str | None:
    """What values are that have no mark of a plan; None where one of them has one, or is text that may hold a plan."""
    items = [item for value in values for item in (as_list(value) or [value])]
    if any(isinstance(item, str) for item in values) or any(map(_marked, items)) or any(map(_nearly_marked, values)):
        return None
    if any(not _OF_GOALS.isdisjoint(as_mapping(value) or ()) for value in values):
        return "a goal and no plan: give it with --goal"
    return "no plan: it has no 'tasks'"


def _marked(value: object) -> bool:
    entries = as_mapping(value) or {}
    return "goal_id" in entries or any(isinstance(entries.get(key), dict | list) for key in _OF_PLANS)


def _nearly_marked(value: object) -> bool:
    entries = as_mapping(value) or {}
    if len(entries) > _MOST_KEYS:
        return False
    return any(isinstance(entry, dict | list) and closest(key, _OF_PLANS) for key, entry in entries.items())


def _in_document(origin: Origin, document: Document) -> Iterator[_Found]:
    notes = _trimmed_notes(document)
    items = as_list(document.value)
    if items is None:
        yield _Found(origin, document.value, document.format, notes)
        return
    if not 0 < len(items) <= MAX_TASKS:
        problem = f"a list of {len(items):,} plans: write 1 to {MAX_TASKS:,}"
        yield _Found(origin, document.value, document.format, notes, problem)
        return
    for index, item in enumerate(items):
        source = f"{origin.source}[{index}]"
        inner = Origin(source, origin.file, origin.line, origin.document, str(index))
        yield _Found(inner, item, document.format, notes)


def _loaded(found: _Found) -> Loaded:
    if found.skipped is not None:
        return Loaded(found.origin, None, None, (), None, None, found.skipped)
    if found.problem is not None:
        given = "nothing" if found.format is None else short(found.value)
        note = Note("unreadable", "", None, given, found.problem)
        return Loaded(found.origin, None, None, (*found.notes, note), found.value, found.format)
    origin, value, goal = found.origin, found.value, None
    notes = list(found.notes)
    entries = as_mapping(value)
    with collector_paused():
        if entries is not None and "plan" in entries and "tasks" not in entries:
            location = f"{origin.location}.plan" if origin.location else "plan"
            origin = Origin(origin.source, origin.file, origin.line, origin.document, location)
            value = entries["plan"]
            if entries.get("goal") is not None:
                goal, about_goal = _goal(entries["goal"], origin.source)
                notes += about_goal
        reading = read_plan(value)
    return Loaded(origin, reading.plan, goal, (*notes, *reading.notes), value, found.format)


def _goal(value: object, source: str) -> tuple[Goal, Sequence[Note]]:
    try:
        goal, notes = read_goal(value)
    except GoalError as error:
        raise GoalError(f"{source}: {error}") from None
    return goal, [Note(note.kind, f"goal.{note.path}", None, note.value, note.message) for note in notes]


def _trimmed_notes(document: Document) -> tuple[Note, ...]:
    return tuple(
        Note("mended", "", None, short(trimmed.text), f"{trimmed.what} was left out: give the document alone")
        for trimmed in document.trimmed
    )
