"""Evidence, drawn in a line or two."""

from __future__ import annotations

from typing import assert_never

from planproof.model.finding import (
    CommandEvidence,
    CycleEvidence,
    Evidence,
    OrderEvidence,
    PairEvidence,
    TextEvidence,
    ValueEvidence,
)
from planproof.output.look import Look, Span
from planproof.output.visible import cut, visible, width

LABEL = 9
"""Columns of the label in front of evidence, fix and the like."""
_LONGEST_ORDER = 8
"""Steps of a counterexample order that are drawn; of a longer one the last."""


def draw(evidence: Evidence, look: Look, indent: str) -> list[str]:
    """The lines of one piece of evidence."""
    symbols = look.symbols
    match evidence:
        case OrderEvidence():
            shown = evidence.order[-_LONGEST_ORDER:]
            hidden = evidence.omitted + len(evidence.order) - len(shown)
            spans: list[Span] = [(f"{symbols.ellipsis} {hidden} earlier {symbols.arrow} ", "dim")] if hidden else []
            for step in shown[:-1]:
                spans.append((visible(step), ""))
                spans.append((f" {symbols.arrow} ", "dim"))
            for step in shown[-1:]:
                spans.append((visible(step), "bold"))
                spans.append((f" {symbols.blocks} ", "red"))
            return labelled("order", [*spans, (visible(evidence.note), "")], look, indent)
        case PairEvidence():
            first = f"{visible(evidence.first)} {visible(evidence.first_access)}"
            second = f"{visible(evidence.second)} {visible(evidence.second_access)}"
            beside: Span = (f" {symbols.beside} ", "red")
            return labelled(
                "overlap", [(first, ""), beside, (f"{second}: {visible(evidence.resource)}", "")], look, indent
            )
        case CycleEvidence():
            spans = []
            for step, reason in zip(evidence.path, evidence.reasons, strict=False):
                spans.append((visible(step), "bold"))
                spans.append((f" {symbols.arrow} ", "red"))
                spans.append((f"({visible(reason)}) ", "dim"))
            return labelled("cycle", [*spans, *((visible(step), "bold") for step in evidence.path[:1])], look, indent)
        case TextEvidence():
            return labelled(
                "words", [(f"{visible(evidence.field)} ", "dim"), (_quoted(evidence.quote, look), "")], look, indent
            )
        case CommandEvidence():
            return labelled("command", _command(evidence, look.width - len(indent) - LABEL, look), look, indent)
        case ValueEvidence():
            spans = [(f"{visible(evidence.field)} ", "dim"), (f"is {_short(evidence.found, look)}", "")]
            if evidence.wanted:
                spans.append((f", wanted {_short(evidence.wanted, look)}", ""))
            return labelled("value", spans, look, indent)
        case _:
            assert_never(evidence)


def labelled(label: str, spans: list[Span], look: Look, indent: str) -> list[str]:
    """A paragraph behind a label in the margin."""
    head = indent + look.paint(label.ljust(LABEL), "dim")
    lines = look.wrap(spans, first=indent + " " * LABEL, rest=indent + " " * LABEL)
    return [head + lines[0][len(indent) + LABEL :], *lines[1:]] if lines else []


def _quoted(text: str, look: Look) -> str:
    return f'"{cut(visible(text), 200, look.symbols.ellipsis)}"'


def _short(text: str, look: Look) -> str:
    return cut(visible(text), 200, look.symbols.ellipsis) or "empty"


def _command(evidence: CommandEvidence, room: int, look: Look) -> list[Span]:
    """The command, around the part that decides; between pointers where there is no colour to tell it by."""
    before, span, after = evidence.command.partition(evidence.span)
    if not evidence.span or not (span or evidence.command == evidence.span):
        return [(_short(evidence.command, look), "")]
    before, span, after = visible(before), visible(span), visible(after)
    spare = max(10, (2 * room - width(span)) // 2)
    if width(before) > spare:
        before = look.symbols.ellipsis + before[-spare:]
    marks = ("", "") if look.colour else (">>", "<<")
    return [(before, ""), (marks[0] + span + marks[1], "red"), (cut(after, spare, look.symbols.ellipsis), "")]
