"""Who reads, changes and destroys each resource, as bitsets, and which of them may do so at the same time."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final, Literal

from planproof.gates.analysis import Analysis
from planproof.gates.once import once
from planproof.model.base import EffectKind, Severity
from planproof.model.limits import MAX_LISTED

Touch = Literal["reads", "writes", "destroys"]

MOST_PAIRS: Final = 2 * MAX_LISTED
"""Pairs of steps that are told one by one for one resource; each may be met in both directions."""

SEVERITIES: Final[tuple[Severity, ...]] = ("blocker", "warning", "info")

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

        self._stated: dict[str, int] = {}

    def stated_writes(self, plan: Analysis, name: str) -> int:
        """Bitset of the steps that write a resource by what they declare or run, and more than a notice.

        Words change nothing about these.
        """
        known = self._stated.get(name)
        if known is None:
            writers = plan.graph.members(self.writes.get(name, 0))
            sure = (i for i in writers if plan.tasks[i].effect != "notify" and stated(plan, i, "writes", name))
            known = self._stated[name] = plan.graph.mask(sure)
        return known

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
    """Pairs of a step of the one and a step of the other bitset that may overlap."""
    graph = plan.graph
    if some.bit_count() > others.bit_count():
        for b in graph.members(others):
            for a in graph.members(graph.unordered(b) & some):
                yield a, b
    else:
        for a in graph.members(some):
            for b in graph.members(graph.unordered(a) & others):
                yield a, b


def behind(plan: Analysis, steps: int) -> int:
    """Bitset of the steps that come after one of some steps in every execution."""
    graph = plan.graph
    found = 0
    while steps:
        earliest = next(graph.members(steps))
        found |= graph.descendants(earliest)
        if steps & graph.descendants(earliest) & graph.ancestors(earliest):
            found |= graph.bit(earliest)  # steps of a cycle come after one another
        steps &= ~(found | graph.bit(earliest))
    return found


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


@dataclass(frozen=True, slots=True)
class Bearing:
    """Bitsets of the steps by what rests on what they found out."""

    high_impact: int
    """They make an artefact of it, or establish a fact that a high-impact step needs."""
    others: int
    """They establish any other fact. One that nobody needs was meant for somebody."""
    looking: int
    """Nothing says that they do more than observe or notify; or nothing is known of what they do."""

    def of(self, plan: Analysis, severity: Severity) -> int:
        """Bitset of the readers for whom a wrong reading weighs as much."""
        every = plan.graph.mask(range(len(plan.tasks)))
        match severity:
            case "blocker":
                return self.high_impact
            case "warning":
                return (self.others | every & ~self.looking) & ~self.high_impact
            case "info":
                return self.looking & ~(self.high_impact | self.others)


def bearing(plan: Analysis) -> Bearing:
    """What rests on the steps of a plan."""
    return once(plan, _bearing)


def _bearing(plan: Analysis) -> Bearing:
    graph = plan.graph
    needed = {need.fact for i, task in enumerate(plan.tasks) if plan.high_impact(i) for need in task.preconditions}
    high = graph.mask(i for i, effect in enumerate(plan.effects) if effect.produces)
    others = graph.mask(i for i, task in enumerate(plan.tasks) if task.establishes)
    for fact, mask in graph.establishers.items():
        if fact in needed:
            high |= mask
        others |= mask
    looking = (i for i, effect in enumerate(plan.effects) if only_looks(plan, i) or effect.kind == "unknown")
    return Bearing(high, others, graph.mask(looking))
