"""ROL015 rollback-destroys."""

from __future__ import annotations

from collections.abc import Iterator

from planproof.gates.analysis import Analysis
from planproof.gates.duty import weight
from planproof.gates.mentions import mentions
from planproof.gates.recovery import Recovery, recoveries, touched_by
from planproof.gates.rule import Rule
from planproof.gates.verification.verification_changes_the_world import destroying, speaks_of_destroying
from planproof.gates.verifying import touches
from planproof.gates.wording import listed
from planproof.model.finding import CommandEvidence, Evidence, Finding, TextEvidence
from planproof.model.plan import Rollback


class RollbackDestroys(Rule):
    """A rollback destroys something that its step did not make or change.

    A command of the rollback, or its words, speak of destroying, and name a resource of the plan that the step has
    nothing to do with. Removing what the step itself made is what an inverse does and no finding.

    Why:
        A rollback runs when something else has already gone wrong, in a hurry, and with its own risk unexamined: no
        gate asks for a way back from a way back. One that deletes turns an incident into a loss.

    Fails:
        ```yaml
        plan:
          id: p
          resources: [{id: orders}, {id: orders_new}]
          tasks:
            - id: build
              effect: create
              writes: [orders_new]
              verification: {command: ./counts.sh orders_new}
              rollback: {kind: inverse, commands: ["psql -c 'DROP TABLE orders'"]}
        ```

    Passes:
        ```yaml
        plan:
          id: p
          resources: [{id: orders}, {id: orders_new}]
          tasks:
            - id: build
              effect: create
              writes: [orders_new]
              verification: {command: ./counts.sh orders_new}
              rollback: {kind: inverse, commands: ["psql -c 'DROP TABLE orders_new'"]}
        ```
    """

    code = "ROL015"
    name = "rollback-destroys"
    family = "weak_rollback"
    summary = "a rollback that destroys something its step did not make"
    severity = "warning"
    basis = "inferred"

    def check(self, plan: Analysis) -> Iterator[Finding]:
        """Yields each rollback that destroys a resource foreign to its step."""
        ways = recoveries(plan)
        for i, task in enumerate(plan.tasks):
            rollback = task.rollback
            if rollback is None or ways[i].absent:
                continue
            for foreign, span, evidence in _destroyed(plan, i, rollback, ways[i]):
                yield self.finding(
                    f"the rollback of step {task.id!r} destroys {listed(foreign)} ({span!r}), which the step did not "
                    "make; undo only what the step did",
                    tasks=(task.id,),
                    resources=foreign,
                    evidence=(evidence,),
                    severity=weight(plan, "warning"),
                )
                break


def _destroyed(
    plan: Analysis, i: int, rollback: Rollback, way: Recovery
) -> Iterator[tuple[tuple[str, ...], str, Evidence]]:
    task = plan.tasks[i]
    for command in rollback.commands:
        span = destroying(command, plan.command_effect(command))
        if span is not None and (foreign := _foreign(plan, i, command.run, way)):
            yield foreign, span, CommandEvidence(task=task.id, command=command.run, span=span)
    if rollback.commands:
        return
    span = speaks_of_destroying(rollback.action)
    if span is not None and (foreign := _foreign(plan, i, rollback.action, way)):
        yield foreign, span, TextEvidence(field=f"tasks.{task.id}.rollback.action", quote=span)


def _foreign(plan: Analysis, i: int, text: str, way: Recovery) -> tuple[str, ...]:
    """What a text names, if the step and its rollback have nothing to do with any of it."""
    named = mentions(plan).of(text)
    return () if touches(plan, named, (*touched_by(plan, i), *way.artefacts)) else named
