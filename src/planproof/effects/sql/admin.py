"""Rights, plans of statements, anonymous blocks, prepared statements."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from planproof.effects.act import Act, Hazard, observe
from planproof.effects.lattice import Undo
from planproof.effects.sql.blocks import read_block
from planproof.effects.sql.functions import called
from planproof.effects.sql.query import read_query
from planproof.effects.sql.says import Sql, act
from planproof.effects.sql.statement import Statement


def _sees(statement: Statement) -> list[Act]:
    return [observe(statement.evidence)]


def privileges(statement: Statement, sql: Sql) -> Sequence[Act] | None:
    """`GRANT` widens access; `REVOKE` and `DENY` narrow it."""
    on = statement.find("ON")
    at = on + 1
    while on >= 0 and statement.at(at) in _OBJECT_WORDS:
        at += 1
    schema = statement.at(on + 1) == "ALL" and "SCHEMA" in statement.words[on:at]
    kind = (
        "schema"
        if schema
        else statement.at(on + 1).lower()
        if on >= 0 and statement.at(on + 1) in ("SCHEMA", "DATABASE", "FUNCTION", "SEQUENCE")
        else "table"
    )
    refs = sql.refs(kind, statement.names(at)) if on >= 0 and statement.at(at) != "TO" else []
    to = max(statement.find("TO"), statement.find("FROM"))
    refs += sql.refs("role", statement.names(to + 1)[:5]) if to > 0 else []
    gives = statement.at(0) == "GRANT" or (
        statement.at(0) == "ALTER" and statement.has("GRANT") and not statement.has("REVOKE")
    )
    hazards: tuple[Hazard, ...] = ("widens_access",) if gives else ()
    undo: Undo = "reversible" if gives else "compensable"
    return [act(statement, sql, "modify", undo, refs, "GRANT" if gives else "REVOKE", hazards)]


_OBJECT_WORDS: Final = frozenset(
    "TABLE TABLES ALL IN SCHEMA SCHEMAS DATABASE FUNCTION FUNCTIONS PROCEDURE SEQUENCE SEQUENCES ROUTINES"
    " TYPE LANGUAGE VIEW WAREHOUSE DOMAIN OBJECT STAGE FUTURE".split()
)


def explain(statement: Statement, sql: Sql) -> Sequence[Act] | None:
    """`EXPLAIN` shows a plan; with `ANALYZE` the statement runs."""
    at, runs = 1, False
    if statement.at(1) == "(":
        end = statement.closing(1)
        for option in statement.part(2, end).clauses(0):
            if option.at(0) in ("ANALYZE", "ANALYSE"):
                runs = option.at(1) not in ("FALSE", "OFF") and option.tokens[-1].text not in ("0", "'false'", "'off'")
        at = end + 1
    while statement.at(at) in _OF_EXPLAIN or statement.at(at - 1) == "=" or statement.at(at) == "=":
        runs = runs or statement.at(at) in ("ANALYZE", "ANALYSE")
        at += 1
    if not runs or sql.dialect.name in ("clickhouse", "oracle", "snowflake"):
        return _sees(statement)
    inner = Statement(statement.tokens[at:], statement.text)
    return sql.run(inner, sql) if len(inner) else _sees(statement)


_OF_EXPLAIN: Final = frozenset({"ANALYZE", "ANALYSE", "VERBOSE", "FORMAT", "EXTENDED", "DISTSQL", "DEBUG"})


def do(statement: Statement, sql: Sql) -> Sequence[Act] | None:
    """`DO`: a block in a string, or the expressions of MySQL."""
    texts = [token for token in statement.tokens if token.sort == "string"]
    if statement.at(1) == "LANGUAGE" or (texts and len(statement) <= 4):
        language = statement.find("LANGUAGE")
        named = statement.name(language + 1)[0].lower() if language >= 0 else "plpgsql"
        if named not in ("plpgsql", "sql"):
            return None
        from planproof.effects.sql.tokens import Lexer

        body = texts[0].value
        tokens = tuple(Lexer(body, sql.dialect))
        if tokens and tokens[-1].sort == "broken":
            return None
        return read_block(Statement(tokens, body[tokens[0].start :]), sql) if tokens else _sees(statement)
    return called(statement, sql, because=statement) or _sees(statement)


def prepare(statement: Statement, sql: Sql) -> Sequence[Act] | None:
    """`PREPARE name AS ...`, `PREPARE name FROM '...'`: read as if it ran, since something will run it."""
    name, end = statement.name(1)
    starts = [i for i in (statement.find("AS", end), statement.find("FROM", end)) if i >= 0]
    if not starts:
        return None
    at = min(starts)
    if statement.at(at) == "FROM":
        texts = statement.strings(at)
        if not texts:
            return None
        found = sql.read(texts[0])
    else:
        found = sql.run(Statement(statement.tokens[at + 1 :], statement.text), sql) if at + 1 < len(statement) else None
    sql.prepared.add(name.upper())
    return found


def prepared(statement: Statement, sql: Sql) -> Sequence[Act] | None:
    """The two phases of a transaction that outlives its session: what is in it is not seen here."""
    if statement.at(0) == "PREPARE":
        return _sees(statement)
    undo: Undo = "irreversible"
    return [act(statement, sql, "modify" if "COMMIT" in statement.words else "destroy", undo, (), statement.at(0))]


def declare(statement: Statement, sql: Sql) -> Sequence[Act] | None:
    """`DECLARE c CURSOR FOR ...`, `DECLARE @x int = ...`."""
    if (at := statement.find("FOR")) > 0 and statement.has("CURSOR"):
        return read_query(statement.part(at + 1), sql, because=statement)
    return called(statement, sql, because=statement) or _sees(statement)
