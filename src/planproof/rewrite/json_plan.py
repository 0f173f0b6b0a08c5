"""The edits of a fix, made to JSON text."""

from __future__ import annotations

from collections.abc import Sequence

from planproof.model.errors import FixError
from planproof.model.finding import AddDependency, DropDependency, Edit, MoveTask, SetField
from planproof.model.jsontext import read_json
from planproof.model.values import as_list, as_mapping
from planproof.rewrite.json_text import Container, Entry, Style, append, insert, leading_space, opened, remove
from planproof.rewrite.values import BY_HAND, Change, new_value, position


def edit_json(text: str, edits: Sequence[Edit], at: Sequence[str]) -> str:
    """The text with the edits made to the plan at some keys.

    Raises:
        FixError: an edit does not apply to the document as written.
    """
    front = leading_space(text)
    body = text.strip()
    return front + _document(body, edits, at, Style.of(body), "") + text[len(front) + len(body) :]


def _document(text: str, edits: Sequence[Edit], at: Sequence[str], style: Style, outer: str) -> str:
    if not at:
        return _plan(opened(text, "the plan", "{"), edits, style, outer).text()
    there = opened(text, f"the holder of {at[0]!r}", "[" if text[0] == "[" else "{")
    inner = _child(there, at[0])
    if inner is None:
        raise FixError(f"the document has no {at[0]!r}; {BY_HAND}")
    inner.value = _document(inner.value, edits, at[1:], style, _line(inner.lead, outer))
    return there.text()


def _child(there: Container, name: str) -> Entry | None:
    if there.opening == "{":
        return there.member(name)
    return there.entries[int(name)] if name.isdecimal() and int(name) < len(there.entries) else None


def _plan(plan: Container, edits: Sequence[Edit], style: Style, outer: str) -> Container:
    if any(isinstance(edit, SetField | MoveTask) for edit in edits):
        tasks = plan.member("tasks")
        if tasks is None:
            raise FixError(f"the document has no list 'tasks' where the plan is; {BY_HAND}")
        line = _line(tasks.lead, outer)
        tasks.value = _tasks(opened(tasks.value, "'tasks'", "["), edits, style, line).text()
    if any(isinstance(edit, AddDependency | DropDependency) for edit in edits):
        known = plan.member("dependencies")
        if known is None:
            append(plan, "dependencies", [], style, outer)
            known = plan.entries[-1]
        elif known.value == "null":
            known.value = "[]"
        line = _line(known.lead, outer)
        known.value = _dependencies(opened(known.value, "'dependencies'", "["), edits, style, line).text()
    return plan


def _tasks(tasks: Container, edits: Sequence[Edit], style: Style, outer: str) -> Container:
    ids: list[object] = [{"id": _id(entry.value)} for entry in tasks.entries]
    for edit in edits:
        if isinstance(edit, SetField):
            entry = tasks.entries[position(ids, edit.task)]
            entry.value = _set(entry.value, edit.field.split("."), new_value(edit), style, _line(entry.lead, outer))
        elif isinstance(edit, MoveTask):
            source = position(ids, edit.task)
            taken, name = remove(tasks, source), ids.pop(source)
            place = position(ids, edit.before)
            insert(tasks, place, taken)
            ids.insert(place, name)
    return tasks


def _id(text: str) -> object:
    return (as_mapping(read_json(text)) or {}).get("id")


def _set(text: str, way: Sequence[str], value: object, style: Style, outer: str) -> str:
    """The text of a container with what a path leads to set, or removed."""
    there = opened(text, f"the holder of {way[0]!r}", "[" if text[0] == "[" else "{")
    name, *rest = way
    entry = _child(there, name)
    if entry is None and there.opening == "[":
        raise FixError(f"a list of the document has no element {name!r}; {BY_HAND}")
    if rest and (entry is None or entry.value == "null"):
        if value is None:
            return text
        for key in reversed(rest):
            value = {key: value}
        rest = []
    if rest and entry is not None:
        entry.value = _set(entry.value, rest, value, style, _line(entry.lead, outer))
    elif entry is None:
        if value is not None:
            append(there, name, value, style, outer)
    elif value is None:
        remove(there, there.entries.index(entry))
    else:
        entry.value = style.dump(value, _line(entry.lead, outer) if "\n" in entry.value else None)
    return there.text()


def _dependencies(known: Container, edits: Sequence[Edit], style: Style, outer: str) -> Container:
    change = Change.of(as_list(read_json(known.text())) or (), edits)
    for index in sorted(change.dropped, reverse=True):
        remove(known, index)
    for new in change.added:
        append(known, None, new, style, outer)
    return known


def _line(lead: str, outer: str) -> str:
    """White space at the start of the line that an entry stands on."""
    return lead.rpartition("\n")[2] if "\n" in lead else outer
