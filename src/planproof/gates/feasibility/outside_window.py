"""FEA003 outside-window."""

from __future__ import annotations

from collections.abc import Iterator
from math import ceil

from planproof.gates.analysis import Analysis
from planproof.gates.rule import Rule
from planproof.model.finding import Finding, ValueEvidence
from planproof.model.goal import Window


class OutsideWindow(Rule):
    """The plan does not fit into the window in which it may run.

    It blocks where the window is over. It is a warning where the steps, each with its timeout and its wait, may take
    longer than what is left of the window, counted along the longest chain of steps that must follow one another. That
    the window has not begun is information. Steps without a timeout or a wait count as taking no time.

    Why:
        What is half done when the window closes is either finished outside of it, with nobody watching, or rolled back
        in a hurry. Plans with long soaks are the ones for which this goes unnoticed.

    Fails:
        ```yaml
        goal:
          id: g
          constraints: {window: {start: 2026-10-03T01:00:00Z, end: 2026-10-03T03:00:00Z}}
        plan:
          id: p
          tasks:
            - {id: canary, effect: shift, writes: [web], wait: PT2H}
            - {id: everyone, effect: shift, writes: [web], timeout: PT20M}
        ```

    Passes:
        ```yaml
        goal:
          id: g
          constraints: {window: {start: 2026-10-03T01:00:00Z, end: 2026-10-03T03:00:00Z}}
        plan:
          id: p
          tasks:
            - {id: canary, effect: shift, writes: [web], wait: PT1H}
            - {id: everyone, effect: shift, writes: [web], timeout: PT20M}
        ```
    """

    code = "FEA003"
    name = "outside-window"
    family = "feasibility"
    summary = "the plan does not fit into the window of the goal"
    severity = "warning"
    basis = "proven"

    def check(self, plan: Analysis) -> Iterator[Finding]:
        """Yields at most one finding: the worst."""
        window = plan.goal.constraints.window if plan.goal is not None else None
        if window is None:
            return
        now = plan.now
        if now is not None and now >= window.end:
            yield self.finding(
                f"the window ended at {window.end.isoformat()!r}; ask for a new one",
                severity="blocker",
                evidence=[_evidence(window, now.isoformat())],
            )
            return
        left = (window.end - (window.start if now is None else max(now, window.start))).total_seconds()
        needed = longest(plan)
        if needed > left:
            yield self.finding(
                f"the steps may take {_hours(needed)}, and {_hours(left)} are left of the window that ends at "
                f"{window.end.isoformat()!r}; shorten the waits and timeouts, or ask for a longer window",
                evidence=[_evidence(window, _hours(needed))],
            )
        elif now is not None and now < window.start:
            yield self.finding(
                f"the window begins at {window.start.isoformat()!r}; start no step before",
                severity="info",
                evidence=[_evidence(window, now.isoformat())],
            )


def longest(plan: Analysis) -> float:
    """The seconds that the longest chain of steps may take: timeouts and waits, one after the other.

    Only the last steps before each one matter, since what is before those is done earlier still; steps with the same
    steps before them share the answer. So the work is that of the edges, not of all pairs.
    """
    if not any(task.timeout is not None or task.wait is not None for task in plan.tasks):
        return 0
    graph = plan.graph
    end = [0.0] * len(plan.tasks)
    starts: dict[int, float] = {}
    for i in graph.order:
        before = graph.ancestors(i)
        start, rest = _latest(plan, end, before)
        if rest:
            if before in starts:
                start = starts[before]
            else:
                while rest:
                    other, rest = _latest(plan, end, rest)
                    start = max(start, other)
                starts[before] = start
        task = plan.tasks[i]
        end[i] = start + sum(time.total_seconds() for time in (task.timeout, task.wait) if time is not None)
    return max(end)


def _latest(plan: Analysis, end: list[float], steps: int) -> tuple[float, int]:
    """When the last of some steps is done, and which of them are not always before it."""
    if not steps:
        return 0.0, 0
    last = plan.graph.order[steps.bit_length() - 1]
    return end[last], steps & ~(plan.graph.ancestors(last) | plan.graph.bit(last))


def _hours(seconds: float) -> str:
    """As a person says it.

    Example:
        >>> _hours(8400), _hours(90)
        ('2 h 20 min', '0 h 2 min')
    """
    minutes = ceil(seconds / 60)
    return f"{minutes // 60} h {minutes % 60} min"


def _evidence(window: Window, found: str) -> ValueEvidence:
    return ValueEvidence(
        field="goal.constraints.window", found=found, wanted=f"{window.start.isoformat()} to {window.end.isoformat()}"
    )
