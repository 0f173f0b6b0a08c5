"""INJ003 untrusted-input."""

from __future__ import annotations

from collections.abc import Iterator

from planproof.gates.analysis import Analysis
from planproof.gates.evidence import evidence_of
from planproof.gates.rule import Rule
from planproof.gates.wording import listed
from planproof.model.finding import CommandEvidence, Evidence, Finding, ValueEvidence
from planproof.model.plan import Task


class UntrustedInput(Rule):
    """Text that anyone may have written decides what a step destroys or does for good.

    Either the step as a whole comes from an untrusted source, or one of its commands takes an input that does; both
    block. An input out of a tool's output is a warning. So is a command that feeds what it fetched from elsewhere to a
    change that cannot be taken back, whatever the plan says about it.

    Why:
        The name of the cluster to delete stood in the last comment of a ticket. Everyone who can comment can delete
        a cluster, and the plan looks the same whichever name comes out.

    Fails:
        ```yaml
        goal: {id: g, accepts: [{resource: old, by: ada, reason: unused since May}]}
        plan:
          id: p
          resources: [{id: old}]
          tasks:
            - id: drop
              effect: destroy
              destroys: [old]
              commands: [{run: "./drop.sh $NAME", inputs: [{name: NAME, source: untrusted}]}]
              verification: {command: "! ./exists.sh old", observes: [old]}
        ```

    Passes:
        ```yaml
        goal: {id: g, accepts: [{resource: old, by: ada, reason: unused since May}]}
        plan:
          id: p
          resources: [{id: old}]
          tasks:
            - id: drop
              effect: destroy
              destroys: [old]
              commands: [{run: "./drop.sh $NAME", inputs: [{name: NAME, source: goal}]}]
              verification: {command: "! ./exists.sh old", observes: [old]}
        ```
    """

    code = "INJ003"
    name = "untrusted-input"
    family = "provenance"
    summary = "untrusted text decides what a step destroys or does for good"
    severity = "blocker"
    basis = "declared"

    def check(self, plan: Analysis) -> Iterator[Finding]:
        """Yields one finding a step."""
        for i, task in enumerate(plan.tasks):
            if (found := self._of(plan, i, task)) is not None:
                yield found

    def _of(self, plan: Analysis, i: int, task: Task) -> Finding | None:
        effect = plan.effects[i]
        if not (plan.irreversible(i) or effect.reversibility == "irreversible" or effect.kind == "destroy"):
            return None
        named = [(c.run, n) for c in task.commands for n in c.inputs if n.source == "untrusted"]
        if named or task.provenance == "untrusted":
            source = listed([n.name for _, n in named]) if named else "what it comes from"
            evidence: list[Evidence] = [CommandEvidence(task=task.id, command=run, span=n.name) for run, n in named]
            if not named:
                evidence.append(
                    ValueEvidence(field=f"tasks.{task.id}.provenance", found="untrusted", wanted="planner or goal")
                )
            return self.finding(
                f"step {task.id!r} destroys, and {source} is untrusted; let a person say what it acts on",
                tasks=[task.id],
                evidence=evidence,
            )
        final = (act for act in effect.acts if not act.own and (act.undo == "irreversible" or act.kind == "destroy"))
        fetched = next((act for act in final if act.fed_by), None)
        tools = [(c.run, n) for c in task.commands for n in c.inputs if n.source == "tool"]
        if fetched is None and not tools and task.provenance != "tool":
            return None
        source = f"what {fetched.fed_by!r} fetches" if fetched else listed([n.name for _, n in tools]) or "the step"
        return self.finding(
            f"step {task.id!r} destroys or overwrites, and {source} comes out of a tool; check it against what the "
            "goal names before the step acts on it",
            tasks=[task.id],
            evidence=[evidence_of(task, fetched.because if fetched else (tools[0][1].name if tools else task.id))],
            severity="warning",
            basis="proven" if fetched else "declared",
        )
