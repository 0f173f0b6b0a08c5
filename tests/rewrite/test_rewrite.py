import difflib
import json
from collections.abc import Sequence
from typing import Literal, assert_never, cast

import pytest
from hypothesis import given
from hypothesis import strategies as st

from planproof.edits import apply
from planproof.model.errors import FixError
from planproof.model.finding import AddDependency, DropDependency, Edit, MoveTask, SetField
from planproof.model.plan import Dependency, Plan, Task
from planproof.model.yamltext import read_yaml
from planproof.rewrite import rewrite
from tests.rewrite.documents import commented, documents, edits_to, json_text, plan_in, yaml_text


def changed(before: str, after: str) -> list[str]:
    """Lines that went and lines that came."""
    return [line for line in difflib.ndiff(before.splitlines(), after.splitlines()) if line[0] in "+-"]


def wanted(document: dict[str, object], edits: Sequence[Edit], at: Sequence[str]) -> dict[str, object]:
    """The document with the edits made the plain way: an oracle that knows nothing of text."""
    copy: dict[str, object] = json.loads(json.dumps(document))
    plan = plan_in(copy, at)
    tasks = cast("list[dict[str, object]]", plan["tasks"])
    ids = [task["id"] for task in tasks]
    gone: set[int] = set()
    new: dict[tuple[str, str], dict[str, str]] = {}
    for edit in edits:
        match edit:
            case SetField():
                holder: dict[str, object] = tasks[ids.index(edit.task)]
                *way, last = edit.field.split(".")
                for key in way:
                    if holder.get(key) is None:
                        holder[key] = {}
                    holder = cast("dict[str, object]", holder[key])
                holder[last] = list(edit.value) if isinstance(edit.value, tuple) else edit.value
                if edit.value is None:
                    del holder[last]
            case MoveTask():
                task = tasks.pop(ids.index(edit.task))
                ids.remove(edit.task)
                place = ids.index(edit.before)
                tasks.insert(place, task)
                ids.insert(place, edit.task)
            case DropDependency():
                gone.add(edit.index)
            case AddDependency():
                new[edit.from_task, edit.to_task] = {
                    "from_task": edit.from_task,
                    "to_task": edit.to_task,
                    "kind": "hard",
                }
            case _:
                assert_never(edit)
    if gone or new:
        known = cast("list[dict[str, str]]", plan.get("dependencies") or [])
        kept = [d for k, d in enumerate(known) if k not in gone]
        there = {(d["from_task"], d["to_task"]) for d in kept}
        plan["dependencies"] = [*kept, *(d for pair, d in new.items() if pair not in there)]
    return copy


@given(st.data())
def test_json_in_every_layout_can_be_edited(data: st.DataObject) -> None:
    document, at = data.draw(documents())
    text = data.draw(json_text(document))
    edits = data.draw(edits_to(plan_in(document, at)))

    after = rewrite(text, "json", [edits], at)

    assert json.loads(after) == wanted(document, edits, at)
    assert [*json.loads(after)][: len(document)] == [*document]
    assert ("\r\n" in text) == ("\r\n" in after)


@given(st.data())
def test_yaml_in_every_layout_can_be_edited(data: st.DataObject) -> None:
    document, at = data.draw(documents())
    text = data.draw(yaml_text(document))
    edits = data.draw(edits_to(plan_in(document, at)))

    after = rewrite(text, "yaml", [edits], at)

    assert read_yaml(after) == [wanted(document, edits, at)]


@given(st.data())
def test_yaml_keeps_its_comments(data: st.DataObject) -> None:
    document, at = data.draw(documents())
    text = commented(data.draw(yaml_text(document)))
    edits = [edit for edit in data.draw(edits_to(plan_in(document, at))) if isinstance(edit, AddDependency | MoveTask)]

    after = rewrite(text, "yaml", [edits], at)

    assert read_yaml(after) == [wanted(document, edits, at)]
    assert sorted(comments(after)) == sorted(comments(text))


def comments(text: str) -> list[str]:
    return [line.strip() for line in text.splitlines() if line.lstrip().startswith("# comment")]


YAML = """\
# A plan that a person wrote.
goal: {id: g}
plan:
  id: p
  tasks:
    # The dangerous one.
    - id: drop          # no way back
      effect: 'destroy'
      description: >-
        Long text
        of two lines

    # The careful one.
    - {id: backup, produces: ["dump"]}
  dependencies:   # none yet
    - {from_task: drop, to_task: backup}
  # the end
"""


