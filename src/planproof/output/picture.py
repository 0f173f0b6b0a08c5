"""A small picture of a plan: its steps from first to last, what each does, and where something is wrong."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Final

from planproof.decide import Ruling
from planproof.effects.effect import Effect
from planproof.output.look import Look, Paint, Span
from planproof.output.report import Report
from planproof.output.visible import cut, visible, width

MAX_LAYERED: Final = 200
"""Steps of the largest plan of which the picture shows what may run side by side."""
MAX_ROWS: Final = 30
"""Steps that are drawn; of more, those that something is said about, and the first and last of the others."""
_LONGEST_ID: Final = 30


def picture(report: Report, look: Look) -> list[str]:
    """The lines of the picture; of an empty plan, none."""
    graph = report.judgement.analysis.graph
    if not graph.tasks:
        return []
    layers = _layers(report)
    order = sorted(graph.order, key=lambda i: (layers[i], graph.rank[i])) if layers is not None else list(graph.order)
    marks = report.marks()
    points = _points(report)
    drawn = _drawn(report, order, marks)
    shown = [i for i in order if i in drawn]
    column = max(width(cut(visible(graph.tasks[i].id), _LONGEST_ID, look.symbols.ellipsis)) for i in shown)
    codes = _codes(report)

    lines: list[str] = []
    gap = 0
    for i in order:
        if i not in drawn:
            gap += 1
            continue
        if gap:
            lines.append(_gap(gap, look))
            gap = 0
        if graph.tasks[i].id in points:
            lines.append(_no_return(look))
            points = ()  # the plan is past it, whichever of them runs first
        gutter = _gutter(i, order, layers, drawn, look) if layers is not None else " "
        lines.append(
            _row(report, i, column, gutter, marks.get(graph.tasks[i].id), codes.get(graph.tasks[i].id, ()), look)
        )
    if gap:
        lines.append(_gap(gap, look))
    return lines


def _layers(report: Report) -> list[int] | None:
    """For each step, how many steps come before it at the least, one after the other; None for a large plan."""
    graph = report.judgement.analysis.graph
    if len(graph.tasks) > MAX_LAYERED:
        return None
    layers = [0] * len(graph.tasks)
    for i in graph.order:
        # Steps of a cycle come before one another: only the order in which they are drawn counts among them.
        layers[i] = max(
            (layers[j] + 1 for j in graph.members(graph.ancestors(i)) if graph.rank[j] < graph.rank[i]), default=0
        )
    return layers


def _drawn(report: Report, order: list[int], marks: Mapping[str, Ruling]) -> set[int]:
    if len(order) <= MAX_ROWS:
        return set(order)
    analysis = report.judgement.analysis
    points = _points(report)
    worst = {"blocks": 0, "asks": 1, "acknowledged": 2}

    def weight(i: int) -> int:
        name = analysis.tasks[i].id
        if name in points:
            return -1
        return worst.get(marks.get(name, ""), 3 if analysis.irreversible(i) else 4)

    ranked = sorted(order, key=weight)  # stable: of equals the first to run
    return {i for i in ranked[:MAX_ROWS] if weight(i) < 4} | {order[0], order[-1]}


def _points(report: Report) -> tuple[str, ...]:
    """The steps with the first of which the plan can no longer be taken back."""
    final = report.point_of_no_return()
    return () if final is None else final.subject.tasks


def _gap(count: int, look: Look) -> str:
    return look.paint(f"     {look.symbols.gap} {count:,} more step{'s' if count > 1 else ''}", "dim")


def _no_return(look: Look) -> str:
    text = f"  {look.symbols.line * 2} no way back from here on "
    return look.paint(text + look.symbols.line * max(0, min(look.width, 78) - width(text)), "yellow")


def _gutter(i: int, order: list[int], layers: list[int], drawn: set[int], look: Look) -> str:
    """A bracket around steps that stand side by side."""
    k = order.index(i)
    above = k > 0 and layers[order[k - 1]] == layers[i] and order[k - 1] in drawn
    below = k + 1 < len(order) and layers[order[k + 1]] == layers[i] and order[k + 1] in drawn
    symbols = look.symbols
    return symbols.middle if above and below else symbols.last if above else symbols.first if below else " "


def _codes(report: Report) -> dict[str, tuple[tuple[str, Paint], ...]]:
    """Id of a step to the rules that say something about it, those that only record left out."""
    found: dict[str, dict[str, Paint]] = {}
    for ruling in ("blocks", "asks", "acknowledged"):
        for finding in report.judgement.findings:
            if report.ruling(finding) == ruling:
                for task in finding.subject.tasks:
                    found.setdefault(task, {}).setdefault(finding.rule, PAINT_OF[ruling])
    return {task: tuple(rules.items()) for task, rules in found.items()}


PAINT_OF: Final[Mapping[Ruling, Paint]] = {"blocks": "red", "asks": "yellow", "acknowledged": "cyan", "recorded": "dim"}


def mark(ruling: Ruling | None, look: Look) -> Span:
    """The sign of what a finding does to the decision; of none, that all is fine."""
    match ruling:
        case "blocks":
            return look.symbols.blocks, "red"
        case "asks":
            return look.symbols.asks, "yellow"
        case "acknowledged":
            return look.symbols.acknowledged, "cyan"
        case "recorded" | None:
            return look.symbols.fine, "green"


def effect_words(effect: Effect) -> str:
    """What a step does, in two or three words."""
    words = "effect unknown" if effect.kind == "unknown" else effect.kind
    if effect.kind != "unknown" and effect.reversibility in ("irreversible", "compensable", "unknown"):
        words += ", may be final" if effect.reversibility == "unknown" else f", {effect.reversibility}"
    if effect.kind != "unknown" and effect.opaque:
        words += ", in part unknown"
    return words


def effect_sign(effect: Effect, look: Look) -> str:
    """The one-character sign of what a step does."""
    return str(getattr(look.symbols, effect.kind))


def _row(
    report: Report,
    i: int,
    column: int,
    gutter: str,
    ruling: Ruling | None,
    codes: tuple[tuple[str, Paint], ...],
    look: Look,
) -> str:
    analysis = report.judgement.analysis
    effect = analysis.effects[i]
    name = cut(visible(analysis.tasks[i].id), _LONGEST_ID, look.symbols.ellipsis)
    paint: Paint = "bold" if ruling in ("blocks", "asks") else ""
    spans: list[Span] = [
        (f"  {gutter} ", "dim"),
        mark(ruling, look),
        (f" {effect_sign(effect, look)} ", "yellow" if analysis.irreversible(i) else "dim"),
        (name, paint),
        (" " * (column - width(name) + 2), ""),
        (effect_words(effect), "yellow" if analysis.irreversible(i) else "dim"),
    ]
    return look.spans([*spans, *_fitting(codes, look.width - sum(width(text) for text, _ in spans), look)])


def _fitting(codes: tuple[tuple[str, Paint], ...], room: int, look: Look) -> Iterator[Span]:
    """As many codes as fit in the line."""
    for k, (code, paint) in enumerate(codes):
        needed = len(code) + (2 if k == 0 else 1)
        if needed + (2 if k + 1 < len(codes) else 0) > room:
            yield f" {look.symbols.ellipsis}", "dim"
            return
        yield ("  " if k == 0 else " ") + code, paint
        room -= needed
