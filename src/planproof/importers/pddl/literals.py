"""Conditions and effects: conjunctions of literals, and nothing else."""

from __future__ import annotations

from collections.abc import Container, Iterator, Mapping
from typing import NamedTuple

from planproof.importers.pddl.sexpr import Group, Node, Word, shown, wrong
from planproof.importers.pddl.types import NAME, RESERVED, Typed

EQUALS = "="
MAX_CONJUNCTS = 10_000
"""With as many parameters, each of which may add a condition on its type, a step keeps within `MAX_ITEMS`."""

_REFUSED: Mapping[str, str] = {
    "or": "a disjunction",
    "imply": "an implication",
    "forall": "a quantifier",
    "exists": "a quantifier",
    "when": "a conditional effect",
    "increase": "a numeric effect",
    "decrease": "a numeric effect",
    "assign": "a numeric effect",
    "scale-up": "a numeric effect",
    "scale-down": "a numeric effect",
    "<": "a numeric condition",
    ">": "a numeric condition",
    "<=": "a numeric condition",
    ">=": "a numeric condition",
    "preference": "a preference",
}


class Literal(NamedTuple):
    """An atom or its negation. The predicate `=` stands for equality."""

    predicate: str
    terms: tuple[str, ...]
    positive: bool
    line: int


def read_conjunction(node: Node, what: str) -> tuple[Literal, ...]:
    """Reads a literal, or `(and ...)` of them; `()` is the empty conjunction.

    Raises:
        PddlError: anything else, by its name.

    Example:
        >>> from planproof.importers.pddl.sexpr import read_form
        >>> for literal in read_conjunction(read_form("(and (clear ?x) (not (= ?x ?y)))"), "a precondition"):
        ...     print(literal)
        Literal(predicate='clear', terms=('?x',), positive=True, line=1)
        Literal(predicate='=', terms=('?x', '?y'), positive=False, line=1)
    """
    literals = tuple(_literals(node, what))
    if len(literals) > MAX_CONJUNCTS:
        raise wrong(node.line, f"{what} has {len(literals)} parts: planproof reads up to {MAX_CONJUNCTS}")
    return literals


def _literals(node: Node, what: str) -> Iterator[Literal]:
    if isinstance(node, Group) and not node.items:
        return
    if _head(node) == "and":
        for item in _items(node)[1:]:
            yield from _literals(item, what)
    elif _head(node) == "not":
        items = _items(node)
        if len(items) != 2 or _head(items[1]) in {"and", "not"}:
            raise wrong(node.line, f"{shown(node)!r} in {what} does not negate one atom: write '(not (p ...))'")
        yield _atom(items[1], what, positive=False)
    else:
        yield _atom(node, what, positive=True)


def _head(node: Node) -> str | None:
    """The word a group starts with."""
    return first.text if isinstance(node, Group) and node.items and isinstance(first := node.items[0], Word) else None


def _items(node: Node) -> tuple[Node, ...]:
    return node.items if isinstance(node, Group) else (node,)


def _atom(node: Node, what: str, *, positive: bool) -> Literal:
    head = _head(node)
    if head is not None and head in _REFUSED:
        raise wrong(
            node.line,
            f"{head!r} in {what} is {_REFUSED[head]}, which planproof does not read: "
            "write the domain in STRIPS, with one action for each case",
        )
    if head is None or not (head == EQUALS or NAME.fullmatch(head)) or head in RESERVED:
        raise wrong(node.line, f"{shown(node)!r} in {what} is not an atom: write '(predicate name ...)'")
    terms: list[str] = []
    for item in _items(node)[1:]:
        if not isinstance(item, Word):
            raise wrong(
                item.line,
                f"{shown(node)!r} in {what} has an argument in parentheses (a numeric or timed fluent), which "
                "planproof does not read: leave it out, or write it as facts about objects",
            )
        terms.append(item.text)
    return Literal(head, tuple(terms), positive, node.line)


def check_literal(
    literal: Literal, predicates: Mapping[str, tuple[Typed, ...]], names: Container[str], what: str
) -> None:
    """Refuses a literal that the domain has no meaning for.

    Args:
        literal: a literal that was read.
        predicates: the domain's predicates.
        names: what its terms may be.
        what: where it stands, for errors.

    Raises:
        PddlError: an unknown predicate, a wrong number of terms, or an unknown term.
    """
    if literal.predicate == EQUALS:
        wanted = 2
    elif (parameters := predicates.get(literal.predicate)) is not None:
        wanted = len(parameters)
    else:
        raise wrong(literal.line, f"{literal.predicate!r} in {what} is no predicate: declare it in ':predicates'")
    if len(literal.terms) != wanted:
        raise wrong(
            literal.line,
            f"{literal.predicate!r} in {what} has {len(literal.terms)} arguments and is declared with {wanted}: "
            "make them agree",
        )
    for term in literal.terms:
        if term not in names:
            kind = "variable of the action: add it to ':parameters'" if term.startswith("?") else "object: declare it"
            raise wrong(literal.line, f"{term!r} in {what} is no known {kind}")
