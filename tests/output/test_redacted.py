"""No output shows a secret that stands in a plan."""

from __future__ import annotations

import re

import pytest

from planproof.judge import judge
from planproof.model.authored import read_goal
from planproof.model.reader import read_plan
from planproof.output.formats import FORMATS, FormatName, body
from planproof.output.look import Look
from planproof.output.redacted import redacted
from planproof.output.report import Report
from planproof.repair import repair

KEY = "AKIA" + "QX7ZP2MWN5RTLKJB"
PASSWORD = "Sup3r-" + "Geheim-2026!"
WRITTEN = {
    "key": f"with {KEY}",
    "address": f"postgres://app:{PASSWORD}@db/orders",
    "word": f"mysql --password='{PASSWORD}' orders",
}
LOOKS = [
    Look(verbose=True, effects=True),
    Look(width=40, colour=True, verbose=True, effects=True),
    Look(width=120, many=True),
]


def plan_with(text: str, action: str) -> dict[str, object]:
    """A plan with the text in every field that describes or commands."""
    command = {"run": f"{action} {text}", "on": text, "dialect": text}
    step: dict[str, object] = {
        "description": f"{action} {text}",
        "action": f"{action} {text}",
        "target": text,
        "commands": [command, f"rm -rf / # {text}"],
        "writes": [text],
        "preconditions": [{"fact": text, "description": text, "established_by": "later"}],
        "verification": {"what": text, "how": text, "expected": text, "command": command, "observes": [text]},
        "rollback": {
            "trigger": text,
            "action": f"notify {text}",
            "safety_guard": text,
            "commands": [command],
            "kind": "restore",
            "uses": [text],
            "restoration_evidence": text,
        },
        "blast_radius": text,
        "effect": text,
        "made-up": {"of": [text]},
    }
    return {
        "id": "p",
        "resources": [{"id": text, "kind": text, "aliases": [f"alias {text}"]}],
        "attachments": [{"path": "run.sh", "sha256": "0" * 64, "content": text}],
        "tasks": [{**step, "id": "drop"}, {**step, "id": "later", "effect": "destroy", "establishes": [text]}],
        "dependencies": [{"from_task": "drop", "to_task": "gone", "reason": text}],
        "surplus": text,
    }


def goal_with(text: str) -> dict[str, object]:
    """A goal with the text in what describes it."""
    return {
        "id": "g",
        "description": text,
        "acceptance": [{"id": "c", "text": text}],
        "constraints": {"environment": text, "protected": [text], "tools": [text], "given": [{"fact": text}]},
        "posture": "strict",
    }


def report_on(text: str, action: str = "drop table") -> Report:
    reading = read_plan(plan_with(text, action))
    goal, notes = read_goal(goal_with(text))
    assert reading.plan is not None
    judgement = judge(reading.plan, goal, notes=(*notes, *reading.notes))
    return Report("p.json", judgement, repair(judgement, lambda plan: judge(plan, goal)))


def shown_pieces(secret: str, out: str) -> list[str]:
    """The pieces of a secret that stand in an output, also where they are broken over lines or coloured."""
    run_on = re.sub(r"\x1b\[[0-9;]*m|\s", "", out)
    return [secret[i : i + 8] for i in range(len(secret) - 7) if secret[i : i + 8] in run_on]


@pytest.mark.parametrize("look", LOOKS)
@pytest.mark.parametrize("name", FORMATS)
@pytest.mark.parametrize("written", WRITTEN)
def test_no_format_shows_a_secret(written: str, name: FormatName, look: Look) -> None:
    report = report_on(WRITTEN[written])
    assert len({finding.rule for finding in report.judgement.findings}) > 10
    out = body(name, report, look)
    assert "drop" in out
    assert shown_pieces(KEY if written == "key" else PASSWORD, out) == []


def test_the_findings_themselves_quote_the_secret() -> None:
    """Else the test above shows nothing."""
    quoted = "".join(finding.model_dump_json() for finding in report_on(WRITTEN["key"]).judgement.findings)
    assert quoted.count(KEY) > 10


@pytest.mark.parametrize("before", [0, 20, 40, 60, 70])
@pytest.mark.parametrize("name", FORMATS)
def test_a_secret_that_is_cut_off_is_hidden_too(name: FormatName, before: int) -> None:
    out = body(name, report_on(f"{'x' * before} {KEY} and more of it " + "y" * 100), LOOKS[0])
    assert shown_pieces(KEY, out) == []


def test_a_private_key_is_hidden_to_its_end() -> None:
    lines = "\n".join("".join(chr(65 + (i * j) % 26) for i in range(3, 67)) for j in (3, 5, 7))
    key = f"-----BEGIN RSA PRIVATE KEY-----\n{lines}\n-----END RSA PRIVATE KEY-----"
    for name in FORMATS:
        out = body(name, report_on(f"echo '{key}' > k.pem"), LOOKS[0]).replace("\\n", "")
        assert shown_pieces(lines.replace("\n", ""), out) == []


def test_what_is_shown_of_a_secret_is_enough_to_find_it() -> None:
    assert "AKIA…" in body("text", report_on(WRITTEN["key"]), LOOKS[0])


def test_a_plan_without_a_secret_is_told_as_it_is() -> None:
    report = report_on("https://db/orders?token=$TOKEN")
    assert redacted(report) is report


def test_the_verdict_stays() -> None:
    report = report_on(WRITTEN["key"])
    shown = redacted(report)
    assert shown.marks() == report.marks()
    assert [shown.ruling(f) for f in shown.judgement.findings] == [report.ruling(f) for f in report.judgement.findings]
    assert shown.verdict.decision == report.verdict.decision
    assert shown.verdict.plan_digest == report.verdict.plan_digest
