"""ORD007 high-impact-overlap."""

from __future__ import annotations

from collections.abc import Iterator

from planproof.gates.analysis import Analysis
from planproof.gates.crowd import Crowd
from planproof.gates.rule import Rule
from planproof.gates.sequencing.accesses import nothing_overlaps, unordered_pairs
from planproof.gates.verifying import observed
from planproof.gates.wording import listed
from planproof.model.finding import Finding, PairEvidence


class HighImpactOverlap(Rule):
    """High-impact steps that may run at the same time.

    Steps whose resources are disjoint are information, one finding for each set of them. Where one changes what the
    verification or the rollback of the other looks at or restores, it is a warning. Conflicting accesses are told by
    ORD002, ORD004 and ORD009.

    Why:
        Two shifts at once have one error rate: nobody can tell which of them broke it, nor which to take back first.
        And a check that sees the other step's change passes, or fails, for the wrong reason.

    Fails:
        ```yaml
        plan:
          id: p
          execution: dag
          tasks:
            - {id: shift-eu, effect: shift, writes: [lb.eu], verification: {command: ./errors.sh, observes: [lb.eu]}}
            - {id: shift-us, effect: shift, writes: [lb.us], verification: {command: ./errors.sh, observes: [lb.us]}}
        ```

    Passes:
        ```yaml
        plan:
          id: p
          execution: dag
          tasks:
            - {id: shift-eu, effect: shift, writes: [lb.eu], verification: {command: ./errors.sh, observes: [lb.eu]}}
            - {id: shift-us, effect: shift, writes: [lb.us], verification: {command: ./errors.sh, observes: [lb.us]}}
          dependencies: [{from_task: shift-eu, to_task: shift-us}]
        ```
    """

    code = "ORD007"
    name = "high-impact-overlap"
    family = "unsafe_sequencing"
    summary = "high-impact steps may run at the same time"
    severity = "info"
    basis = "proven"

    def check(self, plan: Analysis) -> Iterator[Finding]:
        """Yields a finding for each set of high-impact steps that may overlap, and each disturbing pair."""
        if not nothing_overlaps(plan):
            crowd = Crowd(self)
            yield from crowd.told(self._all(plan, crowd))

    def _all(self, plan: Analysis, crowd: Crowd) -> Iterator[Finding]:
        graph = plan.graph
        high = graph.mask(i for i in range(len(plan.tasks)) if plan.high_impact(i))
        for members in _sets(plan, high):
            ids = [plan.tasks[i].id for i in members]
            yield self.finding(
                f"high-impact steps {listed(ids)} may run at the same time; order them if one error rate has to tell "
                "which of them to take back",
                tasks=ids,
            )
        yield from self._disturbing(plan, high, crowd)

    def _disturbing(self, plan: Analysis, high: int, crowd: Crowd) -> Iterator[Finding]:
        graph = plan.graph
        changers: dict[str, int] = {}
        for i in graph.members(high):
            for name in plan.effects[i].changes:
                for whole in plan.names.wholes(name):
                    changers[whole] = changers.get(whole, 0) | graph.bit(i)
        for i in graph.members(high):
            if crowd.full("warning"):
                return
            looked_at = set(observed(plan, i)) - set(plan.effects[i].changes)
            for name in sorted(looked_at):
                for a, b in unordered_pairs(plan, graph.bit(i), changers.get(name, 0)):
                    first, second = plan.tasks[a].id, plan.tasks[b].id
                    yield self.finding(
                        f"the verification of high-impact step {first!r} looks at {name!r}, which {second!r} may "
                        "change meanwhile; let one come before the other",
                        tasks=[first, second],
                        resources=[name],
                        severity="warning",
                        evidence=[
                            PairEvidence(
                                first=first,
                                first_access="verifies",
                                second=second,
                                second_access="changes",
                                resource=name,
                            )
                        ],
                    )


def _sets(plan: Analysis, high: int) -> Iterator[list[int]]:
    """High-impact steps that overlap with one another, directly or by way of others; in list order."""
    graph = plan.graph
    left = high
    while left:
        first = next(graph.members(left))
        left &= ~graph.bit(first)
        members = [first]
        for a in members:
            new = graph.unordered(a) & left
            left &= ~new
            members += graph.members(new)
        if len(members) > 1:
            yield sorted(members)
