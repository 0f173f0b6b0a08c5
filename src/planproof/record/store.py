"""Store: the durable record of runs. Events are appended, all of a batch or none, and never changed."""

from __future__ import annotations

import time
from collections.abc import Callable, Generator, Mapping, Sequence
from contextlib import contextmanager
from hashlib import sha256
from types import TracebackType
from typing import Any, Final, Self, TypeVar

from pydantic import ValidationError
from sqlalchemy import Connection, Engine, Table, select
from sqlalchemy.exc import DBAPIError, SQLAlchemyError

from planproof.model.errors import RecordError
from planproof.record.engine import WRITING, engine_for, failure, passes, shown
from planproof.record.entry import Entry, Head, Row, check_id
from planproof.record.migrations import migrate
from planproof.record.projection import Approval, Escalation, EscalationStatus, Run, RunStatus
from planproof.record.rows import damaged, named, read_events
from planproof.record.tables import APPROVALS, ARTEFACTS, ESCALATIONS, EVENTS, RUNS
from planproof.record.write import lock_database, write_events, write_run

BACK_OFF: Final = (0.1, 0.5, 2.0)
"""Seconds between attempts when a connection is lost."""

T = TypeVar("T")


class Store:
    """A record. Threads and processes may share one database; a store may be shared by threads.

    Example:
        >>> from tempfile import TemporaryDirectory
        >>> with TemporaryDirectory() as folder, Store.open(f"sqlite:///{folder}/planproof.db") as store:
        ...     head = store.create("r1", Entry("started", {"at": "2026-01-01T00:00:00Z"}))
        ...     head = store.append("r1", head.seq, [Entry("ended", {"reason": "denied"})])
        ...     [(row.seq, row.kind) for row in store.events("r1")], store.run("r1").status
        ([(1, 'started'), (2, 'ended')], 'ended')
    """

    def __init__(self, engine: Engine, sleep: Callable[[float], None] = time.sleep) -> None:
        self._engine = engine
        self._sleep = sleep

    @classmethod
    def open(cls, url: str = "sqlite:///planproof.db", *, check: bool = True) -> Self:
        """Opens a record, and makes or updates its tables.

        Args:
            url: `sqlite:///FILE` or `postgresql://...`.
            check: False leaves the schema as it is and does not look at it: for an audit of a damaged record.

        Raises:
            RecordError: no such database, one that is none of ours, or one of a newer planproof.
        """
        store = cls(engine_for(url))
        if check:
            try:
                store._write(f"the record {shown(store._engine)} was not opened", lambda c, _: _migrated(c))
            except RecordError:
                store.close()
                raise
        return store

    def close(self) -> None:
        """Closes all connections."""
        self._engine.dispose()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    # --- writing ------------------------------------------------------------------------------------------------------

    def create(self, run: str, first: Entry, artefacts: Mapping[str, bytes] | None = None) -> Head:
        """Records a new run.

        Args:
            run: an id that no run and no escalation has.
            first: its first event.
            artefacts: contents that the event names, by their SHA-256.

        Raises:
            RecordError: the id is taken; an artefact that is not what its digest says, is not named or not there;
                the database failed. Nothing was written.
        """
        check_id("a run", run)
        return self._write(
            f"run {run!r} was not created, nothing of it is written",
            lambda connection, again: write_run(connection, run, first, artefacts or {}, again=again),
        )

    def append(
        self, run: str, after: int, entries: Sequence[Entry], artefacts: Mapping[str, bytes] | None = None
    ) -> Head:
        """Appends events to a run, all of them or none.

        Args:
            run: id of the run.
            after: sequence number of what the caller takes for its last event.
            entries: what happened next.
            artefacts: contents that the events name, by their SHA-256.

        Raises:
            Conflict: somebody else appended something after that event.
            RecordError: no such run, an event that cannot follow, or as for `create`. Nothing was written. Only where
                the cause is `connection` is it unknown: read the run again.
        """
        return self._write(
            f"{len(entries)} events after event {after} of run {run!r} were not written, nothing of them is",
            lambda connection, again: write_events(connection, run, after, entries, artefacts or {}, again=again),
        )

    def _write(self, what: str, write: Callable[[Connection, bool], T]) -> T:
        """Writes in one transaction, again where a connection is lost.

        After a connection was lost, the transaction may have been committed all the same: `write` is told so.
        """
        again = False
        for wait in (*BACK_OFF, None):
            try:
                with self._engine.connect() as plain:
                    connection = plain.execution_options(**{WRITING: True})
                    with connection.begin():
                        return write(connection, again)
            except SQLAlchemyError as error:
                if wait is None or not passes(error):
                    raise failure(error, _unsure(what, error, again=again)) from error
                again = again or (isinstance(error, DBAPIError) and error.connection_invalidated)
                self._sleep(wait)
        raise AssertionError("the last attempt returns or raises")

    # --- reading ------------------------------------------------------------------------------------------------------

    def events(self, run: str, after: int = 0) -> list[Row]:
        """The events of a run behind a sequence number, in order. Their hashes are checked.

        Raises:
            RecordError: no such run, or the chain is broken.
        """
        with self.reading() as connection:
            head = _run(connection, run)
            where = (EVENTS.c.run == run) & (EVENTS.c.seq > after)
            found = connection.execute(select(EVENTS).where(where).order_by(EVENTS.c.seq)).mappings()
            rows = read_events(run, after, found)
        last = rows[-1].head if rows else None
        if (after < head.head_seq or last is not None) and last != _head(head):
            raise damaged(f"run {run!r} should end in event {head.head_seq}, and does not")
        return rows

    def head(self, run: str) -> Head:
        """The last event of a run. To append after what `events` gave, take the head of its last row instead.

        Raises:
            RecordError: no such run.
        """
        return _head(self.run(run))

    def run(self, run: str) -> Run:
        """A run as it is listed.

        Raises:
            RecordError: no such run.
        """
        with self.reading() as connection:
            return _run(connection, run)

    def runs(self, *, status: RunStatus | None = None, after: int = 0, limit: int | None = None) -> list[Run]:
        """Runs in the order of their creation.

        Args:
            status: only those with it.
            after: only those with a larger number.
            limit: at most so many.
        """
        query = select(RUNS).where(RUNS.c.number > after).order_by(RUNS.c.number).limit(limit)
        if status is not None:
            query = query.where(RUNS.c.status == status)
        with self.reading() as connection:
            return [Run(**named(row)) for row in connection.execute(query).mappings()]

    def artefact(self, digest: str) -> bytes:
        """A content by its SHA-256. It is checked.

        Raises:
            RecordError: there is none, or it is not what was stored.
        """
        with self.reading() as connection:
            body = connection.scalar(select(ARTEFACTS.c.body).where(ARTEFACTS.c.sha256 == digest))
        if body is None:
            raise RecordError("missing", f"there is no artefact {digest!r}: run `planproof audit verify`")
        if sha256(body).hexdigest() != digest:
            raise damaged(f"artefact {digest!r} is not what was stored")
        return bytes(body)

    def escalations(self, *, run: str | None = None, status: EscalationStatus | None = None) -> list[Escalation]:
        """Questions to a person, by run and by when they were asked."""
        return [Escalation(**row) for row in self._of_run(ESCALATIONS, run, status)]

    def approvals(self, *, run: str | None = None) -> list[Approval]:
        """Signed approvals, by run and by when they were signed; also those that have expired or were revoked."""
        return [Approval(**row) for row in self._of_run(APPROVALS, run, None)]

    def revoked(self) -> frozenset[str]:
        """Ids of the approvals that were taken back."""
        return frozenset(approval.digest for approval in self.approvals() if approval.revoked is not None)

    def _of_run(self, table: Table, run: str | None, status: str | None) -> list[dict[str, Any]]:
        query = select(table).join(RUNS, RUNS.c.id == table.c.run).order_by(RUNS.c.number, table.c.seq)
        if run is not None:
            query = query.where(table.c.run == run)
        if status is not None:
            query = query.where(table.c.status == status)
        with self.reading() as connection:
            return [named(row) for row in connection.execute(query).mappings()]

    @contextmanager
    def reading(self) -> Generator[Connection]:
        """A connection in a transaction that sees one state of the record and writes nothing.

        Raises:
            RecordError: the database failed.
        """
        try:
            with self._engine.connect() as connection, connection.begin():
                yield connection
        except SQLAlchemyError as error:
            raise failure(error, f"the record {shown(self._engine)} cannot be read") from error


def _migrated(connection: Connection) -> None:
    lock_database(connection)
    migrate(connection)


def _run(connection: Connection, run: str) -> Run:
    row = connection.execute(select(RUNS).where(RUNS.c.id == run)).mappings().first()
    if row is None:
        raise RecordError("missing", f"there is no run {run!r}: `planproof runs` lists them")
    return Run(**named(row))


def _head(run: Run) -> Head:
    try:
        return Head(run=run.id, seq=run.head_seq, hash=run.head_hash)
    except ValidationError:
        raise damaged(f"the row of run {run.id!r} was changed") from None


def _unsure(what: str, error: SQLAlchemyError, *, again: bool) -> str:
    lost = again or (isinstance(error, DBAPIError) and error.connection_invalidated)
    return f"whether this went through is unknown, read the run again: {what}, as far as is known" if lost else what
