"""PRE003 destroyed-meanwhile."""

from __future__ import annotations

from collections.abc import Iterator

from planproof.gates.analysis import Analysis
from planproof.gates.crowd import MOST_NAMED, Crowd, names, spoken
from planproof.gates.facts.needs import violations
from planproof.gates.ordering import Orders, add_dependency
from planproof.gates.rule import Rule
from planproof.model.finding import Edit, Finding, Fix


class DestroyedMeanwhile(Rule):
    """A step needs a fact that another step may remove first.

    The fact is established in time, or given. Some execution then runs a step that removes it, and no step that
    always comes between the two establishes it again. (A threat, in the words of partial-order planning.) The fix
    lets the step in need come first, where that is possible for every such step.

    Why:
        Everybody sees the step that froze the writes; nobody sees that the step that opens them again may come before
        the copy is done. The step that needs the fact finds the world changed behind its back.

    Fails:
        ```yaml
        plan:
          id: p
          execution: dag
          tasks:
            - {id: freeze, effect: modify, writes: [db], establishes: [frozen]}
            - id: copy
              effect: create
              reads: [db]
              produces: [dump]
              preconditions: [{fact: frozen, established_by: freeze}]
            - {id: thaw, effect: modify, writes: [db.mode], removes: [frozen]}
          dependencies: [{from_task: freeze, to_task: thaw}]
        ```

    Passes:
        ```yaml
        plan:
          id: p
          execution: dag
          tasks:
            - {id: freeze, effect: modify, writes: [db], establishes: [frozen]}
            - id: copy
              effect: create
              reads: [db]
              produces: [dump]
              preconditions: [{fact: frozen, established_by: freeze}]
            - {id: thaw, effect: modify, writes: [db.mode], removes: [frozen]}
          dependencies: [{from_task: copy, to_task: thaw}]
        ```
    """

    code = "PRE003"
    name = "destroyed-meanwhile"
    family = "unverified_dependencies"
    summary = "a step needs a fact that another step may remove first"
    severity = "blocker"
    basis = "proven"
    fixable = True

    def check(self, plan: Analysis) -> Iterator[Finding]:
        """Yields a finding for each fact that may be gone when a step starts."""
        crowd = Crowd(self)
        yield from crowd.told(self._all(plan, crowd))

    def _all(self, plan: Analysis, crowd: Crowd) -> Iterator[Finding]:
        orders = Orders(plan)
        for violation in violations(plan, "threatened"):
            if crowd.full("blocker"):
                return
            i, fact = violation.task, violation.fact
            task = plan.tasks[i].id
            threats = plan.graph.culprits(violation)
            one = plan.tasks[next(plan.graph.members(threats))].id
            yield self.finding(
                f"step {task!r} needs the fact {fact!r}, which {spoken(plan, threats)} may remove first; "
                f"let {task!r} come before the step that removes it, or establish it again in between",
                tasks=[task, *names(plan, threats)],
                facts=[fact],
                evidence=orders.against(violation, f"{task!r} starts after {one!r} removed {fact!r}"),
                fix=None if orders.spent else _ahead(plan, i, threats),
            )


def _ahead(plan: Analysis, i: int, threats: int) -> Fix | None:
    """The step in need before each step that removes the fact."""
    edits: list[Edit] = []
    for threat in plan.graph.members(threats if threats.bit_count() <= MOST_NAMED else 0):
        fix = add_dependency(plan, i, threat)
        if fix is None:
            return None
        edits += fix.edits
    if not edits:
        return None
    description = f"let {plan.tasks[i].id!r} come before {spoken(plan, threats)}"
    return Fix(description=description, edits=tuple(edits), safe=True)
