"""STR012 no-op-revision."""

from __future__ import annotations

from collections.abc import Iterator

from planproof.gates.analysis import Analysis
from planproof.gates.rule import Rule
from planproof.model.digest import digest
from planproof.model.finding import Finding, ValueEvidence
from planproof.model.plan import Plan


class NoOpRevision(Rule):
    """A revision that changes nothing but its id, its version or its parent.

    Compared with the parent where it is at hand, else with the digest that the plan names as its parent. The order in
    which dependencies are listed is no change, nor is the order of the steps of a `dag` plan.

    Why:
        The objections to the parent stand as they stood. A loop that counts revisions spends its budget on it, and a
        reviewer who sees a new version number believes that something was answered.

    Fails:
        ```yaml
        parent: {id: p, tasks: [{id: drop, effect: destroy, destroys: [orders]}]}
        plan: {id: p, version: 2, tasks: [{id: drop, effect: destroy, destroys: [orders]}]}
        ```

    Passes:
        ```yaml
        parent: {id: p, tasks: [{id: drop, effect: destroy, destroys: [orders]}]}
        plan:
          id: p
          version: 2
          tasks:
            - {id: dump, effect: create, reads: [orders], produces: [orders.dump]}
            - {id: drop, effect: destroy, destroys: [orders]}
        ```
    """

    code = "STR012"
    name = "no-op-revision"
    family = "structure"
    summary = "a revision that changes nothing"
    severity = "warning"
    basis = "proven"

    def check(self, plan: Analysis) -> Iterator[Finding]:
        """Yields a finding where the plan is its parent under another number."""
        current, parent = plan.plan, plan.parent
        if parent is not None:
            if not _same(current, parent):
                return
        elif current.parent is None or current.parent != _digest_before(current):
            return
        yield self.finding(
            f"version {current.version!r} of plan {current.id!r} changes nothing; answer the findings on the version "
            "that it revises, or keep that version",
            evidence=[ValueEvidence(field="version", found=str(current.version), wanted="a change to the parent")],
        )


def _same(a: Plan, b: Plan) -> bool:
    if (len(a.tasks), a.execution, a.goal_id) != (len(b.tasks), b.execution, b.goal_id):
        return False
    if a.tasks != b.tasks:
        by_id = {task.id: task for task in b.tasks}
        if a.execution == "listed" or any(by_id.get(task.id) != task for task in a.tasks):
            return False
    return (
        {(d.from_task, d.to_task, d.kind) for d in a.dependencies}
        == {(d.from_task, d.to_task, d.kind) for d in b.dependencies}
        and a.branches == b.branches
        and a.resources == b.resources
        and a.attachments == b.attachments
        and a.unread == b.unread
    )


def _digest_before(plan: Plan) -> str:
    """The digest of a first version that said the same. Of a later one the digest covers a parent nobody has here."""
    return digest(plan.model_copy(update={"version": max(plan.version, 1) - 1, "parent": None}))
