import json
import subprocess
from collections.abc import Iterator
from pathlib import Path
from typing import ClassVar, cast

import pytest

from planproof.gates.analysis import Analysis
from planproof.gates.rule import Rule
from planproof.model.base import Basis, Family, Severity
from planproof.model.config import Config
from planproof.model.finding import AddDependency, Finding, Fix
from tests.cli.ran import SOUND, run, write


class BackupFirst(Rule):
    """Asks that `backup` comes before `drop`, and offers the edge."""

    code: ClassVar[str] = "ORD999"
    name: ClassVar[str] = "backup-first"
    family: ClassVar[Family] = "unsafe_sequencing"
    summary: ClassVar[str] = "the backup comes first"
    severity: ClassVar[Severity] = "blocker"
    basis: ClassVar[Basis] = "proven"
    fixable: ClassVar[bool] = True

    def check(self, plan: Analysis) -> Iterator[Finding]:
        """Finds it."""
        places = plan.graph.index
        if {"backup", "drop"} <= set(places) and not plan.graph.before(places["backup"], places["drop"]):
            edit = AddDependency(from_task="backup", to_task="drop")
            fix = Fix(description="run 'backup' before 'drop'", edits=(edit,), safe=True)
            yield self.finding("'drop' may run before 'backup'; let it run after", tasks=["backup", "drop"], fix=fix)


@pytest.fixture(autouse=True)
def one_rule(monkeypatch: pytest.MonkeyPatch) -> None:
    def selected(config: Config) -> tuple[Rule, ...]:  # noqa: ARG001 - whatever is configured
        return (BackupFirst(),)

    monkeypatch.setattr("planproof.gates.run.selected", selected)


PLAN: dict[str, object] = {
    "id": "p",
    "execution": "dag",
    "tasks": [{"id": "drop", "effect": "destroy"}, {"id": "backup", "effect": "create"}],
}
YAML = """\
# kept
goal: {id: g}
plan:
  id: p
  execution: dag
  tasks:
    - id: drop      # kept too
      effect: destroy
    - id: backup
      effect: create
"""


def test_the_file_is_repaired_and_the_repaired_plan_is_judged(tmp_path: Path) -> None:
    file = write(tmp_path, "p.json", PLAN)
    file.chmod(0o600)

    ran = run("check", file, "--fix")

    assert ran.code == 0
    assert "1 fix written to" in ran.out
    assert json.loads(file.read_text()) == {
        **PLAN,
        "dependencies": [{"from_task": "backup", "to_task": "drop", "kind": "hard"}],
    }
    assert file.stat().st_mode & 0o777 == 0o600
    assert run("check", file).code == 0


def test_yaml_keeps_its_comments(tmp_path: Path) -> None:
    file = tmp_path / "p.yaml"
    file.write_text(YAML)

    assert run("check", file, "--fix").code == 0

    assert file.read_text() == YAML + "  dependencies: [{from_task: backup, to_task: drop, kind: hard}]\n"


def test_the_diff_is_shown_and_nothing_is_changed(tmp_path: Path) -> None:
    file = tmp_path / "p.yaml"
    file.write_text(YAML)

    ran = run("check", file, "--diff")

    assert ran.code == 1
    assert file.read_text() == YAML
    assert f"--- {file}\n+++ {file}\n" in ran.out
    assert "+  dependencies: [{from_task: backup, to_task: drop, kind: hard}]\n" in ran.out
    assert "blocked as it is, approved with it" in ran.err


def test_the_diff_is_what_the_fix_does(tmp_path: Path) -> None:
    fixed, patched = write(tmp_path, "a.json", PLAN), write(tmp_path, "b.json", PLAN)
    diff = run("check", patched, "--diff").out

    run("check", fixed, "--fix")
    subprocess.run(["patch", "-s", str(patched)], input=diff, text=True, check=True)

    assert fixed.read_bytes() == patched.read_bytes()


def test_without_a_fix_nothing_is_written(tmp_path: Path) -> None:
    file = write(tmp_path, "p.json", SOUND)
    before = file.stat()

    assert run("check", file, "--fix").code == 0
    assert file.stat().st_mtime_ns == before.st_mtime_ns
    assert run("check", file, "--diff").out == ""


def test_every_plan_of_a_list_is_repaired_in_its_place(tmp_path: Path) -> None:
    file = write(tmp_path, "p.json", [SOUND, {"plan": PLAN}, PLAN])

    assert run("check", file, "--fix", "--jobs", "2").code == 0

    added = {"dependencies": [{"from_task": "backup", "to_task": "drop", "kind": "hard"}]}
    assert json.loads(file.read_text()) == [SOUND, {"plan": {**PLAN, **added}}, {**PLAN, **added}]


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("p.jsonl", json.dumps(PLAN) + "\n" + json.dumps(PLAN) + "\n"),
        ("p.md", "Here it is:\n```json\n" + json.dumps(PLAN) + "\n```\n"),
        (
            "p.yaml",
            "id: p\nexecution: dag\ntasks: [{id: drop, effect: destroy}, {id: backup, effect: create}]\n"
            "branches: &none []\ndependencies: *none\n",
        ),
    ],
)
def test_what_cannot_be_rewritten_is_left_alone_and_it_says_so(tmp_path: Path, name: str, text: str) -> None:
    file = tmp_path / name
    file.write_text(text)

    ran = run("check", file, "--fix")

    assert ran.code == 1
    assert "not fixed: " in ran.err
    assert file.read_text() == text


def test_standard_input_can_be_shown_and_not_changed() -> None:
    text = json.dumps(PLAN).encode()

    shown = run("check", "-", "--diff", stdin=text)
    fixed = run("check", "-", "--fix", stdin=text)

    assert '+{"id": "p", "execution": "dag"' in shown.out
    assert "standard input cannot be written to" in fixed.err
    assert fixed.code == 1


def test_json_tells_what_was_applied(tmp_path: Path) -> None:
    [result] = run("check", write(tmp_path, "p.json", PLAN), "--fix", "-o", "json").results

    assert result["decision"] == "approved"
    assert [fix["description"] for fix in cast("list[dict[str, object]]", result["applied"])] == [
        "run 'backup' before 'drop'"
    ]
    assert result["repair"] is None


def test_a_repair_is_offered_without_being_made(tmp_path: Path) -> None:
    file = write(tmp_path, "p.json", PLAN)

    ran = run("check", file)

    assert "1 safe fix clears every blocker; the repaired plan: ✓ approved" in ran.out
    assert json.loads(file.read_text()) == PLAN


def test_a_quiet_run_says_what_it_wrote(tmp_path: Path) -> None:
    ran = run("check", "--fix", "--quiet", write(tmp_path, "p.json", PLAN))

    assert "  1 fix written  " in ran.out
    assert len(ran.out.splitlines()) == 1
