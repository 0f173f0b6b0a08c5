"""STR002 unknown-field."""

from __future__ import annotations

from collections.abc import Iterator

from planproof.gates.analysis import Analysis
from planproof.gates.rule import Rule
from planproof.gates.structure._notes import notes_of
from planproof.model.finding import Finding


class UnknownField(Rule):
    """The plan has a key that no field of the model has a place for.

    What stands under the key is kept in the digest of the plan and takes part in nothing else. So is a word of the
    planner's own where a field has fixed ones and decides nothing, such as a blast radius of `local`. An unknown key of
    the goal, which the person who wrote it may keep for other tools, is information.

    Why:
        A misspelt `rollbak` or `preconds` looks like a rollback or a precondition to everyone who reads the plan, and
        is none. Whoever approves it approves a safety that is not there.

    Fails:
        ```yaml
        plan:
          id: p
          tasks:
            - id: resize
              effect: modify
              writes: [pool.web]
              rollbak: {trigger: errors rise, action: scale pool.web back to 4}
        ```

    Passes:
        ```yaml
        plan:
          id: p
          tasks:
            - id: resize
              effect: modify
              writes: [pool.web]
              rollback: {trigger: errors rise, action: scale pool.web back to 4}
        ```
    """

    code = "STR002"
    name = "unknown-field"
    family = "structure"
    summary = "a key that the model does not have; nothing was done with it"
    severity = "warning"
    basis = "proven"

    def check(self, plan: Analysis) -> Iterator[Finding]:
        """Yields a finding for each key that has no place."""
        for note in notes_of(plan, "unknown_field", "a field of the model"):
            yield self.finding(
                note.message,
                tasks=note.tasks,
                facts=note.facts,
                evidence=note.evidence,
                severity="info" if note.of_goal else None,
            )
