"""Analysis: everything the rules read about one plan, worked out once."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from datetime import datetime
from typing import Final

from planproof.effects import CommandEffect, Duties, Effect, Kind, Ref, Resources, effect_of, effect_of_command
from planproof.effects.context import Context, context_of
from planproof.effects.effect import Suggestion
from planproof.effects.patterns import matches, names_it
from planproof.effects.resources import spellings
from planproof.graph import PlanGraph
from planproof.model.goal import Acceptance, Goal
from planproof.model.plan import Command, Plan, Task
from planproof.model.reader import Note

RELAXED: Final = frozenset({"documentation", "sandbox"})
"""Environments in which what would be a warning is information."""


_NO_PLAN: Final = Plan(id="-")


class Analysis:
    """A plan under a goal: its graph, the effect of every step, and who touches what.

    Steps are named by their position in `plan.tasks`, resources by their canonical name.

    Args:
        plan: the plan.
        goal: what a person asked for and allowed; None where nobody said.
        notes: what the reader mended or could not place.
        parent: the version that this one revises.
        now: the clock that windows, acceptances and waivers are held against; None: they do not expire.

    Example:
        >>> from planproof.model.plan import Plan, Task
        >>> analysis = Analysis(Plan(id="p", tasks=(Task(id="t", destroys=("users",)),)))
        >>> analysis.effects[0].kind, analysis.duties[0].recovery
        ('destroy', 'blocker')
    """

    def __init__(
        self,
        plan: Plan,
        goal: Goal | None = None,
        *,
        notes: Sequence[Note] = (),
        parent: Plan | None = None,
        now: datetime | None = None,
    ) -> None:
        self.plan: Plan = plan
        self.goal: Goal | None = goal
        self.notes: tuple[Note, ...] = tuple(notes)
        self.parent: Plan | None = parent
        self.now: datetime | None = now
        self.tasks: tuple[Task, ...] = plan.tasks
        self.known: dict[object, object] = {}
        """Results that rules share (`once`). Each is a function of this analysis, so that sharing it shows in nothing
        but the time it takes."""
        self._command_effects: dict[tuple[str, ...], CommandEffect] = {}
        given = {g.fact for g in goal.constraints.given} if goal is not None else set[str]()
        self.graph: PlanGraph = PlanGraph(plan, given)
        self.given: frozenset[str] = self.graph.given
        """Facts that the goal gives."""
        self.names: Resources = Resources(plan, goal)
        self.goal_names: Resources = Resources(_NO_PLAN, goal)
        """The goal's vocabulary alone: what protections and acceptances are held against."""
        environment = goal.constraints.environment if goal is not None else None
        self.relaxed: bool = environment is not None and environment.strip().casefold() in RELAXED
        """Whether the goal's environment turns warnings for missing duties into information."""

        self.context: Context = context_of(plan, goal)
        """What the plan's commands are read with."""
        effects = [effect_of(task, self.names, self.context) for task in plan.tasks]
        self.readers_of: dict[str, list[int]] = {}
        self.writers_of: dict[str, list[int]] = {}
        self.destroyers_of: dict[str, list[int]] = {}
        self.producers_of: dict[str, list[int]] = {}
        for i, effect in enumerate(effects):
            for index, touched in (
                (self.readers_of, effect.reads),
                (self.writers_of, effect.writes),
                (self.destroyers_of, effect.destroys),
                (self.producers_of, effect.produces),
            ):
                for resource in touched:
                    index.setdefault(resource, []).append(i)
        self.effects: tuple[Effect, ...] = tuple(
            self._within_plan(i, effect) if effect.kind == "destroy" else effect for i, effect in enumerate(effects)
        )
        """The derived effect of every step, by position."""
        self.duties: tuple[Duties, ...] = tuple(self._duties(i, effect) for i, effect in enumerate(self.effects))
        """What every step is obliged to have, by position."""

    # -- effects -------------------------------------------------------------------------------------------

    def _within_plan(self, i: int, effect: Effect) -> Effect:
        """Destroying only what an earlier step of this same plan made is compensable: it can be made again."""
        if effect.reversibility == "compensable" or not effect.destroys or effect.basis == "inferred":
            return effect
        if all(self.made_here(resource, i) for resource in effect.destroys):
            return effect.of_own_making()
        return effect

    def was_there(self, resource: str) -> bool:
        """Whether a resource is said to be there before the plan: of the goal's vocabulary, or declared as `existing`.

        Nothing is said of a part of it: a new dump may lie in an old bucket.
        """
        declared = self.names.declared.get(resource)
        return resource in self.names.of_goal or bool(declared and declared.existing)

    def made_here(self, resource: str, i: int) -> bool:
        """Whether a step before `i` makes the resource, which was not there before the plan and is not protected."""
        if self.was_there(resource) or self.protection_of(resource):
            return False
        makers = [*self.producers_of.get(resource, ())]
        makers += [w for w in self.writers_of.get(resource, ()) if self.tasks[w].effect == "create"]
        return any(self.graph.before(maker, i) for maker in makers)

    def _duties(self, i: int, effect: Effect) -> Duties:
        return Duties() if self.only_makes_artefact(i, effect) else effect.duties

    def only_makes_artefact(self, i: int, effect: Effect | None = None) -> bool:
        """Whether all that the step changes is artefacts of its own making: a backup needs no way back."""
        effect = self.effects[i] if effect is None else effect
        if not effect.produces or effect.kind not in ("create", "modify"):
            return False
        return set(effect.changes) <= set(effect.produces)

    def suggestion(self, i: int) -> Suggestion | None:
        """What the words of a step suggest, where they count: on a step that is not fully understood."""
        effect = self.effects[i]
        return effect.suggestion if effect.opaque or effect.basis == "inferred" else None

    def high_impact(self, i: int) -> bool:
        """Whether a missing verification or way back of the step blocks."""
        duties = self.duties[i]
        return duties.verification == "blocker" or duties.recovery == "blocker"

    def irreversible(self, i: int) -> bool:
        """Whether the step must be preceded by something verified: what it does cannot be taken back."""
        return self.duties[i].predecessor == "blocker"

    def command_effect(self, command: Command) -> CommandEffect:
        """What a command beside the steps' own does: one of a verification or a rollback. Several rules ask for it."""
        key = (command.run, command.shell, command.dialect or "", command.on or "")
        found = self._command_effects.get(key)
        if found is None:
            found = self._command_effects[key] = effect_of_command(command, self.context)
        return found

    # -- the goal ------------------------------------------------------------------------------------------

    def protection_of(self, resource: str) -> str | None:
        """The goal's pattern that protects a canonical name or one of the goal's own aliases for it."""
        if self.goal is None:
            return None
        for pattern in self.goal.constraints.protected:
            if any(names_it(pattern, name) for name in self.names_for_goal(resource)):
                return pattern
        return None

    def acceptances(self, resource: str, kinds: Collection[Kind], *, as_written: bool = False) -> Iterator[Acceptance]:
        """The unexpired acceptances of what is done to a resource: of the irreversible, or of one of some kinds.

        Args:
            resource: its canonical name, or as a command spells it.
            kinds: what is done to it.
            as_written: whether case counts, as it does in names of files.
        """
        fits = matches if as_written else names_it
        for accepted in self.goal.accepts if self.goal is not None else ():
            if accepted.effect != "irreversible" and accepted.effect not in kinds:
                continue
            if self.now is not None and accepted.expires is not None and accepted.expires <= self.now:
                continue
            if any(fits(accepted.resource, name) for name in self.names_for_goal(resource)):
                yield accepted

    def protection_of_ref(self, ref: Ref) -> str | None:
        """The goal's pattern that protects what a command names, whatever the plan calls it."""
        if self.goal is None:
            return None
        names = (self.goal_names.ref(ref), *spellings(ref))
        found = (p for p in self.goal.constraints.protected if any(names_it(p, name) for name in names))
        return next(found, None) or self.protection_of(names[0])

    def accepts_ref(self, ref: Ref, kinds: Collection[Kind]) -> bool:
        """Whether a person accepts what is done to what a command names, whatever the plan calls it."""
        names = (self.goal_names.ref(ref), *spellings(ref))
        return any(True for name in names for _ in self.acceptances(name, kinds, as_written=True))

    def names_for_goal(self, resource: str) -> Iterator[str]:
        """What patterns of the goal are held against: never an alias that the plan made up."""
        for name in self.names.wholes(resource):
            yield name
            for known in self.goal.resources if self.goal is not None else ():
                if known.id == name:
                    yield from known.aliases
