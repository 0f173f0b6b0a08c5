"""Result: what code makes of one claim, and the gates' own findings that it rests on."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Final, Literal

from planproof.gates.analysis import Analysis
from planproof.gates.registry import RULES
from planproof.gates.run import run, selected
from planproof.model.base import Basis
from planproof.model.config import Config
from planproof.model.finding import Evidence, Finding, ValueEvidence

_CODES: Final = frozenset(
    {"ORD002", "ORD003", "ORD004", "ORD005", "ORD006", "ORD008", "ORD009", "PRE001", "PRE002", "PRE003", "PRE004"}
    | {"PRE005", "PRE006", "PRE008", "PRE009", "ORD001", "FEA001"}
    | {rule.code for rule in RULES if rule.family in ("weak_rollback", "verification")}
)
"""The rules that a claim can be confirmed by."""


@dataclass(frozen=True, slots=True)
class Result:
    """What became of a claim about certain steps."""

    outcome: Literal["confirmed", "refuted", "undecided"]
    why: str
    """The proof, or what it lacks, for a message."""
    evidence: tuple[Evidence, ...] = ()
    blocks: bool = False
    """Of a confirmed one: whether a gate's finding, or the step's own duty, makes a blocker of it."""
    waived: str | None = None
    """Why a person has suppressed the rule that confirms it."""
    basis: Basis = "proven"


class Gates:
    """What the gates find about a plan, as far as claims rest on it."""

    def __init__(self, plan: Analysis, config: Config) -> None:
        self._found: dict[str, list[Finding]] = {}
        self._chosen = {rule.code for rule in selected(config)}
        for finding in run(plan, config, [rule for rule in RULES if rule.code in _CODES]):
            self._found.setdefault(finding.rule, []).append(finding)

    def of(
        self, rules: Iterable[str], *tasks: str, fact: str | None = None, command: str | None = None
    ) -> Iterable[Finding]:
        """The findings of some rules about all of some steps."""
        for rule in rules:
            for finding in self._found.get(rule, ()):
                subject = finding.subject
                if not set(tasks) <= set(subject.tasks):
                    continue
                if (fact is None or fact in subject.facts) and (command is None or command in subject.commands):
                    yield finding

    def confirmed(self, finding: Finding, why: str = "") -> Result:
        """A claim that a finding of a gate bears out. What a person has waived or left out stays so."""
        waived = finding.waived
        if waived is None and finding.rule not in self._chosen:
            waived = f"the configuration leaves {finding.rule} out"
        said = why or finding.message
        return Result("confirmed", said, finding.evidence, finding.severity == "blocker", waived, finding.basis)


def gates(plan: Analysis, config: Config | None = None) -> Gates:
    """The findings of the gates, worked out once for a plan and a configuration."""
    key = (Gates, config or Config())
    found = plan.known.get(key)
    if not isinstance(found, Gates):
        found = plan.known[key] = Gates(plan, config or Config())
    return found


def refuted(why: str, *, field: str, found: str, wanted: str, basis: Basis = "proven") -> Result:
    """A claim that the plan itself shows to be wrong."""
    return Result("refuted", why, (ValueEvidence(field=field, found=found, wanted=wanted),), basis=basis)


def undecided(why: str) -> Result:
    """A claim that the plan neither bears out nor contradicts."""
    return Result("undecided", why, basis="judged")
