"""ORD010 changed-after-backup."""

from __future__ import annotations

from collections.abc import Iterator

from planproof.gates.analysis import Analysis
from planproof.gates.artefacts import makers
from planproof.gates.crowd import Crowd, names, spoken
from planproof.gates.rule import Rule
from planproof.gates.sequencing.accesses import accesses
from planproof.model.finding import Finding
from planproof.model.plan import Artefact


class ChangedAfterBackup(Rule):
    """A resource is written after the artefact of it was made, and before the step whose rollback restores from it.

    The rollback then returns the state at the time of the artefact, without what was written in between. That is
    taken on trust, so the verdict names it.

    Why:
        Between the dump and the drop the backfill ran. The restore brings back a table without it, and whoever rolls
        back at night finds that out from the users.

    Fails:
        ```yaml
        plan:
          id: p
          tasks:
            - {id: dump, effect: create, reads: [orders], produces: [orders.dump]}
            - {id: backfill, effect: modify, writes: [orders]}
            - id: drop
              effect: destroy
              destroys: [orders]
              rollback: {kind: restore, uses: [orders.dump], commands: [pg_restore orders.dump]}
        ```

    Passes:
        ```yaml
        plan:
          id: p
          tasks:
            - {id: backfill, effect: modify, writes: [orders]}
            - {id: dump, effect: create, reads: [orders], produces: [orders.dump]}
            - id: drop
              effect: destroy
              destroys: [orders]
              rollback: {kind: restore, uses: [orders.dump], commands: [pg_restore orders.dump]}
        ```
    """

    code = "ORD010"
    name = "changed-after-backup"
    family = "unsafe_sequencing"
    summary = "a resource is written between its backup and the step that relies on the backup"
    severity = "info"
    basis = "proven"

    def check(self, plan: Analysis) -> Iterator[Finding]:
        """Yields a finding for each resource that a rollback would return to an older state than its step found."""
        crowd = Crowd(self)
        yield from crowd.told(self._all(plan, crowd))

    def _all(self, plan: Analysis, crowd: Crowd) -> Iterator[Finding]:
        for i, task in enumerate(plan.tasks):
            if task.rollback is None or not task.rollback.uses or task.rollback.kind in ("forward_fix", "none"):
                continue
            if crowd.full("info"):
                return
            for artefact in plan.names.names(task.rollback.uses):
                yield from self._of(plan, i, artefact)

    def _of(self, plan: Analysis, i: int, artefact: str) -> Iterator[Finding]:
        graph = plan.graph
        made_by = [m for m in makers(plan, artefact) if graph.before(m, i)]
        if len(made_by) != 1:
            return
        m = made_by[0]
        writes = accesses(plan).writes
        for name in _held(plan, m, artefact):
            if name not in plan.effects[i].changes:
                continue
            between = 0
            for other in accesses(plan).related(plan, name):
                between |= writes.get(other, 0)
            between &= ~(graph.ancestors(m) | graph.descendants(i) | graph.bit(m) | graph.bit(i))
            if between:
                task, writers = plan.tasks[i].id, spoken(plan, between)
                yield self.finding(
                    f"{writers} may write {name!r} after {artefact!r} was made of it, so the rollback of "
                    f"{task!r} returns an older state; make the artefact right before {task!r}, or accept that",
                    tasks=[task, *names(plan, between)],
                    resources=[name, artefact],
                    assumption=f"a restore from {artefact!r} may lose what {writers} wrote to {name!r}",
                )


def _held(plan: Analysis, maker: int, artefact: str) -> tuple[str, ...]:
    """What the artefact was made of: its `of`, else what its maker reads."""
    for produced in plan.tasks[maker].produces:
        if _is(plan, produced, artefact) and produced.of is not None:
            return plan.names.names(produced.of)
    return plan.effects[maker].reads


def _is(plan: Analysis, produced: Artefact, artefact: str) -> bool:
    return plan.names.name(produced.id) == artefact
