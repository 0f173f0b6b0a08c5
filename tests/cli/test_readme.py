"""What README.md shows is what happens."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from planproof.cli.group import COMMANDS
from tests.cli.ran import run

ROOT = Path(__file__).parents[2]
README = (ROOT / "README.md").read_text(encoding="utf-8")


def block(pattern: str) -> str:
    """The first code block that the pattern is found in."""
    return next(text for text in re.findall(r"```\w*\n(.*?)```", README, re.DOTALL) if re.search(pattern, text))


def test_the_example_is_what_is_printed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(ROOT)
    monkeypatch.delenv("COLUMNS", raising=False)
    command, _, shown = block(r"^\$ planproof check").partition("\n\n")

    ran = run(*command.removeprefix("$ planproof ").split())

    assert ran.code == 1
    assert ran.out == shown


@pytest.mark.parametrize("posture", ["balanced", "permissive"])
def test_the_smallest_useful_step_is_approved(tmp_path: Path, posture: str) -> None:
    file = tmp_path / "plan.yaml"
    file.write_text("id: p\ntasks:\n" + block("^- id: add-index"))

    assert run("check", file, "--posture", posture).code == 0


def test_the_configuration_is_one(tmp_path: Path) -> None:
    file = tmp_path / "planproof.toml"
    file.write_text(block('^posture = "strict"'))

    assert run("config", "--config", file).code == 0


def test_every_option_and_link_that_is_named_is_there() -> None:
    told = "".join(run(command, "--help").out for command in COMMANDS)
    assert [option for option in re.findall(r"--[a-z]+", README) if option not in told] == []
    assert all((ROOT / link).exists() for link in re.findall(r"\]\(([^)#:]+)\)", README))
