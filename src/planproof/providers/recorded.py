"""Sessions: what models were asked and answered, one JSON object a line, to be given again without a network.

    {"request": "<sha256>", "answer": {...}}            a recording: given again to the same request
    {"role": "planner", "answer": {"text": "..."}}      a script: given to the next request of that role

An answer may be `{"error": {"kind": "timeout", "message": "...", "paid": true}}` instead.
"""

from __future__ import annotations

import threading
from collections import defaultdict, deque
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import Annotated, Final, Literal, TextIO

from pydantic import Field, ValidationError

from planproof.model.base import Flag, Model, Text
from planproof.model.digest import canonical, digest
from planproof.model.errors import DocumentError, ModelError
from planproof.model.jsontext import read_json
from planproof.providers.port import Answer, Failure, Provider, ProviderError, Request, Role, Sent

MAX_SESSION: Final = 512 * 1024 * 1024
"""Bytes of one session."""


class _Error(Model):
    kind: Failure
    message: Text = ""
    paid: Flag = False


class _Said(Model):
    text: Sent = ""
    model: Annotated[str, Field(min_length=1)] = "scripted"
    finish: Text = "stop"
    input_tokens: Annotated[int, Field(ge=0)] = 0
    output_tokens: Annotated[int, Field(ge=0)] = 0
    usd: float | None = None


class _Line(Model):
    """One line of a session."""

    request: str | None = None
    role: Role | None = None
    who: str | None = None
    answer: _Said | None = None
    error: _Error | None = None


class Replayed:
    """Gives recorded answers again: to each request the next answer that was recorded for the very same request.

    Args:
        path: the session.
        name: what it was asked for as.
    """

    def __init__(self, path: Path, name: str) -> None:
        self.name: str = name
        self._lock = threading.Lock()
        self._answers: Mapping[str, deque[_Line]] = defaultdict(deque)
        for line in _lines(path):
            if line.request is None:
                raise ModelError(f"{str(path)!r} is a script, not a recording: name it as 'scripted:{path}'")
            self._answers[line.request].append(line)

    def ask(self, request: Request) -> Answer:
        """The recorded answer."""
        with self._lock:
            waiting = self._answers.get(digest(request))
            if not waiting:
                raise ProviderError(
                    "exhausted", "the recording has no answer to this request: it was made of another run", paid=False
                )
            return _given(waiting.popleft())


class Scripted:
    """Gives the answers of a script, one after the other, to whatever a role is asked.

    Args:
        path: the script.
        name: what it was asked for as.
        role: whose lines it reads; the other role's are another provider's.
    """

    def __init__(self, path: Path, name: str, role: Role) -> None:
        self.name: str = name
        self._lock = threading.Lock()
        self._lines: deque[_Line] = deque(line for line in _lines(path) if line.role in (None, role))

    def ask(self, request: Request) -> Answer:  # noqa: ARG002 - a script does not listen
        """The next answer."""
        with self._lock:
            if not self._lines:
                raise ProviderError("exhausted", "the script has no further answer", paid=False)
            return _given(self._lines.popleft())


class Recorder:
    """Passes requests on, and writes what was answered to a session that `Replayed` reads.

    Args:
        inner: who answers.
        write: takes one line; shared by all recorders of a session.
    """

    def __init__(self, inner: Provider, write: Callable[[str], None]) -> None:
        self.name: str = inner.name
        self._inner = inner
        self._write = write

    def ask(self, request: Request) -> Answer:
        """The answer of the provider behind it."""
        head: dict[str, object] = {"request": digest(request), "role": request.role, "who": self.name}
        try:
            answer = self._inner.ask(request)
        except ProviderError as error:
            said = {"kind": error.kind, "message": str(error), "paid": error.paid}
            self._write(canonical({**head, "error": said}).decode())
            raise
        self._write(canonical({**head, "answer": answer.model_dump(mode="json", exclude_defaults=True)}).decode())
        return answer


def writer(file: TextIO) -> Callable[[str], None]:
    """Writes whole lines to a file, from several threads, each on the disk before the next."""
    lock = threading.Lock()

    def write(line: str) -> None:
        with lock:
            file.write(f"{line}\n")
            file.flush()

    return write


def _given(line: _Line) -> Answer:
    if line.error is not None:
        raise ProviderError(line.error.kind, line.error.message or line.error.kind, paid=line.error.paid)
    said = line.answer or _Said()
    try:
        return Answer.model_validate(said.model_dump())
    except ValidationError as error:
        why = error.errors(include_input=False)[0]["msg"]
        raise ProviderError("broken_off", f"the recorded answer cannot be kept: {why}", paid=False) from error


def _lines(path: Path) -> Iterator[_Line]:
    try:
        if path.stat().st_size > MAX_SESSION:
            raise ModelError(f"{str(path)!r} is larger than {MAX_SESSION:,} bytes, the most that is read of a session")
        text = path.read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as error:
        raise ModelError(f"the session {str(path)!r} cannot be read: {error}") from error
    for number, raw in enumerate(text.splitlines(), 1):
        if not raw.strip():
            continue
        try:
            yield _Line.model_validate(read_json(raw))
        except (DocumentError, ValidationError) as error:
            why = error.errors()[0]["msg"] if isinstance(error, ValidationError) else str(error)
            raise ModelError(f"line {number} of the session {str(path)!r} cannot be read: {why}") from error


Source = Literal["replay", "scripted"]
