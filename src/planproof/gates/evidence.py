"""Which command of a step does what was derived."""

from __future__ import annotations

from planproof.model.finding import CommandEvidence
from planproof.model.plan import Task


def evidence_of(task: Task, because: str) -> CommandEvidence:
    """The command that a part of it decides. A part that stands in none comes from a file that a command runs."""
    runs = [command.run for command in task.commands]
    shown = [run for run in runs if because in " ".join(run.split())]
    return CommandEvidence(task=task.id, command=(shown or runs or [because])[0], span=because)
