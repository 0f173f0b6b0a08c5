"""repair: the smallest set of safe fixes that clears what stops a plan, and the verdict of the plan with them made.

A fix is tried, not believed: whether a set of fixes helps is read off the judgement of the plan with its edits made,
so a fix that does not clear its finding, or brings another one, is worth nothing here. Up to eight fixes, every set is
tried by size, so the first that clears all is a smallest one. Of more, all are made and then as many as possible taken
back, in halves, quarters and so on, until none can be spared (the "one-minimal" of delta debugging: A. Zeller and
R. Hildebrandt, "Simplifying and isolating failure-inducing input", IEEE TSE 28, 2002).
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations
from typing import Final, Literal

from planproof.decide import rule_on
from planproof.edits import apply
from planproof.judge import Judgement
from planproof.model.errors import FixError
from planproof.model.finding import Edit, Finding, Fix
from planproof.model.plan import Plan

MAX_REPAIRED: Final = 2_000
"""Steps of the largest plan that is repaired."""
EXACT: Final = 8
"""Fixes of which every set is tried."""
ROUNDS: Final = 3
"""A fix may uncover what another finding hid (a cycle hides the order behind it): so often the search begins anew."""
JUDGED_STEPS: Final = 8_000
"""Steps of all plans that one search may judge, a second at most. A count, not a clock: the same on every machine."""

Aim = Literal["blockers", "all"]
"""What to clear: what blocks, or every warning with it."""

Rejudge = Callable[[Plan], Judgement]


@dataclass(frozen=True, slots=True)
class Repair:
    """Safe fixes, and the plan with them made."""

    rounds: tuple[tuple[Fix, ...], ...]
    """Fixes of a later round were found on, and are made to, the plan that the earlier ones left."""
    smallest: bool
    """Whether every smaller set was tried."""
    judgement: Judgement
    """Of the repaired plan."""
    remaining: int
    """Blockers that are left."""

    @property
    def fixes(self) -> tuple[Fix, ...]:
        """All fixes, in the order in which they are made."""
        return tuple(fix for fixes in self.rounds for fix in fixes)

    @property
    def batches(self) -> tuple[tuple[Edit, ...], ...]:
        """The edits of each round, for `planproof.edits.apply` and `planproof.rewrite`."""
        return tuple(tuple(edit for fix in fixes for edit in fix.edits) for fixes in self.rounds)


@dataclass(frozen=True, slots=True)
class Unsought:
    """A repair that was not looked for, and why."""

    reason: str


def repair(judgement: Judgement, rejudge: Rejudge, aim: Aim = "blockers") -> Repair | Unsought | None:
    """The smallest set of safe fixes that clears what can be cleared.

    Args:
        judgement: of the plan as it is.
        rejudge: judges another plan in the same way: goal, configuration, posture, clock and notes are the same.
        aim: clear what blocks, or everything that does not pass in silence.

    Returns:
        None where no finding aimed at has a safe fix, or where none of them helps.
    """
    if not _fixes(judgement, aim):
        return None
    size = len(judgement.analysis.plan.tasks)
    if size > MAX_REPAIRED:
        return Unsought(f"the plan has {size:,} steps; a repair is looked for up to {MAX_REPAIRED:,}")
    judge = _Counted(rejudge, max(4, JUDGED_STEPS // max(1, size)))
    rounds: list[tuple[Fix, ...]] = []
    smallest = True
    for _ in range(ROUNDS):
        step = _Search(judgement, judge, aim).run()
        if step is None:
            break
        rounds.append(step.fixes)
        smallest = step.smallest and len(rounds) == 1
        judgement = step.judgement
    if not rounds:
        return None
    return Repair(tuple(rounds), smallest, judgement, _count(judgement.verdict.blocking))


def _fixes(judgement: Judgement, aim: Aim) -> tuple[Fix, ...]:
    """The different safe fixes of the findings aimed at."""
    found: dict[tuple[Edit, ...], Fix] = {}
    for finding in _aimed_at(judgement, aim):
        if finding.fix is not None and finding.fix.safe:
            found.setdefault(finding.fix.edits, finding.fix)
    return tuple(found.values())


def _aimed_at(judgement: Judgement, aim: Aim) -> Iterator[Finding]:
    wanted = ("blocks",) if aim == "blockers" else ("blocks", "asks", "acknowledged")
    posture = judgement.verdict.posture
    return (finding for finding in judgement.findings if rule_on(finding, posture) in wanted)


def _count(findings: Sequence[Finding]) -> int:
    """How many there are, with those that were counted and not listed."""
    return sum(1 + finding.more for finding in findings)


class _Counted:
    """Judges until the allowance is used up; after that, answers None."""

    def __init__(self, rejudge: Rejudge, allowance: int) -> None:
        self._rejudge = rejudge
        self.left = allowance

    def __call__(self, plan: Plan) -> Judgement | None:
        if self.left <= 0:
            return None
        self.left -= 1
        return self._rejudge(plan)


@dataclass(frozen=True, slots=True)
class _Step:
    """A set of fixes that helps."""

    fixes: tuple[Fix, ...]
    judgement: Judgement
    smallest: bool
    score: tuple[int, int]


class _Search:
    """One round: the fixes of one judgement."""

    def __init__(self, judgement: Judgement, judge: _Counted, aim: Aim) -> None:
        self._plan = judgement.analysis.plan
        self._judge = judge
        self._aim: Aim = aim
        self._fixes = _fixes(judgement, aim)
        aimed_at = list(_aimed_at(judgement, aim))
        self._beyond = {f.id for f in aimed_at if f.fix is None or not f.fix.safe}
        """Findings without a safe fix: the aim is reached when nothing else is left."""
        self._start = self._score(judgement)

    def run(self) -> _Step | None:
        """The smallest set that reaches the aim, else the one that comes nearest to it, if any helps at all."""
        count = len(self._fixes)
        if not count:
            return None
        return self._every_set() if count <= EXACT and 2**count - 1 <= self._judge.left else self._many()

    def _every_set(self) -> _Step | None:
        best: _Step | None = None
        for size in range(1, len(self._fixes) + 1):
            reached: _Step | None = None
            for fixes in combinations(self._fixes, size):
                if (step := self._try(fixes, smallest=True)) is None:
                    continue
                best = _better(best, step)
                if self._reached(step.judgement):
                    reached = _better(reached, step)
            if reached is not None:
                return reached
        return best

    def _many(self) -> _Step | None:
        every = self._try(self._fixes, smallest=False)
        if every is not None and self._reached(every.judgement):
            return self._spare(every)
        # Some of the fixes stand in each other's way: add one after the other, and keep those that help.
        best: _Step | None = None
        for fix in self._fixes:
            step = self._try((*(best.fixes if best is not None else ()), fix), smallest=False)
            best = _better(best, step)
        return _better(every, best)

    def _spare(self, step: _Step) -> _Step:
        """Takes back as many fixes as possible while the aim stays reached."""
        chunk = len(step.fixes) // 2
        while chunk and self._judge.left > 0:
            start = 0
            while start < len(step.fixes) and self._judge.left > 0:
                fewer = self._try(step.fixes[:start] + step.fixes[start + chunk :], smallest=False)
                if fewer is not None and self._reached(fewer.judgement):
                    step = fewer
                else:
                    start += chunk
            chunk //= 2
        return step

    def _try(self, fixes: tuple[Fix, ...], *, smallest: bool) -> _Step | None:
        """The set with its judgement, if it applies and helps."""
        if not fixes:
            return None
        try:
            plan = apply(self._plan, [edit for fix in fixes for edit in fix.edits])
        except FixError:
            return None  # two fixes that do not go together, or one that was made for another plan
        judgement = self._judge(plan)
        if judgement is None:
            return None
        score = self._score(judgement)
        return _Step(fixes, judgement, smallest, score) if score < self._start else None

    def _reached(self, judgement: Judgement) -> bool:
        return all(finding.id in self._beyond for finding in _aimed_at(judgement, self._aim))

    def _score(self, judgement: Judgement) -> tuple[int, int]:
        """Blockers, then the other findings aimed at: fewer is better."""
        blockers = _count(judgement.verdict.blocking)
        return blockers, 0 if self._aim == "blockers" else _count(tuple(_aimed_at(judgement, self._aim))) - blockers


def _better(a: _Step | None, b: _Step | None) -> _Step | None:
    """The one that leaves less; of equals the first."""
    if a is None or b is None:
        return a or b
    return b if b.score < a.score else a
