"""`planproof rules`: all rules."""

from __future__ import annotations

import sys
from itertools import groupby
from typing import TYPE_CHECKING, Final, Literal

import click

from planproof.cli.streams import look_of, put, put_json

if TYPE_CHECKING:
    from collections.abc import Sequence

    from planproof.gates.rule import Rule
    from planproof.output.look import Look, Paint, Span


_ONE_LINE: Final = 110
"""Columns from which on the summary of a rule fits beside its name."""


@click.command()
@click.option("--output", type=click.Choice(["text", "json"]), default="text", help="Format.")
@click.option("--color/--no-color", "colour", default=None, help="Colour, on a terminal by default.")
def rules(output: Literal["text", "json"], colour: bool | None) -> None:
    """List the rules, in the order in which findings are told."""
    from planproof.gates.run import selected
    from planproof.model.config import Config

    found = selected(Config())
    if output == "json":
        put_json([described(rule) for rule in found])
        return
    look = look_of(sys.stdout, colour)
    put("\n".join(_table(found, look)))


def described(rule: Rule) -> dict[str, object]:
    """What a rule says of itself, without its page."""
    return {
        "code": rule.code,
        "name": rule.name,
        "family": rule.family,
        "severity": rule.severity,
        "basis": rule.basis,
        "fixable": rule.fixable,
        "waivable": rule.waivable,
        "summary": rule.summary,
    }


def _table(rules: Sequence[Rule], look: Look) -> list[str]:
    lines: list[str] = []
    paints: dict[str, Paint] = {"blocker": "red", "warning": "yellow", "info": "dim"}
    column = max((len(rule.name) for rule in rules), default=0)
    for family, members in groupby(rules, key=lambda rule: rule.family):
        lines += ["", look.paint(family, "bold")] if lines else [look.paint(family, "bold")]
        for rule in members:
            flags = ("f" if rule.fixable else "-") + ("-" if rule.waivable else "!")
            head: list[Span] = [
                (f"  {rule.code} {rule.severity:<8}", paints[rule.severity]),
                (f"{flags}  ", "dim"),
            ]
            if look.width < _ONE_LINE:
                lines.append(look.spans([*head, (rule.name, "bold")]))
                lines += look.wrap([(rule.summary, "")], first=" " * 9, rest=" " * 9)
                continue
            head.append((f"{rule.name:<{column}}  ", ""))
            margin = " " * sum(len(text) for text, _ in head)
            first, *rest = look.wrap([(rule.summary, "")], first=margin, rest=margin)
            lines += [look.spans(head) + first[len(margin) :], *rest]
    return [*lines, "", look.paint("f: its findings may carry a fix; !: it cannot be waived", "dim")]
