"""Hands: performs what a run wants next. What came of it is an event."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from typing import Final, assert_never

from planproof.critic.request import review_request
from planproof.critic.review import not_reviewed, read_review
from planproof.loop.actions import Action, AskCritic, AskPerson, AskPlanner, End, GiveUp, Judge, Reject, Sign
from planproof.loop.approving import approved
from planproof.loop.events import (
    Answered,
    Asked,
    Drafted,
    Ended,
    Escalated,
    Event,
    Failed,
    ReaderNote,
    Rejected,
    Reviewed,
    Unusable,
)
from planproof.loop.judging import judged, judged_worse
from planproof.loop.people import owned
from planproof.loop.questions import question_of
from planproof.loop.state import State
from planproof.loop.verdicts import posture_of
from planproof.model.digest import digest
from planproof.planner import Draft, feedback, plan_request, read_draft
from planproof.providers.port import Answer, Provider, ProviderError, Request, Role
from planproof.record.entry import Head

Clock = Callable[[], datetime]
Ask = AskPlanner | AskCritic


def utc_now() -> datetime:
    """The time, to the second: what a person reads in a record."""
    return datetime.now(UTC).replace(microsecond=0)


Signer = Callable[[bytes], str]
"""Signs a payload; the result is a DSSE envelope as JSON."""
Providers = Callable[[str, Role], Provider]
"""Finds the provider behind a name."""

APPROVAL_TTL: Final = timedelta(hours=24)
"""How long an approval holds where the goal does not say."""


@dataclass(frozen=True, slots=True)
class Hands:
    """What a run reaches the world with.

    Args:
        run: the run's id, which the ids of its questions begin with.
        providers: finds models.
        sign: signs approvals.
        clock: tells the time.
    """

    run: str
    providers: Providers
    sign: Signer
    clock: Clock = utc_now

    def asks(self, state: State, actions: Sequence[Ask]) -> list[tuple[Asked, Request]]:
        """The calls that some actions come to, to be booked before they are made."""
        calls: list[tuple[Asked, Request]] = []
        for number, action in enumerate(actions, state.spent.calls + 1):
            request = _request(state, action)
            self.providers(action.who, request.role)  # one that cannot be had costs no call
            calls.append(
                (
                    Asked(at=self.clock(), call=number, role=request.role, who=action.who, prompt=digest(request)),
                    request,
                )
            )
        return calls

    def ask(self, state: State, booked: Asked, request: Request) -> list[Event]:
        """Makes one call and reads the answer."""
        try:
            answer = self.providers(booked.who, booked.role).ask(request)
        except ProviderError as error:
            failed = Failed(
                at=self.clock(), call=booked.call, failure=error.kind, message=str(error)[:2_000], paid=error.paid
            )
            return [failed]
        answered = Answered(at=self.clock(), call=booked.call, **answer.model_dump())
        return [answered, _read(state, booked, answer)]

    def perform(self, state: State, action: Action, head: Head) -> list[Event]:
        """Performs an action that needs no model.

        Args:
            state: what the run has come to.
            action: what it wants.
            head: where its record stands: an approval says what it rests on.
        """
        match action:
            case AskPlanner() | AskCritic():
                raise TypeError("models are asked with `ask`, after the call is booked")
            case GiveUp():
                return [Reviewed(plan=_current(state), review=not_reviewed(action.who, action.why))]
            case Judge():
                return judged(state)
            case Reject():
                return [Rejected(plan=_current(state), why=action.why)]
            case AskPerson():
                within = state.settings.answer_within
                return [
                    Escalated(
                        escalation=f"{self.run}-{len(state.escalations) + 1}",
                        reason=action.reason,
                        plan=state.current.digest if state.current is not None else None,
                        question=question_of(state, action.reason),
                        expires=None if within is None else state.now + within,
                        to=state.passed_to,
                    )
                ]
            case Sign():
                at = self.clock()
                if (worse := judged_worse(state, at)) is not None:
                    return [worse]
                return [approved(state, head, self.sign, at=at, ttl=state.goal.approval_ttl or APPROVAL_TTL)]
            case End():
                return [Ended(reason=action.reason)]
            case _:
                assert_never(action)


def _current(state: State) -> str:
    assert state.current is not None
    return state.current.digest


def _request(state: State, action: Ask) -> Request:
    current = state.current
    if isinstance(action, AskCritic):
        assert current is not None
        return review_request(state.goal, current.plan, standing=state.standing)
    findings = current.judged.findings if current is not None and current.judged is not None else ()
    if current is None and not state.problems:
        return plan_request(state.goal)
    said = feedback(findings, posture_of(state), problems=state.problems, comments=state.comments)
    keeps = current is not None and state.goal.replan_policy == "patch"
    return plan_request(state.goal, current.plan if current is not None and keeps else None, said)


def _read(state: State, booked: Asked, answer: Answer) -> Event:
    """What an answer says."""
    if booked.role == "critic":
        assert state.current is not None
        return Reviewed(plan=state.current.digest, review=read_review(answer, booked.who, state.current.plan))
    draft = read_draft(answer)
    if not isinstance(draft, Draft):
        return Unusable(why=draft.why)
    notes = tuple(
        ReaderNote(kind=n.kind, path=n.path, task=n.task, value=n.value, message=n.message) for n in draft.notes
    )
    return Drafted(plan=owned(state, draft.plan), by="planner", notes=notes)
