"""The rules on risk: both sides of every line they draw."""

from __future__ import annotations

import re
from collections.abc import Sequence

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from planproof.gates.analysis import Analysis
from planproof.gates.page import page_of
from planproof.gates.risk import RULES
from planproof.gates.rule import Rule
from planproof.gates.run import run
from planproof.model.finding import Finding
from planproof.model.goal import Goal
from planproof.model.plan import Plan
from tests.gates.bundles import brief, of_rule
from tests.strategies import goals, plans, sentences
from tests.support import examples
from tests.variants import prose_fields, with_text

Steps = list[dict[str, object]]


def told(code: str, steps: Steps, goal: dict[str, object] | None = None, **plan: object) -> list[Finding]:
    bundle: dict[str, object] = {"plan": {"id": "p", "tasks": steps, **plan}}
    if goal is not None:
        bundle["goal"] = {"id": "g", **goal}
    return of_rule(code, bundle, RULES)


@pytest.mark.parametrize("rule", RULES, ids=[rule.code for rule in RULES])
def test_the_examples_of_the_pages(rule: Rule) -> None:
    page = page_of(rule)
    assert of_rule(rule.code, page.fails, RULES)
    assert not of_rule(rule.code, page.passes, RULES)


# -- RSK001 effect-understated ---------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("step", "severity"),
    [
        ({"effect": "observe", "destroys": ["users"]}, "blocker"),
        ({"effect": "notify", "destroys": ["users"]}, "blocker"),
        ({"effect": "modify", "destroys": ["users"]}, "warning"),
        ({"effect": "rotate", "destroys": ["old-key"]}, "warning"),
        ({"effect": "observe", "writes": ["users"]}, "info"),
        ({"effect": "observe", "description": "Drop the users table"}, "warning"),
        ({"effect": "create", "description": "Delete the pods"}, "warning"),
        ({"effect": "modify", "description": "Overwrite the rows"}, "warning"),
        ({"effect": "modify", "action": "cutover"}, "info"),
        ({"effect": "observe", "action": "update"}, "info"),
        ({"effect": "modify", "commands": ["mystery 'TRUNCATE users'"]}, "warning"),
        ({"effect": "destroy", "destroys": ["users"], "description": "Drop the users table"}, None),
        ({"effect": "modify", "writes": ["users"], "action": "update"}, None),
        ({"effect": "observe", "reads": ["users"], "description": "Verify that the rows are deleted"}, None),
        ({"destroys": ["users"]}, None),
        ({"description": "Drop the users table"}, None),
        ({"effect": "notify", "writes": ["channel"]}, None),
    ],
)
def test_effect_understated(step: dict[str, object], severity: str | None) -> None:
    found = told("RSK001", [{"id": "t", **step}])
    assert [f.severity for f in found] == ([severity] if severity else [])


def test_a_scratch_resource_of_the_same_plan_is_information() -> None:
    make: dict[str, object] = {"id": "make", "effect": "create", "writes": ["scratch"]}
    drop: dict[str, object] = {"id": "drop", "effect": "modify", "destroys": ["scratch"]}
    assert brief(told("RSK001", [make, drop])) == ["info: drop"]


def test_a_notification_that_writes_what_others_use() -> None:
    steps: Steps = [
        {"id": "tell", "effect": "notify", "writes": ["orders"]},
        {"id": "tell-again", "effect": "notify", "writes": ["channel"]},
        {"id": "read", "effect": "observe", "reads": ["orders"]},
    ]
    assert brief(told("RSK001", steps)) == ["warning: tell"]


@pytest.mark.parametrize(
    ("declared", "done", "severity"),
    [
        ("observe", "rm -rf data", "blocker"),
        ("modify", "rm -rf data", "blocker"),
        ("modify", "kubectl delete pod web", "warning"),
        ("create", "sed -i s/a/b/ conf", "info"),
        ("observe", "git merge topic", "info"),
        ("modify", "sed -i s/a/b/ conf", None),
        ("destroy", "git merge topic", None),
        (None, "rm -rf data", None),
    ],
)
def test_effect_understated_by_commands(declared: str | None, done: str, severity: str | None) -> None:
    plan = Plan.model_validate({"id": "p", "tasks": [{"id": "t", "effect": declared, "commands": [done]}]})
    found = [f for f in run(Analysis(plan), rules=RULES) if f.rule == "RSK001"]
    assert [f.severity for f in found] == ([severity] if severity else [])
    assert all(f.basis == "proven" for f in found)
    assert all([e.kind for e in f.evidence] == ["command", "value"] for f in found)


@pytest.mark.parametrize(
    ("description", "severity"),
    [
        ("Drop the users table", "warning"),
        ("Drop the table", "info"),
        ("Drop the scratch database", "info"),
        ("Read the users table", None),
    ],
)
def test_words_beyond_commands_that_are_understood(description: str, severity: str | None) -> None:
    task = {
        "id": "t",
        "effect": "modify",
        "commands": ["kubectl scale deployment/scratch --replicas=2"],
        "description": description,
    }
    plan = Plan.model_validate({"id": "p", "resources": [{"id": "users"}, {"id": "scratch"}], "tasks": [task]})
    found = [f for f in run(Analysis(plan), rules=RULES) if f.rule == "RSK001"]
    assert [f.severity for f in found] == ([severity] if severity else [])


