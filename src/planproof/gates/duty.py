"""How much a missing duty weighs in the plan at hand, and what the step does that has it."""

from __future__ import annotations

from typing import Final

from planproof.effects import Kind, duties_of
from planproof.effects.duties import Duty
from planproof.gates.analysis import Analysis
from planproof.model.base import Severity


def weight(plan: Analysis, duty: Duty) -> Severity:
    """The severity of a duty that is not met: its own weight, and information where nothing asks for it.

    Example:
        >>> from planproof.model.goal import Constraints, Goal
        >>> from planproof.model.plan import Plan
        >>> sandbox = Goal(id="g", constraints=Constraints(environment="sandbox"))
        >>> weight(Analysis(Plan(id="p")), "warning"), weight(Analysis(Plan(id="p"), sandbox), "warning")
        ('warning', 'info')
    """
    match duty:
        case None:
            return "info"
        case "warning":
            return "info" if plan.relaxed else "warning"
        case "blocker":
            return "blocker"


_DOES: Final[dict[Kind, str]] = {
    "observe": "only observes",
    "notify": "tells somebody",
    "create": "creates something",
    "modify": "changes something",
    "shift": "moves traffic or duty",
    "rotate": "replaces or revokes a credential",
    "destroy": "destroys something",
    "unknown": "has an unknown effect",
}


def does(plan: Analysis, i: int) -> str:
    """What step `i` does, for a message: `destroys something ('users')`.

    Where nobody knows, what its words suggest, if that is a change.
    """
    effect = plan.effects[i]
    changed = f" ({', '.join(map(repr, effect.changes[:3]))})" if effect.changes else ""
    words = plan.suggestion(i)
    if effect.kind == "unknown" and words is not None and words.kind not in ("observe", "notify"):
        return f"by its words ({words.words!r}) {_DOES[words.kind]}{changed}"
    return f"{_DOES[effect.kind]}{changed}"


def remedy(plan: Analysis, i: int) -> str:
    """What else to do about a missing duty, for a message: what typed fields may say of a step that words speak of."""
    words = plan.suggestion(i)
    if words is not None and words.kind == "destroy":
        return "where this plan made it, name it under `produces` there and `destroys` here; else "
    harmless = words is None or words.kind in ("observe", "notify")
    return "declare its `effect`, or " if plan.effects[i].kind == "unknown" and harmless else ""


def instead(plan: Analysis, i: int) -> str:
    """What may stand in for a way back to the old state, for the end of a message; empty where nothing may."""
    if plan.irreversible(i):
        return ", or let a person accept the loss in the goal's `accepts`"
    if {kind for kind, undo in plan.effects[i].parts if duties_of(kind, undo).recovery == "blocker"} != {"rotate"}:
        return ""
    return (
        "; where the old one must not return, use `kind: forward_fix` with what gives the callers a new one, or let "
        "a person accept it in the goal's `accepts` (`effect: rotate`)"
    )
