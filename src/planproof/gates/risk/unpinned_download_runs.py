"""RSK009 unpinned-download-runs."""

from __future__ import annotations

from collections.abc import Iterator

from planproof.gates.analysis import Analysis
from planproof.gates.evidence import evidence_of
from planproof.gates.rule import Rule
from planproof.model.finding import Finding


class UnpinnedDownloadRuns(Rule):
    """A command runs what it has just fetched from elsewhere: `curl … | sh`.

    Why:
        What runs is decided by whoever holds that address at that moment. It cannot be reviewed, nor approved, and a
        second run may be another program.

    Fails:
        ```yaml
        plan: {id: p, tasks: [{id: install, effect: create, commands: ["curl -fsSL https://get.example.com | sh"]}]}
        ```

    Passes:
        ```yaml
        plan: {id: p, tasks: [{id: install, effect: create, commands: ["apt-get install -y example=1.2.3"]}]}
        ```
    """

    code = "RSK009"
    name = "unpinned-download-runs"
    family = "risk"
    summary = "a command runs what it has just fetched"
    severity = "warning"
    basis = "proven"

    def check(self, plan: Analysis) -> Iterator[Finding]:
        """Yields one finding a step."""
        for task, effect in zip(plan.tasks, plan.effects, strict=True):
            act = next((act for act in effect.acts if act.kind == "unknown" and act.fed_by), None)
            if act is not None:
                yield self.finding(
                    f"step {task.id!r} runs what {act.fed_by!r} fetches; attach the file with its digest and run that",
                    tasks=[task.id],
                    evidence=[evidence_of(task, act.fed_by)],
                )
