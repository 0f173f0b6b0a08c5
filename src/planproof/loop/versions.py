"""Versions of the plan, and what critics say of each."""

from __future__ import annotations

from planproof.loop.events import Drafted, ReaderNote, Reviewed
from planproof.loop.state import State, Version
from planproof.loop.stops import stopped
from planproof.model.digest import digest
from planproof.model.plan import Plan


def content_digest(plan: Plan) -> str:
    """Digest of a plan, whichever version it says it is: two versions that differ in nothing else are the same."""
    return digest(plan.model_copy(update={"version": 1, "parent": None}))


def drafted(state: State, event: Drafted) -> State:
    """After there is a new version. One that was there before leads nowhere."""
    state = state.model_copy(update={"tries": (), "problems": (), "comments": ()})
    if event.by == "planner":
        same = content_digest(event.plan)
        if state.current is not None:
            state = state.model_copy(update={"revisions": state.revisions + 1})
        if same in state.seen_plans:
            return stopped(state, "stall" if same == state.seen_plans[-1] else "oscillation")
    # A repair leaves what the reader could not place where it was.
    notes = state.current.notes if event.by == "repair" and state.current is not None else event.notes
    return with_version(state, event.plan, event.by, notes)


def with_version(state: State, plan: Plan, by: str, notes: tuple[ReaderNote, ...] = (), author: str = "") -> State:
    """With another version of the plan, which is to be judged."""
    number = state.versions + 1
    version = Version.model_validate(
        {
            "plan": plan,
            "digest": digest(plan),
            "number": number,
            "by": by,
            "notes": notes,
            "author": author,
        }
    )
    # A repair is held against the same parent as the draft that it repairs.
    parent = state.parent if by == "repair" else state.current
    seen = (*state.seen_plans, content_digest(plan))
    return state.model_copy(
        update={"current": version, "parent": parent, "seen_plans": seen, "versions": number, "phase": "judging"}
    )


def reviewed(state: State, event: Reviewed) -> State:
    """After a critic has reviewed a version, or has not."""
    current = state.current
    if current is None or event.plan != current.digest:
        return state  # about a version that is no more: kept in the record, of no weight
    current = current.model_copy(update={"reviews": (*current.reviews, event.review)})
    tries = tuple(t for t in state.tries if (t.role, t.who) != ("critic", event.review.reviewer))
    state = state.model_copy(update={"current": current, "tries": tries})
    done = {review.reviewer for review in current.reviews}
    return state.model_copy(update={"phase": "judging"}) if done >= {*state.settings.critics} else state
