"""Act: one thing that a command does, and Ref: one thing that it does it to."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Literal, NamedTuple

from planproof.effects.lattice import Kind, Undo
from planproof.model.base import EffectKind

Hazard = Literal["discloses", "discloses_secret", "widens_access", "weakens_guard"]
"""What may be wrong with a step beside what it changes. `discloses_secret` blocks, the others ask for attention."""


class Ref(NamedTuple):
    """A resource as a command names it.

    Example:
        >>> str(Ref("deployment", "web", "prod")), str(Ref("file", "/etc/hosts"))
        ('deployment:prod/web', 'file:/etc/hosts')
    """

    kind: str
    """What it is, in the words of its tool: `table`, `database`, `bucket`, `deployment`, `file`, `branch`."""
    name: str
    """As written: `public.orders`, `/var/lib/x`. A part that only the shell knows stands as written: `$TABLE`."""
    within: str = ""
    """Where it is: the namespace, database, host or project; empty where the command leaves it to its surroundings."""

    def __str__(self) -> str:
        return f"{self.kind}:{self.within}/{self.name}" if self.within else f"{self.kind}:{self.name}"


class Act(NamedTuple):
    """One thing that a command does, derived from the command alone."""

    kind: Kind
    undo: Undo
    because: str
    """The part of the command that decides it."""
    reads: tuple[Ref, ...] = ()
    writes: tuple[Ref, ...] = ()
    destroys: tuple[Ref, ...] = ()
    produces: tuple[Ref, ...] = ()
    """Artefacts that can bring something back: a dump, a snapshot, an archive, a tag."""
    restores: tuple[Ref, ...] = ()
    """What it brings back from an artefact that stands in `reads`."""
    verifies: tuple[Ref, ...] = ()
    """Artefacts whose soundness it checks: `pg_restore --list`, `sha256sum -c`."""
    hazards: tuple[Hazard, ...] = ()
    operation: str = ""
    """The tool and its verb: `kubectl scale`. Two acts of the same operation on the same resource may be inverses."""
    fetches: bool = False
    """Whether it prints text that others may have written: a page, a comment, a message."""
    fed_by: str = ""
    """The command that fetched what it is fed or told; empty where nothing from elsewhere reaches it."""
    inverse: str = ""
    """What undoes it exactly with what the system itself keeps: `kubectl rollout undo`; empty where nothing does."""
    own: bool = False
    """Whether it changes nothing but what an earlier act of the same step made. Known of the acts of steps alone."""

    @property
    def touched(self) -> tuple[Ref, ...]:
        """Everything that the act names."""
        return (*self.reads, *self.writes, *self.destroys, *self.produces, *self.restores, *self.verifies)


def unknown(because: str, *hazards: Hazard) -> Act:
    """An act nobody can tell anything of: never harmless."""
    return Act("unknown", "unknown", because, hazards=hazards)


def observe(because: str, reads: Iterable[Ref] = (), operation: str = "") -> Act:
    """An act that changes nothing."""
    return Act("observe", "read_only", because, reads=tuple(reads), operation=operation)


def changes(kind: EffectKind, undo: Undo, because: str, refs: Iterable[Ref] = (), operation: str = "") -> Act:
    """An act that changes what it names: destroys it where that is its kind, reads it where it only looks."""
    touched = tuple(refs)
    match kind:
        case "observe" | "notify":
            return Act(kind, undo, because, reads=touched, operation=operation)
        case "destroy":
            return Act(kind, undo, because, destroys=touched, operation=operation)
        case _:
            return Act(kind, undo, because, writes=touched, operation=operation)
