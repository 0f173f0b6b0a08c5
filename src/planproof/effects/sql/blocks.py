"""Blocks of procedural SQL: the statements inside a DO, a PL/SQL block, a T-SQL batch."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from planproof.effects.act import Act, observe, unknown
from planproof.effects.sql.dialect import OPENS_TRANSACTION, Dialect
from planproof.effects.sql.functions import called
from planproof.effects.sql.procedures import dynamic, procedure
from planproof.effects.sql.says import Sql
from planproof.effects.sql.statement import Statement

STARTERS: Final = frozenset(
    """
    SELECT INSERT UPDATE DELETE MERGE TRUNCATE DROP CREATE ALTER GRANT REVOKE DENY EXEC EXECUTE CALL BACKUP RESTORE
    KILL RECONFIGURE SHUTDOWN DBCC PERFORM COMMIT ROLLBACK SAVE BULK USE DISABLE ENABLE LOCK COPY ANALYZE VACUUM
    REFRESH SET NOTIFY RAISERROR PRINT DECLARE WAITFOR RETURN IF WHILE ELSE OPEN FETCH CLOSE DEALLOCATE THROW GOTO
    BREAK CONTINUE
    """.split()
)
"""Words that start a statement where nothing ends the one before it."""
_GOES_ON: Final = frozenset(
    "GRANT REVOKE DENY , FOR AFTER BEFORE ON OF INSTEAD OR . = ( NOT NO WITH TO ONLY ALLOW UNION ALL"
    " EXCEPT INTERSECT MINUS IN DO ALTER DEFAULT CREATE DROP CURSOR FROM".split()
)
"""What stands before such a word where it belongs to the statement before it."""
_SEPARATES: Final = frozenset("; BEGIN THEN ELSE LOOP REPEAT EXCEPTION TRY CATCH DO ATOMIC".split())
_FLOW: Final = frozenset(
    """
    IF ELSIF ELSEIF WHILE FOR FOREACH CASE WHEN RETURN RAISE NULL ASSERT EXIT CONTINUE GOTO END OPEN FETCH CLOSE
    DECLARE PRINT RAISERROR THROW WAITFOR BREAK SIGNAL RESIGNAL LEAVE ITERATE UNTIL LET PRAGMA TYPE CURSOR SUBTYPE GET
    << OTHERS ELSE LOOP SET DEALLOCATE BEGIN COMMIT ROLLBACK SAVE SAVEPOINT AND OR NOT ( WITH EXCEPTION STRICT WORK
    """.split()
)
"""Parts of a block that hold expressions, and change nothing beside what those call."""


def pieces(statement: Statement, *, glued: bool) -> Iterator[Statement]:
    """The statements inside a block.

    Args:
        statement: the block, or a batch.
        glued: whether statements may follow each other without a separator, as in T-SQL.
    """
    begin, cases = 0, 0
    for i, word in enumerate(statement.words):
        if word == "CASE" and i > begin and statement.at(i - 1) != "END":
            cases += 1
        elif word == "END" and cases:
            cases -= 1
        if cases or (statement.at(begin) == "MERGE" and word != ";"):
            continue
        opens = word == "BEGIN" and statement.at(i + 1) in ("TRAN", "TRANSACTION", "DISTRIBUTED")
        ends = word in _SEPARATES and not statement.depths[i] and not opens
        starts = glued and i > begin and word in STARTERS and not statement.depths[i] and _starts(statement, begin, i)
        if ends or starts or (opens and i > begin):
            if i > begin:
                yield statement.part(begin, i)
            begin = i + 1 if ends else i
    if begin < len(statement):
        yield statement.part(begin)


def _starts(statement: Statement, begin: int, i: int) -> bool:
    """Whether a word that may start a statement does, behind one that began at `begin`."""
    word, first, before = statement.at(i), statement.at(begin), statement.at(i - 1)
    if before in _GOES_ON:
        return False
    if first == "ALTER" and word in ("DROP", "ALTER"):
        return statement.at(i + 1) in _OBJECTS
    if first in ("CREATE", "WITH") and word == "SELECT":
        return False
    return not (word in ("SET", "ENABLE", "DISABLE", "GRANT") and first in ("UPDATE", "ALTER", "INSERT", "RESTORE"))


_OBJECTS: Final = frozenset(
    "TABLE VIEW PROCEDURE PROC FUNCTION TRIGGER DATABASE SCHEMA USER LOGIN TYPE SEQUENCE SYNONYM".split()
)


def is_block(statement: Statement, dialect: Dialect) -> bool:
    """Whether a statement holds others: `BEGIN ... END`, `DECLARE ... BEGIN`, `IF` where they may stand alone."""
    first, second = statement.at(0), statement.at(1)
    if not dialect.blocks or len(statement) < 2:
        return False
    if first == "BEGIN":
        return second not in OPENS_TRANSACTION
    return first in ("IF", "WHILE", "FOR", "LOOP") or (first == "DECLARE" and "BEGIN" in statement.words)


def read_block(statement: Statement, sql: Sql) -> Sequence[Act]:
    """What the statements inside a block do; what it runs from text that only it knows is unknown."""
    acts: list[Act] = []
    for piece in pieces(statement, glued=sql.dialect.name in ("tsql", "")):
        acts += _piece(piece, sql, statement)
    return acts or [observe(statement.evidence)]


def _piece(piece: Statement, sql: Sql, block: Statement) -> Sequence[Act]:
    piece = Statement(piece.tokens, _text(piece, block))
    first = piece.at(0)
    if first in ("EXECUTE", "EXEC") and (
        piece.at(1) == "IMMEDIATE" or sql.dialect.name in ("postgres", "redshift", "cockroach")
    ):
        return dynamic(piece, sql)
    if first == "PERFORM":
        return called(piece, sql, because=piece)
    if first == "FOR" and (at := piece.find("IN")) > 0:
        if piece.at(at + 1) == "EXECUTE":
            return dynamic(piece, sql)
        return called(piece, sql, because=piece)
    if first in ("IF", "WHILE", "FOR", "RETURN", "ELSIF", "CASE", "WHEN"):
        return called(piece, sql, because=piece)
    if first in _FLOW or not first or piece.has(":=") or _declares(piece):
        return called(piece, sql, because=piece)
    name, end = piece.name(0)
    if name and first not in STARTERS and piece.at(end) in ("(", ""):
        return procedure(piece, 0, sql) or [unknown(piece.evidence)]
    return sql.run(piece, sql)


def _declares(piece: Statement) -> bool:
    """Whether a piece is a declaration: `v_count integer`, `label:`."""
    return len(piece) > 1 and piece.at(0) not in STARTERS and piece.tokens[1].sort == "word" and piece.at(1) in _TYPES


_TYPES: Final = frozenset(
    "INT INTEGER BIGINT NUMBER NUMERIC TEXT VARCHAR VARCHAR2 NVARCHAR DATE TIMESTAMP BOOLEAN RECORD"
    " REFCURSOR JSON JSONB UUID CONSTANT CURSOR EXCEPTION CLOB PLS_INTEGER BINARY_INTEGER REGCLASS NAME"
    " OID ROWTYPE CHAR CHARACTER DECIMAL STRING".split()
)


def _text(piece: Statement, block: Statement) -> str:
    start, last = piece.tokens[0].start, piece.tokens[-1]
    offset = block.tokens[0].start
    return block.text[start - offset : last.start + len(last.text) - offset] or block.text
