"""A PDDL domain: types, predicates, constants and actions."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from planproof.importers.pddl.literals import EQUALS, MAX_CONJUNCTS, Literal, check_literal, read_conjunction
from planproof.importers.pddl.sexpr import Group, Node, Word, read_form, shown, wrong
from planproof.importers.pddl.types import RESERVED, ROOT, Typed, check_types, read_name, read_typed_list, read_types

REQUIREMENTS: Final = (":strips", ":typing", ":negative-preconditions", ":equality")
"""What planproof reads. A file may use any of it without declaring it, as many do."""

_REFUSED: Mapping[str, str] = {
    ":functions": "numeric fluents",
    ":derived": "derived predicates",
    ":axiom": "derived predicates",
    ":durative-action": "durative actions",
    ":process": "processes",
    ":event": "events",
    ":constraints": "trajectory constraints",
    ":metric": "a metric over numeric fluents",
    ":length": "a bound on the plan's length",
}


@dataclass(frozen=True, slots=True)
class Action:
    """An action schema. Effects delete before they add."""

    name: str
    parameters: tuple[Typed, ...]
    precondition: tuple[Literal, ...]
    effect: tuple[Literal, ...]


@dataclass(frozen=True, slots=True)
class Domain:
    """A domain within the subset that planproof reads.

    `parents` maps each type to its direct supertypes, `predicates` each predicate to its parameters.
    """

    name: str
    parents: Mapping[str, tuple[str, ...]]
    predicates: Mapping[str, tuple[Typed, ...]]
    constants: tuple[Typed, ...]
    actions: Mapping[str, Action]


def read_domain(text: str) -> Domain:
    """Reads a domain: STRIPS with types, constants, negative preconditions and equality.

    Args:
        text: the file.

    Raises:
        PddlError: what is not PDDL, or PDDL beyond that subset, by line and name.

    Example:
        >>> domain = read_domain(
        ...     "(define (domain lights) (:predicates (on ?l))"
        ...     " (:action switch-on :parameters (?l) :precondition (not (on ?l)) :effect (on ?l)))")
        >>> [(a.name, [p.name for p in a.parameters]) for a in domain.actions.values()]
        [('switch-on', ['?l'])]
    """
    form = read_form(text)
    name = read_header(form, "domain")
    parents: dict[str, tuple[str, ...]] = {ROOT: ()}
    predicates: dict[str, tuple[Typed, ...]] = {}
    constants: tuple[Typed, ...] = ()
    actions: dict[str, Action] = {}
    for keyword, section in read_sections(form, repeatable=":action"):
        match keyword:
            case ":requirements":
                check_requirements(section)
            case ":types":
                parents = read_types(section)
            case ":constants":
                constants = read_typed_list(section.items[1:], "constants", variables=False)
            case ":predicates":
                predicates = _read_predicates(section)
            case ":action":
                action = _read_action(section)
                if action.name in actions:
                    raise wrong(section.line, f"the action {action.name!r} is defined twice: keep one")
                actions[action.name] = action
            case _:
                raise refused(keyword, section, "a domain")
    domain = Domain(name, parents, predicates, constants, actions)
    _check(domain)
    return domain


def read_header(form: Group, kind: str) -> str:
    """The name in `(define (domain NAME) ...)` or `(define (problem NAME) ...)`."""
    match form.items:
        case (Word("define"), Group((Word(found), name)), *_) if found == kind:
            return read_name(name, f"a {kind}")
        case _:
            raise wrong(form.line, f"this is not a {kind}: it starts with {shown(form)!r}, not '(define ({kind} NAME)'")


def read_sections(form: Group, repeatable: str = "") -> list[tuple[str, Group]]:
    """The parts behind the header, each with the keyword that it starts with.

    Raises:
        PddlError: a part without a keyword, or a keyword that occurs twice and is not `repeatable`.
    """
    sections: list[tuple[str, Group]] = []
    seen: set[str] = set()
    for item in form.items[2:]:
        if not isinstance(item, Group) or not item.items or not isinstance(head := item.items[0], Word):
            raise wrong(item.line, f"{shown(item)!r} is not a section: write '(:keyword ...)'")
        if head.text in seen and head.text != repeatable:
            raise wrong(item.line, f"a second {head.text!r}: merge it with the first")
        seen.add(head.text)
        sections.append((head.text, item))
    return sections


def refused(keyword: str, section: Group, what: str) -> Exception:
    """The error for a section that planproof does not read."""
    if keyword in _REFUSED:
        return wrong(
            section.line, f"{keyword!r} declares {_REFUSED[keyword]}, which planproof does not read: leave it out"
        )
    return wrong(section.line, f"{keyword!r} is no section of {what} that planproof knows: leave it out")


def check_requirements(section: Group) -> None:
    """Refuses a requirement beyond `REQUIREMENTS`."""
    for item in section.items[1:]:
        if not isinstance(item, Word) or item.text not in REQUIREMENTS:
            raise wrong(
                item.line,
                f"the requirement {shown(item)!r} is beyond what planproof reads ({', '.join(REQUIREMENTS)}): "
                "remove it if nothing in the file uses it",
            )


def _read_predicates(section: Group) -> dict[str, tuple[Typed, ...]]:
    predicates: dict[str, tuple[Typed, ...]] = {}
    for item in section.items[1:]:
        if not isinstance(item, Group) or not item.items:
            raise wrong(item.line, f"{shown(item)!r} is not a predicate: write '(name ?x ...)'")
        name = read_name(item.items[0], "a predicate")
        if name in predicates or name in RESERVED:
            raise wrong(item.line, f"the predicate {name!r} is declared twice or is a word of PDDL: rename it")
        predicates[name] = read_typed_list(item.items[1:], f"parameters of {name!r}", variables=True)
    return predicates


def _read_action(section: Group) -> Action:
    items = section.items
    name = read_name(items[1], "an action") if len(items) > 1 else None
    if name is None:
        raise wrong(section.line, "an action without a name: write '(:action NAME ...)'")
    fields: dict[str, Node] = {}
    for k in range(2, len(items), 2):
        key = items[k]
        if not isinstance(key, Word) or key.text not in {":parameters", ":precondition", ":effect"}:
            raise wrong(
                key.line,
                f"{shown(key)!r} in the action {name!r} is not ':parameters', ':precondition' or ':effect', "
                "and planproof reads no other field: leave it out",
            )
        if key.text in fields or k + 1 == len(items):
            raise wrong(key.line, f"{key.text!r} of the action {name!r} is repeated or has no value: write it once")
        fields[key.text] = items[k + 1]
    parameters = fields.get(":parameters", Group((), section.line))
    if not isinstance(parameters, Group) or len(parameters.items) > MAX_CONJUNCTS:
        raise wrong(parameters.line, f"{shown(parameters)!r} is no list of up to {MAX_CONJUNCTS}: write '(?x ...)'")
    nothing = Group((), section.line)
    return Action(
        name,
        read_typed_list(parameters.items, f"parameters of {name!r}", variables=True),
        read_conjunction(fields.get(":precondition", nothing), f"the precondition of {name!r}"),
        read_conjunction(fields.get(":effect", nothing), f"the effect of {name!r}"),
    )


def _check(domain: Domain) -> None:
    """Refuses names that are declared nowhere, and effects on equality."""
    check_types(domain.constants, domain.parents)
    for parameters in domain.predicates.values():
        check_types(parameters, domain.parents)
    constants = {c.name for c in domain.constants}
    for action in domain.actions.values():
        check_types(action.parameters, domain.parents)
        names = constants | {p.name for p in action.parameters}
        for literal in action.precondition:
            check_literal(literal, domain.predicates, names, f"the precondition of {action.name!r}")
        for literal in action.effect:
            if literal.predicate == EQUALS:
                raise wrong(literal.line, f"the effect of {action.name!r} changes '=', which nothing can: remove it")
            check_literal(literal, domain.predicates, names, f"the effect of {action.name!r}")
