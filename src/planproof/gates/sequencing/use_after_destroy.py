"""ORD003 use-after-destroy."""

from __future__ import annotations

from collections.abc import Iterator

from planproof.gates.analysis import Analysis
from planproof.gates.crowd import first
from planproof.gates.ordering import Orders
from planproof.gates.rule import Rule
from planproof.gates.sequencing.accesses import Accesses, accesses, makes, only_looks, stated
from planproof.model.finding import Finding


class UseAfterDestroy(Rule):
    """A step uses a resource that another step has always destroyed before, and nothing makes it again in between.

    To use is to read or to write it, or a part of it. A step that only observes is no use: it may look whether the
    resource is gone. A step that is declared to create the resource makes it again; so does one that writes it
    between the two. Where either access rests on words alone, it is a warning.

    Why:
        The step fails halfway through the plan, after the point from which there is no way back; or it does not fail,
        and copies, compares or migrates nothing.

    Fails:
        ```yaml
        plan:
          id: p
          tasks:
            - {id: delete-claim, effect: destroy, destroys: [pvc.old]}
            - {id: compare-data, effect: create, reads: [pvc.old, pvc.new], writes: [job.checksum]}
        ```

    Passes:
        ```yaml
        plan:
          id: p
          tasks:
            - {id: compare-data, effect: create, reads: [pvc.old, pvc.new], writes: [job.checksum]}
            - {id: delete-claim, effect: destroy, destroys: [pvc.old]}
        ```
    """

    code = "ORD003"
    name = "use-after-destroy"
    family = "unsafe_sequencing"
    summary = "a step uses a resource that is gone by then"
    severity = "blocker"
    basis = "proven"
    waivable = False

    def check(self, plan: Analysis) -> Iterator[Finding]:
        """Yields a finding for each resource that a step uses after another one has destroyed it."""
        if plan.destroyers_of:
            yield from first(self._all(plan))

    def _all(self, plan: Analysis) -> Iterator[Finding]:
        orders = Orders(plan)
        found = accesses(plan)
        for name, destroyers in plan.destroyers_of.items():
            users = 0
            for part in found.parts[name]:
                users |= found.reads.get(part, 0) | found.writes.get(part, 0)
            for d in destroyers:
                later = users & plan.graph.descendants(d) & ~plan.graph.ancestors(d)
                if later and not _makes_anew(plan, d, name):
                    for u in plan.graph.members(later):
                        for part in found.parts[name]:
                            yield from self._of(plan, found, d, name, u, part, orders)

    def _of(
        self, plan: Analysis, found: Accesses, d: int, name: str, u: int, part: str, orders: Orders
    ) -> Iterator[Finding]:
        if (how := _uses(plan, u, part)) is None or _made_between(plan, found, d, u, part):
            return
        verb, sure = how
        destroyer, user = plan.tasks[d].id, plan.tasks[u].id
        what = repr(part) if part == name else f"{part!r}, a part of {name!r},"
        yield self.finding(
            f"step {user!r} {verb} {what} after {destroyer!r} has destroyed it; let {user!r} come first, or say in its "
            "'effect' that it creates the resource anew",
            tasks=[destroyer, user],
            resources=[name, part],
            severity=None if sure and stated(plan, d, "destroys", name) else "warning",
            evidence=orders.of(u, note=f"{user!r} {verb} {part!r}, which {destroyer!r} has destroyed"),
        )


def _uses(plan: Analysis, u: int, name: str) -> tuple[str, bool] | None:
    """How a step uses a resource that ought to be there, and whether that is more than its words."""
    effect = plan.effects[u]
    if only_looks(plan, u) or makes(plan, u, name):
        return None
    known = effect.kind != "unknown"
    reads, writes = known and name in effect.reads, name in effect.writes
    if reads and stated(plan, u, "reads", name):
        return "reads", True
    if writes:
        return "writes", known and stated(plan, u, "writes", name)
    return ("reads", False) if reads else None


def _makes_anew(plan: Analysis, d: int, name: str) -> bool:
    """Whether the step that destroys the resource also leaves it there, by what it declares."""
    task = plan.tasks[d]
    return name in plan.names.names((*task.writes, *(artefact.id for artefact in task.produces)))


def _made_between(plan: Analysis, found: Accesses, d: int, u: int, part: str) -> bool:
    """Whether some step always writes the resource, or what it is part of, after the one and before the other."""
    graph = plan.graph
    between = graph.descendants(d) & graph.ancestors(u)
    if not between:
        return False
    for whole in plan.names.wholes(part):
        for w in graph.members(between & found.writes.get(whole, 0)):
            if plan.effects[w].kind != "unknown" and stated(plan, w, "writes", whole):
                return True
    return False
