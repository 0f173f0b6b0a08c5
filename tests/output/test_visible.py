import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from planproof.output.look import Look
from planproof.output.visible import cut, visible, width


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("drop users", "drop users"),
        ("a\u202eb\u2066c", "a\\u202eb\\u2066c"),
        ("a\u200bb\ufeffc\u00add", "a\\u200bb\\ufeffc\\xadd"),
        ("a\U000e0041\U000e007f", "a\\U000e0041\\U000e007f"),
        ("\x1b[31mred\x07", "\\x1b[31mred\\x07"),
        ("one\ntwo\rthree\tfour\u2028five", "one\\ntwo\\rthree\\tfour\\u2028five"),
        ("a\u00a0b", "a b"),
        ("\u3164\u2800", "\\u3164\\u2800"),
        ("⚠\ufe0f done", "⚠\ufe0f done"),
        ("a\ufe0fb\U000e0101", "a\\ufe0fb\\U000e0101"),
        ("Größe 計画 مرحبا", "Größe 計画 مرحبا"),
    ],
)
def test_what_does_not_print_is_written_out(text: str, shown: str) -> None:
    assert visible(text) == shown


@given(st.text())
def test_nothing_that_hides_or_rearranges_is_left(text: str) -> None:
    left = {unicodedata.category(c) for c in visible(text)}

    assert not left & {"Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp"}


@given(st.text(st.characters(codec="ascii")), st.integers(4, 40))
def test_a_cut_text_fits_and_a_short_one_is_left_alone(text: str, columns: int) -> None:
    assert width(cut(visible(text), columns)) <= columns
    assert len(visible(text)) > columns or cut(visible(text), columns) == visible(text)


@given(
    st.lists(st.text(st.characters(exclude_categories=["Z", "C"]), min_size=1, max_size=30), min_size=1),
    st.integers(20, 60),
)
def test_wrapping_loses_no_word_and_no_line_is_too_long(words: list[str], columns: int) -> None:
    lines = Look(width=columns).wrap([(" ".join(words), "")], first="- ", rest="  ")

    assert "".join("".join(line[2:].split()) for line in lines) == "".join(words)
    assert [line for line in lines if width(line) > columns] == []


def test_a_word_that_changes_its_colour_is_not_torn_apart() -> None:
    look = Look(width=10, colour=True)

    assert look.wrap([("see ", ""), ("ab", "red"), ("cdefgh", "")]) == ["see", "\x1b[1;31mab\x1b[0mcdefgh"]
