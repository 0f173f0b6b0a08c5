"""The pages of the rules on disk are those that the rules describe."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from planproof.gates.registry import RULES
from tools import docs


def test_pages_on_disk_are_the_generated_ones() -> None:
    assert docs.drift() == [], "run `make docs`"


def test_every_rule_has_a_page_and_a_line_in_the_index() -> None:
    written = docs.pages()
    assert len(written) == len(RULES) + 1
    for rule in RULES:
        assert f"[{rule.code}]({docs.file_of(rule)})" in written["README.md"]
        assert written[docs.file_of(rule)].startswith(f"# {rule.code} {rule.name}\n")


def test_links_lead_somewhere() -> None:
    written = docs.pages()
    for name, text in written.items():
        for target in re.findall(r"\]\(([^)]+)\)", text):
            assert target in written, f"{name} links to {target!r}"


def test_drift_is_seen_and_mended(tmp_path: Path) -> None:
    assert docs.drift(tmp_path) == sorted(docs.pages())
    docs.write(tmp_path)
    assert docs.drift(tmp_path) == []
    (tmp_path / "README.md").write_text("other", encoding="utf-8")
    (tmp_path / "STR999-gone.md").write_text("left over", encoding="utf-8")
    assert docs.drift(tmp_path) == ["README.md", "STR999-gone.md"]
    assert docs.write(tmp_path) == ["README.md", "STR999-gone.md"]
    assert docs.drift(tmp_path) == []
    assert not (tmp_path / "STR999-gone.md").exists()


def test_an_unknown_argument_is_refused(capsys: pytest.CaptureFixture[str]) -> None:
    assert docs.main(["--chek"]) == 2
    assert "--chek" in capsys.readouterr().err


def test_check_tells_and_writes_nothing(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert docs.main(["--check"], tmp_path) == 1
    assert "docs/rules/README.md\n" in capsys.readouterr().out
    assert not list(tmp_path.iterdir())
    assert docs.main([], tmp_path) == 0
    assert docs.main(["--check"], tmp_path) == 0
