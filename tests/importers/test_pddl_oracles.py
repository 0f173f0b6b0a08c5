"""Random plans against two outside judges: a forward simulator, and unified-planning's own PDDL reader and validator.

PlanBench has neither types nor constants, equality or negative preconditions; these domains have them all.
"""

import random
from collections import Counter
from importlib import import_module
from typing import Any

import pytest

from planproof.graph import PlanGraph
from planproof.importers.pddl import read_domain, read_plan, read_problem
from tests.importers.strips import Failure, Run, Simulator
from tests.support import examples

# Imported by name because unified-planning ships no types: its values are `Any` here.
up_io = import_module("unified_planning.io")
up_engines = import_module("unified_planning.engines")

DOMAIN = """(define (domain courier)
  (:requirements :strips :typing :negative-preconditions :equality)
  (:types truck van - vehicle vehicle parcel - thing place)
  (:constants depot - place)
  (:predicates (at ?t - thing ?p - place) (in ?x - parcel ?v - vehicle) (full ?v - vehicle) (closed ?p - place))
  (:action drive :parameters (?v - vehicle ?from ?to - place)
    :precondition (and (at ?v ?from) (not (= ?from ?to)) (not (closed ?to)))
    :effect (and (not (at ?v ?from)) (at ?v ?to)))
  (:action load :parameters (?x - parcel ?v - van ?p - place)
    :precondition (and (at ?x ?p) (at ?v ?p) (not (full ?v)))
    :effect (and (in ?x ?v) (full ?v) (not (at ?x ?p))))
  (:action unload :parameters (?x - parcel ?v - vehicle ?p - place)
    :precondition (and (in ?x ?v) (at ?v ?p))
    :effect (and (at ?x ?p) (not (in ?x ?v)) (not (full ?v))))
  (:action swap :parameters (?x ?y - parcel ?v - vehicle)
    :precondition (and (in ?x ?v) (at ?y depot) (at ?v depot) (not (in ?y ?v)))
    :effect (and (in ?y ?v) (at ?x depot) (not (in ?x ?v)) (not (at ?y depot))))
  (:action tidy :parameters (?p ?q - place) :precondition (= ?p ?q) :effect (and (closed ?p) (not (closed ?q))))
  (:action open :parameters () :effect (not (closed depot)))
)"""

OBJECTS = {
    "truck": ["lorry"],
    "van": ["cart", "wagon"],
    "parcel": ["box", "crate"],
    "place": ["depot", "shop", "home"],
}
KINDS = {"vehicle": ("truck", "van"), "thing": ("truck", "van", "parcel")}
ACTIONS = {
    "drive": ("vehicle", "place", "place"),
    "load": ("parcel", "van", "place"),
    "unload": ("parcel", "vehicle", "place"),
    "swap": ("parcel", "parcel", "vehicle"),
    "tidy": ("place", "place"),
    "open": (),
}


def of_kind(kind: str) -> list[str]:
    return [name for k in KINDS.get(kind, (kind,)) for name in OBJECTS[k]]


def random_step(rng: random.Random) -> str:
    name = rng.choice([*ACTIONS])
    return f"({' '.join([name, *(rng.choice(of_kind(kind)) for kind in ACTIONS[name])])})"


def random_fact(rng: random.Random) -> str:
    kinds = rng.choice(
        [("at", "thing", "place"), ("in", "parcel", "vehicle"), ("full", "vehicle"), ("closed", "place")]
    )
    return f"({' '.join([kinds[0], *(rng.choice(of_kind(kind)) for kind in kinds[1:])])})"


