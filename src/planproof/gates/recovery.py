"""recovery_of: what counts as a way back from a step, decided in one place.

Typed evidence is a command that does something, or an artefact with the state it restores. Without commands the
words are a claim: hollow ones count as no way back, others as `words`. Commands are judged by themselves, whatever
the words beside them say, so that no sentence lends a rollback weight that it has not.
"""

from __future__ import annotations

from typing import Final, Literal, NamedTuple

from planproof.effects import Kind, duties_of
from planproof.effects.patterns import names_it
from planproof.effects.tools.call import EXPANDED
from planproof.gates.analysis import Analysis
from planproof.gates.hollow import hollow_undo
from planproof.gates.once import once
from planproof.gates.outcome import only_idle
from planproof.model.goal import Acceptance
from planproof.model.plan import Command, Rollback, Task

Way = Literal["none", "hollow", "words", "inverse", "restore", "forward_fix"]


class Recovery(NamedTuple):
    """The way back from one step, as its rollback has it."""

    kind: Way
    why: str = ""
    """Of a hollow one: the rest of a sentence that begins with the rollback."""
    quote: str = ""
    """The words or the command that show it."""
    typed: bool = True
    """False where the judgement rests on words."""
    evidence: bool = False
    """Whether there are commands, or an artefact with the state it restores, whatever they are worth."""
    artefacts: tuple[str, ...] = ()
    """Canonical names of what it uses."""
    covers: tuple[str, ...] = ()
    """What of the step's doing it claims to bring back."""
    misses: tuple[str, ...] = ()
    """What the step changes and the rollback does not claim to bring back."""
    elsewhere: tuple[str, ...] = ()
    """Resources that it brings back and the step does not touch, where it names no other."""
    accepted: Acceptance | None = None
    """A person's acceptance that stands in for a way back."""

    @property
    def absent(self) -> bool:
        """Whether there is no way back in it."""
        return self.kind in ("none", "hollow")


NONE: Final = Recovery("none")


def recovery_of(plan: Analysis, i: int) -> Recovery:
    """The way back from step `i`.

    Example:
        >>> from planproof.model.plan import Plan
        >>> words = Rollback(action="restore the table from users.dump")
        >>> plan = Plan(id="p", tasks=(Task(id="a", destroys=("users",), rollback=words),
        ...                            Task(id="b", rollback=Rollback(action="n/a"))))
        >>> analysis = Analysis(plan)
        >>> recovery_of(analysis, 0).kind, recovery_of(analysis, 1).why
        ('words', "says 'n/a'")
    """
    return once(plan, _recoveries)[i]


def recoveries(plan: Analysis) -> tuple[Recovery, ...]:
    """The way back from each step."""
    return once(plan, _recoveries)


def _recoveries(plan: Analysis) -> tuple[Recovery, ...]:
    known = _known_names(plan)
    return tuple(
        NONE if task.rollback is None and not plan.goal else _recovery(plan, i, task, known)
        for i, task in enumerate(plan.tasks)
    )


def _recovery(plan: Analysis, i: int, task: Task, known: frozenset[str]) -> Recovery:
    accepted = acceptance(plan, i)
    rollback = task.rollback
    if rollback is None or _is_blank(rollback):
        return NONE if accepted is None else Recovery("none", accepted=accepted)
    kind, why, quote, typed = _judged(plan, rollback, task)
    effect = plan.effects[i]
    artefacts = plan.names.names(rollback.uses)
    changed = tuple(name for name in effect.changes if name not in effect.produces and name not in artefacts)
    misses: tuple[str, ...] = ()
    elsewhere: tuple[str, ...] = ()
    covers = changed
    if rollback.restores_state:
        restored = [name for name in plan.names.names(rollback.restores_state) if name in known]
        if restored:
            touched = touched_by(plan, i)
            overlap = plan.names.overlap
            covers = tuple(t for t in touched if t in restored or any(overlap(t, name) for name in restored))
            misses = tuple(name for name in changed if name not in covers)
            elsewhere = tuple(restored) if touched and not covers else ()
    evidence = bool(rollback.commands or (rollback.uses and rollback.restores_state))
    return Recovery(kind, why, quote, typed, evidence, artefacts, covers, misses, elsewhere, accepted)


def _is_blank(rollback: Rollback) -> bool:
    said = rollback.action.strip() or rollback.commands or rollback.uses or rollback.restores_state
    return not said and rollback.kind is None


