"""The lines of a file on which the steps of a plan stand."""

from __future__ import annotations

import json
import re
from bisect import bisect_right
from typing import Final

_QUOTED: Final = re.compile(
    r"""["']?\bid["']?\s*:\s*("(?:[^"\\\n]|\\.)*"|'(?:[^'\n]|'')*'|[^\s"'#,\[\]{}][^#,\[\]{}\n]*)"""
)
_TASKS: Final = re.compile(r"""["']?\btasks["']?\s*:""")


def lines_of(text: str) -> dict[str, int]:
    r"""Id to the line, from 1, of the first place behind `tasks:` where it is given as an `id`.

    The text is searched, not parsed: a line that cannot be found is left out, and a finding about that step points
    at its file alone.

    Example:
        >>> lines_of('tasks:\n  - id: backup\n  - {id: "drop", action: drop}\n')
        {'backup': 2, 'drop': 3}
    """
    tasks = _TASKS.search(text)
    starts = [0, *(match.end() for match in re.finditer("\n", text))]
    found: dict[str, int] = {}
    for match in _QUOTED.finditer(text, tasks.end() if tasks else 0):
        found.setdefault(_unquoted(match[1]), bisect_right(starts, match.start()))
    return found


def _unquoted(written: str) -> str:
    if written.startswith('"'):
        try:
            value: object = json.loads(written)
        except ValueError:
            return written[1:-1]
        return str(value)
    if written.startswith("'"):
        return written[1:-1].replace("''", "'")
    return written.strip()
