"""The line: runs that wait for a worker. Our record holds what is true; DBOS only deals out who drives what, and when.

A piece of work is one short DBOS workflow, `advance(run)`: it loads a run and drives it until the run waits for a
person or has ended. Nothing waits inside of it, so people who think hold no slot. Whoever puts a run in line twice puts
it there once: by the id of the work, and because a run has at most one piece of work that is waiting or being done.

What is lost here is no loss: each worker looks for recorded runs that should be in line and are not (`Line.again`). So
a crash between recording and enqueueing, and an answer given while nothing else was up, are both picked up.
"""

from __future__ import annotations

from contextlib import closing
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Final, Literal, Self

from sqlalchemy import make_url
from sqlalchemy.exc import SQLAlchemyError

from planproof.model.errors import RecordError

if TYPE_CHECKING:
    from dbos import DBOSClient, EnqueueOptions

QUEUE: Final = "planproof"
ADVANCE: Final = "planproof.advance"
"""Name of the workflow: it stands in rows that another version of planproof may read."""
APPLICATION: Final = "planproof"
VERSION: Final = "1"
"""Of the workflow's interface. DBOS would take a digest of the code, and a new release would strand what waits."""
SCHEMA: Final = "dbos"
LONGEST_DELAY: Final = 60.0
"""Seconds before work is tried again that keeps failing without getting anywhere."""

Kind = Literal["draft", "decide"]
"""Why a run goes in line: it has begun, a person has answered."""


@dataclass(frozen=True, slots=True)
class Work:
    """A piece of work that waits or is being done.

    Args:
        id: of the workflow.
        run: the run.
        worker: who does it; None: it waits.
    """

    id: str
    run: str
    worker: str | None


def system_url(store: str) -> str:
    """Where DBOS keeps its own tables: on SQLite in a file beside the record, on Postgres in a schema of its own.

    Example:
        >>> system_url("sqlite:///planproof.db")
        'sqlite:///planproof.dbos.db'
    """
    url = make_url(store)
    if url.get_backend_name() != "sqlite":
        return url.set(drivername="postgresql+psycopg").render_as_string(hide_password=False)
    file = Path(url.database or "")
    return f"sqlite:///{file.with_name(f'{file.stem}.dbos.db')}"


def schema_of(url: str) -> str | None:
    """The schema of DBOS's tables in a database."""
    return None if url.startswith("sqlite") else SCHEMA


class Line:
    """The queue, as whoever puts runs in it sees it. Makes no tables and starts no threads.

    Args:
        client: a DBOS client.
    """

    def __init__(self, client: DBOSClient) -> None:
        self._client = client

    @classmethod
    def open(cls, store: str) -> Self:
        """The line of a record.

        Raises:
            RecordError: no worker has made it yet, or the database is away.
        """
        try:
            from dbos import DBOSClient, DBOSPortableJSONSerializer
        except ImportError as error:
            raise RecordError(
                "unusable", f"runs are queued with DBOS: pip install 'planproof[loop]' ({error})"
            ) from error
        url = system_url(store)
        if url.startswith("sqlite") and not Path(url.removeprefix("sqlite:///")).exists():
            raise _absent()
        return cls(
            DBOSClient(
                system_database_url=url,
                dbos_system_schema=SCHEMA,
                serializer=DBOSPortableJSONSerializer(),
                application_name=APPLICATION,
                retry_connection_errors=False,
                lazy=True,
            )
        )

    def close(self) -> None:
        """Closes all connections."""
        self._client.destroy()

    def put(self, kind: Kind, run: str, seq: int) -> bool:
        """Puts a run in line, once.

        Args:
            kind: why.
            run: the run.
            seq: the event after which it goes on.

        Returns:
            False: it is in line already.
        """
        return self._put(f"{kind}:{run}:{seq}", run)

    def again(self, run: str, seq: int) -> bool:
        """Puts a run in line that should be there, and waits a little longer each time that this moved nothing."""
        prefix = f"again:{run}:{seq}."
        tried = len(self._client.list_workflows(workflow_id_prefix=prefix, load_input=False, load_output=False))
        return self._put(f"{prefix}{tried}", run, min(LONGEST_DELAY, 2.0 ** (tried - 1)) if tried else None)

    def work(self) -> list[Work]:
        """All work that waits or is being done."""
        found = self._client.list_workflows(
            name=ADVANCE, status=["ENQUEUED", "DELAYED", "PENDING"], load_input=False, load_output=False
        )
        return [
            Work(
                status.workflow_id, status.deduplication_id, status.executor_id if status.status == "PENDING" else None
            )
            for status in found
            if status.deduplication_id is not None
        ]

    def drop(self, work: Work) -> None:
        """Takes work out of the line, so that its run can be put there anew.

        DBOS would resume it, but takes its deduplication id away then: a run could be in line twice.
        """
        self._client.cancel_workflow(work.id)

    def _put(self, id_: str, run: str, delay: float | None = None) -> bool:
        from dbos import error as failures

        options: EnqueueOptions = {
            "workflow_name": ADVANCE,
            "queue_name": QUEUE,
            "workflow_id": id_,
            "deduplication_id": run,
            "app_version": VERSION,
        }
        if delay is not None:
            options["delay_seconds"] = delay
        try:
            self._client.enqueue(options, run)
        except failures.DBOSQueueDeduplicatedError:
            return False
        return True


def put_in_line(store: str, kind: Kind, run: str, seq: int) -> bool:
    """Puts a recorded run in line, as well as it can be done.

    Returns:
        False: there is no line yet, or it is away. The run is recorded: the next worker that looks will find it.
    """
    try:
        with closing(Line.open(store)) as line:
            line.put(kind, run, seq)
    except (RecordError, SQLAlchemyError):
        return False
    return True


def _absent() -> RecordError:
    return RecordError("missing", "no worker has been here yet: start one with `planproof work`")
