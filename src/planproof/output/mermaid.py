"""Mermaid flowchart: a box for each plan, its steps coloured by what they do and marked by what is found there."""

from __future__ import annotations

from collections.abc import Iterator
from hashlib import sha256
from typing import Final

from planproof.decide import Ruling
from planproof.output.look import UNICODE, Look
from planproof.output.picture import effect_sign, effect_words, mark
from planproof.output.report import Report
from planproof.output.visible import visible

MAX_DRAWN: Final = 250
"""Steps of the largest plan that is drawn; mermaid itself gives up at 500 edges."""

HEAD: Final = """flowchart TD
  classDef observe fill:#eef2f5,stroke:#8796a5,color:#1f2933
  classDef notify fill:#eef2f5,stroke:#8796a5,color:#1f2933
  classDef create fill:#e3f4e8,stroke:#3f9c5f,color:#1f2933
  classDef modify fill:#e4effb,stroke:#3b7dc4,color:#1f2933
  classDef shift fill:#fdf3d8,stroke:#c8921a,color:#1f2933
  classDef rotate fill:#fdf3d8,stroke:#c8921a,color:#1f2933
  classDef destroy fill:#fbe3e0,stroke:#c0392b,color:#1f2933
  classDef unknown fill:#ffffff,stroke:#8796a5,color:#1f2933,stroke-dasharray:4 3
  classDef blocks stroke:#c0392b,stroke-width:4px
  classDef asks stroke:#c8921a,stroke-width:4px
"""

_LOOK: Final = Look(symbols=UNICODE)
_STOPPING: Final[tuple[Ruling, ...]] = ("blocks", "asks")


def diagram(report: Report) -> str:
    """The lines of one plan."""
    # Unique among all plans of a run, and the same for the same input.
    prefix = (
        "p" + sha256(f"{report.source}\0{report.verdict.plan_digest}".encode("utf-8", "surrogatepass")).hexdigest()[:8]
    )
    title = f"{report.plan.id}: {report.verdict.decision}"
    lines = [f'  subgraph {prefix}["{_label(title)}"]', "    direction TB", *_steps(report, prefix), "  end"]
    return "\n".join(lines) + "\n"


def _steps(report: Report, prefix: str) -> Iterator[str]:
    analysis = report.judgement.analysis
    graph = analysis.graph
    if len(graph.tasks) > MAX_DRAWN:
        yield f'    {prefix}_0["{len(graph.tasks)} steps: too many to draw, the limit is {MAX_DRAWN}"]'
        return
    marks = report.marks()
    for i in graph.order:
        task, effect = graph.tasks[i], analysis.effects[i]
        ruling = marks.get(task.id)
        sign, _ = mark(ruling, _LOOK)
        yield (
            f'    {prefix}_{i}["{sign} {_label(task.id)}<br/>{effect_sign(effect, _LOOK)} {effect_words(effect)}"]'
            f":::{effect.kind}"
        )
        if ruling in _STOPPING:
            yield f"    class {prefix}_{i} {ruling}"
    for i in graph.order:
        for j in _predecessors(report, i):
            yield f"    {prefix}_{j} --> {prefix}_{i}"


def _predecessors(report: Report, i: int) -> Iterator[int]:
    """The steps right before a step: those before it that are before no other one of these."""
    graph = report.judgement.analysis.graph
    left = graph.ancestors(i) & ~graph.bit(i)
    while left:
        last = graph.order[left.bit_length() - 1]
        yield last
        left &= ~(graph.ancestors(last) | graph.bit(last))


def _label(text: str) -> str:
    """Text inside quotes, with what mermaid or HTML would take for its own written as entities."""
    shown = visible(text)
    return "".join(f"#{ord(c)};" if c in '"#&<>;`\\' else c for c in shown)
