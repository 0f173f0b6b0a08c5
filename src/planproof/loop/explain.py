"""explain: what happened in a run and why it ended as it did, in plain words, from its record alone."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import assert_never

from planproof.decide import rule_on
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
from planproof.loop.reduce import begin, step
from planproof.loop.state import State
from planproof.loop.verdicts import posture_of

_BY = {
    "planner": "the planner wrote",
    "given": "the run was given",
    "repair": "safe fixes made",
    "person": "a person wrote",
}


def explain(events: Iterable[Event]) -> list[str]:
    """One line for each thing that counted, first to last, and where the run stands.

    Args:
        events: all events of a run.
    """
    teller = Teller()
    told = [line for event in events for line in teller.tell(event)]
    return [*told, *teller.stands()]


class Teller:
    """Tells a run event by event."""

    def __init__(self, state: State | None = None) -> None:
        self._state = state

    def tell(self, event: Event) -> list[str]:
        """What an event says, in words."""
        if isinstance(event, Started):
            self._state = begin(event)
            return [_started(event, self._state)]
        if self._state is None:
            return []
        told = list(_line(self._state, event))
        self._state = step(self._state, event)
        return told

    def stands(self) -> list[str]:
        """Where the run stands after what was told."""
        return [] if self._state is None else [_stands(self._state)]


def _started(event: Started, state: State) -> str:
    settings = event.settings
    who = "no critic" if not settings.critics or settings.mode == "gates_only" else ", ".join(settings.critics)
    asked = {"gates_only": "", "gates_first": " once the gates pass", "every_revision": " about every version"}
    return (
        f"{event.at:%Y-%m-%d %H:%M}: goal {event.goal.id!r} under the {posture_of(state)} posture; "
        f"planner {settings.planner}, {who}{asked[settings.mode] if settings.critics else ''}"
    )


def _line(state: State, event: Event) -> Iterator[str]:
    match event:
        case Started() | Asked() | Answered():
            return
        case Failed():
            yield f"call {event.call} failed ({event.failure}): {event.message}"
        case Unusable():
            yield f"the planner's answer was no plan: {event.why}"
        case Drafted():
            more = f", {_count(len(event.notes), 'note')} of the reader" if event.notes else ""
            fixes = f" ({'; '.join(fix.description for fix in event.fixes)})" if event.fixes else ""
            yield f"version {state.versions + 1}: {_BY[event.by]} {_count(len(event.plan.tasks), 'step')}{more}{fixes}"
        case Reviewed():
            yield from _reviewed(event)
        case Judged():
            yield from _judged(event, state)
        case Rejected():
            yield f"the version was not taken: {event.why}"
        case Escalated():
            yield f"a person is asked ({event.reason}), {event.escalation}: {event.question}"
        case Decided():
            yield _decided(event)
        case Expired():
            yield f"nobody answered {event.escalation} in time"
        case Approved():
            yield f"approval {event.approval[:12]} was signed; it holds until {event.expires:%Y-%m-%d %H:%M %Z}"
        case Revoked():
            yield f"{event.actor} revoked approval {event.approval[:12]}: {event.reason}"
        case Ended():
            yield f"the run ended: {event.reason}"
        case _:
            assert_never(event)


def _reviewed(event: Reviewed) -> Iterator[str]:
    review = event.review
    if review.status == "did_not_review":
        yield f"{review.reviewer} did not review: {review.why}"
    else:
        yield f"{review.reviewer} reviewed the plan and made {_count(len(review.claims), 'claim')}"


def _judged(event: Judged, state: State) -> Iterator[str]:
    posture = posture_of(state)
    parts = [f"judged {event.decision}"]
    for ruling, one, many in (("blocks", "blocks", "block"), ("asks", "asks a person", "ask a person")):
        found = [f for f in event.findings if rule_on(f, posture) == ruling]
        if found:
            rules = dict.fromkeys(f.rule for f in found)
            parts.append(f"{', '.join(rules)} {one if len(rules) == 1 else many}: {found[0].message}")
    yield "; ".join(parts)
    told = {f.id for f in state.current.judged.findings} if state.current and state.current.judged else set[str]()
    for finding in event.findings:
        if finding.source == "critic" and finding.id not in told:
            yield finding.message


def _decided(event: Decided) -> str:
    said = f": {event.reason}" if event.reason else ""
    match event.choice:
        case "approve":
            how = " although it is blocked" if event.override else ""
            conditions = f", on condition that {'; '.join(event.conditions)}" if event.conditions else ""
            return f"{event.actor} approved it{how}{said}{conditions}"
        case "deny":
            return f"{event.actor} denied it{said}"
        case "revise":
            return f"{event.actor} asked for a revision ({_count(len(event.comments), 'comment')}){said}"
        case "edit":
            return f"{event.actor} gave an edited plan{said}"
        case "escalate":
            return f"{event.actor} passed the question on to {event.to}{said}"
        case _:
            assert_never(event.choice)


def _stands(state: State) -> str:
    spent = state.spent
    price = f", ${spent.usd:.4f}" if spent.usd else ""
    unknown = f" and {_count(spent.unpriced, 'call')} of unknown price" if spent.unpriced else ""
    lost = f", {spent.lost} of them lost in a crash" if spent.lost else ""
    cost = f"{_count(spent.calls, 'call')}{lost}, {spent.tokens:,} tokens{price}{unknown}"
    waiting = state.open_escalation
    if state.phase == "ended":
        where = f"it ended {'with' if state.approval else 'without'} an approval ({state.stop})"
    elif waiting is not None:
        where = f"it waits for a person to answer {waiting.escalation}"
    else:
        where = f"it is {state.phase}"
    return f"so far: {where}; {_count(state.versions, 'version')}, {cost}"


def _count(number: int, what: str) -> str:
    return f"{number:,} {what}{'' if number == 1 else 's'}"
