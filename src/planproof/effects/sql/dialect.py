"""Dialect: the few traits of a database that decide how its SQL is split and what a ROLLBACK undoes."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final


@dataclass(frozen=True, slots=True)
class Dialect:
    """Traits of one database. What is not known of it is assumed to be the worse."""

    name: str = ""
    backslash: bool = False
    """Whether `\\'` stands for a quote in a string."""
    hash_comment: bool = False
    nested_comment: bool = False
    dollar: bool = True
    """Whether `$tag$ ... $tag$` is a string."""
    brackets: bool = False
    """Whether `[a b]` is a name."""
    blocks: bool = True
    """Whether `BEGIN statement; ... END` may stand alone."""
    transactions: bool = True
    ddl_in_transaction: bool = False
    """Whether ROLLBACK undoes CREATE, ALTER, DROP and TRUNCATE; else they commit what came before."""
    always_in_transaction: bool = False
    """Whether a session without BEGIN commits only when it is told to."""


_POSTGRES: Final = {"nested_comment": True, "blocks": False, "ddl_in_transaction": True}
_DIALECTS: Final = {
    d.name: d
    for d in (
        Dialect(),
        Dialect("postgres", **_POSTGRES),
        Dialect("redshift", **_POSTGRES),
        Dialect("cockroach", nested_comment=True, blocks=False),
        Dialect("duckdb", nested_comment=True, blocks=False, ddl_in_transaction=True),
        Dialect("sqlite", dollar=False, brackets=True, blocks=False, ddl_in_transaction=True),
        Dialect("mysql", backslash=True, hash_comment=True, dollar=False, blocks=False),
        Dialect("tsql", nested_comment=True, dollar=False, brackets=True, ddl_in_transaction=True),
        Dialect("oracle", dollar=False, always_in_transaction=True),
        Dialect("db2", dollar=False, always_in_transaction=True),
        Dialect("snowflake", backslash=True),
        Dialect("bigquery", backslash=True, hash_comment=True, dollar=False),
        Dialect("clickhouse", backslash=True, hash_comment=True, dollar=True, blocks=False, transactions=False),
        Dialect("databricks", backslash=True, dollar=True, transactions=False),
        Dialect("trino", dollar=True, blocks=False),
        Dialect("cassandra", blocks=False, transactions=False),
    )
}
_ALIASES: Final = {
    "postgresql": "postgres",
    "pg": "postgres",
    "psql": "postgres",
    "greenplum": "postgres",
    "timescaledb": "postgres",
    "materialize": "postgres",
    "risingwave": "postgres",
    "cockroachdb": "cockroach",
    "crdb": "cockroach",
    "mariadb": "mysql",
    "tidb": "mysql",
    "singlestore": "mysql",
    "vitess": "mysql",
    "percona": "mysql",
    "mssql": "tsql",
    "sqlserver": "tsql",
    "sql server": "tsql",
    "azuresql": "tsql",
    "synapse": "tsql",
    "fabric": "tsql",
    "sybase": "tsql",
    "plsql": "oracle",
    "sqlite3": "sqlite",
    "spark": "databricks",
    "spark2": "databricks",
    "hive": "databricks",
    "delta": "databricks",
    "presto": "trino",
    "athena": "trino",
    "cql": "cassandra",
    "ch": "clickhouse",
}


def dialect_of(name: str) -> Dialect:
    """The traits of a database by its name; those of none where nobody knows it.

    Example:
        >>> dialect_of("PostgreSQL").name, dialect_of("mssql").brackets, dialect_of("").ddl_in_transaction
        ('postgres', True, False)
    """
    folded = name.strip().casefold()
    return _DIALECTS.get(_ALIASES.get(folded, folded), _DIALECTS[""])


OPENS_TRANSACTION: Final = frozenset(
    "TRAN TRANSACTION WORK DEFERRED IMMEDIATE EXCLUSIVE CONCURRENT READ ISOLATION DISTRIBUTED NOT NAME"
    " PRIORITY AS".split()
)
"""What follows a BEGIN that opens a transaction and no block."""
