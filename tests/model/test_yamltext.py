"""YAML 1.2 core: against an independent reader where there is one, and by example."""

import io
import json
from typing import Any, cast

import pytest
import yaml
from hypothesis import given
from hypothesis import strategies as st
from ruamel.yaml import YAML

from planproof.model import DocumentError, yamltext
from planproof.model.limits import MAX_DEPTH
from planproof.model.yamltext import read_yaml
from tests.model.samples import values

printable = st.characters(exclude_categories=("Cs", "Cc", "Cf", "Zl", "Zp", "Co", "Cn"))
plain_values = st.recursive(
    st.none()
    | st.booleans()
    | st.integers(-(2**53) + 1, 2**53 - 1)
    | st.text(printable, max_size=12)
    | st.sampled_from(
        ["on", "no", "y", "1e3", "0o17", "0x1F", "~", "null", "2026-09-02", "12:30", "1_000", "+1", ".5"]
    ),
    lambda inner: (
        st.lists(inner, max_size=4) | st.dictionaries(st.text(printable, min_size=1, max_size=8), inner, max_size=4)
    ),
    max_leaves=12,
)


@given(values)
def test_json_is_yaml(value: object) -> None:
    expected = [] if value is None else [value]
    text = json.dumps(value, ensure_ascii=False)
    for char in "\x7f\x85\u2028\u2029\ufeff":  # breaks lines in YAML, or may not stand in it
        text = text.replace(char, f"\\u{ord(char):04x}")
    problem = ""
    try:
        assert read_yaml(text) == expected
    except DocumentError as error:
        problem = str(error)
    # YAML allows fewer characters than JSON.
    assert problem == "" or "control characters are not allowed" in problem


@given(plain_values)
def test_what_a_yaml_1_2_writer_writes_is_read_back(value: object) -> None:
    writer: Any = YAML(typ="safe", pure=True)
    writer.default_flow_style = False
    stream = io.StringIO()
    writer.dump(value, stream)
    assert read_yaml(stream.getvalue()) == ([] if value is None else [value])


def test_plain_scalars_follow_the_core_schema() -> None:
    text = """
    strings: [on, off, yes, No, y, 2026-09-02, 2026-09-02T00:00:00Z, 12:30:00, 1_000, 1.2.3, 0b1,
              "true", '1', !!str 1, =, <<]
    numbers: [0, -0, +5, 012, 0o17, 0x1F, 1.5, .5, 1., -1e3, 1.5E-2, !!float 1, !!int "7"]
    words: [true, True, TRUE, false, False, FALSE]
    nothing: [null, Null, NULL, ~, , !!null ""]
    """
    [read] = read_yaml(text.replace(", ,", ", !!null ,"))
    assert read == {
        "strings": [
            *["on", "off", "yes", "No", "y", "2026-09-02", "2026-09-02T00:00:00Z", "12:30:00", "1_000", "1.2.3", "0b1"],
            *["true", "1", "1", "=", "<<"],
        ],
        "numbers": [0, 0, 5, 12, 15, 31, 1.5, 0.5, 1.0, -1000.0, 0.015, 1.0, 7],
        "words": [True, True, True, False, False, False],
        "nothing": [None] * 6,
    }
    numbers = cast("dict[str, list[object]]", read)["numbers"]
    assert [type(number) for number in numbers[:6]] == [int] * 6
    assert [type(number) for number in numbers[6:]] == [float] * 6 + [int]


def test_keys_are_strings_as_written() -> None:
    assert read_yaml('on: 1\nno: 2\n"1": 3\n? key\n: 4\n<<: {a: 5}') == [
        {"on": 1, "no": 2, "1": 3, "key": 4, "<<": {"a": 5}}
    ]


def test_documents_come_one_by_one_and_anchors_end_with_theirs() -> None:
    assert read_yaml("---\na: &x 1\nb: *x\n---\n- c\n...\n---\n---\n") == [{"a": 1, "b": 1}, ["c"]]
    with pytest.raises(DocumentError, match=r"'\*x' names no anchor"):
        read_yaml("a: &x 1\n---\nb: *x")


