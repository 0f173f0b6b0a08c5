"""`planproof config`, and how the command line changes a configuration."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Literal

import click

from planproof.cli.streams import look_of, put, put_json

if TYPE_CHECKING:
    from planproof.model.config import Config


def configuration(file: str | None, select: Sequence[str], ignore: Sequence[str]) -> Config:
    """The configuration for the current folder, with what the command line says."""
    return _found(file, select, ignore)[0]


def _found(file: str | None, select: Sequence[str], ignore: Sequence[str]) -> tuple[Config, Path | None]:
    from planproof.model.config import Config, Ignore
    from planproof.model.settings import load_config

    config, path = load_config(file, Path.cwd())
    chosen, left_out = _codes(select), _codes(ignore)
    if chosen or left_out:
        ignored = tuple(Ignore(rule=code, reason="--ignore on the command line") for code in left_out)
        config = Config.model_validate(
            {
                **{name: getattr(config, name) for name in type(config).model_fields},
                "select": chosen or config.select,
                "ignore": (*config.ignore, *ignored),
            }
        )
    return config, path


def _codes(given: Sequence[str]) -> tuple[str, ...]:
    import re

    codes = tuple(code.strip().upper() for text in given for code in text.split(",") if code.strip())
    for code in codes:
        if not re.fullmatch(r"[A-Z]{3}([0-9]{3})?", code):
            raise click.UsageError(
                f"{code!r} is no rule and no family: write ORD003 or ORD; `planproof rules` lists them"
            )
    return codes


@click.command()
@click.option("--config", "config_file", metavar="FILE", help="The file, instead of the one that is found.")
@click.option("--select", multiple=True, metavar="CODES", help="As for check.")
@click.option("--ignore", multiple=True, metavar="CODES", help="As for check.")
@click.option("--output", type=click.Choice(["text", "json"]), default="text", help="Format.")
@click.option("--color/--no-color", "colour", default=None, help="Colour, on a terminal by default.")
def config(
    config_file: str | None,
    select: tuple[str, ...],
    ignore: tuple[str, ...],
    output: Literal["text", "json"],
    colour: bool | None,
) -> None:
    """Show the configuration in effect here, and where it comes from."""
    import json

    from planproof.gates.run import ruleset_digest, selected
    from planproof.model.values import as_list

    found, path = _found(config_file, select, ignore)
    rules = selected(found)
    values = found.model_dump(mode="json")
    origin = None if path is None else str(path)
    if output == "json":
        shown = {
            "file": origin,
            "config": values,
            "rules": [r.code for r in rules],
            "ruleset_digest": ruleset_digest(found),
        }
        put_json(shown)
        return
    look = look_of(sys.stdout, colour)
    lines = [look.spans([("file      ", "dim"), (origin or "none found: the defaults", "bold")])]
    given = found.model_fields_set
    for name, value in values.items():
        source = "" if name in given else "  (default)"
        for k, entry in enumerate(as_list(value) or [value]):
            label = name if k == 0 else ""
            written = entry if isinstance(entry, str) else json.dumps(entry, ensure_ascii=False)
            lines.append(look.spans([(f"{label:<10}", "dim"), (str(written), ""), (source if k == 0 else "", "dim")]))
    lines.append(look.spans([("rules     ", "dim"), (f"{len(rules)} selected", ""), ("  (planproof rules)", "dim")]))
    lines.append(look.spans([("digest    ", "dim"), (ruleset_digest(found), "")]))
    put("\n".join(lines))
