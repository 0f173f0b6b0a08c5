"""`planproof approve`, `deny` and `revise`: a person's answer to a question."""

from __future__ import annotations

from dataclasses import asdict
from typing import TYPE_CHECKING

import click

from planproof.cli.runs import (
    actor_option,
    clock_of,
    exit_code,
    hands_of,
    json_option,
    key_option,
    leave,
    now_option,
    providers_of,
    question,
    record,
    signer_of,
    store_option,
    summary,
    tell,
    who,
)
from planproof.cli.streams import put_json

if TYPE_CHECKING:
    from planproof.loop.events import Choice


@click.command(epilog="Exit codes: 0 approved, 2 refused, 3 recorded, and left to the workers.")
@click.argument("escalation")
@click.option("--reason", "-m", required=True, metavar="TEXT", help="Why it may run: the approval carries it.")
@click.option("--plan-digest", metavar="SHA256", help="The plan that you have looked at; refused if it is another now.")
@click.option("--condition", "conditions", multiple=True, metavar="TEXT", help="On what condition; may be repeated.")
@click.option("--override", is_flag=True, help="Approve although the plan is blocked.")
@store_option
@key_option
@actor_option
@now_option
@json_option
def approve(
    escalation: str,
    reason: str,
    plan_digest: str | None,
    conditions: tuple[str, ...],
    override: bool,
    store_url: str,
    key_file: str | None,
    actor: str | None,
    now: str | None,
    form: str,
) -> int:
    """Approve the plan that a question is about, under your name."""
    values: dict[str, object] = {"reason": reason, "conditions": conditions, "override": override}
    return _answer("approve", escalation, values, plan_digest, store_url, key_file, actor, now, form)


@click.command(epilog="Exit codes: 1 denied, 2 refused.")
@click.argument("escalation")
@click.option("--reason", "-m", required=True, metavar="TEXT", help="Why it may not run.")
@store_option
@key_option
@actor_option
@now_option
@json_option
def deny(
    escalation: str,
    reason: str,
    store_url: str,
    key_file: str | None,
    actor: str | None,
    now: str | None,
    form: str,
) -> int:
    """Deny the plan that a question is about. The run ends without an approval."""
    return _answer("deny", escalation, {"reason": reason}, None, store_url, key_file, actor, now, form)


@click.command(epilog="Exit codes: 0 approved, 1 denied, 2 refused, 3 needs a person.")
@click.argument("escalation")
@click.option("--reason", "-m", default="", metavar="TEXT", help="What is wrong with the plan as a whole.")
@click.option(
    "--comment",
    "comments",
    multiple=True,
    nargs=2,
    metavar="STEP TEXT",
    help="What is wrong with a step; may be repeated.",
)
@click.option("--plan", "plan_file", metavar="FILE", help="A plan of your own instead of another draft.")
@click.option("--to", metavar="NAME", help="Pass the question on: this person has to decide.")
@store_option
@key_option
@actor_option
@now_option
@json_option
def revise(
    escalation: str,
    reason: str,
    comments: tuple[tuple[str, str], ...],
    plan_file: str | None,
    to: str | None,
    store_url: str,
    key_file: str | None,
    actor: str | None,
    now: str | None,
    form: str,
) -> int:
    """Ask the planner for another version, with comments, or give an edited plan. Either is judged like any other."""
    if plan_file is not None and comments:
        raise click.UsageError("a plan of your own needs no comments: give one or the other")
    said: list[dict[str, str]] = [{"step": step, "text": text} for step, text in comments]
    if reason and plan_file is None and to is None:
        said.append({"text": reason})
    choice: Choice = "escalate" if to is not None else "edit" if plan_file is not None else "revise"
    values: dict[str, object] = {"reason": reason, "comments": said, "to": to or ""}
    if plan_file is not None:
        from planproof.cli.asked import one_plan

        values["edited"], notes = one_plan("--plan", plan_file)
        values["notes"] = tuple(map(asdict, notes))
    return _answer(choice, escalation, values, None, store_url, key_file, actor, now, form)


def _answer(
    choice: Choice,
    escalation: str,
    values: dict[str, object],
    plan_digest: str | None,
    store_url: str,
    key_file: str | None,
    actor: str | None,
    now: str | None,
    form: str,
) -> int:
    from planproof.loop.drive import drive
    from planproof.loop.events import Decided
    from planproof.loop.log import Log
    from planproof.loop.people import answer, owned

    name, clock = who(actor), clock_of(now)
    with record(store_url) as store:
        log = Log.load(store, question(store, escalation).run)
        # Before anything is recorded: who cannot sign does not approve. A queued run is signed by its worker.
        sign = None if log.state.settings.queued else signer_of(key_file)
        current = log.state.current
        if "edited" in values:
            values["edited"] = owned(log.state, values["edited"])  # pyright: ignore[reportArgumentType]
        shown = plan_digest or (current.digest if current is not None else None)
        decided = Decided.model_validate(
            {"at": clock(), "escalation": escalation, "plan": shown, "actor": name, "choice": choice, **values}
        )
        if sign is None:
            answer(log, decided)
            leave(store_url, "decide", log, form)
            return 1 if choice == "deny" else exit_code(log.state)
        hands = hands_of(log, providers_of(log.state.settings.config.models), sign, clock)
        drive(log, hands)  # a question that nobody answered in time has its outcome first
        answer(log, decided)
        state = drive(log, hands)
        if form == "json":
            put_json(summary(log.run, state))
        else:
            from planproof.loop.explain import explain

            tell(*explain(log.events())[-4:])
    return exit_code(state)
