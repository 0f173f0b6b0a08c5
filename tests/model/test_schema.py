"""The published schemas: up to date, valid, and in step with the reader."""

import copy
import json

import pytest
from hypothesis import given, settings
from jsonschema import Draft202012Validator

from planproof.model import SCHEMAS, SchemaName, read_config, read_goal, read_plan, schema_of, schema_text
from tests.model.samples import PLAN, damaged, judge
from tests.model.test_authored import GOAL
from tests.support import ROOT, examples

PLANS = judge(schema_of("plan"))
GOALS = judge(schema_of("goal"))
CONFIGS = judge(schema_of("config"))


@pytest.mark.parametrize("name", SCHEMAS)
def test_the_published_file_is_up_to_date(name: SchemaName) -> None:
    file = ROOT / "schemas" / f"{name}.schema.json"
    assert file.read_text(encoding="utf-8") == schema_text(name), f"run `planproof schema {name} > schemas/{file.name}`"


@pytest.mark.parametrize("name", SCHEMAS)
def test_each_is_a_schema_and_the_same_each_time(name: SchemaName) -> None:
    Draft202012Validator.check_schema(schema_of(name))
    assert schema_text(name) == schema_text(name)
    assert json.loads(schema_text(name)) == schema_of(name)


def test_a_plan_that_uses_every_field_fits() -> None:
    assert PLANS(PLAN)
    assert GOALS(GOAL)
    assert CONFIGS({"posture": "strict", "select": ["ORD"]})


@settings(max_examples=examples(150, 3_000))
@given(damaged())
def test_what_the_schema_of_a_plan_refuses_is_never_free_of_notes(value: dict[str, object]) -> None:
    reading = read_plan(value)
    if not PLANS(value):
        assert reading.notes
    if not reading.notes:
        assert PLANS(value)


@pytest.mark.parametrize(
    "change",
    [
        {"parent_version": "o", "created_at": "2026-01-01", "plan_schema_version": "0.1.0"},
        {"parent_version": None, "created_at": None, "plan_schema_version": None},
        {"dependencies": None, "resources": None, "goal_id": None},
        {"tasks": [{"id": "a", "satisfies": "A1", "rollback": {"restores_state": "x"}}]},
        {"tasks": [{"id": "a", "satisfies": None, "description": None, "rollback": {"action": None}}]},
        {"tasks": [{"id": "a", "commands": ["ls", {"run": "ls"}], "produces": ["x", {"id": "y"}]}]},
        {"tasks": [{"id": "a", "timeout": "5m", "wait": 3.5}]},
    ],
)
def test_the_forms_that_are_read_without_a_note_fit(change: dict[str, object]) -> None:
    value = {**copy.deepcopy(PLAN), **change}
    value.pop("parent")
    assert read_plan(value).notes == ()
    assert PLANS(value)


@pytest.mark.parametrize(
    "change",
    [
        {"unread": []},
        {"tasks": None},
        {"id": None},
        {"mascot": 1},
        {"tasks": [{"id": "a", "risk_class": "HIGH"}]},
        {"tasks": [{"id": "a", "reads": "db"}]},
        {"tasks": [{"id": ""}]},
        {"tasks": [{"id": "a", "depends_on": ["b"]}]},
    ],
)
def test_what_the_reader_would_note_does_not_fit(change: dict[str, object]) -> None:
    assert not PLANS({**PLAN, **change})


def test_both_names_of_a_field_of_a_goal_fit() -> None:
    for name in ("posture", "risk_tolerance"):
        assert GOALS({"id": "g", name: "strict"})
        assert not GOALS({"id": "g", name: "lax"})
        assert read_goal({"id": "g", name: "strict"})[0].posture == "strict"
    assert GOALS({"id": "g", "constraints": {"budget": {"max_calls": 3, "tokens": 4}}})
    assert not GOALS({"id": "g", "risk_tolerence": "strict"})


def test_a_configuration_that_does_not_fit_is_refused_by_both() -> None:
    assert not CONFIGS({"select": ["ord"]})
    assert read_config({"select": ["ORD"]}).select == ("ORD",)


def test_fields_carry_the_words_beside_them_in_the_source() -> None:
    plan = json.loads(schema_text("plan"))
    assert plan["properties"]["parent"]["description"] == "Digest of the version that this one revises."
    assert plan["$defs"]["Command"]["properties"]["on"]["description"].startswith("The host, context")
    assert plan["description"] == "A version of a plan."


def test_without_the_source_there_are_fewer_words_and_the_same_rules(monkeypatch: pytest.MonkeyPatch) -> None:
    def no_source(_model: object) -> str:
        raise OSError

    monkeypatch.setattr("inspect.getsource", no_source)
    bare = schema_of("plan")
    assert judge(bare)(PLAN)
    assert "Digest of the version" not in json.dumps(bare)
