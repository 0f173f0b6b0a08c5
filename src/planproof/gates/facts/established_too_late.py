"""PRE002 established-too-late."""

from __future__ import annotations

from collections.abc import Iterator

from planproof.gates.analysis import Analysis
from planproof.gates.crowd import Crowd, names, spoken
from planproof.gates.facts.needs import violations
from planproof.gates.ordering import Orders, add_dependency, move_before
from planproof.gates.rule import Rule
from planproof.model.finding import Finding, Fix


class EstablishedTooLate(Rule):
    """A step needs a fact whose establisher may run later than the step.

    Some execution that the plan allows starts the step before any of the steps that establish the fact. The fix adds
    the missing order where one step alone establishes the fact.

    Why:
        On the day that execution happens, the step runs unprepared: traffic moves to a copy that is not loaded, a
        table goes before its dump was tried. That it went well in the order of the list proves nothing.

    Fails:
        ```yaml
        plan:
          id: p
          execution: dag
          tasks:
            - {id: dump, effect: create, reads: [orders], produces: [orders.dump], establishes: [dumped]}
            - {id: drop, effect: destroy, destroys: [orders.old], preconditions: [{fact: dumped}]}
        ```

    Passes:
        ```yaml
        plan:
          id: p
          execution: dag
          tasks:
            - {id: dump, effect: create, reads: [orders], produces: [orders.dump], establishes: [dumped]}
            - {id: drop, effect: destroy, destroys: [orders.old], preconditions: [{fact: dumped}]}
          dependencies: [{from_task: dump, to_task: drop}]
        ```
    """

    code = "PRE002"
    name = "established-too-late"
    family = "unverified_dependencies"
    summary = "a step needs a fact whose establisher may run later"
    severity = "blocker"
    basis = "proven"
    fixable = True

    def check(self, plan: Analysis) -> Iterator[Finding]:
        """Yields a finding for each fact that may be established too late for a step."""
        crowd = Crowd(self)
        yield from crowd.told(self._all(plan, crowd))

    def _all(self, plan: Analysis, crowd: Crowd) -> Iterator[Finding]:
        orders = Orders(plan)
        for violation in violations(plan, "late"):
            if crowd.full("blocker"):
                return
            i, fact = violation.task, violation.fact
            task = plan.tasks[i].id
            late = plan.graph.culprits(violation)
            one = late.bit_count() == 1
            fix = _fix(plan, i, late) if one and not orders.spent else None
            yield self.finding(
                f"step {task!r} needs the fact {fact!r}, and may start before {spoken(plan, late)}, which "
                f"{'establishes' if one else 'establish'} it; let {task!r} depend on the step that establishes it",
                tasks=[task, *names(plan, late)],
                facts=[fact],
                evidence=orders.against(violation, f"{task!r} starts and {fact!r} is not established yet"),
                fix=fix,
            )


def _fix(plan: Analysis, i: int, late: int) -> Fix | None:
    provider = next(plan.graph.members(late))
    return add_dependency(plan, provider, i) or move_before(plan, provider, i)
