"""What `echo` and `printf` write, where that is known."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Final

from planproof.effects.shell.words import escapes_read
from planproof.effects.tools.call import EXPANDED

_FORMAT: Final = re.compile(r"%(.?)", re.DOTALL)
_CUTS: Final = re.compile(r"\\c")
"""Ends the output."""
_MAX_LINES: Final = 1_000


def echoed(args: Sequence[str]) -> str | None:
    """The text of `echo`. Whether a bare backslash is an escape differs between shells, so that text is not known."""
    words = list(args)
    end, reads = "\n", False
    while words and re.fullmatch(r"-[neE]+", words[0]):
        options = words.pop(0)
        end = "" if "n" in options else end
        reads = reads or "e" in options
    text = " ".join(words)
    if "\\" in text:
        if not reads or _CUTS.search(text):
            return None
        text = escapes_read(text)
    return text + end


def formatted(args: Sequence[str]) -> str | None:
    """The text of `printf`: a format of text, `%s` and `%b`, used again while words are left."""
    words = list(args)
    if words[:1] == ["--"]:
        words.pop(0)
    if not words or words[0].startswith("-") or EXPANDED in words[0]:
        return None
    form, rest = words[0], words[1:]
    kinds = _FORMAT.findall(form)
    if any(kind not in ("s", "b", "%") for kind in kinds) or _CUTS.search(" ".join(words)):
        return None
    takes = sum(kind != "%" for kind in kinds)
    turns = 1 if not takes else max(1, -(-len(rest) // takes))
    if turns > _MAX_LINES:
        return None
    values = iter(rest)
    form = escapes_read(form)

    def value(found: re.Match[str]) -> str:
        if found[1] == "%":
            return "%"
        word = next(values, "")
        return escapes_read(word) if found[1] == "b" else word

    return "".join(_FORMAT.sub(value, form) for _ in range(turns))
