"""What a verification is worth: whether it counts, what it observes, and by which steps a change is verified.

A verification that is empty, vacuous or unable to fail counts as absent. What a verification observes is known for
sure only where it says so in `observes`, or where its step is about that resource; names in its words are a guess
(`observed`), which adds obligations and meets none: nothing that clears a finding may rest on them.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Literal

from planproof.effects import Ref
from planproof.gates.aims import acts_of, misses
from planproof.gates.analysis import Analysis
from planproof.gates.mentions import mentions
from planproof.gates.once import once
from planproof.gates.weakness import Weakness, weak


def weaknesses(plan: Analysis) -> tuple[Weakness | None, ...]:
    """Of each step: why its verification counts as absent."""
    return once(plan, _weaknesses)


def _weaknesses(plan: Analysis) -> tuple[Weakness | None, ...]:
    return tuple(weak(task.verification) for task in plan.tasks)


def counts(plan: Analysis, i: int) -> bool:
    """Whether step `i` has a verification of its own that counts."""
    return once(plan, _weaknesses)[i] is None


def observed(plan: Analysis, i: int) -> tuple[str, ...]:
    """Canonical names of what the verification of step `i` observes, its words included.

    Where it has no `observes`: the names of the plan that its words and its command mention, and the step's target.
    """
    verification = plan.tasks[i].verification
    if verification is None:
        return ()
    if verification.observes:
        return plan.names.names(verification.observes)
    run = verification.command.run if verification.command is not None else ""
    named = mentions(plan).of(verification.what, verification.how, verification.expected, run)
    target = plan.tasks[i].target
    return tuple(sorted({*named, plan.names.name(target)})) if target else named


def attested(plan: Analysis, i: int) -> tuple[str, ...]:
    """Canonical names of what step `i` observes by typed fields alone; nothing where its check does not count.

    That is the `observes` of its verification; without it, what the step reads and its target. A pure observation
    without any verification observes what it reads: its command is the check. What a step changes it observes only
    for itself (`verified_by`): a check in words is about its own step.
    """
    task, effect = plan.tasks[i], plan.effects[i]
    verification = task.verification
    if verification is None:
        return effect.reads if effect.kind == "observe" else ()
    if not counts(plan, i):
        return ()
    if verification.observes:
        return plan.names.names(verification.observes)
    if not task.target:
        return effect.reads
    target = plan.names.name(task.target)
    return effect.reads if target in effect.reads else (*effect.reads, target)


Standing = Literal["none", "weak", "elsewhere", "counts"]
"""What a verification is worth to its own step. `elsewhere`: by its `observes` it looks at nothing that the step
changes or makes."""


def standings(plan: Analysis) -> tuple[Standing, ...]:
    """Of each step: what its own verification is worth."""
    return once(plan, _standings)


def _standings(plan: Analysis) -> tuple[Standing, ...]:
    return tuple(_standing(plan, i, weakness) for i, weakness in enumerate(weaknesses(plan)))


def _standing(plan: Analysis, i: int, weakness: Weakness | None) -> Standing:
    verification = plan.tasks[i].verification
    if verification is None:
        return "none"
    if weakness is not None and verification.command is not None:
        return "weak"
    # Before the words are: whatever they say, they may not hide that the check looks elsewhere.
    if verification.observes and _looks_elsewhere(plan, i, verification.observes):
        return "elsewhere"
    if verification.command is not None and named_instead(plan, i):
        return "elsewhere"
    return "counts" if weakness is None else "weak"


def named_instead(plan: Analysis, i: int) -> tuple[Ref, ...]:
    """What the command of a verification names instead of what the commands of its step change."""
    verification = plan.tasks[i].verification
    if verification is None or verification.command is None or not plan.effects[i].acts:
        return ()
    return misses(plan, i, acts_of(plan, (verification.command,)))


def _looks_elsewhere(plan: Analysis, i: int, observes: tuple[str, ...]) -> bool:
    effect = plan.effects[i]
    for name in plan.names.names(observes):
        if name in effect.writes or name in effect.destroys or name in effect.produces:
            return False
    concerned = concerns(plan, i)
    return bool(concerned) and not touches(plan, observes, concerned)


def concerns(plan: Analysis, i: int) -> tuple[str, ...]:
    """What a verification of step `i` may look at: what it changes and makes, its target, and what replaces those.

    Of a step that changes nothing: what it reads.
    """
    effect = plan.effects[i]
    concerned = {*effect.changes, *effect.produces} or {*effect.reads}
    if target := plan.tasks[i].target:
        # Always: words may make a target the thing destroyed, and may not thereby clear a finding.
        concerned.add(plan.names.name(target))
    if replaced := once(plan, _replacements):
        for name in tuple(concerned):
            concerned.update(replaced.get(name, ()))
    return tuple(sorted(concerned))


def _replacements(plan: Analysis) -> dict[str, tuple[str, ...]]:
    """Canonical name to what replaces it, and to what it replaces."""
    found: dict[str, list[str]] = {}
    for name, resource in plan.names.declared.items():
        if resource.replaces is not None:
            old = plan.names.name(resource.replaces)
            found.setdefault(old, []).append(name)
            found.setdefault(name, []).append(old)
    return {name: tuple(others) for name, others in found.items()}


def replacements(plan: Analysis, name: str) -> tuple[str, ...]:
    """What is declared to take the place of a resource, and what it takes the place of."""
    return once(plan, _replacements).get(name, ())


def touches(plan: Analysis, some: Iterable[str], others: Iterable[str]) -> bool:
    """Whether any of some names shares anything with any of the others."""
    others = tuple(others)
    return any(plan.names.overlap(plan.names.name(a), b) for a in some for b in others)


class Observers:
    """Which steps observe a resource by typed fields, as bitsets of the plan's graph."""

    def __init__(self, plan: Analysis) -> None:
        self._plan = plan
        self._exactly: dict[str, int] = {}
        self._part: dict[str, int] = {}
        self._itself: dict[str, int] = {}
        for i, task in enumerate(plan.tasks):
            bit = plan.graph.bit(i)
            for name in attested(plan, i):
                self._exactly[name] = self._exactly.get(name, 0) | bit
                for whole in plan.names.wholes(name):
                    if whole != name:
                        self._part[whole] = self._part.get(whole, 0) | bit
            if task.verification is not None and not task.verification.observes and counts(plan, i):
                for name in (*plan.effects[i].changes, *plan.effects[i].produces):
                    self._itself[name] = self._itself.get(name, 0) | bit

    def of(self, names: Iterable[str]) -> int:
        """The steps that observe one of the resources, a part of one, or what one is part of."""
        found = 0
        for name in names:
            found |= self._part.get(name, 0)
            for whole in self._plan.names.wholes(name):
                found |= self._exactly.get(whole, 0)
        return found

    def themselves(self, names: Iterable[str]) -> int:
        """The steps that change one of the resources and verify that in words."""
        found = 0
        for name in names:
            found |= self._itself.get(name, 0)
        return found


