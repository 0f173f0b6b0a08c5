"""What is written and what is seen: a text as it stands, and without what hides its letters."""

from __future__ import annotations

import unicodedata
from collections.abc import Sequence
from typing import Final

_UNSEEN: Final = frozenset({"Cc", "Cf", "Mn", "Me"})
"""Categories of characters that have no place of their own: controls, format characters, marks on letters."""


def is_plain(text: str) -> bool:
    """Whether a text can be read in one way only."""
    return text.isascii() and text.isprintable()


def readings(text: str) -> Sequence[str]:
    r"""The text as written, and once more in plain letters where that differs.

    Example:
        >>> readings("drop"), readings("dr\u200bop")[1], readings("\uff44rop")[1]
        (('drop',), 'drop', 'drop')
    """
    if is_plain(text):
        return (text,)
    plain = "".join(
        c for c in unicodedata.normalize("NFKD", text) if c.isspace() or unicodedata.category(c) not in _UNSEEN
    )
    return (text,) if plain == text else (text, plain)
