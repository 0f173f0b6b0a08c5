"""ROL009 no-verified-predecessor."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

from planproof.gates.analysis import Analysis
from planproof.gates.mentions import mentions
from planproof.gates.once import once
from planproof.gates.ordering import Orders, add_dependency
from planproof.gates.recovery import Recovery, recoveries, touched_by
from planproof.gates.rule import Rule
from planproof.gates.verifying import counts, observers, replacements
from planproof.gates.wording import listed
from planproof.model.finding import Finding, Fix

_WORD: Final = re.compile(r"[a-z0-9]{3,}")
_COMMON: Final = frozenset("the and for with from that this old new all are was not has have its into".split())


class NoVerifiedPredecessor(Rule):
    """An irreversible step that no verified step comes before.

    Before it, in every execution, must come a step whose verification counts and observes what will be lost, its
    replacement, or the artefact that the rollback restores from; or a person accepts the loss in the goal. Where the
    rollback is an exact inverse with its commands, a verified fact that the step waits for serves as well. A
    verification in words counts as a claim; one that has nothing to do with the step is a warning.

    Why:
        The last moment to find out that the replacement does not work or that the backup is empty is before the
        old one is destroyed. After it, a failed check only tells what has been lost.

    Fails:
        ```yaml
        plan:
          id: p
          tasks:
            - {id: dump, effect: create, reads: [orders], produces: [orders.dump]}
            - id: drop
              effect: destroy
              destroys: [orders]
              verification: {command: ./gone.sh orders}
              rollback: {kind: restore, uses: [orders.dump], commands: [pg_restore -d shop orders.dump]}
        ```

    Passes:
        ```yaml
        plan:
          id: p
          tasks:
            - id: dump
              effect: create
              reads: [orders]
              produces: [orders.dump]
              verification: {command: pg_restore --list orders.dump, observes: [orders.dump]}
            - id: drop
              effect: destroy
              destroys: [orders]
              verification: {command: ./gone.sh orders}
              rollback: {kind: restore, uses: [orders.dump], commands: [pg_restore -d shop orders.dump]}
        ```
    """

    code = "ROL009"
    name = "no-verified-predecessor"
    family = "weak_rollback"
    summary = "an irreversible step before which nothing was verified"
    severity = "blocker"
    basis = "declared"
    waivable = False
    fixable = True

    def check(self, plan: Analysis) -> Iterator[Finding]:
        """Yields each irreversible step without a verified predecessor and without an acceptance."""
        orders = Orders(plan)
        ways = recoveries(plan)
        for i, task in enumerate(plan.tasks):
            if not plan.irreversible(i):
                continue
            recovery = ways[i]
            if recovery.accepted is not None:
                continue
            verified = once(plan, _Verified)
            wanted = _wanted(plan, i, recovery)
            checks = verified.observing(wanted)
            before = plan.graph.ancestors(i)
            if checks & before or (_is_inverse(recovery) and verified.facts(plan, i) & before):
                continue
            loss = listed(plan.effects[i].changes or (task.target or task.id,))
            if verified.in_words & before:
                if not verified.sharing(plan, i, wanted) & before:
                    yield self.finding(
                        f"step {task.id!r} is final for {loss}, and no check before it is about that; "
                        "verify the replacement or the backup in a step before it, and name it under `observes`",
                        tasks=(task.id,),
                        severity="warning",
                        assumption=f"what is verified before step {task.id!r} covers the loss of {loss}",
                    )
                continue
            free = [] if orders.spent else list(plan.graph.members(checks & plan.graph.unordered(i)))
            late = listed(plan.tasks[v].id for v in free)
            yield self.finding(
                f"step {task.id!r} is final for {loss}, and nothing verified comes before it; "
                + (
                    f"let {late} come first, which may run after it"
                    if free
                    else "verify the replacement or the backup in a step before it, or let a person accept the loss "
                    "in the goal's `accepts`"
                ),
                tasks=(task.id,),
                evidence=orders.of(i, note="nothing before it has verified that the loss can be borne"),
                fix=_fix(plan, i, free),
            )


def _is_inverse(recovery: Recovery) -> bool:
    return recovery.kind == "inverse" and recovery.typed


def _wanted(plan: Analysis, i: int, recovery: Recovery) -> tuple[str, ...]:
    wanted = {*touched_by(plan, i), *recovery.artefacts}
    for name in touched_by(plan, i):
        wanted.update(replacements(plan, name))
    return tuple(sorted(wanted))


def _fix(plan: Analysis, i: int, free: list[int]) -> Fix | None:
    # The one that comes last brings the others before it along; with several of these it is a person's choice.
    last = [v for v in free if not any(plan.graph.before(v, other) for other in free)]
    return add_dependency(plan, last[0], i) if len(last) == 1 else None


class _Verified:
    """The steps whose own verification counts, as bitsets."""

    def __init__(self, plan: Analysis) -> None:
        graph = plan.graph
        self._plan = plan
        self.counting = graph.mask(i for i in range(len(plan.tasks)) if counts(plan, i))
        """All of them."""
        self.in_words = 0
        """Those that do not say in `observes` what they look at."""
        self._establishing: dict[str, int] = {}
        self._saying: dict[str, int] = {}
        for i, task in enumerate(plan.tasks):
            verification = task.verification
            if verification is None or not counts(plan, i):
                continue
            bit = graph.bit(i)
            for fact in {*task.establishes, *verification.proves}:
                self._establishing[fact] = self._establishing.get(fact, 0) | bit
            if not verification.observes:
                self.in_words |= bit
                said = f"{task.target} {verification.what} {verification.how} {verification.expected}"
                for word in _words(said):
                    self._saying[word] = self._saying.get(word, 0) | bit

    def observing(self, names: tuple[str, ...]) -> int:
        """Those that observe one of the resources by typed fields."""
        seen = observers(self._plan)
        return (seen.of(names) | seen.themselves(names)) & self.counting

    def facts(self, plan: Analysis, i: int) -> int:
        """Those that establish or prove a fact that step `i` waits for."""
        found = 0
        for need in plan.tasks[i].preconditions:
            found |= self._establishing.get(need.fact, 0)
        return found

    def sharing(self, plan: Analysis, i: int, names: tuple[str, ...]) -> int:
        """Those in words that share one with the step's target, or with what its rollback names."""
        rollback = plan.tasks[i].rollback
        named = mentions(plan).of(rollback.action) if rollback is not None else ()
        found = 0
        for word in _words(" ".join((*names, *named))):
            found |= self._saying.get(word, 0)
        return found


def _words(text: str) -> set[str]:
    return {word.removesuffix("s") for word in _WORD.findall(text.casefold()) if word not in _COMMON}
