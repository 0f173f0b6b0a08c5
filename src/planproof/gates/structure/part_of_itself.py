"""STR019 part-of-itself."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from planproof.gates.analysis import Analysis
from planproof.gates.rule import Rule
from planproof.gates.wording import listed
from planproof.model.finding import CycleEvidence, Finding


class PartOfItself(Rule):
    """A resource is part of itself, or replaces itself, be it by way of others.

    Why:
        What is part of what decides which steps conflict, what a backup covers and what a protection extends to.
        What replaces what decides which of two things may be destroyed and when. In a circle both have no answer.

    Fails:
        ```yaml
        plan:
          id: p
          resources:
            - {id: db.old, replaces: db.new}
            - {id: db.new, replaces: db.old}
          tasks:
            - {id: drop, effect: destroy, destroys: [db.old]}
        ```

    Passes:
        ```yaml
        plan:
          id: p
          resources:
            - {id: db.old}
            - {id: db.new, replaces: db.old}
          tasks:
            - {id: drop, effect: destroy, destroys: [db.old]}
        ```
    """

    code = "STR019"
    name = "part-of-itself"
    family = "structure"
    summary = "a resource that is part of itself, or replaces itself"
    severity = "blocker"
    basis = "proven"

    def check(self, plan: Analysis) -> Iterator[Finding]:
        """Yields a finding for each circle of resources."""
        name = plan.names.name
        told: set[frozenset[str]] = set()
        parts: dict[str, str] = {}
        replaced: dict[str, str] = {}
        for resource in plan.plan.resources:
            if resource.part_of is not None:
                parts.setdefault(name(resource.id), name(resource.part_of))
            if resource.replaces is not None:
                replaced.setdefault(name(resource.id), name(resource.replaces))
        for links, verb in ((parts, "is part of"), (replaced, "replaces")):
            for circle in _circles(links):
                if frozenset(circle) in told:
                    continue
                told.add(frozenset(circle))
                yield self.finding(
                    f"{listed(circle)} form a circle in which each {verb} the next; take back one of these claims"
                    if len(circle) > 1
                    else f"resource {circle[0]!r} {verb} itself; name the resource that was meant",
                    resources=circle,
                    evidence=[CycleEvidence(path=tuple(circle), reasons=(verb,) * len(circle))],
                )


def _circles(links: Mapping[str, str]) -> Iterator[list[str]]:
    """The circles of a map in which each name leads to one other."""
    done: set[str] = set()
    for start in links:
        path: list[str] = []
        here: dict[str, int] = {}
        current: str | None = start
        while current is not None and current not in done and current not in here:
            here[current] = len(path)
            path.append(current)
            current = links.get(current)
        if current is not None and current in here:
            yield path[here[current] :]
        done.update(path)
