"""The formats, by name: what comes first, what is written for each plan, what comes last.

Each plan is turned into text by a pure function, so that worker processes hand back text, in any order, and the
output is written as they go.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Final, Literal, assert_never

from planproof.output.look import Look
from planproof.output.redacted import redacted
from planproof.output.report import Failure, Report, Skipped, Summary

if TYPE_CHECKING:
    from planproof.gates.rule import Rule

FormatName = Literal["text", "json", "sarif", "github", "junit", "mermaid"]
FORMATS: Final[tuple[FormatName, ...]] = ("text", "json", "sarif", "github", "junit", "mermaid")

POINTING: Final[frozenset[FormatName]] = frozenset({"sarif", "github"})
"""Formats that point at lines of the files."""


def head(name: FormatName) -> str:
    """What comes first."""
    match name:
        case "text" | "github":
            return ""
        case "json":
            from planproof.output import json

            return json.HEAD
        case "sarif":
            from planproof.output import sarif

            return sarif.HEAD
        case "junit":
            from planproof.output import junit

            return junit.HEAD
        case "mermaid":
            from planproof.output import mermaid

            return mermaid.HEAD
        case _:
            assert_never(name)


def between(name: FormatName) -> str:
    """What comes between the texts of two plans."""
    match name:
        case "json" | "sarif":
            return ",\n"
        case "text" | "github" | "junit" | "mermaid":
            return ""
        case _:
            assert_never(name)


def body(name: FormatName, item: Report | Failure | Skipped, look: Look) -> str:
    """What is written for one source; may be empty."""
    if isinstance(item, Failure):
        return _failed(name, item)
    if isinstance(item, Skipped):
        return _skipped(name, item, look)
    item = redacted(item)
    match name:
        case "text":
            from planproof.output import text

            return text.told(item, look)
        case "json":
            from planproof.output import json

            return json.result(item)
        case "sarif":
            from planproof.output import sarif

            return sarif.results(item)
        case "github":
            from planproof.output import github

            return github.told(item)
        case "junit":
            from planproof.output import junit

            return junit.suite(item)
        case "mermaid":
            from planproof.output import mermaid

            return mermaid.diagram(item)
        case _:
            assert_never(name)


def _failed(name: FormatName, failed: Failure) -> str:
    match name:
        case "github":
            from planproof.output import github

            return github.failure(failed)
        case "junit":
            from planproof.output import junit

            return junit.failure(failed)
        case "text" | "json" | "sarif" | "mermaid":
            return ""  # said on standard error; json and sarif list them at the end
        case _:
            assert_never(name)


def _skipped(name: FormatName, skipped: Skipped, look: Look) -> str:
    match name:
        case "text":
            from planproof.output import text

            return text.skipped(skipped, look)
        case "github":
            from planproof.output import github

            return github.skipped(skipped)
        case "junit":
            from planproof.output import junit

            return junit.skipped(skipped)
        case "json" | "sarif" | "mermaid":
            return ""  # json and sarif list them at the end
        case _:
            assert_never(name)


def tail(name: FormatName, summary: Summary, look: Look, rules: Sequence[Rule]) -> str:
    """What comes last."""
    match name:
        case "text":
            from planproof.output import text

            return text.summed_up(summary, look) if look.many else ""
        case "json":
            from planproof.output import json

            return json.tail(summary)
        case "sarif":
            from planproof.output import sarif

            return sarif.tail(summary, rules)
        case "junit":
            from planproof.output import junit

            return junit.TAIL
        case "github" | "mermaid":
            return ""
        case _:
            assert_never(name)
