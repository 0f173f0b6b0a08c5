"""The tables, as queries see them. What makes them in a database is in `migrations/`."""

from __future__ import annotations

from sqlalchemy import Column, Integer, LargeBinary, MetaData, Table, Text

METADATA = MetaData()

SCHEMA_VERSION = Table(
    "schema_version",
    METADATA,
    Column("version", Integer, primary_key=True, autoincrement=False),
    Column("name", Text, nullable=False),
    Column("sha256", Text, nullable=False),
)
"""One row for each migration that was applied: its number, its name, the digest of its text."""

RUNS = Table(
    "runs",
    METADATA,
    Column("id", Text, primary_key=True),
    Column("number", Integer, nullable=False, unique=True),
    Column("status", Text, nullable=False),
    Column("reason", Text),
    Column("created", Text, nullable=False),
    Column("head_seq", Integer, nullable=False),
    Column("head_hash", Text, nullable=False),
)

EVENTS = Table(
    "events",
    METADATA,
    Column("run", Text, primary_key=True),
    Column("seq", Integer, primary_key=True, autoincrement=False),
    Column("kind", Text, nullable=False),
    Column("body", Text, nullable=False),
    Column("prev", Text, nullable=False),
    Column("hash", Text, nullable=False),
)

ARTEFACTS = Table(
    "artefacts",
    METADATA,
    Column("sha256", Text, primary_key=True),
    Column("body", LargeBinary, nullable=False),
)

ESCALATIONS = Table(
    "escalations",
    METADATA,
    Column("id", Text, primary_key=True),
    Column("run", Text, nullable=False),
    Column("seq", Integer, nullable=False),
    Column("status", Text, nullable=False),
    Column("plan", Text),
    Column("expires", Text),
)

APPROVALS = Table(
    "approvals",
    METADATA,
    Column("digest", Text, primary_key=True),
    Column("run", Text, nullable=False),
    Column("seq", Integer, nullable=False),
    Column("envelope", Text, nullable=False),
    Column("plan", Text, nullable=False),
    Column("expires", Text, nullable=False),
    Column("revoked", Integer),
)
