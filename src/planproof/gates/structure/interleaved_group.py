"""STR017 interleaved-group."""

from __future__ import annotations

from collections.abc import Iterator

from planproof.gates.analysis import Analysis
from planproof.gates.once import once
from planproof.gates.rule import Rule
from planproof.gates.structure._groups import groups_of
from planproof.gates.wording import MOST, listed
from planproof.model.finding import Finding


class InterleavedGroup(Rule):
    """In a listed plan, a step stands between the members of a parallel group without being ordered with all of them.

    A step in between that is ordered with every member is no finding: it orders the members, which STR009 tells.

    Why:
        The list says that the step comes after one member and before the other, the group that the two run at the same
        time. Executors differ on which of the two they honour, so nobody knows what the step finds done.

    Fails:
        ```yaml
        plan:
          id: p
          tasks:
            - {id: restart-a, effect: shift, writes: [node.a], parallel_group: nodes}
            - {id: rotate-key, effect: rotate, writes: [key.tls]}
            - {id: restart-b, effect: shift, writes: [node.b], parallel_group: nodes}
        ```

    Passes:
        ```yaml
        plan:
          id: p
          tasks:
            - {id: rotate-key, effect: rotate, writes: [key.tls]}
            - {id: restart-a, effect: shift, writes: [node.a], parallel_group: nodes}
            - {id: restart-b, effect: shift, writes: [node.b], parallel_group: nodes}
        ```
    """

    code = "STR017"
    name = "interleaved-group"
    family = "structure"
    summary = "in a listed plan, another step between the members of a parallel group"
    severity = "warning"
    basis = "proven"

    def check(self, plan: Analysis) -> Iterator[Finding]:
        """Yields a finding for each group that is not in one piece."""
        if plan.plan.execution != "listed":
            return
        graph = plan.graph
        split = {
            group: members
            for group, members in once(plan, groups_of).items()
            if members[-1] - members[0] + 1 > len(members)
        }
        if not split:
            return
        upto = _masks(plan, {end for members in split.values() for end in (members[0], members[-1])})
        for group, members in split.items():
            own = graph.mask(members)
            between = (upto[members[-1]] ^ upto[members[0]]) & ~own
            loose = 0
            for i in members:
                loose |= graph.unordered(i) & between
            if loose:
                yield self.finding(
                    f"{_named(plan, loose)} in the list between the members of the parallel group {group!r}; "
                    "put the members next to each other",
                    tasks=[plan.tasks[i].id for i in members],
                    facts=[f"group:{group}"],
                )


def _named(plan: Analysis, steps: int) -> str:
    """Which steps stand there; of many only how many, since thousands of groups may have thousands in between."""
    count = steps.bit_count()
    if count > MOST:
        return f"{count} steps stand"
    return f"{listed(plan.tasks[i].id for i in plan.graph.members(steps))} {'stands' if count == 1 else 'stand'}"


def _masks(plan: Analysis, ends: set[int]) -> dict[int, int]:
    """For each of some positions, the bitset of the steps before it in the list."""
    masks: dict[int, int] = {}
    mask = 0
    for i in range(len(plan.tasks)):
        if i in ends:
            masks[i] = mask
        mask |= plan.graph.bit(i)
    return masks
