"""ORD009 read-write-overlap."""

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


class ReadWriteOverlap(Rule):
    """A step reads a resource that another step may change at the same time.

    It blocks where something rests on what was read: the reader makes an artefact of it, or establishes a fact that a
    high-impact step needs. It warns where the reader changes anything itself, or another step needs its facts.
    Otherwise it is information.

    Why:
        A backup taken while the schema changes holds half of each. A count made while rows are written proves neither
        the old state nor the new one, and the step behind it takes it for proof.

    Fails:
        ```yaml
        plan:
          id: p
          execution: dag
          tasks:
            - {id: dump, effect: create, reads: [orders], produces: [orders.dump]}
            - {id: rewrite-codes, effect: modify, writes: [orders]}
        ```

    Passes:
        ```yaml
        plan:
          id: p
          execution: dag
          tasks:
            - {id: dump, effect: create, reads: [orders], produces: [orders.dump]}
            - {id: rewrite-codes, effect: modify, writes: [orders]}
          dependencies: [{from_task: dump, to_task: rewrite-codes}]
        ```
    """

    code = "ORD009"
    name = "read-write-overlap"
    family = "unsafe_sequencing"
    summary = "a step reads what another one may change meanwhile"
    severity = "blocker"
    basis = "proven"
    fixable = True

    def check(self, plan: Analysis) -> Iterator[Finding]:
        """Yields a finding for each resource and pair of steps of which one reads what the other may change."""
        if plan.readers_of and not nothing_overlaps(plan):
            yield from first(self._all(plan))

    def _all(self, plan: Analysis) -> Iterator[Finding]:
        found = accesses(plan)
        for name, writers in found.writes.items():
            for other in found.related(plan, name):
                for reader, writer in unordered_pairs(plan, found.reads.get(other, 0), writers):
                    yield self._finding(plan, reader, other, writer, name)

    def _finding(self, plan: Analysis, reader: int, read: str, writer: int, name: str) -> Finding:
        first, second = plan.tasks[reader].id, plan.tasks[writer].id
        return self.finding(
            f"step {first!r} reads {read!r}, and {second!r} may change {name!r} meanwhile; "
            "let one come before the other",
            tasks=[first, second],
            resources=[read, name],
            severity=_weight(plan, reader),
            evidence=[
                PairEvidence(first=first, first_access="reads", second=second, second_access="writes", resource=name)
            ],
            fix=add_dependency(plan, reader, writer, safe=False),
        )


def _weight(plan: Analysis, reader: int) -> Severity:
    match bears_on(plan, reader):
        case "high_impact":
            return "blocker"
        case "others":
            return "warning"
        case "nothing":
            return "info" if only_looks(plan, reader) or plan.effects[reader].kind == "unknown" else "warning"
