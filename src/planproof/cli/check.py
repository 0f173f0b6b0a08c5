"""`planproof check`."""

from __future__ import annotations

import sys
from dataclasses import replace
from functools import partial
from itertools import chain, islice
from typing import TYPE_CHECKING

import click

from planproof.cli.streams import look_of

if TYPE_CHECKING:
    from planproof.cli.options import Mending
    from planproof.model.base import Posture

_NAMES = ("text", "json", "sarif", "github", "junit", "mermaid")
"""As `planproof.output.FORMATS`, which would take half a second to import for `--help`."""


@click.command(
    epilog="Exit codes: 0 approved, 1 blocked, 2 usage or internal error, 3 needs a person; of many, the worst."
)
@click.argument("plans", nargs=-1, required=True, metavar="PLAN...")
@click.option("--goal", metavar="FILE", help="The goal, instead of the one beside a plan.")
@click.option("--posture", type=click.Choice(["strict", "balanced", "permissive"]), help="Instead of the goal's.")
@click.option("--config", "config_file", metavar="FILE", help="Configuration, instead of the one that is found.")
@click.option("--parent", metavar="FILE", help="The version of the plan that this one revises.")
@click.option("--attach", metavar="DIR", help="Read the files that commands run, and attach them to the plan.")
@click.option("--select", multiple=True, metavar="CODES", help="Use only these rules or families: ORD,PRE002.")
@click.option("--ignore", multiple=True, metavar="CODES", help="Leave out these rules or families.")
@click.option("--now", metavar="TIME", help="The clock for windows, acceptances and waivers: 2026-09-02T00:00:00Z.")
@click.option("--output", "-o", multiple=True, metavar="FORMAT[=PATH]", help=f"{', '.join(_NAMES)}; may be repeated.")
@click.option("--fix", is_flag=True, help="Make the safe fixes in the files.")
@click.option("--diff", is_flag=True, help="Show what --fix would change, and change nothing.")
@click.option("--effects", is_flag=True, help="Show the effect of every step.")
@click.option(
    "--jobs", "-j", type=click.IntRange(0), default=1, show_default=True, help="Processes; 0: one a processor."
)
@click.option("--domain", metavar="FILE", help="PDDL domain: the plans are PDDL plans.")
@click.option("--problem", metavar="FILE", help="PDDL problem.")
@click.option(
    "--color/--no-color", "colour", default=None, help="Colour; on a terminal by default (NO_COLOR is heard)."
)
@click.option("--verbose", "-v", is_flag=True, help="Count nothing, list everything.")
@click.option("--quiet", "-q", is_flag=True, help="One line a plan.")
def check(
    plans: tuple[str, ...],
    goal: str | None,
    posture: Posture | None,
    config_file: str | None,
    parent: str | None,
    attach: str | None,
    select: tuple[str, ...],
    ignore: tuple[str, ...],
    now: str | None,
    output: tuple[str, ...],
    fix: bool,
    diff: bool,
    effects: bool,
    jobs: int,
    domain: str | None,
    problem: str | None,
    colour: bool | None,
    verbose: bool,
    quiet: bool,
) -> int:
    """Judge plans: may they run, what is wrong and in which order it goes wrong, what was taken on trust.

    PLAN is a file (JSON, YAML) that holds a plan or a bundle {goal, plan}, JSON lines, a folder of those, or - for
    standard input.
    """
    if fix and diff:
        raise click.UsageError("--fix changes the files and --diff does not: give one of them")
    if bool(domain) != bool(problem):
        raise click.UsageError("a PDDL plan needs both --domain and --problem")
    if domain and goal:
        raise click.UsageError("a PDDL problem is the goal of its plans: leave out --goal")
    mending: Mending = "fix" if fix else "diff" if diff else "no"
    from planproof.cli.asked import clock, folder, outputs_of, with_goal, with_parent, with_pddl

    looks = replace(look_of(sys.stdout, colour), verbose=verbose, quiet=quiet, effects=effects)
    outputs = outputs_of(output, looks, colour=bool(colour))
    if mending == "diff" and any(o.path is None and o.format != "text" for o in outputs):
        raise click.UsageError(
            "--diff is written to standard output: give the other format a file, as in json=report.json"
        )

    from planproof.cli.config import configuration
    from planproof.cli.judging import judge_all
    from planproof.cli.options import Options
    from planproof.cli.units import count_of, units
    from planproof.gates.run import selected

    config = configuration(config_file, select, ignore)
    rules = selected(config)  # says what it does not know before anything is judged
    options = Options(config=config, now=clock(now), outputs=outputs, posture=posture, mending=mending)
    options = replace(options, attach=folder(attach))
    options = with_pddl(with_parent(with_goal(options, goal), parent), domain, problem)

    given = units(plans, texts=options.pddl is not None)
    first = list(islice(given, 2))
    many = len(first) > 1
    options = replace(options, outputs=tuple(replace(o, look=replace(o.look, many=many)) for o in outputs))
    jobs = 1 if mending == "fix" else jobs  # two plans of one file must not be rewritten at once
    count = partial(count_of, plans) if many and not quiet else None
    return judge_all(chain(first, given), options, jobs, rules, count).exit_code
