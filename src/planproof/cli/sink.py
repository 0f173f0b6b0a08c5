"""Writing the outputs as the plans are judged."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path
from types import TracebackType
from typing import IO, Self

from planproof.cli.options import Output
from planproof.cli.streams import Unwritable, put_bytes
from planproof.gates.rule import Rule
from planproof.output.formats import between, head, tail
from planproof.output.report import Summary


class Sink:
    """One output. A file is written under another name and takes its own at the end: a broken run leaves none.

    Args:
        output: what to write, and where.
    """

    def __init__(self, output: Output) -> None:
        self._output = output
        self._any = False
        self._path = None if output.path is None else Path(output.path)
        self._unfinished: Path | None = None
        self._file: IO[str] | None = None
        if self._path is not None:
            # Pipes and devices, such as /dev/stderr, are written to as they are.
            straight = self._path.exists() and not self._path.is_file()
            target = self._path if straight else self._path.with_name(f".{self._path.name}.unfinished")
            self._unfinished = None if straight else target
            try:
                self._file = target.open("w", encoding="utf-8", errors="backslashreplace", newline="\n")
            except OSError as error:
                raise Unwritable(repr(str(self._path)), error) from None
        self._write(head(output.format))

    def add(self, text: str) -> None:
        """Writes what is told about one source."""
        if not text:
            return
        if self._any:
            self._write(between(self._output.format))
        self._any = True
        self._write(text)

    def finish(self, summary: Summary, rules: Sequence[Rule]) -> None:
        """Writes what comes last."""
        self._write(tail(self._output.format, summary, self._output.look, rules))
        if self._file is None:
            return
        try:
            self._file.close()
            if self._unfinished is not None and self._path is not None:
                self._unfinished.replace(self._path)
                self._unfinished = None
        except OSError as error:
            raise Unwritable(repr(str(self._path)), error) from None

    def _write(self, text: str) -> None:
        if self._file is not None:
            try:
                self._file.write(text)
            except OSError as error:
                raise Unwritable(repr(str(self._path)), error) from None
            return
        # The formats for machines are UTF-8 whatever the terminal speaks.
        encoding = sys.stdout.encoding if self._output.format == "text" else "utf-8"
        put_bytes(text.encode(encoding, "backslashreplace"))

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        if self._file is not None:
            with suppress(OSError):
                self._file.close()
        if self._unfinished is not None:
            with suppress(OSError):
                self._unfinished.unlink()
