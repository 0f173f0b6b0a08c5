"""Effect: what one step does to the world, and how anyone knows."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Literal

from planproof.effects.duties import Duties, duties_of, heavier
from planproof.effects.lattice import Kind, Undo, worse_undo
from planproof.model.base import Basis, EffectKind, Reversibility

Hazard = Literal["discloses", "widens_access", "weakens_guard"]


@dataclass(frozen=True, slots=True)
class Suggestion:
    """What words suggest a step does. It raises; it never lowers, and never makes an unknown effect known."""

    kind: EffectKind
    reversibility: Reversibility
    words: str
    """The words as written: `Drop … users table`."""
    field: str
    """Where they stand: `action`, `description`, `commands`."""
    parts: tuple[tuple[EffectKind, Reversibility], ...] = ()
    """Each thing that the words suggest; the fields above are their join."""


@dataclass(frozen=True, slots=True)
class CommandEffect:
    """What a command does, as a command module derived it from the command alone."""

    kind: EffectKind
    reversibility: Undo
    because: str
    """The part of the command that decides it."""
    reads: tuple[str, ...] = ()
    writes: tuple[str, ...] = ()
    destroys: tuple[str, ...] = ()
    produces: tuple[str, ...] = ()
    hazards: tuple[Hazard, ...] = ()


@dataclass(frozen=True, slots=True)
class Effect:
    """The join of what a step's commands do, what it declares and what its words suggest.

    Resources are canonical names (`Resources.name`), each tuple sorted.
    """

    kind: Kind
    reversibility: Undo
    basis: Basis
    """proven: commands say so; declared: typed fields; inferred: words raised it, or nothing is known."""
    because: str
    reads: tuple[str, ...] = ()
    writes: tuple[str, ...] = ()
    destroys: tuple[str, ...] = ()
    produces: tuple[str, ...] = ()
    suggestion: Suggestion | None = None
    not_understood: tuple[str, ...] = ()
    """Commands that no module understood; the effect may be worse than what stands here."""
    hazards: tuple[Hazard, ...] = ()
    parts: tuple[tuple[Kind, Undo], ...] = ()
    """Each thing that the step does, as far as it is known; kind and reversibility are their join."""

    @property
    def duties(self) -> Duties:
        """What the step is obliged to have, by its effect alone: what each of its parts obliges to.

        The join alone would not do. A step that drains a node and deletes a pod is a compensable destroy, of which
        less is asked than of the drain; one that deletes a pod and overwrites a file is no irreversible destroy.
        """
        first, *others = self.parts or ((self.kind, self.reversibility),)
        owed = duties_of(*first)
        for kind, undo in others:
            owed = heavier(owed, duties_of(kind, undo))
        return owed

    def of_own_making(self) -> Effect:
        """The effect of a step that destroys only what the same plan made before: it can be made again."""
        parts: set[tuple[Kind, Undo]] = set()
        worst: Undo = "compensable"
        for kind, undo in self.parts:
            undo_now: Undo = "compensable" if kind == "destroy" else undo
            parts.add((kind, undo_now))
            worst = worse_undo(worst, undo_now)
        return replace(self, reversibility=worst, parts=tuple(sorted(parts)))

    @property
    def opaque(self) -> bool:
        """Whether some of what the step does is unknown."""
        return self.kind == "unknown" or bool(self.not_understood)

    @property
    def changes(self) -> tuple[str, ...]:
        """Resources that are not the same afterwards: written or destroyed."""
        if not self.destroys:
            return self.writes
        return tuple(sorted({*self.writes, *self.destroys})) if self.writes else self.destroys
