"""Rollback simulation: what stays different when execution stops somewhere and everything done is rolled back.

For every step at which execution may stop, the rollbacks of the steps that have run are applied in reverse order to
what those steps changed. What none of them returns is the residue. Artefacts and other things that the plan itself made
are left over, not changed, and stand apart.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Literal, NamedTuple

from planproof.effects import Undo
from planproof.gates.analysis import Analysis
from planproof.gates.artefacts import problems
from planproof.gates.once import once
from planproof.gates.recovery import Recovery, recoveries

Why = Literal["no_rollback", "in_words", "hollow", "forward_only", "partial", "artefact", "artefact_destroyed"]
TOLD: dict[Why, str] = {
    "no_rollback": "no rollback",
    "in_words": "its rollback is words alone",
    "hollow": "its rollback does nothing",
    "forward_only": "its rollback goes forward",
    "partial": "its rollback leaves it out",
    "artefact": "its artefact does not hold it in time",
    "artefact_destroyed": "a later step destroys its artefact",
}
"""Each reason in words."""


class Left(NamedTuple):
    """What one step changes for as long as nobody goes forward."""

    task: int
    """The step that changed it."""
    since: int
    """The step from which on it cannot be returned: the same, or one that destroys the artefact."""
    resources: tuple[str, ...]
    """Canonical names; none where the step does not say what it changes."""
    undo: Undo
    why: Why


class Simulation(NamedTuple):
    """What every stop would leave behind."""

    residue: tuple[Left, ...]
    """In the order of `since` in the plan. Stopping after a step leaves the entries whose `since` has run."""
    left_over: tuple[str, ...]
    """Artefacts and other things that the plan makes and that did not exist before."""

    def after(self, done: int) -> tuple[Left, ...]:
        """What is left when the steps of a bitset have run."""
        return tuple(left for left in self.residue if done >> left.since & 1 and done >> left.task & 1)


def simulate(plan: Analysis) -> Simulation:
    """The residue of every stop.

    Example:
        >>> from planproof.model.plan import Plan, Task
        >>> plan = Analysis(Plan(id="p", tasks=(Task(id="drop", effect="destroy", destroys=("users",)),)))
        >>> [(plan.tasks[left.task].id, left.resources, left.why) for left in simulate(plan).residue]
        [('drop', ('users',), 'no_rollback')]
    """
    return once(plan, _simulation)


def _simulation(plan: Analysis) -> Simulation:
    place = {i: k for k, i in enumerate(plan.graph.order)}
    found = [left for i in range(len(plan.tasks)) for left in _left_by(plan, i, recoveries(plan)[i])]
    found = [kept for left in found if (kept := _without_healed(plan, left)) is not None]
    found.sort(key=lambda left: (place.get(left.since, left.since), left.task))
    made = {name for effect in plan.effects for name in effect.produces}
    return Simulation(tuple(found), tuple(sorted(name for name in made if not plan.was_there(name))))


def _without_healed(plan: Analysis, left: Left) -> Left | None:
    """What is left once the restores of earlier steps have run, which come later on the way back."""
    healed: set[str] = set()
    for name in left.resources:
        for i in (*plan.writers_of.get(name, ()), *plan.destroyers_of.get(name, ())):
            if i == left.task or not plan.graph.before(i, left.task):
                continue
            recovery = recoveries(plan)[i]
            if recovery.kind == "restore" and name in recovery.covers and not problems(plan, i):
                kept = not any(plan.destroyers_of.get(artefact) for artefact in recovery.artefacts)
                healed |= {name} if kept else set()
    if not healed:
        return left
    rest = tuple(name for name in left.resources if name not in healed)
    return left._replace(resources=rest) if rest else None


def _left_by(plan: Analysis, i: int, recovery: Recovery) -> Iterator[Left]:
    effect = plan.effects[i]
    changed = tuple(n for n in effect.changes if n not in effect.produces and not plan.made_here(n, i))
    if not changed and not (effect.opaque and effect.kind not in ("observe", "notify")):
        return
    match recovery.kind:
        case "inverse" | "restore":
            if recovery.misses:
                missed = tuple(name for name in recovery.misses if name in changed)
                if missed:
                    yield Left(i, i, missed, effect.reversibility, "partial")
            returned = tuple(name for name in changed if name not in recovery.misses)
            if recovery.kind == "restore" and problems(plan, i):
                yield Left(i, i, returned, effect.reversibility, "artefact")
                return
            for artefact in recovery.artefacts:
                for d in plan.destroyers_of.get(artefact, ()):
                    if d != i and plan.graph.before(i, d):
                        yield Left(i, d, returned, effect.reversibility, "artefact_destroyed")
                        return
        case "none":
            if not exact_inverse(plan, i):
                yield Left(i, i, changed, effect.reversibility, "no_rollback")
        case "hollow":
            yield Left(i, i, changed, effect.reversibility, "hollow")
        case "words":
            yield Left(i, i, changed, effect.reversibility, "in_words")
        case "forward_fix":
            yield Left(i, i, changed, effect.reversibility, "forward_only")


def exact_inverse(plan: Analysis, i: int) -> str:
    """What undoes everything that step `i` does with what the system itself keeps; empty where nothing does.

    Known of commands alone: each of the step's acts that changes something names its inverse.
    """
    effect = plan.effects[i]
    if effect.opaque or effect.basis != "proven":
        return ""
    # What brings back an older state was run since the newer one is bad: to run it the other way is no way back.
    inverses = ["" if act.restores else act.inverse for act in effect.acts if act.kind not in ("observe", "notify")]
    return ", ".join(dict.fromkeys(inverses)) if inverses and all(inverses) else ""
