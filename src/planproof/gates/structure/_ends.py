"""The ends of a plan's dependencies, read off once for the rules that go over all of them."""

from __future__ import annotations

from planproof.gates.analysis import Analysis


def ends_of(plan: Analysis) -> list[tuple[str, str]]:
    """From which step to which, for each dependency in the order of the list."""
    return [(edge.from_task, edge.to_task) for edge in plan.plan.dependencies]
