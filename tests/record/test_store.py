"""The store: all or nothing, one winner, nothing changed afterwards; on SQLite files and on a real Postgres."""

from __future__ import annotations

import multiprocessing
import subprocess
import sys
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from hashlib import sha256
from pathlib import Path
from threading import Barrier

import pytest
from sqlalchemy import inspect, text
from sqlalchemy.exc import DBAPIError

import planproof.record
from planproof.model.errors import Conflict, RecordError
from planproof.record import Entry, Head, Store
from planproof.record.audit import audit
from planproof.record.entry import GENESIS, chained
from planproof.record.migrations import NAMES, migrations
from planproof.record.tables import METADATA
from tests.record.records import BEGIN, behind, count, filled, note, raw_engine, refused, stored


def test_what_is_written_is_read_again(store: Store) -> None:
    reference, artefacts = stored(b"\x00\xff plan")
    odd: dict[str, object] = {"plan": reference, "n": 1.5, "text": "ä\u2028\x00 ' \" \\ :x %s", "nested": [{"a": None}]}
    head = store.create("r", BEGIN)
    after = store.append("r", head.seq, [Entry("drafted", odd), note("x")], artefacts)

    rows = store.events("r")
    assert [(row.seq, row.kind, row.body) for row in rows] == [
        (1, "started", BEGIN.body),
        (2, "drafted", odd),
        (3, "noted", {"word": "x"}),
    ]
    assert rows[0].head == head
    assert rows[-1].head == after == store.head("r")
    assert store.events("r", after=2) == rows[2:]
    assert store.events("r", after=3) == store.events("r", after=9) == []
    assert store.artefact(str(reference["sha256"])) == b"\x00\xff plan"
    assert rows[0].prev == GENESIS
    assert rows == chained("r", 0, GENESIS, [BEGIN, Entry("drafted", odd), note("x")])


def test_lists_are_what_the_events_say(store: Store) -> None:
    filled(store)

    assert [(run.id, run.number, run.status, run.reason) for run in store.runs()] == [
        ("r1", 1, "ended", "approved"),
        ("r2", 2, "waiting", None),
        ("r3", 3, "ended", "approved"),
    ]
    assert [run.id for run in store.runs(after=1, limit=1)] == ["r2"]
    assert [run.id for run in store.runs(status="waiting")] == ["r2"]
    assert [(one.id, one.seq, one.status) for one in store.escalations(run="r1")] == [
        ("r1-1", 3, "superseded"),
        ("r1-2", 5, "answered"),
    ]
    assert [(one.id, one.plan, one.expires) for one in store.escalations(status="open")] == [
        ("r2-2", "d2", "2026-03-02")
    ]
    assert [(one.run, one.revoked) for one in store.approvals()] == [("r1", None), ("r3", 8)]
    assert store.revoked() == {one.digest for one in store.approvals(run="r3")}
    for before, after in zip(store.runs(), store.runs()[1:], strict=False):
        assert store.events(after.id)[0].prev == before.created == store.events(before.id)[0].hash


def test_a_record_outlives_its_store(store: Store, url: str) -> None:
    filled(store)
    runs = store.runs()
    store.close()

    with Store.open(url) as again:
        assert again.runs() == runs
        assert audit(again) == []


def test_a_stale_head_is_a_conflict_that_names_what_came_between(store: Store, url: str) -> None:
    head = store.create("r", BEGIN)
    store.append("r", head.seq, [note("a"), Entry("asked", {})])
    before = count(url)
    reference, artefacts = stored(b"late")

    with pytest.raises(Conflict, match="'noted', 'asked'") as caught:
        store.append("r", head.seq, [Entry("drafted", {"plan": reference})], artefacts)
    assert caught.value.kinds == ("noted", "asked")
    with pytest.raises(Conflict):  # the same again is no second success
        store.append("r", head.seq, [note("a")])
    assert count(url) == before


