"""Crowds: plans in which one rule finds thousands of things, or one thing involves thousands of steps.

Only a hundred findings of a rule are listed, so what a plan of ten thousand steps costs beyond that is time alone.
What is cut off is never cut off in silence: a finding says so, at the severity of what it stands for.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Final

from planproof.gates.analysis import Analysis
from planproof.gates.rule import Rule
from planproof.gates.wording import listed
from planproof.model.base import Severity
from planproof.model.finding import Finding, Subject

MOST_FOUND: Final = 1_000
"""Findings of one rule at one severity that are told one by one."""
MOST_NAMED: Final = 5
"""Steps of one finding that are named, in its message and beside its first one in its subject; of more, none."""

_WEIGHT: Final[dict[Severity, int]] = {"info": 0, "warning": 1, "blocker": 2}


class Crowd:
    """What one rule finds in one plan: each subject once, at its greatest severity, and not too many.

    Args:
        rule: the rule.

    Example:
        A rule asks before it makes another finding whether there are enough of that severity:

        >>> from planproof.gates.structure import RULES
        >>> crowd = Crowd(RULES[0])
        >>> found = (RULES[0].finding("...", tasks=[name]) for name in "aba")
        >>> [finding.subject.tasks for finding in crowd.told(found)], crowd.full("blocker")
        ([('a',), ('b',)], False)
    """

    def __init__(self, rule: Rule) -> None:
        self._rule = rule
        self._count: dict[Severity, int] = dict.fromkeys(_WEIGHT, 0)

    def full(self, severity: Severity) -> bool:
        """Whether further findings of this severity would not be told one by one."""
        return self._count[severity] > MOST_FOUND

    def told(self, found: Iterable[Finding]) -> Iterator[Finding]:
        """The findings, and one more for each severity of which there are too many."""
        by_subject: dict[Subject, Finding] = {}
        for finding in found:
            severity = finding.severity
            known = by_subject.get(finding.subject)
            if known is not None and _WEIGHT[severity] <= _WEIGHT[known.severity]:
                continue
            self._count[severity] += 1
            if self._count[severity] <= MOST_FOUND:
                by_subject[finding.subject] = finding
        yield from by_subject.values()
        for severity, count in self._count.items():
            if count > MOST_FOUND:
                yield self._rule.finding(
                    f"this plan has more than {MOST_FOUND:,} findings of {self._rule.code!r} ({severity}), which are "
                    "not all told; mend those that are, and check it again",
                    facts=[f"more:{severity}"],
                    severity=severity,
                )


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
