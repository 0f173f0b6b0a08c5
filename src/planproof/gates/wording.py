"""How messages name several things."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

MOST: Final = 5
"""Names that a message spells out."""


def listed(names: Iterable[str]) -> str:
    """Names in quotes, the first few of many, in the order of the alphabet.

    Example:
        >>> listed(["b", "a"]), listed("gfedcba")
        ("'a' and 'b'", "'a', 'b', 'c', 'd', 'e' and 2 more")
    """
    every = sorted(set(names))
    shown = [repr(name) for name in every[:MOST]]
    if len(every) > MOST:
        shown.append(f"{len(every) - MOST} more")
    return " and ".join([", ".join(shown[:-1]), shown[-1]] if len(shown) > 1 else shown)
