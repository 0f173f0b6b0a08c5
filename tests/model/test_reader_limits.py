"""What is nothing like a plan, and how much of what is wrong is said."""

from typing import cast

import pytest

from planproof.model import Note, Plan, Reading, notes, read_plan, walk
from planproof.model.limits import MAX_EDGES, MAX_NOTES, MAX_TASKS, MAX_UNREAD


def task(**fields: object) -> dict[str, object]:
    return {"id": "p", "tasks": [{"id": "a", **fields}]}


def noted(reading: Reading) -> list[tuple[str, str]]:
    return [(note.kind, note.path) for note in reading.notes]


def read(value: object) -> Plan:
    plan = read_plan(value).plan
    assert plan is not None
    return plan


def only(reading: Reading) -> Note:
    [note] = reading.notes
    return note


NO_PLANS: list[tuple[object, str]] = [
    (None, "None is no plan: write an object"),
    ("text", "'text' is no plan"),
    ([{"id": "a"}], "is no plan"),
    ({}, "it has no 'tasks'"),
    ({"id": "p", "steps": []}, "it has no 'tasks'"),
    ({"id": "p", "tasks": "do it"}, "its 'tasks' are 'do it'"),
    ({"id": "p", "tasks": None}, "its 'tasks' are None"),
    ({"id": "p", "tasks": [{}] * (MAX_TASKS + 1)}, "20,001 tasks, of which at most 20,000 are read"),
    (
        {"id": "p", "tasks": [], "dependencies": [{}] * (MAX_EDGES + 1)},
        "200,001 dependencies, of which at most 200,000",
    ),
]


@pytest.mark.parametrize(("value", "message"), NO_PLANS)
def test_what_is_nothing_like_a_plan_is_unreadable(value: object, message: str) -> None:
    reading = read_plan(value)
    assert reading.plan is None
    assert only(reading).kind == "unreadable"
    assert message in only(reading).message


def test_joined_dependencies_count_against_the_same_limit(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(walk, "MAX_EDGES", 10)
    own = [{"from_task": "a", "to_task": f"b{i}"} for i in range(10)]
    assert read_plan({**task(depends_on="a"), "dependencies": own[1:]}).plan is not None
    assert read_plan({**task(depends_on="a"), "dependencies": own}).plan is None
    assert read_plan(task(depends_on=["x"] * 11)).plan is None


def test_a_flood_of_harmless_notes_hides_no_fault() -> None:
    tasks: list[object] = [{"id": f"t{i}", "risk_class": "HIGH"} for i in range(MAX_NOTES + 50)]
    reading = read_plan({"id": "p", "tasks": [*tasks, {"id": "last", "effect": "boom", "note": 1}]})
    assert len(reading.notes) == MAX_NOTES + 1
    assert {note.kind for note in reading.notes[:-1]} == {"mended"}
    last = reading.notes[-1]
    assert last.kind == "invalid"
    assert last.value == "52 more"
    assert "(1 invalid, 1 unknown_field, 50 mended)" in last.message


def test_with_too_many_defects_there_is_no_plan(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(notes, "MAX_DEFECTS", 10)
    assert read_plan(task(**{f"k{i}": i for i in range(MAX_NOTES + 10)})).plan is not None
    reading = read_plan(task(**{f"k{i}": i for i in range(MAX_NOTES + 11)}))
    assert reading.plan is None
    assert "more than 10 values are not as a plan has them" in only(reading).message


def test_values_beyond_the_listed_ones_are_kept_as_one_digest() -> None:
    def many(last: int) -> Plan:
        return read(task(**{f"k{i}": i for i in range(MAX_UNREAD + 5)}, last=last))

    plan = many(1)
    assert len(plan.unread) == MAX_UNREAD + 1
    assert plan.unread[-1].value.startswith("6 more values, sha256:")
    assert plan.unread[-1] == many(1).unread[-1]
    assert plan.unread[-1] != many(2).unread[-1]


def test_paths_stay_short_and_printable() -> None:
    note = only(read_plan(task(**{"k" * 10_000: 1})))
    assert len(note.path) < 300
    assert "..." in note.path


@pytest.mark.parametrize("value", ["\ud800", {"\ud800": 1}, float("nan"), {1: 2}, {1, 2}, 2**80, b"bytes"])
def test_values_that_no_document_holds_are_no_reason_to_fail(value: object) -> None:
    given = task(note=value, description=value, reads=value, rollback=value)
    cast("dict[object, object]", given)[3] = value
    reading = read_plan(given)
    assert reading.plan is not None
    assert reading.notes
