"""`planproof diff`: what changed between two versions of a plan, by step and by finding."""

from __future__ import annotations

import click

from planproof.cli.runs import json_option, record, store_option, tell
from planproof.cli.streams import put_json


@click.command()
@click.argument("run")
@click.argument("versions", nargs=-1, type=click.IntRange(1), metavar="[FROM TO]")
@store_option
@json_option
def diff(run: str, versions: tuple[int, ...], store_url: str, form: str) -> int:
    """Compare two versions of a run's plan; the first and the last where they are not named."""
    from planproof.loop.comparing import compare, versions_of
    from planproof.loop.log import Log

    if len(versions) not in (0, 2):
        raise click.UsageError("name two versions, or none")
    with record(store_url) as store:
        known = versions_of(Log.load(store, run).events())
    numbers = [version.number for version in known]
    if not known:
        raise click.UsageError(f"run {run!r} has no version of a plan yet")
    first, last = versions or (numbers[0], numbers[-1])
    if first not in numbers or last not in numbers:
        raise click.UsageError(f"run {run!r} has the versions {', '.join(map(str, numbers))}")
    found = compare(known[numbers.index(first)], known[numbers.index(last)])
    if form == "json":
        put_json({"version": 1, **found.as_json()})
    else:
        tell(*found.as_lines())
    return 0