def test_what_cannot_be_is_refused_and_leaves_nothing(store: Store, url: str) -> None:
    filled(store)
    before = count(url)
    seq = store.head("r2").seq
    reference, artefacts = stored(b"x")
    holds: dict[str, object] = {"a": float("nan")}

    def append(*entries: Entry, bytes_: dict[str, bytes] | None = None) -> Callable[[], Head]:
        return lambda: store.append("r2", seq, entries, bytes_)

    refused("duplicate", lambda: store.create("r1", BEGIN))
    refused("duplicate", lambda: store.create("r1-1", BEGIN))
    refused("duplicate", append(note("a"), Entry("escalated", {"escalation": "r1-1", "plan": None, "question": ""})))
    refused("duplicate", append(Entry("escalated", {"escalation": "r2-1"})))
    refused("duplicate", append(Entry("escalated", {"escalation": "r1"})))
    refused("duplicate", lambda: store.create("r9", Entry("escalated", {"escalation": "r9"})))
    refused("missing", lambda: store.append("r9", 0, [BEGIN]))
    refused("missing", lambda: store.events("r9"))
    refused("missing", lambda: store.head("r9"))
    refused("missing", lambda: store.artefact("0" * 64))
    refused("refused", lambda: store.append("r2", seq + 1, [note("a")]))
    refused("refused", append(note("a"), Entry("decided", {"escalation": "r2-1", "actor": "a", "choice": "deny"})))
    refused("refused", append(Entry("decided", {"escalation": "nobody"})))
    refused("refused", append(Entry("expired", {})))
    refused("refused", append(Entry("revoked", {"approval": "none"})))
    refused("refused", append(Entry("No kind", {})))
    refused("refused", append(Entry("noted", holds)))
    refused("refused", append(Entry("noted", {"a": 2**60})))
    refused("refused", append(Entry("drafted", {"plan": reference})))
    refused("refused", append(note("a"), bytes_=artefacts))
    refused("refused", append(Entry("drafted", {"plan": reference}), bytes_={str(reference["sha256"]): b"y"}))
    for odd in ("", "a b", "a\x00", "x" * 201, "\ud800"):
        refused("refused", lambda odd=odd: store.create(odd, BEGIN))
    assert count(url) == before
    assert audit(store) == []


def test_an_approval_id_cannot_come_twice(store: Store) -> None:
    filled(store)
    (held,) = store.approvals(run="r1")
    body: dict[str, object] = {
        "approval": held.digest,
        "envelope": held.envelope,
        "plan": held.plan,
        "expires": held.expires,
    }

    for run in ("r1", "r2"):
        head = store.head(run)
        said = refused("duplicate", lambda run=run, head=head: store.append(run, head.seq, [Entry("approved", body)]))
        assert "taken already" in said or "recorded already" in said


@pytest.mark.parametrize(
    "statement",
    [
        "UPDATE events SET body = body",
        "UPDATE events SET kind = 'x' WHERE seq = 2",
        "DELETE FROM events",
        "DELETE FROM artefacts",
        "UPDATE artefacts SET body = body",
        "INSERT OR REPLACE INTO events SELECT run, seq, 'x', body, prev, hash FROM events",
        "INSERT OR REPLACE INTO artefacts SELECT sha256, x'00' FROM artefacts",
        "TRUNCATE events CASCADE",
        "TRUNCATE artefacts",
    ],
)
def test_events_and_artefacts_refuse_every_change(store: Store, url: str, statement: str) -> None:
    filled(store)
    dialect = "postgresql" if "TRUNCATE" in statement else "sqlite" if "REPLACE" in statement else None
    if dialect is not None and not url.startswith(dialect):
        pytest.skip(f"a statement of {dialect}")

    with pytest.raises(DBAPIError, match=r"append only|immutable"), raw_engine(url).begin() as raw:
        raw.exec_driver_sql(statement)
    assert audit(store) == []


def test_a_damaged_artefact_is_not_handed_out(store: Store, url: str) -> None:
    filled(store)
    digest = sha256(b"plan of r1").hexdigest()
    with behind(url) as raw:
        raw.execute(text("UPDATE artefacts SET body = :body WHERE sha256 = :sha").bindparams(body=b"x", sha=digest))

    refused("damaged", lambda: store.artefact(digest))


@pytest.mark.parametrize(
    "tampering",
    [
        "UPDATE events SET kind = 'x' WHERE run = 'r1' AND seq = 6",
        "DELETE FROM events WHERE run = 'r1' AND seq = 3",
        "DELETE FROM events WHERE run = 'r1' AND seq > 3",
        "UPDATE runs SET head_hash = 'x' WHERE id = 'r1'",
    ],
)
def test_nothing_is_read_from_or_built_on_a_broken_chain(store: Store, url: str, tampering: str) -> None:
    filled(store)
    seq = store.head("r1").seq
    with behind(url) as raw:
        raw.execute(text(tampering))

    refused("damaged", lambda: store.events("r1"))
    if "seq = " not in tampering:
        refused("damaged", lambda: store.append("r1", seq, [note("a")]))
    assert store.events("r2")


def racing(url: str, word: str) -> str:
    """Appends at event 1; says who won."""
    with Store.open(url) as store:
        try:
            store.append("r", 1, [note(word), note(word)])
        except Conflict:
            return "lost"
        return word


