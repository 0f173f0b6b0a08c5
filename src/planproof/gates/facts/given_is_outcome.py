"""PRE009 given-is-outcome."""

from __future__ import annotations

from collections.abc import Iterator

from planproof.gates.analysis import Analysis
from planproof.gates.crowd import Crowd, names, spoken
from planproof.gates.facts.needs import Grounding, groundings, sources
from planproof.gates.ordering import Orders, may_come_before, name_provider
from planproof.gates.rule import Rule
from planproof.model.base import Severity
from planproof.model.finding import Finding, Fix


class GivenIsOutcome(Rule):
    """A step takes a fact as given that a step of the same plan brings about, and that the goal does not give.

    Where one of the steps that establish it always comes before, the plan is in order and its word wrong: a warning.
    So is a fact that no step establishes and a later one sets out to prove. A fact that the goal gives may be removed
    and established again on the way, and is no finding. The fix names the step as the provider.

    Why:
        What the plan itself still has to do cannot be true beforehand. Taken as given it orders nothing: the pipeline
        counts as frozen, and the step that freezes it runs after the state was saved.

    Fails:
        ```yaml
        plan:
          id: p
          execution: dag
          tasks:
            - {id: freeze, effect: modify, writes: [pipeline], establishes: [frozen]}
            - id: save
              effect: create
              reads: [state]
              produces: [copy]
              preconditions: [{fact: frozen, established_by: env}]
        ```

    Passes:
        ```yaml
        plan:
          id: p
          execution: dag
          tasks:
            - {id: freeze, effect: modify, writes: [pipeline], establishes: [frozen]}
            - id: save
              effect: create
              reads: [state]
              produces: [copy]
              preconditions: [{fact: frozen, established_by: freeze}]
        ```
    """

    code = "PRE009"
    name = "given-is-outcome"
    family = "unverified_dependencies"
    summary = "a fact is taken as given that a step of the plan establishes"
    severity = "blocker"
    basis = "proven"
    fixable = True

    def check(self, plan: Analysis) -> Iterator[Finding]:
        """Yields a finding for each need of an outcome that is taken as given."""
        crowd = Crowd(self)
        yield from crowd.told(self._all(plan, crowd))

    def _all(self, plan: Analysis, crowd: Crowd) -> Iterator[Finding]:
        orders = Orders(plan)
        graph = plan.graph
        for found in groundings(plan, "outcome"):
            i, fact = found.task, found.fact
            task = plan.tasks[i].id
            established = bool(sources(plan, fact, i))
            in_time = established and found.others & graph.ancestors(i) != 0
            severity: Severity = "blocker" if established and not in_time else "warning"
            if crowd.full(severity):
                continue
            yield self.finding(
                f"step {task!r} takes the fact {fact!r} as given, which the goal does not give and "
                f"{_said(plan, found.others, established=established)}{'' if in_time else ', perhaps later'}; "
                "name the step that establishes it in 'established_by'",
                tasks=[task, *names(plan, found.others)],
                facts=[fact],
                severity=severity,
                evidence=() if in_time else orders.of(i, note=f"{task!r} starts and nothing has established {fact!r}"),
                fix=_named(plan, found, in_time=in_time) if established and not orders.spent else None,
            )


def _said(plan: Analysis, others: int, *, established: bool) -> str:
    one = others.bit_count() == 1
    verb = ("establishes" if one else "establish") if established else ("is to prove" if one else "are to prove")
    return f"{spoken(plan, others)} {verb}"


def _named(plan: Analysis, found: Grounding, *, in_time: bool) -> Fix | None:
    """The provider by its name, where there is exactly one and it can come first."""
    if found.others.bit_count() != 1:
        return None
    k = next(plan.graph.members(found.others))
    may = in_time or may_come_before(plan, k, found.task)
    return name_provider(plan, found.task, found.precondition, k) if may else None
