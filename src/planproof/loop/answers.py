"""What follows from a person's answer, and from none."""

from __future__ import annotations

from typing import assert_never

from planproof.loop.budget import limits_of
from planproof.loop.events import Decided, Expired
from planproof.loop.state import State
from planproof.loop.stops import to_drafting
from planproof.loop.versions import with_version
from planproof.model.errors import LoopError


def decided(state: State, event: Decided) -> State:
    """After a person has answered."""
    waiting = state.open_escalation
    if waiting is None or waiting.escalation != event.escalation:
        raise LoopError(
            f"{event.escalation!r} is no question that waits for an answer: run `planproof escalations list`"
        )
    if waiting.plan != event.plan:
        raise LoopError(f"{event.escalation!r} is about another version of the plan than was answered")
    state = state.model_copy(update={"answered": (*state.answered, event.escalation), "now": event.at, "passed_to": ""})
    match event.choice:
        case "approve":
            return state.model_copy(update={"decision": event, "phase": "signing", "stop": "approved"})
        case "deny":
            return state.model_copy(update={"decision": event, "phase": "ending", "stop": "denied"})
        case "revise":
            fresh = {"comments": event.comments, "granted": state.granted + 1, "tries": (), "stood": 0, "rejected": 0}
            state = state.model_copy(update={**fresh, "stop": None, "seen_blockers": (), "seen_plans": ()})
            if state.revisions > limits_of(state).revisions:
                state = state.model_copy(update={"granted": state.revisions - limits_of(state).revisions + 1})
            return to_drafting(state)
        case "edit":
            if event.edited is None:
                raise LoopError("an edit comes with the edited plan")
            return with_version(
                state.model_copy(update={"stop": None}), event.edited, "person", event.notes, event.actor
            )
        case "escalate":
            return state.model_copy(update={"phase": "asking", "passed_to": event.to.strip()})
        case _:
            assert_never(event.choice)


def expired(state: State, event: Expired) -> State:
    """After nobody has answered in time."""
    state = state.model_copy(update={"answered": (*state.answered, event.escalation), "now": event.at})
    if state.settings.on_expiry == "reject":
        return state.model_copy(update={"phase": "ending", "stop": "expired"})
    return state.model_copy(update={"phase": "asking"})
