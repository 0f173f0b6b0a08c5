"""The edits of a fix, made to YAML text."""

from __future__ import annotations

from collections.abc import Sequence

from planproof.model.errors import FixError
from planproof.model.finding import AddDependency, DropDependency, Edit, MoveTask, SetField
from planproof.rewrite.values import BY_HAND, Change, new_value, position
from planproof.rewrite.yaml_text import Node, Tree, flow, is_empty


def edit_yaml(text: str, edits: Sequence[Edit], at: Sequence[str]) -> str:
    """The text with the edits made to the plan at some keys.

    Each edit is a splice, after which the nodes are found again: a hundred edits to a thousand steps take some
    seconds, and fixes have a handful.

    Raises:
        FixError: an edit does not apply to the document as written.
    """
    tree = Tree.of(text)
    for edit in edits:
        if isinstance(edit, SetField | MoveTask):
            tree = _task(tree, edit, at)
    if any(isinstance(edit, AddDependency | DropDependency) for edit in edits):
        tree = _dependencies(tree, edits, at)
    return tree.text


def _plan(tree: Tree, at: Sequence[str]) -> Node:
    node = tree.root
    for key in at:
        found = _child(tree, node, key)
        if found is None:
            raise FixError(f"the document has no {key!r}; {BY_HAND}")
        node = found
    return node


def _child(tree: Tree, node: Node, name: str) -> Node | None:
    if not tree.is_sequence(node):
        return tree.member(node, name, f"the holder of {name!r}")
    items = tree.sequence(node, f"the holder of {name!r}")
    return items[int(name)] if name.isdecimal() and int(name) < len(items) else None


def _task(tree: Tree, edit: SetField | MoveTask, at: Sequence[str]) -> Tree:
    tasks = tree.member(_plan(tree, at), "tasks", "the plan")
    if tasks is None:
        raise FixError(f"the document has no list 'tasks' where the plan is; {BY_HAND}")
    items = tree.sequence(tasks, "'tasks'")
    ids: list[object] = []
    for item in items:
        name = tree.member(item, "id", "a step")
        ids.append({"id": None if name is None else name.value})
    if isinstance(edit, MoveTask):
        return tree.move(tasks, position(ids, edit.task), position(ids, edit.before))
    return _set(tree, items[position(ids, edit.task)], edit.field.split("."), new_value(edit))


def _set(tree: Tree, node: Node, way: Sequence[str], value: object) -> Tree:
    """The tree with what a path leads to set, or removed."""
    name, *rest = way
    found = _child(tree, node, name)
    in_list = tree.is_sequence(node)
    if found is None and in_list:
        raise FixError(f"a list of the document has no element {name!r}; {BY_HAND}")
    if rest and (found is None or is_empty(found)):
        if value is None:
            return tree
        for key in reversed(rest):
            value = {key: value}
        rest = []
    if rest and found is not None:
        return _set(tree, found, rest, value)
    if found is None:
        return tree if value is None else tree.add_member(node, name, flow(value))
    if value is None:
        return tree.remove_element(node, int(name)) if in_list else tree.remove_member(node, name)
    return tree.replace(found, flow(value))


def _dependencies(tree: Tree, edits: Sequence[Edit], at: Sequence[str]) -> Tree:
    plan = _plan(tree, at)
    known = tree.member(plan, "dependencies", "the plan")
    if known is None or is_empty(known):
        added = Change.of((), edits).added
        if not added:
            return tree if known is None else tree.replace(known, "[]")
        return tree.add_member(plan, "dependencies", flow(added)) if known is None else tree.replace(known, flow(added))
    there = [_values(tree, item) for item in tree.sequence(known, "'dependencies'")]
    change = Change.of(there, edits)
    if change.added:  # first, so that the list is never without an element to go by
        tree = tree.append(known, change.added)
    for index in sorted(change.dropped, reverse=True):
        list_now = tree.member(_plan(tree, at), "dependencies", "the plan")
        assert list_now is not None, "an element of it was found"
        tree = tree.remove_element(list_now, index)
    return tree


def _values(tree: Tree, node: Node) -> object:
    """What tells one dependency from another."""
    found = {name: tree.member(node, name, "a dependency") for name in ("from_task", "to_task", "kind")}
    return {name: value.value for name, value in found.items() if value is not None}
