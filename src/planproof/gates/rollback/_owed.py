"""How much the lack of a way back weighs."""

from __future__ import annotations

from planproof.gates.analysis import Analysis
from planproof.gates.duty import weight
from planproof.gates.recovery import recovery_of
from planproof.model.base import Severity


def owed(plan: Analysis, i: int) -> Severity:
    """The severity of a way back from step `i` that does not hold.

    Where a person accepts the loss the step owes none; that the plan claims one is a warning still.
    """
    duty = plan.duties[i].recovery
    if duty is not None and recovery_of(plan, i).accepted is not None:
        return weight(plan, "warning")
    return weight(plan, duty)
