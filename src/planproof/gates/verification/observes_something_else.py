"""VER003 observes-something-else."""

from __future__ import annotations

from collections.abc import Iterator

from planproof.gates.aims import changed_by
from planproof.gates.analysis import Analysis
from planproof.gates.duty import weight
from planproof.gates.rule import Rule
from planproof.gates.verifying import concerns, named_instead, standings, verified_by
from planproof.gates.wording import listed
from planproof.model.finding import CommandEvidence, Evidence, Finding, ValueEvidence


class ObservesSomethingElse(Rule):
    """A verification that looks at other resources than its step changes.

    Its `observes` is held against what the step changes and makes, its target, parts and wholes of those, and what
    replaces them; what its command names against what the step's commands name of the same kind. It counts as absent:
    at the weight of the missing one.

    Why:
        The change to production is checked on the shadow copy, the deletion of one host on another. The check
        passes, truthfully, and says nothing of what was done.

    Fails:
        ```yaml
        plan:
          id: p
          tasks:
            - id: apply-policy
              effect: modify
              writes: [cdn.assets]
              rollback: {kind: inverse, commands: [./cdn.sh assets before.json]}
              verification: {command: curl -fsS https://assets-shadow.example.com/ping, observes: [cdn.shadow]}
        ```

    Passes:
        ```yaml
        plan:
          id: p
          tasks:
            - id: apply-policy
              effect: modify
              writes: [cdn.assets]
              rollback: {kind: inverse, commands: [./cdn.sh assets before.json]}
              verification: {command: curl -fsS https://assets.example.com/ping, observes: [cdn.assets]}
        ```
    """

    code = "VER003"
    name = "observes-something-else"
    family = "verification"
    summary = "a verification that looks at none of the resources that its step changes"
    severity = "warning"
    basis = "declared"

    def check(self, plan: Analysis) -> Iterator[Finding]:
        """Yields each verification that is about something else than its step."""
        for i, standing in enumerate(standings(plan)):
            task = plan.tasks[i]
            if standing != "elsewhere" or task.verification is None:
                continue
            verification = task.verification
            duty = plan.duties[i].verification
            wanted = concerns(plan, i)
            evidence: Evidence
            if named := named_instead(plan, i):
                looked = ", ".join(map(str, named))
                wanted = tuple(map(str, changed_by(plan, i)))
                run = verification.command.run if verification.command is not None else ""
                evidence = CommandEvidence(task=task.id, command=run, span=named[0].name)
            else:
                looked = ", ".join(verification.observes)
                evidence = ValueEvidence(
                    field=f"tasks.{task.id}.verification.observes", found=looked, wanted=", ".join(wanted)
                )
            yield self.finding(
                f"the verification of step {task.id!r} observes {looked!r}, and the step is about {listed(wanted)}; "
                "look at that",
                tasks=(task.id,),
                evidence=(evidence,),
                severity="info" if duty is None or verified_by(plan, i) else weight(plan, duty),
            )
