"""What planproof answers."""

from __future__ import annotations

from typing import Literal

from planproof.model.base import Model, Posture
from planproof.model.finding import Finding

Decision = Literal["approved", "blocked", "needs_human"]


class Assurance(Model):
    """How many steps have an effect that code derived, that was declared, or that nobody knows."""

    proven: int = 0
    declared: int = 0
    opaque: int = 0


class Verdict(Model):
    """The decision and all that it rests on."""

    decision: Decision
    posture: Posture
    plan_digest: str
    ruleset_digest: str
    blocking: tuple[Finding, ...] = ()
    """What must change, or be overridden by an identified person."""
    asking: tuple[Finding, ...] = ()
    """What a person must answer for."""
    acknowledged: tuple[Finding, ...] = ()
    """What is known and accepted under the posture."""
    recorded: tuple[Finding, ...] = ()
    """Information, waived findings and refuted claims."""
    assumptions: tuple[str, ...] = ()
    assurance: Assurance = Assurance()
    question: str | None = None
