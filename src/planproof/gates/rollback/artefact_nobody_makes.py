"""ROL004 artefact-nobody-makes."""

from __future__ import annotations

from collections.abc import Iterator

from planproof.gates.analysis import Analysis
from planproof.gates.artefacts import all_problems
from planproof.gates.rollback._owed import owed
from planproof.gates.rule import Rule
from planproof.model.finding import Finding


class ArtefactNobodyMakes(Rule):
    """A rollback uses an artefact that no step makes.

    An artefact that was there before the plan says so: `existing: true`, or it is of the goal's vocabulary. A step
    makes an artefact by `produces`, or by writing it.

    Why:
        The backup that the rollback restores from is the part of the plan that is cut when time is short, and the
        rollback goes on naming it. It is missed at the moment it is needed.

    Fails:
        ```yaml
        plan:
          id: p
          tasks:
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
              verification: {command: pg_restore --list orders.dump}
            - id: drop
              effect: destroy
              destroys: [orders]
              verification: {command: ./gone.sh orders}
              rollback: {kind: restore, uses: [orders.dump], commands: [pg_restore -d shop orders.dump]}
        ```
    """

    code = "ROL004"
    name = "artefact-nobody-makes"
    family = "weak_rollback"
    summary = "a rollback that uses an artefact no step makes"
    severity = "warning"
    basis = "proven"

    def check(self, plan: Analysis) -> Iterator[Finding]:
        """Yields each artefact that a rollback uses and nobody makes."""
        for problem in all_problems(plan, "made_by_nobody"):
            task = plan.tasks[problem.task]
            yield self.finding(
                f"the rollback of step {task.id!r} uses {problem.artefact!r}, which no step makes; add a step that "
                "`produces` it and comes before, or declare the resource with `existing: true` if it is there already",
                tasks=(task.id,),
                resources=(problem.artefact,),
                severity=owed(plan, problem.task),
            )
