"""Every text of a step, with the field that it stands in."""

from __future__ import annotations

from collections.abc import Iterator

from planproof.model.plan import Command, Task


def texts_of(task: Task) -> Iterator[tuple[str, str]]:
    """Every text of a step, with the field it stands in."""
    yield "id", task.id
    yield "description", task.description
    yield "action", task.action
    yield "target", task.target
    for command in task.commands:
        yield from _of_command("commands", command)
    yield from rest_of(task)


def rest_of(task: Task) -> Iterator[tuple[str, str]]:
    """The texts of a step's preconditions, verification and rollback, each with its field."""
    for need in task.preconditions:
        yield "preconditions", need.description
        if need.probe is not None:
            yield "preconditions", need.probe.query
    check = task.verification
    if check is not None:
        yield "verification.what", check.what
        yield "verification.how", check.how
        yield "verification.expected", check.expected
        if check.command is not None:
            yield from _of_command("verification.command", check.command)
        if check.expect is not None and check.expect.stdout is not None:
            yield "verification.expect", check.expect.stdout
    undo = task.rollback
    if undo is not None:
        yield "rollback.trigger", undo.trigger
        yield "rollback.action", undo.action
        yield "rollback.safety_guard", undo.safety_guard
        for command in undo.commands:
            yield from _of_command("rollback.commands", command)
        if undo.restoration_evidence is not None:
            yield "rollback.restoration_evidence", undo.restoration_evidence


def _of_command(field: str, command: Command) -> Iterator[tuple[str, str]]:
    yield field, command.run
    if command.on is not None:
        yield field, command.on
