"""The loop as two pure functions, under every answer that models, judges and people may give."""

from __future__ import annotations

import json
from datetime import UTC, datetime, timedelta

from hypothesis import given, settings
from hypothesis import strategies as st

from planproof.critic.review import Review, not_reviewed
from planproof.loop.actions import Action, AskCritic, AskPerson, AskPlanner, End, GiveUp, Judge, Reject, Sign
from planproof.loop.budget import limits_of
from planproof.loop.codec import decode, encode
from planproof.loop.events import (
    Answered,
    Approved,
    Asked,
    Decided,
    Drafted,
    Ended,
    Escalated,
    Event,
    Failed,
    Judged,
    Rejected,
    Reviewed,
    Started,
    Unusable,
)
from planproof.loop.reduce import fold, step, wanted
from planproof.loop.settings import Limits, Settings
from planproof.loop.state import State
from planproof.model.digest import canonical
from planproof.model.finding import Finding, Fix, SetField, Subject
from planproof.model.goal import Goal
from planproof.model.plan import Plan, Task
from tests.support import examples

START = datetime(2026, 1, 1, tzinfo=UTC)
RULES = ("STR006", "STR007", "ROL001", "ORD001")


def plan(name: int) -> Plan:
    return Plan(id="g", tasks=(Task(id=f"t{name}"),))


def finding(rule: str) -> Finding:
    family = "structure" if rule.startswith("STR") else "weak_rollback"
    return Finding(
        rule=rule, name=rule, family=family, severity="blocker", basis="proven", message="m", subject=Subject()
    )


@st.composite
def runs(draw: st.DrawFn) -> list[Event]:
    """All events of a run in which everybody answers at random, for as long as the run wants something."""
    limits = Limits(
        revisions=draw(st.integers(0, 4)),
        calls=draw(st.integers(0, 12)),
        attempts=draw(st.integers(1, 3)),
        tokens=draw(st.none() | st.integers(0, 500)),
    )
    chosen = Settings(
        planner=draw(st.sampled_from(["none", "p"])),
        critics=draw(st.sampled_from([(), ("c",), ("c", "d")])),
        mode=draw(st.sampled_from(["gates_only", "gates_first", "every_revision"])),
        posture=draw(st.sampled_from(["strict", "balanced"])),
        limits=limits,
    )
    goal = Goal.model_validate({"id": "g", "replan_policy": draw(st.sampled_from(["patch", "restart", "abort"]))})
    started = Started(at=START, goal=goal, settings=chosen, plan=draw(st.none() | st.just(plan(0))))
    events: list[Event] = [started]
    state = fold(events)
    answers = draw(st.integers(0, 4))
    for _ in range(200):
        actions = wanted(state)
        waiting = state.open_escalation
        if not actions and waiting is not None and answers:
            answers -= 1
            events.append(_answer(draw, state, waiting))
            state = step(state, events[-1])
            continue
        if not actions:
            return events
        for event in _performed(draw, state, actions[0]):
            events.append(event)
            state = step(state, event)
    raise AssertionError("a run that does not end")


def _answer(draw: st.DrawFn, state: State, waiting: Escalated) -> Decided:
    choices = ["deny", "escalate"] if state.current is None else ["deny", "approve", "revise", "edit", "escalate"]
    choice = draw(st.sampled_from([*choices, "deny"]))
    edited = plan(draw(st.integers(0, 3))) if choice == "edit" else None
    return Decided.model_validate(
        {
            "at": state.now + timedelta(minutes=1),
            "escalation": waiting.escalation,
            "plan": waiting.plan,
            "actor": "ada",
            "choice": choice,
            "reason": "why",
            "override": True,
            "edited": edited,
            "to": "bob",
        }
    )