def test_of_two_threads_exactly_one_appends(store: Store, url: str) -> None:
    for attempt in range(8):
        run = f"r{attempt}"
        store.create(run, BEGIN)
        start = Barrier(4)

        def race(word: str, run: str = run, start: Barrier = start) -> str:
            start.wait()
            try:
                store.append(run, 1, [note("same"), note(word)])
            except Conflict:
                return "lost"
            return word

        with ThreadPoolExecutor(4) as pool:
            results = list(pool.map(race, "abcd"))
        assert results.count("lost") == 3
        (winner,) = set(results) - {"lost"}
        assert [row.body.get("word") for row in store.events(run)] == [None, "same", winner]
    assert audit(store) == []
    assert url


def test_of_two_processes_exactly_one_appends(store: Store, url: str) -> None:
    store.create("r", BEGIN)
    with multiprocessing.get_context("spawn").Pool(2) as pool:
        results = pool.starmap(racing, [(url, "a"), (url, "b")])

    assert sorted(results) in (["a", "lost"], ["b", "lost"])
    assert len(store.events("r")) == 3


def test_runs_created_at_the_same_time_form_one_chain(store: Store) -> None:
    start = Barrier(4)

    def create(run: str) -> None:
        start.wait()
        reference, artefacts = stored(b"the same goal")
        store.create(run, Entry("started", {"goal": reference}), artefacts)

    with ThreadPoolExecutor(4) as pool:
        list(pool.map(create, "abcd"))

    assert sorted(run.id for run in store.runs()) == list("abcd")
    assert [run.number for run in store.runs()] == [1, 2, 3, 4]
    assert audit(store) == []


def test_records_opened_at_the_same_time_are_made_once(url: str) -> None:
    start = Barrier(4)

    def opened(_: int) -> int:
        start.wait()
        with Store.open(url) as store:
            return len(store.runs())

    with ThreadPoolExecutor(4) as pool:
        assert list(pool.map(opened, range(4))) == [0] * 4


def test_the_schema_is_what_the_queries_see(store: Store, url: str) -> None:
    assert store.runs() == []
    found = inspect(raw_engine(url))

    assert set(found.get_table_names()) == set(METADATA.tables)
    for name, table in METADATA.tables.items():
        there = {column["name"]: bool(column["nullable"]) for column in found.get_columns(name)}
        wanted = {column.name: bool(column.nullable) for column in table.columns}
        if name == "schema_version" and url.startswith("sqlite"):
            there["version"] = False  # a rowid, which is never null
        assert there == wanted
        assert found.get_pk_constraint(name)["constrained_columns"] == [column.name for column in table.primary_key]
    assert [migration.version for migration in migrations("sqlite")] == list(range(1, len(NAMES) + 1))


def test_a_newer_schema_is_refused(store: Store, url: str) -> None:
    store.close()
    with behind(url) as raw:
        raw.execute(text("INSERT INTO schema_version VALUES (7, 'future', 'x')"))

    assert "update planproof" in refused("newer", lambda: Store.open(url))


def test_tables_of_another_program_are_left_alone(url: str) -> None:
    with raw_engine(url).begin() as raw:
        raw.exec_driver_sql("CREATE TABLE events (id INTEGER)")

    assert "choose another database" in refused("damaged", lambda: Store.open(url))
    assert inspect(raw_engine(url)).get_table_names() == ["events"]


def test_a_sqlite_record_is_durable_and_guarded(tmp_path: Path) -> None:
    with Store.open(f"sqlite:///{tmp_path}/planproof.db") as store, store.reading() as connection:
        found = {
            name: connection.exec_driver_sql(f"PRAGMA {name}").scalar()
            for name in ("journal_mode", "synchronous", "foreign_keys", "recursive_triggers", "busy_timeout")
        }
    assert found == {
        "journal_mode": "wal",
        "synchronous": 2,
        "foreign_keys": 1,
        "recursive_triggers": 1,
        "busy_timeout": 5000,
    }


@pytest.mark.parametrize("url", ["postgres"], indirect=True)
def test_a_reader_cannot_write_to_postgres(store: Store) -> None:
    with pytest.raises(RecordError), store.reading() as connection:
        connection.execute(text("UPDATE runs SET number = 0"))


def test_the_public_names_are_exactly_these() -> None:
    assert [name for name in planproof.record.__all__ if not hasattr(planproof.record, name)] == []
    with pytest.raises(AttributeError):
        _ = planproof.record.Nothing  # pyright: ignore[reportAttributeAccessIssue]


def test_an_approval_is_checked_without_a_database() -> None:
    program = "import sys; import planproof.record.approval; assert 'sqlalchemy' not in sys.modules"
    subprocess.run([sys.executable, "-c", program], check=True)
