"""What a derived effect obliges a step to have."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final, Literal

from planproof.effects.lattice import Kind, Undo

Duty = Literal["blocker", "warning"] | None
"""How much the absence weighs; None: not asked for."""


@dataclass(frozen=True, slots=True)
class Duties:
    """Weights of a missing verification, a missing way back, and a missing verified predecessor."""

    verification: Duty = None
    recovery: Duty = None
    predecessor: Duty = None


NONE: Final = Duties()
_LIGHT: Final = Duties("warning", "warning")
_OVERWRITING: Final = Duties("blocker", "warning")
_SHIFTING: Final = Duties("blocker", "blocker")
_FINAL: Final = Duties("blocker", "blocker", "blocker")


def duties_of(kind: Kind, undo: Undo) -> Duties:
    """The table of obligations, by derived effect.

    Example:
        >>> duties_of("destroy", "irreversible")
        Duties(verification='blocker', recovery='blocker', predecessor='blocker')
        >>> duties_of("observe", "read_only")
        Duties(verification=None, recovery=None, predecessor=None)
    """
    match kind:
        case "observe" | "notify":
            return NONE
        case "create" | "modify":
            return _OVERWRITING if undo == "irreversible" else _LIGHT
        case "shift":
            return _SHIFTING
        case "rotate":
            return _FINAL if undo == "irreversible" else _SHIFTING
        case "destroy":
            return _FINAL if undo in ("irreversible", "unknown") else _LIGHT
        case "unknown":
            return _LIGHT


_WEIGHT: Final[dict[Duty, int]] = {None: 0, "warning": 1, "blocker": 2}


def heavier(a: Duties, b: Duties) -> Duties:
    """Both: each obligation at its greater weight."""
    return Duties(
        max(a.verification, b.verification, key=_WEIGHT.__getitem__),
        max(a.recovery, b.recovery, key=_WEIGHT.__getitem__),
        max(a.predecessor, b.predecessor, key=_WEIGHT.__getitem__),
    )
