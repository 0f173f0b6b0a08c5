"""ROL006 artefact-destroyed-before."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

from planproof.gates.analysis import Analysis
from planproof.gates.artefacts import all_problems, gone_before
from planproof.gates.mentions import Mentions, destroyed_mentions
from planproof.gates.ordering import Orders, add_dependency, move_before
from planproof.gates.recovery import recovery_of, touched_by
from planproof.gates.rollback._owed import owed
from planproof.gates.rollback.artefact_made_too_late import SOURCE
from planproof.gates.rule import Rule
from planproof.model.finding import Finding
from planproof.model.plan import Rollback

_KEPT: Final = re.compile(
    r"backup|snapshot|dump|archive|export|image|copy|bundle|saved|\.(?:bak|sql|tar|t?gz|zip|dmp|dump|csv|json|ya?ml)$",
    re.IGNORECASE,
)
"""Names of what is kept to go back to."""


class ArtefactDestroyedBefore(Rule):
    """What a rollback restores from may be destroyed before it is needed.

    Some step that is not always after the rollback's own destroys it, or the step does so itself, and nothing makes
    it again in between. What the words or commands of a rollback name counts too, where they take the old state from
    it (`restore from users.dump`).

    Why:
        Cleaning up is a step like any other and is put where there is room. Done a moment too early it deletes the
        only copy, and the next step, whose rollback was approved because of that copy, is final without anyone
        having said so.

    Fails:
        ```yaml
        plan:
          id: p
          tasks:
            - {id: dump, effect: create, reads: [users], produces: [users.dump], verification: {command: ./ok.sh}}
            - {id: clean, action: delete, target: users.dump}
            - id: drop
              effect: destroy
              destroys: [users]
              verification: {command: ./gone.sh users}
              rollback: {action: restore the table from users.dump}
        ```

    Passes:
        ```yaml
        plan:
          id: p
          tasks:
            - {id: dump, effect: create, reads: [users], produces: [users.dump], verification: {command: ./ok.sh}}
            - id: drop
              effect: destroy
              destroys: [users]
              verification: {command: ./gone.sh users}
              rollback: {action: restore the table from users.dump}
            - {id: clean, action: delete, target: users.dump}
        ```
    """

    code = "ROL006"
    name = "artefact-destroyed-before"
    family = "weak_rollback"
    summary = "what a rollback restores from may be gone before it is needed"
    severity = "warning"
    basis = "proven"
    waivable = False
    fixable = True

    def check(self, plan: Analysis) -> Iterator[Finding]:
        """Yields each pair of a step and another that may destroy what the step's rollback needs."""
        if not plan.destroyers_of:
            return
        orders = Orders(plan)
        for problem in all_problems(plan, "destroyed"):
            for d in problem.others:
                yield self._finding(plan, orders, problem.task, d, problem.artefact)
        find = destroyed_mentions(plan)
        for i, task in enumerate(plan.tasks):
            if task.rollback is None or plan.duties[i].recovery is None:
                continue
            for name in self._named(plan, find, i, task.rollback):
                for d in plan.destroyers_of[name]:
                    if d != i and gone_before(plan, d, i, name):
                        yield self._finding(plan, orders, i, d, name)

    def _named(self, plan: Analysis, find: Mentions, i: int, rollback: Rollback) -> list[str]:
        """What the words and commands of a rollback name as the source of the old state, and some step destroys."""
        found: dict[str, None] = {}
        for text in (rollback.action, *(c.run for c in rollback.commands)):
            for before, name in find.spans(text):
                if SOURCE.search(before) or _KEPT.search(name):
                    found[name] = None
        if not found:
            return []
        known = {*touched_by(plan, i), *recovery_of(plan, i).artefacts}
        return [name for name in found if name not in known]

    def _finding(self, plan: Analysis, orders: Orders, i: int, d: int, name: str) -> Finding:
        step, destroyer = plan.tasks[i].id, plan.tasks[d].id
        fix = None if orders.spent else add_dependency(plan, i, d) or move_before(plan, i, d)
        if d == i:
            message = f"step {step!r} itself destroys {name!r}, which its rollback needs; keep that until the end"
            evidence = ()
        else:
            always = plan.graph.before(d, i)
            message = (
                f"step {destroyer!r} {'destroys' if always else 'may destroy'} {name!r} before {step!r} runs, and the "
                f"rollback of {step!r} needs it; let {destroyer!r} come after {step!r}, or keep it"
            )
            evidence = orders.of(i, after=d, note=f"{name!r}, which its rollback needs, has been destroyed")
        return self.finding(
            message,
            tasks=(step, destroyer),
            resources=(name,),
            evidence=evidence,
            severity=owed(plan, i),
            fix=fix,
        )
