"""What the rules on verifications that count as absent share."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from planproof.gates.analysis import Analysis
from planproof.gates.duty import weight
from planproof.gates.verifying import standings, verified_by, weaknesses
from planproof.gates.weakness import Kind, Weakness
from planproof.model.base import Severity
from planproof.model.finding import CommandEvidence, TextEvidence
from planproof.model.plan import Task


@dataclass(frozen=True, slots=True)
class Absent:
    """A verification that counts as absent."""

    task: Task
    weakness: Weakness
    severity: Severity
    evidence: CommandEvidence | TextEvidence


def absent(plan: Analysis, *kinds: Kind) -> Iterator[Absent]:
    """The verifications that count as absent, for one of some reasons, at the weight of the duty they leave unmet.

    Where a later step verifies the change in time, that is information.
    """
    for i, (standing, weakness) in enumerate(zip(standings(plan), weaknesses(plan), strict=True)):
        if weakness is None or standing != "weak" or weakness.kind not in kinds:
            continue
        task = plan.tasks[i]
        duty = plan.duties[i].verification
        severity: Severity = "info" if duty is None or verified_by(plan, i) else weight(plan, duty)
        yield Absent(task, weakness, severity, _evidence(task, weakness))


def _evidence(task: Task, weakness: Weakness) -> CommandEvidence | TextEvidence:
    verification = task.verification
    if verification is not None and verification.command is not None:
        return CommandEvidence(task=task.id, command=verification.command.run, span=weakness.quote)
    field = "how" if verification is None or weakness.quote in verification.how else "expected"
    return TextEvidence(field=f"tasks.{task.id}.verification.{field}", quote=weakness.quote)
