"""Every verb that kubectl, helm, docker and terraform have stands in a table: none is left to be unknown."""

from __future__ import annotations

from pathlib import Path

import pytest

from planproof.effects.tools.docker import TOOLS as DOCKER
from planproof.effects.tools.helm import TOOLS as HELM
from planproof.effects.tools.kubectl import TOOLS as KUBECTL
from planproof.effects.tools.terraform import TOOLS as TERRAFORM
from planproof.effects.tools.tool import Tool

REFERENCE = Path(__file__).parent / "reference"
TOOLS = {"kubectl": KUBECTL, "helm": HELM, "docker": DOCKER, "terraform": TERRAFORM}


@pytest.mark.parametrize("name", TOOLS)
def test_every_verb_is_known(name: str) -> None:
    first, *verbs = (REFERENCE / f"{name}.txt").read_text("utf-8").splitlines()
    assert first.startswith(f"# {name} ")
    assert [verb for verb in verbs if whole(TOOLS[name][0], verb) is None] == []


@pytest.mark.parametrize("name", TOOLS)
def test_others_are_not(name: str) -> None:
    assert TOOLS[name][0].verb(["frobnicate"]) is None


def whole(tool: Tool, verb: str) -> str | None:
    """The verb as the table holds it, unless that is a shorter one which takes the rest for operands."""
    found = tool.verb(verb.split())
    return found[0] if found is not None and found[0].count(" ") == verb.count(" ") else None
