"""ROL001 missing-rollback."""

from __future__ import annotations

from collections.abc import Iterator

from planproof.gates.analysis import Analysis
from planproof.gates.duty import does, instead, remedy, weight
from planproof.gates.recovery import recoveries
from planproof.gates.rule import Rule
from planproof.gates.simulation import exact_inverse
from planproof.model.finding import Finding


class MissingRollback(Rule):
    """A step that changes something has no way back.

    It blocks where the step shifts or replaces what is in use, or destroys for good; a person's acceptance in the
    goal stands in for a way back from the latter. For any other change it is a warning; it is information where a
    command is known that undoes all of it with what the system itself keeps, as `git revert` does.

    Why:
        Something fails in the middle of every tenth change. Without a way back that was thought out beforehand,
        somebody makes one up at night, on a system in a state that nobody planned, and the outage lasts as long as
        that takes. What was destroyed does not come back at all.

    Fails:
        ```yaml
        plan:
          id: p
          tasks:
            - id: shift-all
              effect: shift
              writes: [vs.checkout]
              verification: {command: ./weight.sh v2 100, observes: [vs.checkout]}
        ```

    Passes:
        ```yaml
        plan:
          id: p
          tasks:
            - id: shift-all
              effect: shift
              writes: [vs.checkout]
              verification: {command: ./weight.sh v2 100, observes: [vs.checkout]}
              rollback: {kind: inverse, commands: [./set-weight.sh v1 100], restores_state: [vs.checkout]}
        ```
    """

    code = "ROL001"
    name = "missing-rollback"
    family = "weak_rollback"
    summary = "a change with no way back"
    severity = "warning"
    basis = "declared"
    waivable = False

    def check(self, plan: Analysis) -> Iterator[Finding]:
        """Yields each step that owes a way back, has none, and whose loss nobody accepts."""
        ways = recoveries(plan)
        for i, task in enumerate(plan.tasks):
            duty = plan.duties[i].recovery
            if duty is None:
                continue
            recovery = ways[i]
            if recovery.kind != "none" or recovery.accepted is not None:
                continue
            if duty == "warning" and (inverse := exact_inverse(plan, i)):
                yield self.finding(
                    f"step {task.id!r} has no rollback; `{inverse}` undoes it with what the system itself keeps",
                    tasks=(task.id,),
                    severity="info",
                    basis="proven",
                )
                continue
            back = (
                "make an artefact before it, verify that, and restore from it in `rollback`"
                if plan.irreversible(i)
                else "add a `rollback` with the commands that undo it"
            )
            yield self.finding(
                f"step {task.id!r} {does(plan, i)} and has no way back; {remedy(plan, i)}{back}{instead(plan, i)}",
                tasks=(task.id,),
                severity=weight(plan, duty),
            )
