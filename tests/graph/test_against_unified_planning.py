"""The graph against the sequential validator of unified-planning, on random STRIPS problems.

Both are given the same problem by different routes: unified-planning as fluents and actions, planproof as facts
and tasks. They must agree on the verdict and, where it is invalid, on the first step that fails.
"""

import random
from collections import Counter
from dataclasses import dataclass
from importlib import import_module
from typing import Any

import pytest

from planproof.graph import PlanGraph
from planproof.model.plan import Dependency, Plan, Precondition, Task
from tests.support import examples

PLANS_PER_PROBLEM = 21

# Imported by name because unified-planning ships no types: its values are `Any` here.
up_environment = import_module("unified_planning.environment")
up_model = import_module("unified_planning.model")
up_plans = import_module("unified_planning.plans")
up_engines = import_module("unified_planning.engines")


@dataclass(frozen=True)
class Step:
    """A ground action: literals are (atom, wanted value), effects delete before they add."""

    needs: tuple[tuple[str, bool], ...]
    adds: frozenset[str]
    deletes: frozenset[str]


@dataclass(frozen=True)
class World:
    atoms: tuple[str, ...]
    initial: frozenset[str]
    steps: tuple[Step, ...]


def random_world(rng: random.Random) -> World:
    atoms = tuple(f"p{k}" for k in range(rng.randint(2, 8)))

    def some(most: int) -> frozenset[str]:
        return frozenset(rng.sample(atoms, rng.randint(0, min(most, len(atoms)))))

    return World(
        atoms,
        some(len(atoms)),
        tuple(
            Step(tuple((atom, rng.random() < 0.7) for atom in sorted(some(3))), some(3), some(3))
            for _ in range(rng.randint(2, 8))
        ),
    )


def random_walk(world: World, rng: random.Random) -> tuple[list[int], tuple[tuple[str, bool], ...]]:
    """A plan whose steps are applicable, and a goal that holds at its end."""
    state = set(world.initial)
    plan: list[int] = []
    for _ in range(rng.randint(0, 10)):
        applicable = [k for k, s in enumerate(world.steps) if all((a in state) == wanted for a, wanted in s.needs)]
        if not applicable:
            break
        k = rng.choice(applicable)
        state = (state - world.steps[k].deletes) | world.steps[k].adds
        plan.append(k)
    return plan, tuple((atom, atom in state) for atom in rng.sample(world.atoms, rng.randint(1, len(world.atoms))))


def mutated(plan: list[int], world: World, rng: random.Random) -> list[int]:
    plan = list(plan)
    match rng.choice(["drop", "swap", "insert", "replace", "repeat"]):
        case "drop" if plan:
            del plan[rng.randrange(len(plan))]
        case "swap" if len(plan) > 1:
            a, b = rng.sample(range(len(plan)), 2)
            plan[a], plan[b] = plan[b], plan[a]
        case "replace" if plan:
            plan[rng.randrange(len(plan))] = rng.randrange(len(world.steps))
        case "repeat" if plan:
            k = rng.randrange(len(plan))
            plan.insert(k, plan[k])
        case _:
            plan.insert(rng.randint(0, len(plan)), rng.randrange(len(world.steps)))
    return plan


class Oracle:
    """unified-planning's verdict on plans for one problem."""

    def __init__(self, world: World, goal: tuple[tuple[str, bool], ...]) -> None:
        environment: Any = up_environment.Environment()
        environment.credits_stream = None
        problem: Any = up_model.Problem("random", environment)
        fluents: dict[str, Any] = {atom: up_model.Fluent(atom, environment=environment) for atom in world.atoms}
        for atom, fluent in fluents.items():
            problem.add_fluent(fluent, default_initial_value=atom in world.initial)
        self._actions: list[Any] = []
        for k, step in enumerate(world.steps):
            action: Any = up_model.InstantaneousAction(f"a{k}", _env=environment)
            for atom, wanted in step.needs:
                action.add_precondition(fluents[atom] if wanted else ~fluents[atom])
            for atom in sorted(step.deletes - step.adds):
                action.add_effect(fluents[atom], False)
            for atom in sorted(step.adds):
                action.add_effect(fluents[atom], True)
            problem.add_action(action)
            self._actions.append(action)
        for atom, wanted in goal:
            problem.add_goal(fluents[atom] if wanted else ~fluents[atom])
        self._environment = environment
        self._problem = problem
        self._validator: Any = up_engines.SequentialPlanValidator(environment=environment)

    def first_failure(self, plan: list[int]) -> int | None:
        """Position of the first step that fails, the goal standing behind the last; None where all hold."""
        instances = [up_plans.ActionInstance(self._actions[k]) for k in plan]
        result: Any = self._validator.validate(self._problem, up_plans.SequentialPlan(instances, self._environment))
        # The trace holds the states up to the step that fails.
        return None if result.status == up_engines.ValidationResultStatus.VALID else len(result.trace) - 1


