"""Domains and problems: what is read, and what is refused by line and name."""

import pytest

from planproof.importers.pddl import PddlError, read_domain, read_plan, read_problem
from planproof.importers.pddl.literals import Literal

COURIER = """
; every feature that is read
(DEFINE (domain Courier)
  (:requirements :strips :typing :negative-preconditions :equality)
  (:types truck van - vehicle  vehicle parcel - thing  place thing)
  (:constants depot - place)
  (:predicates (at ?t - thing ?p - place) (in ?x - parcel ?v - vehicle) (broken ?v - vehicle) (lit))
  (:action drive
    :parameters (?v - vehicle ?from ?to - place)
    :precondition (and (at ?v ?from) (not (broken ?v)) (and (not (= ?from ?to))))
    :effect (and (not (at ?v ?from)) (at ?v ?to)))
  (:action return :parameters (?v - (either truck van)) :effect (at ?v depot)))
"""
"""Line 1 is empty."""

ERRAND = """(define (problem errand) (:domain courier)
  (:objects lorry - truck cart - van box - parcel shop - place)
  (:init (at lorry depot) (at box shop) (not (broken cart)))
  (:goal (and (at lorry shop) (not (lit)))))
"""


def courier(old: str = "", new: str = "") -> str:
    assert old in COURIER
    return COURIER.replace(old, new, 1) if old else COURIER


def errand(old: str = "", new: str = "") -> str:
    assert old in ERRAND
    return ERRAND.replace(old, new, 1) if old else ERRAND


def test_a_domain_is_read_in_lower_case_with_all_its_features() -> None:
    domain = read_domain(COURIER)
    assert domain.name == "courier"
    assert domain.parents == {
        "object": (),
        "truck": ("vehicle",),
        "van": ("vehicle",),
        "vehicle": ("thing",),
        "parcel": ("thing",),
        "place": ("object",),
        "thing": ("object",),
    }
    assert [(c.name, c.types) for c in domain.constants] == [("depot", ("place",))]
    assert {name: [p.types for p in ps] for name, ps in domain.predicates.items()} == {
        "at": [("thing",), ("place",)],
        "in": [("parcel",), ("vehicle",)],
        "broken": [("vehicle",)],
        "lit": [],
    }
    drive = domain.actions["drive"]
    assert [(p.name, p.types) for p in drive.parameters] == [
        ("?v", ("vehicle",)),
        ("?from", ("place",)),
        ("?to", ("place",)),
    ]
    assert drive.precondition == (
        Literal("at", ("?v", "?from"), True, 10),
        Literal("broken", ("?v",), False, 10),
        Literal("=", ("?from", "?to"), False, 10),
    )
    assert drive.effect == (Literal("at", ("?v", "?from"), False, 11), Literal("at", ("?v", "?to"), True, 11))
    back = domain.actions["return"]
    assert (back.precondition, back.parameters[0].types) == ((), ("truck", "van"))


def test_a_problem_is_read() -> None:
    problem = read_problem(ERRAND)
    assert (problem.name, problem.domain) == ("errand", "courier")
    assert [(o.name, o.types[0]) for o in problem.objects] == [
        ("lorry", "truck"),
        ("cart", "van"),
        ("box", "parcel"),
        ("shop", "place"),
    ]
    assert [literal.positive for literal in problem.init] == [True, True, False]
    assert problem.goal == (Literal("at", ("lorry", "shop"), True, 4), Literal("lit", (), False, 4))


