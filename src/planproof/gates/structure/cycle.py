"""STR007 cycle."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from planproof.gates.analysis import Analysis
from planproof.gates.rule import Rule
from planproof.gates.wording import listed
from planproof.graph import HardEdge
from planproof.model.finding import CycleEvidence, Finding

WORK: Final = 20_000
"""Edges followed in search of a shorter cycle of one knot; the first one found is as true, only longer."""

Edges = dict[int, dict[int, HardEdge]]


class Cycle(Rule):
    """Some steps wait for one another, so that none of them can ever start.

    Dependencies and `established_by` count together: a cycle through both is as dead as one of dependencies alone.
    One finding tells all steps that are tied together, with a shortest cycle among them. Soft dependencies do not
    count, and a single step that waits for itself is told by STR008.

    Why:
        An executor that honours the order stops there for good, in the middle of the plan, with half of it done. One
        that does not honours an order that nobody wrote. Cycles come in with revisions: one of five revised plans of
        a public field test has one, and no draft.

    Fails:
        ```yaml
        plan:
          id: p
          tasks:
            - id: edit
              effect: modify
              writes: [docs]
              preconditions: [{fact: lint_clean, established_by: lint}]
            - {id: lint, effect: observe, reads: [docs], establishes: [lint_clean]}
          dependencies: [{from_task: edit, to_task: lint}]
        ```

    Passes:
        ```yaml
        plan:
          id: p
          tasks:
            - {id: edit, effect: modify, writes: [docs]}
            - {id: lint, effect: observe, reads: [docs], establishes: [lint_clean]}
          dependencies: [{from_task: edit, to_task: lint}]
        ```
    """

    code = "STR007"
    name = "cycle"
    family = "structure"
    summary = "steps that wait for one another"
    severity = "blocker"
    basis = "proven"

    def check(self, plan: Analysis) -> Iterator[Finding]:
        """Yields a finding for each knot of steps."""
        if not plan.graph.cycles:
            return
        ids = [task.id for task in plan.tasks]
        edges = _edges(plan)
        for members in plan.graph.cycles:
            path = shortest_cycle(members, edges)
            yield self.finding(
                f"{listed(ids[i] for i in members)} wait for one another, so none of them can start; "
                "take back one of the orders that the evidence lists",
                tasks=[ids[i] for i in members],
                evidence=[
                    CycleEvidence(
                        path=tuple(ids[i] for i in path),
                        reasons=tuple(
                            _reason(plan, edges[a][b]) for a, b in zip(path, [*path[1:], path[0]], strict=True)
                        ),
                    )
                ],
            )


def shortest_cycle(members: Sequence[int], edges: Edges) -> list[int]:
    """A cycle through some of the members of a strong component, the shortest where that is found within `WORK`.

    A breadth-first search from each member in turn finds the shortest cycle through it.
    """
    inside = set(members)
    best: list[int] = []
    work = 0
    for start in members:
        came_from = {start: start}
        queue = [start]
        closed = False
        for node in queue:
            for following in edges[node]:
                work += 1
                if following == start:
                    closed = True
                    break
                if following in inside and following not in came_from:
                    came_from[following] = node
                    queue.append(following)
            if closed:
                path = [node]
                while path[-1] != start:
                    path.append(came_from[path[-1]])
                if not best or len(path) < len(best):
                    best = path[::-1]
                break
        if len(best) == 2 or work > WORK:
            break
    return best


def _edges(plan: Analysis) -> Edges:
    """The hard edges inside the knots; of two with the same ends the first, which is a dependency if one of them is."""
    knot = {i: k for k, members in enumerate(plan.graph.cycles) for i in members}
    edges: Edges = {i: {} for i in knot}
    for edge in plan.graph.hard:
        if edge.before != edge.after and edge.before in knot and knot[edge.before] == knot.get(edge.after):
            edges[edge.before].setdefault(edge.after, edge)
    return edges


def _reason(plan: Analysis, edge: HardEdge) -> str:
    before, after = plan.tasks[edge.before], plan.tasks[edge.after]
    if edge.reason == "established_by":
        return f"{after.id!r} needs the fact {after.preconditions[edge.index].fact!r} established by {before.id!r}"
    return f"a dependency puts {before.id!r} before {after.id!r}"
