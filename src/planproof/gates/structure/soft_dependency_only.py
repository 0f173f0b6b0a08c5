"""STR018 soft-dependency-only."""

from __future__ import annotations

from collections.abc import Iterator

from planproof.gates.analysis import Analysis
from planproof.gates.rule import Rule
from planproof.model.finding import Finding


class SoftDependencyOnly(Rule):
    """Two steps have to do with each other, and only a soft dependency orders them, which guarantees nothing.

    They have to do with each other where the later one needs a fact that the earlier one establishes, or where one
    changes a resource that the other touches. A soft dependency between steps that are ordered otherwise, or that share
    nothing, is a wish and no finding.

    Why:
        A scheduler may drop a soft dependency under load, and will do so on the day when it matters. The rules on facts
        and conflicts say what goes wrong then; this one says why the plan seemed ordered.

    Fails:
        ```yaml
        plan:
          id: p
          execution: dag
          tasks:
            - {id: dump, effect: create, reads: [orders], produces: [orders.dump]}
            - {id: migrate, effect: modify, writes: [orders]}
          dependencies: [{from_task: dump, to_task: migrate, kind: soft}]
        ```

    Passes:
        ```yaml
        plan:
          id: p
          execution: dag
          tasks:
            - {id: dump, effect: create, reads: [orders], produces: [orders.dump]}
            - {id: migrate, effect: modify, writes: [orders]}
          dependencies: [{from_task: dump, to_task: migrate, kind: hard}]
        ```
    """

    code = "STR018"
    name = "soft-dependency-only"
    family = "structure"
    summary = "only a soft dependency orders two steps that have to do with each other"
    severity = "info"
    basis = "proven"

    def check(self, plan: Analysis) -> Iterator[Finding]:
        """Yields a finding for each two steps that only a wish orders."""
        index, graph = plan.graph.index, plan.graph
        told: set[frozenset[str]] = set()
        for edge in plan.plan.dependencies:
            if edge.kind != "soft":
                continue
            before, after = index.get(edge.from_task), index.get(edge.to_task)
            ends = frozenset((edge.from_task, edge.to_task))
            if before is None or after is None or ends in told or not graph.may_overlap(before, after):
                continue
            shared = _shared(plan, before, after)
            if shared is not None:
                told.add(ends)
                yield self.finding(
                    f"only a soft dependency puts {edge.from_task!r} before {edge.to_task!r}, which {shared}; "
                    "make it hard if the order is needed",
                    tasks=ends,
                )


def _shared(plan: Analysis, before: int, after: int) -> str | None:
    """What ties the two steps together: a fact or a resource."""
    mine, theirs = plan.effects[before], plan.effects[after]
    needs = {need.fact for need in plan.tasks[after].preconditions}
    facts = sorted(needs.intersection(plan.tasks[before].establishes))
    if facts:
        return f"needs {facts[0]!r} from it"
    for changed, touched in ((mine, theirs), (theirs, mine)):
        others = (*touched.reads, *touched.writes, *touched.destroys, *touched.produces)
        for resource in (*changed.changes, *changed.produces):
            if any(plan.names.overlap(resource, other) for other in others):
                return f"shares {resource!r} with it"
    return None
