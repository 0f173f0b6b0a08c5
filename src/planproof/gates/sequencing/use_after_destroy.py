"""ORD003 use-after-destroy."""

from __future__ import annotations

from collections.abc import Iterator

from planproof.gates.analysis import Analysis
from planproof.gates.crowd import Crowd
from planproof.gates.ordering import Orders
from planproof.gates.rule import Rule
from planproof.gates.sequencing.accesses import Accesses, accesses, behind, makes, only_looks, stated
from planproof.model.base import Severity
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
            crowd = Crowd(self)
            yield from crowd.told(self._all(plan, crowd))

    def _all(self, plan: Analysis, crowd: Crowd) -> Iterator[Finding]:
        orders = Orders(plan)
        found = accesses(plan)
        for name, destroyers in plan.destroyers_of.items():
            for part in found.parts[name]:
                users = _Users(plan, found, part)
                for d in destroyers:
                    if users.every and not _makes_anew(plan, d, name):
                        yield from self._of(plan, users, d, name, crowd, orders)

    def _of(self, plan: Analysis, users: _Users, d: int, name: str, crowd: Crowd, orders: Orders) -> Iterator[Finding]:
        sure = users.sure if stated(plan, d, "destroys", name) else 0
        severities: tuple[tuple[Severity, int], ...] = (("blocker", sure), ("warning", users.every & ~sure))
        for severity, some in severities:
            if crowd.full(severity):
                continue
            for u in plan.graph.members(users.left_without(plan, d, some)):
                destroyer, user, part = plan.tasks[d].id, plan.tasks[u].id, users.name
                verb = "reads" if plan.graph.bit(u) & users.reading else "writes"
                what = repr(part) if part == name else f"{part!r}, a part of {name!r},"
                yield self.finding(
                    f"step {user!r} {verb} {what} after {destroyer!r} has destroyed it; let {user!r} come first, or "
                    "say in its 'effect' that it creates the resource anew",
                    tasks=[destroyer, user],
                    resources=[name, part],
                    severity=severity,
                    evidence=orders.of(u, note=f"{user!r} {verb} {part!r}, which {destroyer!r} has destroyed"),
                )


class _Users:
    """Bitsets of the steps that use a resource which ought to be there, and of those that make it again."""

    def __init__(self, plan: Analysis, found: Accesses, name: str) -> None:
        self.name = name
        self.every = 0
        self.sure = 0
        """By more than their words."""
        self.reading = 0
        graph = plan.graph
        for u in graph.members(found.reads.get(name, 0) | found.writes.get(name, 0)):
            if (how := _uses(plan, u, name)) is not None:
                self.every |= graph.bit(u)
                self.reading |= graph.bit(u) if how[0] == "reads" else 0
                self.sure |= graph.bit(u) if how[1] else 0
        self._makers = 0
        for whole in plan.names.wholes(name) if self.every else ():
            known = (w for w in graph.members(found.stated_writes(plan, whole)) if plan.effects[w].kind != "unknown")
            self._makers |= graph.mask(known)

    def left_without(self, plan: Analysis, d: int, some: int) -> int:
        """Those of some users that always come after step `d`, with no step in between that writes the resource."""
        later = plan.graph.descendants(d) & ~plan.graph.ancestors(d)
        return some & later & ~behind(plan, self._makers & later)


def _uses(plan: Analysis, u: int, name: str) -> tuple[str, bool] | None:
    """How a step uses a resource that ought to be there, and whether that is more than its words."""
    task, effect = plan.tasks[u], plan.effects[u]
    if only_looks(plan, u) or makes(plan, u, name):
        return None
    known = effect.kind != "unknown"
    reads, writes = known and name in effect.reads, name in effect.writes
    acts = task.effect not in (None, "observe", "notify") or bool(task.writes or task.destroys or task.produces)
    if reads and stated(plan, u, "reads", name):
        return "reads", acts
    if writes:
        return "writes", known and stated(plan, u, "writes", name)
    return ("reads", False) if reads else None


def _makes_anew(plan: Analysis, d: int, name: str) -> bool:
    """Whether the step that destroys the resource also leaves it there, by what it declares."""
    task = plan.tasks[d]
    return name in plan.names.names((*task.writes, *(artefact.id for artefact in task.produces)))
