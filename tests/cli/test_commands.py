import json
import os
import subprocess
import sys
from pathlib import Path
from typing import cast

import pytest

import planproof
from planproof.gates.registry import RULES
from planproof.output.formats import FORMATS
from tests.cli.ran import BLOCKED, SOUND, run, write


def test_the_version() -> None:
    assert run("--version").out == f"planproof {planproof.__version__}\n"


@pytest.mark.parametrize("command", [["-m", "planproof"], ["-m", "planproof.cli"]])
def test_it_is_a_module(command: list[str]) -> None:
    done = subprocess.run([sys.executable, *command, "--version"], capture_output=True, text=True, check=True)

    assert done.stdout == f"planproof {planproof.__version__}\n"


def test_help_lists_the_commands_and_each_has_its_own() -> None:
    text = run("--help").out

    for command in ("check", "rule", "rules", "schema", "config", "completion"):
        assert f"\n  {command} " in text
        assert run(command, "--help").code == 0
    assert "Exit codes" in text


def test_help_names_every_format() -> None:
    text = " ".join(run("check", "--help").out.split())

    assert ", ".join(FORMATS) in text


def test_an_unknown_command_is_a_usage_error() -> None:
    assert run("chek").code == 2


@pytest.mark.parametrize("rule", RULES, ids=lambda rule: rule.code)
def test_every_rule_has_its_page(rule: object) -> None:
    code, name = (str(getattr(rule, field)) for field in ("code", "name"))

    by_code, by_name = run("rule", code), run("rule", name)

    assert (by_code.code, by_code) == (0, by_name)
    assert by_code.out.startswith(f"{code} {name}\n")
    assert all(title in by_code.out for title in ("\nWhy this is bad\n", "\nFails\n", "\nPasses\n"))
    page = cast("dict[str, object]", json.loads(run("rule", code, "--output", "json").out))
    assert list(page)[:2] == ["code", "name"]
    assert page["fails"] != page["passes"]


def test_an_unknown_rule_is_a_usage_error_that_names_its_neighbours() -> None:
    ran = run("rule", "STR999")

    assert ran.code == 2
    assert "STR001" in ran.err


def test_all_rules_are_listed() -> None:
    text = run("rules").out
    values = json.loads(run("rules", "--output", "json").out)

    assert [value["code"] for value in values] == [rule.code for rule in RULES]
    assert all(f"{rule.code} {rule.severity}" in text and rule.name in text for rule in RULES)


@pytest.mark.parametrize("name", ["plan", "goal", "config"])
def test_a_schema_is_printed(name: str) -> None:
    schema = json.loads(run("schema", name).out)

    assert "properties" in schema


@pytest.mark.parametrize("shell", ["bash", "zsh", "fish"])
def test_a_shell_completes_what_planproof_takes(shell: str) -> None:
    ran = run("completion", shell)

    assert ran.code == 0
    assert "_PLANPROOF_COMPLETE" in ran.out


def test_completion_knows_the_commands_and_the_rules() -> None:
    def completed(words: str, number: int) -> str:
        variables = {"_PLANPROOF_COMPLETE": "bash_complete", "COMP_WORDS": words, "COMP_CWORD": str(number)}
        done = subprocess.run(
            [Path(sys.executable).with_name("planproof")],
            env={**os.environ, **variables},
            capture_output=True,
            text=True,
            check=False,
        )
        return done.stdout

    assert "plain,check" in completed("planproof ch", 1)
    assert "plain,STR001" in completed("planproof rule STR00", 2)


def test_the_configuration_in_effect_and_where_it_comes_from(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / ".git").mkdir()
    (tmp_path / "inner").mkdir()
    (tmp_path / "planproof.toml").write_text('posture = "strict"\n[[ignore]]\nrule = "TRC"\nreason = "none here"\n')
    monkeypatch.chdir(tmp_path / "inner")

    text = run("config").out
    values = json.loads(run("config", "--output", "json", "--select", "STR,PRE").out)

    assert str(tmp_path / "planproof.toml") in text
    assert "posture   strict\n" in text
    assert "select    []  (default)" in text
    assert values["config"]["select"] == ["STR", "PRE"]
    assert values["config"]["ignore"] == [{"rule": "TRC", "reason": "none here"}]


