"""Calls to models: booked before they are made, counted whatever comes of them."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime

from planproof.loop.actions import Action, AskCritic, GiveUp
from planproof.loop.budget import limits_of, spent_out
from planproof.loop.events import Answered, Asked, Failed
from planproof.loop.state import Call, State, Tries
from planproof.loop.stops import stopped, to_drafting
from planproof.model.errors import LoopError


def asked(state: State, event: Asked) -> State:
    """Books a call. One by the same model that is still open was lost with the process that made it."""
    lost = [call for call in state.open_calls if (call.role, call.who) == (event.role, event.who)]
    spent = state.spent.model_copy(
        update={
            "calls": state.spent.calls + 1,
            "lost": state.spent.lost + len(lost),
            "unpriced": state.spent.unpriced + len(lost),
        }
    )
    calls = (
        *(call for call in state.open_calls if call not in lost),
        Call(call=event.call, role=event.role, who=event.who),
    )
    return state.model_copy(update={"open_calls": calls, "spent": spent, "now": event.at})


def answered(state: State, event: Answered) -> State:
    """After a model has answered: what it cost is booked; what it said is the next event."""
    closed = _closed(state, event.call, event.at, unpriced=event.usd is None)
    spent = closed.spent.model_copy(
        update={
            "input_tokens": closed.spent.input_tokens + event.input_tokens,
            "output_tokens": closed.spent.output_tokens + event.output_tokens,
            "usd": closed.spent.usd + (event.usd or 0.0),
            "unmeasured": closed.spent.unmeasured + (not event.input_tokens),
        }
    )
    return closed.model_copy(update={"spent": spent})


def failed(state: State, event: Failed) -> State:
    """After a model has not answered."""
    call = _open_call(state, event.call)
    state = _closed(state, event.call, event.at, unpriced=event.paid)
    return drafting_failed(state, event.message) if call.role == "planner" else _with_try(state, call, event.message)


def _open_call(state: State, number: int) -> Call:
    for call in state.open_calls:
        if call.call == number:
            return call
    raise LoopError(f"call {number} is answered, which nobody made: run `planproof audit verify`")


def _closed(state: State, number: int, at: datetime, *, unpriced: bool) -> State:
    closed = _open_call(state, number)
    spent = state.spent.model_copy(update={"unpriced": state.spent.unpriced + unpriced})
    calls = tuple(call for call in state.open_calls if call is not closed)
    return state.model_copy(update={"open_calls": calls, "spent": spent, "now": at})


def _with_try(state: State, of: Call | Tries, why: str) -> State:
    count = state.tried(of.role, of.who).count + 1
    others = (t for t in state.tries if (t.role, t.who) != (of.role, of.who))
    return state.model_copy(update={"tries": (*others, Tries(role=of.role, who=of.who, count=count, why=why))})


def drafting_failed(state: State, why: str) -> State:
    """The planner did not answer, or not with a plan."""
    state = _with_try(state, state.tried("planner", state.settings.planner), why)
    state = state.model_copy(update={"problems": (why,)})
    if state.tried("planner", state.settings.planner).count >= limits_of(state).attempts:
        return stopped(state, "planner_unavailable")
    return to_drafting(state)


def of_critics(state: State) -> Iterable[Action]:
    """Who is still to review the current plan; who has failed too often, or costs too much, did not."""
    current = state.current
    done = {review.reviewer for review in current.reviews} if current is not None else set[str]()
    left = limits_of(state).calls - state.spent.calls
    for who in state.settings.critics:
        if who in done:
            continue
        tries = state.tried("critic", who)
        out = spent_out(state)
        if tries.count >= limits_of(state).attempts:
            yield GiveUp(who, tries.why)
        elif out is not None or left <= 0:
            yield GiveUp(who, out or "the calls are used up")
        else:
            left -= 1
            yield AskCritic(who)
