"""PRE005 self-grounding."""

from __future__ import annotations

from collections.abc import Iterator

from planproof.gates.analysis import Analysis
from planproof.gates.crowd import Crowd
from planproof.gates.facts.needs import groundings, need_of
from planproof.gates.rule import Rule
from planproof.model.base import Severity
from planproof.model.finding import Finding, ValueEvidence


class SelfGrounding(Rule):
    """A step needs a fact that it is itself to establish.

    Either its precondition names the step as its own provider, or the step is the only one that establishes what it
    needs. Where the fact holds all the same, because another step always establishes it before or the goal gives it,
    that is a warning.

    Why:
        A fact must hold when the step starts, and the step establishes it only when it ends. The condition can never
        be met by this plan, so it is either checked by nobody or stops the plan for good.

    Fails:
        ```yaml
        plan:
          id: p
          tasks:
            - id: migrate
              effect: modify
              writes: [orders]
              preconditions: [{fact: schema_checked, established_by: migrate}]
              establishes: [schema_checked]
        ```

    Passes:
        ```yaml
        plan:
          id: p
          tasks:
            - {id: check, effect: observe, reads: [orders], establishes: [schema_checked]}
            - id: migrate
              effect: modify
              writes: [orders]
              preconditions: [{fact: schema_checked, established_by: check}]
        ```
    """

    code = "PRE005"
    name = "self-grounding"
    family = "unverified_dependencies"
    summary = "a step needs a fact that it is itself to establish"
    severity = "blocker"
    basis = "proven"

    def check(self, plan: Analysis) -> Iterator[Finding]:
        """Yields a finding for each need that a step grounds on itself."""
        crowd = Crowd(self)
        yield from crowd.told(self._all(plan, crowd))

    def _all(self, plan: Analysis, crowd: Crowd) -> Iterator[Finding]:
        for found in groundings(plan, "own_word"):
            severity: Severity = "warning" if found.holds else "blocker"
            if crowd.full(severity):
                continue
            task = plan.tasks[found.task].id
            named = need_of(plan, found).established_by is not None
            why = "which it names itself as the provider of" if named else "which it alone establishes, and only then"
            yield self.finding(
                f"step {task!r} needs the fact {found.fact!r} when it starts, {why}; "
                "let an earlier step establish it, or drop the precondition",
                tasks=[task],
                facts=[found.fact],
                severity=severity,
                evidence=[
                    ValueEvidence(
                        field=f"tasks.{task}.preconditions.{found.precondition}.established_by",
                        found=task,
                        wanted="another step, or 'env'",
                    )
                ],
            )
