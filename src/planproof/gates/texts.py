"""The texts of a plan: step by step with the field that each stands in, and all in one string.

Most plans have nothing of what a rule looks for in their words. One look at all of them tells so much sooner than a
look at each.
"""

from __future__ import annotations

from collections.abc import Sequence

from planproof.gates.analysis import Analysis
from planproof.gates.once import once
from planproof.model.plan import Command, Task


def texts(plan: Analysis) -> Sequence[Sequence[tuple[str, str]]]:
    """The texts of each step, with the fields that they stand in."""
    return once(plan, _texts)


def _texts(plan: Analysis) -> Sequence[Sequence[tuple[str, str]]]:
    return [_texts_of(task) for task in plan.tasks]


def said(plan: Analysis) -> str:
    """The texts of the plan, each in lines of its own and once, since steps say many things in the same words.

    Example:
        >>> from planproof.model.plan import Plan, Task
        >>> said(Analysis(Plan(id="p", tasks=(Task(id="t", target="orders"),)))).split()
        ['t', 'orders']
    """
    return once(plan, _said)


def _said(plan: Analysis) -> str:
    found = {text: None for of_step in texts(plan) for _, text in of_step}
    found |= {dependency.reason: None for dependency in plan.plan.dependencies}
    found |= {attachment.content or "": None for attachment in plan.plan.attachments}
    return "\n".join(found)


def _texts_of(task: Task) -> list[tuple[str, str]]:
    """Every text of a step, with the field it stands in."""
    found = [("id", task.id), ("description", task.description), ("action", task.action), ("target", task.target)]
    for command in task.commands:
        found += _of_command("commands", command)
    for need in task.preconditions:
        found.append(("preconditions", need.description))
        if need.probe is not None:
            found.append(("preconditions", need.probe.query))
    check = task.verification
    if check is not None:
        found += (
            ("verification.what", check.what),
            ("verification.how", check.how),
            ("verification.expected", check.expected),
        )
        if check.command is not None:
            found += _of_command("verification.command", check.command)
        if check.expect is not None and check.expect.stdout is not None:
            found.append(("verification.expect", check.expect.stdout))
    undo = task.rollback
    if undo is not None:
        found += (
            ("rollback.trigger", undo.trigger),
            ("rollback.action", undo.action),
            ("rollback.safety_guard", undo.safety_guard),
        )
        for command in undo.commands:
            found += _of_command("rollback.commands", command)
        if undo.restoration_evidence is not None:
            found.append(("rollback.restoration_evidence", undo.restoration_evidence))
    return found


def _of_command(field: str, command: Command) -> tuple[tuple[str, str], ...]:
    return ((field, command.run),) if command.on is None else ((field, command.run), (field, command.on))
