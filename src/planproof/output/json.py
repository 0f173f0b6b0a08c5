"""JSON: `{"version": 1, "results": [...]}`, one result a line, the same bytes for the same input."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

from planproof.gates.simulation import TOLD
from planproof.model.finding import Finding, Fix
from planproof.output.report import Report, Summary

if TYPE_CHECKING:
    from planproof.repair import Repair, Unsought

HEAD = '{"version":1,"results":[\n'


def result(report: Report) -> str:
    """One result, on one line."""
    verdict = report.verdict
    values: dict[str, object] = {
        "source": report.source,
        "decision": verdict.decision,
        "posture": verdict.posture,
        "plan_digest": verdict.plan_digest,
        "ruleset_digest": verdict.ruleset_digest,
        "findings": [_finding(report, finding) for finding in report.judgement.findings],
        "assumptions": list(verdict.assumptions),
        "assurance": verdict.assurance.model_dump(mode="json"),
        "effects": [
            {
                "task": task.id,
                "kind": effect.kind,
                "reversibility": effect.reversibility,
                "basis": effect.basis,
                "because": effect.because,
                "hazards": list(effect.hazards),
                "reads": list(effect.reads),
                "writes": list(effect.writes),
                "destroys": list(effect.destroys),
                "produces": list(effect.produces),
            }
            for task, effect in zip(report.plan.tasks, report.judgement.analysis.effects, strict=True)
        ],
        "point_of_no_return": _point_of_no_return(report),
        "residue": _residue(report),
        "repair": _repair(report.repair),
        "question": verdict.question,
    }
    if report.applied:
        values["applied"] = [_fix(fix) for fix in report.applied]
    return _text(values)


def tail(summary: Summary) -> str:
    """What follows the results: files that are no plans and sources that could not be judged, where there are any."""
    lists = {
        "skipped": [_text({"source": s.source, "message": s.reason}) for s in summary.skipped],
        "errors": [_text({"source": f.source, "message": f.message}) for f in summary.failures],
    }
    told = [f',"{key}":[\n' + ",\n".join(lines) + "\n]" for key, lines in lists.items() if lines]
    return "\n]" + "".join(told) + "}\n"


def _text(value: object) -> str:
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))


def _finding(report: Report, finding: Finding) -> dict[str, object]:
    values: dict[str, object] = {
        "id": finding.id,
        "rule": finding.rule,
        "name": finding.name,
        "family": finding.family,
        "severity": finding.severity,
        "basis": finding.basis,
        "source": finding.source,
        "message": finding.message,
        "subject": finding.subject.model_dump(mode="json"),
        "evidence": [evidence.model_dump(mode="json") for evidence in finding.evidence],
        "fix": None if finding.fix is None else _fix(finding.fix),
        "ruling": report.ruling(finding),
        "assumption": finding.assumption,
        "waived": finding.waived,
        "more": finding.more,
    }
    if finding.outcome is not None:
        values["outcome"] = finding.outcome
    return values


def _fix(fix: Fix) -> dict[str, object]:
    return fix.model_dump(mode="json")


def _residue(report: Report) -> dict[str, object]:
    """What stays different when the plan stops and everything done is rolled back, by the step it begins with."""
    tasks = report.plan.tasks
    simulation = report.simulation
    return {
        "left": [
            {
                "task": tasks[left.task].id,
                "since": tasks[left.since].id,
                "resources": list(left.resources),
                "reversibility": left.undo,
                "why": TOLD[left.why],
            }
            for left in simulation.residue
        ],
        "left_over": list(simulation.left_over),
    }


def _point_of_no_return(report: Report) -> dict[str, object] | None:
    found = report.point_of_no_return()
    if found is None:
        return None
    # Where the order leaves open which of several steps comes first, each of them is the point.
    tasks = list(found.subject.tasks)
    return {"task": tasks[0], "tasks": tasks, "message": found.message, "finding": found.id}


def _repair(repair: Repair | Unsought | None) -> dict[str, object] | None:
    if repair is None:
        return None
    from planproof.repair import Unsought

    if isinstance(repair, Unsought):
        return {"fixes": [], "skipped": repair.reason}
    return {
        "fixes": [_fix(fix) for fix in repair.fixes],
        "rounds": [len(fixes) for fixes in repair.rounds],
        "smallest": repair.smallest,
        "decision": repair.judgement.verdict.decision,
        "plan_digest": repair.judgement.verdict.plan_digest,
        "remaining": repair.remaining,
    }
