"""Reads a value as what it surely means: `HIGH` as `high`, `"3"` as 3. What could mean two things is left alone."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final, assert_never

from planproof.model.limits import MAX_INT
from planproof.model.values import as_list

if TYPE_CHECKING:
    from planproof.model.shape import Leaf

MISS: Final = object()
"""Stands for no value: the field keeps its default."""

_LONGEST: Final = 100
_WHOLE: Final = re.compile(r"[-+]?[0-9]{1,15}")
_AROUND: Final = re.compile(r"^\s*/(?:\w+/)*(?:env\s+)?|\.exe\s*$")
"""What stands around the name of a program: `/usr/bin/env bash`, `pwsh.exe`."""
_FLAGS: Final = {"true": True, "yes": True, "false": False, "no": False}
_SHELLS: Final = {
    **dict.fromkeys(("sh", "bash", "dash", "ksh", "zsh", "shell"), "sh"),
    **dict.fromkeys(("powershell", "pwsh", "ps1"), "powershell"),
}
"""Names of programs that are a choice of `shell`. `psql` is none: it runs statements, and takes options of its own."""


def mended(leaf: Leaf, value: object) -> object:
    """What a value that does not fit its field surely means, or `MISS`.

    Example:
        >>> from planproof.model.plan import Task
        >>> from planproof.model.shape import slots_of
        >>> mended(slots_of(Task)["risk_class"].shape, " High ")
        'high'
    """
    found = _meant(leaf, value)
    return found if found is MISS or leaf.fits(found) else MISS


def _meant(leaf: Leaf, value: object) -> object:
    if (items := as_list(value)) is not None:
        return _of_list(leaf, list(items))
    match leaf.kind:
        case "choice":
            return _choice(leaf.choices, value)
        case "id" | "text":
            return _text(value)
        case "integer":
            return _whole(value)
        case "flag":
            return _FLAGS.get(value.strip().casefold(), MISS) if isinstance(value, str) else MISS
        case "duration":
            return _whole(value) if isinstance(value, str) else MISS
        case "other":
            return MISS
        case _:
            assert_never(leaf.kind)


def _of_list(leaf: Leaf, items: list[object]) -> object:
    """One entry stands for itself; several lines of prose are one text. Two ids are not one id."""
    if len(items) == 1:
        return items[0] if leaf.fits(items[0]) else MISS
    lines = [item for item in items if isinstance(item, str)]
    return "\n".join(lines) if lines and leaf.kind == "text" and len(lines) == len(items) else MISS


def _choice(choices: tuple[str, ...], value: object) -> object:
    """The same letters in another style: `Fan-Out`, `fanOut` and ` fan out ` for `fan_out`; `/bin/bash` for `sh`."""
    if not isinstance(value, str) or len(value) > _LONGEST:
        return MISS
    letters = _SHELLS.get(_letters(_AROUND.sub("", value)), _letters(value))
    return next((choice for choice in choices if _letters(choice) == letters), MISS)


def _letters(text: str) -> str:
    return re.sub(r"[\s_-]+", "", text).casefold()


def _text(value: object) -> object:
    """A whole number or a boolean, as JSON writes it. A fraction is left alone: 1.10 was read as 1.1."""
    match value:
        case bool():
            return "true" if value else "false"
        case int() if abs(value) <= MAX_INT:
            return str(value)
        case _:
            return MISS


def _whole(value: object) -> object:
    if isinstance(value, str) and _WHOLE.fullmatch(value.strip()):
        return int(value)
    return int(value) if isinstance(value, float) and value.is_integer() else MISS
