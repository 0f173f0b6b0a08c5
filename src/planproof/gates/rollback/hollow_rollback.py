"""ROL002 hollow-rollback."""

from __future__ import annotations

from collections.abc import Iterator

from planproof.gates.analysis import Analysis
from planproof.gates.artefacts import problems
from planproof.gates.duty import instead, remedy, weight
from planproof.gates.recovery import recoveries
from planproof.gates.rule import Rule
from planproof.model.finding import CommandEvidence, Finding, TextEvidence


class HollowRollback(Rule):
    """A rollback that undoes nothing: `n/a`, `notify the team`, `retry`, `echo rolled back`.

    Commands are judged by themselves: those that do nothing, tell somebody, or run the step again. Without commands
    the words are: one sentence of its own that only tells, waits, tries again or gives up makes the rollback hollow,
    whatever stands beside it. A hollow rollback counts as absent: at the weight of the missing one.

    Why:
        A filled-in field looks like a plan B. When it is needed it turns out to say that somebody should be told.
        Of 1,060 rollbacks that a model wrote for real goals, a third undid nothing.

    Fails:
        ```yaml
        plan:
          id: p
          tasks:
            - id: fail-over
              effect: shift
              writes: [vip.gw]
              verification: {command: ./holds-vip.sh fw-2, observes: [vip.gw]}
              rollback: {trigger: traffic is dropped, action: Wait for the network to converge and escalate}
        ```

    Passes:
        ```yaml
        plan:
          id: p
          tasks:
            - id: fail-over
              effect: shift
              writes: [vip.gw]
              verification: {command: ./holds-vip.sh fw-2, observes: [vip.gw]}
              rollback: {trigger: traffic is dropped, action: fw-1 takes the address again}
        ```
    """

    code = "ROL002"
    name = "hollow-rollback"
    family = "weak_rollback"
    summary = "a rollback that undoes nothing, such as `n/a`, `notify` or `retry`"
    severity = "warning"
    basis = "declared"
    waivable = False

    def check(self, plan: Analysis) -> Iterator[Finding]:
        """Yields each step that owes a way back and has a hollow one."""
        ways = recoveries(plan)
        for i, task in enumerate(plan.tasks):
            duty = plan.duties[i].recovery
            if duty is None or task.rollback is None:
                continue
            recovery = ways[i]
            if recovery.kind != "hollow" or recovery.accepted is not None:
                continue
            if not recovery.typed and (recovery.elsewhere or _said_more_precisely(plan, i)):
                continue
            commands = recovery.typed and bool(task.rollback.commands) and task.rollback.kind != "none"
            quote = recovery.quote or task.rollback.action
            evidence = (
                CommandEvidence(task=task.id, command=quote, span=quote)
                if commands
                else TextEvidence(field=f"tasks.{task.id}.rollback.action", quote=quote)
            )
            yield self.finding(
                f"the rollback of step {task.id!r} {recovery.why} and undoes nothing; "
                f"{remedy(plan, i)}write down what brings the old state back, as commands where there are any, "
                f"and nothing else{instead(plan, i)}",
                tasks=(task.id,),
                evidence=(evidence,),
                severity=weight(plan, duty),
            )


def _said_more_precisely(plan: Analysis, i: int) -> bool:
    """Whether the artefacts fail anyway, by what no words can change."""
    return any(problem.trouble in ("made_by_nobody", "made_too_late") for problem in problems(plan, i))
