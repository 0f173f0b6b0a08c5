"""`planproof verify`: may this plan run under this approval, here and now?"""

from __future__ import annotations

from pathlib import Path

import click

from planproof.cli.runs import actor_option, clock_of, json_option, now_option, record, store_option, tell, who
from planproof.cli.streams import put, put_json


@click.command(epilog="Exit codes: 0 it holds, 1 it does not, 2 usage or internal error.")
@click.argument("envelope", metavar="APPROVAL")
@click.argument("plan")
@click.option("--key", "key_files", multiple=True, metavar="FILE.pub", help="A key to trust; may be repeated.")
@click.option("--trust", metavar="DIR", help="A folder of keys to trust.")
@click.option("--goal", metavar="FILE", help="The goal as it is now: refused if the approval was for another one.")
@click.option("--ruleset", metavar="SHA256", help="Refused if the plan was judged with other rules.")
@click.option("--files", "folder", metavar="DIR", help="Check the files that commands name, too.")
@click.option("--store", "store_url", metavar="URL", help="A record: refused if it says that the approval is revoked.")
@now_option
@json_option
def verify(
    envelope: str,
    plan: str,
    key_files: tuple[str, ...],
    trust: str | None,
    goal: str | None,
    ruleset: str | None,
    folder: str | None,
    store_url: str | None,
    now: str | None,
    form: str,
) -> int:
    """Check that an approval is signed by a trusted key, still holds, and is for exactly this plan."""
    from planproof.cli.asked import one_plan
    from planproof.model.errors import ApprovalError
    from planproof.model.load import load_goal
    from planproof.model.sources import read_file
    from planproof.record.approval import check_files
    from planproof.record.approval import verify as verified
    from planproof.record.keys import load_public, load_trusted

    trusted = [load_public(Path(file)) for file in key_files]
    trusted += load_trusted(Path(trust)) if trust is not None else ()
    if not trusted:
        raise click.UsageError("name the keys that you trust: --key FILE.pub, or --trust DIR")
    revoked: frozenset[str] = frozenset()
    if store_url is not None:
        with record(store_url) as store:
            revoked = store.revoked()
    text = read_file(Path(envelope)).decode("utf-8", "replace")
    given, _ = one_plan("PLAN", plan)
    try:
        found = verified(
            text,
            given,
            trusted,
            now=clock_of(now)(),
            goal=None if goal is None else load_goal(goal)[0],
            ruleset_digest=ruleset,
            revoked=revoked,
        )
        if folder is not None:
            check_files(found, Path(folder))
    except ApprovalError as error:
        if form == "json":
            put_json({"holds": False, "cause": error.cause, "why": str(error)})
        else:
            tell(f"refused: {error}")
        return 1
    said = found.predicate
    if form == "json":
        put_json({"holds": True, "approval": found.model_dump(mode="json")})
    else:
        by = said.approver
        reason = f": {by.reason}" if by.reason else ""
        until = f"{said.expires_at:%Y-%m-%d %H:%M %Z}"
        tell(f"holds: plan {found.plan!r}, approved by {by.actor} ({by.by}){reason}, until {until}")
        for assumption in said.assumptions:
            tell(f"  on trust: {assumption}")
    return 0


@click.command()
@click.argument("run")
@click.option("--reason", "-m", required=True, metavar="TEXT", help="Why it may not be used any more.")
@store_option
@actor_option
@now_option
def revoke(run: str, reason: str, store_url: str, actor: str | None, now: str | None) -> int:
    """Take back the approvals of a run: `planproof verify --store` refuses them from now on."""
    from planproof.loop.events import Revoked
    from planproof.loop.log import Log
    from planproof.model.errors import LoopError

    name = who(actor)
    with record(store_url) as store:
        log = Log.load(store, run)
        held = [a.digest for a in store.approvals(run=run) if a.revoked is None]
        if not held:
            raise LoopError(f"run {run!r} has no approval that could be revoked")
        at = clock_of(now)()
        log.append([Revoked(at=at, approval=digest, actor=name, reason=reason) for digest in held])
    put(f"revoked {', '.join(digest[:12] for digest in held)}")
    return 0
