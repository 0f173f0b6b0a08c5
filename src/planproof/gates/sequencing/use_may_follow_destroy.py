"""ORD004 use-may-follow-destroy."""

from __future__ import annotations

from collections.abc import Iterator

from planproof.gates.analysis import Analysis
from planproof.gates.crowd import Crowd
from planproof.gates.ordering import add_dependency
from planproof.gates.rule import Rule
from planproof.gates.sequencing.accesses import (
    MOST_PAIRS,
    SEVERITIES,
    accesses,
    bearing,
    nothing_overlaps,
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
            crowd = Crowd(self)
            yield from crowd.told(self._all(plan, crowd))

    def _all(self, plan: Analysis, crowd: Crowd) -> Iterator[Finding]:
        found = accesses(plan)
        for name, destroyers in found.destroys.items():
            for other in found.related(plan, name):
                for severity in SEVERITIES:
                    users = found.reads.get(other, 0) & bearing(plan).of(plan, severity)
                    if severity == "blocker":
                        users |= found.reads.get(other, 0) & ~bearing(plan).looking | found.writes.get(other, 0)
                        if other == name or other not in plan.names.wholes(name):
                            users |= found.destroys.get(other, 0)
                    if users and not crowd.full(severity):
                        yield from self._of(plan, users, other, destroyers, name, severity)

    def _of(
        self, plan: Analysis, users: int, used: str, destroyers: int, name: str, severity: Severity
    ) -> Iterator[Finding]:
        for told, (u, d) in enumerate(unordered_pairs(plan, users, destroyers)):
            if told == MOST_PAIRS:
                yield self.finding(
                    f"more steps use {used!r} while {name!r} may be destroyed than are told one by one; order them",
                    resources=[used, name],
                    severity=severity,
                )
                return
            yield self._finding(plan, u, used, d, name, severity)

    def _finding(self, plan: Analysis, u: int, used: str, d: int, name: str, severity: Severity) -> Finding:
        user, destroyer, effect = plan.tasks[u].id, plan.tasks[d].id, plan.effects[u]
        verb = "destroys"
        if used in effect.writes or used in effect.produces:
            verb = "writes"
        elif used in effect.reads:
            verb = "reads"
        if verb == "destroys":
            user, destroyer = sorted((user, destroyer))
            message = f"{user!r} and {destroyer!r} both destroy {name!r}, and may overlap; let one of them do it"
        else:
            message = (
                f"step {user!r} {verb} {used!r}, and {destroyer!r} may destroy {name!r} before or meanwhile; "
                f"let {user!r} come before {destroyer!r}"
            )
        return self.finding(
            message,
            tasks=[user, destroyer],
            resources=[used, name],
            severity=severity,
            evidence=[
                PairEvidence(first=user, first_access=verb, second=destroyer, second_access="destroys", resource=name)
            ],
            fix=None if verb == "destroys" else add_dependency(plan, u, d),
        )
