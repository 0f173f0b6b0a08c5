"""Text for people: the verdict first, then the plan, then each finding with its evidence and what to do."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import groupby
from typing import Final, assert_never

from planproof.gates.simulation import TOLD
from planproof.model.finding import Finding
from planproof.model.verdict import Decision
from planproof.output.evidence import draw, labelled
from planproof.output.look import Look, Paint, Span
from planproof.output.picture import PAINT_OF, effect_sign, mark, picture
from planproof.output.report import Report, Skipped, Summary
from planproof.output.visible import cut, visible, width

MAX_INFORMATION: Final = 12
"""Findings that only record something which are listed; more are counted."""
MAX_OF_ONE_RULE: Final = 5
"""Findings of one rule and weight which are listed; more are counted."""

_LISTS: Final = "  (--verbose lists them)"


def told(report: Report, look: Look) -> str:
    """Everything about one plan, ending in a new line."""
    brief = look.quiet or (look.many and report.verdict.decision == "approved" and not look.verbose)
    lines = list(_header(report, look, brief=brief))
    if not brief:
        lines += _body(report, look)
        lines += [""] if look.many else []
    return "\n".join(lines) + "\n"


def skipped(found: Skipped, look: Look) -> str:
    """The line for a file that is no plan; of quiet plans they are only counted."""
    if look.quiet:
        return ""
    head = f" {look.symbols.dot} SKIPPED ".ljust(_WIDEST_BADGE)
    spans: list[Span] = [(visible(found.source), ""), (f" ({visible(found.reason)})", "dim")]
    lines = look.wrap(spans, first=head, rest=" " * len(head))
    return "\n".join(lines) + "\n"


def summed_up(summary: Summary, look: Look) -> str:
    """The last lines, for many plans."""
    counts = summary.decisions
    total = sum(counts.values())
    spans: list[Span] = [(f"{total:,} plan{'' if total == 1 else 's'}: ", "bold")]
    spans.append((f"{counts['approved']:,} approved", "green"))
    spans.append((f", {counts['needs_human']:,} need a person", "yellow"))
    spans.append((f", {counts['blocked']:,} blocked", "red"))
    if summary.failures:
        spans.append((f", {len(summary.failures):,} not judged", "red"))
    if summary.skipped:
        spans.append((f"; {len(summary.skipped):,} other file{'s' if len(summary.skipped) > 1 else ''} skipped", "dim"))
    return look.spans(spans) + "\n"


# -- the verdict -----------------------------------------------------------------------------------------------


def _header(report: Report, look: Look, *, brief: bool) -> Iterator[str]:
    verdict, plan = report.verdict, report.plan
    word, sign, paint = _decision(verdict.decision, look)
    badge = f" {sign} {word} "
    margin = " " * (_WIDEST_BADGE - width(badge) if look.many else 2)
    behind: list[Span] = [(f"  {verdict.posture}", "dim")]
    if brief and report.applied:
        behind.append((f"  {_fixes(report)} written", "green"))
    if brief and (counts := _counts_of(report)):
        behind.append(("  ", ""))
        behind += counts
    spare = look.width - width(badge + margin) - sum(width(text) for text, _ in behind)
    version = f" v{plan.version}" if plan.version != 1 else ""
    name = cut(visible(plan.id), max(_SHORTEST, spare - width(version)), look.symbols.ellipsis) + version
    left: list[Span] = [(badge, paint), (margin, ""), (name, "bold"), *behind]
    source = visible(report.source)
    room = look.width - sum(width(text) for text, _ in left) - 3
    if plan.id == report.source or (brief and room < _SHORTEST):
        yield look.spans(left)
    elif width(source) <= room or brief or (look.many and room >= _SHORTEST):
        yield look.between(left, [(_end_of(source, room, look), "dim")])
    else:
        yield look.spans(left)
        yield "  " + look.paint(_end_of(source, look.width - 2, look), "dim")


_WIDEST_BADGE: Final = 19
_SHORTEST: Final = 12


def _end_of(path: str, columns: int, look: Look) -> str:
    """A path cut at its front: the name of the file is what tells it from others."""
    return path if width(path) <= columns else cut(path[::-1], columns, look.symbols.ellipsis[::-1])[::-1]


def _decision(decision: Decision, look: Look) -> tuple[str, str, Paint]:
    match decision:
        case "approved":
            return "APPROVED", look.symbols.fine, "on_green"
        case "blocked":
            return "BLOCKED", look.symbols.blocks, "on_red"
        case "needs_human":
            return "NEEDS A PERSON", look.symbols.asks, "on_yellow"
        case _:
            assert_never(decision)


def _counts_of(report: Report) -> list[Span]:
    verdict = report.verdict
    piles: tuple[tuple[Sequence[Finding], str, Paint], ...] = (
        (verdict.blocking, "blocking", "red"),
        (verdict.asking, "to answer", "yellow"),
        (verdict.acknowledged, "acknowledged", "cyan"),
        (verdict.recorded, "noted", "dim"),
    )
    spans: list[Span] = []
    for findings, word, paint in piles:
        if count := sum(1 + f.more for f in findings):
            spans.append((", " if spans else "", ""))
            spans.append((f"{count:,} {word}", paint))
    return spans


def _counts(report: Report, look: Look) -> Iterator[str]:
    verdict = report.verdict
    spans: list[Span] = _counts_of(report) or [("nothing found", "green")]
    sure = verdict.assurance
    steps = len(report.plan.tasks)
    known = [(sure.proven, "proven"), (sure.declared, "declared"), (sure.opaque, "unknown")]
    effects = ", ".join(f"{count:,} {word}" for count, word in known if count)
    told_steps = f"{steps:,} step{'' if steps == 1 else 's'}" + (f", effects: {effects}" if effects else "")
    yield from look.wrap([*spans, (f" {look.symbols.dot}  {told_steps}", "dim")], first="  ", rest="  ")


# -- the rest --------------------------------------------------------------------------------------------------


def _body(report: Report, look: Look) -> Iterator[str]:
    verdict = report.verdict
    yield from _counts(report, look)
    if report.applied:
        yield ""
        yield from _applied(report, look)
    if drawn := picture(report, look):
        yield ""
        yield from drawn
    if look.effects:
        yield from _effects(report, look)
    yield from _residue(report, look)
    yield from _pile("Blocking", verdict.blocking, report, look)
    yield from _pile("To answer", verdict.asking, report, look)
    yield from _pile("Acknowledged", verdict.acknowledged, report, look)
    yield from _noted(report, look)
    if verdict.assumptions:
        yield from _title("Taken on trust", look)
        yield from _folded([[(visible(a), "")] for a in verdict.assumptions], look)
    if verdict.question is not None:
        yield from _title("Question to a person", look)
        yield from look.wrap([(visible(verdict.question), "bold")], first="  ", rest="  ")
    yield from _repair(report, look)


def _residue(report: Report, look: Look) -> Iterator[str]:
    """What stays behind when the plan stops and everything done is rolled back."""
    simulation = report.simulation
    if not simulation.residue:
        return
    yield from _title("If it stops and is rolled back", look)
    tasks = report.plan.tasks
    items: list[list[Span]] = []
    for left in simulation.residue:
        what = visible(", ".join(left.resources)) or "something it does not name"
        paint: Paint = "red" if left.undo == "irreversible" else ""
        since = f"from {visible(tasks[left.since].id)} on: "
        why = TOLD[left.why] + (f" (of {visible(tasks[left.task].id)})" if left.task != left.since else "")
        items.append([(since, ""), (what, paint), (f" stays changed, {left.undo}; {why}", "dim")])
    yield from _folded(items, look)


def _title(text: str, look: Look) -> Iterator[str]:
    yield ""
    yield look.paint(text, "bold")


def _pile(title: str, findings: Sequence[Finding], report: Report, look: Look) -> Iterator[str]:
    if not findings:
        return
    yield from _title(title, look)
    most = len(findings) if look.verbose else MAX_OF_ONE_RULE
    told_before = False
    for _, group in groupby(findings, key=lambda finding: finding.rule):
        members = list(group)
        for finding in members[:most]:
            if told_before:
                yield ""
            told_before = True
            yield from _finding(finding, report, look)
        if members[most:]:
            yield from _further(members[most:], look)


def _further(findings: Sequence[Finding], look: Look) -> Iterator[str]:
    """The other findings of a rule, counted, with the steps they are about as far as they fit in a line."""
    count = sum(1 + finding.more for finding in findings)
    steps = ", ".join(visible(" ".join(finding.subject.tasks)) for finding in findings[:20] if finding.subject.tasks)
    text = f"{look.symbols.ellipsis} and {count:,} more of {findings[0].rule}" + (f": {steps}" if steps else "")
    yield ""
    yield "    " + look.paint(cut(text, look.width - 4 - len(_LISTS), look.symbols.ellipsis) + _LISTS, "dim")


def _finding(finding: Finding, report: Report, look: Look) -> Iterator[str]:
    ruling = report.ruling(finding)
    sign, paint = mark(ruling, look)
    steps = ", ".join(visible(t) for t in finding.subject.tasks)
    head: list[Span] = [(f"  {sign} ", paint), (finding.rule, PAINT_OF[ruling]), (f" {finding.name}", "bold")]
    source = "" if finding.source == "gate" else f"{finding.source}, "
    tail: list[Span] = [(source + finding.basis, "dim")]
    room = look.width - sum(width(text) for text, _ in (*head, *tail)) - 5
    if steps and room >= _SHORTEST:
        head.append((f"  {cut(steps, room, look.symbols.ellipsis)}", ""))
    yield look.between(head, tail)
    yield from look.wrap([(visible(finding.message), "")], first="    ", rest="    ")
    for evidence in finding.evidence:
        yield from draw(evidence, look, "    ")
    if finding.fix is not None:
        how = "  (safe: --fix makes it)" if finding.fix.safe else "  (not safe: look at it first)"
        spans: list[Span] = [(visible(finding.fix.description), "green"), (how, "dim")]
        yield from labelled("fix", spans, look, "    ")
    if finding.more:
        yield f"    {look.symbols.ellipsis} and {finding.more:,} more of {finding.rule}, not listed"


def _noted(report: Report, look: Look) -> Iterator[str]:
    recorded = report.verdict.recorded
    if not recorded:
        return
    yield from _title("Noted", look)
    if len(recorded) > MAX_INFORMATION and not look.verbose:
        yield from _counted(recorded, look)
        return
    for finding in recorded:
        waived: list[Span] = [] if finding.waived is None else [(f"waived: {visible(finding.waived)}; ", "yellow")]
        spans: list[Span] = [(f"{finding.rule} ", "dim"), *waived, (visible(finding.message), "")]
        yield from look.wrap(spans, first=f"  {look.symbols.bullet} ", rest="    ")
        if finding.more:
            yield f"    {look.symbols.ellipsis} and {finding.more:,} more of {finding.rule}"
        if look.verbose:
            for evidence in finding.evidence:
                yield from draw(evidence, look, "    ")


def _counted(findings: Sequence[Finding], look: Look) -> Iterator[str]:
    counts = Counter[tuple[str, str]]()
    for finding in findings:
        counts[finding.rule, finding.name] += 1 + finding.more
    told_rules = ", ".join(
        f"{rule} {name}" + (f" ({n:,} times)" if n > 1 else "") for (rule, name), n in counts.items()
    )
    yield from look.wrap([(f"{told_rules}; --verbose lists them", "dim")], first="  ", rest="  ")


def _folded(items: Sequence[list[Span]], look: Look) -> Iterator[str]:
    listed = items if look.verbose else items[:MAX_INFORMATION]
    for item in listed:
        yield from look.wrap(item, first=f"  {look.symbols.bullet} ", rest="    ")
    if len(items) > len(listed):
        yield look.paint(f"  and {len(items) - len(listed):,} more; --verbose lists them", "dim")


def _effects(report: Report, look: Look) -> Iterator[str]:
    yield from _title("Effects", look)
    column = min(30, max((width(visible(task.id)) for task in report.plan.tasks), default=0))
    for task, effect in zip(report.plan.tasks, report.judgement.analysis.effects, strict=True):
        name = cut(visible(task.id), column, look.symbols.ellipsis)
        head = f"  {effect_sign(effect, look)} {name}{' ' * (column - width(name))}  "
        undo = f" {effect.reversibility.replace('_', ' ')}" if effect.kind != "unknown" else ""
        because = visible(effect.because)
        if effect.basis not in because:
            because = f"{effect.basis}: {because}"
        spans: list[Span] = [(f"{effect.kind}{undo} {look.symbols.dot} ", ""), (because, "dim")]
        yield from look.wrap(spans, first=head, rest=" " * (column + 6))


def _fixes(report: Report) -> str:
    return f"{len(report.applied)} fix{'' if len(report.applied) == 1 else 'es'}"


def _applied(report: Report, look: Look) -> Iterator[str]:
    yield look.paint(f"  {_fixes(report)} written to {visible(report.source)}:", "green")
    yield from _folded([[(visible(fix.description), "")] for fix in report.applied], look)


def _repair(report: Report, look: Look) -> Iterator[str]:
    repair = report.repair
    if repair is None:
        return
    from planproof.repair import Unsought  # only there where something can be repaired

    yield from _title("Repair", look)
    if isinstance(repair, Unsought):
        yield from look.wrap([(f"not looked for: {visible(repair.reason)}", "")], first="  ", rest="  ")
        return
    fixes, verdict = repair.fixes, repair.judgement.verdict
    some = f"{len(fixes)} safe fix{'' if len(fixes) == 1 else 'es'}"
    does = "clears" if len(fixes) == 1 else "clear"
    if repair.remaining:
        left = "1 blocker remains" if repair.remaining == 1 else f"{repair.remaining:,} blockers remain"
        what = f"{some} {does} what can be cleared, {left}"
    else:
        what = f"{some} {does} every blocker" + (", and fewer do not" if repair.smallest and len(fixes) > 1 else "")
    word, sign, _ = _decision(verdict.decision, look)
    outcome: Paint = (
        "green" if verdict.decision == "approved" else "yellow" if verdict.decision == "needs_human" else "red"
    )
    spans: list[Span] = [(what, ""), ("; the repaired plan: ", ""), (f"{sign} {word.lower()}", outcome)]
    yield from look.wrap(spans, first="  ", rest="  ")
    yield from _folded([[(visible(fix.description), "green")] for fix in fixes], look)
    yield look.paint("  --diff shows the change, --fix makes it", "dim")
