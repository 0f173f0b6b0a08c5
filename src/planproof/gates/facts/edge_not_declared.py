"""PRE007 edge-not-declared."""

from __future__ import annotations

from collections.abc import Iterator

from planproof.gates.analysis import Analysis
from planproof.gates.crowd import Crowd
from planproof.gates.ordering import bears_its_name
from planproof.gates.rule import Rule
from planproof.graph import PlanGraph
from planproof.model.finding import AddDependency, Finding, Fix


class EdgeNotDeclared(Rule):
    """A step comes after the provider of a fact only because a precondition says so.

    No dependency, and no order of the list, puts the provider first. Planproof reads `established_by` as an order;
    a tool that reads the dependencies alone would not.

    Why:
        Executors, charts and people go by the dependencies. One that does not know what `established_by` implies may
        run the two steps at the same time.

    Fails:
        ```yaml
        plan:
          id: p
          execution: dag
          tasks:
            - {id: freeze, effect: modify, writes: [pipeline], establishes: [frozen]}
            - {id: push, effect: modify, writes: [state], preconditions: [{fact: frozen, established_by: freeze}]}
        ```

    Passes:
        ```yaml
        plan:
          id: p
          execution: dag
          tasks:
            - {id: freeze, effect: modify, writes: [pipeline], establishes: [frozen]}
            - {id: push, effect: modify, writes: [state], preconditions: [{fact: frozen, established_by: freeze}]}
          dependencies: [{from_task: freeze, to_task: push}]
        ```
    """

    code = "PRE007"
    name = "edge-not-declared"
    family = "unverified_dependencies"
    summary = "a provider comes first only by the word of a precondition"
    severity = "info"
    basis = "proven"
    fixable = True

    def check(self, plan: Analysis) -> Iterator[Finding]:
        """Yields a finding for each provider that nothing but `established_by` puts first."""
        crowd = Crowd(self)
        yield from crowd.told(self._all(plan, crowd))

    def _all(self, plan: Analysis, crowd: Crowd) -> Iterator[Finding]:
        for before, after in _implied(plan):
            if crowd.full("info"):
                return
            provider, task = plan.tasks[before], plan.tasks[after]
            facts = {need.fact for need in task.preconditions if need.established_by == provider.id}
            fix = Fix(
                description=f"declare that {task.id!r} depends on {provider.id!r}",
                edits=(AddDependency(from_task=provider.id, to_task=task.id),),
                safe=True,
            )
            yield self.finding(
                f"only its precondition lets step {task.id!r} come after {provider.id!r}; declare the dependency",
                tasks=[provider.id, task.id],
                facts=facts,
                fix=fix if bears_its_name(plan, after) else None,
            )


def _implied(plan: Analysis) -> Iterator[tuple[int, int]]:
    """Providers and their consumers that no dependency and no list orders."""
    graph = plan.graph
    listed = plan.plan.execution == "listed"
    if listed and not plan.plan.branches and all(task.parallel_group is None for task in plan.tasks):
        return
    knot = {i: k for k, members in enumerate(graph.cycles) for i in members}
    declared = {(e.before, e.after) for e in graph.hard if e.reason == "dependency"}
    wanted = {
        (e.before, e.after): None
        for e in graph.hard
        if e.reason == "established_by"
        and (e.before, e.after) not in declared
        and (e.before not in knot or knot[e.before] != knot.get(e.after))
    }
    if not wanted:
        return
    without = PlanGraph(plan.plan, providers=False)
    for before, after in wanted:
        if graph.before(before, after) and not without.before(before, after):
            yield before, after
