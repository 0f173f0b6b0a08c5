"""once: what several rules work out about the same plan is worked out one time."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar, cast

from planproof.gates.analysis import Analysis

T = TypeVar("T")


def once(plan: Analysis, work: Callable[[Analysis], T]) -> T:
    """The result of a pure function of a plan, computed when it is first asked for and kept with the analysis.

    Example:
        >>> from planproof.model.plan import Plan, Task
        >>> analysis = Analysis(Plan(id="p", tasks=(Task(id="t"),)))
        >>> def ids(plan: Analysis) -> list[str]:
        ...     return [task.id for task in plan.tasks]
        >>> once(analysis, ids) is once(analysis, ids)
        True
    """
    if work not in plan.known:
        plan.known[work] = work(plan)
    return cast(T, plan.known[work])