def test_aliases_stand_for_what_they_name() -> None:
    assert read_yaml("a: &a {x: [1, &s two]}\nb: *a\nc: [*s, *a]\n*s : 3\nd: &s later\ne: *s") == [
        {
            "a": {"x": [1, "two"]},
            "b": {"x": [1, "two"]},
            "c": ["two", {"x": [1, "two"]}],
            "two": 3,
            "d": "later",
            "e": "later",
        }
    ]


LAUGHS = "a0: &a0 lol\n" + "".join(f"a{i + 1}: &a{i + 1} [{', '.join([f'*a{i}'] * 10)}]\n" for i in range(20))
FAT = f"a: &a '{'x' * 100_000}'\nb: [{', '.join(['*a'] * 1_000)}]\n"
TOWER = "a0: &a0 [x]\n" + "".join(f"a{i + 1}: &a{i + 1} [*a{i}]\n" for i in range(100))


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("a: 1\nb: 2\na: 3", "line 3, column 1: the key 'a' is given twice"),
        ("1: a", "line 1, column 1: the key 1 is not a string: put it in quotes"),
        ("true: a", "the key True is not a string"),
        ("~: a", "the key None is not a string"),
        ("[a]: b", "a list or map serves as a key"),
        ("? {a: b}\n: c", "a list or map serves as a key"),
        ("x: &a [1]\n*a : c", r"the key \[1\] is not a string"),
        ("&a [*a]", "line 1, column 5: the anchor '&a' holds itself"),
        ("a: &a\n  b: {c: *a}", "line 2, column 10: the anchor '&a' holds itself"),
        ("*a", r"the alias '\*a' names no anchor"),
        (LAUGHS, "more than 300,000 values once its aliases are written out"),
        (FAT, "more than 33,554,432 characters once its aliases are written out"),
        (TOWER, "nested deeper than 64 once its aliases are written out"),
        ("a: .nan", "line 1, column 4: '.nan' is not a number that JSON has"),
        ("a: -.inf", "'-.inf' is not a number"),
        ("a: 1e999", "'1e999' is not a number"),
        ("a: 9007199254740992", "is an integer beyond 2\\^53"),
        (f"a: {'9' * 5_000}", "is an integer beyond 2\\^53"),
        (
            "a: !!python/object/apply:os.system [ls]",
            "the tag 'tag:yaml.org,2002:python/object/apply:os.system' is not read",
        ),
        ("a: !!python/name:os.system x", "the tag .* is not read: remove it"),
        ("a: !!binary aGk=", "the tag 'tag:yaml.org,2002:binary' is not read"),
        ("a: !!set {x}", "the tag 'tag:yaml.org,2002:set' is not read"),
        ("a: !own x", "the tag '!own' is not read"),
        ("a: !!int x", "'x' does not fit its tag"),
        ("a: !!bool 1", "'1' does not fit its tag"),
        ('a: "\\0"', r"'\\x00' holds a NUL"),
        ('a: "\\ud800"', "not YAML|holds half a surrogate pair"),
        ("a: [", "line [12], column [0-9]+: not YAML"),
        ("\ta: b", "line 1, column 1: not YAML"),
        ("a: \x01", "not YAML .*characters are not allowed"),
        ("a: b: c", "not YAML"),
        ("- " * 100_000 + "x", f"nested deeper than {MAX_DEPTH}"),
        ("[" * 100_000, "not YAML|nested deeper"),
        ("{a: " * 100_000, "not YAML|nested deeper"),
    ],
)
@pytest.mark.parametrize("loader", [yaml.SafeLoader, yaml.CSafeLoader])
def test_each_refusal_names_the_place_and_what_to_do(
    text: str, message: str, loader: type, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(yamltext, "_LOADER", loader)
    with pytest.raises(DocumentError, match=message):
        read_yaml(text)


def test_the_edge_of_the_depth_is_inside() -> None:
    assert read_yaml("[" * MAX_DEPTH + "]" * MAX_DEPTH)
    with pytest.raises(DocumentError, match="nested deeper"):
        read_yaml("[" * (MAX_DEPTH + 1) + "]" * (MAX_DEPTH + 1))


@given(st.text(max_size=40) | st.text(st.sampled_from("ab:-?&*!|>'\"{}[],# \n%@`~01."), max_size=40))
def test_any_text_is_read_or_refused(text: str) -> None:
    try:
        read = read_yaml(text)
    except DocumentError:
        return
    assert all(value is not None for value in read)
