"""audit: whether a record is what was once written, and if not, which row is not.

The chain has no key: who can write to the database can also write it anew from some event on, with all hashes right.
That is found by comparing with a head that was kept elsewhere; each signed approval carries one.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass
from hashlib import sha256
from itertools import groupby
from typing import Any

from sqlalchemy import Connection, Table, select

from planproof.model.errors import ApprovalError, RecordError
from planproof.record.chain import Chain, numbered, ordered, read_chain
from planproof.record.entry import Head
from planproof.record.migrations import guards_missing, migrations
from planproof.record.rows import named
from planproof.record.statement import approval_id, claimed
from planproof.record.store import Store
from planproof.record.tables import APPROVALS, ARTEFACTS, ESCALATIONS, EVENTS, RUNS, SCHEMA_VERSION

Rows = Mapping[str, Mapping[str, Any]]
"""Rows by their key."""


@dataclass(frozen=True, slots=True)
class Flaw:
    """Something in a record that was not written by planproof, or is not there any more.

    Args:
        table: the table.
        row: the key of the row; of an event `run/seq`.
        what: what is wrong with it.
    """

    table: str
    row: str
    what: str

    def __str__(self) -> str:
        return f"{self.table} {self.row}: {self.what}"


def audit(store: Store, run: str | None = None, known: Sequence[Head] = ()) -> list[Flaw]:
    """Recomputes everything that can be recomputed.

    Args:
        store: the record; open a damaged one with `check=False`.
        run: only this run: its events, its artefacts, its questions and approvals.
        known: heads that were kept elsewhere. The events that they name must be there, unchanged.

    Returns:
        What is wrong, by table and row; nothing: the record is sound.

    Raises:
        RecordError: no such run; the database cannot be read.
    """
    with store.reading() as connection:
        runs = _keyed(connection, RUNS)
        chains = {id_: Chain() for id_ in runs}
        events = connection.execute(select(EVENTS).order_by(EVENTS.c.run, EVENTS.c.seq)).mappings().yield_per(1000)
        for id_, rows in groupby(map(named, events), key=lambda row: str(row["run"])):
            chains[id_] = read_chain(id_, rows)
        if run is not None and run not in chains:
            raise RecordError("missing", f"there is no run {run!r}: `planproof runs` lists them")
        numbers, strays = ordered(chains, {id_: row["number"] for id_, row in runs.items()})
        own = chains if run is None else {run: chains[run]}
        flaws = [
            *(_schema(connection) if run is None else ()),
            *(flaw for id_, chain in own.items() for flaw in _events(id_, chain, runs.get(id_), strays.get(id_))),
            *(flaw for id_, chain in own.items() for flaw in _anchors(id_, chain, chains)),
            *_projections(connection, runs, own, numbers, whole=run is None),
            *_artefacts(connection, own, whole=run is None),
            *(flaw for head in known if run in (None, head.run) for flaw in _known(head, chains)),
        ]
    return list(dict.fromkeys(flaws))


def _schema(connection: Connection) -> Iterator[Flaw]:
    stored = _keyed(connection, SCHEMA_VERSION)
    for migration in migrations(connection.dialect.name):
        wanted = {"version": migration.version, "name": migration.name, "sha256": migration.sha256}
        if (row := stored.pop(str(migration.version), None)) != wanted:
            yield Flaw("schema_version", str(migration.version), _differs(row, wanted, "the migration of that number"))
    for key in stored:
        yield Flaw("schema_version", key, "there is no migration of that number")
    for table, trigger in guards_missing(connection):
        yield Flaw(table, f"trigger {trigger}", "is missing or was changed: rows can be changed")


def _events(run: str, chain: Chain, row: Mapping[str, Any] | None, stray: str | None) -> Iterator[Flaw]:
    for seq, what in chain.flaws:
        yield Flaw("events", f"{run}/{seq}", what)
    if stray is not None:
        yield Flaw("events", f"{run}/1", stray)
    last = max(chain.hashes, default=0)
    if row is not None and row["head_seq"] > last:
        yield Flaw(
            "events", f"{run}/{last + 1}", f"is missing: by its row in runs, {run!r} has {row['head_seq']} events"
        )


def _anchors(run: str, chain: Chain, chains: Mapping[str, Chain]) -> Iterator[Flaw]:
    """A signed approval names the event that it rests on, with its hash: who rewrites that event cannot sign anew."""
    for row in chain.approved:
        key = f"{run}/{row.seq}"
        envelope = row.body.get("envelope")
        try:
            approval = claimed(str(envelope))
            id_ = approval_id(str(envelope))
        except ApprovalError as error:
            yield Flaw("events", key, f"its approval cannot be read: {error}")
            continue
        if (row.body.get("plan"), row.body.get("approval")) != (approval.plan_digest, id_):
            yield Flaw("events", key, "its approval is of another plan, or has another id")
        rests = approval.predicate.record
        if rests.run not in chains or chains[rests.run].hashes.get(rests.seq) != rests.hash:
            yield Flaw("events", f"{rests.run}/{rests.seq}", f"is not what the approval in event {key} rests on")


def _known(head: Head, chains: Mapping[str, Chain]) -> Iterator[Flaw]:
    chain = chains.get(head.run, Chain())
    if head.run not in chains:
        yield Flaw("runs", head.run, "is missing: its head is known")
    if (found := chain.hashes.get(head.seq)) != head.hash:
        what = "is missing" if found is None else "is not the one that was there"
        yield Flaw("events", f"{head.run}/{head.seq}", f"{what}: its hash is known, {head.hash}")


def _projections(
    connection: Connection, runs: Rows, chains: Mapping[str, Chain], numbers: Mapping[str, int], *, whole: bool
) -> Iterator[Flaw]:
    """Rows that are not what the events of their run come to."""
    wanted: dict[str, dict[str, dict[str, Any]]] = {"runs": {}, "escalations": {}, "approvals": {}}
    for run, chain in chains.items():
        if chain.projection is not None:
            rebuilt = numbered(chain.projection, numbers[run])
            wanted["runs"][run] = asdict(rebuilt.run)
            wanted["escalations"] |= {key: asdict(value) for key, value in rebuilt.escalations.items()}
            wanted["approvals"] |= {key: asdict(value) for key, value in rebuilt.approvals.items()}
    stored = {"runs": runs, "escalations": _keyed(connection, ESCALATIONS), "approvals": _keyed(connection, APPROVALS)}
    # A run whose events are damaged comes to nothing: its rows cannot be judged, and its events are blamed already.
    unclear = {run for run, chain in chains.items() if chain.projection is None and chain.hashes}
    for table, rows in wanted.items():
        for key, row in rows.items():
            if (found := stored[table].get(key)) != row:
                yield Flaw(table, key, _differs(found, row, "the events of its run"))
        for key, found in stored[table].items():
            run = found["id"] if table == "runs" else found["run"]
            if key not in rows and run not in unclear and (whole or run in chains):
                yield Flaw(table, key, "no event of its run says so")


def _artefacts(connection: Connection, chains: Mapping[str, Chain], *, whole: bool) -> Iterator[Flaw]:
    named_by: dict[str, str] = {}
    for run, chain in chains.items():
        for seq, names in chain.names.items():
            named_by |= {digest: f"{run}/{seq}" for digest in names if digest not in named_by}
    left = dict(named_by)
    for digest, body in connection.execute(select(ARTEFACTS).execution_options(yield_per=100)):
        by = left.pop(digest, None)
        if by is None and not whole:
            continue
        if sha256(body).hexdigest() != digest:
            yield Flaw("artefacts", digest, "its body does not match its digest")
        elif by is None:
            yield Flaw("artefacts", digest, "no event names it")
    for digest, by in left.items():
        yield Flaw("artefacts", digest, f"is missing: event {by} names it")


def _keyed(connection: Connection, table: Table) -> dict[str, dict[str, Any]]:
    (key,) = table.primary_key
    return {str(row[key.name]): row for row in map(named, connection.execute(select(table)).mappings())}


def _differs(found: Mapping[str, Any] | None, wanted: Mapping[str, Any], source: str) -> str:
    if found is None:
        return f"is missing: {source} says that it is there"
    columns = ", ".join(name for name, value in wanted.items() if found[name] != value)
    return f"differs from what {source} says, in {columns}"