# -- RSK002 risk-understated -----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("step", "finds"),
    [
        ({"effect": "destroy", "risk_class": "low"}, True),
        ({"effect": "destroy", "risk_class": "medium"}, True),
        ({"effect": "destroy", "risk_class": "high"}, False),
        ({"effect": "destroy"}, False),
        ({"effect": "shift", "risk_class": "low"}, True),
        ({"effect": "shift", "risk_class": "medium"}, False),
        ({"effect": "modify", "risk_class": "low"}, False),
        ({"description": "Drop the users table", "risk_class": "low"}, True),
        ({"effect": "observe", "risk_class": "critical"}, False),
    ],
)
def test_risk_understated(step: dict[str, object], finds: bool) -> None:
    found = told("RSK002", [{"id": "t", **step}])
    assert brief(found) == (["info: t"] if finds else [])


# -- RSK003 unknown-effect -------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("step", "finds"),
    [
        ({"description": "a harmless, read-only look"}, True),
        ({"reads": ["users"]}, True),
        ({"commands": ["./tidy.sh"]}, True),
        ({"effect": "observe", "commands": ["./tidy.sh"]}, True),
        ({"effect": "observe"}, False),
        ({"writes": ["users"]}, False),
        ({"produces": ["users.dump"]}, False),
    ],
)
def test_unknown_effect(step: dict[str, object], finds: bool) -> None:
    found = told("RSK003", [{"id": "t", **step}])
    assert brief(found) == (["warning: t"] if finds else [])
    assert all(f.assumption for f in found)


def test_a_command_that_is_understood_is_no_unknown() -> None:
    plan = Plan.model_validate({"id": "p", "tasks": [{"id": "t", "commands": ["ls", "./tidy.sh"]}]})
    found = [f for f in run(Analysis(plan), rules=RULES) if f.rule == "RSK003"]
    assert len(found) == 1
    assert "./tidy.sh" in found[0].message
    only = Plan.model_validate({"id": "p", "tasks": [{"id": "t", "commands": ["ls"]}]})
    assert not [f for f in run(Analysis(only), rules=RULES) if f.rule == "RSK003"]


# -- RSK004 protected-resource ---------------------------------------------------------------------------------

PROTECTED: dict[str, object] = {
    "constraints": {"protected": ["users", "redis-session*"]},
    "resources": [{"id": "users", "aliases": ["shop.users"]}],
}


@pytest.mark.parametrize(
    ("step", "found"),
    [
        ({"effect": "modify", "writes": ["users"]}, ["blocker: t users"]),
        ({"effect": "destroy", "destroys": ["shop.users"]}, ["blocker: t users"]),
        ({"effect": "modify", "writes": ["redis-session-0", "redis-cache-0"]}, ["blocker: t redis-session-0"]),
        ({"effect": "modify", "writes": ["users.email"]}, ["blocker: t users.email"]),
        ({"action": "drop", "target": "users"}, ["blocker: t users"]),
        ({"effect": "modify", "target": "Users"}, ["blocker: t users"]),
        ({"effect": "observe", "reads": ["users"]}, []),
        ({"action": "verify", "target": "users"}, []),
        ({"effect": "create", "reads": ["users"], "produces": ["users.dump"]}, []),
        ({"effect": "modify", "writes": ["orders"], "description": "leaves users alone"}, []),
        ({"effect": "modify", "writes": ["orders"], "commands": ["mystery users"]}, ["warning: t users"]),
        ({"effect": "modify", "reads": ["users"], "writes": ["orders"], "commands": ["mystery users"]}, []),
        ({"effect": "modify", "writes": ["orders"], "commands": ["mystery users_old"]}, []),
    ],
)
def test_protected_resource(step: dict[str, object], found: list[str]) -> None:
    parts: list[dict[str, object]] = [{"id": "users.email", "part_of": "users"}]
    assert brief(told("RSK004", [{"id": "t", **step}], PROTECTED, resources=parts)) == found


@pytest.mark.parametrize(
    ("pattern", "step"),
    [
        ("Prod_DB", {"effect": "modify", "writes": ["Prod_DB"]}),
        ("Prod_DB", {"effect": "modify", "target": "prod_db"}),
        ("PROD.*", {"effect": "modify", "writes": ["prod.users"]}),
        ("prod_db", {"commands": ["psql -c 'drop table Prod_DB'"]}),
    ],
)
def test_case_does_not_hide_what_is_protected(pattern: str, step: dict[str, object]) -> None:
    assert told("RSK004", [{"id": "t", **step}], {"constraints": {"protected": [pattern]}})


