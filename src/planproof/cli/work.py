"""Judging one unit: from bytes to the texts of every output. Runs in this process or in a worker."""

from __future__ import annotations

import os
from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from planproof.cli.options import Options
from planproof.cli.units import Unit, imported, loaded
from planproof.gates.risk.secrets import redact
from planproof.judge import Judgement, judge
from planproof.model.errors import DocumentError, FixError
from planproof.model.limits import MAX_ID
from planproof.model.load import Loaded
from planproof.model.plan import Plan
from planproof.model.values import collector_paused
from planproof.model.verdict import Decision
from planproof.output.formats import POINTING, body
from planproof.output.report import Failure, Report, Skipped

if TYPE_CHECKING:
    from planproof.repair import Repair, Unsought


@dataclass(frozen=True, slots=True)
class Told:
    """What became of one plan, ready to be written."""

    bodies: tuple[str, ...]
    """For each output its text."""
    decision: Decision | None
    failure: Failure | None = None
    skipped: Skipped | None = None
    folder: str | None = None
    """The folder that its file was found in; None: the file was named."""
    notices: tuple[str, ...] = ()
    """For standard error."""


def tell(unit: Unit | Failure, options: Options) -> list[Told]:
    """Judges every plan of a unit. A bug is the failure of its unit, and the others go on."""
    if isinstance(unit, Failure):
        return [failed(unit, options)]
    found: list[Told] = []
    try:
        found.extend(_told(unit, options))
    except Exception as error:
        if os.environ.get("PLANPROOF_DEBUG") == "1":
            raise
        message = (
            f"internal error: {type(error).__name__}: {error}. This is a bug in planproof, and the plan was not "
            "judged; please report it with what the same command prints under PLANPROOF_DEBUG=1"
        )
        found.append(failed(Failure(unit.label, message), options))
    return [replace(told, folder=unit.folder) for told in found]


def _told(unit: Unit, options: Options) -> Iterator[Told]:
    if options.pddl is not None:
        yield _judged(imported(unit, *options.pddl), unit, options)
        return
    for item in loaded(unit):
        if isinstance(item, Failure):
            yield failed(item, options)
            continue
        if isinstance(item, Skipped):
            yield Told(tuple(body(o.format, item, o.look) for o in options.outputs), None, skipped=item)
            continue
        with collector_paused():  # a sixth of the time for 10,000 steps
            told = _judged(item, unit, options)
        yield told


def failed(failure: Failure, options: Options) -> Told:
    """What is told about a source that could not be judged."""
    failure = replace(failure, message=redact(failure.message))  # it may quote what it could not read
    bodies = tuple(body(o.format, failure, o.look) for o in options.outputs)
    return Told(bodies, None, failure)


def _judged(item: Loaded, unit: Unit, options: Options) -> Told:
    plan = item.plan if item.plan is not None else Plan(id=item.source[-MAX_ID:] or "-")
    notices: list[str] = []
    if options.attach is not None:
        from planproof.attach import attached

        plan, missing = attached(plan, options.attach)
        notices += (f"{item.source}: {message}" for message in missing)
    judgement = _judgement(plan, item, options)
    if judgement.verdict.decision != "blocked" and (lost := _lost(item, options)):
        # The rule that blocks it may be left out by a configuration. What was not read is not approved for all that.
        return failed(Failure(item.source, lost, None if item.origin.file is None else str(item.origin.file)), options)
    found = _repair(judgement, item, options)
    file = None if item.origin.file is None else str(item.origin.file)
    report = Report(item.source, judgement, found, file, item.origin.line)
    bodies: tuple[str, ...] | None = None
    if options.mending != "no":
        from planproof.cli.mend import mended

        try:
            report, diff = mended(report, item, unit, options, lambda edited: _judgement(edited, item, options))
            notices += _diff_notices(report, diff) if options.mending == "diff" else []
            if options.mending == "diff":
                bodies = _bodies(report, unit, options, instead_of_text=diff)
        except (FixError, OSError) as error:
            notices.append(f"{item.source}: not fixed: {error}")
            bodies = _bodies(report, unit, options, instead_of_text="") if options.mending == "diff" else None
    return Told(bodies or _bodies(report, unit, options), report.verdict.decision, notices=tuple(notices))


def _repair(judgement: Judgement, item: Loaded, options: Options) -> Repair | Unsought | None:
    if not any(finding.fix is not None for finding in judgement.verdict.blocking):
        return None
    from planproof.repair import repair

    return repair(judgement, lambda edited: _judgement(edited, item, options))


def _lost(item: Loaded, options: Options) -> str | None:
    """What of the source is no part of the plan that was judged."""
    if item.plan is None or options.pddl is not None:
        return item.notes[-1].message if item.notes else None
    return None


def _judgement(plan: Plan, item: Loaded, options: Options) -> Judgement:
    return judge(
        plan,
        options.goal if options.goal is not None else item.goal,
        config=options.config,
        posture=options.posture,
        notes=(*options.goal_notes, *item.notes),
        parent=options.parent,
        now=options.now,
    )


def _bodies(report: Report, unit: Unit, options: Options, instead_of_text: str | None = None) -> tuple[str, ...]:
    if any(output.format in POINTING for output in options.outputs) and report.file is not None and report.line is None:
        report = _pointed(report, unit)
    return tuple(
        instead_of_text
        if instead_of_text is not None and output.format == "text" and output.path is None
        else body(output.format, report, output.look)
        for output in options.outputs
    )


def _pointed(report: Report, unit: Unit) -> Report:
    """The report with the lines of its file."""
    from planproof.model.document import decode
    from planproof.model.sources import read_file
    from planproof.output.lines import lines_of

    assert unit.file is not None, "the report has a file"
    try:
        lines = lines_of(decode(read_file(unit.file)))
    except DocumentError:
        return report  # it holds no text: the finding says so
    known = {task.id for task in report.plan.tasks}
    return replace(report, lines={name: line for name, line in lines.items() if name in known})


def _diff_notices(report: Report, diff: str) -> list[str]:
    from planproof.repair import Repair

    found = report.repair
    if not diff:
        return [f"{report.source}: {report.verdict.decision}; no safe fix helps"]
    after = f", {found.judgement.verdict.decision} with it" if isinstance(found, Repair) else ""
    return [f"{report.source}: {report.verdict.decision} as it is{after}"]
