"""Where plans come from: files, folders and streams, cut into pieces that each hold one document."""

from __future__ import annotations

import os
import stat
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, BinaryIO, Final

from planproof.model.document import decode, too_long
from planproof.model.errors import DocumentError
from planproof.model.jsontext import read_json
from planproof.model.limits import MAX_BYTES

if TYPE_CHECKING:
    from collections.abc import Iterator

    from planproof.model.document import Format

STDIN: Final = "-"
"""The source that stands for standard input."""

_HINTS: Final[dict[str, Format]] = {".json": "json", ".yaml": "yaml", ".yml": "yaml"}
LINES: Final = frozenset({".jsonl", ".ndjson"})
"""Suffixes of files that hold a document a line."""
_IN_FOLDERS: Final = frozenset({*_HINTS, *LINES})
_AT_ONCE: Final = MAX_BYTES + 1


@dataclass(frozen=True, slots=True)
class Piece:
    """Bytes that hold one document, or the reason why there are none."""

    data: bytes | DocumentError
    line: int | None = None
    """In JSON lines: the line, from 1."""


def hint_of(file: Path) -> Format | None:
    """The format that a file's name promises."""
    return _HINTS.get(file.suffix.lower())


def files_of(source: str | Path) -> list[Path]:
    """The files that a source stands for: itself, or those below a folder, sorted, without hidden ones.

    Raises:
        DocumentError: nothing is there, or a folder holds no `.json`, `.yaml`, `.yml` or `.jsonl`.
    """
    path = Path(source)
    if not path.is_dir():
        if not path.exists():
            raise DocumentError(f"{str(source)!r} does not exist: check the path")
        return [path]
    found: list[Path] = []
    for folder, folders, names in os.walk(path):
        folders[:] = [name for name in folders if not name.startswith(".")]
        found += [
            Path(folder, name)
            for name in names
            if not name.startswith(".") and Path(name).suffix.lower() in _IN_FOLDERS
        ]
    if not found:
        raise DocumentError(f"the folder {str(source)!r} holds no .json, .yaml, .yml or .jsonl file: name the files")
    return sorted(found)


def read_file(file: Path, most: int = MAX_BYTES) -> bytes:
    """The bytes of a file that has at most so many.

    Raises:
        DocumentError: too long (known from its size, before it is read), or it cannot be read.
    """
    try:
        with file.open("rb") as stream:
            _refuse_too_long(stream, most)
            data = stream.read(most + 1)
    except OSError as error:
        raise _unopened(file, error) from None
    if len(data) > most:
        raise too_long(None, most)
    return data


def pieces_of(file: Path) -> Iterator[Piece]:
    """The documents of a file, read line by line if they are JSON lines."""
    try:
        with file.open("rb") as stream:
            if file.suffix.lower() in LINES:
                yield from _lines(stream, 1)
            else:
                _refuse_too_long(stream, MAX_BYTES)
                yield from pieces_of_stream(stream, hint_of(file))
    except OSError as error:
        yield Piece(_unopened(file, error))
    except DocumentError as error:
        yield Piece(error)


def pieces_of_stream(stream: BinaryIO, hint: Format | None = None) -> Iterator[Piece]:
    """The documents of a stream: one, or JSON lines if its first line is a whole object or list and not the last."""
    first = stream.readline(_AT_ONCE)
    if hint == "yaml" or not _is_whole(first):
        data = first + stream.read(_AT_ONCE - len(first))
        yield Piece(data if len(data) <= MAX_BYTES else too_long(None))
        return
    further = _lines(stream, 2)
    second = next(further, None)
    if second is None:
        yield Piece(first)
        return
    yield Piece(first, 1)
    yield second
    yield from further


def _lines(stream: BinaryIO, number: int) -> Iterator[Piece]:
    while line := stream.readline(_AT_ONCE):
        if len(line) > MAX_BYTES:
            yield Piece(too_long(None), number)
            while line and not line.endswith(b"\n"):
                line = stream.readline(_AT_ONCE)
        elif not line.isspace():
            yield Piece(line, number)
        number += 1


def _is_whole(line: bytes) -> bool:
    if not line.endswith(b"\n") or not line.lstrip().startswith((b"{", b"[")):
        return False
    try:
        read_json(decode(line))
    except DocumentError:
        return False
    return True


def _refuse_too_long(stream: BinaryIO, most: int) -> None:
    status = os.fstat(stream.fileno())
    if stat.S_ISREG(status.st_mode) and status.st_size > most:
        raise too_long(status.st_size, most)


def _unopened(file: Path, error: OSError) -> DocumentError:
    return DocumentError(f"{str(file)!r} cannot be read ({error.strerror}): check the path and its permissions")
