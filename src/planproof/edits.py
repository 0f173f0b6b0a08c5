"""apply: the edits of a fix, made to a plan.

Edits of one batch are made to the plan as it stands before the batch: the index of a `DropDependency` counts in that
plan's list, whatever else the batch does. `planproof.rewrite` makes the same edits to the document that a plan was
read from.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import assert_never, cast

from pydantic import ValidationError

from planproof.model.errors import FixError
from planproof.model.finding import AddDependency, DropDependency, Edit, MoveTask, SetField
from planproof.model.plan import Dependency, Plan, Task


def apply(plan: Plan, edits: Sequence[Edit]) -> Plan:
    """The plan with the edits made, in order.

    Raises:
        FixError: an edit names a step, a dependency or a field that the plan does not have, or a value that the field
            does not take.

    Example:
        >>> plan = Plan(id="p", execution="dag", tasks=(Task(id="drop"), Task(id="backup")))
        >>> apply(plan, [AddDependency(from_task="backup", to_task="drop")]).dependencies[0].from_task
        'backup'
    """
    tasks = list(plan.tasks)
    dependencies: list[Dependency | None] = list(plan.dependencies)
    added: dict[tuple[str, str], Dependency] = {}
    for edit in edits:
        match edit:
            case AddDependency():
                position(tasks, edit.from_task)
                position(tasks, edit.to_task)
                added[edit.from_task, edit.to_task] = Dependency(from_task=edit.from_task, to_task=edit.to_task)
            case DropDependency():
                dependencies[_dependency(plan, edit)] = None
            case SetField():
                i = position(tasks, edit.task)
                tasks[i] = _with_field(tasks[i], edit)
            case MoveTask():
                position(tasks, edit.before)
                task = tasks.pop(position(tasks, edit.task))
                if edit.task == edit.before:
                    raise FixError(f"step {edit.task!r} cannot be moved before itself")
                tasks.insert(position(tasks, edit.before), task)
            case _:
                assert_never(edit)
    kept = [d for d in dependencies if d is not None]
    there = {(d.from_task, d.to_task) for d in kept if d.kind == "hard"}
    kept += [d for pair, d in added.items() if pair not in there]
    return plan.model_copy(update={"tasks": tuple(tasks), "dependencies": tuple(kept)})


def position(tasks: Sequence[Task], name: str) -> int:
    """Where the step stands in the list; of steps with the same id, the first."""
    for i, task in enumerate(tasks):
        if task.id == name:
            return i
    raise FixError(f"the plan has no step {name!r}; the fix was made for another plan")


def _dependency(plan: Plan, edit: DropDependency) -> int:
    if edit.index < len(plan.dependencies):
        found = plan.dependencies[edit.index]
        if (found.from_task, found.to_task) == (edit.from_task, edit.to_task):
            return edit.index
    raise FixError(
        f"dependency {edit.index} is not {edit.from_task!r} before {edit.to_task!r}; the fix was made for another plan"
    )


def _with_field(task: Task, edit: SetField) -> Task:
    values = cast("dict[str, object]", task.model_dump(mode="json", exclude_defaults=True))
    value = list(edit.value) if isinstance(edit.value, tuple) else edit.value
    set_at(values, edit.field, value)
    try:
        return Task.model_validate(values)
    except ValidationError as error:
        what = error.errors()[0]["msg"]
        raise FixError(f"field {edit.field!r} of step {edit.task!r} does not take {edit.value!r}: {what}") from None


def set_at(values: object, field: str, value: object) -> None:
    """Sets, in a mapping of plain values, what a dotted path such as `preconditions.0.established_by` names.

    None removes it. A mapping on the way that is not there yet is made.

    Raises:
        FixError: the path leads through something that is no mapping and no list, or past the end of a list.

    Example:
        >>> values = {"id": "t"}
        >>> set_at(values, "verification.observes", ["db"]); values
        {'id': 't', 'verification': {'observes': ['db']}}
    """
    *way, last = field.split(".")
    there: object = values
    for name in way:
        if isinstance(there, dict):
            mapping = cast("dict[str, object]", there)
            if mapping.get(name) is None:
                if value is None:
                    return
                mapping[name] = {}
            there = mapping[name]
        else:
            there = _element(there, name, field)
    if isinstance(there, dict):
        mapping = cast("dict[str, object]", there)
        if value is None:
            mapping.pop(last, None)
        else:
            mapping[last] = value
        return
    _element(there, last, field)
    elements = cast("list[object]", there)
    if value is None:
        del elements[int(last)]
    else:
        elements[int(last)] = value


def _element(there: object, name: str, field: str) -> object:
    if isinstance(there, list) and name.isdecimal():
        elements = cast("list[object]", there)
        if int(name) < len(elements):
            return elements[int(name)]
    raise FixError(f"the step has no field {field!r}")