def test_nothing_is_protected_without_a_goal() -> None:
    assert not told("RSK004", [{"id": "t", "effect": "destroy", "destroys": ["users"]}])


def test_no_alias_of_the_plan_hides_what_is_protected() -> None:
    alias: list[dict[str, object]] = [{"id": "scratch", "aliases": ["users"]}]
    steps: Steps = [{"id": "t", "effect": "destroy", "destroys": ["users"]}]
    assert brief(told("RSK004", steps, PROTECTED, resources=alias)) == ["blocker: t users"]


# -- RSK005 point-of-no-return ---------------------------------------------------------------------------------

BACKUP: dict[str, object] = {
    "id": "backup",
    "effect": "create",
    "reads": ["users"],
    "produces": ["users.dump"],
    "verification": {"command": "pg_restore --list users.dump | grep users", "observes": ["users.dump"]},
}
RESTORE: dict[str, object] = {
    "kind": "restore",
    "uses": ["users.dump"],
    "restores_state": ["users"],
    "commands": ["pg_restore -d shop users.dump"],
}


def test_point_of_no_return() -> None:
    drop: dict[str, object] = {"id": "drop", "effect": "destroy", "destroys": ["users"]}
    found = told("RSK005", [BACKUP, drop, {"id": "more", "effect": "destroy", "destroys": ["orders"]}])
    assert brief(found) == ["info: drop users"]
    assert "guarded by the verification of 'backup'" in found[0].message
    alone = told("RSK005", [drop])
    assert "no verification guards it" in alone[0].message


def test_what_a_verified_artefact_restores_is_no_point_of_no_return() -> None:
    drop: dict[str, object] = {"id": "drop", "effect": "destroy", "destroys": ["users"], "rollback": RESTORE}
    assert not told("RSK005", [BACKUP, drop])
    assert told("RSK005", [drop])  # nobody makes the artefact
    unverified = {**BACKUP, "verification": None}
    assert told("RSK005", [unverified, drop])
    words: dict[str, object] = {**drop, "rollback": {"action": "restore users from users.dump"}}
    assert told("RSK005", [BACKUP, words])


def test_the_order_leaves_several_points_open() -> None:
    steps: Steps = [
        {"id": "b", "effect": "destroy", "destroys": ["users"]},
        {"id": "a", "effect": "destroy", "destroys": ["orders"]},
    ]
    found = told("RSK005", steps, execution="dag")
    assert brief(found) == ["info: a b orders users"]
    again = told("RSK005", [steps[1], steps[0]], execution="dag")
    assert [f.model_dump_json() for f in found] == [f.model_dump_json() for f in again]


def test_a_plan_that_can_be_taken_back_has_no_such_point() -> None:
    assert not told("RSK005", [{"id": "t", "effect": "shift", "writes": ["web"]}])
    assert not told("RSK005", [])


# -- RSK006 blast-radius ---------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("step", "found"),
    [
        ({"effect": "destroy", "destroys": [f"log-{i}" for i in range(10)]}, []),
        ({"effect": "destroy", "destroys": [f"log-{i}" for i in range(11)]}, ["warning: t"]),
        ({"effect": "destroy", "destroys": ["log-*"]}, ["warning: t log-*"]),
        ({"effect": "modify", "writes": ["log-*"]}, []),
        ({"effect": "modify", "blast_radius": "high", "risk_class": "low"}, ["info: t"]),
        ({"effect": "modify", "blast_radius": "high", "risk_class": "medium"}, []),
        ({"effect": "modify", "blast_radius": "medium", "risk_class": "low"}, []),
    ],
)
def test_blast_radius(step: dict[str, object], found: list[str]) -> None:
    assert brief(told("RSK006", [{"id": "t", **step}])) == found


# -- words only add --------------------------------------------------------------------------------------------


def outline(found: Sequence[Finding]) -> set[tuple[str, str, str]]:
    return {(f.rule, f.severity, f.subject.model_dump_json()) for f in found}


@settings(max_examples=examples(50, 1_000))
@given(plans(), st.none() | goals(), st.data())
def test_no_sentence_removes_a_blocker_or_an_unknown(plan: Plan, goal: Goal | None, data: st.DataObject) -> None:
    field = data.draw(st.sampled_from(list(prose_fields(plan))))
    sentence, gap = data.draw(sentences()), data.draw(st.sampled_from((" ", "\n", ". ")))
    front = data.draw(st.booleans())
    longer = with_text(plan, field, lambda old: f"{sentence}{gap}{old}" if front else f"{old}{gap}{sentence}")
    found = run(Analysis(plan, goal), rules=RULES)
    before, after = outline(found), outline(run(Analysis(Plan.model_validate(longer), goal), rules=RULES))
    kept = {f for f in before if f[1] == "blocker" or f[0] == "RSK003"}
    assert kept <= after, kept - after

    assert len({f.id for f in found}) == len(found)
    for finding in found:
        assert all(repr(task) in finding.message for task in finding.subject.tasks)
        assert re.search(r"; [a-z]", finding.message), "what is wrong; then what to do"
