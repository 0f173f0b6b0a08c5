"""What is recorded: an entry, the row that it becomes in the chain of its run, and the head of that chain."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Final

from planproof.model.base import Count, Id, Model
from planproof.model.digest import canonical, sha256
from planproof.model.errors import RecordError
from planproof.model.goal import Sha256
from planproof.model.values import as_list, as_mapping

GENESIS: Final = "0" * 64
"""What the first event of the first run follows."""

_KIND: Final = re.compile(r"[a-z][a-z_]{0,49}")
_ID: Final = re.compile(r"[^\x00-\x20\x7f\ud800-\udfff]{1,200}")
_SHA256: Final = re.compile(r"[0-9a-f]{64}")


@dataclass(frozen=True, slots=True)
class Entry:
    """Something that happened.

    Args:
        kind: what, in lower case letters and underscores: `judged`.
        body: plain JSON. Where a part of it is kept as an artefact, `{"sha256": digest}` stands for it.
    """

    kind: str
    body: dict[str, object]


class Head(Model):
    """The last event of a run, or the event that something rests on."""

    run: Id
    seq: Count
    hash: Sha256


@dataclass(frozen=True, slots=True)
class Row:
    """An entry in the chain of its run.

    Args:
        run: id of the run.
        seq: its place in the run, from 1.
        kind: as in `Entry`.
        body: as in `Entry`.
        prev: hash of the event before it; of the first event of a run: of the first event of the run created before.
        hash: SHA-256 of the canonical JSON of `[run, seq, kind, body, prev]`.
    """

    run: str
    seq: int
    kind: str
    body: dict[str, object]
    prev: str
    hash: str

    @property
    def head(self) -> Head:
        """The head of the run when this was its last event."""
        return Head(run=self.run, seq=self.seq, hash=self.hash)


def hash_of(run: str, seq: int, kind: str, body: dict[str, object], prev: str) -> str:
    """The hash of an event.

    Example:
        >>> hash_of("r", 1, "started", {}, GENESIS)[:8]
        '27798b30'
    """
    return sha256([run, seq, kind, body, prev])


def chained(run: str, after: int, prev: str, entries: Sequence[Entry]) -> list[Row]:
    """The rows that entries become behind an event.

    Raises:
        RecordError: an entry that cannot be written as canonical JSON, or whose kind is no word.
    """
    rows: list[Row] = []
    for seq, entry in enumerate(entries, after + 1):
        if not _KIND.fullmatch(entry.kind):
            raise RecordError("refused", f"{entry.kind!r} is no kind of event: write lower case letters")
        try:
            found = hash_of(run, seq, entry.kind, entry.body, prev)
        except ValueError as error:
            raise RecordError("refused", f"the body of {entry.kind!r} is no plain JSON: {error}") from error
        rows.append(Row(run, seq, entry.kind, entry.body, prev, found))
        prev = found
    return rows


def text_of(body: dict[str, object]) -> str:
    """A body as it is stored."""
    return canonical(body).decode()


def body_of(text: object) -> dict[str, object] | None:
    """A body as it was stored; None if this is not what `text_of` writes."""
    if not isinstance(text, str):
        return None
    try:
        body = as_mapping(json.loads(text))
        return body if body is not None and text_of(body) == text else None
    except (ValueError, RecursionError):
        return None


def references(value: object) -> Iterator[str]:
    """The artefacts that a body names: each `{"sha256": digest}` in it.

    Example:
        >>> list(references({"plan": {"sha256": "ab" * 32}, "by": "planner"})) == ["ab" * 32]
        True
    """
    todo = [value]
    while todo:
        item = todo.pop()
        entries = as_mapping(item)
        digest = entries.get("sha256") if entries is not None and len(entries) == 1 else None
        if isinstance(digest, str) and _SHA256.fullmatch(digest):
            yield digest
        elif entries is not None:
            todo += entries.values()
        else:
            todo += as_list(item) or ()


def check_id(what: str, value: str) -> None:
    """Refuses an id that not every database keeps as it is.

    Raises:
        RecordError: empty, longer than 200 characters, or with spaces or control characters.
    """
    if not _ID.fullmatch(value):
        raise RecordError("refused", f"{value!r} is no id of {what}: write 1 to 200 characters without spaces")
