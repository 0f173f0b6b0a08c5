"""`planproof schema`: the published JSON Schemas."""

from __future__ import annotations

from typing import Literal

import click

from planproof.cli.streams import put_json


@click.command()
@click.argument("artefact", type=click.Choice(["plan", "goal", "config"]))
def schema(artefact: Literal["plan", "goal", "config"]) -> None:
    """Print the JSON Schema (2020-12) of a plan, a goal or the configuration."""
    from planproof.model.schema import schema_of

    put_json(schema_of(artefact))
