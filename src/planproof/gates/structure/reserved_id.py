"""STR020 reserved-id."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from planproof.gates.analysis import Analysis
from planproof.gates.rule import Rule
from planproof.model.finding import Finding

RESERVED: Final = "env"
"""What `established_by` names for a fact that the goal gives."""


class ReservedId(Rule):
    """A step is called `env`, the name that stands for the world before the plan.

    Why:
        `established_by: env` says that nobody in the plan has to bring the fact about. With a step of that name it can
        be read as that step's promise too, and what was to be proven is taken as given, or the reverse.

    Fails:
        ```yaml
        plan:
          id: p
          tasks:
            - {id: env, effect: modify, writes: [config.web], establishes: [configured]}
            - id: deploy
              effect: modify
              writes: [web]
              preconditions: [{fact: configured, established_by: env}]
        ```

    Passes:
        ```yaml
        plan:
          id: p
          tasks:
            - {id: set-env, effect: modify, writes: [config.web], establishes: [configured]}
            - id: deploy
              effect: modify
              writes: [web]
              preconditions: [{fact: configured, established_by: set-env}]
        ```
    """

    code = "STR020"
    name = "reserved-id"
    family = "structure"
    summary = "a step that is called 'env'"
    severity = "blocker"
    basis = "proven"

    def check(self, plan: Analysis) -> Iterator[Finding]:
        """Yields a finding where a step has the reserved id."""
        if RESERVED in plan.graph.index:
            yield self.finding(
                f"a step has the id {RESERVED!r}, which stands for the facts that the goal gives; rename it",
                tasks=[RESERVED],
            )
