"""ORD006 consumer-before-verification."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from planproof.gates.analysis import Analysis
from planproof.gates.crowd import Crowd, spoken
from planproof.gates.once import once
from planproof.gates.ordering import Orders, add_dependency, move_before
from planproof.gates.rule import Rule
from planproof.gates.sequencing.accesses import accesses, behind
from planproof.gates.verifying import attested, concerns, observers, standings
from planproof.model.base import Severity
from planproof.model.finding import Finding


class ConsumerBeforeVerification(Rule):
    """A step builds on what another one did, and the step that verifies it need not have run.

    The step that did it has no verification of its own that counts; another step looks at the result, and may do so
    only after it is used. To build on it is to need a fact that it establishes, or to read or destroy what it wrote.
    Steps that only observe build on nothing; nor does a mild step whose own result is verified by that same check.
    Where a high-impact step builds on it, the finding blocks.

    Why:
        The copy is compared after the original is dropped. A check that comes after the step that relied on it can
        only tell how bad it is.

    Fails:
        ```yaml
        plan:
          id: p
          tasks:
            - {id: restore, effect: create, reads: [dump], writes: [copy], establishes: [restorable]}
            - {id: drop, effect: destroy, destroys: [orders], preconditions: [{fact: restorable}]}
            - {id: count, effect: observe, reads: [copy], verification: {command: ./count.sh copy}}
        ```

    Passes:
        ```yaml
        plan:
          id: p
          tasks:
            - {id: restore, effect: create, reads: [dump], writes: [copy], establishes: [restorable]}
            - {id: count, effect: observe, reads: [copy], verification: {command: ./count.sh copy}}
            - {id: drop, effect: destroy, destroys: [orders], preconditions: [{fact: restorable}]}
        ```
    """

    code = "ORD006"
    name = "consumer-before-verification"
    family = "unsafe_sequencing"
    summary = "a step builds on a result whose verification may come later"
    severity = "warning"
    basis = "proven"
    fixable = True

    def check(self, plan: Analysis) -> Iterator[Finding]:
        """Yields a finding for each step that may use a result before the step that verifies it."""
        if once(plan, _Lookers).steps:
            crowd = Crowd(self)
            yield from crowd.told(self._all(plan, crowd))

    def _all(self, plan: Analysis, crowd: Crowd) -> Iterator[Finding]:
        orders = Orders(plan)
        graph = plan.graph
        mild: Severity = "info" if plan.relaxed else "warning"
        high = graph.mask(c for c in range(len(plan.tasks)) if plan.high_impact(c))
        looked_at: dict[int, int] = {}
        seen, lookers, standing = observers(plan), once(plan, _Lookers), standings(plan)
        for i, effect in enumerate(plan.effects):
            if effect.kind in ("observe", "notify") or standing[i] == "counts":
                continue
            concerned = concerns(plan, i)
            later = graph.descendants(i) & ~graph.ancestors(i)
            looking = lookers.of(plan, concerned)
            late = looking & later
            users = _users(plan, i) & ~graph.ancestors(i) & ~graph.bit(i) if late else 0
            users &= ~(behind(plan, seen.of(concerned) & later) | _behind_all(plan, late)) if users else 0
            if not users:
                continue
            if looking not in looked_at:
                looked_at[looking] = _looked_at(plan, looking)
            kinds: tuple[tuple[Severity, int], ...] = (
                ("blocker", users & high),
                (mild, users & ~high & ~looked_at[looking]),
            )
            for severity, some in kinds:
                if some and not crowd.full(severity):
                    yield from self._of(plan, i, some, late, severity, orders)

    def _of(
        self, plan: Analysis, i: int, users: int, looking: int, severity: Severity, orders: Orders
    ) -> Iterator[Finding]:
        graph = plan.graph
        producer = plan.tasks[i].id
        for c in graph.members(users):
            consumer = plan.tasks[c].id
            late = looking & ~graph.ancestors(c) & ~graph.bit(c)
            if not late:
                continue
            one = late.bit_count() == 1
            fix = None
            if one and not orders.spent:
                v = next(graph.members(late))
                fix = add_dependency(plan, v, c) or move_before(plan, v, c)
            yield self.finding(
                f"step {consumer!r} builds on what {producer!r} did, which {spoken(plan, late)} "
                f"{'verifies' if one else 'verify'}, perhaps later; let the check come before {consumer!r}",
                tasks=[producer, consumer],
                severity=severity,
                evidence=orders.of(c, note=f"{consumer!r} starts and nothing has verified what {producer!r} did"),
                fix=fix,
            )


def _behind_all(plan: Analysis, checks: int) -> int:
    """Bitset of the steps that come after every one of the checks in every execution."""
    graph = plan.graph
    found = -1
    while checks:
        last = graph.order[checks.bit_length() - 1]
        found &= graph.descendants(last)
        checks &= ~(graph.ancestors(last) | graph.bit(last))
    return found


class _Lookers:
    """The steps that look at a resource by what they declare: their effect is to observe, and they name it.

    Words that make more of such a step do not make it stop looking, and so clear nothing here.
    """

    def __init__(self, plan: Analysis) -> None:
        self.steps: int = 0
        self._at: dict[str, int] = {}
        for v, task in enumerate(plan.tasks):
            if task.effect == "observe":
                bit = plan.graph.bit(v)
                self.steps |= bit
                observes = task.verification.observes if task.verification is not None else ()
                for name in plan.names.names((*task.reads, *observes, *((task.target,) if task.target else ()))):
                    for whole in plan.names.wholes(name):
                        self._at[whole] = self._at.get(whole, 0) | bit

    def of(self, plan: Analysis, names: Iterable[str]) -> int:
        """Bitset of the steps that look at one of the resources, a part of it, or what it is part of."""
        found = 0
        for name in names:
            for whole in plan.names.wholes(name):
                found |= self._at.get(whole, 0)
        return found


def _looked_at(plan: Analysis, checks: int) -> int:
    """Bitset of the steps of whose changes one of the checks looks at some."""
    changers = once(plan, _changers)
    found = 0
    for v in plan.graph.members(checks):
        for name in attested(plan, v):
            found |= changers.get(name, 0)
    return found


def _changers(plan: Analysis) -> dict[str, int]:
    """Resource to the steps that change it, a part of it, or what it is part of."""
    found: dict[str, int] = {}
    known = accesses(plan)
    for name in {**known.reads, **known.writes, **known.destroys}:
        for other in known.related(plan, name):
            found[name] = found.get(name, 0) | known.writes.get(other, 0) | known.destroys.get(other, 0)
    return found


def _users(plan: Analysis, i: int) -> int:
    """Bitset of the steps that build on what step `i` did."""
    readers, needers = once(plan, _consumers)
    found = 0
    effect = plan.effects[i]
    for name in (*effect.changes, *effect.produces):
        found |= readers.get(name, 0)
    for fact in plan.tasks[i].establishes:
        found |= needers.get(fact, 0)
    for other in plan.graph.members(needers.get(f"by {i}", 0)):
        found |= plan.graph.bit(other)
    return found


def _consumers(plan: Analysis) -> tuple[dict[str, int], dict[str, int]]:
    """Resource to the steps that read or destroy it, fact (or provider) to the steps that need it."""
    readers: dict[str, int] = {}
    needers: dict[str, int] = {}
    index = plan.graph.index
    for c, (task, effect) in enumerate(zip(plan.tasks, plan.effects, strict=True)):
        if effect.kind in ("observe", "notify"):
            continue
        bit = plan.graph.bit(c)
        for name in (*effect.reads, *effect.destroys):
            readers[name] = readers.get(name, 0) | bit
        for need in task.preconditions:
            needers[need.fact] = needers.get(need.fact, 0) | bit
            if need.established_by is not None and need.established_by in index:
                key = f"by {index[need.established_by]}"
                needers[key] = needers.get(key, 0) | bit
    return readers, needers