@pytest.mark.parametrize("ending", ["\n", "\r\n", "\r"])
def test_lines_are_counted_whatever_ends_them(ending: str) -> None:
    text = courier("(lit)", "(lit) 7").replace("\n", ending)
    with pytest.raises(PddlError, match=r"^line 7: '7' is not a predicate"):
        read_domain(text)


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        # Beyond the subset, by name.
        (":equality)", ":equality :adl)", "line 4: the requirement ':adl' is beyond what planproof reads"),
        (":equality)", ":equality (x))", r"line 4: the requirement '\(x\)' is beyond"),
        (
            "(not (broken ?v))",
            "(or (lit) (broken ?v))",
            "line 10: 'or' in the precondition of 'drive' is a disj",
        ),
        (
            "(not (broken ?v))",
            "(imply (lit) (lit))",
            "line 10: 'imply' in .* of 'drive' is an implication",
        ),
        ("(not (broken ?v))", "(forall (?x - van) (broken ?x))", "line 10: 'forall' .* is a quantifier"),
        ("(not (broken ?v))", "(not (exists (?x - van) (broken ?x)))", "line 10: 'exists' .* is a quantifier"),
        ("(not (broken ?v))", "(> (fuel ?v) 3)", "line 10: '>' in .* is a numeric condition"),
        ("(not (broken ?v))", "(preference p (lit))", "line 10: 'preference' in .* is a preference"),
        ("(not (broken ?v))", "(not (and (lit) (broken ?v)))", "line 10: .* does not negate one atom"),
        ("(not (broken ?v))", "(not (not (lit)))", "line 10: .* does not negate one atom"),
        ("(not (broken ?v))", "(not (lit) (lit))", "line 10: .* does not negate one atom"),
        ("(at ?v ?to)))", "(when (lit) (at ?v ?to))))", "line 11: 'when' in the effect of 'drive' is a conditional"),
        ("(at ?v ?to)))", "(increase (cost) 1)))", "line 11: 'increase' in the effect of 'drive' is a numeric effect"),
        ("(at ?v ?to)))", "(at ?v (home ?v))))", "line 11: .* has an argument in parentheses"),
        ("(:constants", "(:functions (cost)) (:constants", "line 6: ':functions' declares numeric fluents"),
        ("(:constants", "(:derived (lit) (lit)) (:constants", "line 6: ':derived' declares derived predicates"),
        ("(:constants", "(:durative-action a) (:constants", "line 6: ':durative-action' declares durative actions"),
        ("(:constants", "(:surprise) (:constants", "line 6: ':surprise' is no section of a domain"),
        (":effect (at ?v depot)", ":duration 3 :effect (at ?v depot)", "line 12: ':duration' .* reads no other field"),
        # Names nobody declared, and shapes that do not fit.
        ("(at ?v depot)", "(near ?v depot)", "line 12: 'near' in the effect of 'return' is no predicate"),
        ("(at ?v depot)", "(at ?v)", "line 12: 'at' .* has 1 arguments and is declared with 2"),
        ("(at ?v depot)", "(at ?w depot)", r"line 12: '\?w' .* is no known variable of the action"),
        ("(at ?v depot)", "(at ?v home)", "line 12: 'home' .* is no known object"),
        ("(at ?v depot)", "(= ?v depot)", "line 12: the effect of 'return' changes '='"),
        ("(at ?v depot)", "lit", "line 12: 'lit' in the effect of 'return' is not an atom"),
        ("(at ?v depot)", "((at) ?v depot)", "line 12: .* is not an atom"),
        ("(at ?v depot)", "(or)", "line 12: 'or' in .* is a disjunction"),
        ("(at ?v depot)", "(define)", "line 12: .* is not an atom"),
        ("(not (= ?from ?to))", "(= ?from)", "line 10: '=' .* has 1 arguments and is declared with 2"),
        ("depot - place", "depot - port", "line 6: 'depot' has the type 'port', which the domain lacks"),
        ("?t - thing", "?t - stuff", r"line 7: '\?t' has the type 'stuff'"),
        ("(either truck van)", "(either truck ship)", r"line 12: '\?v' has the type 'ship'"),
        ("(either truck van)", "(or truck van)", r"line 12: '\(or truck van\)' is not a type"),
        ("(either truck van)", "(either)", r"line 12: '\(either\)' is not a type"),
        ("(?v - vehicle ?from ?to - place)", "(?v ?v)", r"line 9: '\?v' is declared twice"),
        ("(?v - vehicle ?from ?to - place)", "(v)", r"line 9: 'v' is not a variable for parameters of 'drive'"),
        ("(?v - vehicle ?from ?to - place)", "(?v -)", "line 9: a '-' needs names before it and a type after it"),
        ("(?v - vehicle ?from ?to - place)", "(- vehicle)", "line 9: a '-' needs names before it"),
        ("(?v - vehicle ?from ?to - place)", "?v", "line 9: .* is no list of up to"),
        ("depot - place", "depot - place depot - van", "line 6: 'depot' is declared twice in the list of constants"),
        ("depot - place", "?depot - place", r"line 6: '\?depot' is not a name for constants"),
        ("(lit))", "(lit) (lit ?x))", "line 7: the predicate 'lit' is declared twice"),
        ("(lit))", "(not ?x))", "line 7: the predicate 'not' is .* a word of PDDL"),
        ("(lit))", "(=  ?x ?y))", "line 7: '=' is not a name for a predicate"),
        ("(lit))", "lit)", "line 7: 'lit' is not a predicate"),
        ("(:action return", "(:action drive", "line 12: the action 'drive' is defined twice"),
        ("(:action return", "(:action) (:action return", "line 12: an action without a name"),
        ("(:action return", "(:action (x)", r"line 12: '\(x\)' is not a name for an action"),
        (":effect (at ?v depot)", ":effect (lit) :effect (lit)", "line 12: ':effect' .* is repeated"),
        (":effect (at ?v depot)", ":effect", "line 12: ':effect' .* has no value"),
        ("(:constants depot - place)", "(:constants) (:constants)", "line 6: a second ':constants'"),
        ("(:constants depot - place)", "constants", "line 6: 'constants' is not a section"),
        ("(:constants depot - place)", "()", r"line 6: '\(\)' is not a section"),
        # Not a domain at all.
        ("(domain Courier)", "(problem Courier)", "line 3: this is not a domain"),
        ("(domain Courier)", "(domain)", "line 3: this is not a domain"),
        ("(domain Courier)", "(domain c++)", r"line 3: 'c\+\+' is not a name for a domain"),
        ("(DEFINE", "(DEFINE (", r"line 3: this '\(' is never closed"),
        ("depot)))", "depot))) )", r"line 12: '\)' is outside the form"),
        ("(DEFINE", "hello (DEFINE", "line 3: 'hello' is outside the form"),
        ("(lit)", "(l\u0131t)", "line 7: 'l\u0131t' is not ASCII"),
    ],
)
def test_a_domain_beyond_the_subset_is_refused_by_line_and_name(old: str, new: str, message: str) -> None:
    with pytest.raises(PddlError, match=f"^{message}"):
        read_domain(courier(old, new))


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ("(:goal", "(:metric minimize (cost)) (:goal", "line 4: ':metric' declares a metric"),
        ("(:goal", "(:constraints (lit)) (:goal", "line 4: ':constraints' declares trajectory constraints"),
        ("(:goal", "(:requirements :fluents) (:goal", "line 4: the requirement ':fluents' is beyond"),
        ("(:goal", "(:wishes) (:goal", "line 4: ':wishes' is no section of a problem"),
        ("(and (at lorry shop)", "(or (at lorry shop)", "line 4: 'or' in the goal is a disjunction"),
        ("(at box shop)", "(= (cost) 0)", "line 3: .* has an argument in parentheses"),
        ("(at box shop)", "(= box shop)", "line 3: '=' in ':init' sets a number or equates two names"),
        ("(at box shop)", "(at 5 (lit))", "line 3: .* has an argument in parentheses"),
        ("(at box shop)", "(and (lit))", "line 3: ':init' is a list of facts"),
        ("(not (broken cart))", "(not (at box shop))", "line 3: ':init' states 'at' of .* both true and false"),
        ("(:domain courier)", "", "line 1: the problem 'errand' has no ':domain'"),
        ("(:domain courier)", "(:domain a b)", "line 1: ':domain' takes one value"),
        ("(:domain courier)", "(:domain courier) (:domain courier)", "line 1: a second ':domain'"),
        ("(problem errand)", "(domain errand)", "line 1: this is not a problem"),
        ("shop - place", "shop - place box - truck", "line 2: 'box' is declared twice"),
    ],
)
def test_a_problem_beyond_the_subset_is_refused_by_line_and_name(old: str, new: str, message: str) -> None:
    with pytest.raises(PddlError, match=f"^{message}"):
        read_problem(errand(old, new))


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ("courier", "trains", "the problem 'errand' is for the domain 'trains', not 'courier'"),
        ("box - parcel", "box - crate", "the problem 'errand', line 2: 'box' has the type 'crate'"),
        ("box - parcel", "depot - van box - parcel", "the problem 'errand', line 2: 'depot' is a constant of another"),
        ("(at box shop)", "(near box shop)", "the problem 'errand', line 3: 'near' in ':init' is no predicate"),
        ("(at box shop)", "(at crate shop)", "the problem 'errand', line 3: 'crate' in ':init' is no known object"),
        ("(at box shop)", "(at shop shop)", "the problem 'errand', line 3: 'shop' in ':init' is a place, where 'at'"),
        ("(at lorry shop)", "(at lorry)", "the problem 'errand', line 4: 'at' in the goal has 1 arguments"),
        ("(at lorry shop)", "(in lorry cart)", "the problem 'errand', line 4: 'lorry' in the goal is a truck"),
        ("(not (lit))", "(not (= box))", "the problem 'errand', line 4: '=' in the goal has 1 arguments"),
    ],
)
def test_a_problem_that_does_not_fit_its_domain_is_refused(old: str, new: str, message: str) -> None:
    with pytest.raises(PddlError, match=f"^{message}"):
        read_plan(read_domain(COURIER), read_problem(errand(old, new)), "", plan_id="p")


