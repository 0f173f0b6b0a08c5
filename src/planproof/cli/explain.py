"""`planproof explain`: what happened in a run, in plain words, from its record."""

from __future__ import annotations

import click

from planproof.cli.runs import exit_code, json_option, record, store_option, summary, tell
from planproof.cli.streams import put_json


@click.command()
@click.argument("run", required=False, metavar="[RUN]")
@store_option
@json_option
def explain(run: str | None, store_url: str, form: str) -> int:
    """Tell what happened in a run and why it stands where it does; without RUN, list the runs."""
    from planproof.loop.explain import explain as told
    from planproof.loop.log import Log

    with record(store_url) as store:
        if run is None:
            found = store.runs()
            if form == "json":
                rows = [{"run": r.id, "status": r.status, "reason": r.reason, "events": r.head_seq} for r in found]
                put_json({"version": 1, "runs": rows})
            else:
                tell(*(f"{r.id}  {r.status}{f' ({r.reason})' if r.reason else ''}" for r in found))
            return 0
        log = Log.load(store, run)
        lines = told(log.events())
    if form == "json":
        put_json({"version": 1, **summary(run, log.state), "told": lines})
    else:
        tell(*lines)
    return exit_code(log.state)