def test_yaml_changes_only_the_lines_of_the_edit() -> None:
    edits = [AddDependency(from_task="backup", to_task="drop"), SetField(task="drop", field="effect", value="modify")]

    assert changed(YAML, rewrite(YAML, "yaml", [edits], ["plan"])) == [
        "-       effect: 'destroy'",
        "+       effect: modify",
        "+     - {from_task: backup, to_task: drop, kind: hard}",
    ]


def test_a_moved_step_takes_the_comment_above_it_along() -> None:
    after = rewrite(YAML, "yaml", [[MoveTask(task="backup", before="drop")]], ["plan"])

    assert after[after.index("  tasks") : after.index("    - id: drop")] == (
        '  tasks:\n    # The careful one.\n    - {id: backup, produces: ["dump"]}\n    # The dangerous one.\n'
    )


def test_json_changes_only_the_lines_of_the_edit() -> None:
    text = '{\n  "tasks": [\n    {"id": "a"},\n    {"id": "b",   "reads": [1.0, 2e3]}\n  ],\n  "dependencies": []\n}'
    edits = [AddDependency(from_task="b", to_task="a"), SetField(task="a", field="effect", value="observe")]

    assert changed(text, rewrite(text, "json", [edits])) == [
        '-     {"id": "a"},',
        '+     {"id": "a", "effect": "observe"},',
        '-   "dependencies": []',
        '+   "dependencies": [',
        "+     {",
        '+       "from_task": "b",',
        '+       "to_task": "a",',
        '+       "kind": "hard"',
        "+     }",
        "+   ]",
    ]


def test_later_batches_count_in_what_the_earlier_ones_left() -> None:
    text = '{"tasks": [{"id": "a"}, {"id": "b"}], "dependencies": [{"from_task": "a", "to_task": "b"}]}'
    batches = [
        [DropDependency(index=0, from_task="a", to_task="b"), AddDependency(from_task="b", to_task="a")],
        [DropDependency(index=0, from_task="b", to_task="a")],
    ]

    assert json.loads(rewrite(text, "json", batches))["dependencies"] == []


def test_a_plan_in_a_list_is_found_by_its_index() -> None:
    text = '[{"plan": {"tasks": [{"id": "a"}]}}, {"plan": {"tasks": [{"id": "a"}]}}]'
    edit = SetField(task="a", field="effect", value="observe")

    assert rewrite(text, "json", [[edit]], ["1", "plan"]) == (
        '[{"plan": {"tasks": [{"id": "a"}]}}, {"plan": {"tasks": [{"id": "a", "effect": "observe"}]}}]'
    )
    assert read_yaml(rewrite(text, "yaml", [[edit]], ["1", "plan"])) == [
        [{"plan": {"tasks": [{"id": "a"}]}}, {"plan": {"tasks": [{"id": "a", "effect": "observe"}]}}]
    ]


def test_a_dependency_is_found_where_the_reader_left_others_out() -> None:
    text = '{"tasks": [], "dependencies": ["?", {"from_task": "a", "to_task": "b"}]}'

    after = rewrite(text, "json", [[DropDependency(index=0, from_task="a", to_task="b")]])

    assert json.loads(after)["dependencies"] == ["?"]


def test_the_document_and_the_plan_get_the_same_edits() -> None:
    plan = Plan(id="p", tasks=(Task(id="a"), Task(id="b")), dependencies=(Dependency(from_task="a", to_task="b"),))
    edits = [MoveTask(task="b", before="a"), DropDependency(index=0, from_task="a", to_task="b")]
    text = plan.model_dump_json(exclude_defaults=True)

    assert Plan.model_validate_json(rewrite(text, "json", [edits])) == apply(plan, edits)


ADD = AddDependency(from_task="a", to_task="b")


@pytest.mark.parametrize(
    ("text", "form", "edit"),
    [
        ('{"tasks": {"a": {}, "b": {}}}', "json", MoveTask(task="a", before="b")),
        ('{"steps": []}', "json", MoveTask(task="a", before="b")),
        ('{"tasks": [], "dependencies": {}}', "json", ADD),
        ("[]", "json", ADD),
        ("```json\n{}\n```", "json", ADD),
        ('{"tasks": [], "dependencies": []}', "json", DropDependency(index=0, from_task="a", to_task="b")),
        ('{"tasks": [{"id": "a", "rollback": "no"}]}', "json", SetField(task="a", field="rollback.kind", value="none")),
        ('{"tasks": [{"id": "a", "reads": []}]}', "json", SetField(task="a", field="reads.0", value="x")),
        ("tasks: []\n---\ntasks: []\n", "yaml", ADD),
        ("tasks:\n- &a {id: a}\n- *a\n", "yaml", SetField(task="a", field="effect", value="modify")),
        ("tasks: [{id: a, reads: 1}]", "yaml", SetField(task="a", field="reads.0", value="x")),
        ("x: &d [{from_task: x, to_task: y}]\ntasks: []\ndependencies: *d\n", "yaml", ADD),
    ],
)
def test_what_cannot_be_edited_safely_is_refused(text: str, form: Literal["json", "yaml"], edit: Edit) -> None:
    with pytest.raises(FixError):
        rewrite(text, form, [[edit]])


