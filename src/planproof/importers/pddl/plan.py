"""From a domain, a problem and the text of a plan to the goal and plan that planproof judges."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from planproof.importers.imported import Imported
from planproof.importers.pddl.domain import Domain
from planproof.importers.pddl.ground import GroundAction, Needs, atom_of, complement, ground_action, ground_needs
from planproof.importers.pddl.problem import Problem, objects_of
from planproof.importers.pddl.steps import Step, read_steps
from planproof.model.goal import Constraints, Given, Goal
from planproof.model.limits import MAX_ID
from planproof.model.plan import Plan, Precondition, Task

GOAL_TASK: Final = "goal"
"""Id of the last task, which needs what the problem's goal asks for."""


def read_plan(domain: Domain, problem: Problem, text: str, *, plan_id: str) -> Imported:
    """Reads the text of a plan for a problem.

    Each action becomes a task that declares the effect `modify`, in the order of the text; the problem's goal
    becomes the preconditions of a last task `goal` that declares `observe`. The initial state is given. A
    complement `(not (p a))` is tracked where something needs it, and given where `(p a)` is not.

    Args:
        domain: from `read_domain`.
        problem: from `read_problem`.
        text: one action a line, see `read_steps`.
        plan_id: the id of the plan.

    Returns:
        The goal, the plan, and a note for each line that is no step. The plan reaches the problem's goal exactly
        if there are no such notes and every precondition of every task holds.

    Raises:
        PddlError: a problem that does not fit the domain.
        PlanError: a text beyond the limits.

    Example:
        >>> from planproof.importers.pddl import read_domain, read_problem
        >>> domain = read_domain("(define (domain lights) (:predicates (on ?l) (broken ?l)) (:action switch-on"
        ...     " :parameters (?l) :precondition (and (not (on ?l)) (not (broken ?l))) :effect (on ?l)))")
        >>> problem = read_problem("(define (problem dark) (:domain lights) (:objects hall attic)"
        ...     " (:init (broken attic)) (:goal (on hall)))")
        >>> imported = read_plan(domain, problem, "(switch-on hall)", plan_id="p")
        >>> [(t.id, t.establishes, t.removes) for t in imported.plan.tasks]
        [('001-switch-on-hall', ('(on hall)',), ('(not (on hall))',)), ('goal', (), ())]
        >>> [given.fact for given in imported.goal.constraints.given]
        ['(broken attic)', '(not (on hall))', '(not (broken hall))']
        >>> read_plan(domain, problem, "switch on the hall", plan_id="p").problems[0].path
        'line 1'
    """
    objects = objects_of(domain, problem)
    steps, problems = read_steps(domain, objects, text)
    ground = _ground(domain, steps)
    goal_needs = ground_needs(problem.goal, {})

    initial = dict.fromkeys(atom_of(literal, {}) for literal in problem.init if literal.positive)
    negated = dict.fromkeys(atom for needs in (*(g.needs for g in ground), goal_needs) for atom in needs.negated)
    given = (*initial, *(complement(atom) for atom in negated if atom not in initial))
    established = {fact for g in ground for fact in _after(g.adds, g.deletes, negated)}
    preconditions = _Preconditions(frozenset(given) - established)

    width = max(3, len(str(len(steps))))
    tasks = [
        Task(
            id="-".join((f"{number:0{width}}", step.action.name, *(a.name for a in step.arguments)))[:MAX_ID],
            # The name of an action stays out of the fields that words are looked for in: `drop` in a domain of
            # grippers lets go of a ball.
            effect="modify",
            preconditions=preconditions.of(g.needs),
            establishes=_after(g.adds, g.deletes, negated),
            removes=_after(g.deletes, g.adds, negated),
        )
        for number, (step, g) in enumerate(zip(steps, ground, strict=True), 1)
    ]
    tasks.append(Task(id=GOAL_TASK, effect="observe", preconditions=preconditions.of(goal_needs)))
    return Imported(
        goal=Goal(
            id=problem.name,
            constraints=Constraints(environment="sandbox", given=tuple(Given(fact=fact) for fact in given)),
        ),
        plan=Plan(id=plan_id, goal_id=problem.name, tasks=tuple(tasks)),
        problems=problems,
    )


def _ground(domain: Domain, steps: Iterable[Step]) -> list[GroundAction]:
    """Grounds each step; equal steps share the result."""
    known: dict[tuple[str, ...], GroundAction] = {}
    ground: list[GroundAction] = []
    for step in steps:
        key = (step.action.name, *(a.name for a in step.arguments))
        if (g := known.get(key)) is None:
            g = known[key] = ground_action(domain, step.action, step.arguments)
        ground.append(g)
    return ground


def _after(made: tuple[str, ...], unmade: tuple[str, ...], negated: dict[str, None]) -> tuple[str, ...]:
    """The facts that come to hold when the atoms `made` do and `unmade` cease to.

    With the two exchanged: the facts that cease to hold.
    """
    return (*made, *(complement(atom) for atom in unmade if atom in negated))


class _Preconditions:
    """Makes preconditions, one object for equal ones."""

    def __init__(self, environment: frozenset[str]) -> None:
        self._environment = environment
        self._known: dict[str, Precondition] = {}

    def of(self, needs: Needs) -> tuple[Precondition, ...]:
        return tuple(self._one(fact) for fact in needs.facts)

    def _one(self, fact: str) -> Precondition:
        if (known := self._known.get(fact)) is None:
            source = "env" if fact in self._environment else None
            known = self._known[fact] = Precondition(fact=fact, established_by=source)
        return known
