"""FEA004 budget-exceeded."""

from __future__ import annotations

from collections.abc import Iterator

from planproof.gates.analysis import Analysis
from planproof.gates.rule import Rule
from planproof.model.finding import Finding, ValueEvidence


class BudgetExceeded(Rule):
    """The plan was revised more often than the goal allows.

    Version 1 is the draft; each later version is one revision.

    Why:
        The limit is where the person who asked wants to be asked again. Beyond it a loop of models goes on spending,
        and later revisions break more than they mend.

    Fails:
        ```yaml
        goal: {id: g, constraints: {budget: {revisions: 2}}}
        plan:
          id: p
          version: 4
          tasks:
            - {id: count, effect: observe, reads: [orders]}
        ```

    Passes:
        ```yaml
        goal: {id: g, constraints: {budget: {revisions: 2}}}
        plan:
          id: p
          version: 3
          tasks:
            - {id: count, effect: observe, reads: [orders]}
        ```
    """

    code = "FEA004"
    name = "budget-exceeded"
    family = "feasibility"
    summary = "more revisions than the goal allows"
    severity = "blocker"
    basis = "proven"

    def check(self, plan: Analysis) -> Iterator[Finding]:
        """Yields a finding where the version is beyond the budget."""
        allowed = plan.goal.constraints.budget.revisions if plan.goal is not None else None
        revisions = plan.plan.version - 1
        if allowed is not None and revisions > allowed:
            yield self.finding(
                f"version {plan.plan.version!r} is revision {revisions!r}, of which the goal allows {allowed!r}; "
                "hand the plan to the person who asked, or have them raise the limit",
                evidence=[
                    ValueEvidence(field="version", found=str(plan.plan.version), wanted=f"at most {allowed + 1}")
                ],
            )
