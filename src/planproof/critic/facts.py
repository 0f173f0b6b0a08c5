"""Claims about facts and tools: `unestablished` and `tool_unavailable`."""

from __future__ import annotations

from typing import Final

from planproof.critic.result import Gates, Result, refuted, undecided
from planproof.gates.analysis import Analysis
from planproof.gates.feasibility.tools import Tools
from planproof.gates.once import once
from planproof.gates.wording import listed
from planproof.graph import Violation
from planproof.model.finding import OrderEvidence
from planproof.model.plan import Command, Task

_RULES: Final = ("PRE001", "PRE002", "PRE003", "PRE004", "PRE005", "PRE006", "PRE009")


def unestablished(plan: Analysis, found: Gates, i: int, fact: str) -> Result:
    """Whether a step may start without a fact that it needs.

    confirmed: it states the need, and some execution starts it without. refuted: the fact holds in every execution when
    the step starts, whether it states the need or not. undecided: it states no such need and nothing establishes the
    fact in time, or it takes the fact as given and the goal does not give it.
    """
    graph, task = plan.graph, plan.tasks[i]
    broken = once(plan, _broken).get((i, fact))
    gate = next(iter(found.of(_RULES, task.id, fact=fact)), None)
    if broken is not None or gate is not None:
        if gate is not None:
            return found.confirmed(gate)
        assert broken is not None
        start = graph.counterexample(broken)
        note = f"{task.id!r} starts and {fact!r} does not hold"
        return Result("confirmed", note, (OrderEvidence(order=start.order, omitted=start.omitted, note=note),), True)
    if graph.holds(i, fact):
        sure = graph.members(graph.establishers.get(fact, 0) & graph.ancestors(i))
        by = [plan.tasks[s].id for s in sure]
        how = f"{listed(by)} establishes it" if by else "the goal gives it"
        return refuted(
            f"the fact {fact!r} holds when {task.id!r} starts, in every execution: {how} before",
            field=f"tasks.{task.id}.preconditions",
            found=", ".join(by) or "given",
            wanted=fact,
        )
    if any(need.fact == fact for need in task.preconditions):
        return undecided(f"{task.id!r} takes {fact!r} as given, and the goal does not give it")
    return undecided(f"{task.id!r} does not say that it needs {fact!r}, and nothing establishes it in time")


def _broken(plan: Analysis) -> dict[tuple[int, str], Violation]:
    return {(violation.task, violation.fact): violation for violation in plan.graph.violations()}


def tool_unavailable(plan: Analysis, found: Gates, i: int, tool: str) -> Result:
    """Whether a step needs a program that the goal does not list.

    confirmed: its commands start it, and the list does not have it. refuted: the list has it, or the step's commands
    are all known and none starts it. undecided: the goal has no list, or it cannot be told what the step starts.
    """
    task = plan.tasks[i]
    listed_tools = plan.goal.constraints.tools if plan.goal is not None else ()
    started, sure = _started(task)
    program = next((name for name in started if name.casefold() == tool.strip().casefold()), None)
    if program is not None and (gate := next(iter(found.of(("FEA001",), task.id, command=program)), None)) is not None:
        return found.confirmed(gate)
    if listed_tools and Tools(listed_tools).allow(tool.strip()):
        return refuted(
            f"the goal lists {tool!r}", field="goal.constraints.tools", found=", ".join(listed_tools), wanted=tool
        )
    if task.commands and sure and program is None:
        return refuted(
            f"{task.id!r} does not start {tool!r}",
            field=f"tasks.{task.id}.commands",
            found=", ".join(started),
            wanted=tool,
        )
    if not listed_tools:
        return undecided("the goal does not say which tools there are")
    return undecided(f"the goal does not list {tool!r}, and it cannot be told whether {task.id!r} needs it")


def _started(task: Task) -> tuple[tuple[str, ...], bool]:
    """The programs that a step starts, its check and its rollback included, and whether that is all of them."""
    commands: list[Command] = [*task.commands]
    words = False
    if task.verification is not None:
        words = task.verification.command is None
        commands += [task.verification.command] if task.verification.command is not None else []
    if task.rollback is not None:
        words = words or not task.rollback.commands
        commands += task.rollback.commands
    if not commands:
        return (), False
    # The grammar of the shell is imported when it is needed.
    from planproof.effects.shell.programs import programs_of

    names: dict[str, None] = {}
    for command in commands:
        started, known = programs_of(command.run, command.shell)
        names.update(dict.fromkeys(started))
        words = words or not known
    return tuple(names), not words
