"""RSK005 point-of-no-return."""

from __future__ import annotations

from collections.abc import Iterator

from planproof.gates.analysis import Analysis
from planproof.gates.artefacts import problems
from planproof.gates.recovery import recovery_of
from planproof.gates.rule import Rule
from planproof.gates.verifying import counts
from planproof.gates.wording import listed
from planproof.model.finding import Finding


class PointOfNoReturn(Rule):
    """The first step after which the plan can no longer be taken back as a whole.

    It is the first irreversible step, in the order of the plan, that no artefact made before it restores; where the
    order leaves several open, each of them is. What guards it are the verifications that always run before. It is
    information, told of every plan that has such a step.

    Why:
        Before this step a doubt costs nothing: stop and roll back. After it there is only forward. It is where a
        person wants to be asked, and where an executor should stop when anything before was odd.

    Fails:
        ```yaml
        plan:
          id: p
          tasks:
            - {id: check, effect: observe, reads: [users], verification: {how: count readers, expected: none}}
            - {id: drop, effect: destroy, destroys: [users]}
        ```

    Passes:
        ```yaml
        plan:
          id: p
          tasks:
            - {id: check, effect: observe, reads: [users], verification: {how: count readers, expected: none}}
            - {id: rename, effect: modify, writes: [users]}
        ```
    """

    code = "RSK005"
    name = "point-of-no-return"
    family = "risk"
    summary = "from this step on the plan cannot be taken back"
    severity = "info"
    basis = "declared"

    def check(self, plan: Analysis) -> Iterator[Finding]:
        """Yields at most one finding."""
        graph = plan.graph
        final = [i for i in range(len(plan.tasks)) if plan.irreversible(i) and not _restored(plan, i)]
        mask = graph.mask(final)
        first = [i for i in final if not graph.ancestors(i) & mask]
        if not first:
            return
        before = graph.ancestors(first[0])
        for i in first[1:]:
            before &= graph.ancestors(i)
        guards = [plan.tasks[g].id for g in graph.members(before) if counts(plan, g)]
        points = [plan.tasks[i].id for i in first]
        step = f"step {points[0]!r}" if len(points) == 1 else f"the first of {listed(points)}"
        guarded = f"it is guarded by the verification of {listed(guards)}" if guards else "no verification guards it"
        gone = sorted({r for i in first for r in plan.effects[i].destroys or plan.effects[i].changes})
        what = f" ({listed(gone)} is final)" if len(gone) == 1 else f" ({listed(gone)} are final)" if gone else ""
        yield self.finding(
            f"with {step} the plan can no longer be taken back{what}; {guarded}", tasks=points, resources=gone
        )


def _restored(plan: Analysis, i: int) -> bool:
    """Whether what the step takes away is brought back from artefacts that are made, verified and kept."""
    recovery = recovery_of(plan, i)
    brought_back = recovery.kind == "restore" and bool(recovery.artefacts) and not recovery.misses
    return brought_back and not problems(plan, i)