def _performed(draw: st.DrawFn, state: State, action: Action) -> list[Event]:
    at = state.now + timedelta(seconds=1)
    match action:
        case AskPlanner() | AskCritic():
            role = "planner" if isinstance(action, AskPlanner) else "critic"
            number = state.spent.calls + 1
            asked = Asked(at=at, call=number, role=role, who=action.who, prompt="d")
            if draw(st.integers(0, 9)) == 0:
                return [asked]  # the process was killed: the call is lost
            if draw(st.integers(0, 3)) == 0:
                return [asked, Failed(at=at, call=number, failure="timeout", message="slow", paid=True)]
            answered = Answered(at=at, call=number, text="x", model="m", input_tokens=40)
            if role == "critic":
                assert state.current is not None
                review = Review(reviewer=action.who, status="reviewed")
                return [asked, answered, Reviewed(plan=state.current.digest, review=review)]
            if draw(st.integers(0, 3)) == 0:
                return [asked, answered, Unusable(why="prose")]
            return [asked, answered, Drafted(plan=plan(draw(st.integers(0, 5))), by="planner")]
        case GiveUp():
            assert state.current is not None
            return [Reviewed(plan=state.current.digest, review=not_reviewed(action.who, action.why))]
        case Judge():
            assert state.current is not None
            blocking = draw(st.sets(st.sampled_from(RULES), max_size=2))
            values = {
                "plan": state.current.digest,
                "decision": "blocked" if blocking else draw(st.sampled_from(["approved", "approved", "needs_human"])),
                "ruleset": "r",
                "findings": tuple(finding(rule) for rule in sorted(blocking)),
            }
            return [Judged.model_validate(values)]
        case Reject():
            assert state.current is not None
            return [Rejected(plan=state.current.digest, why=action.why)]
        case AskPerson():
            current = state.current.digest if state.current is not None else None
            number = len(state.escalations) + 1
            return [Escalated(escalation=f"r-{number}", reason=action.reason, plan=current, question="?")]
        case Sign():
            assert state.current is not None
            signed = Approved(at=at, approval="a", plan=state.current.digest, expires=at, envelope="{}")
            return [signed]
        case End():
            return [Ended(reason=action.reason)]


@settings(max_examples=examples(300, full=300 * 20), deadline=None)
@given(runs())
def test_every_run_ends_in_an_approval_or_with_a_person(events: list[Event]) -> None:
    state = fold(events)
    assert state.phase == "ended" or state.open_escalation is not None
    if state.phase == "ended":
        assert (state.approval is not None) == (state.stop not in ("denied", "expired"))


@settings(max_examples=examples(300, full=300 * 20), deadline=None)
@given(runs())
def test_nothing_is_signed_but_what_code_approved_or_a_person_took_on(events: list[Event]) -> None:
    state = fold(events[:1])
    for event in events[1:]:
        if isinstance(event, Approved):
            current = state.current
            assert current is not None
            assert current.judged is not None
            assert event.plan == current.digest
            person = state.decision
            taken_on = person is not None and person.choice == "approve" and person.plan == current.digest
            assert current.judged.decision == "approved" or taken_on
            reviewed = {review.reviewer for review in current.reviews}
            due = state.settings.mode != "gates_only" and {*state.settings.critics} - reviewed
            assert taken_on or not due
        state = step(state, event)


@settings(max_examples=examples(300, full=300 * 20), deadline=None)
@given(runs())
def test_no_call_is_made_beyond_the_budget(events: list[Event]) -> None:
    state = fold(events[:1])
    for event in events[1:]:
        if isinstance(event, Asked):
            assert state.spent.calls < limits_of(state).calls
        state = step(state, event)
    assert state.spent.calls == sum(isinstance(event, Asked) for event in events)
    answered = sum(isinstance(event, Answered | Failed) for event in events)
    assert state.spent.lost + len(state.open_calls) == state.spent.calls - answered


@settings(max_examples=examples(200, full=200 * 20), deadline=None)
@given(runs())
def test_a_revision_that_breaks_the_structure_never_becomes_the_plan(events: list[Event]) -> None:
    """What is kept is the very version that the revision was made from."""
    state = fold(events[:1])
    before = None
    for event in events[1:]:
        if isinstance(event, Drafted):
            before = state.current
        rejected = isinstance(event, Rejected)
        state = step(state, event)
        if rejected:
            assert state.current is not None
            assert state.current == before


def through_a_record(event: Event) -> Event:
    """The event as it is read again from its row."""
    body, artefacts = encode(event)
    again = decode(event.kind, json.loads(canonical(body)), artefacts.__getitem__)
    assert again == event
    return again


def test_what_is_nothing_is_recorded_as_nothing() -> None:
    """Fields that must be said and may be nothing: a question without a plan, a fix that takes a value away."""
    through_a_record(Escalated(escalation="r-1", reason="planner_unavailable", plan=None, question="?"))
    fix = Fix(description="d", edits=(SetField(task="t", field="risk_class", value=None),), safe=True)
    mended = finding("ROL001").model_copy(update={"fix": fix})
    through_a_record(Judged(plan="p", decision="blocked", ruleset="r", findings=(mended,)))
    through_a_record(Drafted(plan=plan(1), by="repair", fixes=(fix,)))


@settings(max_examples=examples(100, full=100 * 20), deadline=None)
@given(runs())
def test_the_state_is_a_function_of_the_events(events: list[Event]) -> None:
    state = fold(events[:1])
    for event in events[1:]:
        state = step(state, event)
    assert state == fold(events)
    assert fold(map(through_a_record, events)) == state
    assert State.model_validate_json(state.model_dump_json()) == state
