"""TRC003 idle-step."""

from __future__ import annotations

from collections.abc import Iterator

from planproof.gates.analysis import Analysis
from planproof.gates.once import once
from planproof.gates.rule import Rule
from planproof.model.finding import Finding


class IdleStep(Rule):
    """A step that serves no acceptance criterion and no other step.

    It serves another one that comes after it by a hard dependency, that needs a fact of it, or that uses, checks or
    restores a resource or artefact it touches; and it serves an earlier one whose resources it touches, as a clean-up
    does. A step that only looks or tells somebody is information. Nothing is said where the goal has no criteria.

    Why:
        A change that nobody asked for and nothing needs is risk without benefit. In a plan that a model wrote it is
        often left over from another version, or something smuggled in beside the request.

    Fails:
        ```yaml
        goal: {id: g, acceptance: [{id: gone, text: the idle instance is gone}]}
        plan:
          id: p
          tasks:
            - {id: open-port, effect: modify, writes: [sg.web]}
            - {id: stop, effect: shift, writes: [instance.idle], satisfies: [gone]}
        ```

    Passes:
        ```yaml
        goal: {id: g, acceptance: [{id: gone, text: the idle instance is gone}]}
        plan:
          id: p
          tasks:
            - {id: image, effect: create, reads: [instance.idle], produces: [image.idle]}
            - {id: stop, effect: shift, writes: [instance.idle], satisfies: [gone]}
        ```
    """

    code = "TRC003"
    name = "idle-step"
    family = "traceability"
    summary = "a step that serves no criterion and no other step"
    severity = "warning"
    basis = "declared"

    def check(self, plan: Analysis) -> Iterator[Finding]:
        """Yields a finding for each step that nobody needs."""
        if plan.goal is None or not plan.goal.acceptance:
            return
        alone = [i for i, task in enumerate(plan.tasks) if not task.satisfies]
        if not alone or len(plan.tasks) < 2:
            return
        serving = {edge.before for edge in plan.graph.hard}
        alone = [i for i in alone if i not in serving]
        if not alone:
            return
        needed = {need.fact for task in plan.tasks for need in task.preconditions}
        for i in alone:
            task, effect = plan.tasks[i], plan.effects[i]
            if not needed.isdisjoint(task.establishes) or not needed.isdisjoint(task.removes):
                continue
            if _obviously_shared(plan, i):
                continue
            users = once(plan, _users)
            if any(users[name] != i for name in _touched(plan, i)):
                continue
            changes = effect.kind not in ("observe", "notify", "unknown")
            yield self.finding(
                f"{task.id!r} serves no acceptance criterion and no other step; "
                "name the criterion in its 'satisfies', or drop the step",
                tasks=[task.id],
                severity=None if changes else "info",
            )


def _obviously_shared(plan: Analysis, i: int) -> bool:
    """Whether a look-up alone shows that another step touches what this one does."""
    effect = plan.effects[i]
    for name in (*effect.reads, *effect.writes, *effect.destroys, *effect.produces):
        for index in (plan.readers_of, plan.writers_of, plan.destroyers_of, plan.producers_of):
            users = index.get(name)
            if users is not None and (len(users) > 1 or users[0] != i):
                return True
    return False


def _touched(plan: Analysis, i: int) -> Iterator[str]:
    """Canonical names, and what they are part of, that a step reads, changes, makes, checks or restores."""
    task, effect = plan.tasks[i], plan.effects[i]
    named = [*(task.verification.observes if task.verification is not None else ())]
    if task.rollback is not None:
        named += [*task.rollback.uses, *(task.rollback.restores_state or ())]
    for artefact in task.produces:
        named += artefact.of or ()
    direct = (*effect.reads, *effect.writes, *effect.destroys, *effect.produces)
    for name in (*direct, *map(plan.names.name, named)):
        yield from plan.names.wholes(name)


def _users(plan: Analysis) -> dict[str, int]:
    """How a resource is used: the position of the only step that touches it, -1 where several do."""
    users: dict[str, int] = {}
    for i in range(len(plan.tasks)):
        for name in _touched(plan, i):
            if users.setdefault(name, i) != i:
                users[name] = -1
    return users
