"""Aims: whether commands that should be about the same thing are, by what they name.

Names are compared within one kind alone: a check that lists pods says nothing against a step that scales a deployment.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Final

from planproof.effects import Act, Ref, effect_of_command
from planproof.effects.tools.call import EXPANDED
from planproof.gates.analysis import Analysis
from planproof.model.plan import Command

_LOOSE: Final = frozenset({"", "file", "url", "object", "path", "image", "package", "commit"})
"""Kinds of which a step and its check rightly name different ones."""


def changed_by(plan: Analysis, i: int) -> tuple[Ref, ...]:
    """What the commands of step `i` change."""
    return tuple(dict.fromkeys(ref for act in plan.effects[i].acts for ref in (*act.writes, *act.destroys)))


def acts_of(plan: Analysis, commands: Iterable[Command]) -> tuple[Act, ...]:
    """What commands beside a step's own do: those of its verification or its rollback."""
    return tuple(act for command in commands for act in effect_of_command(command, plan.context).acts)


def misses(plan: Analysis, wanted: Sequence[Ref], named: Sequence[Ref]) -> tuple[Ref, ...]:
    """What commands name instead of what they should; empty where they name it, or nothing of its kind.

    Example:
        >>> from planproof.model.plan import Plan
        >>> plan, orders = Analysis(Plan(id="p")), Ref("table", "orders", "prod")
        >>> misses(plan, [orders], [Ref("table", "orders", "staging")])
        (Ref(kind='table', name='orders', within='staging'),)
        >>> misses(plan, [orders], [Ref("table", "public.orders"), Ref("table", "users")])
        ()
    """
    kinds = {ref.kind for ref in wanted} - _LOOSE
    others: list[Ref] = []
    for ref in named:
        if ref.kind not in kinds or EXPANDED in ref.name or "*" in ref.name:
            continue
        if any(_same(plan, ref, other) for other in wanted):
            return ()
        others.append(ref)
    # What a step names only when it runs may be any of them.
    unsure = any(EXPANDED in ref.name or "*" in ref.name for ref in wanted if ref.kind in kinds)
    return () if unsure else tuple(dict.fromkeys(others))


def _same(plan: Analysis, a: Ref, b: Ref) -> bool:
    """Whether two names may be of one resource: the same name in the same place, or where one leaves the place open."""
    if a.kind != b.kind:
        return False
    place = not a.within or not b.within or a.within == b.within or EXPANDED in a.within + b.within
    if not place:
        return False
    last = a.name.rpartition(".")[2].casefold() == b.name.rpartition(".")[2].casefold()
    qualified = "." in a.name and "." in b.name
    return (a.name.casefold() == b.name.casefold()) or (last and not qualified) or plan.names.ref(a) == plan.names.ref(b)
