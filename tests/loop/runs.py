"""Runs for tests: a goal, plans good and bad, models that say what they are told to say."""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

from planproof.loop.drive import drive
from planproof.loop.events import Started
from planproof.loop.log import Log
from planproof.loop.perform import Hands
from planproof.loop.settings import Settings
from planproof.loop.state import State
from planproof.model.authored import read_goal
from planproof.model.goal import Goal
from planproof.providers.port import Answer, ProviderError, Request, Role
from planproof.record import dsse
from planproof.record.keys import PrivateKey
from planproof.record.store import Store

KEY = PrivateKey.generate()
Json = dict[str, Any]

GOAL: Json = {
    "id": "retire",
    "description": "Drop the archive table once a dump of it is safe",
    "acceptance": [{"id": "gone", "text": "the table is gone"}],
    "constraints": {"tools": ["psql", "pg_dump", "pg_restore"]},
    "resources": [{"id": "orders_2019", "kind": "table"}],
}
DUMP: Json = {
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
DROP: Json = {
    "id": "drop",
    "effect": "destroy",
    "destroys": ["orders_2019"],
    "commands": ["psql -d shop -c 'DROP TABLE orders_2019'"],
    "satisfies": ["gone"],
    "verification": {
        "what": "it is gone",
        "command": "psql -d shop -tAc \"select to_regclass('orders_2019')\"",
        "expect": {"stdout": ""},
        "observes": ["orders_2019"],
    },
    "rollback": {
        "trigger": "it is needed",
        "kind": "restore",
        "uses": ["orders_2019.dump"],
        "restores_state": ["orders_2019"],
        "commands": ["pg_restore -d shop orders_2019.dump"],
    },
}
BARE: Json = {key: value for key, value in DROP.items() if key not in ("rollback", "verification")}
"""The same drop with neither a check nor a way back."""


def plan(*tasks: Json, edges: Sequence[tuple[str, str]] = ()) -> Json:
    return {
        "id": "p",
        "execution": "listed",
        "tasks": list(tasks),
        "dependencies": [{"from_task": a, "to_task": b} for a, b in edges],
    }


GOOD = plan(DUMP, DROP, edges=[("dump", "drop")])
BAD = plan(BARE)


def review(*claims: Json, covered: Sequence[str] = ("dump", "drop")) -> Json:
    return {"covered": list(covered), "claims": list(claims)}


Said = Json | str | Exception


@dataclass
class Model:
    """Says one thing after the other, the last again and again."""

    name: str
    says: Sequence[Said]
    asked: list[Request] = field(default_factory=list)

    def ask(self, request: Request) -> Answer:
        self.asked.append(request)
        said = self.says[min(len(self.asked) - 1, len(self.says) - 1)]
        if isinstance(said, Exception):
            raise said
        text = said if isinstance(said, str) else json.dumps(said)
        return Answer(text=text, model=self.name, finish="stop", input_tokens=100, output_tokens=10, usd=0.01)


def down(kind: str = "timeout") -> ProviderError:
    return ProviderError(kind, "it does not answer", paid=True)  # pyright: ignore[reportArgumentType]


class Clock:
    """Moves on by a second each time that it is looked at."""

    def __init__(self) -> None:
        self.now = datetime(2026, 1, 1, tzinfo=UTC)

    def __call__(self) -> datetime:
        self.now += timedelta(seconds=1)
        return self.now


@dataclass
class Bench:
    """A record, models and a key: everything that a run needs."""

    store: Store
    planner: Model
    critics: list[Model] = field(default_factory=list)
    clock: Callable[[], datetime] = field(default_factory=Clock)

    def hands(self, run: str) -> Hands:
        def find(name: str, role: Role) -> Model:
            return self.planner if role == "planner" else next(c for c in self.critics if c.name == name)

        return Hands(run, find, lambda payload: dsse.sign(payload, [KEY]), self.clock)

    def start(self, run: str = "r", goal: Json | None = None, given: Any = None, **settings: Any) -> Log:
        chosen = Settings.model_validate({"planner": "p", "critics": tuple(c.name for c in self.critics), **settings})
        started = Started(at=self.clock(), goal=goal_of(goal or GOAL), settings=chosen, plan=given)
        return Log.start(self.store, run, started)

    def drive(self, log: Log) -> State:
        return drive(log, self.hands(log.run), sleep=lambda seconds: None)  # noqa: ARG005

    def run(self, run: str = "r", goal: Json | None = None, **settings: Any) -> tuple[Log, State]:
        log = self.start(run, goal, **settings)
        return log, self.drive(log)


def goal_of(value: Json) -> Goal:
    return read_goal(value)[0]


def bench(folder: Path, *plans: Said, critics: Sequence[Sequence[Said]] = ()) -> Bench:
    store = Store.open(f"sqlite:///{folder / 'record.db'}")
    models = [Model(f"c{k}", says) for k, says in enumerate(critics, 1)]
    return Bench(store, Model("p", plans or (GOOD,)), models)
