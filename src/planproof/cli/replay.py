"""`planproof replay`: does a recorded run come to the same verdicts again?"""

from __future__ import annotations

import click

from planproof.cli.runs import json_option, record, store_option
from planproof.cli.streams import put, put_json


@click.command(epilog="Exit codes: 0 every verdict is the same, 1 one is another, 2 usage or internal error.")
@click.argument("run")
@store_option
@json_option
def replay(run: str, store_url: str, form: str) -> int:
    """Judge every version of a run again, from its record and with what its models said, and compare the verdicts.

    No model is asked. A difference means that planproof's rules have changed since, or its record.
    """
    from planproof.loop.log import Log
    from planproof.loop.replaying import replayed

    with record(store_url) as store:
        rounds = list(replayed(Log.load(store, run).events()))
    differ = [r for r in rounds if not r.same]
    if form == "json":
        put_json({"same": not differ, "rounds": [r.as_json() for r in rounds]})
    else:
        for r in rounds:
            what = "the same" if r.same else f"another: {r.now}"
            put(f"version {r.version}: {r.recorded}, again {what}{'' if r.same_rules else ' (under other rules)'}")
    return 1 if differ else 0
