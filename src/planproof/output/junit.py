"""JUnit XML: a test for each plan. What is not approved fails, so a plan that needs a person never shows as passed."""

from __future__ import annotations

from typing import Final
from xml.sax.saxutils import escape, quoteattr

from planproof.output.evidence import draw
from planproof.output.look import ASCII, Look
from planproof.output.report import Failure, Report, Skipped
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
        count = sum(1 + finding.more for finding in verdict.blocking)
        summary = verdict.question or ("1 finding blocks" if count == 1 else f"{count:,} findings block")
        lines: list[str] = []
        for finding in stopping:
            more = f" (and {finding.more} more)" if finding.more else ""
            lines.append(f"{finding.rule} {finding.name}: {visible(finding.message)}{more}")
            for evidence in finding.evidence:
                lines += draw(evidence, _LOOK, "    ")
        text = escape("\n".join(lines))
        body = f"<failure type={_value(verdict.decision)} message={_value(summary)}>{text}</failure>"
    return _suite(report.source, report.plan.id, report.file, body, failures=int(failed))


def failure(failed: Failure) -> str:
    """The test suite of a source that could not be judged."""
    body = f"<error type={_value('not judged')} message={_value(failed.message)}/>"
    return _suite(failed.source, failed.source, failed.file, body, errors=1)


def skipped(found: Skipped) -> str:
    """The test suite of a file that is no plan."""
    body = f"<skipped message={_value(found.reason)}/>"
    return _suite(found.source, found.source, found.file, body, skips=1)


def _suite(
    source: str, name: str, file: str | None, body: str, *, failures: int = 0, errors: int = 0, skips: int = 0
) -> str:
    where = "" if file is None else f" file={_value(file)}"
    return (
        f'<testsuite name={_value(source)} tests="1" failures="{failures}" errors="{errors}" skipped="{skips}">\n'
        f'  <testcase classname="planproof" name={_value(name)}{where}>{body}</testcase>\n'
        "</testsuite>\n"
    )


def _value(text: str) -> str:
    # XML 1.0 has no way to write most control characters: `visible` spells them out.
    return quoteattr(visible(text))
