"""ROL011 forward-fix-of-destroy."""

from __future__ import annotations

from collections.abc import Iterator

from planproof.gates.analysis import Analysis
from planproof.gates.recovery import recoveries
from planproof.gates.rollback._owed import owed
from planproof.gates.rule import Rule
from planproof.gates.wording import listed
from planproof.model.finding import Finding, ValueEvidence


class ForwardFixOfDestroy(Rule):
    """A rollback of kind `forward_fix` on a step that destroys something for good.

    A forward fix goes on without the old state. That is right where a person does not want it back (an acceptance in
    the goal, with `may_return: false` for a leaked credential), and where the old state can be rebuilt, as of a cache.
    What any other step destroys it does not undo.

    Why:
        "We will fix it forward" is said of deployments, where the old version is still there. Of deleted data there
        is nothing to go forward from.

    Fails:
        ```yaml
        plan:
          id: p
          tasks:
            - {id: look, effect: observe, reads: [logs], verification: {command: ./ok.sh logs, observes: [logs]}}
            - id: delete-logs
              effect: destroy
              destroys: [logs]
              verification: {command: ./gone.sh logs}
              rollback: {kind: forward_fix, commands: [./start-logging-again.sh]}
        ```

    Passes:
        ```yaml
        goal:
          id: g
          accepts: [{resource: logs, by: data protection, reason: erasure was asked for, may_return: false}]
        plan:
          id: p
          tasks:
            - {id: look, effect: observe, reads: [logs], verification: {command: ./ok.sh logs, observes: [logs]}}
            - id: delete-logs
              effect: destroy
              destroys: [logs]
              verification: {command: ./gone.sh logs}
              rollback: {kind: forward_fix, commands: [./start-logging-again.sh]}
        ```
    """

    code = "ROL011"
    name = "forward-fix-of-destroy"
    family = "weak_rollback"
    summary = "a forward fix stands in for the way back from a destroy"
    severity = "warning"
    basis = "declared"

    def check(self, plan: Analysis) -> Iterator[Finding]:
        """Yields each destroying step that is fixed forward and whose loss nobody accepts."""
        ways = recoveries(plan)
        for i, task in enumerate(plan.tasks):
            if task.rollback is None or task.rollback.kind != "forward_fix" or not plan.irreversible(i):
                continue
            recovery = ways[i]
            if recovery.accepted is not None or (recovery.kind == "hollow" and recovery.typed):
                continue
            loss = listed(plan.effects[i].changes or (task.id,))
            yield self.finding(
                f"the rollback of step {task.id!r} goes forward, and {loss} stays destroyed; restore it from an "
                "artefact, or let a person accept the loss in the goal's `accepts`",
                tasks=(task.id,),
                evidence=(
                    ValueEvidence(field=f"tasks.{task.id}.rollback.kind", found="forward_fix", wanted="restore"),
                ),
                severity=owed(plan, i),
            )
