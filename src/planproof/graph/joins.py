"""Executions of a plan with joins that release before all their members are done.

Such a plan is an and-or graph: a step waits for all of its predecessors, a join for a number of them. Its runs are
monotone (what may run once may still run when more is done), so one greedy run answers whether a step can be
reached without some others: O(V + E) a question.
"""

from __future__ import annotations

import heapq
from collections.abc import Set as AbstractSet


class Executions:
    """What may run in which order.

    Args:
        n: number of steps; nodes from `n` on are helpers.
        successors: node to nodes, without a cycle.
        thresholds: the helper nodes that are complete when that many of their predecessors are.

    Example:
        Either of two steps releases the third:

        >>> either = Executions(3, [[3], [3], [], [2]], {3: 1})
        >>> either.reaching(2), either.reaching(2, without={0}), either.reaching(2, without={0, 1})
        ([0, 2], [1, 2], None)
    """

    def __init__(self, n: int, successors: list[list[int]], thresholds: dict[int, int]) -> None:
        self._n = n
        self._successors = successors
        self._thresholds = thresholds
        self._waits: list[int] = [0] * len(successors)
        self._predecessors: list[list[int]] = [[] for _ in successors]
        for node, nexts in enumerate(successors):
            for s in nexts:
                self._waits[s] += 1
                self._predecessors[s].append(node)
        for node, threshold in thresholds.items():
            self._waits[node] = threshold

    @property
    def size(self) -> int:
        """Nodes that a question visits at most."""
        return len(self._successors)

    def reaching(
        self, i: int, *, after: int | None = None, without: AbstractSet[int] = frozenset()
    ) -> list[int] | None:
        """A start of an execution that ends with step `i` and has nothing in it that `i` or `after` do not wait for.

        Args:
            i: the step that ends it.
            after: a step that runs in it, as late as possible.
            without: steps that do not run in it (behind `after`, where that is given).

        Returns:
            The steps in order, or None where there is no such execution.
        """
        waits = self._waits.copy()
        if after is None:
            run = self._run(waits, [k for k, w in enumerate(waits) if w == 0], {i, *without})
        else:
            run = self._run(waits, [k for k, w in enumerate(waits) if w == 0], {i, after})
            if waits[after] > 0:
                return None
            done = {*run, after}
            # What waits for nothing more and did not run: steps that were left out for the sake of `after`.
            run += [after, *self._run(waits, self._complete(waits, after), {i, *without, *done})]
        return self._needed(run, i, after) if waits[i] <= 0 else None

    def _complete(self, waits: list[int], node: int) -> list[int]:
        """Marks a node as done; returns the nodes that it releases."""
        released: list[int] = []
        for s in self._successors[node]:
            waits[s] -= 1
            if waits[s] == 0:
                released.append(s)
        return released

    def _run(self, waits: list[int], ready: list[int], left_out: AbstractSet[int]) -> list[int]:
        """Runs all that can run, smallest number first; counts down `waits`."""
        order: list[int] = []
        heapq.heapify(ready)
        while ready:
            node = heapq.heappop(ready)
            if node not in left_out:
                order.append(node)
                for s in self._complete(waits, node):
                    heapq.heappush(ready, s)
        return order

    def _needed(self, run: list[int], i: int, after: int | None) -> list[int]:
        """Of a run, the steps without which `i` (and `after`) could not have started."""
        place = {node: k for k, node in enumerate(run)}
        needed = set(self._predecessors[i])
        if after is not None:
            needed.add(after)
        for node in reversed(run):
            if node in needed:
                before = self._predecessors[node]
                if node in self._thresholds:
                    before = sorted((p for p in before if p in place), key=place.__getitem__)[: self._thresholds[node]]
                needed.update(before)
        return [*(node for node in run if node in needed and node < self._n), i]
