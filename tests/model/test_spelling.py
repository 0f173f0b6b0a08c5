"""Which keys are misspelt ones."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from planproof.model.spelling import closest

KNOWN = ["id", "tools", "posture", "risk_tolerance", "rollback", "reads", "accepts", "acceptance", "description"]


@pytest.mark.parametrize(
    ("key", "meant"),
    [
        ("risk_tolerence", "risk_tolerance"),
        ("riskTolerance", "risk_tolerance"),
        ("Risk-Tolerance", "risk_tolerance"),
        ("rollbak", "rollback"),
        ("rollabck", "rollback"),
        ("roll_back", "rollback"),
        ("rolbak", "rollback"),
        ("tool", "tools"),
        ("reeds", "reads"),
        ("Reads", "reads"),
        ("ids", "id"),
        ("accept", "accepts"),
        ("descriptions_", "description"),
        ("descripption_txt", "description"),
    ],
)
def test_a_slip_is_recognised(key: str, meant: str) -> None:
    assert closest(key, KNOWN) == meant


@pytest.mark.parametrize(
    "key", ["hooks", "steps", "mandatory", "rollback_plan", "title", "verification", "", "xy", "x" * 100]
)
def test_another_word_is_not(key: str) -> None:
    assert closest(key, KNOWN) is None


def test_without_known_keys_there_is_no_guess() -> None:
    assert closest("id", []) is None


@given(st.sampled_from(KNOWN), st.data())
def test_one_edit_is_always_recognised(key: str, data: st.DataObject) -> None:
    at = data.draw(st.integers(0, len(key) - 1))
    letter = data.draw(st.sampled_from("xyz"))
    edited = data.draw(
        st.sampled_from(
            [
                key[:at] + letter + key[at:],
                key[:at] + letter + key[at + 1 :],
                key[:at] + key[at + 1 :],
                key[:at] + key[at : at + 2][::-1] + key[at + 2 :],
            ]
        )
    )
    assert closest(edited, [key]) == key
