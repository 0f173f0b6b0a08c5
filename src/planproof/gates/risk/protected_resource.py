"""RSK004 protected-resource."""

from __future__ import annotations

from collections.abc import Iterator

from planproof.gates.analysis import Analysis
from planproof.gates.evidence import evidence_of
from planproof.gates.mentions import mentions
from planproof.gates.rule import Rule
from planproof.model.finding import Finding, TextEvidence


class ProtectedResource(Rule):
    """A step writes or destroys what the goal protects.

    `constraints.protected` of the goal names what this plan must leave alone, by id or with `*`. Reading is allowed. A
    part of something protected is protected. No waiver lifts this. Where a command that is not understood names
    something protected, and the step does not say that it reads it, it is a warning.

    Why:
        What is protected is what the person who asked thought of first: the other system on the same host, the audit
        log, the session store. A plan that goes there anyway has misunderstood the task, or was led astray.

    Fails:
        ```yaml
        goal: {id: g, constraints: {protected: ["redis-session*"]}}
        plan:
          id: p
          tasks:
            - {id: set-policy, effect: modify, writes: [redis-cache-0, redis-session-0]}
        ```

    Passes:
        ```yaml
        goal: {id: g, constraints: {protected: ["redis-session*"]}}
        plan:
          id: p
          tasks:
            - {id: compare, effect: observe, reads: [redis-session-0]}
            - {id: set-policy, effect: modify, writes: [redis-cache-0]}
        ```
    """

    code = "RSK004"
    name = "protected-resource"
    family = "risk"
    summary = "a step changes what the goal protects"
    severity = "blocker"
    basis = "declared"
    waivable = False

    def check(self, plan: Analysis) -> Iterator[Finding]:
        """Yields one finding for each protected resource of a step."""
        if plan.goal is None or not plan.goal.constraints.protected:
            return
        pattern_of: dict[str, str | None] = {}

        def protecting(resource: str) -> str | None:
            if resource not in pattern_of:
                pattern_of[resource] = plan.protection_of(resource)
            return pattern_of[resource]

        for task, effect in zip(plan.tasks, plan.effects, strict=True):
            typed = {*plan.names.names(task.writes), *plan.names.names(task.destroys)}
            seen: set[str] = set()
            for resource in effect.touched:
                if (pattern := protecting(resource)) is not None:
                    seen.add(resource)
                    does = "destroys" if resource in effect.destroys else "writes"
                    sure = resource in typed or effect.basis == "proven"
                    yield self.finding(
                        f"step {task.id!r} {does} {resource!r}, which the goal protects as {pattern!r}; leave it "
                        "alone, or ask for another goal",
                        tasks=[task.id],
                        resources=[resource],
                        basis="declared" if sure else "inferred",
                    )
            for act in effect.acts:
                for ref in (*act.writes, *act.destroys):
                    name = plan.names.ref(ref)
                    if name not in seen and (pattern := plan.protection_of_ref(ref)) is not None:
                        seen.add(name)
                        yield self.finding(
                            f"step {task.id!r} {'destroys' if ref in act.destroys else 'writes'} {str(ref)!r} "
                            f"({act.because!r}), which the goal protects as {pattern!r}; leave it alone, or ask for "
                            "another goal",
                            tasks=[task.id],
                            resources=[str(ref)],
                            evidence=[evidence_of(task, act.because)],
                            basis="proven",
                        )
            touched = {*effect.reads, *effect.touched}
            for run in effect.not_understood:
                for resource in mentions(plan).of(run):
                    if resource not in touched and (pattern := protecting(resource)) is not None:
                        touched.add(resource)
                        yield self.finding(
                            f"step {task.id!r} names {resource!r}, which the goal protects as {pattern!r}, in a "
                            "command that is not understood; say that it only reads it, or leave it alone",
                            tasks=[task.id],
                            resources=[resource],
                            evidence=[TextEvidence(field=f"tasks.{task.id}.commands", quote=resource)],
                            severity="warning",
                            basis="inferred",
                        )
