"""JUnit XML: a test for each plan. What is not approved fails, so a plan that needs a person never shows as passed."""

from __future__ import annotations

from typing import Final
from xml.sax.saxutils import escape, quoteattr

from planproof.output.evidence import draw
from planproof.output.look import ASCII, Look
from planproof.output.report import Failure, Report
from planproof.output.visible import visible

HEAD: Final = '<?xml version="1.0" encoding="UTF-8"?>\n<testsuites name="planproof">\n'
TAIL: Final = "</testsuites>\n"

_LOOK: Final = Look(width=120, symbols=ASCII)


def suite(report: Report) -> str:
    """The test suite of one plan: one test."""
    verdict = report.verdict
    failed = verdict.decision != "approved"
    body = ""
    if failed:
        stopping = [*verdict.blocking, *verdict.asking]
        summary = verdict.question or f"{len(verdict.blocking)} findings block"
        lines: list[str] = []
        for finding in stopping:
            more = f" (and {finding.more} more)" if finding.more else ""
            lines.append(f"{finding.rule} {finding.name}: {visible(finding.message)}{more}")
            for evidence in finding.evidence:
                lines += draw(evidence, _LOOK, "    ")
        text = escape("\n".join(lines))
        body = f"<failure type={_value(verdict.decision)} message={_value(summary)}>{text}</failure>"
    return _suite(report.source, report.plan.id, report.file, body, failures=int(failed), errors=0)


def failure(failed: Failure) -> str:
    """The test suite of a source that could not be judged."""
    body = f"<error type={_value('not judged')} message={_value(failed.message)}/>"
    return _suite(failed.source, failed.source, failed.file, body, failures=0, errors=1)


def _suite(source: str, name: str, file: str | None, body: str, *, failures: int, errors: int) -> str:
    where = "" if file is None else f" file={_value(file)}"
    return (
        f'<testsuite name={_value(source)} tests="1" failures="{failures}" errors="{errors}" skipped="0">\n'
        f'  <testcase classname="planproof" name={_value(name)}{where}>{body}</testcase>\n'
        "</testsuite>\n"
    )


def _value(text: str) -> str:
    # XML 1.0 has no way to write most control characters: `visible` spells them out.
    return quoteattr(visible(text))
