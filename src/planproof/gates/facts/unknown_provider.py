"""PRE004 unknown-provider."""

from __future__ import annotations

from collections.abc import Iterator

from planproof.gates.analysis import Analysis
from planproof.gates.crowd import Crowd, spoken
from planproof.gates.facts.needs import Grounding, groundings
from planproof.gates.ordering import name_provider
from planproof.gates.rule import Rule
from planproof.model.base import Severity
from planproof.model.finding import Finding, Fix, ValueEvidence


class UnknownProvider(Rule):
    """A precondition names a provider that is no step of the plan, and is not `env`.

    Where the fact holds all the same, because another step always establishes it before or the goal gives it, that is
    a warning, and the fix names what establishes it.

    Why:
        The step that was to bring the fact about is missing: renamed, dropped in a revision, or never planned. The
        order that `established_by` was meant to hold is gone with it.

    Fails:
        ```yaml
        plan:
          id: p
          tasks:
            - {id: load-data, effect: modify, writes: [pg], establishes: [loaded]}
            - {id: switch, effect: shift, writes: [app], preconditions: [{fact: checked, established_by: reconcile}]}
        ```

    Passes:
        ```yaml
        plan:
          id: p
          tasks:
            - {id: load-data, effect: modify, writes: [pg], establishes: [loaded]}
            - {id: reconcile, effect: observe, reads: [pg, mysql], establishes: [checked]}
            - {id: switch, effect: shift, writes: [app], preconditions: [{fact: checked, established_by: reconcile}]}
        ```
    """

    code = "PRE004"
    name = "unknown-provider"
    family = "unverified_dependencies"
    summary = "a precondition names a provider that is no step of the plan"
    severity = "blocker"
    basis = "proven"
    fixable = True

    def check(self, plan: Analysis) -> Iterator[Finding]:
        """Yields a finding for each precondition whose provider the plan does not have."""
        crowd = Crowd(self)
        yield from crowd.told(self._all(plan, crowd))

    def _all(self, plan: Analysis, crowd: Crowd) -> Iterator[Finding]:
        for found in groundings(plan, "unknown_provider"):
            severity: Severity = "warning" if found.holds else "blocker"
            if crowd.full(severity):
                continue
            task = plan.tasks[found.task]
            by = task.preconditions[found.precondition].established_by
            others = f" (it is established by {spoken(plan, found.others)})" if found.others else ""
            yield self.finding(
                f"step {task.id!r} takes the fact {found.fact!r} from {by!r}, which is no step of the plan{others}; "
                "name the step that establishes it, or 'env' for a fact that the goal gives",
                tasks=[task.id],
                facts=[found.fact],
                severity=severity,
                evidence=[
                    ValueEvidence(
                        field=f"tasks.{task.id}.preconditions.{found.precondition}.established_by",
                        found=str(by),
                        wanted="the id of a step, or 'env'",
                    )
                ],
                fix=_named(plan, found),
            )


def _named(plan: Analysis, found: Grounding) -> Fix | None:
    """The provider that there is, where there is exactly one."""
    if not found.holds or found.others.bit_count() + (found.fact in plan.given) != 1:
        return None
    provider = next(plan.graph.members(found.others), None)
    return name_provider(plan, found.task, found.precondition, provider)
