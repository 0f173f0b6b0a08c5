"""ROL010 recovery-in-words."""

from __future__ import annotations

from collections.abc import Iterator

from planproof.gates.analysis import Analysis
from planproof.gates.recovery import recoveries
from planproof.gates.rule import Rule
from planproof.model.finding import Finding, TextEvidence


class RecoveryInWords(Rule):
    """The way back from an irreversible step is a sentence.

    It names no command and no artefact with the state it restores, so nothing in it can be checked. It counts, and
    is told as an assumption of the verdict: under strict a person is asked.

    Why:
        "Restore from the backup" is right or wrong by what stands behind it: which backup, made when, restored how,
        by whom, in what time. A destroyed table does not wait for the answers.

    Fails:
        ```yaml
        plan:
          id: p
          tasks:
            - {id: dump, action: backup, target: users, verification: {how: restore into scratch, expected: same count}}
            - id: drop
              action: drop
              target: users
              verification: {how: list the tables, expected: users is not there}
              rollback: {trigger: errors, action: restore the table from the dump}
        ```

    Passes:
        ```yaml
        plan:
          id: p
          tasks:
            - id: dump
              effect: create
              reads: [users]
              produces: [users.dump]
              verification: {how: restore into scratch, expected: same count}
            - id: drop
              effect: destroy
              destroys: [users]
              verification: {how: list the tables, expected: users is not there}
              rollback: {kind: restore, uses: [users.dump], commands: [pg_restore -d shop users.dump]}
        ```
    """

    code = "ROL010"
    name = "recovery-in-words"
    family = "weak_rollback"
    summary = "the way back from an irreversible step rests on sentences alone"
    severity = "warning"
    basis = "declared"

    def check(self, plan: Analysis) -> Iterator[Finding]:
        """Yields each irreversible step whose way back is a claim in words."""
        ways = recoveries(plan)
        for i, task in enumerate(plan.tasks):
            if task.rollback is None or not plan.irreversible(i):
                continue
            recovery = ways[i]
            if recovery.kind != "words" or recovery.accepted is not None:
                continue
            said = task.rollback.action
            yield self.finding(
                f"the way back from step {task.id!r} rests on words alone; give it `kind`, `commands` and the artefact "
                "it `uses`",
                tasks=(task.id,),
                evidence=(TextEvidence(field=f"tasks.{task.id}.rollback.action", quote=said),),
                assumption=f"the way back from step {task.id!r} works as its words say",
            )
