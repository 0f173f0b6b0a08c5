"""question_of: the one question that a person is asked."""

from __future__ import annotations

from typing import Final

from planproof.loop.budget import limits_of, spent_out
from planproof.loop.events import Stop
from planproof.loop.state import State
from planproof.loop.verdicts import posture_of, stopping

_WHY: Final[dict[Stop, str]] = {
    "revision_cap": "no revision of {revisions} cleared it",
    "budget": "the budget is used up: {spent}",
    "stall": "the last revision changed nothing that counts",
    "oscillation": "the planner goes round in circles",
    "regression": "each revision broke what was right before",
    "replan_policy": "the goal says not to plan again",
    "planner_unavailable": "there is no planner to mend it: {problem}",
}


def question_of(state: State, reason: Stop) -> str:
    """The question, with what it is about: a person may answer it without looking anything up."""
    current = state.current
    if current is None or current.judged is None:
        problem = state.problems[-1] if state.problems else "no model is set"
        return f"There is no plan for {state.goal.id!r}: {problem}. Give one with `planproof revise`, or deny it?"
    if reason in ("needs_person", "critic_unavailable") or current.judged.decision != "blocked":
        return current.judged.question or f"May the plan for {state.goal.id!r} run?"
    why = _WHY[reason].format(
        revisions=limits_of(state).revisions,
        spent=spent_out(state) or "",
        problem=state.problems[-1] if state.problems else "none is set",
    )
    found = stopping(current.judged, posture_of(state))
    first = found[0].message if found else "of what stands in its verdict"
    more = f" (and {len(found) - 1} more)" if len(found) > 1 else ""
    return (
        f"The plan for {state.goal.id!r} is blocked and {why}. It is blocked since {first}{more}. "
        "Edit it, let the planner try again, deny it, or override with your reason?"
    )
