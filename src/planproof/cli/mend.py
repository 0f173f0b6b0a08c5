"""`--fix` and `--diff`: safe fixes, written to the file that a plan came from, or shown."""

from __future__ import annotations

import difflib
from dataclasses import replace
from io import BytesIO

from planproof.cli.options import Options
from planproof.cli.units import Unit
from planproof.model.digest import digest
from planproof.model.document import Format
from planproof.model.errors import FixError, GoalError
from planproof.model.load import Loaded, load
from planproof.model.plan import Plan
from planproof.model.sources import STDIN, read_file
from planproof.output.report import Report
from planproof.repair import Rejudge, Repair, repair
from planproof.rewrite import replace_file, rewrite

_MARK = b"\xef\xbb\xbf"


def mended(report: Report, item: Loaded, unit: Unit, options: Options, rejudge: Rejudge) -> tuple[Report, str]:
    """The report after the fixes, and the difference that they make to the file.

    With `--diff` the report is that of the plan as it is; with `--fix` the file is written, and the report is that of
    the repaired plan.

    Raises:
        FixError: the document cannot be edited, or the edited one would not be the repaired plan.
        OSError: the file cannot be written.
    """
    found = repair(report.judgement, rejudge, "all")
    if not isinstance(found, Repair):
        return report, ""
    if item.origin.line is not None:
        raise FixError("JSON lines are not rewritten; put the plan in a file of its own")
    if item.format is None:
        raise FixError("only JSON and YAML are rewritten")
    if item.origin.file is None and options.mending == "fix":
        raise FixError("standard input cannot be written to; --diff shows the change")
    data = read_file(item.origin.file) if item.origin.file is not None else unit.data or b""
    before, after = _edited(data, item.format, found, item)
    difference = "".join(_diff(before, after, item.source))
    if options.mending == "diff":
        return replace(report, repair=found), difference
    assert item.origin.file is not None, "refused above"
    replace_file(item.origin.file, (_MARK if data.startswith(_MARK) else b"") + after.encode("utf-8"))
    remains = repair(found.judgement, rejudge)
    return replace(report, judgement=found.judgement, repair=remains, applied=found.fixes), difference


def _edited(data: bytes, form: Format, found: Repair, item: Loaded) -> tuple[str, str]:
    try:
        before = data.removeprefix(_MARK).decode("utf-8")
    except UnicodeDecodeError:
        raise FixError("only UTF-8 files are rewritten; convert it first") from None
    at = item.origin.location.split(".") if item.origin.location else []
    after = rewrite(before, form, found.batches, at)
    again = _loaded_again(after, item)
    if again is None or digest(again) != digest(found.judgement.analysis.plan):
        raise FixError("the edited file would not hold the repaired plan; make the change by hand")
    return before, after


def _loaded_again(text: str, item: Loaded) -> Plan | None:
    """The plan that stands in the text where the first one stood."""
    found = load(STDIN, stdin=BytesIO(text.encode("utf-8")))
    while True:
        try:
            again = next(found)
        except StopIteration:
            return None
        except GoalError:
            continue
        if (again.origin.document, again.origin.location) == (item.origin.document, item.origin.location):
            return again.plan


def _diff(before: str, after: str, name: str) -> list[str]:
    lines = difflib.unified_diff(before.splitlines(keepends=True), after.splitlines(keepends=True), name, name)
    return [line if line.endswith("\n") else f"{line}\n\\ No newline at end of file\n" for line in lines]
