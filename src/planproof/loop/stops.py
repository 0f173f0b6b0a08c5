"""Where a run may go on drafting, and where it stops and a person is asked."""

from __future__ import annotations

from planproof.loop.budget import limits_of, spent_out
from planproof.loop.events import Stop
from planproof.loop.state import State


def stopped(state: State, reason: Stop) -> State:
    """No further draft: a person is to be asked."""
    return state.model_copy(update={"phase": "asking", "stop": reason})


def to_drafting(state: State) -> State:
    """On to the next draft, where there may be one."""
    if state.settings.planner == "none":
        return stopped(state, "planner_unavailable")
    if state.current is not None and state.revisions >= limits_of(state).revisions + state.granted:
        return stopped(state, "revision_cap")
    if spent_out(state) is not None:
        return stopped(state, "budget")
    return state.model_copy(update={"phase": "drafting"})
