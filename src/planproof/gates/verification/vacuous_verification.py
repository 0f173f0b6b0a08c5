"""VER002 vacuous-verification."""

from __future__ import annotations

from collections.abc import Iterator

from planproof.gates.analysis import Analysis
from planproof.gates.duty import weight
from planproof.gates.rule import Rule
from planproof.gates.verification._absent import absent
from planproof.gates.verification._restating import restated
from planproof.gates.verifying import weaknesses
from planproof.model.finding import Finding, TextEvidence


class VacuousVerification(Rule):
    """A verification that shows nothing, whatever the step did.

    Commands that do nothing but succeed (`true`, `echo ok`, `exit 0`), words that describe no check (`n/a`, `none`,
    `should work`), and a verification without how and expectation. It counts as absent: at the weight of the missing
    one. Words that only say again what the step does are told as a warning at most.

    Why:
        It has the shape of a check and passes every review that counts fields. On the day the step fails it says
        that all is well, and the plan goes on: worse than no check, since nobody looks again.

    Fails:
        ```yaml
        plan:
          id: p
          tasks:
            - id: push-state
              effect: modify
              writes: [core.tfstate]
              rollback: {kind: inverse, commands: [terraform state push before.tfstate]}
              verification: {what: the state, how: run it, expected: state pushed, command: echo 'state pushed'}
        ```

    Passes:
        ```yaml
        plan:
          id: p
          tasks:
            - id: push-state
              effect: modify
              writes: [core.tfstate]
              rollback: {kind: inverse, commands: [terraform state push before.tfstate]}
              verification: {what: the state, command: "! terraform state list | grep -q module.network"}
        ```
    """

    code = "VER002"
    name = "vacuous-verification"
    family = "verification"
    summary = "a verification that shows nothing, such as `true`, `echo ok` or `n/a`"
    severity = "warning"
    basis = "declared"

    def check(self, plan: Analysis) -> Iterator[Finding]:
        """Yields each verification that is empty or vacuous, and those that only restate their step."""
        for found in absent(plan, "empty", "vacuous"):
            yield self.finding(
                f"the verification of step {found.task.id!r} {found.weakness.why}; "
                "give it a command that fails when the step did not work",
                tasks=(found.task.id,),
                evidence=(found.evidence,),
                severity=found.severity,
            )
        for i, weakness in enumerate(weaknesses(plan)):
            task = plan.tasks[i]
            if weakness is not None or task.verification is None or task.verification.command is not None:
                continue
            if plan.duties[i].verification is not None and restated(task, task.verification):
                yield self.finding(
                    f"the verification of step {task.id!r} only says again what the step does "
                    f"({task.verification.expected!r}); say what to look at, and what is seen when the step failed",
                    tasks=(task.id,),
                    evidence=(
                        TextEvidence(field=f"tasks.{task.id}.verification.expected", quote=task.verification.expected),
                    ),
                    severity=weight(plan, "warning"),
                )
