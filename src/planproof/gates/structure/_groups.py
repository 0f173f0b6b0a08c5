"""The parallel groups of a plan."""

from __future__ import annotations

from planproof.gates.analysis import Analysis


def groups_of(plan: Analysis) -> dict[str, list[int]]:
    """The positions of the members of each group, for groups of two and more."""
    groups: dict[str, list[int]] = {}
    for i, task in enumerate(plan.tasks):
        if task.parallel_group is not None:
            groups.setdefault(task.parallel_group, []).append(i)
    return {group: members for group, members in groups.items() if len(members) > 1} if groups else groups
