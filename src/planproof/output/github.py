"""Annotations for GitHub Actions, as workflow commands: one line each, after a line that tells the verdict."""

from __future__ import annotations

from typing import Final

from planproof.decide import Ruling
from planproof.model.finding import Finding
from planproof.output.report import Failure, Report, Skipped
from planproof.output.visible import visible

_LEVELS: Final[dict[Ruling, str]] = {"blocks": "error", "asks": "warning", "acknowledged": "warning"}


def told(report: Report) -> str:
    """The verdict and a line for each finding that does more than record something."""
    verdict = report.verdict
    told = [f for f in report.judgement.findings if report.ruling(f) in _LEVELS]
    noted = len(report.judgement.findings) - len(told)
    head = f"planproof: {visible(report.source)}: {verdict.decision} under {verdict.posture}, {noted} noted"
    lines = [head, *(_annotation(report, finding) for finding in told)]
    if verdict.question is not None:
        lines.append(_command("warning", report.file, report.line, "planproof asks", visible(verdict.question)))
    return "\n".join(lines) + "\n"


def failure(failed: Failure) -> str:
    """The line for a source that could not be judged."""
    return (
        _command("error", failed.file, None, "planproof", f"{visible(failed.source)}: {visible(failed.message)}") + "\n"
    )


def skipped(found: Skipped) -> str:
    """The line for a file that is no plan."""
    return f"planproof: {visible(found.source)}: skipped, {visible(found.reason)}\n"


def _annotation(report: Report, finding: Finding) -> str:
    message = visible(finding.message)
    if finding.more:
        message += f" (and {finding.more} more of {finding.rule})"
    level = _LEVELS[report.ruling(finding)]
    return _command(level, report.file, report.line_of(finding), f"{finding.rule} {finding.name}", message)


def _command(level: str, file: str | None, line: int | None, title: str, message: str) -> str:
    properties = [f"file={_property(file)}"] if file is not None else []
    if file is not None and line is not None:
        properties.append(f"line={line}")
    properties.append(f"title={_property(title)}")
    return f"::{level} {','.join(properties)}::{_data(message)}"


def _data(text: str) -> str:
    """What the runner takes apart otherwise; new lines are written out before."""
    return text.replace("%", "%25")


def _property(text: str) -> str:
    return _data(visible(text)).replace(":", "%3A").replace(",", "%2C")
