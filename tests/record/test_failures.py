"""What the store says when the disk is full, the file is locked or the server goes away: nothing is half-written."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import event
from sqlalchemy.exc import SQLAlchemyError

from planproof.record import Entry, Store
from planproof.record.audit import audit
from tests.record.records import BEGIN, count, filled, note, raw_engine, refused, stored


def test_a_full_disk_leaves_nothing_half_written(tmp_path: Path) -> None:
    url = f"sqlite:///{tmp_path}/planproof.db"
    with Store.open(url) as store:
        filled(store)
        before = count(url)
        pages = 1

        @event.listens_for(store._engine, "checkout")  # pyright: ignore[reportPrivateUsage]
        def _limit(connection: Any, _record: object, _proxy: object) -> None:
            connection.execute(f"PRAGMA max_page_count = {pages}")

        reference, artefacts = stored(b"x" * 100_000)
        head = store.head("r2")
        said = refused("full", lambda: store.append("r2", head.seq, [Entry("drafted", {"p": reference})], artefacts))
        assert "nothing of them is" in said
        assert "no room left" in said
        assert count(url) == before
        assert audit(store) == []
        pages = 1_000_000
        assert store.append("r2", head.seq, [Entry("drafted", {"p": reference})], artefacts).seq == head.seq + 1


def test_a_locked_file_is_busy(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("planproof.record.engine.PATIENCE", 0.05)
    url = f"sqlite:///{tmp_path}/planproof.db"
    with Store.open(url) as store:
        store.create("r", BEGIN)
        with raw_engine(url).connect() as other:
            other.exec_driver_sql("BEGIN IMMEDIATE")
            said = refused("busy", lambda: store.append("r", 1, [note("a")]))
            assert "try again" in said
            assert len(store.events("r")) == 1  # readers do not wait
        assert store.append("r", 1, [note("a")]).seq == 2


def killed(store: Store, server: str, when: str, times: int) -> list[int]:
    """Has the server kill the connection of the next transactions of a store, before or after their commit."""
    import psycopg

    left = [times]

    def kill(connection: Any) -> None:
        if left[0] > 0 and connection.get_execution_options().get("planproof_writing"):
            left[0] -= 1
            driver = connection.connection.driver_connection
            if when == "after":
                driver.commit()
                driver.execute("SELECT 1")  # so that the store's own commit has something to send
            with psycopg.connect(server.replace("+psycopg", "") + "/postgres", autocommit=True) as other:
                other.execute("SELECT pg_terminate_backend(%s)", (driver.info.backend_pid,))

    event.listen(store._engine, "commit", kill)  # pyright: ignore[reportPrivateUsage]
    return left


@pytest.mark.parametrize("when", ["before", "after"])
@pytest.mark.parametrize("url", ["postgres"], indirect=True)
def test_a_connection_lost_at_the_commit_writes_once(
    url: str, server: str, when: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("planproof.record.store.BACK_OFF", (0.0,))
    with Store.open(url) as store:
        left = killed(store, server, when, 1)
        store.create("r", BEGIN)
        assert left == [0]
        left[0] = 1
        head = store.append("r", 1, [note("a"), note("b")])

        assert left == [0]
        assert [row.kind for row in store.events("r")] == ["started", "noted", "noted"]
        assert store.head("r") == head
        assert audit(store) == []


@pytest.mark.parametrize("url", ["postgres"], indirect=True)
def test_a_connection_that_stays_lost_is_an_error_that_owns_up(url: str, server: str) -> None:
    waits: list[float] = []
    with Store.open(url) as store:
        store.create("r", BEGIN)
        store._sleep = waits.append  # pyright: ignore[reportPrivateUsage]
        killed(store, server, "before", 99)
        said = refused("connection", lambda: store.append("r", 1, [note("a")]))

        assert "read the run again" in said
        assert waits == [0.1, 0.5, 2.0]
        assert len(store.events("r")) == 1


@pytest.mark.parametrize(
    ("url", "cause"),
    [
        ("mysql://localhost/x", "unusable"),
        ("no url", "unusable"),
        ("sqlite://", "unusable"),
        ("sqlite:///:memory:", "unusable"),
        ("sqlite:////nowhere/at/all/planproof.db", "unusable"),
        ("postgresql://ana:topsecret@127.0.0.1:1/x", "connection"),
    ],
)
def test_places_that_hold_no_record(url: str, cause: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("planproof.record.store.BACK_OFF", ())

    assert "topsecret" not in refused(cause, lambda: Store.open(url))


def test_a_file_that_is_no_database(tmp_path: Path) -> None:
    (tmp_path / "x.db").write_bytes(b"no database at all, " * 100)

    assert "restore it" in refused("damaged", lambda: Store.open(f"sqlite:///{tmp_path}/x.db"))


def test_failures_that_are_none_of_the_database() -> None:
    from planproof.record.engine import failure, passes

    assert failure(SQLAlchemyError("odd"), "x").cause == "unusable"
    assert not passes(SQLAlchemyError("odd"))
