"""The contract, cell by cell: every combination of what a finding carries, against a table of the design's words."""

from __future__ import annotations

from itertools import product
from typing import get_args

import pytest

from planproof.decide import BLOCKER_ELIGIBLE, Ruling, decide, rule_on
from planproof.model.base import Basis, Family, Posture, Severity
from planproof.model.finding import Finding, Outcome, Subject

POSTURES: tuple[Posture, ...] = get_args(Posture)
SEVERITIES: tuple[Severity, ...] = get_args(Severity)
BASES: tuple[Basis, ...] = get_args(Basis)
FAMILIES: tuple[Family, ...] = get_args(Family)
OUTCOMES: tuple[Outcome | None, ...] = (None, *get_args(Outcome))
GATES = ("gate", "policy", "probe")

# One line a kind of finding: permissive, balanced, strict.
TABLE: dict[str, tuple[Ruling, Ruling, Ruling]] = {
    "gate blocker": ("blocks", "blocks", "blocks"),
    "gate warning": ("acknowledged", "acknowledged", "asks"),
    "gate info": ("recorded", "recorded", "recorded"),
    "confirmed blocker": ("blocks", "blocks", "blocks"),
    "undecided on high impact": ("acknowledged", "acknowledged", "asks"),
    "advisory": ("acknowledged", "acknowledged", "acknowledged"),
    "refuted": ("recorded", "recorded", "recorded"),
    "claim info": ("recorded", "recorded", "recorded"),
    "not reviewed": ("acknowledged", "acknowledged", "asks"),
    "waived": ("recorded", "recorded", "recorded"),
}
ELIGIBLE = {"unsafe_sequencing", "weak_rollback", "unverified_dependencies", "feasibility"}


def row(source: str, severity: str, family: str, outcome: str | None, high_impact: bool, waived: bool) -> str:
    """The line of the table for a finding. Written from the design's text, not from the code."""
    if source == "critic" and outcome == "not_reviewed":
        return "not reviewed"
    if waived:
        return "waived"
    if source != "critic":
        return f"gate {severity}"
    if severity == "info":
        return "claim info"
    if outcome == "refuted":
        return "refuted"
    if severity == "blocker" and family in ELIGIBLE and outcome == "confirmed":
        return "confirmed blocker"
    if severity == "blocker" and family in ELIGIBLE and high_impact:
        return "undecided on high impact"
    return "advisory"


def make(
    source: str = "gate",
    basis: Basis = "proven",
    severity: Severity = "warning",
    family: Family = "structure",
    outcome: Outcome | None = None,
    high_impact: bool = False,
    waived: str | None = None,
    assumption: str | None = None,
) -> Finding:
    return Finding.model_validate(
        {
            "rule": "XXX001",
            "name": "example",
            "source": source,
            "basis": basis,
            "severity": severity,
            "family": family,
            "outcome": outcome,
            "high_impact": high_impact,
            "waived": waived,
            "assumption": assumption,
            "message": "m",
        }
    )


@pytest.mark.parametrize("posture", POSTURES)
def test_every_combination_has_the_ruling_of_the_table(posture: Posture) -> None:
    column = POSTURES.index(posture)
    assert POSTURES == ("strict", "balanced", "permissive")
    seen: set[str] = set()
    for source, basis, severity, family, outcome, high_impact, waived in product(
        (*GATES, "critic"), BASES, SEVERITIES, FAMILIES, OUTCOMES, (False, True), (None, "known (ops)")
    ):
        finding = make(source, basis, severity, family, outcome, high_impact, waived)
        name = row(source, severity, family, outcome, high_impact, waived is not None)
        seen.add(name)
        assert rule_on(finding, posture) == TABLE[name][2 - column], (name, finding)
    assert seen == set(TABLE)


@pytest.mark.parametrize("posture", POSTURES)
def test_the_worst_ruling_decides(posture: Posture) -> None:
    findings = {
        "blocks": make(severity="blocker"),
        "asks": make(severity="warning"),
        "acknowledged": make("critic", outcome="undecided"),
        "recorded": make(severity="info"),
    }
    for chosen in product((False, True), repeat=4):
        some = [f for f, used in zip(findings.values(), chosen, strict=True) if used]
        rulings = [rule_on(f, posture) for f in some]
        ruled = decide(some, posture)
        expected = "blocked" if "blocks" in rulings else "needs_human" if "asks" in rulings else "approved"
        assert ruled.decision == expected
        piles = {
            "blocks": ruled.blocking,
            "asks": ruled.asking,
            "acknowledged": ruled.acknowledged,
            "recorded": ruled.recorded,
        }
        assert {k: list(v) for k, v in piles.items()} == {
            k: [f for f, r in zip(some, rulings, strict=True) if r == k] for k in piles
        }


@pytest.mark.parametrize("posture", POSTURES)
def test_more_findings_never_make_a_decision_milder(posture: Posture) -> None:
    order = ("approved", "needs_human", "blocked")
    pool = [
        make(source, "proven", severity, family, outcome)
        for source, severity, family, outcome in product(
            ("gate", "critic"), SEVERITIES, ("structure", "weak_rollback"), OUTCOMES
        )
    ]
    for a, b in product(pool, pool):
        assert order.index(decide([a], posture).decision) <= order.index(decide([a, b], posture).decision)


@pytest.mark.parametrize("posture", POSTURES)
def test_assumptions_are_listed_under_every_posture_once_and_in_order(posture: Posture) -> None:
    findings = [
        make(assumption="the replica has caught up"),
        make(severity="blocker", assumption="nobody writes"),
        make(severity="info", assumption="the replica has caught up"),
        make("critic", outcome="refuted", assumption="refuted, so nothing rests on it"),
    ]
    assert decide(findings, posture).assumptions == ("the replica has caught up", "nobody writes")


def test_labels_and_basis_of_a_model_are_no_input() -> None:
    """What a critic's raw label says is not among the fields that the contract can see."""
    assert not {name for name in Finding.model_fields if name.startswith("raw")}
    assert BLOCKER_ELIGIBLE == ELIGIBLE


def test_id_of_a_finding_depends_on_rule_and_subject_alone() -> None:
    one = make().model_copy(update={"subject": Subject(tasks=("a",), resources=("r",))})
    assert one.id == one.model_copy(update={"message": "other", "severity": "info"}).id
    assert one.id != one.model_copy(update={"rule": "XXX002"}).id
    assert one.id != one.model_copy(update={"subject": Subject(tasks=("a", "r"))}).id
    assert len(one.id) == 16
