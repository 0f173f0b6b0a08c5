"""SARIF 2.1.0 (OASIS): one run; a finding is a result, an execution that goes wrong is a code flow.

Results come first in the run and the rules after them, so that a run over many plans is written as it goes; JSON does
not care about the order of keys.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Final
from urllib.parse import quote

import planproof
from planproof.decide import Ruling
from planproof.gates.rule import Rule
from planproof.model.base import Severity
from planproof.model.finding import Finding, OrderEvidence
from planproof.output.report import Report, Summary
from planproof.output.visible import visible

HEAD: Final = (
    '{"$schema":"https://json.schemastore.org/sarif-2.1.0.json","version":"2.1.0",'
    '"runs":[{"columnKind":"unicodeCodePoints","results":[\n'
)
BETWEEN: Final = ",\n"

LEVELS: Final[dict[Ruling, str]] = {"blocks": "error", "asks": "warning", "acknowledged": "warning", "recorded": "note"}
_DEFAULTS: Final[dict[Severity, str]] = {"blocker": "error", "warning": "warning", "info": "note"}


def results(report: Report) -> str:
    """The findings about one plan; empty where there are none."""
    return BETWEEN.join(_text(_result(report, finding)) for finding in report.judgement.findings)


def tail(summary: Summary, rules: Sequence[Rule]) -> str:
    """What follows the results: the tool with its rules, and what was not judged."""
    driver = {
        "name": "planproof",
        "semanticVersion": planproof.__version__,
        "rules": [_rule(rule) for rule in rules],
    }
    notices = [_notice("error", f.source, f.message) for f in summary.failures]
    notices += [_notice("note", s.source, f"skipped: {s.reason}") for s in summary.skipped]
    invocation: dict[str, object] = {"executionSuccessful": not summary.failures}
    if notices:
        invocation["toolExecutionNotifications"] = notices
    return f'\n],"tool":{_text({"driver": driver})},"invocations":[{_text(invocation)}]}}]}}\n'


def _notice(level: str, source: str, message: str) -> dict[str, object]:
    return {"level": level, "message": {"text": f"{visible(source)}: {visible(message)}"}}


def _rule(rule: Rule) -> dict[str, object]:
    return {
        "id": rule.code,
        "name": rule.name,
        "shortDescription": {"text": rule.summary},
        "defaultConfiguration": {"level": _DEFAULTS[rule.severity]},
        "help": {"text": f"planproof rule {rule.code}"},
        "properties": {"family": rule.family, "basis": rule.basis, "waivable": rule.waivable},
    }


def _result(report: Report, finding: Finding) -> dict[str, object]:
    message = visible(finding.message) or finding.name
    if finding.more:
        message += f" (and {finding.more} more of {finding.rule}, not listed)"
    values: dict[str, object] = {
        "ruleId": finding.rule,
        "level": LEVELS[report.ruling(finding)],
        "message": {"text": message},
        "locations": [_location(report, finding)],
        "partialFingerprints": {"planproof/v1": finding.id},
        "properties": {
            "family": finding.family,
            "severity": finding.severity,
            "basis": finding.basis,
            "ruling": report.ruling(finding),
            "plan": visible(report.plan.id),
            "decision": report.verdict.decision,
        },
    }
    flows = [_flow(report, e) for e in finding.evidence if isinstance(e, OrderEvidence) and e.order]
    if flows:
        values["codeFlows"] = flows
    if finding.waived is not None:
        values["suppressions"] = [{"kind": "external", "justification": visible(finding.waived)}]
    return values


def _location(report: Report, finding: Finding) -> dict[str, object]:
    place = _physical(report, report.line_of(finding))
    place["logicalLocations"] = [_logical(task) for task in finding.subject.tasks] or [_logical(report.plan.id)]
    return place


def _physical(report: Report, line: int | None) -> dict[str, object]:
    where: dict[str, object] = {"artifactLocation": {"uri": uri(report.file or report.source)}}
    if line is not None:
        where["region"] = {"startLine": line}
    return {"physicalLocation": where}


def _logical(name: str) -> dict[str, object]:
    return {"name": visible(name), "kind": "member"}


def _flow(report: Report, evidence: OrderEvidence) -> dict[str, object]:
    steps: list[dict[str, object]] = []
    for k, task in enumerate(evidence.order, start=1):
        place = _physical(report, report.lines.get(task, report.line))
        text = visible(task) if k < len(evidence.order) else f"{visible(task)}: {visible(evidence.note)}"
        steps.append({"location": {**place, "message": {"text": text}}, "executionOrder": evidence.omitted + k})
    return {"message": {"text": "an execution that the plan allows"}, "threadFlows": [{"locations": steps}]}


def uri(path: str) -> str:
    """A path as a URI reference, relative where the path is.

    Example:
        >>> uri("plans/a b.json"), uri("/srv/p.json")
        ('plans/a%20b.json', 'file:///srv/p.json')
    """
    written = quote(path.replace("\\", "/").encode("utf-8", "surrogateescape"), safe="/~")
    return f"file://{written}" if written.startswith("/") else written


def _text(value: object) -> str:
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))
