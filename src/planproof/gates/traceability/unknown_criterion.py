"""TRC004 unknown-criterion."""

from __future__ import annotations

from collections.abc import Iterator

from planproof.gates.analysis import Analysis
from planproof.gates.once import once
from planproof.gates.rule import Rule
from planproof.gates.traceability._criteria import satisfied_by
from planproof.gates.wording import listed
from planproof.model.finding import Finding, ValueEvidence


class UnknownCriterion(Rule):
    """A step says that it satisfies a criterion that the goal does not have.

    Why:
        The plan and the goal have drifted apart: the criterion was renamed, taken back, or made up. What the step is
        there for is then nobody's wish, or the wish is met by nobody.

    Fails:
        ```yaml
        goal: {id: g, acceptance: [{id: encrypted, text: the bucket is encrypted}]}
        plan:
          id: p
          tasks:
            - {id: encrypt, effect: modify, writes: [bucket.logs], satisfies: [encrypted, public]}
        ```

    Passes:
        ```yaml
        goal: {id: g, acceptance: [{id: encrypted, text: the bucket is encrypted}]}
        plan:
          id: p
          tasks:
            - {id: encrypt, effect: modify, writes: [bucket.logs], satisfies: [encrypted]}
        ```
    """

    code = "TRC004"
    name = "unknown-criterion"
    family = "traceability"
    summary = "a step that satisfies a criterion that the goal does not have"
    severity = "warning"
    basis = "proven"

    def check(self, plan: Analysis) -> Iterator[Finding]:
        """Yields a finding for each criterion that the goal does not have."""
        if plan.goal is None:
            return
        known = {criterion.id for criterion in plan.goal.acceptance}
        for name, steps in once(plan, satisfied_by).items():
            if name not in known:
                tasks = [plan.tasks[i].id for i in steps]
                yield self.finding(
                    f"{name!r}, which {listed(tasks)} is said to satisfy, is no acceptance criterion of the goal; "
                    "name one that is, or drop it",
                    tasks=tasks,
                    facts=[f"criterion:{name}"],
                    evidence=[ValueEvidence(field="satisfies", found=name, wanted="a criterion of the goal")],
                )
