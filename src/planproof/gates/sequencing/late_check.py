"""ORD008 late-check."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from planproof.gates.analysis import Analysis
from planproof.gates.crowd import Crowd, names, spoken
from planproof.gates.once import once
from planproof.gates.ordering import Orders
from planproof.gates.rule import Rule
from planproof.gates.sequencing.accesses import accesses, behind, only_looks
from planproof.gates.wording import listed
from planproof.model.finding import Finding


class LateCheck(Rule):
    """A check establishes facts that no step needs, and steps that build on what it checks need not wait for it.

    What it checks: the steps that establish the facts it needs, or write what it reads. What builds on them: a step
    that depends on one of them, needs its fact, or reads what it wrote, and changes something that the check does not
    look at. A final check of the last change is no finding.

    Why:
        5 % of the traffic was to be judged before 50 % follow, and the step that shifts 50 % does not wait for the
        judgement. Nothing is missing from the plan except the one edge that makes the check worth having.

    Fails:
        ```yaml
        plan:
          id: p
          execution: dag
          tasks:
            - {id: shift-5, effect: shift, writes: [vs], establishes: [at-5]}
            - {id: judge-5, effect: observe, reads: [errors], preconditions: [{fact: at-5}], establishes: [healthy]}
            - {id: shift-50, effect: shift, writes: [vs], preconditions: [{fact: at-5}], establishes: [at-50]}
          dependencies: [{from_task: shift-5, to_task: judge-5}, {from_task: shift-5, to_task: shift-50}]
        ```

    Passes:
        ```yaml
        plan:
          id: p
          execution: dag
          tasks:
            - {id: shift-5, effect: shift, writes: [vs], establishes: [at-5]}
            - {id: judge-5, effect: observe, reads: [errors], preconditions: [{fact: at-5}], establishes: [healthy]}
            - {id: shift-50, effect: shift, writes: [vs], preconditions: [{fact: healthy}], establishes: [at-50]}
          dependencies: [{from_task: shift-5, to_task: judge-5}, {from_task: judge-5, to_task: shift-50}]
        ```
    """

    code = "ORD008"
    name = "late-check"
    family = "unsafe_sequencing"
    summary = "steps do not wait for a check of what they build on"
    severity = "warning"
    basis = "proven"

    def check(self, plan: Analysis) -> Iterator[Finding]:
        """Yields a finding for each check that nothing waits for, with the steps that should."""
        crowd = Crowd(self)
        yield from crowd.told(self._all(plan, crowd))

    def _all(self, plan: Analysis, crowd: Crowd) -> Iterator[Finding]:
        orders = Orders(plan)
        known: dict[int, _Followers] = {}
        for v, task in enumerate(plan.tasks):
            if not task.establishes or not only_looks(plan, v) or once(plan, _needed).intersection(task.establishes):
                continue
            if crowd.full("warning"):
                return
            steps = _not_waiting(plan, v, known)
            if not steps:
                continue
            graph = plan.graph
            early = next(graph.members(steps & graph.ancestors(v) or steps))
            one = steps.bit_count() == 1
            yield self.finding(
                f"nothing needs {listed(task.establishes)}, which the check {task.id!r} establishes, and "
                f"{spoken(plan, steps)} {'does' if one else 'do'} not wait for it; "
                "let the steps that rely on the check need its fact",
                tasks=[task.id, *names(plan, steps)],
                facts=task.establishes,
                evidence=orders.of(early, note=f"{plan.tasks[early].id!r} starts and {task.id!r} has not run"),
            )


def _needed(plan: Analysis) -> frozenset[str]:
    return frozenset(need.fact for task in plan.tasks for need in task.preconditions)


@dataclass(frozen=True, slots=True)
class _Followers:
    """Bitsets of the steps around those that a check looks at."""

    depending: int
    """They depend on one of the last of these, and change something."""
    leading: int
    """They come before one of them, or are one."""
    behind: int
    """They come after one of them."""


def _not_waiting(plan: Analysis, v: int, known: dict[int, _Followers]) -> int:
    """Bitset of the steps that build on what the check looks at and do not wait for it."""
    graph = plan.graph
    writes = accesses(plan).writes
    _, needing, reading = once(plan, _builders)
    checked = building = 0
    for need in plan.tasks[v].preconditions:
        checked |= graph.establishers.get(need.fact, 0)
        building |= needing.get(need.fact, 0)
    for name in plan.effects[v].reads:
        checked |= writes.get(name, 0)
        building |= reading.get(name, 0)
    checked &= graph.ancestors(v)
    if not checked:
        return 0
    # Many checks may look at the same steps.
    around = known.get(checked) or known.setdefault(checked, _followers(plan, checked))
    # A step that leads up to what is checked cannot wait for the check.
    building = (building | around.depending) & around.behind & ~around.leading
    return building & ~(graph.descendants(v) | graph.bit(v))


def _followers(plan: Analysis, checked: int) -> _Followers:
    graph = plan.graph
    building = once(plan, _builders)[0]
    depending = leading = 0
    rest = checked
    while rest:
        last = graph.order[rest.bit_length() - 1]
        depending |= building.get(last, 0)
        leading |= graph.ancestors(last) | graph.bit(last)
        rest &= ~leading
    return _Followers(depending, leading, behind(plan, checked))


def _builders(plan: Analysis) -> tuple[dict[int, int], dict[str, int], dict[str, int]]:
    """Steps that change something: by a step they depend on, by a fact they need, by a resource they read."""
    graph = plan.graph
    building: dict[int, int] = {}
    needing: dict[str, int] = {}
    reading: dict[str, int] = {}
    changing = [not only_looks(plan, c) for c in range(len(plan.tasks))]
    for edge in graph.hard:
        if changing[edge.after]:
            building[edge.before] = building.get(edge.before, 0) | graph.bit(edge.after)
    for c, task in enumerate(plan.tasks):
        if changing[c]:
            for need in task.preconditions:
                needing[need.fact] = needing.get(need.fact, 0) | graph.bit(c)
            for name in plan.effects[c].reads:
                reading[name] = reading.get(name, 0) | graph.bit(c)
    return building, needing, reading
