"""PatientStore: a record whose writer waits while the database is away, instead of losing what it has to write."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

from planproof.model.errors import Conflict, RecordCause, RecordError
from planproof.record.entry import Entry, Head
from planproof.record.store import Store

WAIT: Final = 1.0
"""Seconds between two attempts."""
_PASSES: Final[frozenset[RecordCause]] = frozenset({"connection", "busy", "full"})


class PatientStore(Store):
    """A store for whoever drives runs. An answer that a model was paid for is worth waiting with."""

    def append(
        self, run: str, after: int, entries: Sequence[Entry], artefacts: Mapping[str, bytes] | None = None
    ) -> Head:
        """As `Store.append`, again and again until the database takes it or refuses it."""
        unsure = False
        while True:
            try:
                return super().append(run, after, entries, artefacts)
            except Conflict:
                if unsure and (head := self._written(run, after, entries)) is not None:
                    return head
                raise
            except RecordError as error:
                if error.cause not in _PASSES:
                    raise
                unsure = unsure or error.cause == "connection"
                self._sleep(WAIT)

    def _written(self, run: str, after: int, entries: Sequence[Entry]) -> Head | None:
        """The head that an attempt made whose connection was lost on the way back; None: it was somebody else."""
        rows = self.events(run, after)[: len(entries)]
        same = [(row.kind, row.body) for row in rows] == [(entry.kind, entry.body) for entry in entries]
        return rows[-1].head if same else None
