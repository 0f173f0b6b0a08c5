"""Whatever a model writes: no traceback, nothing dropped in silence, the same answer twice."""

import json
from collections.abc import Iterator
from typing import cast

from hypothesis import given, settings
from hypothesis import strategies as st

from planproof.model import Plan, Reading, digest, read_plan
from tests.model.samples import damaged, values
from tests.support import examples

SILENT = frozenset({"created_at", "plan_schema_version"})


def leaves(value: object) -> Iterator[str]:
    """Every string of a value but those that the reader may drop by its contract."""
    if isinstance(value, str):
        yield value
    elif isinstance(value, dict):
        for key, inner in cast("dict[str, object]", value).items():
            if not (key in SILENT and isinstance(inner, str)):
                yield from leaves(inner)
    elif isinstance(value, list):
        for inner in cast("list[object]", value):
            yield from leaves(inner)


def accounted_for(reading: Reading) -> str:
    """All that a reading says, as text in which a leaf can be looked for."""
    assert reading.plan is not None
    dumped = json.dumps(reading.plan.model_dump(mode="json", exclude={"unread"}), ensure_ascii=False)
    unread = [f"{entry.path} {entry.value}" for entry in reading.plan.unread]
    notes = [f"{note.path} {note.value} {note.message}" for note in reading.notes]
    return "\n".join([dumped, *unread, *notes])


@given(values)
def test_any_value_is_read_or_noted(value: object) -> None:
    reading = read_plan(value)
    assert reading == read_plan(value)
    if reading.plan is None:
        assert [note.kind for note in reading.notes] == ["unreadable"]
    else:
        digest(reading.plan)


@settings(max_examples=examples(200, 3_000))
@given(damaged())
def test_no_leaf_of_a_damaged_plan_is_dropped_in_silence(value: dict[str, object]) -> None:
    before = json.dumps(value)
    reading = read_plan(value)
    assert json.dumps(value) == before
    if reading.plan is None:
        assert [note.kind for note in reading.notes] == ["unreadable"]
        return
    said = accounted_for(reading)
    for leaf in leaves(value):
        text = json.dumps(leaf, ensure_ascii=False)[1:-1]
        assert text in said or repr(leaf)[1:-1] in said or text[:60] in said, leaf
    assert isinstance(digest(reading.plan), str)


@settings(max_examples=examples(200, 3_000))
@given(damaged())
def test_a_reading_without_notes_is_what_the_model_itself_reads(value: dict[str, object]) -> None:
    reading = read_plan(value)
    if reading.notes or reading.plan is None:
        return
    dumped = reading.plan.model_dump(mode="json")
    assert Plan.model_validate(dumped) == reading.plan
    again = read_plan(dumped)
    assert again == reading


@given(damaged(), st.sampled_from(["rollbak", "risk_clas", "steps", "\u202egnirts", "a.b"]))
def test_an_unknown_key_changes_nothing_but_the_notes_and_the_digest(value: dict[str, object], key: str) -> None:
    bare = read_plan(value)
    more = read_plan({**value, key: {"x": 1}})
    if bare.plan is None or key in value:
        return
    assert more.plan is not None
    assert more.plan.model_copy(update={"unread": bare.plan.unread}) == bare.plan
    assert len(more.plan.unread) == len(bare.plan.unread) + 1
    assert len(more.notes) == len(bare.notes) + 1
    assert digest(more.plan) != digest(bare.plan)
