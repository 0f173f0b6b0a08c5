"""Aims: whether commands that should be about the same thing are, by what they name.

Names are compared within one kind alone: a check that lists pods says nothing against a step that scales a deployment.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from typing import Final

from planproof.effects import Act, Ref
from planproof.effects.tools.call import EXPANDED
from planproof.gates.analysis import Analysis
from planproof.gates.once import once
from planproof.model.plan import Command

_LOOSE: Final = frozenset(
    {"", "file", "directory", "path", "url", "object", "image", "package", "commit", "branch", "tag", "pr", "issue"}
)
"""Kinds of which a step and its check rightly name different ones."""


_CATALOGUE: Final = re.compile(
    r"(information_schema|pg_catalog|performance_schema|sys|mysql)\b|pg_\w|sqlite_\w", re.IGNORECASE
)


def changed_by(plan: Analysis, i: int) -> tuple[Ref, ...]:
    """What the commands of step `i` change."""
    return tuple(dict.fromkeys(ref for act in plan.effects[i].acts for ref in (*act.writes, *act.destroys)))


def acts_of(plan: Analysis, commands: Iterable[Command]) -> tuple[Act, ...]:
    """What commands beside a step's own do: those of its verification or its rollback."""
    return tuple(act for command in commands for act in plan.command_effect(command).acts)


def misses(plan: Analysis, i: int, named: Sequence[Act]) -> tuple[Ref, ...]:
    """What commands name instead of what the commands of step `i` change; empty where that is not certain.

    It is certain where they name a resource of the same name in another place, or one that another step works on, and
    nothing that the step changes. Commands that are not understood, and the catalogues of a database, may look at
    anything.
    """
    wanted = changed_by(plan, i)
    kinds = {ref.kind for ref in wanted} - _LOOSE
    if (
        not kinds
        or any(act.kind == "unknown" for act in named)
        or any(_open(ref) for ref in wanted if ref.kind in kinds)
    ):
        return ()
    others: list[Ref] = []
    for ref in (ref for act in named for ref in act.touched):
        if _CATALOGUE.match(ref.name) or any(_same(plan, ref, other) for other in wanted):
            return ()
        if ref.kind in kinds and not _open(ref):
            others.append(ref)
    elsewhere = once(plan, _works_on)
    return tuple(
        ref
        for ref in dict.fromkeys(others)
        if elsewhere.get(ref, frozenset()) - {i} or any(ref.name == other.name for other in wanted)
    )


def _works_on(plan: Analysis) -> dict[Ref, frozenset[int]]:
    """Which steps change a resource by their commands."""
    found: dict[Ref, set[int]] = {}
    for i in range(len(plan.tasks)):
        for ref in changed_by(plan, i):
            found.setdefault(ref, set()).add(i)
    return {ref: frozenset(steps) for ref, steps in found.items()}


def _open(ref: Ref) -> bool:
    """Whether it is known only when it runs what a name stands for."""
    return EXPANDED in ref.name + ref.within or "*" in ref.name


def _same(plan: Analysis, a: Ref, b: Ref) -> bool:
    """Whether two names may be of one resource: the same name in the same place, or where one leaves the place open."""
    if a.kind != b.kind:
        return False
    place = not a.within or not b.within or a.within == b.within or EXPANDED in a.within + b.within
    if not place:
        return False
    last = a.name.rpartition(".")[2].casefold() == b.name.rpartition(".")[2].casefold()
    qualified = "." in a.name and "." in b.name
    return (
        (a.name.casefold() == b.name.casefold()) or (last and not qualified) or plan.names.ref(a) == plan.names.ref(b)
    )
