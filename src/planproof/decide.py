"""The contract: which findings block, which ask a person, which are acknowledged, under which posture.

| finding | permissive | balanced | strict |
|---|---|---|---|
| blocker of a gate, policy or probe | blocked | blocked | blocked |
| critic's claim confirmed at blocker, eligible family | blocked | blocked | blocked |
| warning of a gate, policy or probe | acknowledged | acknowledged | asks |
| critic's claim undecided at blocker, eligible family, on a high-impact step | acknowledged | acknowledged | asks |
| a configured critic did not review | acknowledged | acknowledged | asks |
| any other claim of a critic | acknowledged | acknowledged | acknowledged |
| claim refuted; information; waived | recorded | recorded | recorded |

A warning that stands for something taken on trust (a fact that nobody gives, an effect that nobody knows)
carries an assumption, which the verdict lists under every posture. A model's severity and family labels are
no input here: what a critic's finding carries was set by code.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Final, Literal

from planproof.model.base import Family, Posture
from planproof.model.finding import Finding
from planproof.model.verdict import Decision

Ruling = Literal["blocks", "asks", "acknowledged", "recorded"]

BLOCKER_ELIGIBLE: Final[frozenset[Family]] = frozenset(
    {"unsafe_sequencing", "weak_rollback", "unverified_dependencies", "feasibility"}
)
"""Families in which a critic's claim may count as a blocker; in every other it is a warning at most."""


@dataclass(frozen=True, slots=True)
class Ruled:
    """The findings, by what they do to the decision."""

    decision: Decision
    blocking: tuple[Finding, ...]
    asking: tuple[Finding, ...]
    acknowledged: tuple[Finding, ...]
    recorded: tuple[Finding, ...]
    assumptions: tuple[str, ...]


def rule_on(finding: Finding, posture: Posture) -> Ruling:
    """What one finding does to the decision.

    Example:
        >>> from planproof.model.finding import Finding
        >>> said = {"rule": "VER001", "name": "n", "family": "verification", "basis": "declared", "message": ""}
        >>> warning = Finding(severity="warning", **said)
        >>> rule_on(warning, "strict"), rule_on(warning, "balanced")
        ('asks', 'acknowledged')
    """
    if finding.source == "critic" and finding.outcome == "not_reviewed":
        return "asks" if posture == "strict" else "acknowledged"
    if finding.waived is not None or finding.severity == "info":
        return "recorded"
    if finding.source == "critic":
        return _rule_on_claim(finding, posture)
    if finding.severity == "blocker":
        return "blocks"
    return "asks" if posture == "strict" else "acknowledged"


def _rule_on_claim(claim: Finding, posture: Posture) -> Ruling:
    if claim.outcome == "refuted":
        return "recorded"
    if claim.severity == "blocker" and claim.family in BLOCKER_ELIGIBLE:
        if claim.outcome == "confirmed":
            return "blocks"
        if claim.high_impact and posture == "strict":
            return "asks"
    return "acknowledged"


def decide(findings: Iterable[Finding], posture: Posture) -> Ruled:
    """The decision on a plan: a function of its findings and the posture, and of nothing else.

    Example:
        >>> decide([], "strict").decision
        'approved'
    """
    piles: dict[Ruling, list[Finding]] = {"blocks": [], "asks": [], "acknowledged": [], "recorded": []}
    assumptions: list[str] = []
    for finding in findings:
        piles[rule_on(finding, posture)].append(finding)
        if finding.assumption is not None and finding.outcome != "refuted":
            assumptions.append(finding.assumption)
    decision: Decision = "blocked" if piles["blocks"] else "needs_human" if piles["asks"] else "approved"
    return Ruled(
        decision,
        tuple(piles["blocks"]),
        tuple(piles["asks"]),
        tuple(piles["acknowledged"]),
        tuple(piles["recorded"]),
        tuple(dict.fromkeys(assumptions)),
    )
