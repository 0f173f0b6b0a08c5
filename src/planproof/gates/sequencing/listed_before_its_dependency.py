"""ORD001 listed-before-its-dependency."""

from __future__ import annotations

from collections.abc import Iterator

from planproof.gates.analysis import Analysis
from planproof.gates.crowd import Crowd
from planproof.gates.ordering import Orders, move_before
from planproof.gates.rule import Rule
from planproof.model.finding import Finding


class ListedBeforeItsDependency(Rule):
    """In a plan that runs in list order, a step is listed before a step that it depends on.

    Steps of one parallel group, or of one branch, are not ordered by the list. Steps that wait for one another in a
    circle are told by STR007, a provider that is listed later by PRE006. The fix moves the dependency up, where
    nothing in between has to do with it.

    Why:
        The plan says two things. Whoever runs the list runs the step too early; whoever runs the dependencies does not
        run what was reviewed. `execution: dag` is the way to say that the list is no order.

    Fails:
        ```yaml
        plan:
          id: p
          tasks:
            - {id: push-state, effect: modify, writes: [state]}
            - {id: save-state, effect: create, reads: [other-state], produces: [state.backup]}
          dependencies: [{from_task: save-state, to_task: push-state}]
        ```

    Passes:
        ```yaml
        plan:
          id: p
          tasks:
            - {id: save-state, effect: create, reads: [other-state], produces: [state.backup]}
            - {id: push-state, effect: modify, writes: [state]}
          dependencies: [{from_task: save-state, to_task: push-state}]
        ```
    """

    code = "ORD001"
    name = "listed-before-its-dependency"
    family = "unsafe_sequencing"
    summary = "a step is listed before a step that it depends on"
    severity = "blocker"
    basis = "proven"
    fixable = True

    def check(self, plan: Analysis) -> Iterator[Finding]:
        """Yields a finding for each dependency against the list."""
        if plan.graph.contradicted:
            crowd = Crowd(self)
            yield from crowd.told(self._all(plan, crowd))

    def _all(self, plan: Analysis, crowd: Crowd) -> Iterator[Finding]:
        graph = plan.graph
        orders = Orders(plan)
        knot = {i: k for k, members in enumerate(graph.cycles) for i in members}
        told = {(e.before, e.after) for e in graph.contradicted if e.reason == "established_by"}
        for edge in graph.contradicted:
            before, after = edge.before, edge.after
            if (before, after) in told or (before in knot and knot[before] == knot.get(after)):
                continue
            told.add((before, after))
            if crowd.full("blocker"):
                return
            first, second = plan.tasks[before].id, plan.tasks[after].id
            yield self.finding(
                f"step {second!r} is listed before {first!r}, on which it depends; list {first!r} first, drop the "
                "dependency, or say 'execution: dag' where the list is no order",
                tasks=[first, second],
                evidence=orders.of(after, note=f"{second!r} starts and {first!r} has not run"),
                fix=None if orders.spent else move_before(plan, before, after),
            )
