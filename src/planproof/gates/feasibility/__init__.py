"""Feasibility: can the plan run at all, with what the goal allows, where and when it allows it."""

from typing import Final

from planproof.gates.feasibility.budget_exceeded import BudgetExceeded
from planproof.gates.feasibility.deadline_in_words import DeadlineInWords
from planproof.gates.feasibility.other_environment import OtherEnvironment
from planproof.gates.feasibility.outside_window import OutsideWindow
from planproof.gates.feasibility.tool_not_allowed import ToolNotAllowed
from planproof.gates.rule import Rule

RULES: Final[tuple[Rule, ...]] = (
    ToolNotAllowed(),
    OtherEnvironment(),
    OutsideWindow(),
    BudgetExceeded(),
    DeadlineInWords(),
)
