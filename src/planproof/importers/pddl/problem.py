"""A PDDL problem: objects, the initial state and the goal; and its fit with a domain."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from planproof.importers.pddl.domain import Domain, check_requirements, read_header, read_sections, refused
from planproof.importers.pddl.literals import EQUALS, Literal, check_literal, read_conjunction
from planproof.importers.pddl.sexpr import Group, Word, read_form, wrong
from planproof.importers.pddl.types import Typed, check_types, is_a, read_name, read_typed_list
from planproof.model.errors import PddlError


@dataclass(frozen=True, slots=True)
class Problem:
    """A problem within the subset that planproof reads. What `init` does not state is false."""

    name: str
    domain: str
    objects: tuple[Typed, ...]
    init: tuple[Literal, ...]
    goal: tuple[Literal, ...]


def read_problem(text: str) -> Problem:
    """Reads a problem; whether it fits a domain is decided where both are known.

    Args:
        text: the file.

    Raises:
        PddlError: what is not PDDL, or PDDL beyond the subset, by line and name.

    Example:
        >>> problem = read_problem(
        ...     "(define (problem dark) (:domain lights) (:objects hall) (:init) (:goal (on hall)))")
        >>> problem.goal
        (Literal(predicate='on', terms=('hall',), positive=True, line=1),)
    """
    form = read_form(text)
    name = read_header(form, "problem")
    objects: tuple[Typed, ...] = ()
    found: dict[str, Group] = {}
    for keyword, section in read_sections(form):
        match keyword:
            case ":requirements":
                check_requirements(section)
            case ":objects":
                objects = read_typed_list(section.items[1:], "objects", variables=False)
            case ":domain" | ":init" | ":goal":
                found[keyword] = section
            case _:
                raise refused(keyword, section, "a problem")
    for keyword in (":domain", ":init", ":goal"):
        if keyword not in found:
            raise wrong(form.line, f"the problem {name!r} has no {keyword!r}: add it")
    for keyword in (":domain", ":goal"):
        if len(found[keyword].items) != 2:
            raise wrong(found[keyword].line, f"{keyword!r} takes one value: write '({keyword} ...)' with one")
    return Problem(
        name,
        read_name(found[":domain"].items[1], "a domain"),
        objects,
        _read_init(found[":init"]),
        read_conjunction(found[":goal"].items[1], "the goal"),
    )


def _read_init(section: Group) -> tuple[Literal, ...]:
    facts: list[Literal] = []
    for item in section.items[1:]:
        if isinstance(item, Group) and item.items and isinstance(head := item.items[0], Word) and head.text == "and":
            raise wrong(item.line, "':init' is a list of facts: leave the '(and ...)' around them out")
        facts.extend(read_conjunction(item, "':init'"))
    signs: dict[tuple[str, tuple[str, ...]], bool] = {}
    for fact in facts:
        if fact.predicate == EQUALS:
            raise wrong(
                fact.line,
                "'=' in ':init' sets a number or equates two names, which planproof does not read: leave it out",
            )
        if signs.setdefault((fact.predicate, fact.terms), fact.positive) != fact.positive:
            raise wrong(fact.line, f"':init' states {fact.predicate!r} of {fact.terms!r} both true and false: keep one")
    return tuple(facts)


def objects_of(domain: Domain, problem: Problem) -> Mapping[str, Typed]:
    """The constants and objects by name, after checking that the problem fits the domain.

    Raises:
        PddlError: another domain's problem, an object declared against a constant, or a fact that the domain's
            predicates and types leave no room for.
    """
    if problem.domain != domain.name:
        raise PddlError(
            f"the problem {problem.name!r} is for the domain {problem.domain!r}, not {domain.name!r}: "
            "give the domain and the problem that belong together"
        )
    try:
        check_types(problem.objects, domain.parents)
        objects = {c.name: c for c in domain.constants}
        for declared in problem.objects:
            if objects.setdefault(declared.name, declared).types != declared.types:
                raise wrong(declared.line, f"{declared.name!r} is a constant of another type: rename the object")
        for where, literals in (("':init'", problem.init), ("the goal", problem.goal)):
            for literal in literals:
                check_literal(literal, domain.predicates, objects, where)
                _check_term_types(literal, domain, objects, where)
    except PddlError as error:
        raise PddlError(f"the problem {problem.name!r}, {error}") from None
    return objects


def _check_term_types(literal: Literal, domain: Domain, objects: Mapping[str, Typed], where: str) -> None:
    if literal.predicate == EQUALS:
        return
    for term, parameter in zip(literal.terms, domain.predicates[literal.predicate], strict=True):
        if not is_a(objects[term].types, parameter.types, domain.parents):
            raise wrong(
                literal.line,
                f"{term!r} in {where} is a {' or '.join(objects[term].types)}, where {literal.predicate!r} takes a "
                f"{' or '.join(parameter.types)}: give another object",
            )
