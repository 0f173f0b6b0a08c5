"""Real plans: words cannot talk a gate down, names and the order of free steps do not matter.

The plans judged by hand, the twelve cases, and what a model answered in a field test, each under its goal.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import cache, cached_property
from random import Random
from typing import Any, get_args

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from planproof.decide import decide
from planproof.judge import Judgement, judge
from planproof.model.authored import read_goal
from planproof.model.base import Posture
from planproof.model.goal import Goal
from planproof.model.notes import Note
from planproof.model.plan import Plan
from planproof.model.reader import read_plan
from tests.strategies import sentences
from tests.support import examples, needs_shared, shared
from tests.variants import Path, blockers, described, outline, prose_fields, renamed, text_at, unknowns, with_text

pytestmark = needs_shared

CLAIMS = {"verification", "rollback"}
"""Where text is a claim: it is tested for hollowness, and more of it may be less hollow."""
WEIGHT = {"info": 0, "warning": 1, "blocker": 2}
MILD_TO_HARD = ("approved", "needs_human", "blocked")


@dataclass(frozen=True)
class Real:
    """A plan under its goal, with what the readers noted."""

    name: str
    plan: Plan
    goal: Goal | None
    notes: tuple[Note, ...]

    def judged(self, plan: Plan | None = None, goal: Goal | None = None) -> Judgement:
        return judge(plan or self.plan, goal or self.goal, notes=self.notes)

    @cached_property
    def texts(self) -> list[tuple[str, Path]]:
        """Where descriptive text stands, in the plan and in the goal."""
        return [("plan", path) for path in prose_fields(self.plan)] + [
            ("goal", path) for path in prose_fields(self.goal)
        ]

    @cached_property
    def words(self) -> list[str]:
        """What the plan itself says elsewhere: its texts, and the names and commands of its steps."""
        found = [text_at(self.plan if where == "plan" else self.goal, path) for where, path in self.texts]
        for task in self.plan.tasks:
            found += [task.id, task.target, *task.writes, *task.destroys, *(command.run for command in task.commands)]
        return [text for text in dict.fromkeys(found) if text]


def loaded() -> Iterator[Real]:
    for file in sorted([*shared("gold").glob("*/*.json"), *shared("cases").glob("[0-9]*.json")]):
        data = json.loads(file.read_text(encoding="utf-8"))
        reading = read_plan(data.get("plan", data))
        assert reading.plan is not None
        goal = Goal.model_validate(data["goal"]) if "goal" in data else None
        yield Real(f"{file.parent.name}/{file.name}", reading.plan, goal, reading.notes)
    goals = {row["id"]: row["goal"] for row in rows("goals.jsonl")}
    for row in rows("plans.jsonl"):
        reading = read_plan(row["parsed"])
        assert reading.plan is not None
        goal, notes = read_goal(goals[row["goal_id"]]) if row["goal_id"] in goals else (None, ())
        notes = (*reading.notes, *(replace(note, path=f"goal.{note.path}") for note in notes))
        yield Real(row["uid"], reading.plan, goal, notes)


def rows(name: str) -> list[dict[str, Any]]:
    return [
        json.loads(line) for line in shared("corpus", "plannercritic", name).read_text(encoding="utf-8").splitlines()
    ]


@cache
def reals() -> tuple[Real, ...]:
    return tuple(loaded())


@cache
def as_written(number: int) -> Judgement:
    return reals()[number].judged()


def milder(before: Judgement, after: Judgement) -> list[Posture]:
    """The postures under which the decision became milder."""
    return [
        posture
        for posture in get_args(Posture)
        if MILD_TO_HARD.index(decide(after.findings, posture).decision)
        < MILD_TO_HARD.index(decide(before.findings, posture).decision)
    ]


def weights(judgement: Judgement) -> dict[str, int]:
    return {f.id: WEIGHT[f.severity] for f in judgement.findings if f.severity != "info"}


def test_all_are_read() -> None:
    assert len(reals()) == 206 + 226


@settings(max_examples=examples(900, 15_000))
@given(st.data())
def test_no_sentence_talks_a_gate_down(data: st.DataObject) -> None:
    number = data.draw(st.integers(0, len(reals()) - 1))
    real, before = reals()[number], as_written(number)
    places = data.draw(st.lists(st.sampled_from(real.texts), min_size=1, max_size=3, unique=True))
    sentence = data.draw(sentences() | st.sampled_from(real.words))
    gap = data.draw(st.sampled_from((" ", "\n", ". ")))
    front = data.draw(st.booleans())

    def edit(text: str) -> str:
        return f"{sentence}{gap}{text}" if front else f"{text}{gap}{sentence}"

    plan: object = real.plan
    goal: object = real.goal
    for where, path in places:
        if where == "plan":
            plan = with_text(plan, path, edit)
        else:
            goal = with_text(goal, path, edit)
    after = real.judged(Plan.model_validate(plan), None if goal is None else Goal.model_validate(goal))

    said = (real.name, places, sentence, gap, front)
    lost = blockers(before) - blockers(after)
    assert not lost, (said, [described(before.verdict.blocking)[f] for f in lost])
    assert unknowns(before) <= unknowns(after), said
    assert not milder(before, after), said
    if all(CLAIMS.isdisjoint(path) for _, path in places):
        # A warning may give way to something else, as where a check turns out to change things, and to nothing less.
        were, are = weights(before), weights(after)
        gone = [f for f, weight in were.items() if are.get(f, 0) < weight]
        come = [f for f, weight in are.items() if were.get(f, 0) < weight]
        assert come or not gone, (said, [described(before.findings)[f] for f in gone])


def some() -> Iterator[tuple[int, Real]]:
    """Every fourth plan; in the long form every one."""
    yield from list(enumerate(reals()))[:: examples(4, 1)]


def test_the_same_plan_gives_the_same_bytes() -> None:
    for number, real in some():
        again = Plan.model_validate_json(real.plan.model_dump_json())
        assert real.judged(again).verdict.model_dump_json() == as_written(number).verdict.model_dump_json(), real.name


@pytest.mark.parametrize("execution", ["as written", "dag"])
@pytest.mark.parametrize("seed", range(examples(1, 5)))
def test_findings_do_not_depend_on_the_names_of_steps(execution: str, seed: int) -> None:
    rng = Random(seed)
    for number, real in some():
        plan = real.plan if execution == "as written" else real.plan.model_copy(update={"execution": "dag"})
        ids = [task.id for task in plan.tasks]
        # So the names sort in another order, too.
        others = dict(zip(ids, (f"step-{k:02}" for k in rng.sample(range(100), len(ids))), strict=True))

        def name(i: str, others: dict[str, str] = others) -> str:
            return others.get(i, i)

        notes = tuple(replace(n, task=name(n.task)) if n.task is not None else n for n in real.notes)
        before = as_written(number) if plan is real.plan else real.judged(plan)
        after = judge(renamed(plan, name), real.goal, notes=notes)
        assert outline(after) == outline(before, name), real.name


@pytest.mark.parametrize("seed", range(examples(1, 5)))
def test_findings_do_not_depend_on_the_list_order_of_a_dag(seed: int) -> None:
    """The plans that are listed are read as partially ordered ones, too."""
    rng = Random(seed)
    for _, real in some():
        plan = real.plan.model_copy(update={"execution": "dag"})
        tasks = list(plan.tasks)
        rng.shuffle(tasks)
        shuffled = plan.model_copy(update={"tasks": tuple(tasks)})
        assert outline(real.judged(shuffled)) == outline(real.judged(plan)), real.name
