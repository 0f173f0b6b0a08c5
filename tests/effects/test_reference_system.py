"""Every verb that systemctl has stands in its table: none is left to be unknown."""

from __future__ import annotations

from pathlib import Path

from planproof.effects.tools.services import SYSTEMCTL

REFERENCE = Path(__file__).parent / "reference"


def test_every_verb_is_known() -> None:
    first, *verbs = (REFERENCE / "systemctl.txt").read_text("utf-8").splitlines()
    assert first.startswith("# systemctl ")
    assert len(verbs) > 60
    assert [verb for verb in verbs if SYSTEMCTL.verb([verb]) is None] == []


def test_others_are_not() -> None:
    assert SYSTEMCTL.verb(["frobnicate"]) is None
