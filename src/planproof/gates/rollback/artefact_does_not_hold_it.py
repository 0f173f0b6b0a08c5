"""ROL013 artefact-does-not-hold-it."""

from __future__ import annotations

from collections.abc import Iterator

from planproof.gates.analysis import Analysis
from planproof.gates.artefacts import all_problems
from planproof.gates.duty import weight
from planproof.gates.rollback._owed import owed
from planproof.gates.rule import Rule
from planproof.model.finding import Finding


class ArtefactDoesNotHoldIt(Rule):
    """The artefacts that a rollback uses do not hold what its step changes.

    An artefact holds its `of`; without it, what the step that makes it reads or is aimed at. What an earlier step
    made out of the artefact can be made out of it again. Of an artefact that says nothing of what it holds, that it
    holds the right thing is an assumption.

    Why:
        The dump is there, it is complete, and it is of another table. Nobody sees that in a plan in which a backup
        step and a restore step stand in the right order.

    Fails:
        ```yaml
        plan:
          id: p
          tasks:
            - {id: dump, effect: create, reads: [users], produces: [s.dump], verification: {command: ./ok.sh s.dump}}
            - id: drop
              effect: destroy
              destroys: [orders]
              verification: {command: ./gone.sh orders}
              rollback: {kind: restore, uses: [s.dump], commands: [pg_restore -d shop s.dump]}
        ```

    Passes:
        ```yaml
        plan:
          id: p
          tasks:
            - {id: dump, effect: create, reads: [orders], produces: [s.dump], verification: {command: ./ok.sh s.dump}}
            - id: drop
              effect: destroy
              destroys: [orders]
              verification: {command: ./gone.sh orders}
              rollback: {kind: restore, uses: [s.dump], commands: [pg_restore -d shop s.dump]}
        ```
    """

    code = "ROL013"
    name = "artefact-does-not-hold-it"
    family = "weak_rollback"
    summary = "the artefacts that a rollback uses do not hold what its step changes"
    severity = "warning"
    basis = "declared"

    def check(self, plan: Analysis) -> Iterator[Finding]:
        """Yields each resource that a rollback should restore and that none of its artefacts holds."""
        for problem in all_problems(plan, "holds_something_else", "holds_unsaid"):
            task = plan.tasks[problem.task]
            artefacts = plan.names.names(task.rollback.uses) if task.rollback is not None else ()
            if problem.trouble == "holds_unsaid":
                yield self.finding(
                    f"the rollback of step {task.id!r} uses {problem.artefact!r}, and nothing says what that holds; "
                    "give it `of`, or let the step that makes it say what it `reads`",
                    tasks=(task.id,),
                    resources=(problem.artefact,),
                    severity=weight(plan, "warning"),
                    assumption=f"{problem.artefact!r} holds what step {task.id!r} changes",
                )
                continue
            yield self.finding(
                f"the rollback of step {task.id!r} uses {', '.join(map(repr, artefacts))}, "
                f"and {problem.resource!r}, which the step changes, is not in it; keep a copy of that as well",
                tasks=(task.id,),
                resources=(problem.resource,),
                severity=owed(plan, problem.task),
            )
