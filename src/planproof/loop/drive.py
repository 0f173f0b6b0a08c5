"""drive: takes a run as far as it goes without a person."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from typing import Final

from planproof.loop.actions import AskCritic, AskPlanner, Sign
from planproof.loop.events import Asked, Event, Expired, Failed
from planproof.loop.log import Log
from planproof.loop.people import in_time
from planproof.loop.perform import Ask, Hands
from planproof.loop.reduce import wanted
from planproof.loop.state import State
from planproof.providers.port import Failure, Request

BACK_OFF: Final = 2.0
"""Seconds before a model that was too busy or not there is asked again; doubled with each failure in a row."""
LONGEST_WAIT: Final = 30.0
_WAITED_FOR: Final[frozenset[Failure]] = frozenset({"rate_limited", "unavailable", "timeout"})

Watch = Callable[[Event], None]


def drive(log: Log, hands: Hands, watch: Watch | None = None, sleep: Callable[[float], None] = time.sleep) -> State:
    """Does what a run wants until it waits for a person or has ended.

    A call to a model is recorded before it is made, its answer before anything is made of it, and a question before it
    is put. What code works out in between is recorded with what follows from it. So a process that is killed anywhere
    loses at most the answers that were on their way, and whoever loads the run goes on.

    Args:
        log: the run.
        hands: models, signature, clock.
        watch: is told each event once it is recorded.
        sleep: waits some seconds.

    Raises:
        Conflict: somebody else is driving the same run.
    """
    tell = watch or _silent
    if (waiting := log.state.open_escalation) is not None and not in_time(log.state, at := hands.clock()):
        _record(log, [Expired(at=at, escalation=waiting.escalation)], tell)
    while actions := wanted(log.state):
        asks = [action for action in actions if isinstance(action, AskPlanner | AskCritic)]
        for action in actions:
            if isinstance(action, Sign):
                _record(log, (), tell)  # an approval names the event that it rests on
            if action not in asks:
                log.stage(hands.perform(log.state, action, log.head))
        if asks:
            _ask(log, hands, asks, tell, sleep)
    _record(log, (), tell)
    return log.state


def _ask(log: Log, hands: Hands, actions: Sequence[Ask], tell: Watch, sleep: Callable[[float], None]) -> None:
    """Books the calls, makes them at the same time, and records the answers in the order of the calls.

    In that order, not in that of their arrival: the same answers make the same record.
    """
    calls = hands.asks(log.state, actions)
    _record(log, [booked for booked, _ in calls], tell)
    state = log.state
    wait = 0.0
    for (booked, _), events in zip(calls, _answers(hands, state, calls), strict=True):
        _record(log, events, tell)
        wait = max(wait, _wait(log.state, booked, events))
    if wait and wanted(log.state):
        sleep(wait)


def _answers(hands: Hands, state: State, calls: Sequence[tuple[Asked, Request]]) -> Iterator[list[Event]]:
    if len(calls) == 1:
        yield hands.ask(state, *calls[0])
        return
    with ThreadPoolExecutor(max_workers=len(calls)) as pool:
        waiting = [pool.submit(hands.ask, state, booked, request) for booked, request in calls]
        for future in waiting:
            yield future.result()


def _wait(state: State, booked: Asked, events: Sequence[Event]) -> float:
    failed = next((event for event in events if isinstance(event, Failed)), None)
    if failed is None or failed.failure not in _WAITED_FOR:
        return 0.0
    return min(LONGEST_WAIT, BACK_OFF * 2.0 ** (state.tried(booked.role, booked.who).count - 1))


def _record(log: Log, events: Sequence[Event], tell: Watch) -> None:
    log.stage(events)
    for event in log.flush():
        tell(event)


def _silent(_event: Event) -> None:
    """Tells nobody."""
