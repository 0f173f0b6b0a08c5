"""What is wrong with the preconditions of a plan, each told by one rule."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Literal

from planproof.gates.analysis import Analysis
from planproof.gates.once import once
from planproof.graph import Violation
from planproof.model.plan import Precondition

Fault = Literal["unknown_provider", "own_word", "forward", "circle", "outcome"]
"""`circle`: the provider and the step wait for one another, in a list; a structure rule tells it."""


@dataclass(frozen=True, slots=True)
class Grounding:
    """A precondition whose grounds are wrong by its own words."""

    fault: Fault
    task: int
    precondition: int
    fact: str
    holds: bool
    """Whether the fact holds all the same, in every execution."""
    others: int = 0
    """Bitset: the steps that establish the fact, or the provider that is listed later."""


def groundings(plan: Analysis, fault: Fault) -> Iterator[Grounding]:
    """The preconditions with one fault, in list order; of the same fact of the same step the first."""
    seen: set[tuple[str, str]] = set()
    for found in once(plan, _groundings).values():
        key = (plan.tasks[found.task].id, found.fact)
        if found.fault == fault and key not in seen:
            seen.add(key)
            yield found


def violations(plan: Analysis, reason: Literal["unestablished", "late", "threatened"]) -> Iterator[Violation]:
    """The needs that some execution finds not holding, for one reason, and that no fault of theirs explains."""
    seen: set[tuple[str, str]] = set()
    for violation in once(plan, _violations):
        if violation.reason != reason:
            continue
        key = (plan.tasks[violation.task].id, violation.fact)
        if key not in seen:
            seen.add(key)
            yield violation


def need_of(plan: Analysis, found: Grounding | Violation) -> Precondition:
    """The precondition that was found wrong."""
    return plan.tasks[found.task].preconditions[found.precondition]


def sources(plan: Analysis, fact: str, i: int) -> int:
    """Bitset of the steps other than `i` that establish a fact."""
    return plan.graph.establishers.get(fact, 0) & ~plan.graph.bit(i)


def outcomes(plan: Analysis) -> set[tuple[int, str]]:
    """Steps and facts that they take as given, though the plan brings them about."""
    return {(g.task, g.fact) for g in once(plan, _groundings).values() if g.fault == "outcome"}


def _provers(plan: Analysis, fact: str, i: int) -> int:
    """Bitset of the steps other than `i`, and not before it, whose verification is to prove a fact."""
    return once(plan, _proven).get(fact, 0) & ~plan.graph.bit(i) & ~plan.graph.ancestors(i)


def _proven(plan: Analysis) -> dict[str, int]:
    found: dict[str, int] = {}
    for k, task in enumerate(plan.tasks):
        for fact in task.verification.proves if task.verification is not None else ():
            found[fact] = found.get(fact, 0) | plan.graph.bit(k)
    return found


def _groundings(plan: Analysis) -> dict[tuple[int, int], Grounding]:
    graph = plan.graph
    backward = {(e.before, e.after) for e in graph.contradicted if e.reason == "established_by"}
    knot = {i: k for k, members in enumerate(graph.cycles) for i in members} if backward else {}
    found: dict[tuple[int, int], Grounding] = {}
    for i, task in enumerate(plan.tasks):
        for k, need in enumerate(task.preconditions):
            fault = _fault(plan, i, need, backward, knot)
            if fault is not None:
                kind, others = fault
                holds = kind != "outcome" and graph.holds(i, need.fact)
                found[i, k] = Grounding(kind, i, k, need.fact, holds, others)
    return found


def _fault(
    plan: Analysis, i: int, need: Precondition, backward: set[tuple[int, int]], knot: dict[int, int]
) -> tuple[Fault, int] | None:
    graph, by, fact = plan.graph, need.established_by, need.fact
    if by is None:
        alone = fact not in plan.given and graph.establishers.get(fact, 0) == graph.bit(i)
        return ("own_word", 0) if alone else None
    if by == "env":
        others = 0 if fact in plan.given else sources(plan, fact, i) or _provers(plan, fact, i)
        return ("outcome", others) if others else None
    if by == plan.tasks[i].id:
        return "own_word", 0
    provider = graph.index.get(by)
    if provider is None:
        return "unknown_provider", sources(plan, fact, i)
    if (provider, i) not in backward:
        return None
    return ("circle" if provider in knot and knot[provider] == knot.get(i) else "forward"), graph.bit(provider)


def _violations(plan: Analysis) -> tuple[Violation, ...]:
    told = once(plan, _groundings)
    return tuple(
        violation
        for violation in plan.graph.violations()
        if (found := told.get((violation.task, violation.precondition))) is None
        or (found.fault == "outcome" and violation.reason == "threatened")
    )
