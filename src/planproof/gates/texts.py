"""Every text of a step, with the field that it stands in."""

from __future__ import annotations

from planproof.model.plan import Command, Task


def texts_of(task: Task) -> list[tuple[str, str]]:
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
