"""Commands in processes of their own that are killed, and what must hold of a run whatever was killed."""

from __future__ import annotations

import json
import multiprocessing
import os
import signal
import sys
import time
from collections import Counter
from collections.abc import Callable, Generator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from multiprocessing.process import BaseProcess
from pathlib import Path
from typing import Any

from planproof.cli import main
from planproof.loop.events import Answered, Asked, Decided, Drafted, Escalated, Reviewed
from planproof.loop.log import Log
from planproof.record import keys
from planproof.record.approval import verify
from planproof.record.audit import audit
from planproof.record.store import Store
from tests import model_server
from tests.loop.runs import BAD, GOAL, GOOD, review
from tests.model_server import Behaviour, Server, served

_CONTEXT = multiprocessing.get_context("forkserver")  # a new interpreter takes two seconds for its imports
_CONTEXT.set_forkserver_preload(
    ["pytest", "planproof.loop.workers", "planproof.providers.ai", "planproof.cli.run", __name__]
)

COMMENT = "ZZZ dump it first"
"""What the person writes. The planner mends its plan when it reads it, and not before."""


@dataclass(frozen=True)
class AtEvent:
    """Kill the process when it writes for the `number`-th time: just before, or just after it is written."""

    number: int
    after: bool


@dataclass(frozen=True)
class AtTime:
    """Kill the process after some seconds."""

    seconds: float


Kill = AtEvent | AtTime | None


@dataclass(frozen=True)
class Ground:
    """A folder with a key, a record and models that answer over HTTP."""

    folder: Path
    store: str
    server: Server

    def started(self, *args: str, at: AtEvent | None = None) -> BaseProcess:
        """A command in a process of its own."""
        process = _CONTEXT.Process(target=_command, args=(self.folder, self.store, args, at), daemon=True)
        process.start()
        return process

    def command(self, *args: str, kill: Kill = None) -> int | None:
        """The exit code of a command; None: it was killed."""
        process = self.started(*args, at=kill if isinstance(kill, AtEvent) else None)
        process.join(kill.seconds if isinstance(kill, AtTime) else 60)
        if process.exitcode is None:
            process.kill()
            process.join()
        return None if process.exitcode == -signal.SIGKILL else process.exitcode

    def begin(self, run: str, *more: str, kill: Kill = None) -> int | None:
        """Starts a run whose prompts all have its id in them."""
        goal = self.folder / f"{run}.json"
        goal.write_text(json.dumps({**GOAL, "description": f"Drop the archive table for {run}: once a dump is safe"}))
        models = ("--planner", "local", "--critic", "local", "--revisions", "0")
        return self.command("run", str(goal), "--run-id", run, "--as", "ada", *models, *more, kill=kill)

    def revise(self, escalation: str, kill: Kill = None) -> int | None:
        """A person's answer."""
        return self.command("revise", escalation, "--as", "bob", "-m", COMMENT, kill=kill)

    def asked(self, run: str) -> list[model_server.Asked]:
        """The requests that came to the models about a run."""
        return [asked for asked in self.server.asked if f"for {run}:" in asked.user]


@contextmanager
def ground(folder: Path, store: str, delay: float = 0.005) -> Generator[Ground]:
    """A place to kill in."""

    def behave(asked: model_server.Asked) -> Behaviour:
        said = review() if asked.form == "review" else GOOD if COMMENT in asked.user else BAD
        return Behaviour(json.dumps(said), delay=delay)

    keys.create(folder, "k")
    with served(behave) as server:
        config = f'[[models]]\nname = "local"\nmodel = "m"\nbase_url = "{server.url}"\n'
        (folder / "planproof.toml").write_text(config)
        yield Ground(folder, store, server)


def _command(folder: Path, store: str, args: Sequence[str], at: AtEvent | None) -> None:
    os.chdir(folder)
    os.environ.update(PLANPROOF_STORE=store, PLANPROOF_KEY="k.key", PLANPROOF_DEBUG="1")
    sys.stdout = sys.stderr = (folder / "said.txt").open("a")
    if at is not None:
        _armed(at)
    main(args)


