"""STR003 mended-value."""

from __future__ import annotations

from collections.abc import Iterator

from planproof.gates.analysis import Analysis
from planproof.gates.rule import Rule
from planproof.gates.structure._notes import notes_of
from planproof.model.finding import Finding


class MendedValue(Rule):
    """A value was not written as the model wants it, and was read as what it surely means.

    `HIGH` is read as `high`, a single name as a list of one. What could mean two things is not mended: see STR004.

    Why:
        The plan that is judged is not letter for letter the plan that was written. Everything that was read otherwise
        is listed, so that nobody has to trust the reader.

    Fails:
        ```yaml
        plan:
          id: p
          tasks:
            - {id: count, effect: Observe, reads: [orders]}
        ```

    Passes:
        ```yaml
        plan:
          id: p
          tasks:
            - {id: count, effect: observe, reads: [orders]}
        ```
    """

    code = "STR003"
    name = "mended-value"
    family = "structure"
    summary = "a value that was read as what it surely means"
    severity = "info"
    basis = "proven"

    def check(self, plan: Analysis) -> Iterator[Finding]:
        """Yields a finding for each value that was mended."""
        for note in notes_of(plan, "mended", "the value as the model writes it"):
            yield self.finding(note.message, tasks=note.tasks, facts=note.facts, evidence=note.evidence)
