"""RSK007 secret-in-plan."""

from __future__ import annotations

from collections.abc import Iterator

from planproof.gates.analysis import Analysis
from planproof.gates.risk.secrets import Secret, found_in, shapes_for
from planproof.gates.rule import Rule
from planproof.gates.said import said
from planproof.model.finding import Finding, TextEvidence
from planproof.model.plan import Command, Task


class SecretInPlan(Rule):
    """A secret stands in the plan.

    Tokens of a known shape, private keys and passwords in addresses block. A value behind a word such as `password`
    that looks random is a warning. Variables and placeholders are fine. The finding shows the first four characters.

    Why:
        A plan is stored, signed, shown to reviewers and sent to models. A secret in it has to count as leaked from the
        moment it is written, and the process list shows it once more when the command runs.

    Fails:
        ```yaml
        plan:
          id: p
          tasks:
            - {id: load, effect: modify, writes: [stock], commands: ["pgloader mysql://etl:Sup3r-2026@db/inv pgsql:///inv"]}
        ```

    Passes:
        ```yaml
        plan:
          id: p
          tasks:
            - {id: load, effect: modify, writes: [stock], commands: ["pgloader mysql://etl:$ETL_PW@db/inv pgsql:///inv"]}
        ```
    """

    code = "RSK007"
    name = "secret-in-plan"
    family = "risk"
    summary = "a secret stands in the plan"
    severity = "blocker"
    basis = "proven"

    def check(self, plan: Analysis) -> Iterator[Finding]:
        """Yields one finding for each step, dependency or file that holds a secret."""
        shapes = shapes_for([said(plan)])
        if not shapes:
            return
        for task in plan.tasks:
            found = [(field, s) for field, text in _texts(task) for s in found_in(text, shapes)]
            if found:
                yield self._found(f"step {task.id!r}", f"tasks.{task.id}", found, task.id)
        for dependency in plan.plan.dependencies:
            if found := [("reason", s) for s in found_in(dependency.reason, shapes)]:
                ends = (dependency.from_task, dependency.to_task)
                yield self._found(f"the dependency of {ends[1]!r} on {ends[0]!r}", "dependencies", found, *ends)
        for attachment in plan.plan.attachments:
            if found := [("content", s) for s in found_in(attachment.content or "", shapes)]:
                yield self._found(f"file {attachment.path!r}", "attachments", found, resource=attachment.path)

    def _found(
        self, where: str, path: str, found: list[tuple[str, Secret]], *tasks: str, resource: str | None = None
    ) -> Finding:
        known = [s for _, s in found if s.known]
        first = (known or [s for _, s in found])[0]
        more = f" and {len(found) - 1} more" if len(found) > 1 else ""
        return self.finding(
            f"{where} contains {first.what} ({first.masked!r}){more}; take it out, let it be read from a secret store "
            "when the step runs, and replace it with a new one: it has to count as leaked",
            tasks=tasks,
            resources=[] if resource is None else [resource],
            evidence=[TextEvidence(field=f"{path}.{field}", quote=s.masked) for field, s in found[:10]],
            severity="blocker" if known else "warning",
            basis="proven" if known else "inferred",
        )


def _texts(task: Task) -> Iterator[tuple[str, str]]:
    """Every text of a step, with the field it stands in."""
    yield "id", task.id
    yield "description", task.description
    yield "action", task.action
    yield "target", task.target
    for command in task.commands:
        yield from _of_command("commands", command)
    yield from _rest(task)


def _rest(task: Task) -> Iterator[tuple[str, str]]:
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
