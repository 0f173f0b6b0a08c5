"""Crowds: plans in which one rule finds thousands of things, or one thing involves thousands of steps.

Only a hundred findings of a rule are listed, so what a plan of ten thousand steps costs beyond that is time alone.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import islice
from typing import Final, TypeVar

from planproof.gates.analysis import Analysis
from planproof.gates.wording import listed

T = TypeVar("T")

MOST_FOUND: Final = 1_000
"""Things that one rule reports. Where it stops there, the count of further findings is a lower bound."""
MOST_NAMED: Final = 5
"""Steps of one finding that are named, in its message and beside its first one in its subject; of more, none."""


def first(found: Iterable[T]) -> Iterator[T]:
    """The first of what a rule finds."""
    return islice(found, MOST_FOUND)


def names(plan: Analysis, steps: int) -> tuple[str, ...]:
    """Ids of the steps of a bitset; none where they are many."""
    if steps.bit_count() > MOST_NAMED:
        return ()
    return tuple(plan.tasks[i].id for i in plan.graph.members(steps))


def spoken(plan: Analysis, steps: int) -> str:
    """The steps of a bitset as the subject or object of a sentence.

    Example:
        >>> from planproof.model.plan import Plan, Task
        >>> analysis = Analysis(Plan(id="p", tasks=tuple(Task(id=f"t{k}") for k in range(9))))
        >>> spoken(analysis, analysis.graph.mask([0, 1])), spoken(analysis, analysis.graph.mask(range(9)))
        ("'t0' and 't1'", '9 steps')
    """
    few = names(plan, steps)
    return listed(few) if few else f"{steps.bit_count()} steps"
