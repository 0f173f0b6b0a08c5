"""STR010 unusable-branch."""

from __future__ import annotations

from collections.abc import Iterator

from planproof.gates.analysis import Analysis
from planproof.gates.rule import Rule
from planproof.model.finding import Finding
from planproof.model.plan import Branch


class UnusableBranch(Rule):
    """A branch that cannot mean what it says: fewer than two steps, or a quorum that is missing or out of range.

    What a step behind an `any` or `quorum` join may rely on is the matter of the facts' rules.

    Why:
        A join of one, of nobody or of five out of three is read differently by every executor: as everyone, as anyone,
        or never. What waits behind it starts too early or not at all.

    Fails:
        ```yaml
        plan:
          id: p
          execution: dag
          tasks:
            - {id: restart-a, effect: shift, writes: [node.a]}
            - {id: restart-b, effect: shift, writes: [node.b]}
            - {id: unlock, effect: modify, writes: [lb]}
          branches: [{id: nodes, kind: fan_in, tasks: [restart-a, restart-b], join: quorum}]
        ```

    Passes:
        ```yaml
        plan:
          id: p
          execution: dag
          tasks:
            - {id: restart-a, effect: shift, writes: [node.a]}
            - {id: restart-b, effect: shift, writes: [node.b]}
            - {id: unlock, effect: modify, writes: [lb]}
          branches: [{id: nodes, kind: fan_in, tasks: [restart-a, restart-b], join: quorum, quorum: 1}]
        ```
    """

    code = "STR010"
    name = "unusable-branch"
    family = "structure"
    summary = "a branch of fewer than two steps, or a quorum that is missing or out of range"
    severity = "warning"
    basis = "proven"

    def check(self, plan: Analysis) -> Iterator[Finding]:
        """Yields a finding for each branch that cannot mean what it says."""
        told: set[tuple[str, frozenset[str]]] = set()
        for branch in plan.plan.branches:
            members = frozenset(branch.tasks)
            wrong = _wrong(branch, len(members))
            if wrong is not None and (branch.id, members) not in told:
                told.add((branch.id, members))
                yield self.finding(f"branch {branch.id!r} {wrong}", tasks=members, facts=[f"branch:{branch.id}"])


def _wrong(branch: Branch, members: int) -> str | None:
    if members < 2:
        return f"names {members} step{'s' if members != 1 else ''}; name at least two, or drop the branch"
    if branch.join != "quorum":
        if branch.quorum is not None:
            return f"has a quorum of {branch.quorum!r} and the join {branch.join!r}, which takes none; drop one of them"
        return None
    if branch.quorum is None:
        return "joins by quorum and does not say how many; write its quorum"
    if not 1 <= branch.quorum <= members:
        return f"waits for {branch.quorum!r} of {members} steps; write a quorum from 1 to {members}"
    return None
