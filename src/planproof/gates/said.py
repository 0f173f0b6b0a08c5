"""said: every text of a plan in one string.

Most plans have nothing of what a rule looks for in their words. One look at all of them tells so much sooner than a
look at each.
"""

from __future__ import annotations

from planproof.gates.analysis import Analysis
from planproof.gates.once import once
from planproof.gates.texts import texts_of


def said(plan: Analysis) -> str:
    """The texts of the plan, each in lines of its own and once, since steps say many things in the same words.

    Example:
        >>> from planproof.model.plan import Plan, Task
        >>> said(Analysis(Plan(id="p", tasks=(Task(id="t", target="orders"),)))).split()
        ['t', 'orders']
    """
    return once(plan, _said)


def _said(plan: Analysis) -> str:
    texts = {text: None for task in plan.tasks for _, text in texts_of(task)}
    texts |= {dependency.reason: None for dependency in plan.plan.dependencies}
    texts |= {attachment.content or "": None for attachment in plan.plan.attachments}
    return "\n".join(texts)
