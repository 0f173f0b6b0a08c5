"""The text of a plan: one action a line."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import NamedTuple

from planproof.importers.pddl.domain import Action, Domain
from planproof.importers.pddl.sexpr import MAX_CHARACTERS
from planproof.importers.pddl.types import Typed
from planproof.model.errors import PlanError
from planproof.model.limits import MAX_LISTED, MAX_TASKS
from planproof.model.notes import Note

_LINE_END = re.compile(r"\r\n|\r|\n")
_STEP = re.compile(r"\([ \t]*([A-Za-z0-9_][A-Za-z0-9_-]*(?:[ \t]+[A-Za-z0-9_][A-Za-z0-9_-]*)*)[ \t]*\)")
"""ASCII only: `lower` makes a `k` of the Kelvin sign."""
_TIMED = re.compile(r"[0-9.]+[ \t]*:[ \t]*\(.*|\(.*\)[ \t]*\[[0-9.]*\]")
_SHOWN = 200
"""Characters of a line that a note repeats."""
_NAMED = 20
"""Actions that a note lists."""


class Step(NamedTuple):
    """An action of the domain with its arguments, in their number but not yet of their types."""

    action: Action
    arguments: tuple[Typed, ...]


def read_steps(domain: Domain, objects: Mapping[str, Typed], text: str) -> tuple[tuple[Step, ...], tuple[Note, ...]]:
    """Reads the lines of a plan; what is not a step becomes a note.

    Args:
        domain: where the actions are defined.
        objects: constants and objects, by name.
        text: `(name argument ...)` a line; `;` starts a comment, empty lines count for nothing, and neither does
            the difference between upper and lower case.

    Returns:
        The steps, and a note for each line that is neither a step nor empty. Of more than `MAX_LISTED` such
        lines the last note counts the others.

    Raises:
        PlanError: a text or a number of steps beyond the limits.
    """
    if len(text) > MAX_CHARACTERS:
        raise PlanError(f"a plan of {len(text)} characters: planproof reads up to {MAX_CHARACTERS}; split the plan")
    steps: list[Step] = []
    notes: list[Note] = []
    unlisted = 0
    for number, raw in enumerate(_LINE_END.split(text), 1):
        line = raw.partition(";")[0].strip(" \t\f\v")
        if not line:
            continue
        read = _read_step(domain, objects, line)
        if isinstance(read, Step):
            steps.append(read)
            if len(steps) == MAX_TASKS:
                raise PlanError(f"a plan of {MAX_TASKS} steps or more: split it into plans below that")
        elif len(notes) < MAX_LISTED:
            notes.append(_note(f"line {number}", line, read))
        else:
            unlisted += 1
    if unlisted:
        notes.append(_note("lines", str(unlisted), f"{unlisted} further lines are no steps either: mend those listed"))
    return tuple(steps), tuple(notes)


def _note(path: str, value: str, message: str) -> Note:
    return Note(kind="invalid", path=path, task=None, value=value[:_SHOWN], message=message)


def _read_step(domain: Domain, objects: Mapping[str, Typed], line: str) -> Step | str:
    """A step, or what is wrong with the line and what to do."""
    match = _STEP.fullmatch(line)
    if match is None:
        return f"{line[:_SHOWN]!r} is not one action in parentheses: {_advice(line)}"
    name, *arguments = match[1].lower().split()
    action = domain.actions.get(name)
    if action is None:
        known = ", ".join([*domain.actions][:_NAMED])
        return f"{name[:_SHOWN]!r} is no action of the domain {domain.name!r}: use one of {known}"
    if len(arguments) != len(action.parameters):
        wanted = " ".join((name, *(p.name for p in action.parameters)))
        return (
            f"{line[:_SHOWN]!r} has {len(arguments)} arguments where {name!r} takes {len(action.parameters)}: "
            f"write '({wanted})'"
        )
    unknown = ", ".join(repr(a[:_SHOWN]) for a in arguments if a not in objects)
    if unknown:
        return f"{unknown} in {line[:_SHOWN]!r} is no object of the problem: use a declared one"
    return Step(action, tuple(objects[a] for a in arguments))


def _advice(line: str) -> str:
    if line.startswith("```"):
        return "leave the code fence out"
    if _TIMED.fullmatch(line):
        return "leave the time stamp and the duration out, planproof runs the lines in order"
    if line.count("(") != line.count(")"):
        return "put the whole action, with both parentheses, on one line"
    if line.count("(") > 1:
        return "put each action on a line of its own"
    return "write '(name argument ...)', or put ';' before a comment"
