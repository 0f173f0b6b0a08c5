"""Whatever is given, a command ends with a decision or an error: never a traceback, never a bug."""

import json
from typing import cast

from hypothesis import given, settings
from hypothesis import strategies as st

from planproof.output.formats import FORMATS
from tests.cli.ran import ASKING, BLOCKED, SOUND, run
from tests.support import examples

VALUES = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=8),
    lambda inner: (
        st.lists(inner, max_size=4)
        | st.dictionaries(
            st.sampled_from(["id", "tasks", "plan", "goal", "dependencies", "commands", "rollback", "x"]), inner
        )
    ),
    max_leaves=20,
)


def sane(data: bytes, output: str) -> None:
    ran = run("check", "-", "-o", output, stdin=data)

    assert ran.code in (0, 1, 2, 3)
    assert "internal error" not in ran.err


@settings(max_examples=examples(100, 5_000))
@given(st.binary(max_size=200) | VALUES.map(lambda value: json.dumps(value).encode()), st.sampled_from(FORMATS))
def test_any_input(data: bytes, output: str) -> None:
    sane(data, output)


@settings(max_examples=examples(100, 5_000))
@given(st.sampled_from([SOUND, BLOCKED, ASKING]), st.data(), st.sampled_from(FORMATS))
def test_a_plan_with_anything_in_the_place_of_something(
    plan: dict[str, object], data: st.DataObject, output: str
) -> None:
    copy = cast("object", json.loads(json.dumps(plan)))
    there = copy
    while data.draw(st.booleans()):
        if isinstance(there, dict) and there:
            mapping = cast("dict[str, object]", there)
            key = data.draw(st.sampled_from(sorted(mapping)))
            if data.draw(st.booleans()):
                mapping[key] = data.draw(VALUES)
            there = mapping[key]
        elif isinstance(there, list) and there:
            items = cast("list[object]", there)
            there = items[data.draw(st.integers(0, len(items) - 1))]
    sane(json.dumps(copy).encode(), output)
