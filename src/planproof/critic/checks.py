"""Claims about verification: `no_verification` and `verification_misses`."""

from __future__ import annotations

from typing import Final

from planproof.critic.result import Gates, Result, refuted, undecided
from planproof.gates.aims import acts_of
from planproof.gates.analysis import Analysis
from planproof.gates.duty import does
from planproof.gates.registry import RULES
from planproof.gates.verifying import attested, observers, standings, touches, verified_by, weaknesses
from planproof.gates.wording import listed
from planproof.model.finding import TextEvidence, ValueEvidence

_RULES: Final = tuple(rule.code for rule in RULES if rule.family == "verification")


def no_verification(plan: Analysis, found: Gates, i: int) -> Result:
    """Whether nothing verifies what a step does.

    confirmed: it owes a verification, has none, or one that is empty, vacuous, cannot fail or looks elsewhere, and no
    later step verifies the change in time. refuted: it owes none, or it is verified. undecided: it makes an artefact
    that nothing verifies, which owes no check by itself, though what rests on it may.
    """
    task = plan.tasks[i]
    if (none := _owes_none(plan, i)) is not None:
        return none
    if by := verified_by(plan, i):
        names = [plan.tasks[v].id for v in by]
        own = plan.tasks[i].verification if by == (i,) else None
        said = "its own verification" if own is not None else f"{listed(names)} later"
        if own is not None:
            run = own.command.run if own.command is not None else own.how
            evidence = TextEvidence(field=f"tasks.{task.id}.verification", quote=run)
        else:
            evidence = ValueEvidence(field=f"tasks.{task.id}", found=", ".join(names), wanted="a verification")
        return Result("refuted", f"step {task.id!r} is verified by {said}", (evidence,), basis="declared")
    if plan.duties[i].verification is None:
        return undecided(f"nothing verifies what step {task.id!r} makes, which owes no verification by itself")
    gate = next((f for f in found.of(_RULES, task.id) if f.severity != "info"), None)
    if gate is not None:
        return found.confirmed(gate)
    weakness = weaknesses(plan)[i]
    why = f"step {task.id!r} {does(plan, i)}, and of its verification {weakness.why if weakness else 'nothing counts'}"
    return Result("confirmed", why, basis="declared")


def verification_misses(plan: Analysis, found: Gates, i: int, resource: str) -> Result:
    """Whether nothing looks at a resource that a step changes.

    confirmed: the step changes it and no check looks at it, or the step is not verified at all. refuted: the step owes
    no verification, is known not to change the resource, or a check that counts looks at it by what it declares or
    runs, in the step or after it. undecided: a check in words may or may not.
    """
    task, effect = plan.tasks[i], plan.effects[i]
    if (none := _owes_none(plan, i)) is not None:
        return none
    name = plan.names.name(resource)
    changed = (*effect.touched, *effect.produces)
    if effect.basis == "proven" and not effect.opaque and not touches(plan, changed, (name,)):
        return refuted(
            f"{task.id!r} does not change {resource!r}, by its commands",
            field=f"tasks.{task.id}.commands",
            found=", ".join(changed),
            wanted=resource,
        )
    standing, verification = standings(plan)[i], task.verification
    command = verification.command if verification is not None else None
    runs = acts_of(plan, (command,)) if command is not None else ()
    looks = {plan.names.ref(ref) for act in runs for ref in act.touched}
    named = bool(verification is not None and verification.observes)
    own = standing == "counts" and touches(plan, (*attested(plan, i), *looks) if named else looks, (name,))
    later = observers(plan).of((name,)) & plan.graph.descendants(i)
    if own or later:
        names = [task.id] if own else [plan.tasks[v].id for v in plan.graph.members(later)]
        return refuted(
            f"{listed(names)} looks at {resource!r}",
            field=f"tasks.{names[0]}.verification",
            found=resource,
            wanted=resource,
            basis="declared",
        )
    if standing != "counts" and not verified_by(plan, i):
        return no_verification(plan, found, i)
    if named and verification is not None and touches(plan, changed, (name,)):
        looked = ValueEvidence(
            field=f"tasks.{task.id}.verification.observes", found=", ".join(verification.observes), wanted=resource
        )
        why = f"step {task.id!r} changes {resource!r}, and its verification observes {listed(verification.observes)}"
        return Result("confirmed", why, (looked,), basis="declared")
    return undecided(f"nothing shows whether the verification of {task.id!r} looks at {resource!r}")


def _owes_none(plan: Analysis, i: int) -> Result | None:
    """The refutation where a step changes nothing. One that makes an artefact is no such step: a copy may be bad."""
    effect = plan.effects[i]
    if plan.duties[i].verification is not None or effect.produces:
        return None
    task = plan.tasks[i]
    return refuted(
        f"step {task.id!r} {does(plan, i)} and owes no verification",
        field=f"tasks.{task.id}.effect",
        found=effect.kind,
        wanted="a change",
        basis=effect.basis,
    )
