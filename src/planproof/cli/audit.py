"""`planproof audit`: is the record what was written?"""

from __future__ import annotations

import click

from planproof.cli.runs import json_option, record, store_option
from planproof.cli.streams import put, put_json


@click.group()
def audit() -> None:
    """Check the record of runs."""


@audit.command(epilog="Exit codes: 0 the record is sound, 1 it was changed, 2 usage or internal error.")
@click.option("--run", metavar="RUN", help="Only this run.")
@click.option("--head", "heads", multiple=True, metavar="RUN:SEQ:HASH", help="An event known from elsewhere.")
@store_option
@json_option
def verify(run: str | None, heads: tuple[str, ...], store_url: str, form: str) -> int:
    """Find every row that was changed, added or taken away behind planproof's back.

    The end of a run can be cut off without a gap: give the heads that approvals carry, or that were noted elsewhere.
    """
    from planproof.record.audit import audit as audited
    from planproof.record.entry import Head

    known: list[Head] = []
    for text in heads:
        name, _, rest = text.partition(":")
        seq, _, found = rest.partition(":")
        if not seq.isdecimal() or not found:
            raise click.UsageError(f"--head {text!r} is no RUN:SEQ:HASH")
        known.append(Head(run=name, seq=int(seq), hash=found))
    with record(store_url, check=False) as store:
        flaws = audited(store, run, known)
    if form == "json":
        put_json({"sound": not flaws, "flaws": [str(flaw) for flaw in flaws]})
    else:
        put("\n".join(map(str, flaws)) if flaws else "the record is sound")
    return 1 if flaws else 0
