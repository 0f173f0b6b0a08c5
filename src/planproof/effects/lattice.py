"""The two scales of an effect, and how claims about the same step are joined: the worse one counts."""

from __future__ import annotations

from typing import Final, Literal, overload

from planproof.model.base import EffectKind, Reversibility

Kind = EffectKind | Literal["unknown"]
Undo = Reversibility | Literal["unknown"]

KINDS: Final[tuple[EffectKind, ...]] = ("observe", "notify", "create", "modify", "shift", "rotate", "destroy")
"""Mildest first."""
REVERSIBILITIES: Final[tuple[Reversibility, ...]] = ("read_only", "reversible", "compensable", "irreversible")
"""Mildest first. `unknown` is no member."""

_KIND_RANK: Final[dict[str, int]] = {kind: rank for rank, kind in enumerate(KINDS)}
_UNDO_RANK: Final[dict[str, int]] = {"read_only": 0, "reversible": 1, "compensable": 2, "unknown": 3, "irreversible": 4}
# Unknown stands above compensable, since a destroy that nobody knows a way back from owes what an irreversible one
# owes: joined with something compensable it must not come to owe less.

DECLARED_UNDO: Final[dict[EffectKind, Reversibility]] = {
    "observe": "read_only",
    "notify": "compensable",
    "create": "reversible",
    "modify": "reversible",
    "shift": "reversible",
    "rotate": "compensable",
    "destroy": "irreversible",
}
"""How a step of a declared kind can be undone, where nothing else is known of it."""


def worse_kind(a: EffectKind, b: EffectKind) -> EffectKind:
    """The worse of two kinds.

    Example:
        >>> worse_kind("create", "destroy")
        'destroy'
    """
    return a if _KIND_RANK[a] >= _KIND_RANK[b] else b


def exceeds(a: EffectKind, b: EffectKind) -> bool:
    """Whether kind `a` is worse than kind `b`."""
    return _KIND_RANK[a] > _KIND_RANK[b]


@overload
def worse_undo(a: Reversibility, b: Reversibility) -> Reversibility: ...
@overload
def worse_undo(a: Undo, b: Undo) -> Undo: ...
def worse_undo(a: Undo, b: Undo) -> Undo:
    """The one of two that promises less; unknown promises less than compensable and more than irreversible.

    Example:
        >>> worse_undo("reversible", "unknown"), worse_undo("unknown", "irreversible")
        ('unknown', 'irreversible')
    """
    return a if _UNDO_RANK[a] >= _UNDO_RANK[b] else b


def rank_of_kind(kind: Kind) -> int:
    """Place of a kind among all, mildest first; unknown stands below `destroy` alone, since it may be anything else."""
    return len(KINDS) - 1 if kind == "unknown" else _KIND_RANK[kind] + (kind == "destroy")


def rank_of_undo(undo: Undo) -> int:
    """Place of a reversibility among all, as `worse_undo` orders them."""
    return _UNDO_RANK[undo]
