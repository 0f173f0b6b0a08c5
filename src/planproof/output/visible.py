"""Text from a plan, made safe to show: what does not print, or rearranges what does, is written out.

A right-to-left override, a zero-width space or a terminal escape in a plan would otherwise show a person something
else than what is there ("Trojan Source", N. Boucher and R. Anderson, 2021).
"""

from __future__ import annotations

import re
import unicodedata
from typing import Final

_BLANK: Final = {"\n": "\\n", "\r": "\\r", "\t": "\\t"}
_SAFE: Final = re.compile(r"[ -~]*+")
_HIDDEN: Final = frozenset({"Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp"})
_HIDDEN_LETTERS: Final = frozenset("\u115f\u1160\u3164\uffa0\u2800\u034f")
"""Letters, symbols and marks by category that show nothing: the Hangul fillers, the empty Braille cell, the joiner."""


def visible(text: str) -> str:
    r"""The text on one line, every character of it to be seen.

    Example:
        >>> print(visible("drop\u202e users\nnow"))
        drop\u202e users\nnow
    """
    if _SAFE.fullmatch(text):
        return text
    shown: list[str] = []
    before = ""
    for character in text:
        # The one selector that honest text has: it asks for the colourful form of the symbol in front of it.
        emoji = character == "\ufe0f" and before and unicodedata.category(before) == "So"
        shown.append(character if emoji else _shown(character))
        before = character
    return "".join(shown)


def _shown(character: str) -> str:
    if character in _BLANK:
        return _BLANK[character]
    if unicodedata.category(character) in _HIDDEN or character in _HIDDEN_LETTERS or _variation(character):
        code = ord(character)
        return f"\\x{code:02x}" if code < 0x100 else f"\\u{code:04x}" if code < 0x10000 else f"\\U{code:08x}"
    return " " if unicodedata.category(character) == "Zs" else character


def _variation(character: str) -> bool:
    return "\ufe00" <= character <= "\ufe0f" or "\U000e0100" <= character <= "\U000e01ef"


def width(text: str) -> int:
    """Columns that the text takes on a terminal.

    Example:
        >>> width("計画"), width("e\u0301")
        (4, 1)
    """
    if text.isascii():
        return len(text)
    total = 0
    for character in text:
        if unicodedata.category(character) in ("Mn", "Me"):
            continue
        total += 2 if unicodedata.east_asian_width(character) in ("W", "F") else 1
    return total


def cut(text: str, columns: int, ellipsis: str = "…") -> str:
    """The text, cut to some columns.

    Example:
        >>> cut("check-replica", 8)
        'check-r…'
    """
    if width(text) <= columns:
        return text
    kept, used = "", 0
    for character in text:
        used += width(character)
        if used > columns - len(ellipsis):
            break
        kept += character
    return kept + ellipsis
