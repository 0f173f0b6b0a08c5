"""Standard output and error, whatever their encoding and whoever reads them."""

from __future__ import annotations

import json
import os
import sys
from pathlib import Path
from typing import IO, Final

from planproof.output.look import ASCII, UNICODE, Look, Symbols

_NARROWEST: Final = 40
_WIDEST: Final = 120
_UNKNOWN: Final = 80
"""Columns where nobody says: not on a terminal."""


class ReaderGone(Exception):
    """Whoever read standard output has closed it. No `OSError`: click would leave with 1, which means blocked."""


class Unwritable(Exception):
    """What should be written to does not take it."""

    def __init__(self, where: str, error: OSError) -> None:
        super().__init__(f"cannot write to {where}: {error.strerror or error}")


def open_streams() -> None:
    """Gives a process that was started with a stream closed one that goes nowhere: the exit code tells the verdict."""
    for name in ("stdout", "stderr"):
        if getattr(sys, name) is None:
            setattr(sys, name, Path(os.devnull).open("w", encoding="utf-8"))  # noqa: SIM115 - open until the end


def say(message: str) -> None:
    """A line on standard error, safe to show."""
    from planproof.output.visible import visible

    with_breaks = "\n".join(visible(line) for line in message.split("\n"))
    sys.stderr.write(encodable(f"planproof: {with_breaks}\n", sys.stderr))
    sys.stderr.flush()


def put(text: str) -> None:
    """Text and a line break on standard output, with an escape for what its encoding does not have.

    Raises:
        ReaderGone: whoever read it is gone.
        Unwritable: the disk is full, or worse.
    """
    put_bytes(f"{encodable(text, sys.stdout)}\n".encode(sys.stdout.encoding))


def put_json(value: object) -> None:
    """A value as JSON on standard output: UTF-8, whatever a terminal speaks. Raises what `put` does."""
    put_bytes(f"{json.dumps(value, ensure_ascii=False, indent=2)}\n".encode("utf-8", "backslashreplace"))


def put_bytes(data: bytes) -> None:
    """Bytes on standard output, at once. Raises what `put` does."""
    try:
        sys.stdout.buffer.write(data)
        sys.stdout.buffer.flush()
    except OSError as error:
        # What is left in the buffer would raise again when the interpreter ends.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        if isinstance(error, BrokenPipeError):
            raise ReaderGone from None
        raise Unwritable("standard output", error) from None


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
