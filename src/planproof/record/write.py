"""Writing runs and events, inside a transaction of the caller's that is going to write."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import asdict
from hashlib import sha256
from typing import Final

from sqlalchemy import Connection, Table, func, insert, select, update
from sqlalchemy.dialects import postgresql, sqlite

from planproof.model.errors import Conflict, RecordError
from planproof.record.entry import GENESIS, Entry, Head, Row, chained, check_id, references, text_of
from planproof.record.projection import Approval, Escalation, Projection, Run, begun, projected
from planproof.record.rows import damaged, named, read_events
from planproof.record.tables import APPROVALS, ARTEFACTS, ESCALATIONS, EVENTS, RUNS

_LOCK: Final = 0x706C616E
"""Of the whole record, among the advisory locks of a Postgres database."""


def lock_database(connection: Connection) -> None:
    """Waits until nobody else makes tables or runs. SQLite has locked the file when the transaction began."""
    if connection.dialect.name == "postgresql":
        connection.execute(select(func.pg_advisory_xact_lock(_LOCK)))


def write_run(connection: Connection, run: str, first: Entry, artefacts: Mapping[str, bytes], *, again: bool) -> Head:
    """Writes a new run, behind the one that was created last.

    Args:
        connection: a connection.
        run: its id.
        first: its first event.
        artefacts: contents by digest.
        again: an attempt before this one may have been committed.

    Raises:
        RecordError: as `Store.create` says.
    """
    lock_database(connection)
    if connection.scalar(select(RUNS.c.number).where(RUNS.c.id == run)) is not None:
        written = _events(connection, run, 0)[:1]
        if again and [row.hash for row in written] == [row.hash for row in chained(run, 0, written[0].prev, [first])]:
            return written[0].head
        raise RecordError("duplicate", f"there is a run {run!r} already: choose another id")
    if connection.scalar(select(ESCALATIONS.c.id).where(ESCALATIONS.c.id == run)) is not None:
        raise RecordError("duplicate", f"{run!r} is the id of an escalation: choose another for the run")
    last = connection.execute(select(RUNS.c.number, RUNS.c.created).order_by(RUNS.c.number.desc()).limit(1)).first()
    number, prev = (1, GENESIS) if last is None else (last.number + 1, last.created)
    (row,) = chained(run, 0, prev, [first])
    projection = begun(row, number)
    connection.execute(insert(RUNS), asdict(projection.run))
    _insert(connection, [row], artefacts)
    _save(connection, Projection(projection.run), projection)
    return row.head


def write_events(
    connection: Connection,
    run: str,
    after: int,
    entries: Sequence[Entry],
    artefacts: Mapping[str, bytes],
    *,
    again: bool,
) -> Head:
    """Writes the next events of a run.

    Args:
        connection: a connection.
        run: the run.
        after: the event that they follow.
        entries: what happened.
        artefacts: contents by digest.
        again: an attempt before this one may have been committed.

    Raises:
        Conflict: `after` is not the last event.
        RecordError: as `Store.append` says.
    """
    before = _projection(connection, run)
    head = before.run.head_seq
    if head < after:
        raise RecordError("refused", f"run {run!r} has {head} events, none can follow event {after}: read it again")
    if head > after:
        return _overtaken(connection, run, after, entries, again=again)
    last = _events(connection, run, head - 1)
    if [row.hash for row in last] != [before.run.head_hash]:
        raise damaged(f"run {run!r} does not end in event {head}, as its row says")
    rows = chained(run, after, before.run.head_hash, entries)
    so_far = before
    for row in rows:
        so_far = projected(so_far, row)
    _insert(connection, rows, artefacts)
    _save(connection, before, so_far)
    return rows[-1].head if rows else last[-1].head


def _overtaken(connection: Connection, run: str, after: int, entries: Sequence[Entry], *, again: bool) -> Head:
    """The head that an earlier attempt has made, or the conflict with what somebody else appended."""
    rows = _events(connection, run, after)
    ours = chained(run, after, rows[0].prev, entries)
    if again and ours and rows[: len(ours)] == ours:
        return ours[-1].head
    kinds = tuple(row.kind for row in rows)
    raise Conflict(
        f"run {run!r} went on after event {after}, with {', '.join(map(repr, kinds))}: read it again",
        kinds,
    )


def _projection(connection: Connection, run: str) -> Projection:
    """What is stored of a run, locked until the transaction ends."""
    row = connection.execute(select(RUNS).where(RUNS.c.id == run).with_for_update()).mappings().first()
    if row is None:
        raise RecordError("missing", f"there is no run {run!r}: `planproof runs` lists them")
    asked = connection.execute(select(ESCALATIONS).where(ESCALATIONS.c.run == run)).mappings()
    signed = connection.execute(select(APPROVALS).where(APPROVALS.c.run == run)).mappings()
    return Projection(
        Run(**named(row)),
        {found["id"]: Escalation(**named(found)) for found in asked},
        {found["digest"]: Approval(**named(found)) for found in signed},
    )


def _events(connection: Connection, run: str, after: int) -> list[Row]:
    where = (EVENTS.c.run == run) & (EVENTS.c.seq > after)
    return read_events(run, after, connection.execute(select(EVENTS).where(where).order_by(EVENTS.c.seq)).mappings())


def _insert(connection: Connection, rows: Sequence[Row], artefacts: Mapping[str, bytes]) -> None:
    wanted = {digest for row in rows for digest in references(row.body)}
    for digest, body in artefacts.items():
        if sha256(body).hexdigest() != digest:
            raise RecordError("refused", f"an artefact does not match its digest {digest!r}")
        if digest not in wanted:
            raise RecordError("refused", f"no event names the artefact {digest!r}")
    if artefacts:
        dialect = postgresql if connection.dialect.name == "postgresql" else sqlite
        statement = dialect.insert(ARTEFACTS).on_conflict_do_nothing()
        # In one order for everybody, so that two runs with the same artefacts do not wait for each other.
        connection.execute(statement, [{"sha256": digest, "body": artefacts[digest]} for digest in sorted(artefacts)])
    absent = wanted - artefacts.keys()
    absent -= set(connection.scalars(select(ARTEFACTS.c.sha256).where(ARTEFACTS.c.sha256.in_(absent))))
    if absent:
        raise RecordError("refused", f"an event names the artefact {min(absent)!r}, which is not there")
    if rows:
        connection.execute(insert(EVENTS), [{**_columns(row), "body": text_of(row.body)} for row in rows])


def _columns(row: Row) -> dict[str, object]:
    return {"run": row.run, "seq": row.seq, "kind": row.kind, "prev": row.prev, "hash": row.hash}


def _save(connection: Connection, before: Projection, after: Projection) -> None:
    """Writes what is new in a projection."""
    if after.run != before.run:
        connection.execute(update(RUNS).where(RUNS.c.id == after.run.id).values(asdict(after.run)))
    for id_ in sorted(after.escalations.keys() - before.escalations.keys()):
        check_id("an escalation", id_)
        for table in (RUNS, ESCALATIONS):
            if connection.scalar(select(table.c.id).where(table.c.id == id_)) is not None:
                raise RecordError("duplicate", f"{id_!r} is taken already: choose another id for the escalation")
    _save_rows(connection, ESCALATIONS, before.escalations, after.escalations)
    _save_rows(connection, APPROVALS, before.approvals, after.approvals)


def _save_rows(
    connection: Connection,
    table: Table,
    before: Mapping[str, Escalation] | Mapping[str, Approval],
    after: Mapping[str, Escalation] | Mapping[str, Approval],
) -> None:
    (key,) = table.primary_key
    for id_, row in after.items():
        if id_ not in before:
            connection.execute(insert(table), asdict(row))
        elif row != before[id_]:
            connection.execute(update(table).where(key == id_).values(asdict(row)))
