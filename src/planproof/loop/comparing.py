"""compare: two versions of a plan, by step and by finding."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import asdict, dataclass

from planproof.loop.events import Event, Started
from planproof.loop.reduce import begin, step
from planproof.loop.state import State, Version
from planproof.model.finding import Finding
from planproof.model.plan import Task


@dataclass(frozen=True, slots=True)
class Difference:
    """What changed between two versions.

    Args:
        first: number of the older one.
        last: number of the newer one.
        added: steps that are new.
        removed: steps that are gone.
        changed: step to the fields that are other than before.
        order: dependencies that are new (`+ a before b`) or gone (`- a before b`).
        appeared: findings that are new.
        cleared: findings that are gone.
    """

    first: int
    last: int
    added: tuple[str, ...]
    removed: tuple[str, ...]
    changed: dict[str, tuple[str, ...]]
    order: tuple[str, ...]
    appeared: tuple[str, ...]
    cleared: tuple[str, ...]

    def as_json(self) -> dict[str, object]:
        """As plain values."""
        return asdict(self)

    def as_lines(self) -> list[str]:
        """For a terminal."""
        lines = [f"version {self.first} to version {self.last}"]
        lines += [f"  + step {name}" for name in self.added]
        lines += [f"  - step {name}" for name in self.removed]
        lines += [f"  ~ step {name}: {', '.join(fields)}" for name, fields in self.changed.items()]
        lines += [f"  {line}" for line in self.order]
        lines += [f"  cleared   {line}" for line in self.cleared]
        lines += [f"  appeared  {line}" for line in self.appeared]
        return lines if len(lines) > 1 else [*lines, "  nothing changed"]


def versions_of(events: Iterable[Event]) -> list[Version]:
    """Each version of a run with its last verdict, first to last."""
    found: dict[int, Version] = {}
    state: State | None = None
    for event in events:
        state = begin(event) if isinstance(event, Started) else step(state, event) if state is not None else None
        if state is not None and state.current is not None:
            found[state.current.number] = state.current
    return [found[number] for number in sorted(found)]


def compare(first: Version, last: Version) -> Difference:
    """What changed from one version to another."""
    before = {task.id: task for task in first.plan.tasks}
    now = {task.id: task for task in last.plan.tasks}
    edges = [{f"{d.from_task} before {d.to_task}" for d in v.plan.dependencies} for v in (first, last)]
    found = [
        {
            f.id: f
            for f in (v.judged.findings if v.judged is not None else ())
            if f.severity != "info" and f.outcome != "refuted"
        }
        for v in (first, last)
    ]
    return Difference(
        first=first.number,
        last=last.number,
        added=tuple(name for name in now if name not in before),
        removed=tuple(name for name in before if name not in now),
        changed={n: fields for n, task in now.items() if n in before and (fields := _fields(before[n], task))},
        order=(
            *(f"+ {edge}" for edge in sorted(edges[1] - edges[0])),
            *(f"- {edge}" for edge in sorted(edges[0] - edges[1])),
        ),
        appeared=tuple(_said(f) for name, f in found[1].items() if name not in found[0]),
        cleared=tuple(_said(f) for name, f in found[0].items() if name not in found[1]),
    )


def _fields(before: Task, now: Task) -> tuple[str, ...]:
    return tuple(name for name in type(now).model_fields if getattr(before, name) != getattr(now, name))


def _said(finding: Finding) -> str:
    return f"{finding.severity} {finding.rule}: {finding.message}"
