"""Every change of every row is found, and the row is named."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import Connection, Integer, LargeBinary, Table, delete, insert, select, text, update

from planproof.model.errors import RecordError
from planproof.record import Entry, Head, Store
from planproof.record.audit import Flaw, audit
from planproof.record.entry import GENESIS, hash_of
from planproof.record.rows import named
from planproof.record.tables import EVENTS, METADATA, RUNS
from tests.record.records import behind, filled, raw_engine
from tests.support import FULL

TABLES = METADATA.sorted_tables


def key_of(table: Table, row: dict[str, Any]) -> str:
    return "/".join(str(row[column.name]) for column in table.primary_key)


def where(table: Table, row: dict[str, Any]) -> list[Any]:
    return [column == row[column.name] for column in table.primary_key]


def rows_of(connection: Connection, table: Table) -> list[dict[str, Any]]:
    return [named(row) for row in connection.execute(select(table)).mappings()]


def keys(flaws: list[Flaw], table: str) -> set[str]:
    return {flaw.row for flaw in flaws if flaw.table == table}


def others(value: object, column: Any) -> Iterator[object]:
    """Values that a column could have instead."""
    if isinstance(column.type, Integer):
        yield from (1, 77) if value is None else (int(str(value)) + 1000, 2**31 - 1)
    elif isinstance(column.type, LargeBinary):
        body = bytes(value) if isinstance(value, bytes) else b""
        yield from (b"", body + b" ", body[:-1])
    else:
        yield from ("", "x") if value is None else (f"{value} ", "", "0" * 64)
    if column.nullable and value is not None:
        yield None


@pytest.fixture
def full(store: Store) -> Store:
    filled(store)
    assert audit(store) == []
    return store


@pytest.fixture
def sqlite(tmp_path: Path) -> Iterator[tuple[Store, str]]:
    url = f"sqlite:///{tmp_path}/planproof.db"
    with Store.open(url) as store:
        filled(store)
        yield store, url


def test_a_record_that_nobody_touched_is_sound(full: Store) -> None:
    assert audit(full) == []
    assert [audit(full, run.id) for run in full.runs()] == [[], [], []]
    assert audit(full, known=[full.head(run.id) for run in full.runs()]) == []


@pytest.mark.parametrize("table", TABLES, ids=str)
def test_every_edit_of_every_column_names_its_row(full: Store, url: str, table: Table) -> None:
    with full.reading() as connection:
        rows = rows_of(connection, table)
    assert rows
    # All of them on SQLite; on Postgres, where it takes as long again, a part in the short form.
    for row in rows if FULL or url.startswith("sqlite") else rows[::5]:
        for column in table.columns:
            for other in others(row[column.name], column):
                if other == row[column.name]:
                    continue
                with behind(url) as raw:
                    raw.execute(update(table).where(*where(table, row)).values({column.name: other}))
                flaws = audit(full)
                changed = {**row, column.name: other}
                assert keys(flaws, table.name) & {key_of(table, row), key_of(table, changed)}, (row, column.name, other)
                with behind(url) as raw:
                    raw.execute(update(table).where(*where(table, changed)).values({column.name: row[column.name]}))
    assert audit(full) == []


@pytest.mark.parametrize("table", TABLES, ids=str)
def test_every_row_that_is_deleted_is_named(full: Store, url: str, table: Table) -> None:
    with full.reading() as connection:
        rows = rows_of(connection, table)
    for row in rows:
        with behind(url) as raw:
            raw.execute(delete(table).where(*where(table, row)))
        assert key_of(table, row) in keys(audit(full), table.name), row
        with behind(url) as raw:
            raw.execute(insert(table), row)
    assert audit(full) == []


@pytest.mark.parametrize("table", TABLES, ids=str)
def test_every_row_that_is_inserted_is_named(full: Store, url: str, table: Table) -> None:
    with full.reading() as connection:
        rows = rows_of(connection, table)
    for row in rows:
        for column in table.primary_key:
            new = {**row, column.name: 99 if isinstance(column.type, Integer) else f"{row[column.name]}x"}
            if table is RUNS:
                new["number"] = 99
            with behind(url) as raw:
                raw.execute(insert(table), new)
            found = keys(audit(full), table.name)
            # An event with a gap before it is named by the first that is missing.
            gap = f"{new['run']}/" if table is EVENTS else key_of(table, new)
            assert any(key.startswith(gap) for key in found), new
            with behind(url) as raw:
                raw.execute(delete(table).where(*where(table, new)))
    assert audit(full) == []


@pytest.mark.parametrize("table", TABLES, ids=str)
def test_rows_that_swap_their_contents_are_named(full: Store, url: str, table: Table) -> None:
    with full.reading() as connection:
        rows = rows_of(connection, table)
    columns = [column.name for column in table.columns if not column.primary_key and not column.unique]
    for one, other in pairwise(rows):
        for name in columns:
            if one[name] == other[name]:
                continue
            with behind(url) as raw:
                raw.execute(update(table).where(*where(table, one)).values({name: other[name]}))
                raw.execute(update(table).where(*where(table, other)).values({name: one[name]}))
            assert {key_of(table, one), key_of(table, other)} <= keys(audit(full), table.name), (one, other, name)
            with behind(url) as raw:
                for row in (one, other):
                    raw.execute(update(table).where(*where(table, row)).values({name: row[name]}))
    assert audit(full) == []


def test_a_cut_tail_is_found_by_a_known_head(full: Store, url: str) -> None:
    known = full.head("r2")
    with behind(url) as raw:
        raw.execute(delete(EVENTS).where(EVENTS.c.run == "r2", EVENTS.c.seq > 2))
        raw.execute(text("DELETE FROM escalations WHERE run = 'r2'"))
        prev = raw.scalar(select(EVENTS.c.hash).where(EVENTS.c.run == "r2", EVENTS.c.seq == 2))
        raw.execute(update(RUNS).where(RUNS.c.id == "r2").values(head_seq=2, head_hash=prev, status="running"))

    assert audit(full) == []  # nothing inside shows it
    assert [str(flaw) for flaw in audit(full, known=[known])] == [
        f"events r2/5: is missing: its hash is known, {known.hash}"
    ]
    assert audit(full, "r1", known=[known]) == []


def test_a_run_that_is_taken_out_whole_is_missed_by_the_next(full: Store, url: str) -> None:
    with behind(url) as raw:
        for table in ("events", "escalations", "approvals"):
            raw.execute(text(f"DELETE FROM {table} WHERE run = 'r2'"))
        raw.execute(text("DELETE FROM runs WHERE id = 'r2'"))

    assert "r3/1" in keys(audit(full), "events")


def test_a_rewritten_event_contradicts_the_signed_approval(full: Store, url: str) -> None:
    """The whole chain is written anew after event 2, with every hash and projection right."""
    with behind(url) as raw:
        rows = full.events("r1")
        prev = rows[0].hash
        for row in rows[1:]:
            body = {**row.body, "by": "person"} if row.seq == 2 else row.body
            new = hash_of("r1", row.seq, row.kind, body, prev)
            values = {"prev": prev, "hash": new}
            if row.seq == 2:
                values["body"] = str(raw.scalar(select(EVENTS.c.body).where(EVENTS.c.run == "r1", EVENTS.c.seq == 2)))
                values["body"] = values["body"].replace("planner", "person")
            raw.execute(update(EVENTS).where(EVENTS.c.run == "r1", EVENTS.c.seq == row.seq).values(values))
            prev = new
        raw.execute(update(RUNS).where(RUNS.c.id == "r1").values(head_hash=prev))

    assert [str(flaw) for flaw in audit(full)] == ["events r1/6: is not what the approval in event r1/7 rests on"]


def test_an_edited_event_is_located_alone(sqlite: tuple[Store, str]) -> None:
    store, url = sqlite
    with behind(url) as raw:
        raw.execute(text("""UPDATE events SET body = '{"by":"nobody"}' WHERE run = 'r2' AND seq = 2"""))

    assert str(audit(store)[0]) == "events r2/2: does not match its hash"
    assert keys(audit(store), "events") == {"r2/2"}
    assert keys(audit(store, "r2"), "events") == {"r2/2"}
    assert audit(store, "r1") == []
    with pytest.raises(RecordError, match="event 2 of run 'r2' does not match"):
        store.events("r2")


@pytest.mark.parametrize("value", ["CAST(X'ff' AS TEXT)", '\'{"a":1,"a":2}\'', "'{\"a\": 1}'", "'[]'", "'NaN'"])
def test_bodies_that_are_no_canonical_json(sqlite: tuple[Store, str], value: str) -> None:
    store, url = sqlite
    with behind(url) as raw:
        raw.exec_driver_sql(f"UPDATE events SET body = {value} WHERE run = 'r1' AND seq = 2")

    assert "r1/2" in keys(audit(store), "events")


def test_a_missing_trigger_is_found(sqlite: tuple[Store, str]) -> None:
    store, url = sqlite
    with raw_engine(url).begin() as raw:
        raw.exec_driver_sql("DROP TRIGGER events_no_delete")

    assert keys(audit(store), "events") == {"trigger events_no_delete"}


def test_a_damaged_record_can_be_opened_for_an_audit(sqlite: tuple[Store, str]) -> None:
    _, url = sqlite
    with behind(url) as raw:
        raw.execute(text("DELETE FROM schema_version"))

    with pytest.raises(RecordError, match="no schema version"):
        Store.open(url)
    with Store.open(url, check=False) as store:
        assert keys(audit(store), "schema_version") == {"1"}


def test_unknown_runs(full: Store) -> None:
    with pytest.raises(RecordError, match="no run 'r9'"):
        audit(full, "r9")
    lost = Head(run="r9", seq=1, hash=GENESIS)
    assert [(flaw.table, flaw.row) for flaw in audit(full, known=[lost])] == [("runs", "r9"), ("events", "r9/1")]


def test_an_approval_that_cannot_be_read_is_a_flaw(store: Store) -> None:
    head = store.create("r", Entry("started", {}))
    store.append("r", head.seq, [Entry("approved", {"approval": "a", "envelope": "{}", "plan": "p", "expires": "x"})])

    assert keys(audit(store), "events") == {"r/2"}
