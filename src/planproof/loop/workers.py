"""Worker: a process that drives runs from the line. One for each process: DBOS allows no more."""

from __future__ import annotations

import os
import socket
import threading
import uuid
from collections.abc import Callable, Generator, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from types import TracebackType
from typing import Final, Self

from dbos import DBOS, DBOSConfig, DBOSPortableJSONSerializer
from sqlalchemy.exc import SQLAlchemyError

from planproof.loop.beats import NEVER, Beats, Watchman
from planproof.loop.drive import drive
from planproof.loop.durable import ADVANCE, APPLICATION, QUEUE, SCHEMA, VERSION, Line, Work, schema_of, system_url
from planproof.loop.log import Log
from planproof.loop.patient import PatientStore
from planproof.loop.people import in_time
from planproof.loop.perform import Hands
from planproof.loop.settings import Settings
from planproof.model.errors import Conflict, PlanproofError, RecordError
from planproof.record.projection import Run

GRACE: Final = 30
"""Seconds that a worker which stops waits for calls to models that are on their way."""


class _Stopping(Exception):
    """The worker stops, and everything that its run has come to is recorded."""


@dataclass(frozen=True, slots=True)
class Pace:
    """How a worker goes about it.

    Args:
        threads: runs at the same time. DBOS keeps it with the queue: the worker that started last says it for all.
        poll: seconds between two looks at the line.
        every: seconds between two heartbeats, and two searches for runs that should be in line.
        patience: seconds without a heartbeat after which a worker's runs are taken over.
    """

    threads: int = 4
    poll: float = 0.5
    every: float = 2.0
    patience: float = 30.0


