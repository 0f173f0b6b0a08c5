"""standing: the claims of earlier versions, held against the plan as it is now.

A claim is dropped only where the new plan refutes it. A step with a new name is still that step: each claim carries the
marks of what its steps did (`mark_of`), and where a step is gone, or another one bears its name, the steps that do the
same are held against the claim as well. A claim whose step is nowhere stays and is shown; it stops nothing, since
there is nothing left that it is about.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from planproof.critic.adjudicate import finding_of, held_against
from planproof.critic.claims import Claim, kin, mark_of, marked
from planproof.critic.result import undecided
from planproof.gates.analysis import Analysis
from planproof.gates.once import once
from planproof.model.config import Config
from planproof.model.finding import Finding


class Stood(NamedTuple):
    """A claim, as it reads on the new plan, and what became of it there."""

    claim: Claim
    finding: Finding
    gone: bool = False
    """Whether a step that it names is nowhere in the plan."""

    @property
    def stands(self) -> bool:
        """Whether it is to be held against the next version as well."""
        return self.finding.outcome != "refuted"


def standing(claims: Iterable[Claim], analysis: Analysis, config: Config | None = None) -> tuple[Stood, ...]:
    """Every claim adjudicated again, each once, in a fixed order. Those that do not `stand` may be dropped.

    Example:
        >>> from planproof.model.plan import Plan, Task
        >>> old = Plan(id="p", tasks=(Task(id="drop", action="drop", target="users"),))
        >>> claim = marked(Claim(predicate="no_rollback", tasks=("drop",)), old)
        >>> new = Analysis(Plan(id="p", tasks=(Task(id="tidy", action="drop", target="users"),)))
        >>> [(one.claim.tasks, one.finding.outcome) for one in standing([claim], new)]
        [(('tidy',), 'confirmed')]
    """
    found: dict[str, Stood] = {}
    every = [stood for claim in claims for stood in _again(claim, analysis, config)]
    # What is still there tells more than what is gone; two that differ in words alone are one claim.
    for stood in sorted(every, key=lambda s: (s.gone, s.claim.model_dump_json())):
        found.setdefault(stood.claim.key, stood)
    return tuple(sorted(found.values(), key=lambda s: (s.finding.rule, s.claim.tasks, s.claim.key)))


def _again(claim: Claim, plan: Analysis, config: Config | None) -> list[Stood]:
    marks = claim.marks or ("",) * len(claim.tasks)
    meant = [_meant(plan, name, mark) for name, mark in zip(claim.tasks, marks, strict=True)]
    for k, steps in enumerate(meant):
        ids = dict.fromkeys(plan.tasks[i].id for i in steps)
        if [*ids] == [claim.tasks[k]]:
            continue
        # One claim for each step that it may mean: none of them may hide behind another.
        found: list[Stood] = []
        for name in ids:
            tasks = (*claim.tasks[:k], name, *claim.tasks[k + 1 :])
            if len(set(tasks)) == len(tasks):
                mark = mark_of(next(plan.tasks[i] for i in steps if plan.tasks[i].id == name))
                known = {"tasks": tasks, "marks": (*marks[:k], mark, *marks[k + 1 :])}
                found += _again(claim.model_copy(update=known), plan, config)
        return found or [_gone(claim, plan, claim.tasks[k])]
    return [Stood(marked(claim, plan.plan), held_against(claim, meant, plan, config))]


def _gone(claim: Claim, plan: Analysis, lost: str) -> Stood:
    finding = finding_of(claim, undecided(f"no other step of the plan does what {lost!r} did"), plan, ())
    return Stood(claim, finding.model_copy(update={"severity": "warning"}), gone=True)


def _meant(plan: Analysis, name: str, mark: str) -> tuple[int, ...]:
    """The steps that a claim may be about: that of the name, and where it does something else now, its like."""
    named = once(plan, _by_name).get(name, ())
    alike = tuple(dict.fromkeys(i for part in kin(mark) for i in once(plan, _by_kin).get(part, ())))
    if not alike or any(i in alike for i in named):
        return named
    return (*named, *alike)


def _by_name(plan: Analysis) -> dict[str, tuple[int, ...]]:
    found: dict[str, tuple[int, ...]] = {}
    for i, task in enumerate(plan.tasks):
        found[task.id] = (*found.get(task.id, ()), i)
    return found


def _by_kin(plan: Analysis) -> dict[str, tuple[int, ...]]:
    found: dict[str, tuple[int, ...]] = {}
    for i, task in enumerate(plan.tasks):
        for part in kin(mark_of(task)):
            found[part] = (*found.get(part, ()), i)
    return found
