"""Every statement and command that the databases list themselves has an entry."""

from __future__ import annotations

from pathlib import Path
from typing import Final

import pytest

from planproof.effects.sql.read import read_sql
from planproof.effects.tools.redis import read_command

REFERENCE: Final = Path(__file__).parent / "reference"
RUNS_CODE: Final = frozenset(
    {"EVAL", "EVALSHA", "EVALSHA_RO", "EVAL_RO", "FCALL", "FCALL_RO", "EXEC", "ACL SETUSER", "DEBUG"}
)
"""Redis: what runs code or commands that it does not show, or whose arguments decide."""
NOT_SHOWN: Final = frozenset({"CALL", "EXECUTE"})
"""PostgreSQL: what runs something that stands elsewhere."""
WHOLE: Final = {
    "COPY": "COPY t FROM STDIN",
    "DELETE": "DELETE FROM t",
    "DO": "DO 'BEGIN NULL; END'",
    "EXPLAIN": "EXPLAIN SELECT 1",
    "PREPARE": "PREPARE p AS SELECT 1",
    "SELECT": "SELECT 1",
    "SELECT INTO": "SELECT 1 INTO t",
    "VALUES": "VALUES (1)",
    "WITH": "WITH a AS (SELECT 1) SELECT * FROM a",
    "CREATE TABLE AS": "CREATE TABLE t AS SELECT 1",
    "ALTER DEFAULT PRIVILEGES": "ALTER DEFAULT PRIVILEGES GRANT SELECT ON TABLES TO a",
}


def listed(name: str) -> list[str]:
    return [line for line in (REFERENCE / name).read_text("utf-8").splitlines() if not line.startswith("#")]


@pytest.mark.parametrize("command", listed("redis.txt"))
def test_redis_commands(command: str) -> None:
    known = read_command([*command.split(), "a", "b"], command).kind != "unknown"
    assert known != (command in RUNS_CODE)


@pytest.mark.parametrize("statement", listed("postgresql.txt"))
def test_postgresql_statements(statement: str) -> None:
    rest = " x RENAME TO y" if statement.startswith("ALTER") else " x"
    acts = read_sql(WHOLE.get(statement, statement + rest), "postgres")
    assert ("unknown" in {act.kind for act in acts}) == (statement in NOT_SHOWN)
