"""The plans that were judged by hand, as floors: what holds today must not be lost.

What is out of reach without understanding commands is not asked for: untrusted input in a command, what a command
does beyond what its step declares, and the strict approval of a plan whose commands nobody understands yet.
"""

from __future__ import annotations

import json

import pytest

from planproof.effects.prose import suggest
from planproof.gates.analysis import Analysis
from planproof.model.plan import Plan, Task
from planproof.model.reader import read_plan
from tests.support import needs_shared, shared
from tools.score import Judged, folder

pytestmark = needs_shared

NAMED = 99
"""Of the 105 defect twins without doubt: a blocker or warning of the right family on the right step."""
BLOCKED = 76
"""Of the same, blocked under balanced, with such a finding."""
OUT_OF_REACH = {"untrusted-input"}
"""Kinds of defects that need commands or the provenance of their inputs."""
OTHER_TOOLS = {"34-firewall-ruleset-change"}
"""The goal of this plan's twins lacks the tool `ip`, which their steps start and the original's goal has."""


@pytest.fixture(scope="module")
def sound() -> tuple[Judged, ...]:
    return folder("gold", "sound")


@pytest.fixture(scope="module")
def defects() -> tuple[Judged, ...]:
    return tuple(d for d in folder("gold", "defect") if not d.doubtful)


def test_no_sound_plan_is_blocked(sound: tuple[Judged, ...]) -> None:
    assert len(sound) == 20
    for plan in sound:
        assert "blocked" not in plan.decisions.values(), (
            plan.name,
            [f for f in plan.findings if f.severity == "blocker"],
        )


def test_what_is_asked_of_a_person_about_a_sound_plan_is_its_commands(sound: tuple[Judged, ...]) -> None:
    asked = [
        (p.name, f.rule, f.message)
        for p in sound
        if not p.doubtful and not p.data.get("allow")
        for f in p.findings
        if f.severity == "warning"
    ]
    assert [a for a in asked if a[1] != "RSK003"] == []


def test_defects_are_named(defects: tuple[Judged, ...]) -> None:
    assert len(defects) == 105
    assert sum(d.named for d in defects) >= NAMED, [d.name for d in defects if not d.named]
    assert sum(d.named and d.decisions["balanced"] == "blocked" for d in defects) >= BLOCKED


def test_every_defect_in_reach_is_named(defects: tuple[Judged, ...]) -> None:
    missed = [d.name for d in defects if not d.named and d.data["kind"] not in OUT_OF_REACH]
    assert missed == []


def test_no_defect_is_approved_under_strict(defects: tuple[Judged, ...]) -> None:
    assert [d.name for d in defects if d.decisions["strict"] == "approved"] == []


def test_a_change_that_means_nothing_changes_nothing(sound: tuple[Judged, ...]) -> None:
    original = {p.name.removesuffix(".json"): p for p in sound}
    for twin in folder("gold", "benign"):
        name = twin.data["twin_of"]
        if name not in OTHER_TOOLS:
            assert twin.decisions == original[name].decisions, twin.name


def test_older_plans_in_words() -> None:
    for plan in folder("gold", "prose"):
        if "sound" in plan.name:
            assert plan.decisions["balanced"] != "blocked", plan.name
        else:
            assert plan.decisions["strict"] != "approved", plan.name


# -- words of real plans ---------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def real() -> tuple[Plan, ...]:
    """The plans of a field test, as far as each can be read."""
    found: list[Plan] = []
    for line in shared("corpus", "plannercritic", "plans.jsonl").read_text(encoding="utf-8").splitlines():
        reading = read_plan(json.loads(line)["parsed"])
        if reading.plan is not None:
            found.append(reading.plan)
    assert len(found) == 226
    return tuple(found)


LOOKS = {
    "check",
    "verify",
    "validate",
    "monitor",
    "test",
    "audit",
    "list",
    "scan",
    "analyze",
    "compare",
    "query",
    "review",
}


def test_steps_that_only_look_are_not_taken_for_changes(real: tuple[Plan, ...]) -> None:
    looking = [t for plan in real for t in plan.tasks if t.action in LOOKS]
    assert len(looking) > 300
    for task in looking:
        said = suggest(task)
        assert said is None or said.kind == "observe", (task.action, task.target, task.description, said)


def test_the_words_of_checks_hardly_ever_destroy(real: tuple[Plan, ...]) -> None:
    texts = [
        text
        for plan in real
        for t in plan.tasks
        if t.verification is not None
        for text in (t.verification.what, t.verification.how, t.verification.expected)
    ]
    fired = [text for text in texts if suggest(Task(id="t", description=text)) is not None]
    assert len(texts) > 3_000
    assert len(fired) <= 1, fired


def test_steps_that_destroy_by_their_action_are_seen(real: tuple[Plan, ...]) -> None:
    strong = {"drop", "drop_column", "destroy", "purge", "retire_database"}
    steps = [(plan, i) for plan in real for i, t in enumerate(plan.tasks) if t.action in strong]
    assert steps
    for plan, i in steps:
        assert Analysis(plan).irreversible(i), plan.tasks[i]


def test_few_steps_of_real_plans_are_final(real: tuple[Plan, ...]) -> None:
    """24 of 1,451 when each was read: all of them destroy, one of them a restored copy."""
    final = [t for plan in real for t, d in zip(plan.tasks, Analysis(plan).duties, strict=True) if d.predecessor]
    assert 20 <= len(final) <= 36, [(t.action, t.target, t.description) for t in final]