class Worker:
    """Drives runs, several at a time, until it is stopped.

    Args:
        store: URL of the record.
        hands: what a run reaches the world with.
        pace: how it goes about it.
        say: is told what goes wrong.
    """

    def __init__(
        self, store: str, hands: Callable[[Log], Hands], pace: Pace | None = None, say: Callable[[str], None] = print
    ) -> None:
        self.name: str = f"{socket.gethostname()}-{os.getpid()}-{uuid.uuid4().hex[:8]}"
        self._url = store
        self._hands = hands
        self._pace = pace or Pace()
        self._say = say
        self._store = PatientStore.open(store)
        self._stopping = threading.Event()
        self._driven: set[str] = set()
        self._not_ours: set[str] = set()
        self._watchman = Watchman(self._pace.patience)
        self._of_workers = Watchman(self._pace.patience)

    # -- start and stop ------------------------------------------------------------------------------------------------

    def __enter__(self) -> Self:
        url = system_url(self._url)
        config: DBOSConfig = {
            "name": APPLICATION,
            "system_database_url": url,
            "dbos_system_schema": SCHEMA,
            "application_version": VERSION,
            "executor_id": self.name,
            "serializer": DBOSPortableJSONSerializer(),
            "use_listen_notify": False,
            "log_level": "ERROR",
        }
        DBOS(config=config)

        @DBOS.step(name=f"{ADVANCE}.step")
        def step(run: str) -> str:
            return self._advance(run)

        @DBOS.workflow(name=ADVANCE)
        def advance(run: str) -> str:  # pyright: ignore[reportUnusedFunction] - the workers' queue calls it
            return step(run)

        try:
            DBOS.launch()
            DBOS.register_queue(QUEUE, worker_concurrency=self._pace.threads, polling_interval_sec=self._pace.poll)
            self._beats = Beats(url, schema_of(url))
            self._line = Line.open(self._url)
            self._beats.beat(self.name)
        except SQLAlchemyError as error:
            raise RecordError(
                "connection", f"the line cannot be opened, see that the database runs: {error}"
            ) from error
        self._keeper = threading.Thread(target=self._keep, name="planproof-keeper", daemon=True)
        self._keeper.start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._stopping.set()
        self._keeper.join()
        DBOS.destroy(destroy_registry=True, workflow_completion_timeout_sec=GRACE)
        with suppress(SQLAlchemyError):  # the others find out by themselves
            self._beats.forget(self.name)
        self._beats.close()
        self._line.close()
        self._store.close()

    @property
    def busy(self) -> bool:
        """Whether it drives a run."""
        return bool(self._driven)

    # -- driving -------------------------------------------------------------------------------------------------------

    def _advance(self, run: str) -> str:
        """Drives a run as far as it goes. What it returns is for whoever looks into DBOS's tables."""
        with self._driving(run):
            try:
                log = Log.load(self._store, run)
                hands = self._hands(log)
                _find_models(hands, log.state.settings)
                return drive(log, hands, lambda _: self._stop_at(log), self._sleep).phase
            except Conflict:
                return "somebody else drives it"
            except _Stopping:
                return "the worker stops"
            except PlanproofError as error:
                self._say(f"run {run!r}: {error}")
                return f"not driven: {error}"

    def _stop_at(self, log: Log) -> None:
        if self._stopping.is_set() and not log.state.open_calls:
            raise _Stopping

    def _sleep(self, seconds: float) -> None:
        if self._stopping.wait(seconds):
            raise _Stopping

    @contextmanager
    def _driving(self, run: str) -> Generator[None]:
        self._driven.add(run)
        try:
            yield
        finally:
            self._driven.discard(run)

    # -- keeping the line ----------------------------------------------------------------------------------------------

    def _keep(self) -> None:
        """Says that it is there, and looks after the line."""
        while not self._stopping.wait(self._pace.every):
            try:
                self._beats.beat(self.name)
                self._look_after()
            except Exception as error:  # noqa: BLE001 - whatever it was: a worker without its keeper counts as dead
                self._watchman.start_anew()
                self._of_workers.start_anew()
                self._say(f"the line cannot be seen: {str(error).splitlines()[0]}")

    def _look_after(self) -> None:
        # In this order: a run whose work ends in between has no work any more, and is put in line once for nothing.
        running = [*self._store.runs(status="running"), *self._late()]
        work = self._line.work()
        lost = self._lost(work)
        for piece in lost:
            self._line.drop(piece)
        held = {piece.run for piece in work if piece not in lost}
        for run in running:
            if run.id not in held and self._is_queued(run.id):
                self._line.again(run.id, run.head_seq)

    def _late(self) -> Iterator[Run]:
        """Runs whose question nobody has answered in time, where that has an outcome of its own."""
        for escalation in self._store.escalations(status="open"):
            if escalation.expires is not None and self._is_queued(escalation.run):
                log = Log.load(self._store, escalation.run)
                if not in_time(log.state, self._hands(log).clock()):
                    yield self._store.run(escalation.run)

    def _lost(self, work: list[Work]) -> list[Work]:
        """Work that nobody does any more: of a worker that is gone, or claimed here and never begun."""
        beats = self._beats.read()
        signs: dict[str, int] = {}
        for piece in work:
            if piece.worker is not None:
                idle = piece.worker == self.name and piece.run not in self._driven
                signs[piece.id] = NEVER if idle else beats.get(piece.worker, NEVER)
        for worker in self._of_workers.silent(beats):
            self._beats.forget(worker)
        silent = self._watchman.silent(signs)
        return [piece for piece in work if piece.id in silent]

    def _is_queued(self, run: str) -> bool:
        """Whether a run is for workers at all; it never changes."""
        if run in self._not_ours:
            return False
        try:
            queued = Log.load(self._store, run).state.settings.queued
        except PlanproofError as error:
            if isinstance(error, RecordError) and error.cause in {"busy", "connection"}:
                raise
            self._say(f"run {run!r} is left alone: {error}")
            queued = False
        if not queued:
            self._not_ours.add(run)
        return queued


def _find_models(hands: Hands, settings: Settings) -> None:
    """Finds all models of a run before a call is booked: what this worker has no key for costs the run nothing.

    Raises:
        ModelError: one cannot be asked from here.
    """
    if settings.planner != "none":
        hands.providers(settings.planner, "planner")
    for critic in settings.critics:
        hands.providers(critic, "critic")
