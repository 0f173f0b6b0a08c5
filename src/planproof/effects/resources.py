"""Names of resources: which names mean the same thing, and which thing is part of which."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from functools import cached_property
from typing import Final

from planproof.effects.act import Ref
from planproof.model.goal import Goal
from planproof.model.plan import Plan, Resource, Task


class Resources:
    """The vocabulary of a plan and its goal.

    The goal's names come first: an alias that the plan claims for one of them, or that the goal already uses, is
    not taken over (a structure rule reports it). A name that nobody declared stands for itself, without regard
    to case or outer space.

    Example:
        >>> from planproof.model.plan import Plan, Resource, Task
        >>> names = Resources(Plan(id="p", resources=(Resource(id="orders", aliases=("shop.orders",)),)))
        >>> names.name("SHOP.orders"), names.name("Users ")
        ('orders', 'users')
    """

    def __init__(self, plan: Plan, goal: Goal | None = None) -> None:
        self._names: dict[str, str] = {}
        self._meanings: dict[str, dict[str, None]] = {}
        """Each name with everything that it may mean: an alias of several resources tells them apart by their kind."""
        self._kinds: dict[str, str] = {}
        self._tasks: tuple[Task, ...] = plan.tasks
        self._parent: dict[str, str] = {}
        self.declared: dict[str, Resource] = {}
        """Canonical name to the plan's declaration."""
        self.of_goal: frozenset[str] = frozenset(r.id for r in goal.resources) if goal is not None else frozenset()
        for known in goal.resources if goal is not None else ():
            self._kinds[known.id] = known.kind or ""
            self._add(known.id, known.id)
            for alias in known.aliases:
                self._add(alias, known.id)
        persons = frozenset(map(_fold, self._names))
        for resource in plan.resources:
            if _fold(resource.id) not in persons:
                self._kinds[resource.id] = resource.kind or ""
                self._add(resource.id, resource.id)
            self.declared.setdefault(self.name(resource.id), resource)
        for resource in plan.resources:
            if self.name(resource.id) not in self.of_goal:
                for alias in resource.aliases:
                    self._add(alias, self.name(resource.id))
        for resource in plan.resources:
            if resource.part_of is not None and self.name(resource.part_of) != self.name(resource.id):
                self._parent.setdefault(self.name(resource.id), self.name(resource.part_of))

    def _add(self, name: str, canonical: str) -> None:
        self._names.setdefault(name, canonical)
        self._names.setdefault(_fold(name), canonical)
        self._meanings.setdefault(_fold(name), {})[canonical] = None

    def name(self, text: str) -> str:
        """The canonical name of what a text names."""
        found = self._names.get(text)
        if found is not None:
            return found
        folded = _fold(text)
        return self._names.get(folded, folded)

    def names(self, texts: Sequence[str]) -> tuple[str, ...]:
        """Canonical names, each once, sorted."""
        if len(texts) > 1:
            return tuple(sorted({self.name(text) for text in texts}))
        return (self.name(texts[0]),) if texts else ()  # nearly all of the lists of a plan

    @cached_property
    def _known(self) -> dict[str, dict[str, None]]:
        """Every name that a command may mean: those of the vocabulary, and what the steps name without declaring it."""
        known = dict(self._meanings)
        for task in self._tasks:
            named = (*task.reads, *task.writes, *task.destroys, *(a.id for a in task.produces), task.target)
            for text in named:
                if text:
                    known.setdefault(_fold(text), {self.name(text): None})
        return known

    def knows(self, canonical: str) -> bool:
        """Whether a canonical name belongs to a resource that the plan or the goal declares."""
        return canonical in self.declared or canonical in self.of_goal

    def ref(self, ref: Ref) -> str:
        """The canonical name of what a command names: a declared resource where one fits, else the full name.

        Example:
            >>> from planproof.model.plan import Plan, Resource, Task
            >>> names = Resources(Plan(id="p", resources=(Resource(id="orders"),)))
            >>> names.ref(Ref("table", "public.orders")), names.ref(Ref("table", "public.users"))
            ('orders', 'table:public.users')
        """
        ref = Ref(ref.kind, ref.name.replace("\0", ""), ref.within.replace("\0", ""))
        known = self._known
        if known:
            for candidate in spellings(ref):
                if (found := known.get(_fold(candidate))) is not None:
                    return next(
                        (name for name in found if _alike(self._kinds.get(name, ""), ref.kind)), next(iter(found))
                    )
        return str(ref)

    def refs(self, refs: Iterable[Ref]) -> tuple[str, ...]:
        """`ref` of each."""
        return tuple(map(self.ref, refs))

    def wholes(self, name: str) -> Iterator[str]:
        """The name and everything that it is part of, innermost first."""
        seen: set[str] = set()
        current: str | None = name
        while current is not None and current not in seen:
            seen.add(current)
            yield current
            current = self._parent.get(current)

    def overlap(self, a: str, b: str) -> bool:
        """Whether two canonical names share anything: the same, or one is part of the other."""
        return a == b or (bool(self._parent) and (b in self.wholes(a) or a in self.wholes(b)))


def spellings(ref: Ref) -> Iterator[str]:
    """How a plan may spell what a command names, the most precise first: `table:shop/public.orders`, …, `orders`."""
    names = [ref.name]
    if ref.kind in _DOTTED:
        names += [ref.name.split(".", i)[-1] for i in range(1, ref.name.count(".") + 1)]
    places = [f"{ref.within}/", f"{ref.within}."] if ref.within else []
    for name in names:
        for place in (*places, ""):
            yield f"{ref.kind}:{place}{name}"
            yield f"{ref.kind}/{place}{name}"
            yield f"{ref.kind}.{place}{name}"
            yield f"{ref.kind} {place}{name}"
            yield f"{place}{name}"


def _alike(a: str, b: str) -> bool:
    """Whether two words for a kind may mean the same: `helm-release` and `release`, `deploy` and `deployment`."""
    a, b = (re.sub(r"[^a-z]", "", kind.casefold()) for kind in (a, b))
    return bool(a and b) and (a in b or b in a)


_DOTTED: Final = frozenset({"table", "view", "index", "sequence", "function", "type", "column", "schema", "collection"})
"""Kinds whose names are qualified from the left: `public.orders` is a way to say `orders`."""


def _fold(text: str) -> str:
    return text.strip().casefold()
