"""Traceability: every criterion of the goal is met by a verified step, every step serves one."""

from typing import Final

from planproof.gates.rule import Rule
from planproof.gates.traceability.idle_step import IdleStep
from planproof.gates.traceability.unknown_criterion import UnknownCriterion
from planproof.gates.traceability.unmet_criterion import UnmetCriterion
from planproof.gates.traceability.unverified_criterion import UnverifiedCriterion

RULES: Final[tuple[Rule, ...]] = (UnmetCriterion(), UnverifiedCriterion(), IdleStep(), UnknownCriterion())
