"""ORD005 replaced-before-verified."""

from __future__ import annotations

from collections.abc import Iterator

from planproof.gates.analysis import Analysis
from planproof.gates.artefacts import makers
from planproof.gates.crowd import Crowd, spoken
from planproof.gates.ordering import Orders, add_dependency, move_before
from planproof.gates.rule import Rule
from planproof.gates.sequencing.accesses import accesses, behind, stated
from planproof.gates.verifying import observers, standings
from planproof.model.base import Severity
from planproof.model.finding import Finding


class ReplacedBeforeVerified(Rule):
    """A step destroys a resource before what replaces it is there and verified.

    Only what the plan declares with `replaces`. The replacement counts as verified by the check of the step that
    makes it, or by a later step that observes it; either must come before the old one goes, in every execution. A
    replacement that was there before the plan has to be observed all the same. Where words alone say that the old one
    is destroyed, it is a warning.

    Why:
        As long as the old one stands, a bad replacement costs a switch back. Once it is gone, it costs a restore, with
        the service down. The order is the whole safety of a migration.

    Fails:
        ```yaml
        plan:
          id: p
          resources: [{id: db.old}, {id: db.new, replaces: db.old}]
          tasks:
            - {id: load, effect: create, writes: [db.new]}
            - {id: remove-old, effect: destroy, destroys: [db.old]}
            - {id: compare, effect: observe, reads: [db.new], verification: {command: ./compare.sh db.new}}
        ```

    Passes:
        ```yaml
        plan:
          id: p
          resources: [{id: db.old}, {id: db.new, replaces: db.old}]
          tasks:
            - {id: load, effect: create, writes: [db.new]}
            - {id: compare, effect: observe, reads: [db.new], verification: {command: ./compare.sh db.new}}
            - {id: remove-old, effect: destroy, destroys: [db.old]}
        ```
    """

    code = "ORD005"
    name = "replaced-before-verified"
    family = "unsafe_sequencing"
    summary = "a resource is destroyed before its replacement is verified"
    severity = "blocker"
    basis = "proven"
    waivable = False
    fixable = True

    def check(self, plan: Analysis) -> Iterator[Finding]:
        """Yields a finding for each step that destroys something whose replacement is not known to work by then."""
        if plan.destroyers_of:
            crowd = Crowd(self)
            yield from crowd.told(self._all(plan, crowd))

    def _all(self, plan: Analysis, crowd: Crowd) -> Iterator[Finding]:
        orders = Orders(plan)
        destroys = accesses(plan).destroys
        for new, resource in plan.names.declared.items():
            if resource.replaces is None:
                continue
            old = plan.names.name(resource.replaces)
            gone = [name for name in plan.names.wholes(old) if name in destroys]
            if gone:
                checks = _checks(plan, new)
                for name in gone:
                    for d in plan.graph.members(destroys[name] & ~behind(plan, checks)):
                        severity: Severity = "blocker" if stated(plan, d, "destroys", name) else "warning"
                        if not crowd.full(severity):
                            yield self._finding(plan, d, name, old, new, checks, severity, orders)

    def _finding(
        self, plan: Analysis, d: int, name: str, old: str, new: str, checks: int, severity: Severity, orders: Orders
    ) -> Finding:
        destroyer = plan.tasks[d].id
        late = checks & ~plan.graph.bit(d)
        if not makers(plan, new) and not plan.was_there(new):
            what = "which no step makes and nothing says is there"
        elif late:
            what = f"which is verified only by {spoken(plan, late)}, and that may run later"
        else:
            what = "which nothing verifies"
        fix = None
        if late.bit_count() == 1 and not orders.spent:
            v = next(plan.graph.members(late))
            fix = add_dependency(plan, v, d) or move_before(plan, v, d)
        return self.finding(
            f"step {destroyer!r} destroys {name!r} before its replacement {new!r} is known to work, {what}; "
            "let a step that observes the replacement come first",
            tasks=[destroyer],
            resources=[old, new],
            severity=severity,
            evidence=orders.of(d, note=f"{destroyer!r} destroys {name!r} and nothing has verified {new!r}"),
            fix=fix,
        )


def _checks(plan: Analysis, new: str) -> int:
    """Bitset of the steps that show that a replacement works: to look at it before it is made shows nothing."""
    graph = plan.graph
    checks = observers(plan).of((new,))
    made_by = makers(plan, new)
    if made_by and not plan.was_there(new):
        made = 0
        for m in made_by:
            made |= graph.bit(m) | graph.descendants(m)
        checks &= made
    return checks | graph.mask(m for m in made_by if standings(plan)[m] == "counts")
