"""From the words of the command line to the options of `planproof check`."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path
from typing import Final

import click

from planproof.cli.options import Options, Output
from planproof.model.load import load, load_goal
from planproof.model.notes import Note
from planproof.model.plan import Plan
from planproof.model.sources import read_file
from planproof.output.formats import FORMATS, FormatName
from planproof.output.look import UNICODE, Look

_FILE_WIDTH: Final = 100
"""Columns of text in a file."""


def outputs_of(given: Sequence[str], here: Look, *, colour: bool) -> tuple[Output, ...]:
    """The outputs that `--output` asks for; text on standard output where nothing else goes there.

    Args:
        given: `FORMAT` or `FORMAT=PATH`.
        here: how text looks on standard output.
        colour: whether files get colour too.
    """
    in_file = replace(here, width=_FILE_WIDTH, colour=colour, symbols=UNICODE)
    found: list[Output] = []
    for text in given:
        name, _, path = text.partition("=")
        known = _format(name)
        place = None if path in ("", "-") else path
        found.append(Output(known, place, here if place is None else in_file))
    on_stdout = [o.format for o in found if o.path is None]
    if len(on_stdout) > 1:
        raise click.UsageError(
            f"{' and '.join(on_stdout)} cannot both go to standard output: give one a file, as in json=report.json"
        )
    paths = [o.path for o in found if o.path is not None]
    if len(set(paths)) < len(paths):
        raise click.UsageError("two outputs have the same file")
    if not on_stdout:
        found.append(Output("text", None, here))
    return tuple(found)


def _format(name: str) -> FormatName:
    for known in FORMATS:
        if known == name.lower():
            return known
    raise click.UsageError(f"no output format is called {name!r}; there are {', '.join(FORMATS)}")


def clock(text: str | None) -> datetime:
    """The clock that windows, acceptances and waivers are held against."""
    if text is None:
        return datetime.now(UTC)
    try:
        found = datetime.fromisoformat(text)
    except ValueError:
        raise click.UsageError(f"--now {text!r} is no time: write ISO 8601, as in 2026-09-02T00:00:00Z") from None
    if found.tzinfo is None:
        raise click.UsageError(f"--now {text!r} has no zone: write it, as in {text}Z")
    return found


def folder(text: str | None) -> Path | None:
    """The folder of `--attach`."""
    if text is None:
        return None
    found = Path(text)
    if not found.is_dir():
        raise click.UsageError(f"--attach {text!r} is no folder: name the one in which relative paths begin")
    return found


def with_goal(options: Options, file: str | None) -> Options:
    """The options with the goal of a file.

    Raises:
        InputError: the file holds no goal.
    """
    if file is None:
        return options
    goal, notes = load_goal(file)
    return replace(options, goal=goal, goal_notes=of_goal(notes))


def of_goal(notes: Iterable[Note]) -> tuple[Note, ...]:
    """Notes on a goal, as notes beside those on a plan."""
    return tuple(Note(n.kind, f"goal.{n.path}", None, n.value, n.message) for n in notes)


def with_parent(options: Options, file: str | None) -> Options:
    """The options with the older version of the plan, from a file.

    Raises:
        InputError: the file is not there.
    """
    if file is None:
        return options
    return replace(options, parent=one_plan("--parent", file)[0])


def one_plan(option: str, file: str) -> tuple[Plan, tuple[Note, ...]]:
    """The plan in a file that an option names, and what its reader mended or could not place.

    Raises:
        InputError: the file is not there.
    """
    found = next(iter(load(file)), None)
    if found is None or found.plan is None:
        why = found.notes[-1].message if found is not None else "it holds none"
        raise click.UsageError(f"{option} {file!r} holds no plan: {why}")
    return found.plan, found.notes


def with_pddl(options: Options, domain: str | None, problem: str | None) -> Options:
    """The options with a PDDL domain and problem, from files.

    Raises:
        InputError: a file cannot be read as what it should be.
    """
    if domain is None or problem is None:
        return options
    from planproof.importers.pddl import read_domain, read_problem

    return replace(options, pddl=(read_domain(_text_of(domain)), read_problem(_text_of(problem))))


def _text_of(file: str) -> str:
    try:
        return read_file(Path(file)).decode("utf-8")
    except UnicodeDecodeError as error:
        raise click.UsageError(f"{file!r}: byte {error.start} is no UTF-8") from None
