"""The bundled plans: a sound one is approved, its flawed twins are not, and each time the reason is shown."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import UTC, datetime
from importlib.resources import files
from io import BytesIO
from typing import Final

from planproof.judge import Judgement, judge
from planproof.model.load import Loaded, load
from planproof.model.plan import Plan
from planproof.model.verdict import Decision
from planproof.output.look import Look
from planproof.output.report import Report
from planproof.output.text import told
from planproof.repair import repair

NOW: Final = datetime(2026, 9, 2, tzinfo=UTC)


@dataclass(frozen=True, slots=True)
class Example:
    """A bundled plan, and how it should be judged."""

    file: str
    decision: Decision
    rules: frozenset[str] = frozenset()
    """Rules, one of which must block or ask."""


EXAMPLES: Final[tuple[Example, ...]] = (
    Example("1-sound.yaml", "approved"),
    Example("2-order-not-guaranteed.yaml", "blocked", frozenset({"PRE002"})),
    Example("3-archive-deleted-first.yaml", "blocked", frozenset({"PRE003", "ROL006"})),
    Example("4-hollow-rollback.yaml", "blocked", frozenset({"ROL002"})),
    Example("5-called-harmless.yaml", "blocked", frozenset({"ROL001", "RSK001"})),
    Example("6-taken-on-trust.yaml", "needs_human", frozenset({"PRE008"})),
)


def text_of(example: Example) -> str:
    """The file of an example."""
    return files("planproof").joinpath("examples", example.file).read_text(encoding="utf-8")


def report_on(example: Example) -> Report:
    """The report on an example."""
    [loaded] = load("-", stdin=BytesIO(text_of(example).encode("utf-8")))
    assert isinstance(loaded.plan, Plan), f"{example.file} holds a plan"

    def judged(plan: Plan) -> Judgement:
        return _judged(plan, loaded)

    judgement = judged(loaded.plan)
    return Report(example.file, judgement, repair(judgement, judged))


def _judged(plan: Plan, loaded: Loaded) -> Judgement:
    return judge(plan, loaded.goal, notes=loaded.notes, now=NOW)


def as_it_should_be(example: Example, report: Report) -> bool:
    """Whether the example got its decision, for its reason."""
    stopping = {finding.rule for finding in (*report.verdict.blocking, *report.verdict.asking)}
    return report.verdict.decision == example.decision and (not example.rules or bool(example.rules & stopping))


def tour(look: Look) -> Iterator[tuple[str, bool]]:
    """For each example, what is told about it, and whether it is as it should be."""
    for number, example in enumerate(EXAMPLES, 1):
        report = report_on(example)
        fine = as_it_should_be(example, report)
        heading = look.paint(f" {number} of {len(EXAMPLES)} ", "on_green" if fine else "on_red")
        intro = look.wrap([(_intro(example), "")], first="  ", rest="  ")
        lines = [f"{heading} {look.paint(example.file, 'bold')}", *intro, "", told(report, look)]
        if not fine:
            lines.append(look.paint(f"  expected {example.decision}, because of {sorted(example.rules)}\n", "red"))
        yield "\n".join(lines), fine


def _intro(example: Example) -> str:
    """The comment that the file begins with."""
    lines: list[str] = []
    for line in text_of(example).splitlines():
        if not line.startswith("#"):
            break
        lines.append(line.removeprefix("#").strip())
    return " ".join(lines)
