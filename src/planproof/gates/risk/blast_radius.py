"""RSK006 blast-radius."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from planproof.gates.analysis import Analysis
from planproof.gates.rule import Rule
from planproof.gates.wording import listed
from planproof.model.finding import Finding, ValueEvidence

MOST: Final = 10
"""Resources that one step may destroy before it is asked to do so in portions."""


class BlastRadius(Rule):
    """A step reaches further than one step should, or further than its risk label admits.

    A step that destroys more than ten things, or things by a pattern, is a warning. A step that says its blast radius
    is high or critical and its risk low is information.

    Why:
        One step is one decision and one check. A mistake in a list of forty, or in a pattern that matches more than
        its author thought, is over before anybody sees the first of it. In portions the second one can be stopped.

    Fails:
        ```yaml
        plan:
          id: p
          tasks:
            - {id: clean, effect: destroy, destroys: ["logs-2019-*"]}
        ```

    Passes:
        ```yaml
        plan:
          id: p
          tasks:
            - {id: clean-1, effect: destroy, destroys: [logs-2019-01]}
            - {id: clean-2, effect: destroy, destroys: [logs-2019-02]}
        ```
    """

    code = "RSK006"
    name = "blast-radius"
    family = "risk"
    summary = "a step reaches further than one step should"
    severity = "warning"
    basis = "declared"

    def check(self, plan: Analysis) -> Iterator[Finding]:
        """Yields at most one finding a step."""
        for task, effect in zip(plan.tasks, plan.effects, strict=True):
            open_ended = [name for name in effect.destroys if "*" in name]
            if open_ended:
                yield self.finding(
                    f"step {task.id!r} destroys whatever {listed(open_ended)} matches; name each thing that may go",
                    tasks=[task.id],
                    resources=open_ended,
                )
            elif len(effect.destroys) > MOST:
                yield self.finding(
                    f"step {task.id!r} destroys {len(effect.destroys)} things at once; do it in portions of at most "
                    f"{MOST}, with a check after each",
                    tasks=[task.id],
                )
            elif task.blast_radius in ("high", "critical") and task.risk_class == "low":
                yield self.finding(
                    f"step {task.id!r} reaches far (blast radius {task.blast_radius!r}) and calls its risk 'low'; say "
                    "which of the two holds",
                    tasks=[task.id],
                    evidence=[
                        ValueEvidence(field=f"tasks.{task.id}.risk_class", found="low", wanted=task.blast_radius)
                    ],
                    severity="info",
                )
