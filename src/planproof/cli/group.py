"""The group of commands. A command is imported when it is called, and not to list it."""

from __future__ import annotations

from importlib import import_module
from typing import Final, NamedTuple

import click

import planproof as _package


class _Entry(NamedTuple):
    module: str
    summary: str


COMMANDS: Final[dict[str, _Entry]] = {
    "check": _Entry("check", "Judge plans: may they run, what is wrong, what was taken on trust."),
    "run": _Entry("run", "Draft a plan for a goal, judge and revise it: to an approval, or one question."),
    "work": _Entry("workers", "Drive the runs that were queued."),
    "review": _Entry("review", "Let critics object to a plan, and let code decide what holds."),
    "escalations": _Entry("escalations", "The questions that wait for a person."),
    "approve": _Entry("answer", "Answer a question: the plan may run."),
    "deny": _Entry("answer", "Answer a question: the plan may not run."),
    "revise": _Entry("answer", "Answer a question: another version, or your own."),
    "explain": _Entry("explain", "Tell what happened in a run, and why it ended as it did."),
    "diff": _Entry("diff", "What changed between two versions of a run's plan."),
    "replay": _Entry("replay", "Judge a recorded run again and compare the verdicts."),
    "export": _Entry("export", "Write a run's record, its plan or its approval."),
    "keys": _Entry("keys", "Keys that sign approvals."),
    "verify": _Entry("verify", "Does an approval hold for this plan, here and now?"),
    "revoke": _Entry("verify", "Take back the approvals of a run."),
    "audit": _Entry("audit", "Find rows of the record that were changed."),
    "effects": _Entry("effects", "Tell what commands do to the world."),
    "rule": _Entry("rule", "Print the page of a rule: what it finds, why, an example."),
    "rules": _Entry("rules", "List the rules."),
    "schema": _Entry("schema", "Print the JSON Schema of a plan, a goal or the configuration."),
    "config": _Entry("config", "Show the configuration in effect and where it comes from."),
    "completion": _Entry("completion", "Print the shell script that completes planproof's arguments."),
}
"""In the order in which they are listed. The function in `planproof.cli.<module>` has the command's name."""


class LazyGroup(click.Group):
    """A group whose commands are modules of this package."""

    def list_commands(self, ctx: click.Context) -> list[str]:  # noqa: ARG002 - click's interface
        """Names in the order of the table."""
        return list(COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:  # noqa: ARG002 - click's interface
        """Imports the command."""
        entry = COMMANDS.get(cmd_name)
        if entry is None:
            return None
        command: object = getattr(import_module(f"planproof.cli.{entry.module}"), cmd_name)
        assert isinstance(command, click.Command)
        return command

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:  # noqa: ARG002
        """Lists the commands by the summaries in the table."""
        with formatter.section("Commands"):
            formatter.write_dl([(name, entry.summary) for name, entry in COMMANDS.items()])


@click.group(
    cls=LazyGroup,
    context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100},
    epilog="Exit codes: 0 approved, 1 blocked, 2 usage or internal error, 3 needs a person.",
)
@click.version_option(_package.__version__, message="planproof %(version)s")
def planproof() -> None:
    """Judge a plan before it runs.

    Planproof works out what every step does to the world, proves what can be proved, and says plainly what was taken
    on trust. It runs nothing and asks no model.
    """
