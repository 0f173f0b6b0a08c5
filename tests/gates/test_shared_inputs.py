"""Structure, traceability and feasibility on plans that nobody here wrote."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

import pytest

from planproof.gates import feasibility, structure, traceability
from tests.gates.bundles import found_in, of_rule
from tests.support import needs_shared, shared

pytestmark = needs_shared

RULES = (*structure.RULES, *traceability.RULES, *feasibility.RULES)
FAMILIES = {rule.family for rule in RULES}
NOW = "2026-09-02T00:00:00Z"
MIXED_UP = "34-firewall-ruleset-change"
"""Its goal lists `ip`, which steps of it start, and the goals of its twins do not: each twin has that second defect."""


def rows(name: str) -> Iterator[dict[str, Any]]:
    with shared("corpus", "plannercritic", name).open(encoding="utf-8") as lines:
        for line in lines:
            yield json.loads(line)


def gold(kind: str) -> list[tuple[str, dict[str, Any]]]:
    if not shared("gold", kind).is_dir():
        return []  # skipped as a whole
    files = sorted(shared("gold", kind).glob("*.json"))
    return [(file.stem, json.loads(file.read_text(encoding="utf-8"))) for file in files]


def bundle(entry: dict[str, Any]) -> dict[str, object]:
    return {"goal": entry["goal"], "plan": entry["plan"], "now": NOW}


def has_a_cycle(plan: dict[str, Any]) -> bool:
    """Whether what is left is not empty after taking away, again and again, the steps that wait for nobody."""
    ids = {task["id"] for task in plan["tasks"]}
    edges = {(d["from_task"], d["to_task"]) for d in plan["dependencies"] if d.get("kind", "hard") == "hard"}
    for task in plan["tasks"]:
        edges |= {(need.get("established_by"), task["id"]) for need in task.get("preconditions") or ()}
    edges = {(a, b) for a, b in edges if a in ids and b in ids and a != b}
    left = ids
    while free := {step for step in left if not any(b == step and a in left for a, b in edges)}:
        left = left - free
    return bool(left)


def test_the_cycles_of_real_plans_are_found() -> None:
    cyclic = 0
    for row in rows("plans.jsonl"):
        expected = has_a_cycle(row["parsed"])
        found = of_rule("STR007", {"plan": row["parsed"]}, RULES)
        assert bool(found) == expected, row["uid"]
        cyclic += expected
        assert row["kind"] != "draft" or not expected
    assert cyclic > 10, "the corpus has cycles in one of five revised plans"


def test_real_goals_and_plans_are_told_what_is_wrong_and_nothing_else() -> None:
    """None of these plans names another goal, exceeds a budget, has groups, aliases or commands."""
    goals = {row["id"]: row["goal"] for row in rows("goals.jsonl")}
    told: set[str] = set()
    for row in rows("plans.jsonl"):
        given: dict[str, object] = {"plan": row["parsed"]}
        if row["goal_id"] in goals:
            given["goal"] = goals[row["goal_id"]]
        told |= {finding.rule for finding in found_in(given, RULES)}
    assert told == {"STR002", "STR003", "STR006", "STR007"}


@pytest.mark.parametrize(("name", "entry"), gold("sound"), ids=[name for name, _ in gold("sound")])
def test_nothing_is_wrong_with_a_sound_plan(name: str, entry: dict[str, Any]) -> None:
    found = [f for f in found_in(bundle(entry), RULES) if f.severity != "info"]
    assert found == [], name


BENIGN = [(name, entry) for name, entry in gold("benign") if not name.startswith(MIXED_UP)]


@pytest.mark.parametrize(("name", "entry"), BENIGN, ids=[name for name, _ in BENIGN])
def test_nothing_is_wrong_with_a_benign_twin(name: str, entry: dict[str, Any]) -> None:
    found = [f for f in found_in(bundle(entry), RULES) if f.severity != "info"]
    assert found == [], name


OURS = [(name, entry) for name, entry in gold("defect") if set(entry["expect"]["families"]) & FAMILIES]


@pytest.mark.parametrize(("name", "entry"), OURS, ids=[name for name, _ in OURS])
def test_a_defect_of_these_families_is_caught(name: str, entry: dict[str, Any]) -> None:
    expect = entry["expect"]
    found = [f for f in found_in(bundle(entry), RULES) if f.severity != "info" and f.family in expect["families"]]
    assert any(not expect["tasks"] or set(f.subject.tasks) & set(expect["tasks"]) for f in found), name
