"""The edits of a fix, made to plain values, and how an edit finds its place in a document as it was written.

A document is read tolerantly, so its lists may hold more than the plan that was read from it, and other spellings.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final, assert_never, cast

from planproof.edits import set_at
from planproof.model.errors import FixError
from planproof.model.finding import AddDependency, DropDependency, Edit, MoveTask, SetField
from planproof.model.values import as_list, as_mapping

BY_HAND: Final = "make the change by hand, as `planproof check` names it"


def edit_values(plan: object, edits: Sequence[Edit]) -> None:
    """Makes the edits to a plan as mappings and lists, in place.

    Raises:
        FixError: an edit does not apply.
    """
    fields = as_mapping(plan)
    if fields is None:
        raise FixError(f"there is no plan in the document; {BY_HAND}")
    for edit in edits:
        match edit:
            case SetField():
                tasks = _list(fields, "tasks")
                set_at(tasks[position(tasks, edit.task)], edit.field, new_value(edit))
            case MoveTask():
                tasks = _list(fields, "tasks")
                task = tasks.pop(position(tasks, edit.task))
                tasks.insert(position(tasks, edit.before), task)
            case AddDependency() | DropDependency():
                pass  # below, since an index counts in the list as it was
            case _:
                assert_never(edit)
    if any(isinstance(edit, AddDependency | DropDependency) for edit in edits):
        if fields.get("dependencies") is None:
            fields["dependencies"] = []
        known = _list(fields, "dependencies")
        change = Change.of(known, edits)
        known[:] = [d for i, d in enumerate(known) if i not in change.dropped]
        known.extend(change.added)


def _list(fields: dict[str, object], name: str) -> list[object]:
    found = fields.get(name)
    if not isinstance(found, list):
        raise FixError(f"the document has no list {name!r} where the plan is; {BY_HAND}")
    return cast("list[object]", found)


@dataclass(frozen=True, slots=True)
class Change:
    """What becomes of a list of dependencies."""

    dropped: frozenset[int]
    added: tuple[dict[str, str], ...]

    @staticmethod
    def of(known: Sequence[object], edits: Sequence[Edit]) -> Change:
        """What edits do to a list; a dependency that is there already is not added again."""
        dropped = frozenset(_place(known, edit) for edit in edits if isinstance(edit, DropDependency))
        kept = {_pair(d) for i, d in enumerate(known) if i not in dropped and _is_hard(d)}
        added = {(e.from_task, e.to_task): _written(e) for e in edits if isinstance(e, AddDependency)}
        return Change(dropped, tuple(new for pair, new in added.items() if pair not in kept))


def _written(edit: AddDependency) -> dict[str, str]:
    return {"from_task": edit.from_task, "to_task": edit.to_task, "kind": "hard"}


def _pair(dependency: object) -> tuple[str, str]:
    fields = as_mapping(dependency) or {}
    return str(fields.get("from_task")), str(fields.get("to_task"))


def _is_hard(dependency: object) -> bool:
    return (as_mapping(dependency) or {}).get("kind", "hard") == "hard"


def _place(known: Sequence[object], edit: DropDependency) -> int:
    """Where the dependency stands: at its index, or, where the reader left some out, at the only one of its kind."""
    pair = (edit.from_task, edit.to_task)
    if edit.index < len(known) and _pair(known[edit.index]) == pair:
        return edit.index
    alike = [i for i, d in enumerate(known) if _pair(d) == pair]
    if len(alike) == 1:
        return alike[0]
    raise FixError(f"the document has no single dependency {edit.from_task!r} before {edit.to_task!r}; {BY_HAND}")


def new_value(edit: SetField) -> object:
    """What the field is set to, as a plain value."""
    return list(edit.value) if isinstance(edit.value, tuple) else edit.value


def position(tasks: Sequence[object], name: str) -> int:
    """Where the step with an id stands in the list as written."""
    for i, task in enumerate(tasks):
        fields = as_mapping(task)
        if fields is not None and str(fields.get("id")) == name:
            return i
    raise FixError(f"no step of the document has the id {name!r} as written; {BY_HAND}")


def inside(value: object, at: Sequence[str]) -> object:
    """What some keys and indices lead to; None where they lead nowhere."""
    for key in at:
        items = as_list(value)
        if items is None:
            value = (as_mapping(value) or {}).get(key)
        else:
            value = items[int(key)] if key.isdecimal() and int(key) < len(items) else None
    return value
