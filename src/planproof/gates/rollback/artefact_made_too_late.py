"""ROL005 artefact-made-too-late."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

from planproof.gates.analysis import Analysis
from planproof.gates.artefacts import Problem, all_problems
from planproof.gates.duty import weight
from planproof.gates.mentions import mentions
from planproof.gates.ordering import Orders, add_dependency, move_before
from planproof.gates.recovery import recovery_of, touched_by
from planproof.gates.rollback._owed import owed
from planproof.gates.rule import Rule
from planproof.gates.wording import listed
from planproof.model.finding import Finding, Fix

SOURCE: Final = re.compile(r"\b(?:from|using|with|via|out of|in|into|import|load)(?: \w+){0,2} ?['\"`(]?$")
"""In front of the name of what a rollback takes the old state from."""
_TAKES: Final = ("from ", "using ", "with ", "via ", "out of ", "in ", "into ", "import ", "load ")


class ArtefactMadeTooLate(Rule):
    """A rollback uses an artefact that need not be there yet when its step runs.

    Some execution lets the step run before the one that makes the artefact. Where the artefact is only named in words
    (`copy it back from the cold bucket`) and everything that fills it comes later, that is a warning.

    Why:
        A dump taken after the drop holds nothing, one taken after the swap holds the new state. The plan has every
        step it needs, and in the wrong order the rollback restores what it should undo.

    Fails:
        ```yaml
        plan:
          id: p
          execution: dag
          tasks:
            - {id: dump, effect: create, reads: [orders], produces: [orders.dump], verification: {command: ./ok.sh}}
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
          execution: dag
          tasks:
            - {id: dump, effect: create, reads: [orders], produces: [orders.dump], verification: {command: ./ok.sh}}
            - id: drop
              effect: destroy
              destroys: [orders]
              verification: {command: ./gone.sh orders}
              rollback: {kind: restore, uses: [orders.dump], commands: [pg_restore -d shop orders.dump]}
          dependencies: [{from_task: dump, to_task: drop}]
        ```
    """

    code = "ROL005"
    name = "artefact-made-too-late"
    family = "weak_rollback"
    summary = "a rollback that uses an artefact which may not exist yet when its step runs"
    severity = "warning"
    basis = "proven"
    waivable = False
    fixable = True

    def check(self, plan: Analysis) -> Iterator[Finding]:
        """Yields each artefact that a rollback uses and that is not made before its step in every execution."""
        orders = Orders(plan)
        for problem in all_problems(plan, "made_too_late"):
            task = plan.tasks[problem.task]
            makers = [plan.tasks[m].id for m in problem.others]
            fix = None if orders.spent else _earlier(plan, problem)
            yield self.finding(
                f"the rollback of step {task.id!r} uses {problem.artefact!r}, which {listed(makers)} "
                f"may make only after it; let {listed(makers[:1])} come before {task.id!r}",
                tasks=(task.id, *makers),
                resources=(problem.artefact,),
                evidence=orders.of(problem.task, note=f"{problem.artefact!r} has not been made"),
                severity=owed(plan, problem.task),
                fix=fix,
            )
        yield from self._in_words(plan)

    def _in_words(self, plan: Analysis) -> Iterator[Finding]:
        fillers: dict[str, list[int]] | None = None
        for i, task in enumerate(plan.tasks):
            if task.rollback is None or task.rollback.commands or plan.duties[i].recovery is None:
                continue
            action = task.rollback.action.casefold()
            if not any(word in action for word in _TAKES):
                continue
            if fillers is None:
                fillers = _fillers(plan)
            recovery = recovery_of(plan, i)
            known = {*touched_by(plan, i), *recovery.artefacts}
            sources = {n: None for before, n in mentions(plan).spans(task.rollback.action) if SOURCE.search(before)}
            for name in sources:
                filled_by = fillers.get(name, [])
                if name in known or not filled_by or plan.was_there(name):
                    continue
                if any(f == i or plan.graph.before(f, i) for f in filled_by):
                    continue
                ids = [plan.tasks[f].id for f in filled_by]
                yield self.finding(
                    f"the rollback of step {task.id!r} takes the old state from {name!r}, which {listed(ids)} "
                    f"may fill only after it; let that come before {task.id!r}",
                    tasks=(task.id, *ids),
                    resources=(name,),
                    basis="inferred",
                    severity=weight(plan, "warning"),
                )


def _fillers(plan: Analysis) -> dict[str, list[int]]:
    """The steps that make or write something, by its name; those that may, where their effect is unknown.

    The target of a copy is what it fills or what it reads: nobody knows, so it counts.
    """
    found: dict[str, list[int]] = {}
    for i, (task, effect) in enumerate(zip(plan.tasks, plan.effects, strict=True)):
        names = {*effect.writes, *effect.produces}
        words = plan.suggestion(i)
        only_looks = words is not None and words.kind in ("observe", "notify")
        if task.target and effect.kind == "unknown" and not effect.destroys and not only_looks:
            names.add(plan.names.name(task.target))
        for name in names:
            found.setdefault(name, []).append(i)
    return found


def _earlier(plan: Analysis, problem: Problem) -> Fix | None:
    """The only step that makes the artefact, put before the step whose rollback uses it."""
    if len(problem.others) != 1:
        return None
    maker = problem.others[0]
    return add_dependency(plan, maker, problem.task) or move_before(plan, maker, problem.task)
