"""ORD002 conflicting-writes."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from planproof.gates.analysis import Analysis
from planproof.gates.crowd import Crowd
from planproof.gates.ordering import add_dependency
from planproof.gates.rule import Rule
from planproof.gates.sequencing.accesses import (
    MOST_PAIRS,
    accesses,
    nothing_overlaps,
    unordered_pairs,
)
from planproof.gates.wording import listed
from planproof.model.finding import Finding, PairEvidence

MOST_EVIDENCE: Final = 5
"""Pairs that a finding about many steps shows."""


class ConflictingWrites(Rule):
    """Steps that may overlap write the same resource, or one the whole of what another writes a part of.

    Steps that write it by what they declare are told together; a step whose words alone say that it writes is told
    with each step that it may overlap. Two notices that are sent to one place do not conflict. The fix orders the two
    as they are listed; which order is meant, a person has to say.

    Why:
        Whichever runs last wins, and nobody knows which that is: half of the rows carry the new codes, the other half
        the archived ones. It passes in the test, where one step is always the faster.

    Fails:
        ```yaml
        plan:
          id: p
          execution: dag
          tasks:
            - {id: shift-5, effect: shift, writes: [vs.checkout]}
            - {id: shift-50, effect: shift, writes: [vs.checkout]}
        ```

    Passes:
        ```yaml
        plan:
          id: p
          execution: dag
          tasks:
            - {id: shift-5, effect: shift, writes: [vs.checkout]}
            - {id: shift-50, effect: shift, writes: [vs.checkout]}
          dependencies: [{from_task: shift-5, to_task: shift-50}]
        ```
    """

    code = "ORD002"
    name = "conflicting-writes"
    family = "unsafe_sequencing"
    summary = "steps that may overlap write the same resource"
    severity = "blocker"
    basis = "proven"
    fixable = True

    def check(self, plan: Analysis) -> Iterator[Finding]:
        """Yields a finding for each set of steps, and each further pair, that may write a resource at once."""
        if not nothing_overlaps(plan):
            crowd = Crowd(self)
            yield from crowd.told(self._all(plan, crowd))

    def _all(self, plan: Analysis, crowd: Crowd) -> Iterator[Finding]:
        writes = accesses(plan).writes
        notices = plan.graph.mask(i for i, effect in enumerate(plan.effects) if effect.kind == "notify")
        for name, writers in writes.items():
            for whole in plan.names.wholes(name):
                others = writes.get(whole, 0)
                if others and (whole != name or writers.bit_count() > 1):
                    if crowd.full("blocker"):
                        return
                    yield from self._of(plan, name, whole, notices)

    def _of(self, plan: Analysis, name: str, whole: str, notices: int) -> Iterator[Finding]:
        found = accesses(plan)
        sure, sure_others = found.stated_writes(plan, name), found.stated_writes(plan, whole)
        some, rest = sure, sure_others
        if name != whole:
            # Two steps that write the whole, or both the part, are told of that.
            some, rest = sure & ~sure_others, sure_others & ~sure
        for group in _groups(plan, some, rest):
            yield self._finding(plan, group, name, whole)
        told = 0
        unsure = [(found.writes[name] & ~sure, found.writes[whole])]
        if name != whole:
            unsure.append((sure, found.writes[whole] & ~sure_others))
        for few, many in unsure:
            for a, b in unordered_pairs(plan, few, many):
                if plan.graph.bit(a) & notices and plan.graph.bit(b) & notices:
                    continue
                if told == MOST_PAIRS:
                    yield self.finding(
                        f"more steps write {name!r} and may overlap than are told one by one; order them",
                        resources=[name, whole],
                    )
                    return
                told += 1
                yield self._finding(plan, [(a, b)], name, whole)

    def _finding(self, plan: Analysis, pairs: list[tuple[int, int]], name: str, whole: str) -> Finding:
        steps = sorted({i for pair in pairs for i in pair})
        ids = [plan.tasks[i].id for i in steps]
        what = repr(name) if name == whole else f"{name!r}, which is part of {whole!r}"
        one = len(steps) == 2
        return self.finding(
            f"{listed(ids)} write {what}, and {'' if one else 'some of them '}may overlap; "
            "let one come before the other",
            tasks=ids,
            resources=[name, whole],
            evidence=[
                PairEvidence(
                    first=plan.tasks[a].id,
                    first_access="writes",
                    second=plan.tasks[b].id,
                    second_access="writes",
                    resource=name,
                )
                for a, b in pairs[:MOST_EVIDENCE]
            ],
            fix=add_dependency(plan, steps[0], steps[1], safe=False) if one else None,
        )


def _groups(plan: Analysis, some: int, others: int) -> Iterator[list[tuple[int, int]]]:
    """Writers in groups that overlap with one another, directly or by way of others: for each, pairs that join it."""
    graph = plan.graph
    left = some | others
    while left:
        first = next(graph.members(left))
        left &= ~graph.bit(first)
        queue = [first]
        pairs: list[tuple[int, int]] = []
        for a in queue:
            bit = graph.bit(a)
            partners = (others if bit & some else 0) | (some if bit & others else 0)
            new = graph.unordered(a) & partners & left
            left &= ~new
            for b in graph.members(new):
                queue.append(b)
                pairs.append((a, b))
        if pairs:
            yield pairs
