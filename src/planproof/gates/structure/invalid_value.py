"""STR004 invalid-value."""

from __future__ import annotations

from collections.abc import Iterator

from planproof.gates.analysis import Analysis
from planproof.gates.rule import Rule
from planproof.gates.structure._notes import notes_of
from planproof.model.finding import Finding


class InvalidValue(Rule):
    """A value does not fit its field and could not be read as anything that does.

    The field was left as if it were absent, so the rest of the plan is judged without it.

    Why:
        An effect, an order or a target that nobody can read is unknown, not absent. To run the plan would be to run
        something else than what was judged.

    Fails:
        ```yaml
        plan:
          id: p
          tasks:
            - {id: tidy, effect: cleanup, writes: [bucket.logs]}
        ```

    Passes:
        ```yaml
        plan:
          id: p
          tasks:
            - {id: tidy, effect: destroy, destroys: [bucket.logs]}
        ```
    """

    code = "STR004"
    name = "invalid-value"
    family = "structure"
    summary = "a value that does not fit its field; the field was left out"
    severity = "blocker"
    basis = "proven"

    def check(self, plan: Analysis) -> Iterator[Finding]:
        """Yields a finding for each value that does not fit."""
        for note in notes_of(plan, "invalid", "a value that fits the field"):
            yield self.finding(note.message, tasks=note.tasks, facts=note.facts, evidence=note.evidence)
