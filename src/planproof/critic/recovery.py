"""Claims about ways back: `no_rollback`, `rollback_cannot_restore` and `irreversible`."""

from __future__ import annotations

from typing import Final

from planproof.critic.result import Gates, Result, refuted, undecided
from planproof.gates.analysis import Analysis
from planproof.gates.artefacts import Trouble, problems
from planproof.gates.duty import does
from planproof.gates.recovery import recovery_of, touched_by
from planproof.gates.registry import RULES
from planproof.gates.simulation import exact_inverse
from planproof.model.finding import CommandEvidence, TextEvidence

_WEAK: Final = tuple(rule.code for rule in RULES if rule.family == "weak_rollback")
_ABSENT: Final = ("ROL001", "ROL002", "ROL003")
"""Missing, hollow, of another resource: no way back in it."""
_BROKEN: Final[frozenset[Trouble]] = frozenset({"made_by_nobody", "made_too_late", "destroyed", "holds_something_else"})


def no_rollback(plan: Analysis, found: Gates, i: int) -> Result:
    """Whether a step that owes a way back has none.

    confirmed: there is none, it is hollow, or it brings back something else. refuted: the step owes none, a person
    accepts the loss, or there is one: commands or an artefact with nothing wrong that a gate knows of, or words that
    say how (the claim is that it is absent, not that it is weak). undecided: there is one, and a gate finds fault.
    """
    task, effect, recovery = plan.tasks[i], plan.effects[i], recovery_of(plan, i)
    if (none := _owes_none(plan, i)) is not None:
        return none
    gate = next(iter(found.of(_ABSENT, task.id)), None)
    if recovery.absent or recovery.elsewhere or gate is not None:
        if gate is not None:
            return found.confirmed(gate)
        why = f"step {task.id!r} {does(plan, i)} and its rollback {recovery.why or 'is missing'}"
        return Result("confirmed", why, blocks=plan.duties[i].recovery == "blocker", basis=effect.basis)
    rollback = task.rollback
    if rollback is None:  # what the system itself keeps
        return undecided(f"step {task.id!r} has no rollback of its own")
    if recovery.kind == "words":
        said = TextEvidence(field=f"tasks.{task.id}.rollback.action", quote=rollback.action)
        return Result("refuted", f"the rollback of {task.id!r} says how, in words", (said,), basis="declared")
    if (fault := next(iter(found.of(_WEAK, task.id)), None)) is not None:
        return undecided(f"step {task.id!r} has a rollback, and {fault.rule} finds fault with it")
    run = rollback.commands[0].run if rollback.commands else ", ".join(rollback.uses)
    shown = CommandEvidence(task=task.id, command=run, span=run)
    return Result("refuted", f"the rollback of {task.id!r} is {run!r}", (shown,), basis="declared")


def rollback_cannot_restore(plan: Analysis, found: Gates, i: int, resource: str) -> Result:
    """Whether the way back from a step leaves a resource as the step left it.

    confirmed: there is no way back; it leaves the resource out; its artefact is made by nobody, too late, is destroyed,
    or does not hold it. refuted: the step owes none, a person accepts the loss, the step is known not to change the
    resource, it is undone by an exact inverse, or restored from an artefact that is made before, verified and holds it.
    undecided: words, a rollback that goes forward, commands of which nobody knows whether they bring it back.
    """
    task, effect, recovery = plan.tasks[i], plan.effects[i], recovery_of(plan, i)
    if (none := _owes_none(plan, i)) is not None:
        return none
    name = plan.names.name(resource)
    touched = touched_by(plan, i)
    if effect.basis == "proven" and not effect.opaque and not any(plan.names.overlap(t, name) for t in touched):
        return refuted(
            f"{task.id!r} does not change {resource!r}, by its commands",
            field=f"tasks.{task.id}.commands",
            found=", ".join(effect.touched),
            wanted=resource,
        )
    if recovery.absent:
        return no_rollback(plan, found, i)
    blocks = plan.duties[i].recovery == "blocker"
    if recovery.elsewhere or any(plan.names.overlap(missed, name) for missed in recovery.misses):
        gate = next(iter(found.of(("ROL003", "ROL007"), task.id)), None)
        why = f"the rollback of {task.id!r} leaves {resource!r} out"
        return found.confirmed(gate, why) if gate is not None else Result("confirmed", why, blocks=blocks)
    for problem in problems(plan, i):
        held = problem.trouble == "holds_something_else"
        if problem.trouble in _BROKEN and (not held or plan.names.overlap(problem.resource, name)):
            why = f"the rollback of {task.id!r} uses {problem.artefact!r}, {_TOLD[problem.trouble]}"
            gate = next(
                (f for f in found.of(_WEAK, task.id) if {problem.artefact, problem.resource} & {*f.subject.resources}),
                None,
            )
            return found.confirmed(gate, why) if gate is not None else Result("confirmed", why, blocks=blocks)
    fault = next((f for f in found.of(_WEAK, task.id) if f.rule not in ("ROL009", "ROL010")), None)
    sure = recovery.kind == "restore" and recovery.artefacts and name in recovery.covers and not problems(plan, i)
    if fault is None and (sure or (recovery.kind == "inverse" and exact_inverse(plan, i))):
        how = ", ".join(recovery.artefacts) if sure else exact_inverse(plan, i)
        return refuted(
            f"the rollback of {task.id!r} brings {resource!r} back with {how!r}",
            field=f"tasks.{task.id}.rollback",
            found=how,
            wanted=resource,
            basis="declared",
        )
    return undecided(f"nothing shows whether the rollback of {task.id!r} brings {resource!r} back")


_TOLD: Final[dict[Trouble, str]] = {
    "made_by_nobody": "which no step makes",
    "made_too_late": "which may be made later",
    "destroyed": "which may be gone by then",
    "holds_something_else": "which does not hold it",
}


def irreversible(plan: Analysis, i: int) -> Result:
    """Whether what a step does can be taken back.

    confirmed: its derived effect is irreversible. refuted: its commands are all understood and each can be undone or
    done again. undecided: its effect is declared or unknown.
    """
    task, effect = plan.tasks[i], plan.effects[i]
    if effect.reversibility == "irreversible":
        return Result("confirmed", f"step {task.id!r} {does(plan, i)}: {effect.because}", basis=effect.basis)
    if effect.basis == "proven" and not effect.opaque and effect.reversibility != "unknown":
        return refuted(
            f"what {task.id!r} does is {effect.reversibility}, by its commands",
            field=f"tasks.{task.id}.commands",
            found=effect.reversibility,
            wanted="irreversible",
        )
    return undecided(f"nobody knows whether what {task.id!r} does can be taken back")


def _owes_none(plan: Analysis, i: int) -> Result | None:
    """The refutation where a step owes no way back, or a person accepts that there is none."""
    task, accepted = plan.tasks[i], recovery_of(plan, i).accepted
    if plan.duties[i].recovery is None:
        only = "only makes an artefact" if plan.only_makes_artefact(i) else does(plan, i)
        return refuted(
            f"step {task.id!r} {only} and owes no way back",
            field=f"tasks.{task.id}.effect",
            found=plan.effects[i].kind,
            wanted="a change",
            basis=plan.effects[i].basis,
        )
    if accepted is not None:
        return refuted(
            f"{accepted.by} accepts the loss: {accepted.reason}",
            field="goal.accepts",
            found=accepted.resource,
            wanted="a way back",
        )
    return None
