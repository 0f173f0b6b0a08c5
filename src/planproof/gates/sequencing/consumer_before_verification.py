"""ORD006 consumer-before-verification."""

from __future__ import annotations

from collections.abc import Iterator

from planproof.gates.analysis import Analysis
from planproof.gates.crowd import first, spoken
from planproof.gates.once import once
from planproof.gates.ordering import Orders, add_dependency, move_before
from planproof.gates.rule import Rule
from planproof.gates.sequencing.accesses import accesses
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
        # By its declared effect: a step that changes things is no check of what came before it.
        looking = plan.graph.mask(v for v, task in enumerate(plan.tasks) if task.effect == "observe")
        if looking:
            yield from first(self._all(plan, looking))

    def _all(self, plan: Analysis, looking: int) -> Iterator[Finding]:
        orders = Orders(plan)
        high = plan.graph.mask(c for c in range(len(plan.tasks)) if plan.high_impact(c))
        seen = observers(plan)
        for i, effect in enumerate(plan.effects):
            if effect.kind in ("observe", "notify") or standings(plan)[i] == "counts":
                continue
            checks = seen.of(concerns(plan, i)) & plan.graph.descendants(i) & ~plan.graph.ancestors(i)
            if checks & looking:
                yield from self._of(plan, i, checks, looking, high, orders)

    def _of(self, plan: Analysis, i: int, checks: int, looking: int, high: int, orders: Orders) -> Iterator[Finding]:
        graph = plan.graph
        producer = plan.tasks[i].id
        users = _users(plan, i) & ~graph.ancestors(i) & ~graph.bit(i)
        for v in graph.members(checks):
            if not users:
                return
            users &= ~graph.descendants(v)
        late = checks & looking
        for c in graph.members(users & (high | ~_looked_at(plan, late))):
            consumer = plan.tasks[c].id
            fix = None
            if late.bit_count() == 1 and not orders.spent:
                v = next(graph.members(late))
                fix = add_dependency(plan, v, c) or move_before(plan, v, c)
            yield self.finding(
                f"step {consumer!r} builds on what {producer!r} did, which {spoken(plan, late)} "
                f"{'verifies' if late.bit_count() == 1 else 'verify'}, perhaps later; "
                f"let the check come before {consumer!r}",
                tasks=[producer, consumer],
                severity=_severity(plan, graph.bit(c) & high != 0),
                evidence=orders.of(c, note=f"{consumer!r} starts and nothing has verified what {producer!r} did"),
                fix=fix,
            )


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


def _severity(plan: Analysis, high: bool) -> Severity:
    if high:
        return "blocker"
    return "info" if plan.relaxed else "warning"


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
