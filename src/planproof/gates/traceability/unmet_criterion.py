"""TRC001 unmet-criterion."""

from __future__ import annotations

from collections.abc import Iterator

from planproof.gates.analysis import Analysis
from planproof.gates.once import once
from planproof.gates.rule import Rule
from planproof.gates.traceability._criteria import satisfied_by
from planproof.model.finding import Finding, ValueEvidence


class UnmetCriterion(Rule):
    """An acceptance criterion of the goal that no step of the plan says it satisfies.

    Whether a step that says so really does is a matter of its verification: see TRC002.

    Why:
        The plan may run to its end without a fault and leave undone what it was asked for. Found afterwards, it is a
        second change in the same window, planned in a hurry.

    Fails:
        ```yaml
        goal:
          id: g
          acceptance:
            - {id: moved, text: the orders are in the new cluster}
            - {id: kept, text: the old data can be restored for 90 days}
        plan:
          id: p
          tasks:
            - {id: copy, effect: modify, writes: [db.new], satisfies: [moved]}
        ```

    Passes:
        ```yaml
        goal:
          id: g
          acceptance:
            - {id: moved, text: the orders are in the new cluster}
            - {id: kept, text: the old data can be restored for 90 days}
        plan:
          id: p
          tasks:
            - {id: dump, effect: create, reads: [db.old], produces: [old.dump], satisfies: [kept]}
            - {id: copy, effect: modify, writes: [db.new], satisfies: [moved]}
        ```
    """

    code = "TRC001"
    name = "unmet-criterion"
    family = "traceability"
    summary = "an acceptance criterion that no step satisfies"
    severity = "warning"
    basis = "declared"

    def check(self, plan: Analysis) -> Iterator[Finding]:
        """Yields a finding for each criterion that nobody satisfies."""
        if plan.goal is None or not plan.goal.acceptance:
            return
        satisfied = once(plan, satisfied_by)
        for name, text in {criterion.id: criterion.text for criterion in plan.goal.acceptance}.items():
            if name not in satisfied:
                says = f" ({text!r})" if text else ""
                yield self.finding(
                    f"no step satisfies the acceptance criterion {name!r}{says}; "
                    "add the step that does, or name it in that step's 'satisfies'",
                    facts=[f"criterion:{name}"],
                    evidence=[ValueEvidence(field="goal.acceptance", found="no step", wanted=name)],
                )