def _armed(at: AtEvent) -> None:
    """Makes the process kill itself."""
    written = 0

    def armed(real: Callable[..., Any]) -> Callable[..., Any]:
        def write(*args: Any, **more: Any) -> Any:
            nonlocal written
            written += 1
            if written == at.number and not at.after:
                os.kill(os.getpid(), signal.SIGKILL)
            head = real(*args, **more)
            if written == at.number:
                os.kill(os.getpid(), signal.SIGKILL)
            return head

        return write

    Store.create = armed(Store.create)
    Store.append = armed(Store.append)


def through(ground: Ground, run: str, kills: Callable[[], Kill]) -> int:
    """Takes a run to its end, whatever is killed on the way.

    Returns:
        How often something was killed.
    """
    killed = 0
    while True:
        with Store.open(ground.store) as store:
            found = next((r for r in store.runs() if r.id == run), None)
            waiting = store.escalations(run=run, status="open")
        if found is not None and found.status == "ended":
            return killed
        if found is None:
            code = ground.begin(run, kill=kills())
        elif waiting:
            code = ground.revise(waiting[0].id, kill=kills())
        else:
            code = ground.command("run", "--resume", run, kill=kills())
        killed += code is None
        assert code in (None, 0, 3), (ground.folder / "said.txt").read_text()


def check(ground: Ground, store: Store, run: str, most_lost: int) -> None:
    """Holds a run that has ended against what was promised.

    Args:
        ground: where it was.
        store: its record.
        run: the run.
        most_lost: calls that may have been in flight when something was killed.
    """
    log = Log.load(store, run)
    state, events = log.state, log.events()
    assert (state.phase, state.stop, state.open_escalation) == ("ended", "approved", None)
    escalations, decisions = ([e for e in events if isinstance(e, kind)] for kind in (Escalated, Decided))
    assert [e.escalation for e in escalations] == [d.escalation for d in decisions] == [f"{run}-1"]

    booked = {event.call: event.prompt for event in events if isinstance(event, Asked)}
    answered = [booked[event.call] for event in events if isinstance(event, Answered)]
    assert max(Counter(answered).values()) == 1, "a call whose answer is recorded was made again"
    assert len(answered) == 3  # a draft, another one, a review
    assert len(ground.asked(run)) <= state.spent.calls == len(answered) + state.spent.lost, "a call that is not booked"
    assert state.spent.lost <= most_lost

    drafts = [event.plan for event in events if isinstance(event, Drafted)]
    assert [plan.version for plan in drafts] == [1, 2]
    assert sum(isinstance(event, Reviewed) for event in events) == 1
    (approval,) = store.approvals(run=run)
    held = verify(approval.envelope, drafts[-1], [keys.load_public(ground.folder / "k.pub")], now=state.now)
    assert (held.predicate.approver.by, approval.digest) == ("policy", state.approval)
    assert not audit(store)


def until(holds: Callable[[], bool], seconds: float = 60) -> None:
    """Waits until something holds."""
    end = time.monotonic() + seconds
    while not holds():
        assert time.monotonic() < end, "it did not happen in time"
        time.sleep(0.05)


class Crew:
    """Some workers, each in a process of its own.

    Args:
        ground: where they work.
        size: how many.
    """

    _PACE = ("--every", "0.3", "--patience", "3", "--poll", "0.05", "--workers", "2")

    def __init__(self, ground: Ground, size: int) -> None:
        self._ground = ground
        self.workers: list[BaseProcess] = []
        for _ in range(size):
            self.hire()

    def __enter__(self) -> Crew:
        return self

    def __exit__(self, *_: object) -> None:
        for worker in tuple(self.workers):
            self.kill(worker)

    def hire(self) -> BaseProcess:
        """One more."""
        worker = self._ground.started("work", *self._PACE)
        self.workers.append(worker)
        return worker

    def kill(self, worker: BaseProcess) -> None:
        """One less, without warning."""
        worker.kill()
        worker.join()
        self.workers.remove(worker)

    def stop(self, worker: BaseProcess) -> int | None:
        """One less, as a service manager stops it. Its exit code."""
        worker.terminate()
        worker.join(60)
        self.workers.remove(worker)
        return worker.exitcode
