"""effect_of: the join of what a step's commands do, what it declares and what its words suggest."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Final, NamedTuple

from planproof.effects.act import Act, Ref
from planproof.effects.commands import effect_of_command
from planproof.effects.context import EMPTY, Context
from planproof.effects.effect import Effect
from planproof.effects.lattice import DECLARED_UNDO, Kind, Undo, exceeds, worse_kind, worse_undo
from planproof.effects.own import marked
from planproof.effects.prose import access_of_action, suggest
from planproof.effects.resources import Resources
from planproof.model.base import Basis, EffectKind
from planproof.model.plan import Command, Task


def effect_of(task: Task, names: Resources, context: Context = EMPTY) -> Effect:
    """What a step does to the world.

    Where all commands are understood they decide, a declared effect above them raises, and words that say more
    are kept as a suggestion. Without an understood command the declared effect stands and words may raise it.
    Without either the effect is `unknown` whatever the words say.

    Example:
        >>> from planproof.model.plan import Plan
        >>> task = Task(id="t", action="drop", target="users", effect="observe")
        >>> effect = effect_of(task, Resources(Plan(id="p", tasks=(task,))))
        >>> effect.kind, effect.reversibility, effect.basis
        ('destroy', 'irreversible', 'inferred')
    """
    acts: list[Act] = []
    not_understood: list[str] = []
    if task.commands:
        read = list(_acts_of(task, context))
        acts += marked(read)
        not_understood += dict.fromkeys(command.run for command, act in read if act.kind == "unknown")
    derived = [act for act in acts if act.kind != "unknown"]
    suggestion = suggest(task, not_understood)

    stated = [
        _Source(act.kind, act.undo, "proven", act.because) for act in acts if act.kind != "unknown" and not act.own
    ]
    declared = _declared_kind(task)
    if declared is not None and (not stated or exceeds(declared, _joined(stated).kind)):
        stated.append(_Source(declared, DECLARED_UNDO[declared], "declared", f"declared effect {declared!r}"))
    known = _joined(stated) if stated else None
    parts: list[tuple[Kind, Undo]] = [(s.kind, s.undo) for s in stated] if stated else [("unknown", "unknown")]
    reads, writes, destroys, produces = _access(task, derived, None if known is None else known.kind, names)
    unnamed = _unnamed(task, writes, destroys, names) if derived else ()
    if suggestion is not None and (not_understood or not derived):
        parts += suggestion.parts
        if known is not None:
            because = f"{suggestion.field} says {suggestion.words!r}"
            known = _joined([known, _Source(suggestion.kind, suggestion.reversibility, "inferred", because)])
    kind: Kind = "unknown" if known is None else known.kind
    undo: Undo = "unknown" if known is None else known.undo
    if known is not None and not_understood and declared is None:
        # Nobody says what the rest does: it may be anything, and all of the step is no milder than that.
        kind = kind if kind == "destroy" else "unknown"
        undo = worse_undo(undo, "unknown")
        parts.append(("unknown", "unknown"))
    return Effect(
        kind=kind,
        reversibility=undo,
        basis="inferred" if known is None else known.basis,
        because=_NOBODY_KNOWS if known is None else known.because,
        reads=reads,
        writes=writes,
        destroys=destroys,
        produces=produces,
        unnamed=unnamed,
        suggestion=suggestion,
        not_understood=tuple(not_understood),
        hazards=tuple(sorted({hazard for act in acts for hazard in act.hazards})) if acts else (),
        acts=tuple(acts),
        parts=tuple(sorted({*parts})) if len(parts) > 1 else tuple(parts),
    )


def _acts_of(task: Task, context: Context) -> Iterator[tuple[Command, Act]]:
    for command in task.commands:
        for act in effect_of_command(command, context).acts or (NOTHING,):
            yield command, act


class _Source(NamedTuple):
    """What a command, a typed field or words say of a step; or several of them together."""

    kind: EffectKind
    undo: Undo
    basis: Basis
    because: str


NOTHING: Final = Act("observe", "read_only", "its commands change nothing")
_NOBODY_KNOWS: Final = "neither a command that is understood nor a declared effect"


def _joined(sources: Sequence[_Source]) -> _Source:
    """The worst kind and the worst reversibility, with the source that raised it last."""
    joined = sources[0]
    for source in sources[1:]:
        kind, undo = worse_kind(joined.kind, source.kind), worse_undo(joined.undo, source.undo)
        if (kind, undo) != (joined.kind, joined.undo):
            joined = _Source(kind, undo, source.basis, source.because)
    return joined


def _declared_kind(task: Task) -> EffectKind | None:
    """The worst that the typed fields claim: a step that destroys something is a destroy, whatever it calls itself."""
    kind = task.effect
    if task.destroys:
        return "destroy"
    if task.writes and kind in (None, "observe"):
        return "modify"
    if kind is None and task.produces:
        return "create"
    return kind


def _unnamed(task: Task, written: Iterable[str], destroyed: Iterable[str], names: Resources) -> tuple[str, ...]:
    """What commands change beside what the step says it changes, where it says that.

    What they destroy of the plan's or the goal's vocabulary is left out: a step that does not say so is held to it all
    the same, unless it names a part of it.
    """
    own = names.names(
        (*task.writes, *task.destroys, *(a.id for a in task.produces), *((task.target,) if task.target else ()))
    )
    if not own:
        return ()
    held = {n for n in destroyed if names.knows(n) and not any(names.overlap(n, mine) for mine in own)}
    return tuple(name for name in (*written, *destroyed) if name not in own and name not in held)


def _access(
    task: Task, derived: Sequence[Act], stated: EffectKind | None, names: Resources
) -> tuple[tuple[str, ...], tuple[str, ...], tuple[str, ...], tuple[str, ...]]:
    """Resources that the step reads, writes, destroys and produces.

    A step that names nothing that it changes is taken to act on its target, in the way that its effect and the
    verbs of its action say. Words add to these lists and never take from them.
    """
    reads, writes, destroys = task.reads, task.writes, task.destroys
    produces = tuple(artefact.id for artefact in task.produces)
    acting = any(act.writes or act.destroys or act.produces for act in derived)
    if task.target and not (writes or destroys or produces or acting):
        used = access_of_action(task)
        match stated:
            case None:
                pass
            case "observe" | "notify":
                used |= {"read"}
            case "create" | "modify" | "shift" | "rotate":
                used = {"write"} | (used & {"destroy"})
            case "destroy":
                used = {"destroy"}
        if "read" in used and not reads:
            reads = (task.target,)
        if "write" in used:
            writes = (task.target,)
        if "destroy" in used:
            destroys = (task.target,)
    if not derived:
        return names.names(reads), names.names(writes), names.names(destroys), names.names(produces)
    return (
        _with_refs(names, reads, [act.reads for act in derived]),
        _with_refs(names, writes, [act.writes for act in derived]),
        _with_refs(names, destroys, [act.destroys for act in derived]),
        _with_refs(names, produces, [act.produces for act in derived]),
    )


def _with_refs(names: Resources, texts: tuple[str, ...], refs: Sequence[tuple[Ref, ...]]) -> tuple[str, ...]:
    """Canonical names of what a step and its commands name, sorted."""
    named = names.names(texts)
    if not any(refs):
        return named
    return tuple(sorted({*named, *(names.ref(ref) for some in refs for ref in some)}))
