"""ROL003 rollback-of-another-resource."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

from planproof.gates.aims import acts_of, changed_by, misses
from planproof.gates.analysis import Analysis
from planproof.gates.mentions import mentions
from planproof.gates.recovery import Recovery, recoveries, touched_by
from planproof.gates.rollback._owed import owed
from planproof.gates.rule import Rule
from planproof.gates.verifying import touches
from planproof.gates.wording import listed
from planproof.model.base import Severity
from planproof.model.finding import CommandEvidence, Evidence, Finding, ValueEvidence
from planproof.model.plan import Rollback, Task

_PLAIN: Final = re.compile(r"[\w/.:@#][\w/.:@#-]*")
"""A word of a command that may name something: no option, no quote, no substitution."""


class RollbackOfAnotherResource(Rule):
    """A rollback that brings back something else than what its step changes.

    Either its `restores_state` names resources of the plan and none that the step touches; or its commands do, while
    those of the step name what it changes; or it runs the step's command on something else. It counts as absent: at
    the weight of the missing one.

    Why:
        A rollback that was copied from the step beside it undoes that one. What it runs works, on the wrong host or
        release, so that after the rollback two things are broken instead of one.

    Fails:
        ```yaml
        plan:
          id: p
          resources: [{id: fw-1}, {id: fw-2}]
          tasks:
            - id: apply
              effect: modify
              writes: [fw-1]
              commands: [ssh fw-1 nft -f new.conf]
              verification: {command: ssh fw-1 nft list ruleset | grep -q new}
              rollback: {kind: inverse, commands: [ssh fw-2 nft -f old.conf]}
        ```

    Passes:
        ```yaml
        plan:
          id: p
          resources: [{id: fw-1}, {id: fw-2}]
          tasks:
            - id: apply
              effect: modify
              writes: [fw-1]
              commands: [ssh fw-1 nft -f new.conf]
              verification: {command: ssh fw-1 nft list ruleset | grep -q new}
              rollback: {kind: inverse, commands: [ssh fw-1 nft -f old.conf]}
        ```
    """

    code = "ROL003"
    name = "rollback-of-another-resource"
    family = "weak_rollback"
    summary = "a rollback that brings back something else than what its step changes"
    severity = "warning"
    basis = "declared"

    def check(self, plan: Analysis) -> Iterator[Finding]:
        """Yields each rollback that is about other resources than its step."""
        ways = recoveries(plan)
        for i, task in enumerate(plan.tasks):
            if task.rollback is None or plan.duties[i].recovery is None:
                continue
            recovery = ways[i]
            if recovery.kind == "hollow" and recovery.typed:
                continue
            if recovery.elsewhere:
                wanted = ", ".join(touched_by(plan, i))
                evidence = ValueEvidence(
                    field=f"tasks.{task.id}.rollback.restores_state", found=", ".join(recovery.elsewhere), wanted=wanted
                )
                yield self._finding(task, recovery.elsewhere, wanted, owed(plan, i), evidence)
            elif task.commands and task.rollback.commands and recovery.kind != "forward_fix":
                yield from self._by_commands(plan, i, task, recovery)

    def _by_commands(self, plan: Analysis, i: int, task: Task, recovery: Recovery) -> Iterator[Finding]:
        assert task.rollback is not None
        if elsewhere := misses(plan, i, acts_of(plan, task.rollback.commands)):
            run = next((c.run for c in task.rollback.commands if elsewhere[0].name in c.run), "")
            evidence = CommandEvidence(task=task.id, command=run, span=elsewhere[0].name)
            wanted = ", ".join(map(str, changed_by(plan, i)))
            yield self._finding(task, tuple(map(str, elsewhere)), wanted, owed(plan, i), evidence)
            return
        changed = plan.effects[i].changes
        if _is_named(plan, changed, task.rollback):
            return
        find = mentions(plan)
        named = find.of(*(c.run for c in task.commands))
        if not changed or not touches(plan, named, changed):
            return
        found = find.of(*(c.run for c in task.rollback.commands))
        if touches(plan, found, touched_by(plan, i)):
            return
        known = {*named, *recovery.artefacts, *plan.effects[i].reads}
        others = [name for name in found if name not in known]
        if not others:
            pairs = ((c.run, r.run) for c in task.commands for r in task.rollback.commands)
            others = [word for run, undo in pairs for word in _swapped(plan, run, undo, changed)]
        if others:
            run = task.rollback.commands[0].run
            evidence = CommandEvidence(task=task.id, command=run, span=run)
            yield self._finding(task, others, ", ".join(changed), owed(plan, i), evidence)

    def _finding(
        self, task: Task, found: tuple[str, ...] | list[str], wanted: str, severity: Severity, evidence: Evidence
    ) -> Finding:
        return self.finding(
            f"the rollback of step {task.id!r} is about {listed(found)}, and the step changes {wanted!r}; undo that",
            tasks=(task.id,),
            evidence=(evidence,),
            severity=severity,
        )


def _is_named(plan: Analysis, names: tuple[str, ...], rollback: Rollback) -> bool:
    """Whether a command has a name as it is declared: quicker to see than everything that it mentions."""
    runs = [command.run for command in rollback.commands]
    for name in names:
        declared = plan.names.declared.get(name)
        aliases = declared.aliases if declared is not None else ()
        if any(known in run for run in runs for known in (name, *aliases)):
            return touches(plan, mentions(plan).of(*runs), names)
    return False


def _swapped(plan: Analysis, run: str, undo: str, changed: tuple[str, ...]) -> Iterator[str]:
    """The word that stands in a command of the rollback where the same command of the step names what it changes."""
    for ours, theirs in zip(run.split(), undo.split(), strict=False):
        if ours == theirs:
            continue
        plain = _PLAIN.fullmatch(ours) and _PLAIN.fullmatch(theirs)
        if plain and touches(plan, mentions(plan).of(ours), changed):
            yield theirs
        return
