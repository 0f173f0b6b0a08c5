"""Who reads, changes and destroys each resource, as bitsets, and which of them may do so at the same time."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice
from typing import Final, Literal

from planproof.gates.analysis import Analysis
from planproof.gates.once import once
from planproof.model.base import EffectKind
from planproof.model.limits import MAX_LISTED

Touch = Literal["reads", "writes", "destroys"]

MOST_PAIRS: Final = MAX_LISTED
"""Pairs of steps that are looked at for one resource. A rule lists no more than that, so of a crowd the count of
further findings is a lower bound."""

_WRITING: Final[frozenset[EffectKind]] = frozenset({"create", "modify", "shift", "rotate"})


class Accesses:
    """Bitsets of the steps that touch a resource, by its canonical name. To make an artefact is to write it."""

    def __init__(self, plan: Analysis) -> None:
        mask = plan.graph.mask
        self.reads: dict[str, int] = {name: mask(steps) for name, steps in plan.readers_of.items()}
        self.writes: dict[str, int] = {name: mask(steps) for name, steps in plan.writers_of.items()}
        for name, steps in plan.producers_of.items():
            self.writes[name] = self.writes.get(name, 0) | mask(steps)
        self.destroys: dict[str, int] = {name: mask(steps) for name, steps in plan.destroyers_of.items()}
        self.parts: dict[str, list[str]] = {}
        """A resource to itself and its parts that some step touches."""
        for name in {**self.reads, **self.writes, **self.destroys}:
            for whole in plan.names.wholes(name):
                self.parts.setdefault(whole, []).append(name)

    def related(self, plan: Analysis, name: str) -> Iterator[str]:
        """The resource, its parts, and what it is part of, as far as some step touches them."""
        yield from self.parts.get(name, ())
        for whole in plan.names.wholes(name):
            if whole != name:
                yield whole


def accesses(plan: Analysis) -> Accesses:
    """The bitsets of a plan."""
    return once(plan, Accesses)


def nothing_overlaps(plan: Analysis) -> bool:
    """Whether the plan orders any two steps."""
    return once(plan, _nothing_overlaps)


def _nothing_overlaps(plan: Analysis) -> bool:
    return not any(plan.graph.unordered(i) for i in range(len(plan.tasks)))


def unordered_pairs(plan: Analysis, some: int, others: int) -> Iterator[tuple[int, int]]:
    """Pairs of a step of each bitset that may overlap, the first of many; one whose steps are in both, once."""
    return islice(_unordered_pairs(plan, some, others), MOST_PAIRS)


def _unordered_pairs(plan: Analysis, some: int, others: int) -> Iterator[tuple[int, int]]:
    graph = plan.graph
    turned = some.bit_count() > others.bit_count()
    few, many = (others, some) if turned else (some, others)
    told = 0
    for a in graph.members(few):
        # A pair that was met from its other end is left out.
        partners = graph.unordered(a) & many & ~(told if graph.bit(a) & many else 0)
        for b in graph.members(partners):
            yield (b, a) if turned else (a, b)
        told |= graph.bit(a) & many


def stated(plan: Analysis, i: int, touch: Touch, name: str) -> bool:
    """Whether a step touches a resource by what it declares or runs, and not by what its words may suggest.

    Words make a step act on its target and on nothing else: the target is stated where a list names it, or where the
    declared effect is one that acts on it in that way.
    """
    task = plan.tasks[i]
    if not task.target or plan.names.name(task.target) != name:
        return True
    lists = {"reads": task.reads, "writes": (*task.writes, *(a.id for a in task.produces)), "destroys": task.destroys}
    if name in plan.names.names(lists[touch]):
        return True
    if task.writes or task.destroys or task.produces:
        return False
    match touch:
        case "reads":
            return task.effect in ("observe", "notify")
        case "writes":
            return task.effect in _WRITING
        case "destroys":
            return task.effect == "destroy"


def makes(plan: Analysis, i: int, name: str) -> bool:
    """Whether a step, by what it states, creates a resource, or makes it as an artefact."""
    task, effect = plan.tasks[i], plan.effects[i]
    if name in effect.produces:
        return True
    return task.effect == "create" and name in effect.writes and stated(plan, i, "writes", name)


def only_looks(plan: Analysis, i: int) -> bool:
    """Whether nothing says that the step does more than observe or notify."""
    return plan.effects[i].kind in ("observe", "notify")


def bears_on(plan: Analysis, i: int) -> Literal["high_impact", "others", "nothing"]:
    """What rests on what the step found out: an artefact that it makes, or a step that needs a fact it establishes.

    A fact that nobody needs was meant for somebody: it counts as needed by others.
    """
    if plan.effects[i].produces:
        return "high_impact"
    return once(plan, _leaned_on).get(i, "others" if plan.tasks[i].establishes else "nothing")


def _leaned_on(plan: Analysis) -> dict[int, Literal["high_impact", "others", "nothing"]]:
    graph = plan.graph
    found: dict[int, Literal["high_impact", "others", "nothing"]] = {}
    high: set[str] = set()
    every: set[str] = set()
    for i, task in enumerate(plan.tasks):
        for need in task.preconditions:
            every.add(need.fact)
            if plan.high_impact(i):
                high.add(need.fact)
    for fact, mask in graph.establishers.items():
        if fact in every:
            for i in graph.members(mask):
                if fact in high:
                    found[i] = "high_impact"
                else:
                    found.setdefault(i, "others")
    return found
