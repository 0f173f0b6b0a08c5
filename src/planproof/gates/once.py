"""once: what several rules work out about the same plan is worked out one time."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar, cast
from weakref import WeakKeyDictionary

from planproof.gates.analysis import Analysis

T = TypeVar("T")

_KNOWN: WeakKeyDictionary[Analysis, dict[object, object]] = WeakKeyDictionary()
"""Results by plan; they live as long as the analysis does. A result is a function of its plan, so that sharing it
is seen in nothing but the time it takes."""


def once(plan: Analysis, work: Callable[[Analysis], T]) -> T:
    """The result of a pure function of a plan, computed when it is first asked for.

    Example:
        >>> from planproof.model.plan import Plan, Task
        >>> analysis = Analysis(Plan(id="p", tasks=(Task(id="t"),)))
        >>> def ids(plan: Analysis) -> list[str]:
        ...     return [task.id for task in plan.tasks]
        >>> once(analysis, ids) is once(analysis, ids)
        True
    """
    results = _KNOWN.setdefault(plan, {})
    if work not in results:
        results[work] = work(plan)
    return cast(T, results[work])
