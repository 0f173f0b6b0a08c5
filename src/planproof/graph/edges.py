"""What a plan says about order, as edges: its dependencies, its joins, its list.

Nodes from the number of steps on are helpers: the joins that release before all their members are done, and the
gaps between the places of a list.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import dataclass
from typing import Literal

from planproof.model.plan import Branch, Plan

EdgeReason = Literal["dependency", "established_by"]

JOINED_EDGES = 1_000_000
"""Pairs of an edge and a join that its first step is a member of; of more, such edges promise nothing."""


@dataclass(frozen=True, slots=True)
class HardEdge:
    """`before` comes before `after`, both positions in the plan's list, and why."""

    before: int
    after: int
    reason: EdgeReason
    index: int
    """Position in the plan's dependencies, or of the precondition in its task."""


def hard_edges(plan: Plan, index: dict[str, int]) -> Iterator[HardEdge]:
    """Every edge that must be kept, in the order of the plan; also one from a step to itself."""
    for k, dependency in enumerate(plan.dependencies):
        before, after = index.get(dependency.from_task), index.get(dependency.to_task)
        if dependency.kind == "hard" and before is not None and after is not None:
            yield HardEdge(before, after, "dependency", k)
    for i, task in enumerate(plan.tasks):
        for k, need in enumerate(task.preconditions):
            provider = index.get(need.established_by) if need.established_by is not None else None
            if provider is not None and provider != i:
                yield HardEdge(provider, i, "established_by", k)


def connect(
    plan: Plan, index: dict[str, int], hard: Sequence[HardEdge], against_list: AbstractSet[HardEdge] = frozenset()
) -> tuple[list[list[int]], dict[int, int], tuple[HardEdge, ...]]:
    """The edges of a plan.

    Args:
        plan: the plan.
        index: id to position.
        hard: the hard edges.
        against_list: those to leave out.

    Returns:
        Successors of each step and helper node; the joins among these, each with the number of its predecessors
        that complete it; the hard edges that are left out or run against the list.
    """
    n = len(plan.tasks)
    listed = plan.execution == "listed"
    concurrent = _concurrent_sets(plan, index)
    sets_of: dict[int, int] = {}
    for k, members in enumerate(concurrent):
        for m in members:
            sets_of[m] = sets_of.get(m, 0) | 1 << k

    kept: list[HardEdge] = []
    contradicted: list[HardEdge] = []
    for edge in hard:
        before, after = edge.before, edge.after
        if before == after:
            continue
        # Within one concurrent set the list says nothing, so there the dependency decides.
        backward = listed and before > after and not sets_of.get(before, 0) & sets_of.get(after, 0)
        (contradicted if backward or (against_list and edge in against_list) else kept).append(edge)

    joins = _Joins(plan, index, n)
    successors = joins.connect(kept)
    if listed and not concurrent:
        for i in range(n - 1):
            successors[i].append(i + 1)
    elif listed:
        _list_order(n, successors, concurrent, joins.releases())
    return successors, joins.thresholds, tuple(contradicted)


class _Joins:
    """The `any` and `quorum` joins of a plan as helper nodes.

    A step that depends on several members of a branch waits for as many of these as the join lacks when all
    its other members are done, and for one at least: so a join promises nothing about a single member. Members
    of a branch are not released by their own join, nor is a step that depends on a single member.
    """

    def __init__(self, plan: Plan, index: dict[str, int], n: int) -> None:
        self.thresholds: dict[int, int] = {}
        """Helper node to the number of its predecessors that complete it."""
        self._successors: list[list[int]] = [[] for _ in range(n)]
        self._joins: list[tuple[frozenset[int], int]] = []
        self._of: dict[int, list[int]] = {}
        self._nodes: dict[tuple[int, frozenset[int]], int] = {}
        for branch in plan.branches:
            if (join := _join_of(branch, index)) is not None:
                for member in join[0]:
                    self._of.setdefault(member, []).append(len(self._joins))
                self._joins.append(join)

    def connect(self, edges: list[HardEdge]) -> list[list[int]]:
        """Successor lists with the edges in them, through a helper node where a join says so."""
        successors, of = self._successors, self._of
        if not of:
            for edge in edges:
                successors[edge.before].append(edge.after)
            return successors
        if sum(len(of.get(edge.before, ())) for edge in edges) > JOINED_EDGES:
            edges = [edge for edge in edges if edge.before not in of]
        waits: dict[tuple[int, int], set[int]] = {}
        for edge in edges:
            for j in of.get(edge.before, ()):
                if edge.after not in self._joins[j][0]:
                    waits.setdefault((j, edge.after), set()).add(edge.before)
        joined = {(j, after): frozenset(befores) for (j, after), befores in waits.items() if len(befores) > 1}
        for edge in edges:
            if not any((j, edge.after) in joined for j in of.get(edge.before, ())):
                successors[edge.before].append(edge.after)
        for (j, after), befores in joined.items():
            successors[self._node(j, befores)].append(after)
        return successors

    def releases(self) -> dict[int, list[int]]:
        """Member to the helper nodes of its joins: what the list puts behind it waits for these."""
        return {member: [self._node(j, self._joins[j][0]) for j in joins] for member, joins in self._of.items()}

    def _node(self, j: int, befores: frozenset[int]) -> int:
        node = self._nodes.get((j, befores))
        if node is None:
            members, threshold = self._joins[j]
            node = self._nodes[j, befores] = len(self._successors)
            self._successors.append([])
            self.thresholds[node] = max(1, threshold - (len(members) - len(befores)))
            for m in sorted(befores):
                self._successors[m].append(node)
        return node


def _list_order(
    n: int, successors: list[list[int]], concurrent: list[list[int]], releases: dict[int, list[int]]
) -> None:
    """Adds the order of the list, in which the members of a concurrent set run from its first to its last place.

    With a helper node for each gap between two places, a step starts after the gap in front of its set and is
    complete before the gap behind it: an interval order in O(n) edges.
    """
    first, last = list(range(n)), list(range(n))
    for members in concurrent:
        low, high = min(members), max(members)
        for m in members:
            first[m], last[m] = min(first[m], low), max(last[m], high)
    gap = len(successors)
    successors.extend([gap + t + 1] for t in range(n))
    successors.append([])
    for i in range(n):
        successors[gap + first[i]].append(i)
        for node in releases.get(i, (i,)):
            successors[node].append(gap + last[i] + 1)


def _concurrent_sets(plan: Plan, index: dict[str, int]) -> list[list[int]]:
    """Steps that the list does not order among themselves: those of one group, those of one branch."""
    groups: dict[str, list[int]] = {}
    for i, task in enumerate(plan.tasks):
        if task.parallel_group is not None:
            groups.setdefault(task.parallel_group, []).append(i)
    branches = [sorted({index[t] for t in branch.tasks if t in index}) for branch in plan.branches]
    return [members for members in (*groups.values(), *branches) if len(members) > 1]


def _join_of(branch: Branch, index: dict[str, int]) -> tuple[frozenset[int], int] | None:
    """Members and how many of them release what follows; None where all must be complete."""
    members = frozenset(index[t] for t in branch.tasks if t in index)
    if branch.join == "all" or len(members) < 2:
        return None
    threshold = 1 if branch.join == "any" or branch.quorum is None else max(1, branch.quorum)
    return (members, threshold) if threshold < len(members) else None
