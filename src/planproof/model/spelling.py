"""Tells a misspelt key from one that means something else."""

from __future__ import annotations

import difflib
import re
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from collections.abc import Iterable

_LONGEST: Final = 60
"""Characters of a key beyond which it is no misspelling of any of ours."""
_ALIKE: Final = 0.8


def closest(key: str, known: Iterable[str]) -> str | None:
    """The known key that a person or a model most likely meant; None if none is close.

    Close is: the same letters in another style; one edit; two edits in a key of more than five letters, not in the
    first; or four fifths of the letters in common (`difflib`). `hooks`, two edits from `tools`, means hooks.

    Example:
        >>> closest("rollbak", ["rollback", "reads"]), closest("steps", ["rollback", "reads"])
        ('rollback', None)
        >>> closest("riskTolerance", ["risk_tolerance"])
        'risk_tolerance'
    """
    if len(key) > _LONGEST:
        return None
    ranked = [(_distance(_letters(key), _letters(candidate)), candidate) for candidate in known]
    if not ranked:
        return None
    distance, candidate = min(ranked)
    long_enough = min(len(key), len(candidate)) > 5 and key[0].casefold() == candidate[0]
    if distance <= (2 if long_enough else 1):
        return candidate

    alike = difflib.get_close_matches(key, [candidate for _, candidate in ranked], n=1, cutoff=_ALIKE)
    return alike[0] if alike else None


def _letters(key: str) -> str:
    return re.sub(r"[\W_]+", "", key).casefold()


def _distance(left: str, right: str) -> int:
    """Edits from one word to the other: insertions, deletions, substitutions and swaps of neighbours (OSA)."""
    before: list[int] = []
    row = list(range(len(right) + 1))
    for i, a in enumerate(left, 1):
        above, row = row, [i]
        for j, b in enumerate(right, 1):
            cost = min(above[j] + 1, row[j - 1] + 1, above[j - 1] + (a != b))
            if i > 1 and j > 1 and a == right[j - 2] and left[i - 2] == b:
                cost = min(cost, before[j - 2] + 1)
            row.append(cost)
        before = above
    return row[-1]