@pytest.mark.parametrize(
    ("text", "edit", "after"),
    [
        # a member that shares its line with the dash, and one in the middle of braces or at their end
        ("tasks:\n- effect: x\n  id: a\n", SetField(task="a", field="effect", value=None), "tasks:\n- id: a\n"),
        ("tasks: [{effect: x, id: a}]", SetField(task="a", field="effect", value=None), "tasks: [{id: a}]"),
        ("tasks: [{id: a, effect: x}]", SetField(task="a", field="effect", value=None), "tasks: [{id: a}]"),
        ("tasks: [{id: a}]", SetField(task="a", field="effect", value=None), "tasks: [{id: a}]"),
        # elements of a list, in brackets and in lines
        (
            "tasks: [{id: a, reads: [x, y]}]",
            SetField(task="a", field="reads.0", value=None),
            "tasks: [{id: a, reads: [y]}]",
        ),
        (
            "tasks: [{id: a, reads: [x, y]}]",
            SetField(task="a", field="reads.1", value=None),
            "tasks: [{id: a, reads: [x]}]",
        ),
        (
            "tasks: [{id: a, reads: [x]}]",
            SetField(task="a", field="reads.0", value=None),
            "tasks: [{id: a, reads: []}]",
        ),
        (
            "tasks:\n- id: a\n  reads:\n  # one\n  - x\n  # two\n  - y\n",
            SetField(task="a", field="reads.0", value=None),
            "tasks:\n- id: a\n  reads:\n  # two\n  - y\n",
        ),
        (
            "tasks:\n- id: a\n  reads:\n  - x\n",
            SetField(task="a", field="reads.0", value=None),
            "tasks:\n- id: a\n  reads: []\n",
        ),
        (
            "tasks:\n- id: a\n  reads:\n  - x\n",
            SetField(task="a", field="reads.0", value="z"),
            "tasks:\n- id: a\n  reads:\n  - z\n",
        ),
        # a value that is not there yet, one that is null, and one of several lines
        ("tasks:\n- id: a", SetField(task="a", field="effect", value="x"), "tasks:\n- id: a\n  effect: x"),
        (
            "tasks:\n- id: a\n  effect:\n",
            SetField(task="a", field="effect", value="x"),
            "tasks:\n- id: a\n  effect: x\n",
        ),
        (
            "tasks:\n- id: a\n  description: |\n    one\n    two\n  effect: x\n",
            SetField(task="a", field="description", value="three"),
            "tasks:\n- id: a\n  description: three\n  effect: x\n",
        ),
        ("tasks: [{id: a,}]", SetField(task="a", field="effect", value="x"), "tasks: [{id: a, effect: x}]"),
        # dependencies: none, null, in brackets, in lines, with Windows line ends
        ("tasks: []\n", ADD, "tasks: []\ndependencies: [{from_task: a, to_task: b, kind: hard}]\n"),
        ("dependencies: null\ntasks: []\n", ADD, "dependencies: [{from_task: a, to_task: b, kind: hard}]\ntasks: []\n"),
        ("dependencies: []\ntasks: []\n", ADD, "dependencies: [{from_task: a, to_task: b, kind: hard}]\ntasks: []\n"),
        (
            "dependencies:\r\n- from_task: b\r\n  to_task: c\r\ntasks: []\r\n",
            ADD,
            "dependencies:\r\n- from_task: b\r\n  to_task: c\r\n"
            "- from_task: a\r\n  to_task: b\r\n  kind: hard\r\ntasks: []\r\n",
        ),
        # the last step has no line break behind it
        ("tasks:\n- id: b\n- id: a", MoveTask(task="a", before="b"), "tasks:\n- id: a\n- id: b\n"),
        ("tasks: [{id: c}, {id: b}, {id: a}]", MoveTask(task="a", before="c"), "tasks: [{id: a}, {id: c}, {id: b}]"),
    ],
)
def test_yaml_is_edited_as_a_person_would(text: str, edit: Edit, after: str) -> None:
    assert rewrite(text, "yaml", [[edit]]) == after
