"""STR005 duplicate-id."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from planproof.gates.analysis import Analysis
from planproof.gates.rule import Rule
from planproof.gates.wording import listed
from planproof.model.finding import Finding
from planproof.model.plan import Resource


class DuplicateId(Rule):
    """Two steps, resources, branches or artefacts of the plan have the same id.

    Two steps of one id block, as do two resources of one id that are described differently. Two branches of one id,
    a resource described twice in the same words, and an artefact that two steps produce are warnings. An artefact may
    also be described among the resources: they share one space of ids.

    Why:
        Every reference is by id: an order, a precondition, a restore. With two of them nobody knows which step must
        come first, or which of two backups a rollback brings back, and different tools pick differently.

    Fails:
        ```yaml
        plan:
          id: p
          tasks:
            - {id: migrate, effect: create, writes: [orders.status]}
            - {id: migrate, effect: modify, writes: [orders.status]}
            - {id: read, effect: observe, reads: [orders.status]}
          dependencies: [{from_task: migrate, to_task: read}]
        ```

    Passes:
        ```yaml
        plan:
          id: p
          tasks:
            - {id: add-column, effect: create, writes: [orders.status]}
            - {id: backfill, effect: modify, writes: [orders.status]}
            - {id: read, effect: observe, reads: [orders.status]}
          dependencies: [{from_task: backfill, to_task: read}]
        ```
    """

    code = "STR005"
    name = "duplicate-id"
    family = "structure"
    summary = "two steps, resources, branches or artefacts with the same id"
    severity = "blocker"
    basis = "proven"

    def check(self, plan: Analysis) -> Iterator[Finding]:
        """Yields a finding for each id that is given twice."""
        if len(plan.graph.index) < len(plan.tasks):
            for name, count in Counter(task.id for task in plan.tasks).items():
                if count > 1:
                    yield self.finding(f"{count} steps have the id {name!r}; give each an id of its own", tasks=[name])
        yield from self._resources(plan)
        yield from self._branches(plan)
        yield from self._artefacts(plan)

    def _resources(self, plan: Analysis) -> Iterator[Finding]:
        resources = plan.plan.resources
        if len({resource.id for resource in resources}) == len(resources):
            return
        by_id: dict[str, list[Resource]] = {}
        for resource in resources:
            by_id.setdefault(resource.id, []).append(resource)
        for name, found in by_id.items():
            if len(found) > 1:
                same = all(resource == found[0] for resource in found)
                yield self.finding(
                    f"{len(found)} resources have the id {name!r}{' and say the same' if same else ''}; keep one",
                    resources=[name],
                    severity="warning" if same else None,
                )

    def _branches(self, plan: Analysis) -> Iterator[Finding]:
        branches = plan.plan.branches
        for name, count in Counter(branch.id for branch in branches).items():
            if count > 1:
                yield self.finding(
                    f"{count} branches have the id {name!r}; give each an id of its own",
                    facts=[f"branch:{name}"],
                    severity="warning",
                )

    def _artefacts(self, plan: Analysis) -> Iterator[Finding]:
        makers: dict[str, list[str]] = {}
        for task in plan.tasks:
            for artefact in task.produces:
                makers.setdefault(artefact.id, []).append(task.id)
        for name, tasks in makers.items():
            if len(tasks) > 1:
                yield self.finding(
                    f"{listed(tasks)} produce the artefact {name!r} {len(tasks)} times; give each an id of its own",
                    tasks=tasks,
                    resources=[name],
                    severity="warning",
                )
