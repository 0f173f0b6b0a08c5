"""Signs of life: which workers are there, and which work has been given up by a worker that is gone.

The table of heartbeats lies beside those of DBOS, outside the record: nothing in it is true for longer than a moment,
nothing follows from it but who does what next, and no audit looks at it.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping
from typing import Final

from sqlalchemy import Column, Connection, Integer, MetaData, Table, Text, delete, insert, select, update

from planproof.record.engine import WRITING, engine_for
from planproof.record.write import lock_database


class Beats:
    """The heartbeats of all workers, as counts.

    Args:
        url: the database that DBOS has its tables in.
        schema: the schema that they are in; None: this database has none.
    """

    def __init__(self, url: str, schema: str | None) -> None:
        self._engine = engine_for(url)
        self._table = Table(
            "planproof_workers",
            MetaData(schema=schema),
            Column("worker", Text, primary_key=True),
            Column("beats", Integer, nullable=False),
        )
        with self._engine.connect() as plain:
            connection = _writing(plain)
            with connection.begin():
                lock_database(connection)
                self._table.create(connection, checkfirst=True)

    def beat(self, worker: str) -> None:
        """Says that a worker is there."""
        beats = self._table.c.beats
        with self._engine.connect() as plain:
            connection = _writing(plain)
            with connection.begin():
                one_more = update(self._table).where(self._table.c.worker == worker).values(beats=beats + 1)
                if connection.execute(one_more).rowcount == 0:
                    connection.execute(insert(self._table), {"worker": worker, "beats": 1})

    def read(self) -> dict[str, int]:
        """How often each worker has said so."""
        with self._engine.connect() as connection, connection.begin():
            return {row.worker: row.beats for row in connection.execute(select(self._table))}

    def forget(self, worker: str) -> None:
        """Says that a worker is there no more."""
        with self._engine.connect() as plain:
            connection = _writing(plain)
            with connection.begin():
                connection.execute(delete(self._table).where(self._table.c.worker == worker))

    def close(self) -> None:
        """Closes all connections."""
        self._engine.dispose()


def _writing(connection: Connection) -> Connection:
    return connection.execution_options(**{WRITING: True})


NEVER: Final = -1
"""The count of somebody of whom there is no sign."""


class Watchman:
    """Tells who shows no sign of life for some time, by its own clock: no two machines need to agree on the hour.

    Args:
        patience: seconds without a sign.
        clock: seconds that only grow.

    Example:
        >>> now = 0.0
        >>> watchman = Watchman(30, lambda: now)
        >>> watchman.silent({"a": 1, "b": 1})
        set()
        >>> now = 31.0
        >>> watchman.silent({"a": 2, "b": 1})
        {'b'}
    """

    def __init__(self, patience: float, clock: Callable[[], float] = time.monotonic) -> None:
        self._patience = patience
        self._clock = clock
        self._seen: dict[str, tuple[int, float]] = {}

    def silent(self, signs: Mapping[str, int]) -> set[str]:
        """Those whose count has stood still for too long.

        Args:
            signs: the count of each, as it is now. Who is not among them is forgotten.
        """
        now = self._clock()
        before = self._seen
        self._seen = {
            name: before[name] if before.get(name, (None,))[0] == n else (n, now) for name, n in signs.items()
        }
        return {name for name, (_, since) in self._seen.items() if now - since >= self._patience}

    def start_anew(self) -> None:
        """Forgets everything: nobody could be seen for a while, so nobody's silence means anything."""
        self._seen = {}
