"""engine_for: a connection to the database of a URL, and what its failures mean."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final, Protocol, cast

from sqlalchemy import URL, Connection, Engine, QueuePool, create_engine, event, make_url
from sqlalchemy.exc import ArgumentError, DBAPIError, OperationalError, SQLAlchemyError

from planproof.model.errors import RecordCause, RecordError

PATIENCE: Final = 5.0
"""Seconds that a writer waits for another one."""

WRITING: Final = "planproof_writing"
"""Execution option of a connection that is going to write: it takes its lock at the start of the transaction."""

_DRIVERS: Final = {
    "sqlite": "sqlite",
    "sqlite+pysqlite": "sqlite",
    "postgres": "postgresql+psycopg",
    "postgresql": "postgresql+psycopg",
    "postgresql+psycopg": "postgresql+psycopg",
}
_SQLITE: Final[dict[int, RecordCause]] = {
    5: "busy",
    6: "busy",
    11: "damaged",
    13: "full",
    19: "refused",
    26: "damaged",
}
"""Primary result codes: BUSY, LOCKED, CORRUPT, FULL, CONSTRAINT, NOTADB."""
_TAKEN: Final = (1555, 2067)
"""Extended codes: CONSTRAINT_PRIMARYKEY, CONSTRAINT_UNIQUE."""
_POSTGRES: Final[dict[str, RecordCause]] = {
    "08": "connection",
    "23505": "duplicate",
    "28": "connection",
    "3D": "connection",
    "40": "busy",
    "53100": "full",
    "55P03": "busy",
    "57014": "busy",
    "57P": "connection",
    "58030": "full",
    "XX001": "damaged",
    "XX002": "damaged",
}
"""Beginnings of SQLSTATE codes."""
_SAID: Final[dict[RecordCause, str]] = {
    "full": "there is no room left: make some, then go on",
    "busy": "somebody else held it locked for too long: try again",
    "connection": "the database cannot be reached: see that it runs, and that the URL and its credentials are right",
    "damaged": "the database file is damaged, or is none: restore it from a backup",
    "duplicate": "an id in it is taken already: choose another",
}


class _Cursor(Protocol):
    def execute(self, sql: str, /) -> object: ...
    def close(self) -> None: ...


class _Sqlite(Protocol):
    isolation_level: str | None
    text_factory: Callable[[bytes], str]

    def cursor(self) -> _Cursor: ...


def engine_for(url: str) -> Engine:
    """An engine for a record.

    Args:
        url: `sqlite:///planproof.db` or `postgresql+psycopg://user@host/name`.

    Raises:
        RecordError: another kind of URL.

    Example:
        >>> engine_for("mysql://localhost/x")
        Traceback (most recent call last):
        planproof.model.errors.RecordError: 'mysql' is no database for a record: write sqlite:/// or postgresql://
    """
    found = _url(url)
    if found.drivername == "sqlite":
        # One connection is kept: closing the last one writes the log back into the file, which takes 5 ms each time.
        engine = create_engine(
            found, poolclass=QueuePool, pool_size=1, max_overflow=20, connect_args={"check_same_thread": False}
        )
        event.listen(engine, "connect", _set_up_sqlite)
        event.listen(engine, "begin", _begin_sqlite)
        return engine
    try:
        engine = create_engine(found, pool_pre_ping=True, connect_args={"connect_timeout": int(PATIENCE) * 2})
    except ImportError as error:
        raise RecordError("unusable", f"Postgres is reached through psycopg: install it ({error})") from error
    event.listen(engine, "begin", _begin_postgres)
    return engine


def shown(engine: Engine) -> str:
    """The URL of an engine, without its password."""
    return engine.url.render_as_string(hide_password=True)


def passes(error: SQLAlchemyError) -> bool:
    """Whether the same thing may go well a moment later: a connection lost, a deadlock that the database broke up."""
    if not isinstance(error, DBAPIError):
        return False
    if error.connection_invalidated:
        return True
    state = getattr(error.orig, "sqlstate", "")  # psycopg has None where it never reached the server
    return isinstance(error, OperationalError) and (state is None or state.startswith(("08", "40", "57P")))


def failure(error: SQLAlchemyError, what: str) -> RecordError:
    """What a failure of the database means, in words.

    Args:
        error: the failure.
        what: what did not happen because of it: "'r' was not written, nothing of it".
    """
    cause = _cause(error)
    detail = str(error.orig if isinstance(error, DBAPIError) else error).strip().split("\n")[0]
    return RecordError(cause, f"{what}: {_SAID.get(cause, 'the database refused it')} ({detail})")


def _cause(error: SQLAlchemyError) -> RecordCause:
    if not isinstance(error, DBAPIError):
        return "unusable"
    if error.connection_invalidated:
        return "connection"
    code: object = getattr(error.orig, "sqlite_errorcode", None)
    if isinstance(code, int):
        return "duplicate" if code in _TAKEN else _SQLITE.get(code & 0xFF, "unusable")
    state: object = getattr(error.orig, "sqlstate", None)
    if isinstance(state, str):
        for start, cause in _POSTGRES.items():
            if state.startswith(start):
                return cause
        return "refused"
    return "connection" if isinstance(error, OperationalError) else "unusable"


def _url(url: str) -> URL:
    try:
        found = make_url(url)
    except ArgumentError:
        raise RecordError("unusable", "the URL of the record cannot be read: write sqlite:///planproof.db") from None
    driver = _DRIVERS.get(found.drivername)
    if driver is None:
        raise RecordError(
            "unusable", f"{found.drivername!r} is no database for a record: write sqlite:/// or postgresql://"
        )
    if driver == "sqlite" and found.database in (None, "", ":memory:"):
        raise RecordError("unusable", f"{url!r} is no file: a record in memory is none, write sqlite:///planproof.db")
    return found.set(drivername=driver)


def _set_up_sqlite(connection: object, _record: object) -> None:
    sqlite = cast("_Sqlite", connection)
    sqlite.isolation_level = None  # Python's own transactions begin too late: `_begin_sqlite` begins them
    sqlite.text_factory = _decoded
    cursor = sqlite.cursor()
    for pragma in (
        f"busy_timeout = {int(PATIENCE * 1000)}",
        "journal_mode = WAL",
        "synchronous = FULL",
        "foreign_keys = ON",
        "recursive_triggers = ON",
        "trusted_schema = OFF",
    ):
        cursor.execute(f"PRAGMA {pragma}")
    cursor.close()


def _decoded(data: bytes) -> str:
    """Text that is no UTF-8 was not written here: it is read all the same, so that an audit can say where it is."""
    return data.decode("utf-8", "replace")


def _begin_sqlite(connection: Connection) -> None:
    # A reader that turns writer half-way fails where somebody else wrote meanwhile: a writer locks at once.
    connection.exec_driver_sql("BEGIN IMMEDIATE" if _writes(connection) else "BEGIN")


def _begin_postgres(connection: Connection) -> None:
    if _writes(connection):
        connection.exec_driver_sql(f"SET LOCAL lock_timeout = {int(PATIENCE * 1000)}")
    else:  # one snapshot for everything that is read
        connection.exec_driver_sql("SET TRANSACTION ISOLATION LEVEL REPEATABLE READ READ ONLY")


def _writes(connection: Connection) -> bool:
    return bool(connection.get_execution_options().get(WRITING))
