"""PRE010 untrusted-fact."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from planproof.gates.analysis import Analysis
from planproof.gates.crowd import Crowd, names, spoken
from planproof.gates.facts.needs import sources
from planproof.gates.rule import Rule
from planproof.model.finding import Finding

UNTRUSTED: Final = frozenset({"tool", "untrusted"})
"""Provenances of a step that neither the goal nor the planner thought of."""


class UntrustedFact(Rule):
    """A high-impact step rests on a fact that only steps of untrusted origin establish.

    Steps whose `provenance` is `tool` or `untrusted` came into the plan from the output of a tool or from text of
    others.

    Why:
        A web page or a ticket can suggest a step that says it has checked everything. What it vouches for then opens
        the way to a step that cannot be taken back, and nobody who is trusted has looked.

    Fails:
        ```yaml
        plan:
          id: p
          tasks:
            - {id: ask-ticket, effect: observe, reads: [ticket], establishes: [unused], provenance: untrusted}
            - id: drop
              effect: destroy
              destroys: [orders]
              preconditions: [{fact: unused, established_by: ask-ticket}]
        ```

    Passes:
        ```yaml
        plan:
          id: p
          tasks:
            - {id: ask-ticket, effect: observe, reads: [ticket], provenance: untrusted}
            - {id: count-readers, effect: observe, reads: [orders], establishes: [unused]}
            - id: drop
              effect: destroy
              destroys: [orders]
              preconditions: [{fact: unused, established_by: count-readers}]
        ```
    """

    code = "PRE010"
    name = "untrusted-fact"
    family = "unverified_dependencies"
    summary = "a high-impact step rests on a fact that only untrusted steps establish"
    severity = "warning"
    basis = "declared"

    def check(self, plan: Analysis) -> Iterator[Finding]:
        """Yields a finding for each such fact of each high-impact step."""
        graph = plan.graph
        untrusted = graph.mask(i for i, task in enumerate(plan.tasks) if task.provenance in UNTRUSTED)
        if untrusted:
            crowd = Crowd(self)
            yield from crowd.told(self._of(plan, untrusted, crowd))

    def _of(self, plan: Analysis, untrusted: int, crowd: Crowd) -> Iterator[Finding]:
        seen: set[tuple[str, str]] = set()
        for i, task in enumerate(plan.tasks):
            if not plan.high_impact(i):
                continue
            if crowd.full("warning"):
                return
            for need in task.preconditions:
                others = sources(plan, need.fact, i)
                if not others or others & ~untrusted or need.fact in plan.given or (task.id, need.fact) in seen:
                    continue
                seen.add((task.id, need.fact))
                who = spoken(plan, others)
                yield self.finding(
                    f"high-impact step {task.id!r} rests on the fact {need.fact!r}, which only {who}, of untrusted "
                    "origin, can establish; let a step of the planner's own check it",
                    tasks=[task.id, *names(plan, others)],
                    facts=[need.fact],
                    assumption=f"{who}, of untrusted origin, can be trusted to establish {need.fact!r}",
                )
