"""replayed: the verdicts of a recorded run, worked out once more."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import asdict, dataclass

from planproof.loop.events import Event, Judged, Started
from planproof.loop.judging import judged
from planproof.loop.reduce import begin, step
from planproof.loop.state import State


@dataclass(frozen=True, slots=True)
class Round:
    """One verdict, as recorded and as it is now."""

    version: int
    recorded: str
    now: str
    same: bool
    """Whether decision and findings are the same, to the letter."""
    same_rules: bool

    def as_json(self) -> dict[str, object]:
        """As plain values."""
        return asdict(self)


def replayed(events: Iterable[Event]) -> Iterator[Round]:
    """Judges each version again at the place in the run where it was judged, with the claims it had then."""
    state: State | None = None
    for event in events:
        if isinstance(event, Started):
            state = begin(event)
            continue
        assert state is not None
        if isinstance(event, Judged):
            again = judged(state.model_copy(update={"now": event.at or state.now}))[0]
            assert isinstance(again, Judged)
            yield Round(
                version=state.current.number if state.current is not None else 0,
                recorded=event.decision,
                now=again.decision,
                same=again.model_copy(update={"at": event.at}) == event,
                same_rules=again.ruleset == event.ruleset,
            )
        state = step(state, event)