def observers(plan: Analysis) -> Observers:
    """The steps that observe, by resource."""
    return once(plan, Observers)


def verified_by(plan: Analysis, i: int) -> tuple[int, ...]:
    """The steps that verify what step `i` did, in topological order; empty where nothing does in time.

    The step itself, where its verification counts and looks at what it changed. Otherwise every later step that
    observes what it changed, if one of them comes before each step that uses the change.
    """
    if standings(plan)[i] == "counts":
        return (i,)
    return tuple(_later(plan, i))


def _later(plan: Analysis, i: int) -> Iterator[int]:
    graph = plan.graph
    concerned = concerns(plan, i)
    seen = observers(plan)
    later = seen.of(concerned) & ~seen.themselves(concerned) & graph.descendants(i)
    if not later:
        return
    # A step that builds on the change comes too late to verify it. One of unknown effect that checks it and leaves it
    # as it is does not build on it.
    consumers = once(plan, _Consumers)
    using = consumers.of(plan, i)
    using &= ~(later & consumers.unknown)
    later &= ~using
    covered = 0
    for v in graph.members(later):
        if not using & ~covered:
            break
        if not covered & graph.bit(v):
            covered |= graph.descendants(v)
    if not using & ~covered:
        yield from graph.members(later)


class _Consumers:
    """Which steps build on a resource or a fact: those that read or destroy the one, or need the other.

    A step that only observes builds on nothing. Of a step whose effect is unknown, each access counts: which of
    them it is may rest on its words.
    """

    def __init__(self, plan: Analysis) -> None:
        self._users: dict[str, int] = {}
        self._needers: dict[str, int] = {}
        self.unknown = 0
        """The steps of unknown effect."""
        for i, effect in enumerate(plan.effects):
            if effect.kind in ("observe", "notify"):
                continue
            bit = plan.graph.bit(i)
            if effect.kind == "unknown":
                self.unknown |= bit
            used = (*effect.reads, *effect.destroys, *(effect.writes if effect.kind == "unknown" else ()))
            for name in used:
                self._users[name] = self._users.get(name, 0) | bit
            for need in plan.tasks[i].preconditions:
                self._needers[need.fact] = self._needers.get(need.fact, 0) | bit

    def of(self, plan: Analysis, i: int) -> int:
        """The steps that use what step `i` did and are not always before it."""
        found = 0
        for name in plan.effects[i].changes:
            found |= self._users.get(name, 0)
        for fact in plan.tasks[i].establishes:
            found |= self._needers.get(fact, 0)
        return found & ~plan.graph.ancestors(i) & ~plan.graph.bit(i)
