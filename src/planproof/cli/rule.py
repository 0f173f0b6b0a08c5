"""`planproof rule`: the page of one rule."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING, Literal

import click
from click.shell_completion import CompletionItem

from planproof.cli.streams import look_of, put, put_json

if TYPE_CHECKING:
    from planproof.gates.page import Page
    from planproof.gates.rule import Rule
    from planproof.output.look import Look


def _complete(ctx: click.Context, param: click.Parameter, incomplete: str) -> list[CompletionItem]:  # noqa: ARG001
    from planproof.gates.run import selected
    from planproof.model.config import Config

    wanted = incomplete.upper()
    return [CompletionItem(r.code, help=r.summary) for r in selected(Config()) if r.code.startswith(wanted)]


@click.command()
@click.argument("code", shell_complete=_complete)
@click.option("--output", type=click.Choice(["text", "json"]), default="text", help="Format.")
@click.option("--color/--no-color", "colour", default=None, help="Colour, on a terminal by default.")
def rule(code: str, output: Literal["text", "json"], colour: bool | None) -> None:
    """Print the page of the rule CODE (ORD003) or name (use-after-destroy)."""
    from planproof.gates.page import page_of
    from planproof.gates.run import selected
    from planproof.model.config import Config

    rules = selected(Config())
    found = next((r for r in rules if code.upper() == r.code or code.lower() == r.name), None)
    if found is None:
        near = [r.code for r in rules if r.code.startswith(code.upper()[:3])]
        hint = f"; of that family there are {', '.join(near)}" if near else "; `planproof rules` lists them"
        raise click.UsageError(f"no rule has the code or name {code!r}{hint}")
    page = page_of(found)
    if output == "json":
        put_json(_values(found, page))
        return
    look = look_of(sys.stdout, colour)
    put(_text(found, page, look))


def _values(found: Rule, page: Page) -> dict[str, object]:
    from planproof.cli.rules import described

    return {
        **described(found),
        "what": page.what,
        "why": page.why,
        "fails": page.fails_text,
        "passes": page.passes_text,
    }


def _text(found: Rule, page: Page, look: Look) -> str:
    traits = [found.family, f"{found.severity} by default", f"{found.basis}"]
    traits += ["may carry a fix"] if found.fixable else []
    traits += [] if found.waivable else ["cannot be waived"]
    lines = [
        look.spans([(found.code, "red" if found.severity == "blocker" else "yellow"), (f" {found.name}", "bold")]),
        look.paint(f" {look.symbols.dot} ".join(traits), "dim"),
        "",
        *_paragraphs(page.what, look, ""),
        "",
        look.paint("Why this is bad", "bold"),
        *_paragraphs(page.why, look, "  "),
    ]
    for title, example in (("Fails", page.fails_text), ("Passes", page.passes_text)):
        lines += ["", look.paint(title, "bold"), *(f"  {line}".rstrip() for line in example.splitlines())]
    return "\n".join(lines)


def _paragraphs(text: str, look: Look, indent: str) -> list[str]:
    lines: list[str] = []
    for paragraph in text.split("\n\n"):
        lines += [""] if lines else []
        if paragraph.startswith(("* ", "- ", "    ")):
            lines += [indent + line for line in paragraph.splitlines()]
        else:
            lines += look.wrap([(" ".join(paragraph.split()), "")], first=indent, rest=indent)
    return lines
