"""ROL014 expired-or-foreign-acceptance."""

from __future__ import annotations

from collections.abc import Iterator

from planproof.effects.patterns import names_it
from planproof.gates.analysis import Analysis
from planproof.gates.recovery import at_stake
from planproof.gates.rule import Rule
from planproof.model.finding import Finding
from planproof.model.goal import Acceptance


class ExpiredOrForeignAcceptance(Rule):
    """An acceptance in the goal that has expired, or that is about nothing the plan changes.

    An expired one of something that the plan changes is a warning: the step stands without it. One of a resource that
    no step changes is information; perhaps its name is misspelt.

    Why:
        A person accepted a loss for a day or for another plan. That the paper still lies there is no consent.

    Fails:
        ```yaml
        goal:
          id: g
          accepts: [{resource: cache, by: ops, reason: it refills itself, expires: 2026-01-31T00:00:00Z}]
        now: 2026-09-02T00:00:00Z
        plan:
          id: p
          tasks:
            - id: clear
              effect: destroy
              destroys: [cache]
              verification: {command: ./empty.sh cache}
        ```

    Passes:
        ```yaml
        goal:
          id: g
          accepts: [{resource: cache, by: ops, reason: it refills itself, expires: 2026-12-31T00:00:00Z}]
        now: 2026-09-02T00:00:00Z
        plan:
          id: p
          tasks:
            - id: clear
              effect: destroy
              destroys: [cache]
              verification: {command: ./empty.sh cache}
        ```
    """

    code = "ROL014"
    name = "expired-or-foreign-acceptance"
    family = "weak_rollback"
    summary = "an acceptance that has expired, or that is about nothing the plan changes"
    severity = "warning"
    basis = "proven"

    def check(self, plan: Analysis) -> Iterator[Finding]:
        """Yields each acceptance of the goal that does nothing for this plan."""
        if plan.goal is None or not plan.goal.accepts:
            return
        changed = _changed_names(plan)
        # Of several for the same thing the one that holds longest counts.
        last: dict[tuple[str, str], Acceptance] = {}
        for accepted in plan.goal.accepts:
            before = last.setdefault((accepted.resource, accepted.effect), accepted)
            if before.expires is not None and (accepted.expires is None or accepted.expires > before.expires):
                last[accepted.resource, accepted.effect] = accepted
        for accepted in last.values():
            if not any(names_it(accepted.resource, name) for name in changed):
                yield self._finding(accepted, "is about nothing that the plan changes; check the name", info=True)
            elif plan.now is not None and accepted.expires is not None and accepted.expires <= plan.now:
                when = accepted.expires.isoformat()
                yield self._finding(accepted, f"expired on {when}; ask for it again, or plan a way back", info=False)

    def _finding(self, accepted: Acceptance, what: str, *, info: bool) -> Finding:
        return self.finding(
            f"the acceptance of {accepted.effect!r} for {accepted.resource!r} by {accepted.by!r} {what}",
            resources=(accepted.resource,),
            facts=(f"accepts:{accepted.effect}",),
            severity="info" if info else "warning",
        )


def _changed_names(plan: Analysis) -> set[str]:
    """What the plan changes, by every name that an acceptance may have for it."""
    changed = {name for i in range(len(plan.tasks)) for name in at_stake(plan, i)}
    return {known for name in changed for known in plan.names_for_goal(name)}
