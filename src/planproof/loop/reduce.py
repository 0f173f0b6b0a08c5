"""step and wanted: the loop as two pure functions. Nothing here asks a model, a clock or a disk.

Models propose plans and claims; which event follows is decided by what code found, by the budget and by people.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import assert_never

from planproof.loop.actions import Action, AskPerson, AskPlanner, End, Judge, Reject, Sign
from planproof.loop.answers import decided, expired
from planproof.loop.budget import spent_out
from planproof.loop.calls import answered, asked, drafting_failed, failed, of_critics
from planproof.loop.events import (
    Answered,
    Approved,
    Asked,
    Decided,
    Drafted,
    Ended,
    Escalated,
    Event,
    Expired,
    Failed,
    Judged,
    Rejected,
    Reviewed,
    Revoked,
    Started,
    Unusable,
)
from planproof.loop.state import State
from planproof.loop.stops import to_drafting
from planproof.loop.verdicts import judged, rejected, why_rejected
from planproof.loop.versions import drafted, reviewed, with_version
from planproof.model.errors import LoopError


def begin(event: Started) -> State:
    """The state of a run that has just begun."""
    state = State(goal=event.goal, goal_notes=event.goal_notes, settings=event.settings, now=event.at, phase="drafting")
    return to_drafting(state) if event.plan is None else with_version(state, event.plan, "given", event.notes)


def fold(events: Iterable[Event]) -> State:
    """The state that a run's events come to.

    Raises:
        LoopError: they are not the events of a run.
    """
    state: State | None = None
    for event in events:
        if isinstance(event, Started):
            if state is not None:
                raise LoopError("a run starts twice: its record is damaged, run `planproof audit verify`")
            state = begin(event)
        elif state is None:
            raise LoopError(f"a run begins with {event.kind!r} instead of 'started': run `planproof audit verify`")
        else:
            state = step(state, event)
    if state is None:
        raise LoopError("a run without events: run `planproof audit verify`")
    return state


def step(state: State, event: Event) -> State:  # noqa: PLR0912 - one case for each kind of event
    """What a run has come to after one more event."""
    match event:
        case Started():
            raise LoopError("a run starts only once")
        case Asked():
            return asked(state, event)
        case Answered():
            return answered(state, event)
        case Failed():
            return failed(state, event)
        case Unusable():
            return drafting_failed(state, event.why)
        case Drafted():
            return drafted(state, event)
        case Reviewed():
            return reviewed(state, event)
        case Judged():
            return judged(state, event)
        case Rejected():
            return rejected(state, event)
        case Escalated():
            questions = (*state.escalations, event)
            return state.model_copy(update={"phase": "asking", "stop": event.reason, "escalations": questions})
        case Decided():
            return decided(state, event)
        case Expired():
            return expired(state, event)
        case Approved():
            return state.model_copy(update={"approval": event.approval, "now": event.at, "phase": "ending"})
        case Revoked():
            return state.model_copy(update={"now": event.at})
        case Ended():
            return state.model_copy(update={"phase": "ended", "stop": event.reason})
        case _:
            assert_never(event)


def wanted(state: State) -> tuple[Action, ...]:
    """What is to be done next; nothing while a person is awaited, and when the run has ended."""
    match state.phase:
        case "drafting":
            # A call that was lost with its process may have been the last one.
            return (AskPlanner(state.settings.planner),) if spent_out(state) is None else (AskPerson("budget"),)
        case "judging":
            return (Judge(),)
        case "reviewing":
            return tuple(of_critics(state))
        case "rejecting":
            return (Reject(why_rejected(state)),)
        case "asking":
            return () if state.open_escalation is not None else (AskPerson(state.stop or "needs_person"),)
        case "signing":
            return (Sign(),)
        case "ending":
            return (End(state.stop or "approved"),)
        case "ended":
            return ()
        case _:
            assert_never(state.phase)
