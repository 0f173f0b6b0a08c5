"""TRC002 unverified-criterion."""

from __future__ import annotations

from collections.abc import Iterator

from planproof.gates.analysis import Analysis
from planproof.gates.once import once
from planproof.gates.rule import Rule
from planproof.gates.traceability._criteria import satisfied_by
from planproof.gates.verifying import verified_by
from planproof.gates.wording import listed
from planproof.model.finding import Finding


class UnverifiedCriterion(Rule):
    """An acceptance criterion that rests on steps alone which nothing verifies.

    A step verifies by its own verification, where that can fail, or by a later step that looks at what it changed. To
    look, or to tell somebody, needs no further check.

    Why:
        "Satisfies" is the planner's word. Without a check the change is closed as done because the command came back,
        and whether the criterion is met is found out by whoever asked for it.

    Fails:
        ```yaml
        goal: {id: g, acceptance: [{id: moved, text: all orders are in the new cluster}]}
        plan:
          id: p
          tasks:
            - {id: copy, effect: modify, writes: [db.new], satisfies: [moved]}
        ```

    Passes:
        ```yaml
        goal: {id: g, acceptance: [{id: moved, text: all orders are in the new cluster}]}
        plan:
          id: p
          tasks:
            - id: copy
              effect: modify
              writes: [db.new]
              satisfies: [moved]
              verification:
                what: no order is missing
                how: compare the row counts of both clusters
                expected: the counts are equal
                command: test "$(psql -h new -Atc 'select count(*) from orders')" = 4711
                observes: [db.new]
        ```
    """

    code = "TRC002"
    name = "unverified-criterion"
    family = "traceability"
    summary = "an acceptance criterion that no verified step satisfies"
    severity = "warning"
    basis = "declared"

    def check(self, plan: Analysis) -> Iterator[Finding]:
        """Yields a finding for each criterion that rests on unverified steps."""
        if plan.goal is None or not plan.goal.acceptance:
            return
        satisfied = once(plan, satisfied_by)
        for name in dict.fromkeys(criterion.id for criterion in plan.goal.acceptance):
            steps = satisfied.get(name, ())
            if steps and not any(_verified(plan, i) for i in steps):
                tasks = [plan.tasks[i].id for i in steps]
                yield self.finding(
                    f"nothing verifies that {listed(tasks)} meets the acceptance criterion {name!r}; "
                    "add a verification that can fail, or a later step that looks at the result",
                    tasks=tasks,
                    facts=[f"criterion:{name}"],
                )


def _verified(plan: Analysis, i: int) -> bool:
    return plan.effects[i].kind in ("observe", "notify") or bool(verified_by(plan, i))
