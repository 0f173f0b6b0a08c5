"""ROL016 way-back-closes."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

from planproof.gates.analysis import Analysis
from planproof.gates.artefacts import gone_before
from planproof.gates.duty import weight
from planproof.gates.mentions import FEW, destroyed_mentions
from planproof.gates.recovery import recovery_of, touched_by
from planproof.gates.rule import Rule
from planproof.model.finding import Finding, TextEvidence
from planproof.model.plan import Task

_WORD: Final = re.compile(r"[a-z]{3,}")


class WayBackCloses(Rule):
    """A later step destroys what the rollback of an earlier one needs.

    From then on the earlier step cannot be undone. That is information, since every clean-up does it; a warning where
    the earlier step is irreversible, so that what it destroyed cannot be brought back at all any more. A warning, too,
    where the `safety_guard` of a rollback speaks of something that another step may have destroyed by then.

    Why:
        When the plan has run to its end everybody believes that the last step can be undone, and so the one before
        it. If the backup went in the last step, that is not so, and the plan should say when it stopped being so.

    Fails:
        ```yaml
        plan:
          id: p
          tasks:
            - {id: dump, effect: create, reads: [logs], produces: [logs.tar], verification: {command: tar tf logs.tar}}
            - id: delete
              effect: destroy
              destroys: [logs]
              verification: {command: ./gone.sh logs}
              rollback: {kind: restore, uses: [logs.tar], commands: [tar xf logs.tar]}
            - {id: tidy, effect: destroy, destroys: [logs.tar], commands: [rm logs.tar]}
        ```

    Passes:
        ```yaml
        plan:
          id: p
          tasks:
            - {id: dump, effect: create, reads: [logs], produces: [logs.tar], verification: {command: tar tf logs.tar}}
            - id: delete
              effect: destroy
              destroys: [logs]
              verification: {command: ./gone.sh logs}
              rollback: {kind: restore, uses: [logs.tar], commands: [tar xf logs.tar]}
        ```
    """

    code = "ROL016"
    name = "way-back-closes"
    family = "weak_rollback"
    summary = "a later step destroys what the rollback of an earlier one needs"
    severity = "info"
    basis = "proven"

    def check(self, plan: Analysis) -> Iterator[Finding]:
        """Yields each artefact of a rollback that a step always after it destroys, and each guard that may not hold."""
        if not plan.destroyers_of:
            return
        guards: _Guards | None = None
        for i, task in enumerate(plan.tasks):
            rollback = task.rollback
            if rollback is None or plan.duties[i].recovery is None:
                continue
            if rollback.uses:
                yield from self._artefacts(plan, i, task)
            if rollback.safety_guard:
                guards = guards or _Guards(plan)
                for name in guards.spoken_of(rollback.safety_guard):
                    yield from self._guard(plan, i, name)

    def _artefacts(self, plan: Analysis, i: int, task: Task) -> Iterator[Finding]:
        recovery = recovery_of(plan, i)
        final = plan.irreversible(i) and recovery.accepted is None
        for artefact in recovery.artefacts:
            for d in plan.destroyers_of.get(artefact, ()):
                if d != i and plan.graph.before(i, d):
                    destroyer = plan.tasks[d].id
                    yield self.finding(
                        f"step {destroyer!r} destroys {artefact!r}, and from then on step {task.id!r} cannot be "
                        "undone; keep it for as long as the way back may be needed",
                        tasks=(task.id, destroyer),
                        resources=(artefact,),
                        severity=weight(plan, "warning") if final else "info",
                    )

    def _guard(self, plan: Analysis, i: int, name: str) -> Iterator[Finding]:
        if name in touched_by(plan, i) or name in recovery_of(plan, i).artefacts:
            return
        for d in plan.destroyers_of[name]:
            if d != i and gone_before(plan, d, i, name):
                task, destroyer = plan.tasks[i], plan.tasks[d].id
                guard = task.rollback.safety_guard if task.rollback is not None else ""
                yield self.finding(
                    f"the rollback of step {task.id!r} counts on {name!r} ({guard!r}), which step "
                    f"{destroyer!r} may have destroyed by then; let {destroyer!r} come after {task.id!r}",
                    tasks=(task.id, destroyer),
                    resources=(name,),
                    evidence=(TextEvidence(field=f"tasks.{task.id}.rollback.safety_guard", quote=guard),),
                    severity=weight(plan, "warning"),
                    basis="inferred",
                )


class _Guards:
    """Finds the resources that steps destroy in the words of a safety guard.

    Words need not name a resource as the plan does: `the old login route` is `route.login-v1`. All words of a name
    must be there, and at least two.
    """

    def __init__(self, plan: Analysis) -> None:
        self._plan = plan
        self._by_word: dict[str, list[tuple[frozenset[str], str]]] = {}
        for name in plan.destroyers_of:
            words = frozenset(_WORD.findall(name.casefold()))
            if len(words) > 1:
                self._by_word.setdefault(min(words), []).append((words, name))
        self._few: tuple[str, ...] = tuple(self._by_word) if len(self._by_word) <= FEW else ()

    def spoken_of(self, guard: str) -> list[str]:
        """Canonical names that the guard names or speaks of, sorted."""
        found = set(destroyed_mentions(self._plan).of(guard))
        low = guard.casefold()
        if not self._few or any(word in low for word in self._few):
            words = frozenset(_WORD.findall(low))
            found.update(name for word in words for needed, name in self._by_word.get(word, ()) if needed <= words)
        return sorted(found)
