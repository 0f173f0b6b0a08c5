"""Real plans and goals that nobody here wrote."""

import json
from collections import Counter
from pathlib import Path
from typing import cast

from hypothesis import given, settings
from hypothesis import strategies as st

from planproof.model import Plan, digest, load, parse, read_goal, read_plan, schema_of
from tests.model.samples import damaged, judge
from tests.model.test_reader_fuzz import accounted_for, leaves
from tests.support import examples, needs_shared, shared

pytestmark = needs_shared

PLANS = judge(schema_of("plan"))


def rows(*parts: str) -> list[dict[str, object]]:
    text = shared(*parts).read_text(encoding="utf-8")
    return [cast("dict[str, object]", json.loads(line)) for line in text.splitlines()]


def field_plans() -> list[dict[str, object]]:
    return rows("corpus", "plannercritic", "plans.jsonl")


def bundles() -> list[Path]:
    return [
        *sorted(shared("cases").glob("[0-9]*.json")),
        *(
            file
            for kind in ("sound", "defect", "benign", "prose")
            for file in sorted(shared("gold", kind).glob("*.json"))
        ),
    ]


def test_every_plan_of_the_field_test_loads() -> None:
    plans = field_plans()
    assert len(plans) == 226
    kinds: Counter[str] = Counter()
    for row in plans:
        reading = read_plan(row["parsed"])
        assert reading.plan is not None, row["uid"]
        kinds.update(note.kind for note in reading.notes)
        if not reading.notes:
            assert PLANS(row["parsed"]), row["uid"]
        [document] = parse(str(row["raw"]).encode())
        assert document.value == row["parsed"]
    assert kinds["unreadable"] == kinds["invalid"] == 0


def test_the_plans_that_break_their_schema_lose_nothing_by_it() -> None:
    broken = {str(row["uid"]): row for row in field_plans() if row["schema_errors"]}
    assert sorted(broken) == ["pl-0090", "pl-0107", "pl-0276"]
    # A dependency on a task that is not there is kept, for a gate to find.
    for uid in ("pl-0090", "pl-0107"):
        value = cast("dict[str, list[object]]", broken[uid]["parsed"])
        plan = read_plan(value).plan
        assert plan is not None
        known = {task.id for task in plan.tasks}
        dangling = [edge for edge in plan.dependencies if not {edge.from_task, edge.to_task} <= known]
        assert len(dangling) == len(cast("list[str]", broken[uid]["schema_errors"]))
    # One branch where a list of branches is asked for is read, and noted.
    reading = read_plan(broken["pl-0276"]["parsed"])
    assert reading.plan is not None
    assert len(reading.plan.branches) == 1
    assert [(note.kind, note.path) for note in reading.notes] == [("mended", "branches")]


def test_every_goal_of_the_field_test_loads() -> None:
    goals = rows("corpus", "plannercritic", "goals.jsonl")
    assert len(goals) == 109
    for row in goals:
        goal, notes = read_goal(row["goal"])
        assert goal.posture is not None, row["id"]
        assert {note.kind for note in notes} <= {"unknown_field"}


def test_every_case_and_every_plan_judged_by_hand_is_read_without_a_note() -> None:
    files = bundles()
    assert len(files) > 100
    for file in files[::10]:
        assert all(PLANS(one.value) for one in load(file)), file
    for file in files:
        [one] = load(file)
        assert one.plan is not None, file
        assert one.notes == (), file
        assert Plan.model_validate_json(one.plan.model_dump_json()) == one.plan
        assert len(digest(one.plan)) == 64


@settings(max_examples=examples(100, 2_000))
@given(st.data())
def test_damaged_real_plans_are_read_without_loss(data: st.DataObject) -> None:
    real = data.draw(st.sampled_from(SOURCES))
    value = data.draw(damaged(real))
    reading = read_plan(value)
    if reading.plan is None:
        assert [note.kind for note in reading.notes] == ["unreadable"]
        return
    said = accounted_for(reading)
    for leaf in leaves(value):
        text = json.dumps(leaf, ensure_ascii=False)[1:-1]
        assert text in said or repr(leaf)[1:-1] in said or text[:60] in said, leaf
    if not PLANS(value):
        assert reading.notes


def _sources() -> list[dict[str, object]]:
    """Some of the real plans; read when the module is, since hypothesis needs them for its first example."""
    if not shared("cases").is_dir():
        return [{"id": "absent", "tasks": []}]
    plans = [cast("dict[str, object]", row["parsed"]) for row in field_plans()[::20]]
    for file in bundles()[::20]:
        value = cast("dict[str, object]", json.loads(file.read_text(encoding="utf-8")))
        plans.append(cast("dict[str, object]", value.get("plan", value)))
    return plans


SOURCES = _sources()
