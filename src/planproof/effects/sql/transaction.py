"""What is left of a session's statements when its transactions have ended.

A ROLLBACK undoes what its transaction has done, as far as that database can: not what was committed before, in MySQL
and Oracle no DDL and nothing before it, never what left the database (a file, a killed session, a number of a
sequence). Where the script branches, a ROLLBACK may not run, and counts for nothing.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Final

from planproof.effects.act import Act
from planproof.effects.sql.dialect import Dialect
from planproof.effects.sql.functions import UNDONE_BY_ROLLBACK
from planproof.effects.sql.statement import Statement

_ROWS: Final = frozenset(
    {"INSERT", "UPDATE", "DELETE", "MERGE", "REPLACE", "WITH", "SELECT", "LOCK", "UPSERT", "EXPLAIN", "NOTIFY"}
)
_DEFINITIONS: Final = frozenset(
    {"CREATE", "ALTER", "DROP", "TRUNCATE", "COMMENT", "GRANT", "REVOKE", "REFRESH", "REASSIGN", "REINDEX"}
)
_NEVER_INSIDE: Final = frozenset(
    "DATABASE TABLESPACE SYSTEM CONCURRENTLY SUBSCRIPTION LOGIN SERVER AVAILABILITY FULLTEXT ENDPOINT"
    " SESSION DUMPFILE OUTFILE".split()
)
"""Words of statements that no transaction holds."""
_FLOW: Final = frozenset({"IF", "ELSE", "WHILE", "TRY", "CATCH", "GOTO", "LOOP"})


class Transactions:
    """Statements one after the other, and the acts that stay.

    Example:
        >>> from planproof.effects.sql.read import read_sql
        >>> [a.kind for a in read_sql("BEGIN; DELETE FROM t; ROLLBACK", "postgres")]
        ['observe']
        >>> [a.kind for a in read_sql("BEGIN; TRUNCATE TABLE t; ROLLBACK", "mysql")]
        ['destroy']
    """

    def __init__(self, dialect: Dialect) -> None:
        self._dialect: Dialect = dialect
        self._open: bool = dialect.always_in_transaction
        self._pending: list[tuple[Act, bool]] = []
        """Acts of the open transaction, and whether they outlive a ROLLBACK."""
        self._savepoints: list[tuple[str, int]] = []
        self._branches: bool = False
        self.acts: list[Act] = []

    def add(self, statement: Statement, acts: Sequence[Act]) -> None:
        """Takes the next statement."""
        words = statement.words
        if any(word in _FLOW for word in words[:2]) or (words[:1] == ("END",) and words[1:2] == ("TRY",)):
            self._branches = True
        first, second = statement.at(0), statement.at(1)
        if first in ("COMMIT", "END") and second != "PREPARED" and (first == "COMMIT" or len(words) < 3):
            self._commit(chain="CHAIN" in words and "NO" not in words)
        elif first == "PREPARE" and second == "TRANSACTION":
            self._commit(chain=False)
        elif first in ("ROLLBACK", "ABORT") and second != "PREPARED":
            self._rollback(statement)
        elif first == "SAVEPOINT" or (first == "SAVE" and second.startswith("TRAN")):
            self._savepoints.append((statement.name(1 if first == "SAVEPOINT" else 2)[0].upper(), len(self._pending)))
        elif first == "START" or (first == "BEGIN" and not acts_of_block(acts)):
            self._begin()
        elif first == "SET" and "AUTOCOMMIT" in words and statement.text.rstrip(" ;").endswith(("0", "OFF", "off")):
            self._dialect_opens()
        else:
            self._take(statement, acts)

    def end(self) -> Sequence[Act]:
        """All that stays. What was never committed counts: the client may commit when it ends."""
        self._flush()
        return self.acts

    def _take(self, statement: Statement, acts: Sequence[Act]) -> None:
        fate = _fate(statement)
        if fate == "definition" and not self._dialect.ddl_in_transaction and statement.at(0) != "LOCK":
            self._flush()
        survives = fate == "outside" or (fate == "definition" and not self._dialect.ddl_in_transaction)
        if fate == "definition" and self._dialect.name == "redshift" and statement.at(0) in ("TRUNCATE",):
            self._flush()
            survives = True
        for act in acts:
            self._pending.append((act, survives or _leaves(act)))
        if not self._open:
            self._flush()

    def _dialect_opens(self) -> None:
        self._open = True

    def _begin(self) -> None:
        if self._open and not self._dialect.always_in_transaction and self._dialect.name == "postgres":
            return
        if not self._dialect.always_in_transaction:
            self._flush()
        self._open = self._dialect.transactions

    def _commit(self, *, chain: bool) -> None:
        self._flush()
        self._open = self._dialect.always_in_transaction or (self._open and chain)

    def _rollback(self, statement: Statement) -> None:
        if self._branches or not self._open:
            self._flush()
            return
        target = _savepoint(statement)
        if target:
            at = next((at for name, at in reversed(self._savepoints) if name == target), None)
            if at is not None:
                self._pending[at:] = [kept for kept in self._pending[at:] if kept[1]]
                return
            # A name that is not known rolls back nothing here.
            if self._dialect.name != "tsql":  # where the name may be that of the transaction itself
                return
        self._pending = [kept for kept in self._pending if kept[1]]
        self._flush()
        self._open = self._dialect.always_in_transaction or ("CHAIN" in statement.words and "NO" not in statement.words)

    def _flush(self) -> None:
        self.acts += [act for act, _ in self._pending]
        self._pending.clear()
        self._savepoints.clear()


def acts_of_block(acts: Iterable[Act]) -> bool:
    """Whether a statement that starts with BEGIN is a block that does something."""
    return any(act.kind != "observe" for act in acts)


def _savepoint(statement: Statement) -> str:
    """The savepoint that a ROLLBACK goes back to; empty where it ends the transaction."""
    at = statement.find("TO")
    if at >= 0:
        at += 2 if statement.at(at + 1) == "SAVEPOINT" else 1
        return statement.name(at)[0].upper()
    if statement.at(1) in ("TRAN", "TRANSACTION"):  # SQL Server: the name of a savepoint or of the transaction
        return statement.name(2)[0].upper()
    return ""


def _fate(statement: Statement) -> str:
    """Whether a transaction holds what a statement does: `rows`, `definition`, or `outside`."""
    first, words = statement.at(0), statement.words
    if any(word in _NEVER_INSIDE for word in words[:8]) or any(word in ("OUTFILE", "DUMPFILE") for word in words):
        return "outside"
    if first == "WITH" or first in _ROWS:
        return "rows"
    if first in _DEFINITIONS:
        return "definition"
    if first == "COPY":
        return "rows" if "FROM" in words and "PROGRAM" not in words else "outside"
    if first == "DO":
        return "outside" if "COMMIT" in statement.text.upper() else "rows"
    return "outside"


def _leaves(act: Act) -> bool:
    """Whether what a function did stays whatever becomes of the transaction."""
    if act.kind == "unknown":
        return True
    return act.operation.endswith("()") and act.operation.removesuffix("()") not in UNDONE_BY_ROLLBACK
