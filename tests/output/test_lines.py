import json

from hypothesis import given
from hypothesis import strategies as st

from planproof.output.lines import lines_of


def test_the_goal_and_the_resources_in_front_of_the_tasks_do_not_count() -> None:
    text = "goal:\n  id: drop\nplan:\n  id: p\n  tasks:\n    - id: drop\n    - { id: 'it''s', action: x }\n"

    assert lines_of(text) == {"drop": 6, "it's": 7}


def test_an_id_of_something_else_is_not_taken_for_one() -> None:
    assert lines_of("tasks:\n- id: a\n  valid: no\n  goal_id: g\n") == {"a": 2}


@given(st.lists(st.text(st.characters(exclude_categories=["Cs", "Cc"]), min_size=1), min_size=1, unique=True))
def test_every_id_of_a_json_file_is_found(ids: list[str]) -> None:
    text = json.dumps({"id": "plan", "tasks": [{"id": i} for i in ids]}, indent=1)

    assert lines_of(text) == {i: 5 + 3 * k for k, i in enumerate(ids)}
