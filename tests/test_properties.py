"""What holds of every plan: words cannot talk a gate down, names and the order of free steps do not matter."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from random import Random
from typing import cast

from hypothesis import given
from hypothesis import strategies as st

from planproof.judge import Judgement, judge
from planproof.model.base import Model
from planproof.model.finding import Finding
from planproof.model.goal import Goal
from planproof.model.plan import Plan
from tests.strategies import goals, plans, sentences

Path = tuple[str | int, ...]

DESCRIPTIVE = {
    "description",
    "reason",
    "text",
    "what",
    "how",
    "expected",
    "trigger",
    "action",
    "safety_guard",
    "restoration_evidence",
}
"""Names of the fields that hold prose, wherever they stand."""


def prose_fields(value: object, path: Path = ()) -> Iterator[Path]:
    """Where the descriptive text of an artefact stands."""
    if isinstance(value, Model):
        for name in type(value).model_fields:
            yield from prose_fields(getattr(value, name), (*path, name))
    elif isinstance(value, tuple):
        for i, entry in enumerate(cast("tuple[object, ...]", value)):
            yield from prose_fields(entry, (*path, i))
    elif isinstance(value, str) and value and path[-1] in DESCRIPTIVE:
        yield path


def with_text(value: object, path: Path, edit: Callable[[str], str]) -> object:
    """The artefact with one text edited."""
    if not path:
        assert isinstance(value, str)
        return edit(value)
    if isinstance(value, tuple):
        entries = list(cast("tuple[object, ...]", value))
        assert isinstance(path[0], int)
        entries[path[0]] = with_text(entries[path[0]], path[1:], edit)
        return tuple(entries)
    assert isinstance(value, Model)
    assert isinstance(path[0], str)
    return value.model_copy(update={path[0]: with_text(getattr(value, path[0]), path[1:], edit)})


def blockers(judgement: Judgement) -> set[str]:
    return {f.id for f in judgement.verdict.blocking}


def unknowns(judgement: Judgement) -> set[str]:
    return {f"{f.rule} {f.subject}" for f in judgement.findings if f.rule == "RSK003"}


def described(findings: tuple[Finding, ...] | list[Finding]) -> dict[str, str]:
    return {f.id: f"{f.rule} {f.subject} {f.message}" for f in findings}


@given(plans(), st.none() | goals(), st.data())
def test_no_sentence_talks_a_gate_down(plan: Plan, goal: Goal | None, data: st.DataObject) -> None:
    before = judge(plan, goal)
    in_plan, in_goal = list(prose_fields(plan)), list(prose_fields(goal))
    for _ in range(3):
        where = data.draw(st.sampled_from([("plan", p) for p in in_plan] + [("goal", p) for p in in_goal]))
        sentence = data.draw(sentences())
        gap = data.draw(st.sampled_from((" ", "\n", ". ")))
        front = data.draw(st.booleans())

        def edit(text: str, sentence: str = sentence, gap: str = gap, front: bool = front) -> str:
            return f"{sentence}{gap}{text}" if front else f"{text}{gap}{sentence}"

        if where[0] == "plan":
            after = judge(Plan.model_validate(with_text(plan, where[1], edit)), goal)
        else:
            after = judge(plan, Goal.model_validate(with_text(goal, where[1], edit)))
        lost = blockers(before) - blockers(after)
        assert not lost, (where, sentence, gap, front, [described(before.verdict.blocking)[f] for f in lost])
        assert unknowns(before) <= unknowns(after)


@given(plans(), st.none() | goals())
def test_the_same_plan_gives_the_same_bytes(plan: Plan, goal: Goal | None) -> None:
    again = Plan.model_validate_json(plan.model_dump_json())
    assert judge(plan, goal).verdict.model_dump_json() == judge(again, goal).verdict.model_dump_json()


def renamed(plan: Plan, name: Callable[[str], str]) -> Plan:
    ids = {t.id for t in plan.tasks}
    raw = plan.model_dump()
    for task in raw["tasks"]:
        task["id"] = name(task["id"])
        for need in task["preconditions"]:
            if need["established_by"] in ids:
                need["established_by"] = name(need["established_by"])
    for dependency in raw["dependencies"]:
        dependency["from_task"], dependency["to_task"] = name(dependency["from_task"]), name(dependency["to_task"])
    return Plan.model_validate(raw)


def outline(judgement: Judgement, name: Callable[[str], str] = lambda i: i) -> set[tuple[object, ...]]:
    """Findings without their words: rule, severity and subject, with the names of steps mapped."""
    return {
        (
            f.rule,
            f.severity,
            f.basis,
            tuple(sorted(name(t) for t in f.subject.tasks)),
            f.subject.facts,
            f.subject.resources,
        )
        for f in judgement.findings
    }


@given(plans(), st.none() | goals())
def test_findings_do_not_depend_on_the_names_of_steps(plan: Plan, goal: Goal | None) -> None:
    def name(i: str) -> str:
        return f"z{9 - int(i[1:])}-step"

    assert outline(judge(renamed(plan, name), goal)) == outline(judge(plan, goal), name)


@given(plans(execution=("dag",)), st.none() | goals(), st.randoms(use_true_random=False))
def test_findings_do_not_depend_on_the_list_order_of_a_dag(plan: Plan, goal: Goal | None, rng: Random) -> None:
    tasks = list(plan.tasks)
    rng.shuffle(tasks)
    shuffled = plan.model_copy(update={"tasks": tuple(tasks)})
    assert outline(judge(shuffled, goal)) == outline(judge(plan, goal))
