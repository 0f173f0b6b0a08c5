"""STR015 alias-of-goal-resource."""

from __future__ import annotations

from collections.abc import Iterator

from planproof.effects.patterns import names_it
from planproof.gates.analysis import Analysis
from planproof.gates.rule import Rule
from planproof.model.finding import Finding, ValueEvidence
from planproof.model.goal import Goal, GoalResource


class AliasOfGoalResource(Rule):
    """The plan adds a name to a resource of the goal's vocabulary, or takes one of the goal's names for its own.

    To describe a resource of the goal again, under the names that the goal has for it, is no finding. It blocks where
    the goal protects that resource or accepts that it is lost.

    Why:
        Protection and acceptance hold for names. If a plan could say that `scratch` and `users` are the same thing, an
        acceptance of losing the one would cover the other, and a protected table could be dropped under another name.

    Fails:
        ```yaml
        goal:
          id: g
          resources: [{id: db.scratch}]
          accepts: [{resource: db.scratch, by: dana, reason: nobody reads it}]
        plan:
          id: p
          resources: [{id: db.scratch, aliases: [db.users]}]
          tasks:
            - {id: drop, effect: destroy, destroys: [db.users]}
        ```

    Passes:
        ```yaml
        goal:
          id: g
          resources: [{id: db.scratch}]
          accepts: [{resource: db.scratch, by: dana, reason: nobody reads it}]
        plan:
          id: p
          resources: [{id: db.scratch}]
          tasks:
            - {id: drop, effect: destroy, destroys: [db.scratch]}
        ```
    """

    code = "STR015"
    name = "alias-of-goal-resource"
    family = "structure"
    summary = "the plan gives a name to a resource of the goal, or takes one from it"
    severity = "warning"
    basis = "proven"

    def check(self, plan: Analysis) -> Iterator[Finding]:
        """Yields a finding for each resource of the plan that meddles with the goal's names."""
        goal = plan.goal
        if goal is None or not goal.resources or not plan.plan.resources:
            return
        owners: dict[str, GoalResource] = {}
        for known in goal.resources:
            for name in (known.id, *known.aliases):
                owners.setdefault(_fold(name), known)
        told: set[tuple[str, str]] = set()
        for resource in plan.plan.resources:
            own = owners.get(_fold(resource.id))
            claims: dict[str, list[str]] = {}
            if own is not None and plan.names.name(resource.id) != own.id:
                claims.setdefault(own.id, []).append(resource.id)
            for alias in resource.aliases:
                owner = owners.get(_fold(alias), own)
                if owner is not None and (owner is not own or _fold(alias) not in owners):
                    claims.setdefault(owner.id, []).append(alias)
            for goal_id, names in claims.items():
                if (resource.id, goal_id) in told:
                    continue
                told.add((resource.id, goal_id))
                yield self._claim(goal, owners[_fold(goal_id)], resource.id, sorted(names))

    def _claim(self, goal: Goal, owner: GoalResource, resource: str, names: list[str]) -> Finding:
        guard = _guard(goal, owner)
        if resource == owner.id:
            message = f"the plan gives the goal's resource {owner.id!r} the further name {names[0]!r}"
        else:
            message = f"resource {resource!r} of the plan takes {names[0]!r}, which the goal has for {owner.id!r}"
        return self.finding(
            f"{message}{f', which the goal {guard}' if guard else ''}; only the goal names its resources",
            facts=[f"alias:{name}" for name in names],
            resources=[resource, owner.id],
            severity="blocker" if guard else None,
            evidence=[
                ValueEvidence(
                    field=f"resources.{resource}.aliases",
                    found=", ".join(names),
                    wanted="a name that is not the goal's to give",
                )
            ],
        )


def _guard(goal: Goal, resource: GoalResource) -> str | None:
    """What the goal says of the resource that hangs on its name."""
    names = (resource.id, *resource.aliases)
    for pattern in goal.constraints.protected:
        if any(names_it(pattern, name) for name in names):
            return "protects"
    for accepted in goal.accepts:
        if any(names_it(accepted.resource, name) for name in names):
            return "accepts to lose"
    return None


def _fold(name: str) -> str:
    return name.strip().casefold()
