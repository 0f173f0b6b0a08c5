"""The forms of PlannerCritic's `PlanVersion` that differ from ours and say the same: read without a word.

`satisfies` and `restores_state` may be a single string there, an absent list or text may be null, the parent is called
`parent_version`, and each version carries a time and the version of its schema, on which nothing of ours depends.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from planproof.model.plan import Plan, Task
from planproof.model.values import as_list, as_mapping

if TYPE_CHECKING:
    from collections.abc import Mapping

PARENT: Final = "parent_version"
IGNORED: Final = frozenset({"created_at", "plan_schema_version"})
STRING_FOR_LIST: Final = frozenset({("task", "satisfies"), ("rollback", "restores_state")})
FREE_TEXT: Final = frozenset({("task", "blast_radius")})
"""Any text may stand there in PlannerCritic. One that is none of our words is not applied; that is noted, no fault."""

_LONGEST_IGNORED: Final = 100
_PLAN_OPTIONAL: Final = frozenset(name for name, info in Plan.model_fields.items() if not info.is_required())
_TASK_OPTIONAL: Final = frozenset(name for name, info in Task.model_fields.items() if not info.is_required())


def plain_form(plan: Mapping[str, object]) -> dict[str, object]:
    """The plan in our own form, the rest as it was. What is not of a known form is left for the reader to note.

    Example:
        >>> plain_form({"id": "p", "parent_version": "o", "tasks": [{"id": "a", "satisfies": "A1"}]})
        {'id': 'p', 'parent': 'o', 'tasks': [{'id': 'a', 'satisfies': ['A1']}]}
    """
    found: dict[str, object] = {}
    for key, value in plan.items():
        if value is None and (key in _PLAN_OPTIONAL or key in IGNORED or key == PARENT):
            continue
        if key in IGNORED and isinstance(value, str) and len(value) <= _LONGEST_IGNORED:
            continue
        if key == "unread" and not value:
            continue  # a plan that planproof wrote out
        found["parent" if key == PARENT and "parent" not in plan else key] = value
    if (tasks := as_list(plan.get("tasks"))) is not None:
        found["tasks"] = [_task(entries) if (entries := as_mapping(task)) is not None else task for task in tasks]
    return found


def _task(task: dict[str, object]) -> dict[str, object]:
    satisfies = task.get("satisfies")
    rollback = as_mapping(task.get("rollback"))
    restores = None if rollback is None else rollback.get("restores_state")
    if None not in task.values() and not isinstance(satisfies, str) and not isinstance(restores, str):
        return task
    found = {key: value for key, value in task.items() if value is not None or key not in _TASK_OPTIONAL}
    if isinstance(satisfies, str):
        found["satisfies"] = [satisfies]
    if rollback is not None and isinstance(restores, str):
        found["rollback"] = {**rollback, "restores_state": [restores]}
    return found
