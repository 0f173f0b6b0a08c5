"""Runs on a queue: workers come and go, the database as well, and what is recorded decides."""

from __future__ import annotations

import json
import random
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from pathlib import Path

import pytest

from planproof.loop.durable import Line, put_in_line, system_url
from planproof.loop.events import Decided
from planproof.loop.log import Log
from planproof.record.store import Store
from tests.loop.killing import Crew, Ground, check, ground, until
from tests.loop.postgres import away, database
from tests.loop.runs import BAD, GOAL
from tests.support import FULL, examples


@pytest.fixture(params=["sqlite", "postgres"])
def here(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Ground]:
    """A place to work in."""
    file = f"sqlite:///{tmp_path}/planproof.db"
    url = file if request.param == "sqlite" else database(request.getfixturevalue("server"))
    with ground(tmp_path, url, delay=0.2) as made:
        yield made


def statuses(store: Store) -> set[str]:
    return {run.status for run in store.runs()}


def answer_all(here: Ground, store: Store) -> None:
    for escalation in store.escalations(status="open"):
        assert here.revise(escalation.id) in (2, 3)


def test_queued_runs_are_driven_by_whoever_is_there(here: Ground) -> None:
    """Queued before there is a worker, and answered while there is none."""
    assert here.begin("r1", "--queue") == 3
    assert not put_in_line(here.store, "draft", "r1", 1)
    with Store.open(here.store) as store:
        with Crew(here, 1) as crew:
            until(lambda: statuses(store) == {"waiting"})
            assert here.begin("r2", "--queue") == 3
            until(lambda: [run.status for run in store.runs()] == ["waiting", "waiting"])
            assert crew.stop(crew.workers[0]) == 0
        answer_all(here, store)
        assert statuses(store) == {"running"}
        with Crew(here, 2):
            until(lambda: statuses(store) == {"ended"})
        for run in ("r1", "r2"):
            check(here, store, run, most_lost=0)


def test_a_run_is_in_line_once(here: Ground) -> None:
    with Store.open(here.store) as store:
        with Crew(here, 1) as crew:
            until(lambda: _has_line(here.store))
            crew.stop(crew.workers[0])
        here.begin("r", "--queue")
        with closing(Line.open(here.store)) as line:
            with ThreadPoolExecutor(8) as pool:
                assert not any(pool.map(line.put, ["draft"] * 8, ["r"] * 8, range(2, 10)))
            (work,) = line.work()
            assert (work.id, work.run, work.worker) == ("draft:r:1", "r", None)
            line.drop(work)
            assert line.again("r", 1)
            assert [work.id for work in line.work()] == ["again:r:1.0"]
        with Crew(here, 3):
            until(lambda: statuses(store) == {"waiting"})
            answer_all(here, store)
            until(lambda: statuses(store) == {"ended"})
        check(here, store, "r", most_lost=0)


def _has_line(store: str) -> bool:
    try:
        with closing(Line.open(store)) as line:
            line.work()
    except Exception:  # noqa: BLE001 - whatever it is that is not there yet
        return False
    return True


def test_two_take_one_run(here: Ground) -> None:
    """Beside each other, on purpose: one drives it, the other is told so and has changed nothing."""
    here.begin("r", "--queue")
    with Store.open(here.store) as store:
        both = [here.started("run", "--resume", "r") for _ in range(2)]
        for process in both:
            process.join()
        assert sorted(process.exitcode or 0 for process in both) == [2, 3]
        assert here.revise("r-1") == 3
        assert here.command("run", "--resume", "r") == 0
        check(here, store, "r", most_lost=1)


def test_two_people_answer_at_once(here: Ground) -> None:
    here.begin("r")
    with Store.open(here.store) as store:
        answers = [
            here.started("deny", "r-1", "--as", "bob", "-m", "not like this"),
            here.started("revise", "r-1", "--as", "eve", "-m", "ZZZ dump it first"),
        ]
        for process in answers:
            process.join()
        assert 2 in [process.exitcode for process in answers]
        (decided,) = [event for event in Log.load(store, "r").events() if isinstance(event, Decided)]
        assert decided.actor in ("bob", "eve")
        said = (here.folder / "said.txt").read_text()
        assert "read it again" in said or "answered already" in said


def test_a_stopped_worker_loses_nothing(here: Ground) -> None:
    for k in range(4):
        here.begin(f"r{k}", "--queue")
    with Store.open(here.store) as store, Crew(here, 1) as crew:
        until(lambda: len(here.server.asked) > 0)
        assert crew.stop(crew.workers[0]) == 0
        crew.hire()
        until(lambda: statuses(store) == {"waiting"})
        answer_all(here, store)
        until(lambda: statuses(store) == {"ended"})
        for k in range(4):
            check(here, store, f"r{k}", most_lost=0)


