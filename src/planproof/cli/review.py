"""`planproof review`: critics object to a plan, and code decides what holds."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING

import click

from planproof.cli.runs import now_option, providers_of
from planproof.cli.streams import look_of, put, say

if TYPE_CHECKING:
    from planproof.model.base import Posture

_CODES = {"approved": 0, "blocked": 1, "needs_human": 3}


@click.command(epilog="Exit codes: 0 approved, 1 blocked, 2 usage or internal error, 3 needs a person.")
@click.argument("plan")
@click.option("--goal", metavar="FILE", help="The goal, instead of the one beside the plan.")
@click.option("--critic", "critics", multiple=True, metavar="MODEL", help="Who reviews; may be repeated.")
@click.option("--posture", type=click.Choice(["strict", "balanced", "permissive"]), help="Instead of the goal's.")
@click.option("--config", "config_file", metavar="FILE", help="Configuration, instead of the one that is found.")
@click.option(
    "--output",
    "-o",
    "form",
    type=click.Choice(["text", "json", "sarif", "github", "junit", "mermaid"]),
    default="text",
    show_default=True,
)
@now_option
def review(
    plan: str,
    goal: str | None,
    critics: tuple[str, ...],
    posture: Posture | None,
    config_file: str | None,
    form: str,
    now: str | None,
) -> int:
    """Ask critics what is wrong with a plan, and judge it with what code makes of their claims.

    A claim that the plan refutes is recorded and counts for nothing; one that it proves counts; what nobody can decide
    is shown, and asks a person only under strict, about a step of high impact. A critic that does not answer in the
    agreed form did not review, which never reads as if it had found nothing.
    """
    from planproof.cli.asked import clock, of_goal
    from planproof.cli.config import configuration
    from planproof.critic.adjudicate import joined, reviewed
    from planproof.critic.asking import reviews_of
    from planproof.gates.run import selected
    from planproof.judge import judge
    from planproof.model.load import load, load_goal
    from planproof.output.formats import body, head, tail
    from planproof.output.report import Report, Summary

    config = configuration(config_file, (), ())
    names = critics or config.critics
    if not names:
        raise click.UsageError("name a critic: --critic MODEL, or `critics` in the configuration")
    (item, *more) = load(plan)
    if more:
        raise click.UsageError(f"{plan!r} holds {len(more) + 1} plans: review one at a time")
    if item.plan is None:
        raise click.UsageError(f"{plan!r} holds no plan: {item.notes[-1].message}")
    wanted, goal_notes = load_goal(goal) if goal is not None else (item.goal, ())
    find = providers_of(config.models)
    reviews = reviews_of(wanted, item.plan, {name: find(name, "critic") for name in names})
    for one in reviews:
        if one.status == "did_not_review":
            say(f"{one.reviewer} did not review: {one.why}")
    judgement = judge(
        item.plan,
        wanted,
        config=config,
        posture=posture,
        notes=(*item.notes, *of_goal(goal_notes)),
        now=clock(now),
        claims=lambda analysis: joined(f for one in reviews for f in reviewed(one, analysis, config)),
    )
    look, rules = look_of(sys.stdout, None), selected(config)
    report = Report(plan, judgement)
    decided = judgement.verdict.decision
    parts = (head(form), body(form, report, look), tail(form, Summary(), look, rules))  # pyright: ignore[reportArgumentType]
    put("".join(parts).rstrip("\n"))
    return _CODES[decided]
