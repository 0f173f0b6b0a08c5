"""VER001 missing-verification."""

from __future__ import annotations

from collections.abc import Iterator

from planproof.gates.analysis import Analysis
from planproof.gates.duty import does, remedy, weight
from planproof.gates.rule import Rule
from planproof.gates.verifying import verified_by
from planproof.model.finding import Finding


class MissingVerification(Rule):
    """A step that changes something is not verified.

    A verification inside the step serves, and so does a later step that observes what was changed, if it comes before
    every step that builds on the change. Words do not make a step an observer: its `observes`, `reads` or `target` do.

    Why:
        A step whose command exits with 0 has run; whether it worked is another matter. Without a check the plan goes
        on, the next step builds on what is not there, and the failure shows where nobody looks for its cause, or
        after the last good copy is gone.

    Fails:
        ```yaml
        plan:
          id: p
          tasks:
            - id: fail-over
              effect: shift
              writes: [orders-db]
              rollback: {kind: inverse, commands: [patronictl switchover --to pg-1]}
        ```

    Passes:
        ```yaml
        plan:
          id: p
          tasks:
            - id: fail-over
              effect: shift
              writes: [orders-db]
              rollback: {kind: inverse, commands: [patronictl switchover --to pg-1]}
            - id: check-writes
              effect: observe
              reads: [orders-db]
              commands: ["psql -h orders-db -c 'select 1 from canary'"]
        ```
    """

    code = "VER001"
    name = "missing-verification"
    family = "verification"
    summary = "a change that nothing verifies"
    severity = "warning"
    basis = "declared"

    def check(self, plan: Analysis) -> Iterator[Finding]:
        """Yields each step that owes a verification, has none, and is not verified by a later step in time."""
        for i, task in enumerate(plan.tasks):
            if task.verification is not None:
                continue
            duty = plan.duties[i].verification
            if duty is None or verified_by(plan, i):
                continue
            yield self.finding(
                f"step {task.id!r} {does(plan, i)} and nothing verifies it; {remedy(plan, i)}add a `verification` "
                "with a command that fails when the step did not work, or let a later step name what was changed under "
                "`verification.observes`, before any other step builds on it",
                tasks=(task.id,),
                severity=weight(plan, duty),
            )
