"""Effect: what one step does to the world, and how anyone knows."""

from __future__ import annotations

from dataclasses import dataclass, replace

from planproof.effects.act import Act, Hazard
from planproof.effects.duties import Duties, duties_of, heavier
from planproof.effects.lattice import Kind, Undo, rank_of_kind, rank_of_undo, worse_kind, worse_undo
from planproof.model.base import Basis, EffectKind, Reversibility


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
    """What a command does: all its acts. None means that it changes nothing."""

    acts: tuple[Act, ...] = ()

    @property
    def kind(self) -> Kind:
        """The worst kind of its acts; unknown where one of them is and none is as bad as can be."""
        kinds: set[Kind] = {act.kind for act in self.acts}
        if "unknown" in kinds and "destroy" not in kinds:
            return "unknown"
        worst: EffectKind = "observe"
        for kind in kinds:
            if kind != "unknown":
                worst = worse_kind(worst, kind)
        return worst

    @property
    def reversibility(self) -> Undo:
        """The worst reversibility of its acts; unknown where one of them is and none is irreversible."""
        worst: Undo = "read_only"
        for act in self.acts:
            worst = worse_undo(worst, act.undo)
        return worst

    @property
    def because(self) -> str:
        """The part of the command that decides."""
        if not self.acts:
            return ""
        decides = max(self.acts, key=lambda act: (rank_of_kind(act.kind), rank_of_undo(act.undo)))
        return decides.because

    @property
    def understood(self) -> bool:
        """Whether every act is known."""
        return all(act.kind != "unknown" for act in self.acts)

    @property
    def hazards(self) -> tuple[Hazard, ...]:
        """Each hazard of its acts once, sorted."""
        return tuple(sorted({hazard for act in self.acts for hazard in act.hazards}))


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
    unnamed: tuple[str, ...] = ()
    """Of the writes and destroys: what commands alone name, on a step that says itself what it changes."""
    suggestion: Suggestion | None = None
    not_understood: tuple[str, ...] = ()
    """Commands that no module understood; the effect may be worse than what stands here."""
    hazards: tuple[Hazard, ...] = ()
    acts: tuple[Act, ...] = ()
    """What its commands do, as far as they are understood."""
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
        """Resources that are not the same afterwards, in the step's own words where it has any.

        A step that writes `app.config` and runs `cp new.conf /etc/app.conf` changes `app.config`: that is what its
        verification and its rollback are held to. `touched` has both names.
        """
        return _both(self.writes, self.destroys, self.unnamed)

    @property
    def touched(self) -> tuple[str, ...]:
        """Everything written or destroyed, by whatever name."""
        return _both(self.writes, self.destroys)


def _both(writes: tuple[str, ...], destroys: tuple[str, ...], without: tuple[str, ...] = ()) -> tuple[str, ...]:
    """Each name of two sorted lists once, sorted. Most steps have one list, which is returned as it is."""
    if not without and not (writes and destroys):
        return writes or destroys
    return tuple(sorted({*writes, *destroys}.difference(without)))
