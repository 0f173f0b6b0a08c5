"""Standard output and error, whatever their encoding and whoever reads them."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterable
from typing import IO, Final

from planproof.output.look import ASCII, UNICODE, Look, Symbols

_NARROWEST: Final = 60
_WIDEST: Final = 120
_UNKNOWN: Final = 80
"""Columns where nobody says: not on a terminal."""


class ReaderGone(Exception):
    """Whoever read standard output has closed it. No `OSError`: click would leave with 1, which means blocked."""


def say(message: str) -> None:
    """A line on standard error, safe to show."""
    from planproof.output.visible import visible

    with_breaks = "\n".join(visible(line) for line in message.split("\n"))
    sys.stderr.write(encodable(f"planproof: {with_breaks}\n", sys.stderr))
    sys.stderr.flush()


def write_all(pieces: Iterable[str], *, as_is: bool) -> None:
    """Writes to standard output.

    Args:
        pieces: the text.
        as_is: for machines: UTF-8 whatever the terminal speaks.

    Raises:
        ReaderGone: whoever read it has closed it.
    """
    try:
        for piece in pieces:
            data = piece if as_is else encodable(piece, sys.stdout)
            sys.stdout.buffer.write(data.encode("utf-8" if as_is else sys.stdout.encoding, "backslashreplace"))
        sys.stdout.buffer.flush()
    except BrokenPipeError:
        raise ReaderGone from None


def encodable(text: str, stream: IO[str]) -> str:
    """The text with what the encoding of a stream does not have written as an escape."""
    encoding = getattr(stream, "encoding", None) or "utf-8"
    return text.encode(encoding, "backslashreplace").decode(encoding)


def look_of(stream: IO[str], colour: bool | None) -> Look:
    """How text looks on a stream.

    Args:
        stream: standard output.
        colour: what the command line says; None: colour on a terminal, unless NO_COLOR is set or the terminal is dumb.
    """
    on_terminal = stream.isatty()
    if colour is None:
        if os.environ.get("NO_COLOR"):
            colour = False
        elif os.environ.get("FORCE_COLOR"):
            colour = True
        else:
            colour = on_terminal and os.environ.get("TERM") != "dumb"
    return Look(width=_width(on_terminal), colour=colour, symbols=_symbols(stream))


def _width(on_terminal: bool) -> int:
    columns = os.environ.get("COLUMNS", "")
    if columns.isdecimal() and int(columns):
        found = int(columns)
    elif on_terminal:
        import shutil

        found = shutil.get_terminal_size((_UNKNOWN, 24)).columns
    else:
        found = _UNKNOWN
    return max(_NARROWEST, min(_WIDEST, found))


def _symbols(stream: IO[str]) -> Symbols:
    try:
        "✗→─┌◌".encode(getattr(stream, "encoding", None) or "utf-8")
    except (UnicodeEncodeError, LookupError):
        return ASCII
    return UNICODE