def _judged(plan: Analysis, rollback: Rollback, task: Task) -> tuple[Way, str, str, bool]:
    """Kind, why and quote of a hollow one, and whether typed fields alone decide it."""
    if rollback.kind == "none":
        return "hollow", "says kind 'none'", "none", True
    if rollback.commands:
        runs = [command.run.strip() for command in rollback.commands]
        if all(_does_nothing(plan, command, rollback) for command in rollback.commands):
            return "hollow", f"runs nothing that undoes anything: {runs[0]!r}", runs[0], True
        if task.commands and {*runs} <= {command.run.strip() for command in task.commands}:
            return "hollow", f"runs the step's own command again: {runs[0]!r}", runs[0], True
        return rollback.kind or ("restore" if rollback.uses else "inverse"), "", "", True
    if (hollow := hollow_undo(rollback.action)) is not None:
        return "hollow", f"says {hollow.quote!r}", hollow.quote, False
    if rollback.kind in (None, "restore") and rollback.uses and rollback.restores_state:
        return "restore", "", "", True
    return ("words", "", "", False) if rollback.action.strip() else ("hollow", "says nothing of how", "", True)


def _does_nothing(plan: Analysis, command: Command, rollback: Rollback) -> bool:
    effect = plan.command_effect(command)
    if rollback.kind == "forward_fix" and any(ref.kind == "url" for act in effect.acts for ref in act.reads):
        return False  # a request may do something where it arrives: it warms a cache, it wakes a service
    return only_idle(command) or effect.kind in ("observe", "notify")


def touched_by(plan: Analysis, i: int) -> tuple[str, ...]:
    """What step `i` changes and makes, and its target.

    The target always: words may make it the thing destroyed, and may not thereby clear a finding.
    """
    effect, target = plan.effects[i], plan.tasks[i].target
    touched = {*effect.writes, *effect.destroys, *effect.produces}
    if target:
        touched.add(plan.names.name(target))
    return tuple(sorted(touched)) if len(touched) > 1 else tuple(touched)


def at_stake(plan: Analysis, i: int) -> tuple[str, ...]:
    """What an acceptance of step `i` has to name: what the step changes, or its target where nobody knows that."""
    target = plan.tasks[i].target
    return plan.effects[i].changes or ((plan.names.name(target),) if target else ())


def acceptance(plan: Analysis, i: int) -> Acceptance | None:
    """An acceptance that stands in for a way back from step `i`: unexpired, and of every resource it changes.

    An acceptance of the irreversible covers what is irreversible; a shift that the plan declares still needs its way
    back, also where words make the step out to be worse.
    """
    if plan.goal is None or not plan.goal.accepts:
        return None
    found: Acceptance | None = None
    for name in at_stake(plan, i):
        for kind, final in _owing(plan, i):
            fitting = next((a for a in plan.acceptances(name, (kind,)) if final or a.effect == kind), None)
            if fitting is None:
                return None
            found = found or fitting
    return found if found is not None and _covers_commands(plan, i) else None


def _owing(plan: Analysis, i: int) -> list[tuple[Kind, bool]]:
    """The kinds of effect that have to be accepted of step `i`, each with whether it is irreversible.

    Those of each part that owes a way back, whoever says that the step does it: a further word adds to what a person
    has to accept, and takes nothing from it. Where no part owes one for certain, the effect as a whole.
    """
    effect = plan.effects[i]
    owing: list[tuple[Kind, bool]] = [
        (kind, undo == "irreversible" or kind == "destroy")
        for kind, undo in effect.parts
        if duties_of(kind, undo).recovery == "blocker"
    ]
    return owing or [(effect.kind, effect.kind == "destroy" or effect.reversibility == "irreversible")]


def _covers_commands(plan: Analysis, i: int) -> bool:
    """Whether the acceptances cover each thing that the step's commands take away for good, by its own name.

    A plan may call `users` anything it likes, and may not thereby have it accepted. What only the shell knows when it
    runs cannot be held against a name; the rules on unknown and untrusted input speak of it.
    """
    for act in plan.effects[i].acts:
        if act.undo == "irreversible" and not act.own:
            for ref in act.destroys or act.writes:
                if (
                    EXPANDED not in ref.name
                    and not plan.accepts_ref(ref, (act.kind, plan.effects[i].kind))
                    and not plan.made_here(plan.names.ref(ref), i)
                ):
                    return False
    return True


def prohibited(plan: Analysis, i: int) -> tuple[tuple[str, Acceptance], ...]:
    """What step `i` touches and a person does not want back, expired or not, by canonical name."""
    stern = [a for a in plan.goal.accepts if not a.may_return] if plan.goal is not None else []
    if not stern:
        return ()
    return tuple(
        (name, a)
        for name in touched_by(plan, i)
        for a in stern
        if any(names_it(a.resource, known) for known in plan.names_for_goal(name))
    )


def _known_names(plan: Analysis) -> frozenset[str]:
    """Which names are resources of the plan: `restores_state` may name facts as well."""
    known = {*plan.names.declared, *plan.names.of_goal, *(plan.names.name(t.target) for t in plan.tasks if t.target)}
    return frozenset(known.union(plan.readers_of, plan.writers_of, plan.destroyers_of, plan.producers_of))
