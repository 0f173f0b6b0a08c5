"""The command line over real inputs."""

import json
from pathlib import Path
from typing import Any, cast
from xml.etree import ElementTree

from jsonschema import Draft4Validator, validate

from planproof.output.formats import FORMATS
from tests.cli.ran import run
from tests.output.test_sarif import published_schema
from tests.support import needs_shared, shared

pytestmark = needs_shared


def test_every_gold_plan_is_told_in_every_format(tmp_path: Path) -> None:
    folders = [shared("gold", name) for name in ("sound", "defect", "benign", "prose")]
    outputs = [option for name in FORMATS for option in ("-o", f"{name}={tmp_path}/{name}")]

    ran = run("check", *folders, *outputs, "--now", "2026-09-02T00:00:00Z", "--verbose")

    assert ran.code in (1, 3)
    assert ran.err == ""
    told = {name: (tmp_path / name).read_text(encoding="utf-8") for name in FORMATS}
    results = cast("list[dict[str, object]]", json.loads(told["json"])["results"])
    validate(json.loads(told["sarif"]), cast("dict[str, Any]", published_schema()), Draft4Validator)
    suites = ElementTree.fromstring(told["junit"].encode()).findall("testsuite")
    assert len(results) == len(suites) == told["mermaid"].count("  subgraph ") == told["github"].count("planproof: ")
    assert told["text"].count("BLOCKED") == [result["decision"] for result in results].count("blocked")
