"""Actions: what a run wants done next. Performing one makes events."""

from __future__ import annotations

from dataclasses import dataclass

from planproof.loop.events import Stop


@dataclass(frozen=True, slots=True)
class AskPlanner:
    """Ask the planner for a plan: a first draft, or a revision."""

    who: str


@dataclass(frozen=True, slots=True)
class AskCritic:
    """Ask a critic about the current plan."""

    who: str


@dataclass(frozen=True, slots=True)
class GiveUp:
    """Record that a critic did not review, and why."""

    who: str
    why: str


@dataclass(frozen=True, slots=True)
class Judge:
    """Judge the current plan, with the claims on it and those that still stand; repair it where that is safe."""


@dataclass(frozen=True, slots=True)
class Reject:
    """Take a revision back."""

    why: str


@dataclass(frozen=True, slots=True)
class AskPerson:
    """Put one question to a person."""

    reason: Stop


@dataclass(frozen=True, slots=True)
class Sign:
    """Sign the approval of the current plan."""


@dataclass(frozen=True, slots=True)
class End:
    """Close the run."""

    reason: Stop


Action = AskPlanner | AskCritic | GiveUp | Judge | Reject | AskPerson | Sign | End
