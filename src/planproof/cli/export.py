"""`planproof export`: a run's record as JSON lines, for whoever keeps or checks it elsewhere."""

from __future__ import annotations

import base64
from pathlib import Path

import click

from planproof.cli.runs import record, store_option
from planproof.cli.streams import put_bytes


@click.command()
@click.argument("run")
@click.option("--approval", is_flag=True, help="Only the signed approval: a DSSE envelope, for `planproof verify`.")
@click.option("--plan", is_flag=True, help="Only the current plan.")
@click.option("--file", "-f", "path", metavar="FILE", help="Where to write; standard output where it is left out.")
@store_option
def export(run: str, approval: bool, plan: bool, path: str | None, store_url: str) -> int:
    """Write a run's record: each event with its hash, then each artefact. The same record gives the same bytes."""
    if approval and plan:
        raise click.UsageError("--approval and --plan write different files: give one of them")
    from planproof.loop.log import Log
    from planproof.model.digest import canonical
    from planproof.model.errors import LoopError
    from planproof.record.entry import references

    with record(store_url) as store:
        if approval:
            held = [a for a in store.approvals(run=run) if a.revoked is None]
            if not held:
                raise LoopError(f"run {run!r} has no approval: `planproof explain {run}` says why")
            data = held[-1].envelope.encode()
        elif plan:
            current = Log.load(store, run).state.current
            if current is None:
                raise LoopError(f"run {run!r} has no plan yet")
            data = canonical(current.plan.model_dump(mode="json", exclude_defaults=True)) + b"\n"
        else:
            rows = store.events(run)
            lines = [
                {"run": r.run, "seq": r.seq, "kind": r.kind, "body": r.body, "prev": r.prev, "hash": r.hash}
                for r in rows
            ]
            named = dict.fromkeys(digest for row in rows for digest in references(row.body))
            held_by = [
                {"sha256": digest, "body": base64.b64encode(store.artefact(digest)).decode()} for digest in named
            ]
            data = b"".join(canonical(line) + b"\n" for line in (*lines, *held_by))
    if path is None:
        put_bytes(data)
    else:
        Path(path).write_bytes(data)
    return 0
