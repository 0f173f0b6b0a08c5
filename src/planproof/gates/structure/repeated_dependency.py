"""STR013 repeated-dependency."""

from __future__ import annotations

from collections.abc import Iterator

from planproof.gates.analysis import Analysis
from planproof.gates.once import once
from planproof.gates.rule import Rule
from planproof.gates.structure._ends import ends_of
from planproof.gates.wording import listed
from planproof.model.finding import DropDependency, Finding, Fix


class RepeatedDependency(Rule):
    """The same dependency stands in the plan more than once.

    A soft one beside a hard one of the same two steps repeats it too.

    Why:
        It does no harm until a revision drops one of the two and leaves the other, and the order that was taken back is
        still there.

    Fails:
        ```yaml
        plan:
          id: p
          tasks:
            - {id: dump, effect: create, reads: [orders], produces: [orders.dump]}
            - {id: migrate, effect: modify, writes: [orders]}
          dependencies:
            - {from_task: dump, to_task: migrate}
            - {from_task: dump, to_task: migrate, reason: dump first}
        ```

    Passes:
        ```yaml
        plan:
          id: p
          tasks:
            - {id: dump, effect: create, reads: [orders], produces: [orders.dump]}
            - {id: migrate, effect: modify, writes: [orders]}
          dependencies: [{from_task: dump, to_task: migrate, reason: dump first}]
        ```
    """

    code = "STR013"
    name = "repeated-dependency"
    family = "structure"
    summary = "the same dependency more than once"
    severity = "info"
    basis = "proven"
    fixable = True

    def check(self, plan: Analysis) -> Iterator[Finding]:
        """Yields a finding for each two steps with a dependency too many."""
        edges = plan.plan.dependencies
        pairs = once(plan, ends_of)
        if len(set(pairs)) == len(pairs):
            return
        kept: dict[tuple[str, str], int] = {}
        spare: dict[frozenset[str], list[int]] = {}
        for k, (edge, ends) in enumerate(zip(edges, pairs, strict=True)):
            if edge.from_task == edge.to_task or (first := kept.setdefault(ends, k)) == k:
                continue
            better = edge.kind == "hard" and edges[first].kind == "soft"
            kept[ends] = k if better else first
            spare.setdefault(frozenset(ends), []).append(first if better else k)
        for ends, places in spare.items():
            yield self.finding(
                f"a dependency between {listed(ends)} stands in the plan more than once; keep one",
                tasks=ends,
                fix=Fix(
                    description=f"drop the repeated dependency between {listed(ends)}",
                    edits=tuple(
                        DropDependency(index=k, from_task=edges[k].from_task, to_task=edges[k].to_task)
                        for k in sorted(places)
                    ),
                    safe=True,
                ),
            )
