"""read_sql: what SQL text does, from the text alone."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from planproof.effects.act import Act, observe, unknown
from planproof.effects.sql.blocks import pieces
from planproof.effects.sql.dialect import dialect_of
from planproof.effects.sql.says import Sql
from planproof.effects.sql.split import statements
from planproof.effects.sql.statement import Statement
from planproof.effects.sql.statements import read_statement
from planproof.effects.sql.transaction import Transactions
from planproof.effects.tools.call import shown
from planproof.effects.tools.tool import Shell

MAX_LENGTH: Final = 1_000_000
"""Characters of SQL that are read."""
MAX_DEPTH: Final = 8
"""SQL in strings of SQL."""


def read_sql(text: str, dialect: str, *, within: str = "", shell: Shell | None = None, depth: int = 0) -> Sequence[Act]:
    """What SQL does.

    Args:
        text: statements, as given to a client.
        dialect: the database; one that nobody knows is read with the traits that are worst.
        within: the database by name, where the command says it.
        shell: reads what the SQL starts outside: files that it includes, commands of the system.
        depth: how many strings of SQL this text stands in.

    Example:
        >>> [(a.kind, a.undo) for a in read_sql("DROP TABLE a", "postgres")]
        [('destroy', 'irreversible')]
        >>> read_sql("SELECT 'DROP TABLE a'", "postgres")[0].kind
        'observe'
    """
    if len(text) > MAX_LENGTH or depth > MAX_DEPTH:
        return [unknown(f"SQL beyond what is read: {shown(text, 40)}")]
    traits = dialect_of(dialect)
    sql = Sql(
        traits,
        within,
        shell,
        lambda inner: read_sql(inner, dialect, within=within, shell=shell, depth=depth + 1),
        read_statement,
    )
    transactions = Transactions(traits)
    for statement in statements(text, traits):
        parts = _parts(statement) if traits.name == "tsql" else (statement,)
        for part in parts:
            transactions.add(part, read_statement(part, sql))
    acts = transactions.end()
    return acts or [observe(shown(text))]


def _parts(statement: Statement) -> Sequence[Statement]:
    """The statements of a T-SQL batch, which nothing needs to separate."""
    if statement.at(0) in ("CREATE", "ALTER", "BEGIN", "DECLARE", "MERGE", "") and not _glued(statement):
        return (statement,)
    return [Statement(piece.tokens, _as_written(piece, statement)) for piece in pieces(statement, glued=True)] or (
        statement,
    )


def _glued(statement: Statement) -> bool:
    """Whether more than one statement stands in it, and it is no routine, whose body does not run."""
    routine = statement.at(0) in ("CREATE", "ALTER") and any(
        word in ("PROC", "PROCEDURE", "FUNCTION", "TRIGGER") for word in statement.words[1:4]
    )
    return not routine and statement.at(0) != "MERGE" and bool(statement.at(0))


def _as_written(piece: Statement, whole: Statement) -> str:
    offset, last = whole.tokens[0].start, piece.tokens[-1]
    return whole.text[piece.tokens[0].start - offset : last.start + len(last.text) - offset]
