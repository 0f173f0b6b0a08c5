"""Numbered migrations, forward only. A file is never changed once it was released: the next number is.

`0001_record.sqlite.sql` is the first for SQLite; `schema_version` holds the digest of each that was applied.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from hashlib import sha256
from importlib.resources import files
from typing import Final

from sqlalchemy import Connection, func, insert, inspect, select, text

from planproof.model.errors import RecordError
from planproof.record.tables import SCHEMA_VERSION

NAMES: Final = ("record",)
"""Every migration, in order: the first has number 1."""

_GUARD: Final = re.compile(r"^CREATE TRIGGER (\w+) BEFORE .*? ON (\w+)", re.MULTILINE)

_VERSIONS: Final = """
CREATE TABLE IF NOT EXISTS schema_version (version INTEGER PRIMARY KEY, name TEXT NOT NULL, sha256 TEXT NOT NULL)
"""


@dataclass(frozen=True, slots=True)
class Migration:
    """One step from a schema to the next."""

    version: int
    name: str
    sha256: str
    statements: tuple[str, ...]


def migrations(dialect: str) -> list[Migration]:
    """All migrations of a database: `sqlite` or `postgresql`."""
    found: list[Migration] = []
    for version, name in enumerate(NAMES, 1):
        data = files(__name__).joinpath(f"{version:04}_{name}.{dialect}.sql").read_bytes()
        statements = tuple(part.strip() for part in data.decode().split("\n\n") if part.strip())
        found.append(Migration(version, name, sha256(data).hexdigest(), statements))
    return found


def migrate(connection: Connection) -> None:
    """Brings a database to the schema of this planproof, inside the caller's transaction, which holds the lock.

    Raises:
        RecordError: its schema is newer than this planproof, or it holds tables of another program.
    """
    connection.exec_driver_sql(_VERSIONS)
    known = migrations(connection.dialect.name)
    version = connection.scalar(select(func.max(SCHEMA_VERSION.c.version))) or 0
    if version > len(known):
        raise RecordError(
            "newer",
            f"the record has schema {version}, this planproof knows schemas up to {len(known)}: update planproof",
        )
    if version == 0 and (there := {"runs", "events"} & set(inspect(connection).get_table_names())):
        raise RecordError(
            "damaged",
            f"the database has tables {', '.join(map(repr, sorted(there)))} and no schema version: it is no record, or "
            "one that was tampered with; choose another database, or run `planproof audit verify`",
        )
    for migration in known[version:]:
        for statement in migration.statements:
            connection.execute(text(statement))  # `text` spares the % of PostgreSQL
        connection.execute(
            insert(SCHEMA_VERSION).values(version=migration.version, name=migration.name, sha256=migration.sha256)
        )


def guards_missing(connection: Connection) -> Iterator[tuple[str, str]]:
    """Triggers that should keep rows from being changed and are not there, each with its table."""
    sqlite = connection.dialect.name == "sqlite"
    query = "SELECT name, sql FROM sqlite_master WHERE type = 'trigger'"
    if not sqlite:
        query = "SELECT tgname, '' FROM pg_trigger WHERE NOT tgisinternal AND tgenabled IN ('O', 'A')"
    there = {str(name): str(sql) for name, sql in connection.execute(text(query))}
    for migration in migrations(connection.dialect.name):
        for statement in migration.statements:
            if (guard := _GUARD.search(statement)) is not None:
                name, table = guard[1], guard[2]
                if name not in there or (sqlite and there[name] != statement[guard.start() :]):
                    yield table, name
