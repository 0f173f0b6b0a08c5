"""ROL007 partial-undo."""

from __future__ import annotations

from collections.abc import Iterator

from planproof.gates.analysis import Analysis
from planproof.gates.recovery import recoveries
from planproof.gates.rollback._owed import owed
from planproof.gates.rule import Rule
from planproof.gates.wording import listed
from planproof.model.finding import Finding, ValueEvidence


class PartialUndo(Rule):
    """A rollback brings back only a part of what its step changes.

    By its `restores_state`, where that names resources of the plan. What the step makes as an artefact need not be
    undone. For the rest, the way back counts as absent: at the weight of the missing one.

    Why:
        Two things were changed together because they belong together. After half an undo they do not fit each
        other, in a combination that was never tested and that nobody meant to run.

    Fails:
        ```yaml
        plan:
          id: p
          tasks:
            - id: swap
              effect: shift
              writes: [schema.live, schema.next]
              verification: {command: ./swapped.sh, observes: [schema.live]}
              rollback: {kind: inverse, commands: [./rename.sh live], restores_state: [schema.live]}
        ```

    Passes:
        ```yaml
        plan:
          id: p
          tasks:
            - id: swap
              effect: shift
              writes: [schema.live, schema.next]
              verification: {command: ./swapped.sh, observes: [schema.live]}
              rollback: {kind: inverse, commands: [./swap-back.sh], restores_state: [schema.live, schema.next]}
        ```
    """

    code = "ROL007"
    name = "partial-undo"
    family = "weak_rollback"
    summary = "a rollback that brings back only a part of what its step changes"
    severity = "warning"
    basis = "declared"

    def check(self, plan: Analysis) -> Iterator[Finding]:
        """Yields each rollback whose `restores_state` leaves out something that the step changes."""
        ways = recoveries(plan)
        for i, task in enumerate(plan.tasks):
            if task.rollback is None or not task.rollback.restores_state or plan.duties[i].recovery is None:
                continue
            recovery = ways[i]
            if not recovery.misses or not recovery.covers or (recovery.kind == "hollow" and recovery.typed):
                continue
            yield self.finding(
                f"the rollback of step {task.id!r} does not bring back {listed(recovery.misses)}; "
                "undo all that the step changes, or split the step",
                tasks=(task.id,),
                evidence=(
                    ValueEvidence(
                        field=f"tasks.{task.id}.rollback.restores_state",
                        found=", ".join(task.rollback.restores_state),
                        wanted=", ".join(plan.effects[i].changes),
                    ),
                ),
                severity=owed(plan, i),
            )
