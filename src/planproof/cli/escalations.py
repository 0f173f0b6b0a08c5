"""`planproof escalations`: the questions that wait for a person."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import click

from planproof.cli.runs import json_option, question, record, store_option, tell
from planproof.cli.streams import put, put_json

if TYPE_CHECKING:
    from planproof.loop.state import State

_SHOWN: Final = 12
"""Characters of a digest that tell it apart."""


@click.group()
def escalations() -> None:
    """List the questions that wait for a person, and show one with what it is about."""


@escalations.command("list")
@click.option("--all", "every", is_flag=True, help="Those that are answered or expired as well.")
@store_option
@json_option
def list_(every: bool, store_url: str, form: str) -> int:
    """List the questions that wait for a person."""
    from planproof.loop.log import Log

    with record(store_url) as store:
        found = store.escalations(status=None if every else "open")
        rows: list[dict[str, object]] = []
        for escalation in found:
            state = Log.load(store, escalation.run).state
            asked = next(e for e in state.escalations if e.escalation == escalation.id)
            rows.append({**asked.model_dump(mode="json"), "run": escalation.run, "status": escalation.status})
    if form == "json":
        put_json({"version": 1, "escalations": rows})
    elif not rows:
        put("no question waits for a person")
    else:
        for row in rows:
            until = f", until {row['expires']}" if row["expires"] else ""
            tell(f"{row['escalation']}  {row['status']}, {row['reason']}{until}", f"    {row['question']}")
    return 0


@escalations.command("show")
@click.argument("escalation")
@store_option
@json_option
def show(escalation: str, store_url: str, form: str) -> int:
    """Show a question with what has to be seen before it is answered: the plan, its risks, what stands against it."""
    from planproof.loop.dossier import dossier
    from planproof.loop.log import Log

    with record(store_url) as store:
        entry = question(store, escalation)
        log = Log.load(store, entry.run)
        state: State = log.state
        pages = dossier(state, escalation)
    if form == "json":
        put_json({"version": 1, **pages.as_json()})
    else:
        tell(*pages.as_lines())
    return 0
