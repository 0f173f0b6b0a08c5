"""Names, typed lists and the hierarchy of types."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import NamedTuple

from planproof.importers.pddl.sexpr import Group, Node, Word, shown, wrong
from planproof.model.limits import MAX_ID

NAME = re.compile(r"[a-z0-9_][a-z0-9_-]*")
"""Names in lower case. The standard wants a letter first; files with objects such as `1` are common."""
ROOT = "object"
RESERVED = frozenset({"and", "or", "not", "imply", "forall", "exists", "when", "either", "define"})


class Typed(NamedTuple):
    """A variable, an object or a type, with the types it is declared to be one of."""

    name: str
    types: tuple[str, ...]
    line: int


def read_name(node: Node, what: str) -> str:
    """A name; `what` says of what in the error."""
    if isinstance(node, Word) and NAME.fullmatch(node.text):
        if len(node.text) > MAX_ID:
            raise wrong(node.line, f"{shown(node)!r}... for {what} has {len(node.text)} characters: use up to {MAX_ID}")
        return node.text
    raise wrong(node.line, f"{shown(node)!r} is not a name for {what}: write letters, digits, '-' and '_'")


def read_variable(node: Node, what: str) -> str:
    """A variable such as `?x`."""
    if isinstance(node, Word) and node.text.startswith("?") and NAME.fullmatch(node.text, 1):
        return node.text
    raise wrong(node.line, f"{shown(node)!r} is not a variable for {what}: write one such as '?x'")


def read_typed_list(nodes: Sequence[Node], what: str, *, variables: bool) -> tuple[Typed, ...]:
    """Reads `a b - t c - (either u v) d`; what has no type is an `object`.

    Args:
        nodes: the list.
        what: what the names are of, for errors.
        variables: whether the names are variables.

    Raises:
        PddlError: something that is neither a name nor a type, a `-` without either, a name that occurs twice
            with different types (for variables: twice at all).
    """
    read = read_variable if variables else read_name
    found: dict[str, Typed] = {}
    pending: list[tuple[str, int]] = []
    k = 0
    while k < len(nodes):
        node = nodes[k]
        types: tuple[str, ...] | None = None
        if isinstance(node, Word) and node.text == "-":
            if not pending or k + 1 == len(nodes):
                raise wrong(node.line, f"a '-' needs names before it and a type after it in the list of {what}")
            types = _read_types(nodes[k + 1])
            k += 1
        else:
            pending.append((read(node, what), node.line))
        k += 1
        if types is None and k == len(nodes):
            types = (ROOT,)
        if types is not None:
            for name, line in pending:
                if name in found and (variables or found[name].types != types):
                    raise wrong(line, f"{name!r} is declared twice in the list of {what}: keep one declaration")
                found.setdefault(name, Typed(name, types, line))
            pending.clear()
    return tuple(found.values())


def _read_types(node: Node) -> tuple[str, ...]:
    if isinstance(node, Word):
        return (read_name(node, "a type"),)
    if len(node.items) > 1 and isinstance(head := node.items[0], Word) and head.text == "either":
        return tuple(dict.fromkeys(read_name(item, "a type") for item in node.items[1:]))
    raise wrong(node.line, f"{shown(node)!r} is not a type: write a name or '(either t u)'")


def read_types(section: Group) -> dict[str, tuple[str, ...]]:
    """Reads `(:types ...)` to type and supertypes. A supertype need not be declared itself."""
    declared = read_typed_list(section.items[1:], "types", variables=False)
    supertypes = {name: (ROOT,) for _, types, _ in declared for name in types}
    return {**supertypes, **{name: types for name, types, _ in declared}, ROOT: ()}


def check_types(declared: Sequence[Typed], parents: Mapping[str, tuple[str, ...]]) -> None:
    """Refuses a type that the domain does not declare."""
    for name, types, line in declared:
        for wanted in types:
            if wanted not in parents:
                raise wrong(line, f"{name!r} has the type {wanted!r}, which the domain lacks: declare it in ':types'")


def is_a(own: Sequence[str], wanted: Sequence[str], parents: Mapping[str, tuple[str, ...]]) -> bool:
    """Whether something of the types `own` is of one of the types `wanted`.

    `own` is more than one type where it is declared `(either t u)`; each of them must then be a wanted one.

    Example:
        >>> is_a(("truck",), ("vehicle",), {"truck": ("vehicle",), "vehicle": ("object",), "object": ()})
        True
    """
    if ROOT in wanted:
        return True
    return all(_reaches(start, wanted, parents) for start in own)


def _reaches(start: str, wanted: Sequence[str], parents: Mapping[str, tuple[str, ...]]) -> bool:
    seen = {start}
    todo = [start]
    while todo:
        current = todo.pop()
        if current in wanted:
            return True
        for parent in parents.get(current, ()):
            if parent not in seen:
                seen.add(parent)
                todo.append(parent)
    return False
