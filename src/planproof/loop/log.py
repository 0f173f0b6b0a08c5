"""Log: the record of one run, as events."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from planproof.loop.codec import decode, encode
from planproof.loop.reduce import begin, fold, step
from planproof.record.entry import Entry

if TYPE_CHECKING:
    from planproof.loop.events import Event, Started
    from planproof.loop.state import State
    from planproof.record.entry import Head
    from planproof.record.store import Store


class Log:
    """One run: its state, and the place where its next events go.

    Args:
        store: where it is recorded.
        run: its id.
        state: what it has come to.
        head: the last event that it has come to that with.
    """

    def __init__(self, store: Store, run: str, state: State, head: Head) -> None:
        self._store = store
        self.run: str = run
        self.state: State = state
        self.head: Head = head
        self._staged: list[Event] = []

    @classmethod
    def start(cls, store: Store, run: str, started: Started) -> Log:
        """Records a new run."""
        body, artefacts = encode(started)
        head = store.create(run, Entry(started.kind, body), artefacts)
        return cls(store, run, begin(started), head)

    @classmethod
    def load(cls, store: Store, run: str) -> Log:
        """A run as it is recorded.

        Raises:
            RecordError: there is none of that id.
            LoopError: it cannot be read.
        """
        rows = store.events(run)
        state = fold(decode(row.kind, row.body, store.artefact) for row in rows)
        return cls(store, run, state, rows[-1].head)

    def append(self, events: Sequence[Event]) -> None:
        """Records what has happened, all of it or nothing, and only then takes note of it.

        Raises:
            Conflict: somebody else has recorded something since this log was loaded.
        """
        self.stage(events)
        self.flush()

    def stage(self, events: Sequence[Event]) -> None:
        """Takes note of what was worked out from what is recorded: lost, it would be worked out again.

        It is recorded by the next `flush`, in one go with what follows from it: a write that is certain to be on the
        disk takes longer than the judging of a plan.
        """
        state = self.state
        for event in events:
            state = step(state, event)  # before it is written: what cannot follow is never recorded
        self.state = state
        self._staged += events

    def flush(self) -> Sequence[Event]:
        """Records what is staged, all of it or nothing.

        Returns:
            What was recorded.

        Raises:
            Conflict: somebody else has recorded something since this log was loaded.
        """
        staged, self._staged = self._staged, []
        if not staged:
            return ()
        entries: list[Entry] = []
        artefacts: dict[str, bytes] = {}
        for event in staged:
            body, large = encode(event)
            entries.append(Entry(event.kind, body))
            artefacts |= large
        self.head = self._store.append(self.run, self.head.seq, entries, artefacts)
        return staged

    def events(self) -> list[Event]:
        """Everything that has happened so far."""
        return [decode(row.kind, row.body, self._store.artefact) for row in self._store.events(self.run)]
