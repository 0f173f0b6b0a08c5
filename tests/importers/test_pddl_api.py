"""The public names, and how fast an import is."""

import time

from planproof import importers
from planproof.importers import pddl


def test_the_public_names_are_exactly_these() -> None:
    assert importers.__all__ == ["Imported", "pddl"]
    assert pddl.__all__ == [
        "Domain",
        "Problem",
        "Imported",
        "PddlError",
        "GOAL_TASK",
        "read_domain",
        "read_problem",
        "read_plan",
    ]
    assert all(hasattr(pddl, name) for name in pddl.__all__)


def test_a_thousand_steps_are_imported_quickly() -> None:
    """Some 25 ms on one core of a small machine; the bound leaves room for a busy one and none for a quadratic loop."""
    domain = pddl.read_domain(
        "(define (domain d) (:predicates (at ?x) (road ?x ?y)) (:action go :parameters (?x ?y)"
        " :precondition (and (at ?x) (road ?x ?y) (not (at ?y))) :effect (and (at ?y) (not (at ?x)))))"
    )
    roads = " ".join(f"(road n{k} n{k + 1})" for k in range(1000))
    objects = " ".join(f"n{k}" for k in range(1001))
    text = f"(define (problem p) (:domain d) (:objects {objects}) (:init (at n0) {roads}) (:goal (at n1000)))"
    plan = "\n".join(f"(go n{k} n{k + 1})" for k in range(1000))
    start = time.process_time()
    imported = pddl.read_plan(domain, pddl.read_problem(text), plan, plan_id="p")
    assert time.process_time() - start < 1
    assert len(imported.plan.tasks) == 1001
