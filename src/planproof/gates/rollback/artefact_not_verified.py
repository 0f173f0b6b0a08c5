"""ROL012 artefact-not-verified."""

from __future__ import annotations

from collections.abc import Iterator

from planproof.gates.analysis import Analysis
from planproof.gates.artefacts import all_problems
from planproof.gates.rollback._owed import owed
from planproof.gates.rule import Rule
from planproof.model.finding import Finding


class ArtefactNotVerified(Rule):
    """The artefact that the way back from an irreversible step rests on is not verified before the step.

    The step that makes it verifies it, or another step before the irreversible one observes it, with a check that
    counts. That a backup was written is no check of it.

    Why:
        Backups fail in silence: an empty dump, a truncated archive, a snapshot of the wrong volume. Each is found
        out by reading it, before it is needed or when it is too late.

    Fails:
        ```yaml
        plan:
          id: p
          tasks:
            - {id: dump, effect: create, reads: [orders], produces: [orders.dump]}
            - {id: look, effect: observe, reads: [orders], verification: {command: ./idle.sh, observes: [orders]}}
            - id: drop
              effect: destroy
              destroys: [orders]
              verification: {command: ./gone.sh orders}
              rollback: {kind: restore, uses: [orders.dump], commands: [pg_restore -d shop orders.dump]}
        ```

    Passes:
        ```yaml
        plan:
          id: p
          tasks:
            - id: dump
              effect: create
              reads: [orders]
              produces: [orders.dump]
              verification: {command: pg_restore --list orders.dump, observes: [orders.dump]}
            - id: drop
              effect: destroy
              destroys: [orders]
              verification: {command: ./gone.sh orders}
              rollback: {kind: restore, uses: [orders.dump], commands: [pg_restore -d shop orders.dump]}
        ```
    """

    code = "ROL012"
    name = "artefact-not-verified"
    family = "weak_rollback"
    summary = "an irreversible step relies on an artefact that nothing verified before it"
    severity = "blocker"
    basis = "declared"

    def check(self, plan: Analysis) -> Iterator[Finding]:
        """Yields each artefact that an irreversible step's rollback uses and nothing verifies before."""
        for problem in all_problems(plan, "unverified"):
            task = plan.tasks[problem.task]
            yield self.finding(
                f"the rollback of step {task.id!r} uses {problem.artefact!r}, and nothing verifies it before the step; "
                "let the step that makes it read it back, or add one that does",
                tasks=(task.id,),
                resources=(problem.artefact,),
                severity=owed(plan, problem.task),
            )
