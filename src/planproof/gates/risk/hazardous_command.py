"""RSK008 hazardous-command."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from planproof.effects import Act, Hazard, Kind
from planproof.gates.analysis import Analysis
from planproof.gates.evidence import evidence_of
from planproof.gates.rule import Rule
from planproof.model.finding import Finding

_SAYS: Final[dict[Hazard, str]] = {
    "discloses": "sends data out of the system",
    "discloses_secret": "sends a secret out of the system",
    "widens_access": "lets more people or machines in",
    "weakens_guard": "switches off or weakens something that guards",
}


class HazardousCommand(Rule):
    """A command discloses data, widens access or weakens a guard, however well it can be undone.

    A secret that leaves the system blocks. The others are warnings, unless the goal accepts the step's effect on that
    resource, a later step that always runs takes it back, or the plan itself made what is changed; then they are
    information. A new role is no such thing: what it is let into was there before.

    Why:
        Opening a port to the world is reversible in a second, and was open for that second. Audit logs that were off
        during the change are missing afterwards. None of this shows in what a step creates or destroys.

    Fails:
        ```yaml
        plan:
          id: p
          tasks: [{id: open, commands: ["chmod 777 /srv/share"], rollback: {commands: ["chmod 750 /srv/share"]}}]
        ```

    Passes:
        ```yaml
        plan:
          id: p
          tasks: [{id: close, commands: ["chmod 750 /srv/share"], rollback: {commands: ["chmod 770 /srv/share"]}}]
        ```
    """

    code = "RSK008"
    name = "hazardous-command"
    family = "risk"
    summary = "a command discloses data, widens access or weakens a guard"
    severity = "warning"
    basis = "proven"

    def check(self, plan: Analysis) -> Iterator[Finding]:
        """Yields one finding for each kind of hazard of a step."""
        for i, (task, effect) in enumerate(zip(plan.tasks, plan.effects, strict=True)):
            for hazard in effect.hazards:
                acts = [act for act in effect.acts if hazard in act.hazards]
                settled = hazard != "discloses_secret" and all(
                    _on_own_making(plan, i, act) or _taken_back(plan, i, act) or _accepted(plan, i, act) for act in acts
                )
                act = acts[0]
                yield self.finding(
                    f"step {task.id!r} {_SAYS[hazard]}: {act.because!r}; "
                    + (
                        "take it out, and count the secret as leaked where it ran"
                        if hazard == "discloses_secret"
                        else "narrow it, take it back in a later step, or let a person accept it in the goal"
                    ),
                    tasks=[task.id],
                    commands=[hazard],
                    evidence=[evidence_of(task, act.because)],
                    severity="info" if settled else "blocker" if hazard == "discloses_secret" else "warning",
                )


_WHO: Final = frozenset({"role", "user", "group"})
"""Kinds of those who are given something: what a new one is let into was there before."""


def _on_own_making(plan: Analysis, i: int, act: Act) -> bool:
    """Whether this plan made all that is changed: a guard it put up, a schema nobody had access to yet."""
    if any(ref.kind in _WHO for ref in act.writes):
        return False
    changed = plan.effects[i].changes
    return act.own or (bool(changed) and all(plan.made_here(name, i) for name in changed))


def _accepted(plan: Analysis, i: int, act: Act) -> bool:
    """Whether a person accepts what the step does to everything that the act changes.

    What the words of the step make it out to be does not count: they would bring it under an acceptance.
    """
    effect = plan.effects[i]
    kinds: set[Kind] = {act.kind} if effect.basis == "inferred" else {act.kind, effect.kind}
    changed = plan.names.refs((*act.writes, *act.destroys))
    return bool(changed) and all(any(plan.acceptances(name, kinds)) for name in changed)


def _taken_back(plan: Analysis, i: int, act: Act) -> bool:
    """Whether a step that always runs later does the opposite to the same resource, without a hazard of its own."""
    touched = frozenset(plan.names.refs((*act.writes, *act.destroys)))
    for later in plan.graph.members(plan.graph.descendants(i)):
        for other in plan.effects[later].acts:
            opposite = other.operation == act.operation or (
                act.inverse != "" and other.operation != "" and act.inverse.startswith(other.operation)
            )
            if opposite and not other.hazards and touched & {*plan.names.refs((*other.writes, *other.destroys))}:
                return True
    return False
