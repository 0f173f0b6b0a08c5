"""The SQL reader on arbitrary text: no crash, no blow-up, and more statements never look milder."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from planproof.effects.effect import CommandEffect
from planproof.effects.lattice import rank_of_kind, rank_of_undo
from planproof.effects.sql.read import MAX_LENGTH, read_sql

DIALECTS = ("", "postgres", "mysql", "sqlite", "tsql", "oracle", "bigquery", "snowflake", "clickhouse", "databricks")
PIECES = (
    "select 1",
    "select * from a",
    "delete from a",
    "delete from a where false",
    "update a set b = 1",
    "drop table a",
    "drop view a",
    "insert into a values (1)",
    "create table a (b int)",
    "truncate table a",
    "begin",
    "commit",
    "savepoint s",
    "alter table a add b int",
    "alter table a drop column b",
    "explain delete from a",
    "grant select on a to b",
    "nonsense a",
    "set x = 1",
    "call p()",
    "select f(1)",
    "select 'a;b'",
    "vacuum",
    "declare x cursor for select 1",
    "lock table a",
)
NOISE = st.sampled_from(
    [
        "'",
        '"',
        "`",
        "$$",
        "$a$",
        "/*",
        "*/",
        "--",
        "#",
        ";",
        "(",
        ")",
        "[",
        "]",
        "\\",
        "\n",
        "\0$X",
        "/",
        "GO",
        "BEGIN",
        "END",
        "CASE",
        "IF",
        "DECLARE",
        "EXECUTE",
        "EXPLAIN ANALYZE",
        "WITH x AS (",
        "DELETE FROM",
        "q'[",
        "\\g",
        ".read x",
        ":r x",
        ",",
    ]
)
TEXTS = st.lists(st.one_of(NOISE, st.sampled_from(PIECES), st.text(max_size=8)), max_size=30).map(" ".join)


def worst(text: str, dialect: str) -> tuple[int, int]:
    effect = CommandEffect(tuple(read_sql(text, dialect)))
    return rank_of_kind(effect.kind), rank_of_undo(effect.reversibility)


@given(TEXTS, st.sampled_from(DIALECTS))
def test_any_text_is_read(text: str, dialect: str) -> None:
    assert read_sql(text, dialect)


@given(st.lists(st.sampled_from(PIECES), max_size=6), st.sampled_from(PIECES), st.sampled_from(DIALECTS))
def test_one_more_statement_never_lowers(before: list[str], more: str, dialect: str) -> None:
    # ROLLBACK alone takes something back, and is no piece: what it takes back stands in test_transaction.py.
    kind, undo = worst(";\n".join(before), dialect)
    kind_after, undo_after = worst(";\n".join([*before, more]), dialect)
    assert kind_after >= kind
    assert undo_after >= undo


@given(st.lists(st.sampled_from(PIECES), min_size=1, max_size=4), st.sampled_from(DIALECTS))
def test_comments_and_space_mean_nothing(pieces: list[str], dialect: str) -> None:
    plain = ";\n".join(pieces)
    dressed = ";\n  -- drop table x;\n /* delete from y; */ ".join(pieces)
    assert worst(dressed, dialect) == worst(plain, dialect)


@pytest.mark.parametrize(
    "text",
    [
        "SELECT " + "f(" * 60_000,
        "WITH x AS (DELETE FROM y USING (" * 6_000,
        "EXPLAIN ANALYZE " * 10_000 + "DELETE FROM x",
        "q'[ ' " * 30_000,
        "/ " * 90_000,
        "GO x " * 40_000,
        "'a''b" * 40_000,
        "BEGIN " * 30_000,
        "SELECT * " + "FROM a " * 25_000,
        "/* " * 60_000,
        "$a$ $b$ " * 20_000,
    ],
    ids=lambda text: text[:12],
)
def test_text_made_to_take_long_is_read(text: str) -> None:
    # Quadratic reading would take minutes: the benchmark holds the time of the worst of them.
    for dialect in ("postgres", "oracle", "tsql"):
        assert all(act.because for act in read_sql(text, dialect))


def test_too_long_a_text_is_unknown() -> None:
    assert [act.kind for act in read_sql(" " * (MAX_LENGTH + 1), "")] == ["unknown"]
