"""STR011 empty-plan."""

from __future__ import annotations

from collections.abc import Iterator

from planproof.gates.analysis import Analysis
from planproof.gates.rule import Rule
from planproof.model.finding import Finding


class EmptyPlan(Rule):
    """A plan without a single step.

    What could not be read at all is told by STR001.

    Why:
        No step of it is wrong, so nothing else would stop it: an approval of nothing, which the next tool may take for
        an approval of whatever the plan was meant to be.

    Fails:
        ```yaml
        plan: {id: p, tasks: []}
        ```

    Passes:
        ```yaml
        plan:
          id: p
          tasks:
            - {id: count, effect: observe, reads: [orders]}
        ```
    """

    code = "STR011"
    name = "empty-plan"
    family = "structure"
    summary = "a plan without steps"
    severity = "blocker"
    basis = "proven"

    def check(self, plan: Analysis) -> Iterator[Finding]:
        """Yields a finding where there is no step."""
        if not plan.tasks and not any(note.kind == "unreadable" for note in plan.notes):
            yield self.finding(f"plan {plan.plan.id!r} has no steps; write at least one, or withdraw the plan")
