"""PRE001 unestablished."""

from __future__ import annotations

from collections.abc import Iterator

from planproof.gates.analysis import Analysis
from planproof.gates.crowd import Crowd
from planproof.gates.facts.needs import violations
from planproof.gates.ordering import Orders
from planproof.gates.rule import Rule
from planproof.model.finding import Finding


class Unestablished(Rule):
    """A step needs a fact that no step of the plan establishes and that the goal does not give.

    A fact that the plan takes from `env` without the goal giving it is told by PRE008, one that its step grounds on
    itself by PRE005, one whose provider does not exist by PRE004.

    Why:
        The step starts on a condition that nobody brings about: a sign-off that nobody obtains, a position that
        nobody records. Either the step that does it was forgotten, or the plan waits for something that never comes.

    Fails:
        ```yaml
        plan:
          id: p
          tasks:
            - {id: copy, effect: modify, writes: [orders.new], establishes: [copied]}
            - id: swap
              effect: shift
              writes: [orders.view]
              preconditions: [{fact: copied}, {fact: signed_off}]
        ```

    Passes:
        ```yaml
        goal: {id: g, constraints: {given: [{fact: signed_off, description: finance agreed in CHG-12}]}}
        plan:
          id: p
          tasks:
            - {id: copy, effect: modify, writes: [orders.new], establishes: [copied]}
            - id: swap
              effect: shift
              writes: [orders.view]
              preconditions: [{fact: copied}, {fact: signed_off}]
        ```
    """

    code = "PRE001"
    name = "unestablished"
    family = "unverified_dependencies"
    summary = "a step needs a fact that nothing establishes"
    severity = "blocker"
    basis = "proven"

    def check(self, plan: Analysis) -> Iterator[Finding]:
        """Yields a finding for each fact that a step needs and nothing establishes."""
        crowd = Crowd(self)
        yield from crowd.told(self._all(plan, crowd))

    def _all(self, plan: Analysis, crowd: Crowd) -> Iterator[Finding]:
        orders = Orders(plan)
        for violation in violations(plan, "unestablished"):
            if crowd.full("blocker"):
                return
            task, fact = plan.tasks[violation.task].id, violation.fact
            yield self.finding(
                f"step {task!r} needs the fact {fact!r}, which no step establishes and the goal does not give; "
                "add the step that establishes it, or let a person give it in the goal",
                tasks=[task],
                facts=[fact],
                evidence=orders.against(violation, f"{task!r} starts and {fact!r} has never been established"),
            )