def facts_of(needs: tuple[tuple[str, bool], ...]) -> tuple[Precondition, ...]:
    return tuple(Precondition(fact=atom if wanted else f"not {atom}") for atom, wanted in needs)


def as_plan(world: World, plan: list[int], goal: tuple[tuple[str, bool], ...]) -> tuple[Plan, list[str]]:
    """The same as a list, with a fact for each atom and one for its complement."""
    tasks = [
        Task(
            id=f"t{position}",
            effect="modify",
            preconditions=facts_of(step.needs),
            establishes=(*sorted(step.adds), *(f"not {atom}" for atom in sorted(step.deletes - step.adds))),
            removes=(*sorted(step.deletes), *(f"not {atom}" for atom in sorted(step.adds))),
        )
        for position, step in enumerate(world.steps[k] for k in plan)
    ]
    tasks.append(Task(id=f"t{len(plan)}", effect="observe", preconditions=facts_of(goal)))
    given = [atom if atom in world.initial else f"not {atom}" for atom in world.atoms]
    return Plan(id="p", tasks=tuple(tasks)), given


def as_chain(plan: Plan, rng: random.Random) -> Plan:
    """The same steps ordered by dependencies alone, in a list that is out of order."""
    dependencies = [Dependency(from_task=a.id, to_task=b.id) for a, b in zip(plan.tasks, plan.tasks[1:], strict=False)]
    tasks = list(plan.tasks)
    rng.shuffle(tasks)
    rng.shuffle(dependencies)
    return plan.model_copy(update={"execution": "dag", "tasks": tuple(tasks), "dependencies": tuple(dependencies)})


def first_violation(plan: Plan, given: list[str]) -> int | None:
    failing = [int(plan.tasks[v.task].id[1:]) for v in PlanGraph(plan, given).violations()]
    return min(failing, default=None)


@pytest.mark.parametrize("seed", range(examples(100, 1_000)))
def test_verdict_and_first_failing_step_agree(seed: int) -> None:
    rng = random.Random(seed)
    world = random_world(rng)
    sound, goal = random_walk(world, rng)
    oracle = Oracle(world, goal)
    assert oracle.first_failure(sound) is None
    plans = [sound]
    while len(plans) < PLANS_PER_PROBLEM:
        plans.append(mutated(rng.choice(plans), world, rng))
    for steps in plans:
        expected = oracle.first_failure(steps)
        plan, given = as_plan(world, steps, goal)
        assert first_violation(plan, given) == expected, (world, steps, goal)
        assert first_violation(as_chain(plan, rng), given) == expected, (world, steps, goal)


def test_the_sample_holds_every_kind_of_plan() -> None:
    """A comparison says something only if both verdicts occur often, and failures at steps as well as at the goal."""
    kinds: Counter[str] = Counter()
    for seed in range(100):
        rng = random.Random(seed)
        world = random_world(rng)
        sound, goal = random_walk(world, rng)
        for _ in range(20):
            steps = mutated(sound, world, rng)
            plan, given = as_plan(world, steps, goal)
            first = first_violation(plan, given)
            kinds["valid" if first is None else "goal" if first == len(steps) else "step"] += 1
    assert min(kinds[kind] for kind in ("valid", "goal", "step")) > 100, kinds
