"""Reads a plan that a model wrote: takes what is sure, names what is not, drops nothing in silence.

A plan that fits the model is taken as it is. Otherwise the value is walked beside the model's own fields. Each leaf of
it ends up in the plan, in `plan.unread`, or in a note; what the plan did not say is never made up, but for the id of
a task that has none.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from pydantic import ValidationError

from planproof.model.errors import PlanError
from planproof.model.forms import plain_form
from planproof.model.limits import MAX_EDGES, MAX_TASKS
from planproof.model.notes import Note
from planproof.model.plan import Plan
from planproof.model.values import as_list, as_mapping, children, short
from planproof.model.walk import Walk

_MOST_KEYS: Final = 64
"""More keys than any of our objects has, twice over."""
_LEVELS: Final = 8
"""Deeper than any of our objects lies."""
_CONTAINERS: Final = frozenset({dict, list})


@dataclass(frozen=True, slots=True)
class Reading:
    """A plan as far as it could be read, and what was not taken as written."""

    plan: Plan | None
    notes: tuple[Note, ...] = ()


def read_plan(value: object) -> Reading:
    """Reads a plan from plain values.

    Args:
        value: what a JSON or YAML document held.

    Returns:
        The plan and the notes; no plan, and one note that says why, where there is nothing like one or more of it
        than the limits allow.

    Example:
        >>> reading = read_plan({"id": "p", "tasks": [{"id": "a", "risk_class": "HIGH", "rollbak": {}}]})
        >>> reading.plan.tasks[0].risk_class
        'high'
        >>> for note in reading.notes: print(note.kind, note.path, "-", note.message)
        mended tasks.a.risk_class - 'HIGH' was read as 'high': write it so
        unknown_field tasks.a.rollbak - 'rollbak' is no field of 'task' and was not applied: did you mean 'rollback'?
    """
    given = as_mapping(value)
    if given is None:
        return _unreadable(value, f"{short(value)} is no plan: write an object with an 'id' and a list of 'tasks'")
    if not isinstance(given.get("tasks"), list | tuple | dict):
        found = f"its 'tasks' are {short(given['tasks'])}" if "tasks" in given else "it has no 'tasks'"
        return _unreadable(value, f"no plan: {found}; write a list of steps under 'tasks'")
    for key, most in (("tasks", MAX_TASKS), ("dependencies", MAX_EDGES)):
        entries = as_list(given.get(key))
        if entries is not None and len(entries) > most:
            return _unreadable(value, f"{len(entries):,} {key}, of which at most {most:,} are read: split the plan")
    plan = plain_form(given)
    if "unread" not in plan and not _has_a_crowd(plan):
        try:
            return Reading(Plan.model_validate(plan))
        except ValidationError:
            pass
    try:
        return Reading(*Walk().plan(plan))
    except PlanError as error:
        return _unreadable(value, str(error))


def _unreadable(value: object, message: str) -> Reading:
    return Reading(None, (Note("unreadable", "", None, short(value), message),))


def _has_a_crowd(plan: dict[str, object]) -> bool:
    """Whether an object has more keys than a model could know.

    The model would make an error of each, a gigabyte for two million of them; the walk counts them.
    """
    level: list[object] = [plan]
    for _ in range(_LEVELS):
        if any(type(item) is dict and len(item) > _MOST_KEYS for item in level):
            return True
        level = [child for item in level for child in children(item) if type(child) in _CONTAINERS]
    return False
