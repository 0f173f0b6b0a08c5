"""Files, folders, streams and bundles."""

import io
import json
import os
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any, BinaryIO, cast

import pytest
from hypothesis import given
from hypothesis import strategies as st

from planproof.model import DocumentError, GoalError, Loaded, load, load_goal, sources
from tests.model.samples import PLAN, values


def plan(name: str) -> dict[str, object]:
    return {"id": name, "tasks": []}


def from_stdin(data: bytes | str) -> list[Loaded]:
    return list(load("-", stdin=io.BytesIO(data.encode() if isinstance(data, str) else data)))


def seen(found: list[Loaded]) -> list[tuple[str, str, str | None]]:
    return [(one.source, one.origin.location, None if one.plan is None else one.plan.id) for one in found]


def lines(*entries: object) -> str:
    return "".join(json.dumps(entry) + "\n" for entry in entries)


def test_a_plan(tmp_path: Path) -> None:
    file = tmp_path / "plan.json"
    file.write_text(json.dumps(PLAN))
    [one] = load(file)
    assert (one.source, one.origin.file, one.origin.line, one.origin.document) == (str(file), file, None, 0)
    assert one.plan is not None
    assert one.goal is None
    assert one.notes == ()
    assert one.value == PLAN
    assert one.format == "json"


def test_a_bundle_whose_other_keys_are_ignored() -> None:
    [one] = from_stdin(json.dumps({"goal": {"id": "g", "steps": []}, "plan": {**plan("p"), "mascot": 1}, "note": "x"}))
    assert one.goal is not None
    assert (one.goal.id, one.origin.location, one.value) == ("g", "plan", {**plan("p"), "mascot": 1})
    assert [(note.kind, note.path) for note in one.notes] == [
        ("unknown_field", "goal.steps"),
        ("unknown_field", "mascot"),
    ]


def test_a_bundle_may_have_no_goal_and_a_plan_is_none() -> None:
    [one] = from_stdin(json.dumps({"goal": None, "plan": plan("p")}))
    assert (one.goal, one.origin.location) == (None, "plan")
    [one] = from_stdin(json.dumps({**plan("p"), "plan": {}, "goal": {"id": "g"}}))
    assert (one.goal, one.origin.location) == (None, "")
    assert [note.path for note in one.notes] == ["plan", "goal"]


def test_a_list_of_plans_and_bundles() -> None:
    found = from_stdin(json.dumps([plan("a"), {"plan": plan("b")}, 3]))
    assert seen(found) == [("-[0]", "0", "a"), ("-[1]", "1.plan", "b"), ("-[2]", "2", None)]


@pytest.mark.parametrize("text", ["[]", json.dumps([{}] * 20_001)])
def test_a_list_of_none_or_too_many_is_unreadable(text: str) -> None:
    [one] = from_stdin(text)
    assert one.plan is None
    assert one.notes[0].kind == "unreadable"


def test_json_lines(tmp_path: Path) -> None:
    text = lines(plan("a"), plan("b")) + "\n{bad\n" + lines({"plan": plan("c")})
    expected = [(":1", "", "a"), (":2", "", "b"), (":4", "", None), (":5", "plan", "c")]
    assert seen(from_stdin(text)) == [(f"-{at}", where, name) for at, where, name in expected]
    for name in ("plans.jsonl", "plans.NDJSON", "plans.json", "plans"):
        file = tmp_path / name
        file.write_text(text)
        assert seen(list(load(file))) == [(f"{file}{at}", where, name) for at, where, name in expected]
        assert [one.origin.line for one in load(file)] == [1, 2, 4, 5]


def test_one_line_is_one_document_but_in_a_file_of_json_lines(tmp_path: Path) -> None:
    assert seen(from_stdin(lines(plan("a")) + "\n\n")) == [("-", "", "a")]
    file = tmp_path / "one.jsonl"
    file.write_text(lines(plan("a")))
    assert seen(list(load(file))) == [(f"{file}:1", "", "a")]


def test_yaml_documents(tmp_path: Path) -> None:
    file = tmp_path / "all.yml"
    file.write_text("id: a\ntasks: []\n---\nplan:\n  id: b\n  tasks: []\n")
    found = list(load(file))
    assert seen(found) == [(f"{file}#1", "", "a"), (f"{file}#2", "plan", "b")]
    assert [(one.origin.document, one.format) for one in found] == [(0, "yaml"), (1, "yaml")]


def test_a_model_s_answer_is_taken_with_a_note() -> None:
    [one] = from_stdin(f"Sure:\n```json\n{json.dumps(plan('p'))}\n```\nGood luck")
    assert one.plan is not None
    assert [(note.kind, note.value) for note in one.notes] == [("mended", "'Sure:\\nGood luck'")]
    assert one.notes[0].message == "a code fence and the text around it was left out: give the document alone"


