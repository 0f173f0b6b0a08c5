"""ORD005 replaced-before-verified."""

from __future__ import annotations

from collections.abc import Iterator

from planproof.gates.analysis import Analysis
from planproof.gates.artefacts import is_there_already, makers
from planproof.gates.ordering import Orders, add_dependency, move_before
from planproof.gates.rule import Rule
from planproof.gates.sequencing.accesses import stated
from planproof.gates.verifying import observers, standings
from planproof.gates.wording import listed
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
        if not plan.destroyers_of:
            return
        orders = Orders(plan)
        for new, resource in plan.names.declared.items():
            if resource.replaces is None:
                continue
            old = plan.names.name(resource.replaces)
            for name in plan.names.wholes(old):
                for d in plan.destroyers_of.get(name, ()):
                    yield from self._of(plan, d, name, old, new, orders)

    def _of(self, plan: Analysis, d: int, name: str, old: str, new: str, orders: Orders) -> Iterator[Finding]:
        graph = plan.graph
        made_by = [m for m in makers(plan, new) if m != d]
        verifiers = observers(plan).of((new,)) & ~graph.bit(d)
        for m in made_by:
            if standings(plan)[m] == "counts":
                verifiers |= graph.bit(m)
        if made_by and not is_there_already(plan, new):
            # To look at it before it is made shows nothing.
            after_made = 0
            for m in made_by:
                if graph.before(m, d):
                    after_made |= graph.bit(m) | graph.descendants(m)
            verifiers_in_time = verifiers & after_made & graph.ancestors(d)
        else:
            verifiers_in_time = verifiers & graph.ancestors(d)
        if verifiers_in_time:
            return
        destroyer = plan.tasks[d].id
        checks = [v for v in graph.members(verifiers) if not graph.before(v, d)]
        if not made_by and not is_there_already(plan, new):
            what = "which no step makes and nothing says is there"
        elif checks:
            what = f"which is verified only by {listed(plan.tasks[v].id for v in checks)}, and that may run later"
        else:
            what = "which nothing verifies"
        yield self.finding(
            f"step {destroyer!r} destroys {name!r} before its replacement {new!r} is known to work, {what}; "
            "let a step that observes the replacement come first",
            tasks=[destroyer],
            resources=[old, new],
            severity=None if stated(plan, d, "destroys", name) else "warning",
            evidence=orders.of(d, note=f"{destroyer!r} destroys {name!r} and nothing has verified {new!r}"),
            fix=(add_dependency(plan, checks[0], d) or move_before(plan, checks[0], d)) if len(checks) == 1 else None,
        )
