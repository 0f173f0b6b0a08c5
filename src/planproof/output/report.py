"""Report: what the outputs are made from."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Final

from planproof.decide import Ruling, rule_on
from planproof.gates.simulation import Simulation, simulate
from planproof.judge import Judgement
from planproof.model.finding import Finding, Fix
from planproof.model.plan import Plan
from planproof.model.verdict import Decision, Verdict

if TYPE_CHECKING:
    from planproof.repair import Repair, Unsought

POINT_OF_NO_RETURN: Final = "point-of-no-return"
"""Name of the rule that says where a plan can no longer be taken back."""

_WORST: Final[tuple[Ruling, ...]] = ("blocks", "asks", "acknowledged", "recorded")


@dataclass(frozen=True, slots=True)
class Report:
    """One plan, judged."""

    source: str
    """Where the plan came from, as a person would write it: `plans/drop.json`, `plans.jsonl:12`."""
    judgement: Judgement
    repair: Repair | Unsought | None = None
    file: str | None = None
    """The file, where there is one."""
    line: int | None = None
    """The line of the file on which the plan begins, where it is known."""
    lines: Mapping[str, int] = field(default_factory=dict[str, int])
    """Id of a step to the line of the file on which it stands, where it was found."""
    applied: tuple[Fix, ...] = ()
    """Fixes that were written to the file before the plan was judged."""
    hidden: Simulation | None = None
    """What stays behind, where a secret had to be hidden in it."""

    @property
    def simulation(self) -> Simulation:
        """What every stop of the plan would leave behind."""
        return self.hidden or simulate(self.judgement.analysis)

    @property
    def verdict(self) -> Verdict:
        """The verdict."""
        return self.judgement.verdict

    @property
    def plan(self) -> Plan:
        """The plan that was judged."""
        return self.judgement.analysis.plan

    def ruling(self, finding: Finding) -> Ruling:
        """What a finding does to the decision."""
        return rule_on(finding, self.verdict.posture)

    def marks(self) -> dict[str, Ruling]:
        """Id of each step that a finding names to the worst that a finding does there."""
        found: dict[str, Ruling] = {}
        for finding in self.judgement.findings:
            ruling = self.ruling(finding)
            for task in finding.subject.tasks:
                if task not in found or _WORST.index(ruling) < _WORST.index(found[task]):
                    found[task] = ruling
        return found

    def line_of(self, finding: Finding) -> int | None:
        """The line that a finding is best shown at: that of the first step it names, else where the plan begins."""
        return next((self.lines[task] for task in finding.subject.tasks if task in self.lines), self.line)

    def point_of_no_return(self) -> Finding | None:
        """The finding that says from which step on the plan cannot be taken back."""
        return next((f for f in self.judgement.findings if f.name == POINT_OF_NO_RETURN and f.subject.tasks), None)


@dataclass(frozen=True, slots=True)
class Failure:
    """A source that could not be judged: nothing is known of the plan in it."""

    source: str
    message: str
    file: str | None = None


@dataclass(frozen=True, slots=True)
class Skipped:
    """A file that was found in a folder and is no plan."""

    source: str
    reason: str
    file: str | None = None


def _no_decisions() -> dict[Decision, int]:
    return {"approved": 0, "needs_human": 0, "blocked": 0}


@dataclass
class Summary:
    """What became of all sources."""

    decisions: dict[Decision, int] = field(default_factory=_no_decisions)
    failures: list[Failure] = field(default_factory=list[Failure])
    skipped: list[Skipped] = field(default_factory=list[Skipped])
    """They count for nothing."""

    @property
    def exit_code(self) -> int:
        """The worst: 2 an error, 1 blocked, 3 needs a person, 0 approved.

        Example:
            >>> summary = Summary(); summary.decisions["needs_human"] += 1; summary.exit_code
            3
        """
        if self.failures:
            return 2
        return 1 if self.decisions["blocked"] else 3 if self.decisions["needs_human"] else 0
