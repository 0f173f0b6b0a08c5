"""Canonical JSON against the rfc8785 package, and what a digest does and does not depend on."""

import json
import math
from typing import Any, cast

import pytest
import rfc8785
from hypothesis import given
from hypothesis import strategies as st

from planproof.model import Plan, Rollback, Task, canonical, digest, sha256
from tests.model.samples import PLAN, scalars

odd_keys = st.text(st.sampled_from('aé\uffff\U00010000\U0001f600"\\\n\x7f\u2028'), max_size=3)
json_values = st.recursive(
    st.one_of(scalars, odd_keys),
    lambda inner: st.one_of(st.lists(inner, max_size=4), st.dictionaries(odd_keys, inner, max_size=4)),
    max_leaves=15,
)


@given(json_values)
def test_canonical_is_rfc_8785(value: object) -> None:
    assert canonical(value) == rfc8785.dumps(cast("Any", value))


@given(st.floats(allow_nan=False, allow_infinity=False))
def test_floats_are_written_as_rfc_8785_writes_them(value: float) -> None:
    assert canonical([value]) == rfc8785.dumps([value])


@pytest.mark.parametrize(
    ("value", "text"),
    [
        (1.0, "1"),
        (-0.0, "0"),
        (1e21, "1e+21"),
        (1e20, "100000000000000000000"),
        (1e-6, "0.000001"),
        (1e-7, "1e-7"),
        (-1.5e300, "-1.5e+300"),
        (5e-324, "5e-324"),
        (333333333.33333329, "333333333.3333333"),
    ],
)
def test_numbers_of_the_standard(value: float, text: str) -> None:
    assert canonical(value) == text.encode()


def test_keys_outside_the_basic_plane_are_sorted_by_utf_16() -> None:
    # U+10000 is D800 DC00 in UTF-16, and so before U+FFFF, which it follows by code point.
    assert canonical({"\uffff": 1, "\U00010000": 2}) == '{"\U00010000":2,"\uffff":1}'.encode()


def _deep(levels: int) -> object:
    value: object = 0
    for _ in range(levels):
        value = [value]
    return value


def _cyclic() -> object:
    value: list[object] = []
    value.append({"again": value})
    return value


@pytest.mark.parametrize(
    "value",
    [math.nan, [math.inf], 2**53, -(2**53), "\ud800", {"\udfff": 1}, {1: 2}, {"a": {None: 1}}, object(), {1, 2}],
)
def test_what_has_no_canonical_form_is_refused(value: object) -> None:
    with pytest.raises(ValueError, match=r"."):
        canonical(value)


def test_what_never_ends_is_refused() -> None:
    with pytest.raises(ValueError, match=r"(?i)circular"):
        canonical(_cyclic())
    with pytest.raises(ValueError, match="no canonical JSON"):
        canonical(_deep(100_000))


def test_sha256_is_that_of_the_canonical_text() -> None:
    # From the outside: printf '{"a":[1,null],"b":"x"}' | sha256sum
    assert sha256({"b": "x", "a": [1.0, None]}) == "3dece6dc8d22d61692b03c7d51836aaec96fd08a614e224565e177ad6ff9dbe2"


def test_a_digest_depends_on_what_is_said_and_not_on_how() -> None:
    plan = Plan.model_validate(PLAN)
    again = Plan.model_validate(json.loads(json.dumps(PLAN, sort_keys=True)))
    assert digest(plan) == digest(again)
    assert digest(Plan(id="p", version=1)) == digest(Plan(id="p"))
    assert digest(Plan(id="p")) != digest(Plan(id="q"))
    assert digest(Plan(id="p", tasks=(Task(id="a"), Task(id="b")))) != digest(
        Plan(id="p", tasks=(Task(id="b"), Task(id="a")))
    )


def test_an_empty_list_is_not_an_absent_one() -> None:
    said = Task(id="a", rollback=Rollback(restores_state=()))
    absent = Task(id="a", rollback=Rollback())
    none = Task(id="a")
    digests = {digest(Plan(id="p", tasks=(task,))) for task in (said, absent, none)}
    assert len(digests) == 3
