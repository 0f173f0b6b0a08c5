"""ORD004 use-may-follow-destroy."""

from __future__ import annotations

from collections.abc import Iterator

from planproof.gates.analysis import Analysis
from planproof.gates.crowd import first
from planproof.gates.ordering import add_dependency
from planproof.gates.rule import Rule
from planproof.gates.sequencing.accesses import (
    accesses,
    bears_on,
    nothing_overlaps,
    only_looks,
    unordered_pairs,
)
from planproof.model.base import Severity
from planproof.model.finding import Finding, PairEvidence


class UseMayFollowDestroy(Rule):
    """A step uses a resource that another step destroys, and nothing orders the two.

    A step that only observes counts by what rests on it: where a high-impact step needs a fact that it establishes,
    the finding blocks, where any other step does, it warns. The fix lets the use come first.

    Why:
        The index may be deleted while its snapshot is being taken. What is copied or judged then is half of the
        thing, or nothing, and the step that destroys it never knows.

    Fails:
        ```yaml
        plan:
          id: p
          execution: dag
          tasks:
            - {id: snapshot, effect: create, reads: [index.v1], produces: [snap.v1]}
            - {id: delete-v1, effect: destroy, destroys: [index.v1]}
        ```

    Passes:
        ```yaml
        plan:
          id: p
          execution: dag
          tasks:
            - {id: snapshot, effect: create, reads: [index.v1], produces: [snap.v1]}
            - {id: delete-v1, effect: destroy, destroys: [index.v1]}
          dependencies: [{from_task: snapshot, to_task: delete-v1}]
        ```
    """

    code = "ORD004"
    name = "use-may-follow-destroy"
    family = "unsafe_sequencing"
    summary = "nothing orders a step that uses a resource and one that destroys it"
    severity = "blocker"
    basis = "proven"
    fixable = True

    def check(self, plan: Analysis) -> Iterator[Finding]:
        """Yields a finding for each use of a resource that another step may destroy at the same time."""
        if plan.destroyers_of and not nothing_overlaps(plan):
            yield from first(self._all(plan))

    def _all(self, plan: Analysis) -> Iterator[Finding]:
        found = accesses(plan)
        for name, destroyers in found.destroys.items():
            for other in found.related(plan, name):
                users = found.reads.get(other, 0) | found.writes.get(other, 0)
                if other not in plan.names.wholes(name) or other == name:
                    users |= found.destroys.get(other, 0)
                for u, d in unordered_pairs(plan, users, destroyers):
                    yield self._finding(plan, u, other, d, name)

    def _finding(self, plan: Analysis, u: int, used: str, d: int, name: str) -> Finding:
        user, destroyer, effect = plan.tasks[u].id, plan.tasks[d].id, plan.effects[u]
        verb = (
            "writes" if used in (*effect.writes, *effect.produces) else "reads" if used in effect.reads else "destroys"
        )
        both = verb == "destroys"
        first, second = (user, destroyer) if not both else sorted((user, destroyer))
        return self.finding(
            f"{first!r} and {second!r} both destroy {name!r}, and may overlap; let one of them do it"
            if both
            else f"step {user!r} {verb} {used!r}, and {destroyer!r} may destroy {name!r} before or meanwhile; "
            f"let {user!r} come before {destroyer!r}",
            tasks=[user, destroyer],
            resources=[used, name],
            severity=_weight(plan, u, verb),
            evidence=[
                PairEvidence(first=first, first_access=verb, second=second, second_access="destroys", resource=name)
            ],
            fix=None if both else add_dependency(plan, u, d),
        )


def _weight(plan: Analysis, u: int, verb: str) -> Severity:
    if verb != "reads" or not (only_looks(plan, u) or plan.effects[u].kind == "unknown"):
        return "blocker"
    match bears_on(plan, u):
        case "high_impact":
            return "blocker"
        case "others":
            return "warning"
        case "nothing":
            return "info"
