"""STR001 unreadable-plan."""

from __future__ import annotations

from collections.abc import Iterator

from planproof.gates.analysis import Analysis
from planproof.gates.rule import Rule
from planproof.gates.structure._notes import notes_of
from planproof.model.finding import Finding


class UnreadablePlan(Rule):
    """What was given holds nothing that can be judged as a plan.

    It is no document at all, or a document in which no plan is to be found: a sentence, a list of numbers, a file
    cut off in the middle. A plan that can be read in part is told by STR002 to STR004 instead.

    Why:
        A planner that answers with an apology, a truncated file or another document has planned nothing. Taken for
        an empty plan it would pass every other rule, since no step of it is wrong.

    Fails:
        ```yaml
        plan: Back up the orders table, then drop it.
        ```

    Passes:
        ```yaml
        plan:
          id: p
          tasks:
            - {id: count, effect: observe, reads: [orders]}
        ```
    """

    code = "STR001"
    name = "unreadable-plan"
    family = "structure"
    summary = "nothing that can be judged as a plan was found"
    severity = "blocker"
    basis = "proven"

    def check(self, plan: Analysis) -> Iterator[Finding]:
        """Yields a finding for each note of the reader that the plan is unreadable."""
        for note in notes_of(plan, "unreadable", "a plan"):
            yield self.finding(note.message, tasks=note.tasks, facts=note.facts, evidence=note.evidence)
