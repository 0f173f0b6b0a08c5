"""FEA001 tool-not-allowed."""

from __future__ import annotations

from collections.abc import Iterator

from planproof.gates.analysis import Analysis
from planproof.gates.feasibility.tools import Tools
from planproof.gates.rule import Rule
from planproof.model.finding import CommandEvidence, Finding
from planproof.model.plan import Command, Task


class ToolNotAllowed(Rule):
    """A command starts a program that is not among the tools of the goal.

    Commands of verifications and rollbacks count as well. Always allowed are shell built-ins, coreutils, findutils,
    diffutils, grep, sed, awk and gzip; `ssh`, `sudo`, `jq` and `curl` are not. A program is known by the last part of
    its path. Allowed, too, are a program that the goal's `effects` describe and a script that a person has reviewed;
    of an attached script the programs that it starts count. Where it cannot be told which programs a command starts,
    that is a warning. A goal without a list allows everything.

    Why:
        The list is what the person who asked has at hand and agreed to. A plan that needs anything else stops in the
        middle when the program is not there, or changes the world through a door that nobody opened for it.

    Fails:
        ```yaml
        goal: {id: g, constraints: {tools: [aws, jq]}}
        plan:
          id: p
          tasks:
            - id: purge
              effect: modify
              writes: [cache.assets]
              commands: ["fastly purge --all --service-id $(jq -r .service /srv/cdn.json)"]
        ```

    Passes:
        ```yaml
        goal: {id: g, constraints: {tools: [aws, jq]}}
        plan:
          id: p
          tasks:
            - id: purge
              effect: modify
              writes: [cache.assets]
              commands: ["aws cloudfront create-invalidation --paths '/*' --distribution-id $(jq -r .id /srv/cdn.json)"]
        ```
    """

    code = "FEA001"
    name = "tool-not-allowed"
    family = "feasibility"
    summary = "a command starts a program that the goal does not list"
    severity = "blocker"
    basis = "proven"

    def check(self, plan: Analysis) -> Iterator[Finding]:
        """Yields a finding for each program of a step that is not allowed."""
        goal = plan.goal
        if goal is None or not goal.constraints.tools:
            return
        described = [stated.pattern.split()[0].rpartition("/")[2] for stated in goal.effects if stated.pattern.strip()]
        tools = Tools([*goal.constraints.tools, *described])
        scripts = _scripts(plan)
        for task in plan.tasks:
            told: set[str] = set()
            unsure: Command | None = None
            for command in _commands(task):
                programs, sure = _programs(command, scripts)
                if not sure and unsure is None:
                    unsure = command
                for program in programs:
                    if program not in told and not tools.allow(program):
                        told.add(program)
                        yield self._forbidden(task, command, program)
            if unsure is not None:
                yield self._unknown(task, unsure)

    def _forbidden(self, task: Task, command: Command, program: str) -> Finding:
        return self.finding(
            f"{task.id!r} starts {program!r}, which is not among the tools of the goal; "
            "use one that is, or let the person who asked add it",
            tasks=[task.id],
            commands=[program],
            evidence=[CommandEvidence(task=task.id, command=command.run, span=program)],
        )

    def _unknown(self, task: Task, command: Command) -> Finding:
        return self.finding(
            f"it cannot be told which programs a command of {task.id!r} starts; "
            "write it in plain commands, or compare it with the goal's tools by hand",
            tasks=[task.id],
            evidence=[CommandEvidence(task=task.id, command=command.run, span=command.run)],
            severity="warning",
            basis="declared",
            assumption=f"the commands of {task.id!r} start only programs that the goal lists",
        )


def _commands(task: Task) -> Iterator[Command]:
    yield from task.commands
    if task.verification is not None and task.verification.command is not None:
        yield task.verification.command
    if task.rollback is not None:
        yield from task.rollback.commands


def _scripts(plan: Analysis) -> dict[str, tuple[tuple[str, ...], bool]]:
    """What the attached files start, by the last part of their path: nothing more to ask of those a person has read."""
    reviewed = {entry.sha256 for entry in plan.goal.reviewed} if plan.goal is not None else set[str]()
    scripts: dict[str, tuple[tuple[str, ...], bool]] = {}
    for file in plan.plan.attachments:
        name = file.path.rpartition("/")[2]
        if file.sha256 in reviewed:
            scripts[name] = ((), True)
        elif file.content is not None and name.endswith(".sh"):
            scripts[name] = _started(file.content)
    return scripts


def _started(text: str, shell: str = "sh") -> tuple[tuple[str, ...], bool]:
    """The programs that a command or a script starts, and whether that is all of them."""
    # The grammar of the shell is imported when the first goal with a list of tools meets a command.
    from planproof.effects.shell.programs import programs_of

    return programs_of(text, shell)


def _programs(command: Command, scripts: dict[str, tuple[tuple[str, ...], bool]]) -> tuple[tuple[str, ...], bool]:
    """What a command starts, with the attached scripts among it replaced by what these start."""
    names, sure = _started(command.run, command.shell)
    if scripts.keys().isdisjoint(names):
        return names, sure
    found: dict[str, None] = {}
    waiting = [*names]
    done: set[str] = set()
    while waiting:
        name = waiting.pop(0)
        if name in done:
            continue
        done.add(name)
        if name in scripts:
            inner, inner_sure = scripts[name]
            waiting += inner
            sure = sure and inner_sure
        else:
            found[name] = None
    return tuple(found), sure