def test_the_configuration_of_the_folder_is_used(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "planproof.toml").write_text('posture = "strict"\n')
    monkeypatch.chdir(tmp_path)

    assert run("check", write(tmp_path, "p.json", SOUND), "-o", "json").results[0]["posture"] == "strict"


def test_a_bug_is_one_line_and_no_approval(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(*_: object, **__: object) -> None:
        raise KeyError("x")

    monkeypatch.delenv("PLANPROOF_DEBUG", raising=False)
    monkeypatch.setattr("planproof.cli.work.judge", broken)

    ran = run("check", write(tmp_path, "p.json", SOUND), "-o", "json")

    assert (ran.code, ran.results) == (2, [])
    assert ran.err.count("\n") == 1
    assert "internal error: KeyError: 'x'. This is a bug in planproof" in ran.err
    assert "PLANPROOF_DEBUG=1" in ran.err


def test_a_bug_outside_a_plan_is_one_line_too(monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(*_: object, **__: object) -> None:
        raise RuntimeError("y")

    monkeypatch.delenv("PLANPROOF_DEBUG", raising=False)
    monkeypatch.setattr("planproof.gates.run.selected", broken)

    ran = run("rules")

    assert ran.code == 2
    assert ran.err.startswith("planproof: internal error: RuntimeError: y.")


def test_a_closed_pipe_is_no_traceback(tmp_path: Path) -> None:
    plan = write(tmp_path, "p.json", BLOCKED)
    judged = f'"{sys.executable}" -m planproof check {" ".join([str(plan)] * 200)}'
    command = f'{judged} | head -c 1 >/dev/null; echo "${{PIPESTATUS[0]}}"'

    done = subprocess.run(["bash", "-c", command], capture_output=True, text=True, check=True)

    assert done.stdout == "2\n"
    assert done.stderr == ""


COMMANDS = [
    "planproof --version",
    "planproof rules",
    "planproof rule PRE002",
    "planproof schema plan",
    "planproof.demo",
]


@pytest.mark.parametrize("command", COMMANDS)
def test_nothing_that_is_wrong_with_standard_output_is_a_traceback(command: str) -> None:
    python = f'"{sys.executable}" -m {command}'
    script = f"""
        (sleep 0.2; {python}; echo "gone $?" >&2) | true
        {python} > /dev/full; echo "full $?" >&2
        {python} >&-; echo "closed $?" >&2
    """

    done = subprocess.run(["bash", "-c", script], capture_output=True, text=True, check=True)

    # The demonstration goes on without a reader: its code is about the examples.
    gone = 0 if command == "planproof.demo" else 2
    said = "planproof: error: cannot write to standard output: No space left on device"
    assert done.stderr.splitlines() == [f"gone {gone}", said, "full 2", "closed 0"]


def test_a_full_disk_is_one_line(tmp_path: Path) -> None:
    ran = run("check", write(tmp_path, "p.json", SOUND), "-o", "json=/dev/full")

    assert (ran.code, ran.err) == (2, "planproof: error: cannot write to '/dev/full': No space left on device\n")


def test_a_terminal_without_our_signs_gets_others(tmp_path: Path) -> None:
    plan = write(tmp_path, "p.json", {**BLOCKED, "id": "plän"})

    done = subprocess.run(
        [sys.executable, "-m", "planproof", "check", str(plan)],
        env={**os.environ, "PYTHONIOENCODING": "ascii"},
        capture_output=True,
        check=False,
    )

    assert done.returncode == 1
    assert done.stdout.startswith(b" X BLOCKED   pl\\xe4n  balanced")
