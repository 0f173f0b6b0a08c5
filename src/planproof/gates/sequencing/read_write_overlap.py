"""ORD009 read-write-overlap."""

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


class ReadWriteOverlap(Rule):
    """A step reads a resource that another step may change at the same time.

    It blocks where something rests on what was read: the reader makes an artefact of it, or establishes a fact that a
    high-impact step needs. It warns where the reader changes anything itself, or is to establish any other fact.
    Otherwise it is information. Steps that both write the resource are told by ORD002.

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
            crowd = Crowd(self)
            yield from crowd.told(self._all(plan, crowd))

    def _all(self, plan: Analysis, crowd: Crowd) -> Iterator[Finding]:
        found = accesses(plan)
        for name in found.writes:
            for other in found.related(plan, name):
                for severity in SEVERITIES:
                    readers = found.reads.get(other, 0) & bearing(plan).of(plan, severity)
                    if readers and not crowd.full(severity):
                        yield from self._of(plan, readers, other, name, severity)

    def _of(self, plan: Analysis, readers: int, read: str, name: str, severity: Severity) -> Iterator[Finding]:
        found = accesses(plan)
        # Steps that are both declared to write it are told by ORD002.
        writing, writers, sure = found.stated_writes(plan, read), found.writes[name], found.stated_writes(plan, name)
        told = 0
        for some, others in ((readers & ~writing, writers), (readers & writing, writers & ~sure)):
            for reader, writer in unordered_pairs(plan, some, others):
                if told == MOST_PAIRS:
                    yield self.finding(
                        f"more steps read {read!r} while {name!r} may change than are told one by one; order them",
                        resources=[read, name],
                        severity=severity,
                    )
                    return
                told += 1
                yield self._finding(plan, reader, read, writer, name, severity)

    def _finding(self, plan: Analysis, reader: int, read: str, writer: int, name: str, severity: Severity) -> Finding:
        first, second = plan.tasks[reader].id, plan.tasks[writer].id
        return self.finding(
            f"step {first!r} reads {read!r}, and {second!r} may change {name!r} meanwhile; "
            "let one come before the other",
            tasks=[first, second],
            resources=[read, name],
            severity=severity,
            evidence=[
                PairEvidence(first=first, first_access="reads", second=second, second_access="writes", resource=name)
            ],
            fix=add_dependency(plan, reader, writer, safe=False),
        )
