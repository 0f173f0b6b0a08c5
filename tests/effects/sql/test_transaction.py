"""What a ROLLBACK undoes, and what it does not."""

from __future__ import annotations

import pytest

from planproof.effects.effect import CommandEffect
from planproof.effects.sql.read import read_sql

UNDONE = [
    ("postgres", "begin; delete from a; rollback"),
    ("postgres", "begin; drop table a; truncate b; rollback"),
    ("postgres", "begin; savepoint s; delete from a; rollback to s; commit"),
    ("postgres", "begin; explain analyze delete from a; abort"),
    ("postgres", "begin; do $$ begin delete from a; end $$; rollback"),
    ("postgres", "begin; select lo_unlink(1); rollback"),
    ("mysql", "start transaction; delete from a; rollback"),
    ("mysql", "set autocommit = 0; delete from a; rollback"),
    ("oracle", "delete from a; rollback"),
    ("tsql", "begin tran delete from a rollback"),
    ("tsql", "begin tran; drop table a; rollback tran"),
    ("sqlite", "begin immediate; drop table a; rollback"),
]
STAYS = [
    ("postgres", "delete from a; rollback"),
    ("postgres", "begin; delete from a; commit; rollback"),
    ("postgres", "begin; delete from a; savepoint s; rollback to s; commit"),
    ("postgres", "begin; delete from a"),
    ("postgres", "begin; delete from a; rollback prepared 'x'"),
    ("postgres", "begin; delete from a; rollback to unknown_savepoint; commit"),
    ("postgres", "begin; select pg_file_unlink('a'); rollback"),
    ("postgres", "begin; rollback; delete from a"),
    ("postgres", "begin; delete from a; commit and chain; rollback"),
    ("mysql", "start transaction; truncate table a; rollback"),
    ("mysql", "start transaction; delete from a; create table b (c int); rollback"),
    ("oracle", "delete from a; create table b (c int); rollback"),
    ("redshift", "begin; truncate a; rollback"),
    ("clickhouse", "begin; delete from a where 1; rollback"),
    ("tsql", "begin tran; delete from a; if @@error <> 0 rollback"),
    ("tsql", "begin try delete from a end try begin catch rollback end catch"),
    ("", "begin; drop table a; rollback"),
]


@pytest.mark.parametrize(("dialect", "text"), UNDONE)
def test_undone(dialect: str, text: str) -> None:
    assert CommandEffect(tuple(read_sql(text, dialect))).kind == "observe"


@pytest.mark.parametrize(("dialect", "text"), STAYS)
def test_stays(dialect: str, text: str) -> None:
    assert CommandEffect(tuple(read_sql(text, dialect))).kind == "destroy"


def test_numbers_of_a_sequence_do_not_come_back() -> None:
    acts = read_sql("begin; select nextval('a'); update b set c = 1; rollback", "postgres")
    assert [act.kind for act in acts if act.kind != "observe"] == ["modify"]
