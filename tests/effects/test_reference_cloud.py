"""Every verb that git and the services of AWS have stands in a table: none is left to be unknown."""

from __future__ import annotations

from pathlib import Path

import pytest

from planproof.effects.tools.aws import TOOLS as AWS
from planproof.effects.tools.git import TOOLS as GIT

REFERENCE = Path(__file__).parent / "reference"


def verbs(name: str) -> list[str]:
    lines = (REFERENCE / f"{name}.txt").read_text("utf-8").splitlines()
    assert lines[0].startswith("# ")
    return lines[1:]


def test_git() -> None:
    groups = {verb.partition(" ")[0] for verb in GIT[0].verbs}
    assert [verb for verb in verbs("git") if GIT[0].verb([verb]) is None and verb not in groups] == []


@pytest.mark.parametrize("service", ["s3", "ec2", "rds", "iam"])
def test_aws(service: str) -> None:
    assert [verb for verb in verbs(f"aws_{service}") if AWS[0].verb([service, verb]) is None] == []


def test_what_no_table_holds_is_unknown() -> None:
    assert GIT[0].verb(["yolo"]) is None
    assert AWS[0].verb(["ec2", "frobnicate-instances"]) is None
