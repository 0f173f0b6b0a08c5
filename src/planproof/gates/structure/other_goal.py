"""STR014 other-goal."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from planproof.gates.analysis import Analysis
from planproof.gates.rule import Rule
from planproof.model.finding import Finding, ValueEvidence

NOT_SAID: Final = "-"
"""The `goal_id` of a plan that names none."""


class OtherGoal(Rule):
    """The plan names another goal than the one it is judged under.

    Why:
        What a goal gives, accepts and protects holds for that goal. A plan that was written for another one is judged
        by the wrong permissions, and its approval covers the wrong request.

    Fails:
        ```yaml
        goal: {id: CHG-118, description: Remove the idle instances}
        plan:
          id: p
          goal_id: CHG-117
          tasks:
            - {id: count, effect: observe, reads: [instances.idle]}
        ```

    Passes:
        ```yaml
        goal: {id: CHG-118, description: Remove the idle instances}
        plan:
          id: p
          goal_id: CHG-118
          tasks:
            - {id: count, effect: observe, reads: [instances.idle]}
        ```
    """

    code = "STR014"
    name = "other-goal"
    family = "structure"
    summary = "the plan names another goal"
    severity = "warning"
    basis = "proven"

    def check(self, plan: Analysis) -> Iterator[Finding]:
        """Yields a finding where the ids differ."""
        named = plan.plan.goal_id
        if plan.goal is not None and named not in (NOT_SAID, plan.goal.id):
            yield self.finding(
                f"the plan was written for goal {named!r} and is judged under {plan.goal.id!r}; "
                "give the goal that it was written for, or correct 'goal_id'",
                evidence=[ValueEvidence(field="goal_id", found=named, wanted=plan.goal.id)],
            )
