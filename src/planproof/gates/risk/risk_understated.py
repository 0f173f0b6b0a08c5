"""RSK002 risk-understated."""

from __future__ import annotations

from collections.abc import Iterator

from planproof.gates.analysis import Analysis
from planproof.gates.rule import Rule
from planproof.model.finding import Finding, ValueEvidence


class RiskUnderstated(Rule):
    """A step calls its risk low or medium, and what it does is final or can take the service down.

    It is information: the label is an opinion, and no gate reads it. What the step does is judged by its effect.

    Why:
        Half of the destructive steps in real plans are labelled low or medium. Whoever reads the plan by its labels
        looks at the wrong steps.

    Fails:
        ```yaml
        plan:
          id: p
          tasks:
            - {id: drop, effect: destroy, destroys: [users], risk_class: low}
        ```

    Passes:
        ```yaml
        plan:
          id: p
          tasks:
            - {id: drop, effect: destroy, destroys: [users], risk_class: critical}
        ```
    """

    code = "RSK002"
    name = "risk-understated"
    family = "risk"
    summary = "the risk label of a step is below what the step does"
    severity = "info"
    basis = "declared"

    def check(self, plan: Analysis) -> Iterator[Finding]:
        """Yields one finding a step."""
        for i, task in enumerate(plan.tasks):
            match task.risk_class:
                case "low" if plan.high_impact(i):
                    wanted = "critical" if plan.irreversible(i) else "high"
                case "medium" if plan.irreversible(i):
                    wanted = "high"
                case _:
                    continue
            does = "what it does cannot be taken back" if plan.irreversible(i) else "it owes a check and a way back"
            yield self.finding(
                f"step {task.id!r} calls its risk {task.risk_class!r}, and {does}; call it {wanted!r}",
                tasks=[task.id],
                evidence=[
                    ValueEvidence(field=f"tasks.{task.id}.risk_class", found=str(task.risk_class), wanted=wanted)
                ],
            )
