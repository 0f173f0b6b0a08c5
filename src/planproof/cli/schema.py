"""`planproof schema`: the published JSON Schemas."""

from __future__ import annotations

from typing import Literal

import click


@click.command()
@click.argument("artefact", type=click.Choice(["plan", "goal", "config"]))
def schema(artefact: Literal["plan", "goal", "config"]) -> None:
    """Print the JSON Schema (2020-12) of a plan, a goal or the configuration."""
    import json

    from planproof.model.schema import schema_of

    click.echo(json.dumps(schema_of(artefact), ensure_ascii=False, indent=2))
