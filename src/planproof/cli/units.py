"""Units: the inputs of `planproof check`, cut so that any process can read any of them."""

from __future__ import annotations

import sys
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from io import BytesIO
from pathlib import Path

from planproof.model.errors import DocumentError, GoalError, PlanError
from planproof.model.load import Loaded, Origin, load
from planproof.model.notes import Note
from planproof.model.sources import LINES, STDIN, files_of, pieces_of, pieces_of_stream, read_file
from planproof.output.report import Failure, Skipped


@dataclass(frozen=True, slots=True)
class Unit:
    """A file, or one document of a stream or of JSON lines."""

    label: str
    file: Path | None = None
    line: int | None = None
    data: bytes | None = None
    """None: what the file holds."""
    problem: str | None = None
    """Why there is nothing to read."""
    folder: str | None = None
    """The folder that the file was found in; None: the file was named."""


def units(sources: Sequence[str], *, texts: bool = False) -> Iterator[Unit | Failure]:
    """The units of all sources, in order; a source that is not there is a failure.

    Args:
        sources: files, folders, `-`.
        texts: each file is one text, whatever its name.
    """
    for source in sources:
        if source == STDIN:
            yield from [Unit(STDIN, data=sys.stdin.buffer.read())] if texts else _of_stdin()
            continue
        try:
            files = files_of(source)
        except DocumentError as error:
            yield Failure(source, str(error))
            continue
        folder = source if Path(source).is_dir() else None
        for file in files:
            if file.suffix.lower() in LINES and not texts:
                yield from (replace(unit, folder=folder) for unit in _of_lines(file))
            else:
                yield Unit(str(file), file, folder=folder)


def count_of(sources: Sequence[str]) -> int | None:
    """How many units there are; None where only reading them would tell."""
    count = 0
    for source in sources:
        try:
            files = [] if source == STDIN else files_of(source)
        except DocumentError:
            count += 1
            continue
        if source == STDIN or any(file.suffix.lower() in LINES for file in files):
            return None
        count += len(files)
    return count


def _of_stdin() -> Iterator[Unit]:
    for piece in pieces_of_stream(sys.stdin.buffer):
        label = STDIN if piece.line is None else f"{STDIN}:{piece.line}"
        if isinstance(piece.data, bytes):
            yield Unit(label, line=piece.line, data=piece.data)
        else:
            yield Unit(label, line=piece.line, problem=str(piece.data))


def _of_lines(file: Path) -> Iterator[Unit]:
    for piece in pieces_of(file):
        label = str(file) if piece.line is None else f"{file}:{piece.line}"
        if isinstance(piece.data, bytes):
            yield Unit(label, file, piece.line, piece.data)
        else:
            yield Unit(label, file, piece.line, problem=str(piece.data))


def loaded(unit: Unit) -> Iterator[Loaded | Failure | Skipped]:
    """The plans of a unit; a goal that does not fit its schema makes a failure of its plan alone."""
    if unit.problem is not None:
        yield _unreadable(unit, unit.problem)
        return
    source, stdin = (unit.file or STDIN, None) if unit.data is None else (STDIN, BytesIO(unit.data))
    found = load(source, stdin=stdin, in_folder=unit.folder is not None)
    file = None if unit.file is None else str(unit.file)
    while True:
        try:
            item = next(found)
        except StopIteration:
            return
        except (GoalError, DocumentError) as error:
            own = unit.label if unit.data is None else STDIN
            yield Failure(unit.label, str(error).removeprefix(f"{own}: "), file)
        else:
            if item.skipped is not None:
                yield Skipped(unit.label, item.skipped, file)
                continue
            yield item if unit.data is None else replace(item, origin=_relabelled(item.origin, unit))


def _relabelled(origin: Origin, unit: Unit) -> Origin:
    source = unit.label + origin.source.removeprefix(STDIN)
    return replace(origin, source=source, file=unit.file, line=unit.line)


def _unreadable(unit: Unit, problem: str) -> Loaded:
    note = Note("unreadable", "", None, "nothing", problem)
    return Loaded(Origin(unit.label, unit.file, unit.line), None, None, (note,), None, None)


def imported(unit: Unit, domain: object, problem: object) -> Loaded:
    """A PDDL plan for a domain and a problem."""
    from planproof.importers.pddl import Domain, Problem, read_plan

    assert isinstance(domain, Domain)
    assert isinstance(problem, Problem)
    try:
        data = read_file(unit.file) if unit.file is not None else unit.data or b""
        found = read_plan(domain, problem, data.decode("utf-8"), plan_id=Path(unit.label).stem or unit.label)
    except (DocumentError, PlanError) as error:
        return _unreadable(unit, str(error))
    except UnicodeDecodeError as error:
        return _unreadable(unit, f"byte {error.start} is no UTF-8: a PDDL plan is plain text")
    return Loaded(Origin(unit.label, unit.file), found.plan, found.goal, found.problems, None, None)