def test_a_folder_is_read_in_order_without_hidden_files(tmp_path: Path) -> None:
    for name in ("b.json", "a/z.yaml", "a/y.jsonl", "c.txt", ".hidden.json", ".git/x.json", "a/.b/x.json"):
        file = tmp_path / name
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(lines(plan(name)))
    assert [Path(one.source).relative_to(tmp_path).as_posix() for one in load(tmp_path)] == [
        "a/y.jsonl:1",
        "a/z.yaml",
        "b.json",
    ]


def test_a_folder_without_plans_is_an_error(tmp_path: Path) -> None:
    with pytest.raises(DocumentError, match=r"holds no \.json"):
        list(load(tmp_path))


OTHERS: list[object] = [
    {"name": "app", "version": "1.0.0", "description": "x", "dependencies": {"left-pad": "1"}},
    [{"plan": "drop.json", "decision": "blocked"}, {"plan": "add.json", "decision": "approved"}],
    {"apiVersion": "v1", "kind": "Pod", "spec": {"containers": []}},
    {},
    [],
    7,
    {f"key{i}": {} for i in range(1_000)},
]


@pytest.mark.parametrize("other", OTHERS)
def test_what_lies_in_a_folder_and_is_no_plan_is_skipped_and_said_to_be(tmp_path: Path, other: object) -> None:
    file = tmp_path / "other.json"
    file.write_text(json.dumps(other))
    (tmp_path / "plan.json").write_text(lines(plan("p")))
    skipped, found = load(tmp_path)
    assert (skipped.source, skipped.plan, skipped.notes) == (str(file), None, ())
    assert skipped.skipped == "no plan: it has no 'tasks'"
    assert (found.skipped, found.plan is not None) == (None, True)
    assert [one.skipped for one in load(file, in_folder=True)] == [skipped.skipped]
    assert all(one.skipped is None and one.notes[-1].kind == "unreadable" for one in load(file))


MEANT: list[object] = [
    {"id": "p", "task": [{"id": "a"}]},
    {"id": "p", "steps": [{"id": "a"}]},
    {"id": "p", "Tasks": {}},
    {"goal": {"id": "g"}},
    {"id": "p", "goal_id": "g", "actions": []},
    [{"other": 1}, {"plan": {}}],
    "Sure, here is your plan: first drop the table",
]


@pytest.mark.parametrize("meant", MEANT)
def test_what_someone_may_have_meant_as_a_plan_is_never_skipped(tmp_path: Path, meant: object) -> None:
    (tmp_path / "meant.yaml").write_text(json.dumps(meant))
    found = list(load(tmp_path))
    assert found
    assert all(one.skipped is None and one.notes[-1].kind == "unreadable" for one in found)


def test_a_goal_that_lies_in_a_folder_is_told_from_other_files(tmp_path: Path) -> None:
    (tmp_path / "goal.yaml").write_text("id: g\ndescription: Rotate the key\nposture: strict\n")
    [one] = load(tmp_path)
    assert one.skipped == "a goal and no plan: give it with --goal"


def test_one_document_with_a_plan_makes_all_of_its_file_count(tmp_path: Path) -> None:
    (tmp_path / "two.yaml").write_text("kind: Pod\n---\nid: p\ntasks: []\n")
    assert [(one.skipped, one.plan is None) for one in load(tmp_path)] == [(None, True), (None, False)]


def test_a_source_that_does_not_exist_is_an_error(tmp_path: Path) -> None:
    with pytest.raises(DocumentError, match=r"nowhere.*does not exist: check the path"):
        list(load(tmp_path / "nowhere"))


def test_a_document_that_cannot_be_read_is_a_plan_that_is_blocked(tmp_path: Path) -> None:
    (tmp_path / "a.json").write_text('{"id": "p", "id": "q", "tasks": []}')
    (tmp_path / "b.json").write_text(lines(plan("b")))
    first, second = load(tmp_path)
    assert (first.plan, first.goal, first.value, first.format) == (None, None, None, None)
    assert first.notes[0].kind == "unreadable"
    assert "the key 'id' is given twice" in first.notes[0].message
    assert second.plan is not None


@pytest.mark.skipif(os.geteuid() == 0, reason="root reads everything")
def test_a_file_that_may_not_be_read_is_said_to_be_so(tmp_path: Path) -> None:
    file = tmp_path / "secret.json"
    file.write_text("{}")
    file.chmod(0)
    [one] = load(file)
    assert "check the path and its permissions" in one.notes[0].message


