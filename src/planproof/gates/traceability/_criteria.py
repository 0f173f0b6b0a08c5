"""Which steps say that they satisfy which acceptance criterion."""

from __future__ import annotations

from planproof.gates.analysis import Analysis


def satisfied_by(plan: Analysis) -> dict[str, list[int]]:
    """Criterion id to the positions of the steps that claim it, in list order."""
    claims: dict[str, list[int]] = {}
    for i, task in enumerate(plan.tasks):
        for criterion in task.satisfies:
            claims.setdefault(criterion, []).append(i)
    return claims
