"""Bytes to documents: encodings, formats, and what stands around a document in a model's answer."""

import json

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from planproof.model import Document, DocumentError, Format, parse
from planproof.model.limits import MAX_BYTES
from tests.model.samples import values

HINTS: tuple[Format | None, ...] = (None, "json", "yaml")


def read(text: str, hint: Format | None = None) -> list[tuple[object, Format]]:
    return [(document.value, document.format) for document in parse(text.encode(), hint)]


@given(st.binary(max_size=60), st.sampled_from(HINTS))
@example(b"```", None)
@example(b"{", "json")
@example(b"\xff\xfe", None)
@example(b"\xff\xfe\x00", None)
@example(b"{} {", None)
def test_any_bytes_are_read_or_refused(data: bytes, hint: Format | None) -> None:
    try:
        assert parse(data, hint)
    except DocumentError:
        return


@given(values, st.sampled_from(["utf-8", "utf-8-sig", "utf-16"]), st.sampled_from(HINTS))
def test_a_json_container_is_read_in_every_encoding(value: object, encoding: str, hint: Format | None) -> None:
    data = json.dumps({"tasks": value}, ensure_ascii=False).encode(encoding)
    assert parse(data, hint) == (Document({"tasks": value}, "json"),)


@pytest.mark.parametrize("hint", HINTS)
def test_the_format_is_told_by_the_content(hint: Format | None) -> None:
    assert read('{"tasks": []}', hint) == [({"tasks": []}, "json")]
    assert read(' \n [{"tasks": []}]\n', hint) == [([{"tasks": []}], "json")]
    assert read("tasks: []", hint) == [({"tasks": []}, "yaml")]
    assert read("- tasks: []", hint) == [([{"tasks": []}], "yaml")]
    assert read("id: p\n---\nid: q", hint) == [({"id": "p"}, "yaml"), ({"id": "q"}, "yaml")]
    assert read('goal: {"id": "g"}\nplan: {"tasks": []}', hint) == [
        ({"goal": {"id": "g"}, "plan": {"tasks": []}}, "yaml")
    ]


def test_flow_yaml_needs_the_name_of_a_yaml_file() -> None:
    assert read("{tasks: []}", "yaml") == [({"tasks": []}, "yaml")]
    with pytest.raises(DocumentError, match="not JSON at 'tasks"):
        read("{tasks: []}")


@pytest.mark.parametrize(
    ("data", "message"),
    [
        (b"", "nothing in it"),
        (b" \n\t", "nothing in it"),
        (b"\xef\xbb\xbf", "nothing in it"),
        (b"---\n---\n", "nothing in it"),
        (b"# only a comment", "nothing in it"),
        (b'{"a": 1,\n"b": "\xff"}', r"line 2: the byte b'\\xff' is not UTF-8: save it as UTF-8"),
        (b'\xff\xfe{\x00"', "not UTF-16"),
        (b"a: b\0c", "line 1, column 5: a NUL character"),
        (b" " * (MAX_BYTES + 1), "33,554,433 bytes, of which at most 33,554,432 are read"),
    ],
)
@pytest.mark.parametrize("hint", HINTS)
def test_what_is_no_text_is_refused(data: bytes, message: str, hint: Format | None) -> None:
    with pytest.raises(DocumentError, match=message):
        parse(data, hint)


PLAN = '{"id": "p", "tasks": []}'


@pytest.mark.parametrize(
    ("text", "what", "around"),
    [
        (f"```json\n{PLAN}\n```", "a code fence", ""),
        (f"\n```\n{PLAN}\n```\n", "a code fence", ""),
        (f"~~~~ json\n{PLAN}\n~~~~", "a code fence", ""),
        (
            f"Here is the plan:\n\n```json\n{PLAN}\n```\n\nIt is safe.",
            "a code fence and the text around it",
            "It is safe.",
        ),
        (f"First:\n```sh\nls\n```\nthen\n```json\n{PLAN}\n```", "a code fence and the text around it", "ls"),
        (f"Here is the plan: {PLAN}", "the text around a JSON object", "Here is the plan:"),
        (f"{PLAN}\nI hope that helps {{or not}}.", "the text around a JSON object", "{or not}"),
        (f"For {{namespace}} do this:\n  {PLAN}", "the text around a JSON object", "{namespace}"),
    ],
)
@pytest.mark.parametrize("hint", [None, "json"])
def test_a_model_s_answer_is_unwrapped_and_what_was_left_out_reported(
    text: str, what: str, around: str, hint: Format | None
) -> None:
    [document] = parse(text.encode(), hint)
    assert document.value == {"id": "p", "tasks": []}
    assert document.format == "json"
    [trimmed] = document.trimmed
    assert trimmed.what == what
    assert around in trimmed.text
    assert PLAN not in trimmed.text


def test_a_fence_may_hold_yaml() -> None:
    [document] = parse(b"Sure!\n```yaml\nid: p\ntasks: []\n```")
    assert (document.value, document.format) == ({"id": "p", "tasks": []}, "yaml")


def test_an_answer_that_was_cut_off_says_so() -> None:
    [document] = parse(b"```yaml\nid: p\ntasks:\n- id: a\n")
    assert "nothing closes" in document.trimmed[0].what
    with pytest.raises(DocumentError, match="line 2, column 12: not JSON at the end of the text"):
        parse(b'```json\n{"tasks": [')


@pytest.mark.parametrize(
    "text",
    [
        f"{PLAN} {PLAN}",
        f"{PLAN}\nor\n{PLAN}",
        f"```json\n{PLAN}\n```\n```json\n{PLAN}\n```",
        f"```\n{PLAN}\n```\n```\n{PLAN}\n```",
    ],
)
def test_two_plans_in_one_answer_are_not_guessed_between(text: str) -> None:
    with pytest.raises(DocumentError):
        parse(text.encode())


def test_more_code_blocks_than_an_answer_has_are_not_looked_through() -> None:
    with pytest.raises(DocumentError, match="not YAML"):
        parse(b"```\n```\n" * 600 + b"```json\n[1]\n```\n")


def test_a_fence_inside_a_document_is_part_of_it() -> None:
    assert read('{"tasks": [], "note": "```json\\n{}\\n```"}') == [({"tasks": [], "note": "```json\n{}\n```"}, "json")]
    assert read("tasks: []\nnote: |\n  ```json\n  {}\n  ```") == [({"tasks": [], "note": "```json\n{}\n```"}, "yaml")]


def test_errors_inside_a_fence_name_the_line_of_the_file() -> None:
    with pytest.raises(DocumentError, match="line 4, column 1: the key 'a' is given twice"):
        parse(b'Sure:\n```json\n{"a": 1,\n"a": 2}\n```')
