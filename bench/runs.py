"""Whole runs with models that answer at once: what is left is the engine's own time."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Generator
from contextlib import closing, contextmanager
from datetime import UTC, datetime
from itertools import count
from pathlib import Path
from time import perf_counter
from typing import Any

from bench.postgres import postgres, programs
from planproof.loop.drive import drive
from planproof.loop.durable import Line
from planproof.loop.events import Started
from planproof.loop.log import Log
from planproof.loop.perform import Hands, Providers
from planproof.loop.settings import Settings
from planproof.model.authored import read_goal
from planproof.providers.named import provider_of
from planproof.record import dsse, keys
from planproof.record.store import Store

GOAL: dict[str, Any] = {
    "id": "retire",
    "description": "Drop the archive table once a dump of it is safe",
    "acceptance": [{"id": "gone", "text": "the table is gone"}],
    "constraints": {"tools": ["psql", "pg_dump", "pg_restore"]},
    "resources": [{"id": "orders_2019", "kind": "table"}],
}
DUMP: dict[str, Any] = {
    "id": "dump",
    "effect": "create",
    "reads": ["orders_2019"],
    "produces": [{"id": "orders_2019.dump", "of": ["orders_2019"]}],
    "commands": ["pg_dump -Fc -t orders_2019 -f orders_2019.dump shop"],
    "verification": {
        "what": "the dump",
        "command": "pg_restore --list orders_2019.dump",
        "observes": ["orders_2019.dump"],
    },
}
DROP: dict[str, Any] = {
    "id": "drop",
    "effect": "destroy",
    "destroys": ["orders_2019"],
    "commands": ["psql -d shop -c 'DROP TABLE orders_2019'"],
    "satisfies": ["gone"],
}
CHECKED: dict[str, Any] = {
    **DROP,
    "verification": {
        "what": "it is gone",
        "command": "psql -d shop -tAc \"select to_regclass('orders_2019')\"",
        "expect": {"stdout": ""},
        "observes": ["orders_2019"],
    },
}
SAFE: dict[str, Any] = {
    **CHECKED,
    "rollback": {
        "trigger": "it is needed",
        "kind": "restore",
        "uses": ["orders_2019.dump"],
        "restores_state": ["orders_2019"],
        "commands": ["pg_restore -d shop orders_2019.dump"],
    },
}
EDGE = [{"from_task": "dump", "to_task": "drop"}]
PLANS = (
    {"id": "p", "execution": "listed", "tasks": [DROP]},
    {"id": "p", "execution": "listed", "tasks": [CHECKED]},
    {"id": "p", "execution": "listed", "tasks": [DUMP, SAFE], "dependencies": EDGE},
)
"""Blocked, blocked for less, approved."""
VERSIONS = len(PLANS)


def megabytes() -> float:
    """Memory of this process now."""
    return int(Path("/proc/self/statm").read_text().split()[1]) * os.sysconf("SC_PAGE_SIZE") / 2**20


def _script(folder: Path) -> str:
    said = [{"role": "planner", "answer": {"text": json.dumps(plan)}} for plan in PLANS]
    said.append({"role": "critic", "answer": {"text": json.dumps({"covered": ["dump", "drop"], "claims": []})}})
    (folder / "script.jsonl").write_text("\n".join(json.dumps(line) for line in said))
    return f"scripted:{folder / 'script.jsonl'}"


def _start(store: Store, run: str, model: str, *, queued: bool = False) -> Log:
    settings = Settings(planner=model, critics=(model,), queued=queued)
    return Log.start(store, run, Started(at=datetime.now(UTC), goal=read_goal(GOAL)[0], settings=settings))


@contextmanager
def place() -> Generator[tuple[Path, str]]:
    """A folder with a key in it, and the name of the model."""
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as name:
        folder = Path(name)
        keys.create(folder, "k")
        yield folder, _script(folder)


def in_process(runs: int) -> tuple[float, float, float]:
    """Runs one after the other on SQLite.

    Returns:
        Seconds of a version, and megabytes after a tenth of the runs and after all.
    """
    with place() as (folder, model), Store.open(f"sqlite:///{folder}/planproof.db") as store:
        key = keys.load_private(folder / "k.key")

        def find() -> Providers:
            made = {role: provider_of(model, role) for role in ("planner", "critic")}
            return lambda _, role: made[role]

        def one(number: int) -> None:
            log = _start(store, f"r{number}", model)
            state = drive(log, Hands(log.run, find(), lambda payload: dsse.sign(payload, [key])))
            assert (state.stop, state.versions) == ("approved", VERSIONS)

        numbers = count()
        early = max(1, runs // 10)
        for _ in range(early):
            one(next(numbers))
        before = megabytes()
        start = perf_counter()
        for _ in range(runs - early):
            one(next(numbers))
        return (perf_counter() - start) / ((runs - early) * VERSIONS), before, megabytes()


def on_workers(runs: int, url: str, workers: int = 3) -> float:
    """Seconds for some runs from the line, by workers that are there already."""
    with place() as (folder, model), Store.open(url) as store:
        command = [str(Path(sys.executable).parent / "planproof"), "work", "--store", url, "--key", f"{folder}/k.key"]
        crew = [
            subprocess.Popen([*command, "--poll", "0.05"], stderr=subprocess.PIPE, text=True) for _ in range(workers)
        ]
        try:
            for worker in crew:
                assert worker.stderr is not None
                assert "ready" in worker.stderr.readline()
            start = perf_counter()
            with closing(Line.open(url)) as line:
                for number in range(runs):
                    log = _start(store, f"r{number}", model, queued=True)
                    line.put("draft", log.run, log.head.seq)
            _until(lambda: len(store.runs(status="ended")) == runs)
            return perf_counter() - start
        finally:
            for worker in crew:
                worker.terminate()
            for worker in crew:
                worker.communicate()


def _until(holds: Callable[[], bool]) -> None:
    while not holds():
        time.sleep(0.05)


def runs_in_process(runs: int) -> tuple[float, str]:
    """Seconds of a version."""
    seconds, before, after = in_process(runs)
    return seconds, f"{1 / (seconds * VERSIONS):.0f} runs a second, memory {before:.0f} MB, then {after:.0f} MB"


def runs_on_workers(runs: int) -> tuple[float, str]:
    """Seconds of a version, or 0 where there is no Postgres."""
    found = programs()
    if found is None:
        return 0.0, "no Postgres on this machine"
    with postgres(found) as url:
        seconds = on_workers(runs, url)
    return seconds / (runs * VERSIONS), f"{runs / seconds:.0f} runs a second"
