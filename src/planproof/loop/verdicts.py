"""Verdicts, and what follows from them."""

from __future__ import annotations

from typing import Final, assert_never

from planproof.decide import rule_on
from planproof.loop.events import Judged, Rejected, Stop
from planproof.loop.state import State
from planproof.loop.stops import stopped, to_drafting
from planproof.model.base import Posture
from planproof.model.errors import LoopError
from planproof.model.finding import Finding

MOST_REJECTED: Final = 2
"""Revisions in a row that may be rejected before a person is asked."""


def judged(state: State, event: Judged) -> State:
    """After the current version was judged."""
    current = state.current
    if current is None or event.plan != current.digest:
        raise LoopError(f"a plan is judged that is not the current one: {event.plan!r}: run `planproof audit verify`")
    answered = state.decision is not None and state.decision.choice == "approve"
    state = state.model_copy(
        update={
            "current": current.model_copy(update={"judged": event}),
            "standing": event.standing,
            "now": event.at or state.now,
            "decision": None,
        }
    )
    if answered:  # what a person approved has become worse since: they have to know
        return stopped(state, "needs_person")
    if _added_defects(state):
        return state.model_copy(update={"phase": "rejecting"})
    state = state.model_copy(update={"rejected": 0})
    if _review_is_due(state, event):
        return state.model_copy(update={"phase": "reviewing"})
    match event.decision:
        case "approved":
            return state.model_copy(update={"phase": "signing", "stop": "approved"})
        case "needs_human":
            return stopped(state, _why_asked(event, posture_of(state)))
        case "blocked":
            return _blocked(state, event)
        case _:
            assert_never(event.decision)


def posture_of(state: State) -> Posture:
    """The posture that the run is judged under."""
    return state.settings.posture or state.goal.posture or state.settings.config.posture or "balanced"


def stopping(judged: Judged, posture: Posture) -> tuple[Finding, ...]:
    """The findings that block a plan."""
    return tuple(finding for finding in judged.findings if rule_on(finding, posture) == "blocks")


def _review_is_due(state: State, event: Judged) -> bool:
    settings, current = state.settings, state.current
    if settings.mode == "gates_only" or not settings.critics or current is None:
        return False
    if {review.reviewer for review in current.reviews} >= {*settings.critics}:
        return False
    return event.decision != "blocked" or settings.mode == "every_revision"


def _why_asked(event: Judged, posture: Posture) -> Stop:
    asking = [finding for finding in event.findings if rule_on(finding, posture) == "asks"]
    unreviewed = asking and all(finding.outcome == "not_reviewed" for finding in asking)
    return "critic_unavailable" if unreviewed else "needs_person"


def _blocked(state: State, event: Judged) -> State:
    key = tuple(sorted({finding.id for finding in stopping(event, posture_of(state))}))
    before = state.seen_blockers
    state = state.model_copy(update={"seen_blockers": (*before, key) if key not in before[-1:] else before})
    stood = state.stood + 1 if key in before[-1:] else 0
    state = state.model_copy(update={"stood": stood})
    if state.goal.replan_policy == "abort":
        return stopped(state, "replan_policy")
    if stood:
        return stopped(state, "stall")
    if key in before[:-1]:
        return stopped(state, "oscillation")
    return to_drafting(state)


def _added_defects(state: State) -> tuple[Finding, ...]:
    """Defects of structure that a revision has and its parent had not: cycles, steps that refer to nothing."""
    current, parent = state.current, state.parent
    if current is None or current.judged is None or parent is None or parent.judged is None or current.by == "person":
        return ()
    posture = posture_of(state)
    had = {finding.id for finding in stopping(parent.judged, posture)}
    now = stopping(current.judged, posture)
    return tuple(finding for finding in now if finding.family == "structure" and finding.id not in had)


def why_rejected(state: State) -> str:
    """Why a revision is taken back, for the planner and the record."""
    added = _added_defects(state)
    more = f" and {len(added) - 1} more" if len(added) > 1 else ""
    return f"the revision broke what was right before: {added[0].message}{more}" if added else ""


def rejected(state: State, event: Rejected) -> State:
    """After a revision was taken back: its parent is the plan again."""
    kept = state.parent
    standing = kept.judged.standing if kept is not None and kept.judged is not None else ()
    rejected = state.rejected + 1
    state = state.model_copy(
        update={"current": kept, "parent": None, "rejected": rejected, "problems": (event.why,), "standing": standing}
    )
    return stopped(state, "regression") if rejected >= MOST_REJECTED else to_drafting(state)
