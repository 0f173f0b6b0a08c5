"""The twelve cases get the decision and the family that their answer names."""

from __future__ import annotations

import pytest

from planproof.model.base import Posture
from tests.support import needs_shared, shared
from tools.score import POSTURES, Judged, case_trouble, cases

pytestmark = needs_shared

NAMES = sorted(p.name for p in shared("cases").glob("[0-9]*.json")) or ["none"]


@pytest.fixture(scope="module")
def judged_cases() -> dict[str, tuple[Judged, dict[str, object]]]:
    return {case.name: (case, answer) for case, answer in cases()}


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("posture", POSTURES)
def test_case(name: str, posture: Posture, judged_cases: dict[str, tuple[Judged, dict[str, object]]]) -> None:
    case, answer = judged_cases[name]
    assert not case_trouble(case, answer, posture), [f.message for f in case.findings if f.severity != "info"]


def test_no_case_is_left_out(judged_cases: dict[str, tuple[Judged, dict[str, object]]]) -> None:
    assert len(judged_cases) == len(NAMES) == 12


def test_a_given_outcome_is_at_least_an_assumption(judged_cases: dict[str, tuple[Judged, dict[str, object]]]) -> None:
    case, _ = judged_cases["03-outcome-taken-as-given.json"]
    taken = [f.assumption for f in case.findings if f.family == "unverified_dependencies" and f.assumption]
    assert any("replica_caught_up" in assumption for assumption in taken)


@pytest.mark.parametrize(
    ("name", "before"),
    [
        ("06-order-not-guaranteed.json", ("drop", "prove")),
        ("07-fact-destroyed-meanwhile.json", ("prove", "tidy", "drop")),
    ],
)
def test_the_evidence_is_an_order(
    name: str, before: tuple[str, ...], judged_cases: dict[str, tuple[Judged, dict[str, object]]]
) -> None:
    """06: `drop` runs and `prove` has not; 07: `tidy` runs between `prove` and `drop`."""
    case, _ = judged_cases[name]
    orders = [
        e.order
        for f in case.findings
        if f.family == "unverified_dependencies" and f.severity == "blocker" and "drop" in f.subject.tasks
        for e in f.evidence
        if e.kind == "order"
    ]
    assert orders
    for order in orders:
        assert order[-1] == "drop"
        if name.startswith("06"):
            assert "prove" not in order
        else:
            assert [step for step in order if step in before] == list(before)
