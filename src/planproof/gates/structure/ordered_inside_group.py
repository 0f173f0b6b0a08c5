"""STR009 ordered-inside-group."""

from __future__ import annotations

from collections.abc import Iterator

from planproof.gates.analysis import Analysis
from planproof.gates.once import once
from planproof.gates.rule import Rule
from planproof.gates.structure._groups import groups_of
from planproof.model.finding import Finding, OrderEvidence
from planproof.model.limits import MAX_LISTED


class OrderedInsideGroup(Rule):
    """Two steps of one parallel group are ordered: the group says they run at the same time, the plan that one waits.

    The order may be a dependency, a fact that one establishes for the other, or lead through steps outside of the
    group. Of a longer order inside the group only neighbours are told. A cycle is told by STR007.

    Why:
        An executor starts a group as a whole. Either it starts the second step before the first is done, and the order
        that somebody wrote down as needed is broken, or it waits for a step that waits for the group.

    Fails:
        ```yaml
        plan:
          id: p
          tasks:
            - {id: migrate, effect: modify, writes: [orders], parallel_group: release}
            - {id: deploy, effect: modify, writes: [shop.web], parallel_group: release}
          dependencies: [{from_task: migrate, to_task: deploy}]
        ```

    Passes:
        ```yaml
        plan:
          id: p
          tasks:
            - {id: migrate, effect: modify, writes: [orders]}
            - {id: deploy, effect: modify, writes: [shop.web]}
          dependencies: [{from_task: migrate, to_task: deploy}]
        ```
    """

    code = "STR009"
    name = "ordered-inside-group"
    family = "structure"
    summary = "two steps of one parallel group that are ordered"
    severity = "blocker"
    basis = "proven"

    def check(self, plan: Analysis) -> Iterator[Finding]:
        """Yields a finding for each pair of neighbours in the order inside a group."""
        graph = plan.graph
        knots = {i: knot for steps in graph.cycles for knot in [graph.mask(steps)] for i in steps}
        told: set[frozenset[str]] = set()
        for group, members in once(plan, groups_of).items():
            mask = graph.mask(members)
            for i in members:
                inside = graph.ancestors(i) & mask
                while inside:
                    last = graph.order[inside.bit_length() - 1]
                    # Of the steps of a cycle, which count as before one another, all are neighbours or none.
                    inside &= ~(graph.ancestors(last) & ~knots.get(last, 0) | graph.bit(last))
                    if i in knots and knots[i] == knots.get(last):
                        continue
                    first, second = plan.tasks[last].id, plan.tasks[i].id
                    if frozenset((first, second)) in told:
                        continue  # of steps that share an id, which STR005 tells
                    told.add(frozenset((first, second)))
                    yield self.finding(
                        f"{first!r} and {second!r} are in the parallel group {group!r}, yet {second!r} waits for "
                        f"{first!r}; take one of them out of the group, or drop the order",
                        tasks=[first, second],
                        evidence=_evidence(plan, i, first) if len(told) <= MAX_LISTED else (),
                    )


def _evidence(plan: Analysis, i: int, first: str) -> tuple[OrderEvidence]:
    prefix = plan.graph.prefix(i)
    return (
        OrderEvidence(
            order=prefix.order,
            omitted=prefix.omitted,
            note=f"in every execution {first!r} is complete before {plan.tasks[i].id!r} starts",
        ),
    )