def test_equal_declarations_may_be_repeated() -> None:
    problem = read_problem(errand("box - parcel", "box - parcel box - parcel depot - place"))
    assert [o.name for o in problem.objects] == ["lorry", "cart", "box", "depot", "shop"]
    assert not read_plan(read_domain(COURIER), problem, "", plan_id="p").problems


def test_types_may_form_a_circle() -> None:
    domain = read_domain("(define (domain d) (:types a - b b - a c) (:predicates (p ?x - a)))")
    problem = read_problem("(define (problem q) (:domain d) (:objects x - b y - c) (:init (p x)) (:goal (p x)))")
    read_plan(domain, problem, "", plan_id="p")
    wrong = read_problem("(define (problem q) (:domain d) (:objects y - c) (:init (p y)) (:goal (p y)))")
    with pytest.raises(PddlError, match="'y' in ':init' is a c, where 'p' takes a a"):
        read_plan(domain, wrong, "", plan_id="p")


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "the file is empty"),
        ("\n; nothing\n", "the file is empty"),
        ("(" * 65, "line 1: parentheses nested deeper than 64"),
        (" " * (4 * 1024 * 1024 + 1), "a file of 4194305 characters"),
        ("(" + "a " * 500_000 + ")", "line 1: more than 500000 words"),
        ("()", r"line 1: this is not a domain: it starts with '\(\)'"),
        (f"(define (domain {'d' * 501}))", "line 1: .* has 501 characters: use up to 500"),
        ("(define (domain d) (:predicates (p))" + f"(:action a :effect (and {'(p) ' * 10_001})))", ".*10001 parts"),
    ],
    ids=["empty", "comment", "depth", "characters", "words", "no header", "name", "conjuncts"],
)
def test_a_file_beyond_the_limits_is_refused(text: str, message: str) -> None:
    with pytest.raises(PddlError, match=f"^{message}"):
        read_domain(text)
