"""said: every text of a plan in one string.

Most plans have nothing of what a rule looks for in their words. One look at all of them tells so much sooner than a
look at each.
"""

from __future__ import annotations

from planproof.gates.analysis import Analysis
from planproof.gates.once import once
from planproof.model.plan import Task


def said(plan: Analysis) -> str:
    """The texts of the plan, each in lines of its own and once, since steps say many things in the same words.

    Their order means nothing.

    Example:
        >>> from planproof.model.plan import Plan, Task
        >>> said(Analysis(Plan(id="p", tasks=(Task(id="t", target="orders"),)))).split()
        ['t', 'orders']
    """
    return once(plan, _said)


def _said(plan: Analysis) -> str:
    texts: list[str | None] = []
    for task in plan.tasks:
        texts += (task.id, task.description, task.action, task.target)
        for command in task.commands:
            texts += (command.run, command.on)
        for need in task.preconditions:
            texts.append(need.description)
            if need.probe is not None:
                texts.append(need.probe.query)
        if (check := task.verification) is not None:
            texts += (check.what, check.how, check.expected)
            if check.command is not None:
                texts += (check.command.run, check.command.on)
            if check.expect is not None:
                texts.append(check.expect.stdout)
        if (undo := task.rollback) is not None:
            texts += (undo.trigger, undo.action, undo.safety_guard, undo.restoration_evidence)
            for command in undo.commands:
                texts += (command.run, command.on)
    texts += [dependency.reason for dependency in plan.plan.dependencies]
    texts += [attachment.content for attachment in plan.plan.attachments]
    return "\n".join(filter(None, dict.fromkeys(texts)))
