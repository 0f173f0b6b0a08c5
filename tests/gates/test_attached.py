"""Commands beside the steps' own are read with what the plan brings along, as the steps' own are."""

from __future__ import annotations

from hashlib import sha256

import pytest

from tests.gates.bundles import analysis_of, brief, of_rule

SHIFT: dict[str, object] = {"id": "s", "effect": "shift", "writes": ["vip"], "verification": {"command": "./ok.sh vip"}}


def plan(rollback: str, text: str, *, digest: str | None = None, **step: object) -> dict[str, object]:
    """A step with a rollback that runs an attached script."""
    script = {"path": "undo.sh", "sha256": digest or sha256(text.encode()).hexdigest(), "content": text}
    task = {**SHIFT, "rollback": {"kind": "inverse", "commands": [rollback]}, **step}
    return {"plan": {"id": "p", "tasks": [task], "resources": [{"id": "users"}], "attachments": [script]}}


@pytest.mark.parametrize("rollback", ["sh undo.sh", "bash ./undo.sh", "sudo sh undo.sh"])
@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        ("echo rolled back\n", ["blocker: s"]),
        ("ip addr show\n", ["blocker: s"]),
        ("ip addr add 10.0.0.1/24 dev eth0\n", []),
        ("./more.sh\n", []),
    ],
)
def test_a_script_that_undoes_nothing_is_no_way_back(rollback: str, text: str, wanted: list[str]) -> None:
    assert brief(of_rule("ROL002", plan(rollback, text))) == wanted


def test_a_file_that_is_not_what_its_digest_names_is_not_read() -> None:
    assert of_rule("ROL002", plan("sh undo.sh", "echo rolled back\n", digest="0" * 64)) == []


def test_a_script_that_destroys_something_else_is_seen() -> None:
    drop = "psql -c 'DROP TABLE users'\n"
    (finding,) = of_rule("ROL015", plan("sh undo.sh users", drop))
    assert "'DROP TABLE users'" in finding.message
    assert of_rule("ROL015", plan("sh undo.sh users", "psql -c 'SELECT 1 FROM users'\n")) == []
    checks = plan("./back.sh", drop, verification={"command": "sh undo.sh"})
    assert brief(of_rule("VER006", checks)) == ["warning: s"]


def test_what_a_person_says_of_a_tool_holds_for_rollbacks() -> None:
    bundle = plan("./back.sh", "")
    assert of_rule("ROL002", bundle) == []
    looks = {"pattern": "back.sh", "effect": "observe", "reversibility": "read_only", "by": "ops"}
    assert brief(of_rule("ROL002", {**bundle, "goal": {"id": "g", "effects": [looks]}})) == ["blocker: s"]


def test_each_command_is_read_once() -> None:
    analysis = analysis_of(plan("sh undo.sh", "ip addr show\n"))
    rollback = analysis.tasks[0].rollback
    assert rollback is not None
    first = analysis.command_effect(rollback.commands[0])
    assert analysis.command_effect(rollback.commands[0].model_copy()) is first
    elsewhere = rollback.commands[0].model_copy(update={"on": "fw-2"})
    assert analysis.command_effect(elsewhere) is not first