def random_problem(rng: random.Random) -> str:
    objects = " ".join(f"{' '.join(n for n in names if n != 'depot')} - {kind}" for kind, names in OBJECTS.items())
    start = [f"(at {thing} {rng.choice(OBJECTS['place'])})" for thing in of_kind("thing")]
    start += [random_fact(rng) for _ in range(rng.randint(0, 2))]
    goal = [rng.choice(["{}", "(not {})"]).format(random_fact(rng)) for _ in range(rng.randint(0, 3))]
    return (
        f"(define (problem q) (:domain courier) (:objects {objects})"
        f" (:init {' '.join(start)}) (:goal (and {' '.join(goal)})))"
    )


def random_plan(rng: random.Random, simulator: Simulator) -> list[str]:
    """Steps of which most are applicable where they stand."""
    plan: list[str] = []
    for position in range(rng.randint(0, 8)):
        step = random_step(rng)
        for _ in range(rng.choice([0, 30, 30, 30])):
            if all(f.position != position for f in simulator.run("\n".join([*plan, step])).failures):
                break
            step = random_step(rng)
        plan.append(step)
    return plan


def ours(problem: str, plan: str) -> Run:
    imported = read_plan(read_domain(DOMAIN), read_problem(problem), plan, plan_id="p")
    graph = PlanGraph(imported.plan, (given.fact for given in imported.goal.constraints.given))
    return Run(
        tuple(int(note.path.removeprefix("line ")) for note in imported.problems),
        tuple(Failure(v.task, v.fact) for v in graph.violations()),
    )


@pytest.mark.parametrize("seed", range(examples(150, 5_000)))
def test_failures_are_those_of_a_forward_simulator(seed: int) -> None:
    """Also where objects have the wrong type or lines are no steps; every failure, in order."""
    rng = random.Random(seed)
    problem = random_problem(rng)
    simulator = Simulator(DOMAIN, problem)
    for _ in range(4):
        plan = random_plan(rng, simulator)
        if plan and rng.random() < 0.3:
            words = plan[k := rng.randrange(len(plan))].strip("()").split()
            words[rng.randrange(len(words))] = rng.choice([*of_kind("thing"), *OBJECTS["place"], "ghost"])
            plan[k] = f"({' '.join(words)})"
        expected = simulator.run("\n".join(plan))
        deduplicated = expected._replace(failures=tuple(dict.fromkeys(expected.failures)))
        assert ours(problem, "\n".join(plan)) == deduplicated, (problem, plan)


@pytest.mark.parametrize("seed", range(examples(25, 400)))
def test_verdict_and_first_failing_step_are_those_of_unified_planning(seed: int) -> None:
    rng = random.Random(seed)
    problem = random_problem(rng)
    reader: Any = up_io.PDDLReader()
    read: Any = reader.parse_problem_string(DOMAIN, problem)
    validator: Any = up_engines.SequentialPlanValidator()
    simulator = Simulator(DOMAIN, problem)
    for _ in range(8):
        plan = "\n".join(random_plan(rng, simulator))
        result: Any = validator.validate(read, reader.parse_plan_string(read, plan))
        # The trace holds the states up to the step that fails.
        valid = result.status == up_engines.ValidationResultStatus.VALID
        first = min((f.position for f in ours(problem, plan).failures), default=None)
        assert first == (None if valid else len(result.trace) - 1), (problem, plan)


def test_the_sample_holds_every_kind_of_plan() -> None:
    kinds: Counter[str] = Counter()
    for seed in range(300):
        rng = random.Random(seed)
        problem = random_problem(rng)
        simulator = Simulator(DOMAIN, problem)
        plan = random_plan(rng, simulator)
        run = simulator.run("\n".join(plan))
        kinds["valid" if run.valid else "goal" if run.failures[0].position == len(plan) else "step"] += 1
        kinds["negative"] += any(f.condition.startswith("(not (=") for f in run.failures)
        kinds["complement"] += any(f.condition.startswith("(not (") for f in run.failures)
        kinds["equality"] += any(f.condition.startswith("(=") for f in run.failures)
    assert all(kinds[kind] >= 10 for kind in ("valid", "goal", "step", "negative", "complement", "equality")), kinds
