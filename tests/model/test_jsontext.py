"""JSON: what is read, and what is refused and where."""

import json
import sys

import pytest
from hypothesis import given
from hypothesis import strategies as st

from planproof.model import DocumentError, jsontext
from planproof.model.jsontext import read_json
from planproof.model.limits import MAX_DEPTH, MAX_INT, MAX_NODES
from tests.model.samples import values


@given(values, st.sampled_from([None, 1]), st.booleans())
def test_what_json_writes_is_read_back(value: object, indent: int | None, ascii_only: bool) -> None:
    assert read_json(json.dumps(value, indent=indent, ensure_ascii=ascii_only)) == value


@given(st.text(max_size=30) | st.text(st.sampled_from('{}[]",:\\u0d8aftn19.eE-+ \n'), max_size=40))
def test_it_agrees_with_the_standard_library_or_refuses(text: str) -> None:
    try:
        read = read_json(text)
    except DocumentError:
        return
    assert read == json.loads(text)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "line 1, column 1: not JSON at the end of the text"),
        ('{"a": 1,\n "b": }', r"line 2, column 7: not JSON at '\}'"),
        ('{"a": 1, "a": 2}', "line 1, column 10: the key 'a' is given twice: keep one"),
        ('{"x": {"b": [], "c": 1,\n"\\u0062": 2}}', "line 2, column 1: the key 'b' is given twice"),
        ('[{"a": 1}, {"a": 1, "b": {"a": 2}, "a": 3}]', "line 1, column 36: the key 'a'"),
        ('[true, null, -1.5e3, "NaN", {"a": []}, NaN]', "column 40: 'NaN' is not JSON"),
        ("[1, NaN]", "line 1, column 5: 'NaN' is not JSON: write null"),
        ("[Infinity]", "'Infinity' is not JSON"),
        ("[-Infinity]", "'-Infinity' is not JSON"),
        ("[1e999]", "line 1, column 2: '1e999' is an infinity: write it as a string"),
        ('{"n": -1e999}', "column 7: '-1e999'"),
        (f"[{MAX_INT + 1}]", "line 1, column 2: '9007199254740992' is an integer beyond 2\\^53"),
        (f"[{-MAX_INT - 1}]", "'-9007199254740992' is an integer beyond"),
        ("[" + "9" * 10_000 + "]", "is an integer beyond 2\\^53"),
        ('"\\ud800"', r"the value: '\\ud800' holds half a surrogate pair"),
        ('{"a": ["x", "\\udc00 y"]}', r"a\[1\]: '\\udc00 y' holds half"),
        ('{"a": {"\\ud83d": 1}}', r"the key a\.'\\ud83d'"),
        ('{"a": "\\u0000"}', r"a: '\\x00' holds a NUL"),
        ("1 2", "line 1, column 3: '2' follows the end of the value"),
        ('{"a": 1}\n{"a": 2}', "write JSON lines, one value a line"),
        ('"a\nb"', "invalid control character"),
    ],
)
def test_each_refusal_names_the_value_the_place_and_what_to_do(text: str, message: str) -> None:
    with pytest.raises(DocumentError, match=message):
        read_json(text)


def test_the_edge_of_each_limit_is_inside() -> None:
    assert read_json(f"[{MAX_INT}, {-MAX_INT}, 0.1, 1e308]") == [MAX_INT, -MAX_INT, 0.1, 1e308]
    assert read_json('["\\ud83d\\ude00", "\\\\ud800", "\\\\u0000"]') == ["\U0001f600", "\\ud800", "\\u0000"]
    assert read_json("[" * MAX_DEPTH + "]" * MAX_DEPTH)
    assert read_json('{"a":' * (MAX_DEPTH - 1) + "[]" + "}" * (MAX_DEPTH - 1))
    assert len(str(read_json("[" + "0," * (MAX_NODES - 3) + "0]"))) > MAX_NODES


@pytest.mark.parametrize(
    "text",
    [
        "[" * (MAX_DEPTH + 1) + "]" * (MAX_DEPTH + 1),
        '{"a":' * MAX_DEPTH + "[]" + "}" * MAX_DEPTH,
        "[" * 100_000,
        "[" * 100_000 + "]" * 100_000,
        '{"a":' * 100_000,
        '[1, "[[[", ' + "[" * MAX_DEPTH + "]" * MAX_DEPTH + "]",
    ],
)
def test_depth_is_bounded(text: str) -> None:
    with pytest.raises(DocumentError, match=f"line 1, column [0-9]+: nested deeper than {MAX_DEPTH}"):
        read_json(text)


def test_an_object_amid_prose_is_bounded_too(monkeypatch: pytest.MonkeyPatch) -> None:
    text = 'the plan {"a": [1, 2]} and more'
    assert jsontext.object_end(text, text.index("{")) == text.index("}") + 1
    assert jsontext.object_end(text, 0) is None
    monkeypatch.setattr(jsontext, "MAX_NODES", 3)
    assert jsontext.object_end(text, text.index("{")) is None


def test_a_stack_that_is_nearly_full_is_no_traceback() -> None:
    # The parser gives up for want of stack and not of allowed depth; what follows the place is not even valid.
    def descend(levels: int) -> object:
        return descend(levels - 1) if levels else read_json("[" * 60 + "]" * 60 + '} {"\\x": 1}')

    limit = sys.getrecursionlimit()
    messages: set[str] = set()
    for levels in range(limit - 200, limit):
        try:
            descend(levels)
        except DocumentError as error:
            messages.add(str(error))
        except RecursionError:
            continue
    assert any("otherwise beyond what is read" in message for message in messages)


def test_the_number_of_values_is_bounded_before_they_are_made() -> None:
    with pytest.raises(DocumentError, match="more than 2,000,000 commas and brackets"):
        read_json("[" + "[]," * MAX_NODES)
