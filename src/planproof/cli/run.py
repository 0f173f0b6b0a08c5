"""`planproof run`: from a goal to a signed approval, or to one question to a person."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import ExitStack
from dataclasses import asdict
from datetime import datetime
from pathlib import Path
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
    new_id,
    now_option,
    providers_of,
    record,
    same_user,
    signer_of,
    store_option,
    summary,
    tell,
)
from planproof.cli.streams import put_json

if TYPE_CHECKING:
    from planproof.loop.log import Log
    from planproof.loop.settings import Mode, Settings
    from planproof.model.base import Posture
    from planproof.record.store import Store


@click.command(epilog="Exit codes: 0 approved, 1 denied, 2 usage or internal error, 3 needs a person or a worker.")
@click.argument("goal", required=False, metavar="[GOAL]")
@click.option("--resume", metavar="RUN", help="Go on with a run that was interrupted or has been answered.")
@click.option("--plan", "plan_file", metavar="FILE", help="Begin with this plan instead of a draft.")
@click.option("--planner", metavar="MODEL", help="openai:gpt-5, replay:FILE, scripted:FILE, or a name in `models`.")
@click.option("--critic", "critics", multiple=True, metavar="MODEL", help="A model that reviews; may be repeated.")
@click.option(
    "--mode",
    type=click.Choice(["gates_only", "gates_first", "every_revision"]),
    default="gates_first",
    show_default=True,
    help="When critics are asked.",
)
@click.option("--agree", type=click.IntRange(1), default=1, help="Critics that must share an undecided claim.")
@click.option("--posture", type=click.Choice(["strict", "balanced", "permissive"]), help="Instead of the goal's.")
@click.option("--config", "config_file", metavar="FILE", help="Configuration, instead of the one that is found.")
@click.option("--revisions", type=click.IntRange(0), help="Plans after the first draft.")
@click.option("--calls", type=click.IntRange(0), help="Calls to models, of both roles.")
@click.option("--tokens", type=click.IntRange(0), help="Tokens, of both roles.")
@click.option("--usd", type=click.FloatRange(0), help="Dollars, of both roles.")
@click.option("--answer-within", metavar="TIME", help="How long a question to a person is open: 4h, PT4H.")
@click.option(
    "--on-expiry",
    type=click.Choice(["stay", "escalate", "reject"]),
    default="stay",
    show_default=True,
    help="What becomes of a question that nobody answers in time.",
)
@click.option("--separation", is_flag=True, help="Whoever starts the run may not approve its plan.")
@click.option("--queue", "queued", is_flag=True, help="Leave the run to the workers, see `planproof work`.")
@click.option("--run-id", metavar="ID", help="The id of the run; made up where it is left out.")
@click.option("--record", "session", metavar="FILE", help="Write what the models answer, for replay:FILE.")
@store_option
@key_option
@actor_option
@now_option
@json_option
@click.option("--quiet", "-q", is_flag=True, help="Say nothing while it goes on.")
def run(
    goal: str | None,
    resume: str | None,
    plan_file: str | None,
    planner: str | None,
    critics: tuple[str, ...],
    mode: Mode,
    agree: int,
    posture: Posture | None,
    config_file: str | None,
    revisions: int | None,
    calls: int | None,
    tokens: int | None,
    usd: float | None,
    answer_within: str | None,
    on_expiry: str,
    separation: bool,
    queued: bool,
    run_id: str | None,
    session: str | None,
    store_url: str,
    key_file: str | None,
    actor: str | None,
    now: str | None,
    form: str,
    quiet: bool,
) -> int:
    """Draft a plan for a goal, judge it, let critics object, revise it; end in an approval or one question.

    Whatever the models say, they decide nothing. Everything is recorded before anything follows from it: kill the
    process anywhere, and --resume goes on where it was.
    """
    if bool(goal) == bool(resume):
        raise click.UsageError("give a goal to begin with, or --resume a run: one of them")
    if queued and (resume or session):
        raise click.UsageError("--queue leaves a new run to the workers: it goes without --resume and --record")
    from planproof.cli.config import configuration
    from planproof.cli.watching import watching
    from planproof.loop.drive import drive
    from planproof.loop.explain import explain
    from planproof.loop.log import Log
    from planproof.providers.recorded import writer

    config = configuration(config_file, (), ())
    clock = clock_of(now)
    sign = None if queued else signer_of(key_file)  # a queued run is signed by the worker that drives it
    with ExitStack() as stack:
        store = stack.enter_context(record(store_url, exists=resume is not None))
        if goal is not None:
            limits = {"revisions": revisions, "calls": calls, "tokens": tokens, "usd": usd}
            settings = _settings(
                {
                    "planner": planner or config.planner or "none",
                    "critics": critics or config.critics,
                    "mode": mode,
                    "agree": agree,
                    "posture": posture,
                    "config": config,
                    "limits": {name: value for name, value in limits.items() if value is not None},
                    "on_expiry": on_expiry,
                    "answer_within": answer_within,
                    "submitter": (actor or same_user()).strip(),
                    "separation": separation,
                    "queued": queued,
                }
            )
            log = _started(store, new_id() if run_id is None else run_id, goal, settings, plan_file, clock)
        else:
            assert resume is not None
            log = Log.load(store, resume)
        if sign is None:
            leave(store_url, "draft", log, form)
            return exit_code(log.state)
        write = None
        if session is not None:
            write = writer(stack.enter_context(Path(session).open("a", encoding="utf-8")))
        options = log.state.settings.config.models
        hands = hands_of(log, providers_of(options, write), sign, clock)
        with watching(log.state, quiet=quiet or form == "json") as show:
            state = drive(log, hands, show)
        if form == "json":
            put_json(summary(log.run, state))
        else:
            tell(*explain(log.events()))
    return exit_code(state)


def _settings(values: dict[str, object]) -> Settings:
    from pydantic import ValidationError

    from planproof.loop.settings import Settings

    try:
        return Settings.model_validate(values)
    except ValidationError as error:
        first = error.errors()[0]
        raise click.UsageError(f"{'.'.join(map(str, first['loc']))}: {first['msg']}") from error


def _started(
    store: Store, run_id: str, goal_file: str, settings: Settings, plan_file: str | None, clock: Callable[[], datetime]
) -> Log:
    from planproof.cli.asked import of_goal, one_plan
    from planproof.loop.events import Started
    from planproof.loop.log import Log
    from planproof.model.load import load_goal

    goal, goal_notes = load_goal(goal_file)
    plan, notes = (None, ()) if plan_file is None else one_plan("--plan", plan_file)
    started = Started.model_validate(
        {
            "at": clock(),
            "goal": goal,
            "settings": settings,
            "plan": plan,
            "notes": tuple(map(asdict, notes)),
            "goal_notes": tuple(map(asdict, of_goal(goal_notes))),
        }
    )
    return Log.start(store, run_id, started)
