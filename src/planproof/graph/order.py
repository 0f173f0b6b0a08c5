"""Topological orders, strong components and reachability bitsets over integer nodes.

Nodes from `len(rank)` on are helpers of a join or a list: they take part in the order and have no bit.
"""

from __future__ import annotations

import heapq

COUNTED_JOIN = 20_000
"""Members times threshold up to which a quorum is decided exactly; beyond it counts as `any`, which promises less."""


def topological_order(successors: list[list[int]], components: list[tuple[int, ...]] | None = None) -> list[int]:
    """Kahn's order, smallest number first.

    Args:
        successors: node to nodes.
        components: strong components of more than one node; each comes as a whole, when all that leads into it
            has come. Without them the nodes of a cycle and those behind it are missing from the order.
    """
    if components:
        return _condensed_order(successors, components)
    indegree = [0] * len(successors)
    for nexts in successors:
        for s in nexts:
            indegree[s] += 1
    ready = [node for node, d in enumerate(indegree) if d == 0]
    order: list[int] = []
    while ready:
        node = heapq.heappop(ready)
        order.append(node)
        for s in successors[node]:
            indegree[s] -= 1
            if indegree[s] == 0:
                heapq.heappush(ready, s)
    return order


def _condensed_order(successors: list[list[int]], components: list[tuple[int, ...]]) -> list[int]:
    """The order of the graph in which the first member of each component stands for it."""
    members_of = {members[0]: members for members in components}
    head = list(range(len(successors)))
    for members in components:
        for node in members:
            head[node] = members[0]
    condensed: list[list[int]] = [[] for _ in successors]
    for node, nexts in enumerate(successors):
        condensed[head[node]] += [head[s] for s in nexts if head[s] != head[node]]
    order = topological_order(condensed)
    # The other members have no edges of their own here: they come first, and go where their head is.
    return [m for node in order if head[node] == node for m in members_of.get(node, (node,))]


def strong_components(successors: list[list[int]]) -> list[tuple[int, ...]]:
    """Tarjan's strong components (1972) of more than one node, each sorted, ordered by first member."""
    n = len(successors)
    number: dict[int, int] = {}
    """Node to its place in the order of discovery; once its component is found, `n`, which lowers nothing."""
    low: dict[int, int] = {}
    stack: list[int] = []
    found: list[tuple[int, ...]] = []
    for root in range(n):
        if root in number:
            continue
        work = [(root, iter(successors[root]))]
        while work:
            node, nexts = work[-1]
            if node not in number:
                number[node] = low[node] = len(number)
                stack.append(node)
            for s in nexts:
                if s not in number:
                    work.append((s, iter(successors[s])))
                    break
                low[node] = min(low[node], number[s])
            else:
                work.pop()
                if work:
                    parent, _ = work[-1]
                    low[parent] = min(low[parent], low[node])
                if low[node] == number[node]:
                    members: list[int] = []
                    while True:
                        s = stack.pop()
                        number[s] = n
                        members.append(s)
                        if s == node:
                            break
                    if len(members) > 1:
                        found.append(tuple(sorted(members)))
    return sorted(found)


def ancestor_sets(
    successors: list[list[int]],
    order: list[int],
    rank: list[int],
    thresholds: dict[int, int],
    components: list[tuple[int, ...]],
) -> list[int]:
    """For every node, the bitset of steps that are complete before it starts.

    A join with threshold k over m members is complete when k of them are: certain are the steps that more than
    m - k members have behind them, since any k members then include one of those.
    """
    n = len(rank)
    component_of = {node: members for members in components for node in members}
    before = [0] * len(successors)
    arrivals: dict[int, list[int]] = {node: [] for node in thresholds}
    done: set[int] = set()
    for node in order:
        if node in done:
            continue
        members = component_of.get(node, (node,))
        inside = 0
        for m in members:
            if m in thresholds:
                before[m] = _at_least(arrivals[m], len(arrivals[m]) - thresholds[m] + 1)
            inside |= before[m]
        if len(members) > 1:
            for m in members:
                inside |= 1 << rank[m] if m < n else 0
            done.update(members)
        for m in members:
            own = 1 << rank[m] if m < n else 0
            before[m] = inside & ~own if len(members) > 1 else inside
            reach = before[m] | own
            for s in successors[m]:
                if s in done:
                    continue  # of the same component: all others that are done come before this one
                if s in thresholds:
                    arrivals[s].append(reach)
                else:
                    before[s] |= reach
    return before


def _at_least(sets: list[int], k: int) -> int:
    """The bits that at least `k` of the sets have."""
    if k < 1:
        return 0  # only within a cycle: the members that are not in it do not complete the join
    if len(sets) * k > COUNTED_JOIN:
        k = len(sets)
    if k == len(sets):
        common = sets[0]
        for s in sets[1:]:
            common &= s
        return common
    at_least = [0] * (k + 1)
    for s in sets:
        for j in range(k, 1, -1):
            at_least[j] |= at_least[j - 1] & s
        at_least[1] |= s
    return at_least[-1]


def descendant_sets(
    before: list[int],
    successors: list[list[int]],
    order: list[int],
    rank: list[int],
    thresholds: dict[int, int],
    components: list[tuple[int, ...]],
) -> list[int]:
    """For every step, the bitset of steps that start after it is complete: the transpose of `ancestor_sets`.

    A join's certain predecessors are closed under "before", so edges from the last of them stand for it.
    """
    n = len(rank)
    at = [node for node in order if node < n]
    joined = set(thresholds)
    edges = [[s for s in nexts if s not in joined] for nexts in successors] if joined else successors
    component_of = {node: members for members in components for node in members}
    for node in thresholds:
        # Those of its own component are behind everything that is before it, and would hide the others.
        own = sum(1 << rank[m] for m in component_of.get(node, ()) if m < n)
        certain = before[node] & ~own
        while certain:
            last = at[certain.bit_length() - 1]
            edges[last].append(node)
            certain &= ~(before[last] | 1 << rank[last])
    after = [0] * len(successors)
    done: set[int] = set()
    for node in reversed(order):
        if node in done:
            continue
        members = component_of.get(node, (node,))
        inside = 0
        for m in members:
            for s in edges[m]:
                inside |= after[s] | (1 << rank[s] if s < n else 0)
        done.update(members)
        for m in members:
            own = 1 << rank[m] if m < n else 0
            after[m] = inside & ~own if len(members) > 1 else inside
    return after
