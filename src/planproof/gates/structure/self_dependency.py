"""STR008 self-dependency."""

from __future__ import annotations

from collections.abc import Iterator

from planproof.gates.analysis import Analysis
from planproof.gates.once import once
from planproof.gates.rule import Rule
from planproof.gates.structure._ends import ends_of
from planproof.model.finding import DropDependency, Finding, Fix


class SelfDependency(Rule):
    """A dependency puts a step before itself.

    A soft one is information. A step that takes a fact from itself is the matter of the facts' rules.

    Why:
        The step waits for its own end and never starts, or the executor drops the edge and with it whatever order was
        really meant. It is what is left when two steps are merged into one.

    Fails:
        ```yaml
        plan:
          id: p
          tasks:
            - {id: fence, effect: shift, writes: [db.primary]}
            - {id: promote, effect: shift, writes: [db.replica]}
          dependencies:
            - {from_task: fence, to_task: promote}
            - {from_task: promote, to_task: promote}
        ```

    Passes:
        ```yaml
        plan:
          id: p
          tasks:
            - {id: fence, effect: shift, writes: [db.primary]}
            - {id: promote, effect: shift, writes: [db.replica]}
          dependencies: [{from_task: fence, to_task: promote}]
        ```
    """

    code = "STR008"
    name = "self-dependency"
    family = "structure"
    summary = "a dependency that puts a step before itself"
    severity = "blocker"
    basis = "proven"
    fixable = True

    def check(self, plan: Analysis) -> Iterator[Finding]:
        """Yields a finding for each step that waits for itself."""
        found: dict[str, list[int]] = {}
        for k, (before, after) in enumerate(once(plan, ends_of)):
            if before == after and before in plan.graph.index:
                found.setdefault(before, []).append(k)
        for name, places in found.items():
            hard = any(plan.plan.dependencies[k].kind == "hard" for k in places)
            yield self.finding(
                f"step {name!r} is to come before itself; drop the dependency, or name the step that was meant",
                tasks=[name],
                severity=None if hard else "info",
                fix=Fix(
                    description=f"drop the dependency of {name!r} on itself",
                    edits=tuple(DropDependency(index=k, from_task=name, to_task=name) for k in places),
                    safe=True,
                ),
            )
