"""The artefacts that rollbacks rest on: who makes them, when, whether they are still there, and what they hold."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Literal

from planproof.gates.analysis import Analysis
from planproof.gates.once import once
from planproof.gates.recovery import recovery_of
from planproof.gates.verifying import counts, observers, touches

Trouble = Literal["made_by_nobody", "made_too_late", "destroyed", "holds_something_else", "holds_unsaid", "unverified"]


@dataclass(frozen=True, slots=True)
class Problem:
    """What is wrong with one artefact of one rollback."""

    trouble: Trouble
    task: int
    artefact: str
    others: tuple[int, ...] = ()
    """Steps that make it too late, or destroy it."""
    resource: str = ""
    """The changed resource that it does not hold."""


def problems(plan: Analysis, i: int) -> tuple[Problem, ...]:
    """What is wrong with the artefacts that the rollback of step `i` uses."""
    return once(plan, _problems).get(i, ())


def all_problems(plan: Analysis, *troubles: Trouble) -> Iterator[Problem]:
    """The problems of some kinds, in list order. None of a step that owes no way back."""
    for found in once(plan, _problems).values():
        for problem in found:
            if problem.trouble in troubles:
                yield problem


def _problems(plan: Analysis) -> dict[int, tuple[Problem, ...]]:
    found: dict[int, tuple[Problem, ...]] = {}
    for i, task in enumerate(plan.tasks):
        if task.rollback is None or not task.rollback.uses or plan.duties[i].recovery is None:
            continue
        recovery = recovery_of(plan, i)
        if recovery.kind == "hollow" and recovery.typed:
            continue  # nothing uses the artefact
        if here := tuple(_of_step(plan, i, recovery.artefacts)):
            found[i] = here
    return found


def _of_step(plan: Analysis, i: int, artefacts: tuple[str, ...]) -> Iterator[Problem]:
    """The problems of one rollback: of an artefact that is not made in time, that alone.

    Whether it is destroyed or does not hold what is lost may rest on words besides, so neither hides another problem.
    """
    made: list[str] = []
    for artefact in artefacts:
        if (problem := _made(plan, i, artefact)) is not None:
            yield problem
            continue
        made.append(artefact)
        destroyed_by = tuple(d for d in plan.destroyers_of.get(artefact, ()) if gone_before(plan, d, i, artefact))
        if destroyed_by:
            yield Problem("destroyed", i, artefact, destroyed_by)
    if len(made) == len(artefacts) and all(makers(plan, a) for a in made):
        yield from _not_held(plan, i, made)
    if plan.irreversible(i) and recovery_of(plan, i).accepted is None:
        for artefact in made:
            if not _is_verified(plan, i, artefact):
                yield Problem("unverified", i, artefact)


def makers(plan: Analysis, name: str) -> tuple[int, ...]:
    """The steps that produce an artefact, or write it by what they declare or run."""
    return once(plan, _makers).get(name, ())


def _makers(plan: Analysis) -> dict[str, tuple[int, ...]]:
    found: dict[str, dict[int, None]] = {}
    for i, (task, effect) in enumerate(zip(plan.tasks, plan.effects, strict=True)):
        for name in effect.produces:
            found.setdefault(name, {})[i] = None
        if not effect.writes:
            continue
        # Not the target alone: whether a step writes its target may rest on its words.
        unsure = plan.names.name(task.target) if task.target and not task.writes else None
        for name in effect.writes:
            if name != unsure:
                found.setdefault(name, {})[i] = None
    return {name: tuple(steps) for name, steps in found.items()}


def _made(plan: Analysis, i: int, artefact: str) -> Problem | None:
    made_by = makers(plan, artefact)
    if plan.was_there(artefact) or any(m == i or plan.graph.before(m, i) for m in made_by):
        return None
    return Problem("made_too_late", i, artefact, made_by) if made_by else Problem("made_by_nobody", i, artefact)


def gone_before(plan: Analysis, d: int, i: int, artefact: str) -> bool:
    """Whether step `d` may have destroyed an artefact when step `i` is rolled back, and no step makes it again."""
    before = plan.graph.before
    if before(i, d):
        return False
    return d == i or not any(before(d, m) and before(m, i) for m in makers(plan, artefact))


def _not_held(plan: Analysis, i: int, artefacts: list[str]) -> Iterator[Problem]:
    """The resources that the step changes and none of the artefacts holds."""
    rollback = plan.tasks[i].rollback
    if not artefacts or rollback is None or rollback.kind == "forward_fix":
        return
    held: set[str] = set()
    for artefact in artefacts:
        for m in makers(plan, artefact):
            held.update(_holds(plan, m, artefact))
    if not held:
        yield Problem("holds_unsaid", i, artefacts[0])
        return
    effect = plan.effects[i]
    for name in effect.changes:
        if name in effect.produces or name in artefacts:
            continue
        # A copy of a part is no copy of the whole.
        if held.isdisjoint(plan.names.wholes(name)) and not _made_from(plan, i, name, artefacts):
            yield Problem("holds_something_else", i, artefacts[0], resource=name)


def _holds(plan: Analysis, maker: int, artefact: str) -> tuple[str, ...]:
    """What an artefact holds: its `of`, else what its maker reads and is aimed at."""
    task = plan.tasks[maker]
    for produced in task.produces:
        if produced.of is not None and plan.names.name(produced.id) == artefact:
            return plan.names.names(produced.of)
    target = plan.names.name(task.target) if task.target else artefact
    return plan.effects[maker].reads if target == artefact else (*plan.effects[maker].reads, target)


def _made_from(plan: Analysis, i: int, name: str, artefacts: list[str]) -> bool:
    """Whether an earlier step made the resource out of one of the artefacts, so that it can be made again."""
    return any(
        plan.graph.before(m, i) and any(touches(plan, plan.effects[m].reads, (a,)) for a in artefacts)
        for m in makers(plan, name)
    )


def _is_verified(plan: Analysis, i: int, artefact: str) -> bool:
    """Whether the step that makes an artefact, or another one before step `i`, observes it with a check that counts."""
    for m in makers(plan, artefact):
        verification = plan.tasks[m].verification
        own = verification is not None and counts(plan, m) and not verification.observes
        if own and m != i and plan.graph.before(m, i):
            return True
    return observers(plan).of((artefact,)) & plan.graph.ancestors(i) != 0
