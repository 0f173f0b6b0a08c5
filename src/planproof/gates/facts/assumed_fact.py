"""PRE008 assumed-fact."""

from __future__ import annotations

from collections.abc import Iterator

from planproof.gates.analysis import Analysis
from planproof.gates.crowd import Crowd
from planproof.gates.facts.needs import outcomes
from planproof.gates.once import once
from planproof.gates.rule import Rule
from planproof.gates.wording import listed
from planproof.model.finding import Finding


class AssumedFact(Rule):
    """A step takes a fact as given that the goal does not give.

    A precondition on `env` stands on the world before the plan, and only the goal says what holds there. Where a step
    of the plan establishes the fact, PRE009 tells it.

    Why:
        The planner wrote down what it needs and nobody checked that it is so: the replica has caught up, the backup is
        recent. An approval rests on it, so the approver has to know of it, and had better look.

    Fails:
        ```yaml
        plan:
          id: p
          tasks:
            - id: cutover
              effect: shift
              writes: [orders.endpoint]
              preconditions: [{fact: replica_caught_up, established_by: env}]
        ```

    Passes:
        ```yaml
        goal: {id: g, constraints: {given: [{fact: replica_caught_up, description: lag is 0 since noon}]}}
        plan:
          id: p
          tasks:
            - id: cutover
              effect: shift
              writes: [orders.endpoint]
              preconditions: [{fact: replica_caught_up, established_by: env}]
        ```
    """

    code = "PRE008"
    name = "assumed-fact"
    family = "unverified_dependencies"
    summary = "a fact is taken as given that the goal does not give"
    severity = "warning"
    basis = "proven"

    def check(self, plan: Analysis) -> Iterator[Finding]:
        """Yields a finding for each fact that is taken as given, with the steps that take it."""
        crowd = Crowd(self)
        yield from crowd.told(self._all(plan, crowd))

    def _all(self, plan: Analysis, crowd: Crowd) -> Iterator[Finding]:
        takers: dict[str, list[int]] = {}
        told = once(plan, outcomes)
        for i, task in enumerate(plan.tasks):
            for need in task.preconditions:
                if need.established_by == "env" and need.fact not in plan.given and (i, need.fact) not in told:
                    takers.setdefault(need.fact, []).append(i)
        source = "the goal does not give it" if plan.goal is not None else "there is no goal that gives it"
        for fact, steps in takers.items():
            if crowd.full("warning"):
                return
            names = [plan.tasks[i].id for i in steps]
            verb = "takes" if len(set(names)) == 1 else "take"
            yield self.finding(
                f"{listed(names)} {verb} the fact {fact!r} as given, and {source}; "
                "give it in the goal with a probe, or add a step that establishes it",
                tasks=names,
                facts=[fact],
                assumption=f"the fact {fact!r} holds before the first step",
            )
