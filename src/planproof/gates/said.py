"""texts and said: every text of a plan, step by step and in one string.

Most plans have nothing of what a rule looks for in their words. One look at all of them tells so much sooner than a
look at each.
"""

from __future__ import annotations

from collections.abc import Sequence

from planproof.gates.analysis import Analysis
from planproof.gates.once import once
from planproof.gates.texts import texts_of


def texts(plan: Analysis) -> Sequence[Sequence[tuple[str, str]]]:
    """The texts of each step, with the fields that they stand in."""
    return once(plan, _texts)


def _texts(plan: Analysis) -> Sequence[Sequence[tuple[str, str]]]:
    return [texts_of(task) for task in plan.tasks]


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
