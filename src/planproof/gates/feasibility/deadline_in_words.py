"""FEA005 deadline-in-words."""

from __future__ import annotations

from collections.abc import Iterator

from planproof.gates.analysis import Analysis
from planproof.gates.rule import Rule
from planproof.model.finding import Finding, TextEvidence


class DeadlineInWords(Rule):
    """The goal states a time limit in words, which nothing checks.

    Why:
        "Before the weekend" reads like a limit and binds nobody: no rule and no executor knows when it is over. A
        window does.

    Fails:
        ```yaml
        goal: {id: g, constraints: {time: done before the weekend}}
        plan:
          id: p
          tasks:
            - {id: count, effect: observe, reads: [orders]}
        ```

    Passes:
        ```yaml
        goal:
          id: g
          constraints: {window: {start: 2026-10-02T06:00:00Z, end: 2026-10-02T16:00:00Z}}
        plan:
          id: p
          tasks:
            - {id: count, effect: observe, reads: [orders]}
        ```
    """

    code = "FEA005"
    name = "deadline-in-words"
    family = "feasibility"
    summary = "the goal has a time limit in words, which nothing checks"
    severity = "info"
    basis = "declared"

    def check(self, plan: Analysis) -> Iterator[Finding]:
        """Yields a finding where the goal has such a limit and no window."""
        constraints = plan.goal.constraints if plan.goal is not None else None
        if constraints is not None and constraints.window is None and constraints.time and constraints.time.strip():
            yield self.finding(
                "the goal has a time limit in words, which nothing checks; "
                "write it as a 'window' with a start and an end",
                evidence=[TextEvidence(field="goal.constraints.time", quote=constraints.time.strip())],
            )