def test_a_file_that_vanishes_is_said_to_be_so(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    gone = tmp_path / "gone.json"

    def at_once(source: str | Path) -> list[Path]:
        return [Path(source)]

    monkeypatch.setattr(sys.modules[Loaded.__module__], "files_of", at_once)
    [one] = load(gone)
    assert one.notes[0].kind == "unreadable"
    assert "cannot be read (No such file or directory)" in one.notes[0].message


def test_a_bad_goal_is_an_error_after_which_the_next_plan_can_be_had() -> None:
    text = lines({"goal": {"risk_tolerence": "strict"}, "plan": plan("a")}, {"goal": {"id": "g"}, "plan": plan("b")})
    found = load("-", stdin=io.BytesIO(text.encode()))
    with pytest.raises(GoalError, match=r"-:1: the goal does not fit its schema"):
        next(found)
    assert next(found).source == "-:2"
    with pytest.raises(StopIteration):
        next(found)


class Endless(io.RawIOBase):
    """A stream of plans that never ends, and counts what was taken of it."""

    def __init__(self) -> None:
        self.rows: Iterator[bytes] = (lines(plan(f"p{i}")).encode() for i in iter(int, 1))
        self.taken = 0

    def readable(self) -> bool:
        return True

    def readinto(self, buffer: Any) -> int:
        row = next(self.rows)
        buffer[: len(row)] = row
        self.taken += len(row)
        return len(row)


def test_json_lines_are_streamed() -> None:
    stream = Endless()
    found = load("-", stdin=cast("BinaryIO", io.BufferedReader(stream, buffer_size=1_000)))
    for _ in range(1_000):
        assert next(found).plan is not None
    assert stream.taken < 60_000


def test_a_line_that_is_too_long_costs_itself_only(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sources, "MAX_BYTES", 1_000)
    monkeypatch.setattr(sources, "_AT_ONCE", 1_001)
    file = tmp_path / "plans.jsonl"
    file.write_text(lines(plan("a"), plan("x" * 5_000), plan("c"), plan("y" * 1_000)).rstrip("\n"))
    found = list(load(file))
    assert seen(found) == [
        (f"{file}:1", "", "a"),
        (f"{file}:2", "", None),
        (f"{file}:3", "", "c"),
        (f"{file}:4", "", None),
    ]
    assert "too many bytes, of which at most" in found[1].notes[0].message


def test_a_stream_that_is_too_long_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sources, "MAX_BYTES", 1_000)
    monkeypatch.setattr(sources, "_AT_ONCE", 1_001)
    [one] = from_stdin('{"id":\n"' + "x" * 2_000 + '"}')
    assert "too many bytes" in one.notes[0].message


def test_standard_input_is_the_process_s_own_by_default(monkeypatch: pytest.MonkeyPatch) -> None:
    class Process:
        buffer = io.BytesIO(lines(plan("p")).encode())

    monkeypatch.setattr("sys.stdin", Process)
    assert seen(list(load("-"))) == [("-", "", "p")]


@given(st.one_of(st.binary(max_size=80), values.map(lambda value: json.dumps(value).encode())))
def test_any_bytes_give_plans_notes_or_a_goal_error(data: bytes) -> None:
    found = load("-", stdin=io.BytesIO(data))
    count = 0
    while True:
        try:
            one = next(found)
        except StopIteration:
            break
        except GoalError:
            pass
        else:
            assert one.plan is not None or one.notes[-1].kind == "unreadable"
        count += 1
    assert count > 0


def test_a_goal_alone_or_in_a_bundle(tmp_path: Path) -> None:
    file = tmp_path / "goal.yaml"
    file.write_text("id: g\nsteps: []\n")
    goal, notes = load_goal(file)
    assert (goal.id, [note.path for note in notes]) == ("g", ["steps"])
    file.write_text("goal: {id: h}\nplan: {}\n")
    assert load_goal(file)[0].id == "h"
    file.write_text('```json\n{"id": "i"}\n```\n')
    goal, notes = load_goal(str(file))
    assert (goal.id, notes[0].kind) == ("i", "mended")


@pytest.mark.parametrize(
    ("text", "error", "message"),
    [
        ("id: g\n---\nid: h\n", GoalError, "2 documents where one goal is asked for"),
        ("postur: strict\n", GoalError, "id: missing"),
        ("[1]", GoalError, r"\[1\] is no goal"),
        ("a: [", DocumentError, "not YAML"),
    ],
)
def test_a_goal_that_cannot_be_read_is_an_error_that_names_the_file(
    text: str, error: type[Exception], message: str, tmp_path: Path
) -> None:
    file = tmp_path / "goal.yaml"
    file.write_text(text)
    with pytest.raises(error, match=message) as caught:
        load_goal(file)
    assert str(caught.value).startswith(str(file))


def test_a_file_that_is_too_long_is_refused_by_its_size(tmp_path: Path) -> None:
    file = tmp_path / "long.json"
    with file.open("wb") as stream:
        stream.truncate(40_000_000)
    [one] = load(file)
    assert one.notes[0].message.startswith("40,000,000 bytes, of which at most 33,554,432 are read")


def test_a_file_without_a_size_is_read_no_further_than_allowed() -> None:
    with pytest.raises(DocumentError, match="too many bytes, of which at most 10,000 are read"):
        sources.read_file(Path("/dev/zero"), 10_000)


def test_a_goal_that_is_not_there_or_too_long(tmp_path: Path) -> None:
    with pytest.raises(DocumentError, match=r"goal\.json' cannot be read"):
        load_goal(tmp_path / "goal.json")
    long = tmp_path / "long.json"
    with long.open("wb") as stream:
        stream.truncate(40_000_000)
    with pytest.raises(DocumentError, match="40,000,000 bytes, of which at most 33,554,432 are read"):
        load_goal(long)