def test_a_model_that_is_not_there_costs_the_run_nothing(here: Ground) -> None:
    """It is tried again, less and less often, and goes on once the model is there."""
    models = ("--planner", f"scripted:{here.folder}/later.jsonl", "--revisions", "0")
    goal = here.folder / "goal.json"
    goal.write_text(json.dumps(GOAL))
    here.command("run", str(goal), "--queue", "--run-id", "r", "--as", "ada", *models)
    with Store.open(here.store) as store, Crew(here, 1):
        until(lambda: (here.folder / "said.txt").read_text().count("later.jsonl' cannot be read") >= 2)
        assert [row.kind for row in store.events("r")] == ["started"]
        (here.folder / "later.jsonl").write_text(json.dumps({"answer": {"text": json.dumps(BAD)}}))
        until(lambda: statuses(store) == {"waiting"})
        with closing(Line.open(here.store)) as line:
            until(lambda: not line.work())
        assert Log.load(store, "r").state.spent.lost == 0


def test_the_same_session_makes_the_same_bytes(here: Ground, tmp_path: Path) -> None:
    """Driven in process and by a worker: the clock stands still, the run has the same id."""
    assert here.begin("r", "--record", "session.jsonl") == 3
    session = f"replay:{tmp_path}/session.jsonl"
    now = ("--now", "2026-01-01T00:00:00Z")
    exported: list[bytes] = []
    for durable in (False, True):
        store = f"sqlite:///{tmp_path}/{durable}.db"
        start = ("--planner", session, "--store", store, "--queue", *now)
        assert here.command("run", "r.json", "--run-id", "r", "--as", "ada", "--revisions", "0", *start) == 3
        if durable:
            worker = here.started("work", "--store", store, "--every", "0.3", "--patience", "3", *now)
            with Store.open(store) as opened:
                until(lambda opened=opened: statuses(opened) == {"waiting"})
            worker.terminate()
            worker.join()
        else:
            assert here.command("run", "--resume", "r", "--store", store, *now) == 3
        assert here.command("export", "r", "--file", f"{durable}.jsonl", "--store", store) == 0
        exported.append((tmp_path / f"{durable}.jsonl").read_bytes())
    assert exported[0] == exported[1]
    assert len(exported[0].splitlines()) > 6


def test_workers_are_killed_again_and_again(server: str, tmp_path: Path) -> None:
    """Three workers on Postgres; somebody answers now and then, also while all of them are dead."""
    draw = random.Random(7)
    most, runs = examples(6, 200), examples(6, 60)
    with ground(tmp_path, database(server), delay=0.05) as here, Store.open(here.store) as store, Crew(here, 3) as crew:
        started = kills = 0
        while started < runs or statuses(store) != {"ended"} or kills < most:
            if started < runs:
                here.begin(f"r{started}", "--queue")
                started += 1
            if kills < most:
                crew.kill(draw.choice(crew.workers))
                kills += 1
                if draw.random() < 0.2:
                    for worker in tuple(crew.workers):
                        crew.kill(worker)
                        kills += 1
                    answer_all(here, store)
                while len(crew.workers) < 3:
                    crew.hire()
            answer_all(here, store)
            time.sleep(draw.uniform(0, 0.5))
        lost = sum(Log.load(store, f"r{k}").state.spent.lost for k in range(runs))
        for k in range(runs):
            check(here, store, f"r{k}", most_lost=kills)
        assert lost <= 2 * kills  # each worker drives two runs at a time


def test_the_database_goes_away(server: str, tmp_path: Path) -> None:
    """While calls are on their way: their answers are kept until they can be written."""
    with ground(tmp_path, database(server), delay=1.0) as here, Store.open(here.store) as store:
        for k in range(3):
            here.begin(f"r{k}", "--queue")
        with Crew(here, 2):
            until(lambda: len(here.server.asked) == 3)
            away(server, 30 if FULL else 4)
            until(lambda: statuses(store) == {"waiting"}, 120)
            answer_all(here, store)
            until(lambda: statuses(store) == {"ended"}, 120)
        for k in range(3):
            check(here, store, f"r{k}", most_lost=0)


def test_the_line_lies_beside_the_record() -> None:
    assert system_url("sqlite:////var/lib/planproof.db") == "sqlite:////var/lib/planproof.dbos.db"
    assert system_url("postgresql://u:p@h/d") == "postgresql+psycopg://u:p@h/d"
