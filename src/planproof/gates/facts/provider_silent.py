"""PRE012 provider-silent."""

from __future__ import annotations

from collections.abc import Iterator

from planproof.gates.analysis import Analysis
from planproof.gates.crowd import Crowd
from planproof.gates.rule import Rule
from planproof.gates.wording import listed
from planproof.model.base import Severity
from planproof.model.finding import Finding


class ProviderSilent(Rule):
    """A precondition takes a fact from a step that declares other facts and not this one.

    A provider that declares no facts at all is information, and nothing in a plan whose steps declare none. A fact
    that the provider's verification `proves` counts as declared.

    Why:
        The consumer says what the provider brings about, the provider says something else. One of them has the wrong
        name of the fact, or the wrong step; what one relies on nobody checks.

    Fails:
        ```yaml
        plan:
          id: p
          tasks:
            - {id: dump, effect: create, reads: [orders], produces: [d], establishes: [dump_written]}
            - id: drop
              effect: destroy
              destroys: [orders]
              preconditions: [{fact: dump_restorable, established_by: dump}]
        ```

    Passes:
        ```yaml
        plan:
          id: p
          tasks:
            - {id: dump, effect: create, reads: [orders], produces: [d], establishes: [dump_written]}
            - id: drop
              effect: destroy
              destroys: [orders]
              preconditions: [{fact: dump_written, established_by: dump}]
        ```
    """

    code = "PRE012"
    name = "provider-silent"
    family = "unverified_dependencies"
    summary = "a provider does not declare the fact that a step takes from it"
    severity = "warning"
    basis = "declared"

    def check(self, plan: Analysis) -> Iterator[Finding]:
        """Yields a finding for each provider and fact that it does not speak of, with the steps that rely on it."""
        if any(task.establishes for task in plan.tasks):
            crowd = Crowd(self)
            yield from crowd.told(self._all(plan, crowd))

    def _all(self, plan: Analysis, crowd: Crowd) -> Iterator[Finding]:
        index = plan.graph.index
        users: dict[tuple[int, str], list[str]] = {}
        for i, task in enumerate(plan.tasks):
            for need in task.preconditions:
                provider = index.get(need.established_by) if need.established_by is not None else None
                if provider is not None and provider != i and not _declares(plan, provider, need.fact):
                    users.setdefault((provider, need.fact), []).append(task.id)
        for (provider, fact), names in users.items():
            task = plan.tasks[provider]
            severity: Severity = "warning" if task.establishes else "info"
            if crowd.full(severity):
                continue
            said = f"establishes {listed(task.establishes)}" if task.establishes else "declares no facts"
            yield self.finding(
                f"{listed(names)} {'takes' if len(set(names)) == 1 else 'take'} the fact {fact!r} from {task.id!r}, "
                f"which {said}; correct the name, or let {task.id!r} declare the fact",
                tasks=[task.id, *names],
                facts=[fact],
                severity=severity,
            )


def _declares(plan: Analysis, provider: int, fact: str) -> bool:
    task = plan.tasks[provider]
    return fact in task.establishes or (task.verification is not None and fact in task.verification.proves)
