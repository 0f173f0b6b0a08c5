"""PRE011 stale-probe."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import timedelta
from typing import Final

from planproof.gates.analysis import Analysis
from planproof.gates.rule import Rule
from planproof.gates.wording import listed
from planproof.model.finding import Finding, ValueEvidence
from planproof.model.goal import Given

FRESH: Final = timedelta(hours=24)
"""How long a probe's answer counts."""


class StaleProbe(Rule):
    """A given fact that the plan needs was probed long ago, in the future, or never before an irreversible step.

    Long ago is more than 24 hours before the time of the check. A fact without a probe stands on a person's word and
    is no finding.

    Why:
        Nobody read the table last week says nothing of today. The probe is there to be run again before the step that
        cannot be taken back.

    Fails:
        ```yaml
        now: "2026-09-02T00:00:00+00:00"
        goal:
          id: g
          constraints:
            given:
              - {fact: unread, probe: {kind: sql, query: q, expected: "0"}, probed_at: "2026-08-20T00:00:00Z"}
        plan:
          id: p
          tasks: [{id: drop, effect: destroy, destroys: [t], preconditions: [{fact: unread, established_by: env}]}]
        ```

    Passes:
        ```yaml
        now: "2026-09-02T00:00:00+00:00"
        goal:
          id: g
          constraints:
            given:
              - {fact: unread, probe: {kind: sql, query: q, expected: "0"}, probed_at: "2026-09-01T18:00:00Z"}
        plan:
          id: p
          tasks: [{id: drop, effect: destroy, destroys: [t], preconditions: [{fact: unread, established_by: env}]}]
        ```
    """

    code = "PRE011"
    name = "stale-probe"
    family = "unverified_dependencies"
    summary = "a given fact was probed long ago, in the future, or not at all"
    severity = "info"
    basis = "declared"

    def check(self, plan: Analysis) -> Iterator[Finding]:
        """Yields a finding for each given fact that some step needs and whose probe says nothing of today."""
        if plan.goal is None or not plan.goal.constraints.given:
            return
        needed: dict[str, list[int]] = {}
        for i, task in enumerate(plan.tasks):
            for need in task.preconditions:
                if need.fact in plan.given:
                    needed.setdefault(need.fact, []).append(i)
        seen: set[str] = set()
        for given in plan.goal.constraints.given:
            steps = needed.get(given.fact, [])
            if given.fact in seen or not steps:
                continue
            if (found := _stale(plan, given, steps)) is not None:
                seen.add(given.fact)
                what, when = found
                yield self.finding(
                    f"the given fact {given.fact!r}, needed by {listed(plan.tasks[i].id for i in steps)}, {what}; "
                    "run its probe again before the plan runs",
                    tasks=[plan.tasks[i].id for i in steps],
                    facts=[given.fact],
                    evidence=[
                        ValueEvidence(
                            field=f"goal.constraints.given.{given.fact}.probed_at", found=when, wanted="within 24 hours"
                        )
                    ],
                )


def _stale(plan: Analysis, given: Given, steps: list[int]) -> tuple[str, str] | None:
    """What is wrong with the probe, and when it was run."""
    if given.probed_at is None:
        if given.probe is not None and any(plan.irreversible(i) for i in steps):
            return "has a probe that was never run", "never"
        return None
    if plan.now is None:
        return None
    when = given.probed_at.isoformat()
    if given.probed_at > plan.now:
        return f"was probed in the future, at {when!r}", when
    if plan.now - given.probed_at > FRESH:
        return f"was last probed at {when!r}", when
    return None
