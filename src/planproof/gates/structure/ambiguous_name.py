"""STR016 ambiguous-name."""

from __future__ import annotations

from collections.abc import Iterator

from planproof.gates.analysis import Analysis
from planproof.gates.rule import Rule
from planproof.gates.wording import listed
from planproof.model.finding import Finding
from planproof.model.plan import Task


class AmbiguousName(Rule):
    """Two resources of the plan share a name, and nothing tells which of them is meant.

    Resources of different kinds may share a name that no step uses: a command names the kind beside it, as in
    `kubectl patch virtualservice checkout`. A name of the goal is told by STR015.

    Why:
        A step that writes `orders` where a table and a queue are called so is judged as touching the first of them. The
        other one is changed without a backup, a check or a conflict that anyone sees.

    Fails:
        ```yaml
        plan:
          id: p
          resources:
            - {id: table.orders, kind: table, aliases: [orders]}
            - {id: queue.orders, kind: queue, aliases: [orders]}
          tasks:
            - {id: purge, effect: destroy, destroys: [orders]}
        ```

    Passes:
        ```yaml
        plan:
          id: p
          resources:
            - {id: table.orders, kind: table, aliases: [orders]}
            - {id: queue.orders, kind: queue, aliases: [orders]}
          tasks:
            - {id: purge, effect: destroy, destroys: [queue.orders]}
        ```
    """

    code = "STR016"
    name = "ambiguous-name"
    family = "structure"
    summary = "two resources of the plan share a name"
    severity = "warning"
    basis = "proven"

    def check(self, plan: Analysis) -> Iterator[Finding]:
        """Yields a finding for each set of resources that share a name."""
        shared = _shared(plan)
        if not shared:
            return
        users: dict[str, list[str]] = {name: [] for name in shared}
        for task in plan.tasks:
            for name in _used(task):
                if name in users:
                    users[name].append(task.id)
        kinds = {resource.id: resource.kind.strip().casefold() for resource in plan.plan.resources}
        told: set[tuple[str, ...]] = set()
        for name, owners in shared.items():
            if owners in told or not (users[name] or len({kinds[owner] for owner in owners}) < len(owners)):
                continue
            told.add(owners)
            use = f" and {listed(users[name])} uses it" if users[name] else ""
            yield self.finding(
                f"{name!r} is a name of {listed(owners)}{use}; give each a name of its own",
                tasks=users[name],
                resources=[name, *owners],
            )


def _shared(plan: Analysis) -> dict[str, tuple[str, ...]]:
    """Names that two resources of the plan have, and which."""
    owners: dict[str, list[str]] = {}
    for resource in plan.plan.resources:
        for name in {resource.id, *resource.aliases}:
            owners.setdefault(name, []).append(resource.id)
    goal = {name for known in plan.goal.resources for name in (known.id, *known.aliases)} if plan.goal else set[str]()
    return {
        name: tuple(sorted(set(ids)))
        for name, ids in sorted(owners.items())
        if len(ids) > 1 and len(set(ids)) > 1 and name not in goal
    }


def _used(task: Task) -> Iterator[str]:
    yield from {
        task.target,
        *task.reads,
        *task.writes,
        *task.destroys,
        *(artefact.id for artefact in task.produces),
        *(name for artefact in task.produces for name in artefact.of or ()),
        *(task.verification.observes if task.verification else ()),
        *(task.rollback.uses if task.rollback else ()),
        *(task.rollback.restores_state or () if task.rollback else ()),
    }
