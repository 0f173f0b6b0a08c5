"""PRE006 forward-reference."""

from __future__ import annotations

from collections.abc import Iterator

from planproof.gates.analysis import Analysis
from planproof.gates.crowd import Crowd
from planproof.gates.facts.needs import groundings
from planproof.gates.ordering import Orders, move_before
from planproof.gates.rule import Rule
from planproof.model.base import Severity
from planproof.model.finding import Finding


class ForwardReference(Rule):
    """In a plan that runs in list order, a precondition names a provider that is listed after its step.

    Steps of one parallel group, or of one branch, are not ordered by the list. Steps that wait for one another in a
    circle are told by STR007. Where the fact holds all the same, because another step always establishes it before
    or the goal gives it, that is a warning. The fix moves the provider up, where nothing in between has to do with it.

    Why:
        The list runs the step first, on a fact that only a later step brings about: the pipeline counts as frozen
        before the step that freezes it. Whoever runs the list as it stands runs into it every time.

    Fails:
        ```yaml
        plan:
          id: p
          tasks:
            - id: save-state
              effect: create
              reads: [state]
              produces: [state.backup]
              preconditions: [{fact: frozen, established_by: freeze}]
            - {id: freeze, effect: modify, writes: [pipeline], establishes: [frozen]}
        ```

    Passes:
        ```yaml
        plan:
          id: p
          tasks:
            - {id: freeze, effect: modify, writes: [pipeline], establishes: [frozen]}
            - id: save-state
              effect: create
              reads: [state]
              produces: [state.backup]
              preconditions: [{fact: frozen, established_by: freeze}]
        ```
    """

    code = "PRE006"
    name = "forward-reference"
    family = "unverified_dependencies"
    summary = "a precondition names a provider that the list runs later"
    severity = "blocker"
    basis = "proven"
    fixable = True

    def check(self, plan: Analysis) -> Iterator[Finding]:
        """Yields a finding for each provider that is listed after the step that needs it."""
        crowd = Crowd(self)
        yield from crowd.told(self._all(plan, crowd))

    def _all(self, plan: Analysis, crowd: Crowd) -> Iterator[Finding]:
        orders = Orders(plan)
        for found in groundings(plan, "forward"):
            severity: Severity = "warning" if found.holds else "blocker"
            if crowd.full(severity):
                continue
            later = next(plan.graph.members(found.others))
            task, provider = plan.tasks[found.task].id, plan.tasks[later].id
            yield self.finding(
                f"step {task!r} takes the fact {found.fact!r} from {provider!r}, which the list runs later; "
                f"list {provider!r} before {task!r}",
                tasks=[task, provider],
                facts=[found.fact],
                severity=severity,
                evidence=orders.of(found.task, note=f"{task!r} starts and {provider!r} has not run"),
                fix=None if orders.spent else move_before(plan, later, found.task),
            )
