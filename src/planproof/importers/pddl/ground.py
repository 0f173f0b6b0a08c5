"""Ground actions: what a step needs, establishes and removes, as facts.

Facts are written as PDDL writes them: `(on a b)` for an atom, `(not (on a b))` for its complement. A plan knows
facts that hold and nothing else, so a negative precondition needs a fact of its own (Gazen and Knoblock,
"Combining the expressivity of UCPOP with the efficiency of Graphplan", 1997).

Equality and types do not change. One that holds says nothing and is left out; one that fails becomes a
precondition that nothing can establish: `(= a b)`, `(not (= a a))`, `p0 - truck`.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from planproof.importers.pddl.domain import Action, Domain
from planproof.importers.pddl.literals import EQUALS, Literal
from planproof.importers.pddl.types import Typed, is_a
from planproof.model.errors import PddlError
from planproof.model.limits import MAX_ID


@dataclass(frozen=True, slots=True)
class Needs:
    """Conditions, split by what they need: atoms that hold, atoms that do not, and what can never be."""

    facts: tuple[str, ...]
    """In the order of the conditions: atoms, complements, and conditions that fail whatever the state is."""
    negated: tuple[str, ...]
    """The atoms whose complement is among the facts."""


@dataclass(frozen=True, slots=True)
class GroundAction:
    """An action applied to objects. An atom that it deletes and adds is only in `adds`."""

    needs: Needs
    adds: tuple[str, ...]
    deletes: tuple[str, ...]


def complement(atom: str) -> str:
    """The fact that an atom does not hold."""
    return f"(not {atom})"


def atom_of(literal: Literal, binding: Mapping[str, str]) -> str:
    """The atom of a literal, its variables replaced.

    Raises:
        PddlError: an atom longer than a fact may be.
    """
    atom = f"({' '.join((literal.predicate, *(binding.get(term, term) for term in literal.terms)))})"
    if len(atom) > MAX_ID - len(complement("")):
        raise PddlError(f"the fact {atom[:80]!r}... has {len(atom)} characters: shorten the names in it")
    return atom


def ground_needs(literals: tuple[Literal, ...], binding: Mapping[str, str]) -> Needs:
    """What a conjunction needs once its variables are replaced."""
    facts: dict[str, None] = {}
    negated: dict[str, None] = {}
    for literal in literals:
        atom = atom_of(literal, binding)
        if literal.predicate == EQUALS:
            left, right = (binding.get(term, term) for term in literal.terms)
            if (left == right) == literal.positive:
                continue
        elif not literal.positive:
            negated[atom] = None
        facts[atom if literal.positive else complement(atom)] = None
    return Needs(tuple(facts), tuple(negated))


def _type(types: tuple[str, ...]) -> str:
    return types[0] if len(types) == 1 else f"(either {' '.join(types)})"


def ground_action(domain: Domain, action: Action, arguments: tuple[Typed, ...]) -> GroundAction:
    """Applies an action to as many objects as it has parameters.

    Example:
        >>> from planproof.importers.pddl.domain import read_domain
        >>> domain = read_domain("(define (domain d) (:types lamp) (:predicates (on ?l))"
        ...     " (:action turn-on :parameters (?l - lamp) :precondition (not (on ?l)) :effect (on ?l)))")
        >>> ground_action(domain, domain.actions["turn-on"], (Typed("cat", ("object",), 1),)).needs
        Needs(facts=('cat - lamp', '(not (on cat))'), negated=('(on cat)',))
    """
    binding = {p.name: a.name for p, a in zip(action.parameters, arguments, strict=True)}
    misfits = tuple(
        f"{a.name} - {_type(p.types)}"
        for p, a in zip(action.parameters, arguments, strict=True)
        if not is_a(a.types, p.types, domain.parents)
    )
    needs = ground_needs(action.precondition, binding)
    adds = dict.fromkeys(atom_of(e, binding) for e in action.effect if e.positive)
    deletes = dict.fromkeys(atom_of(e, binding) for e in action.effect if not e.positive)
    return GroundAction(
        Needs(misfits + needs.facts, needs.negated), tuple(adds), tuple(atom for atom in deletes if atom not in adds)
    )
