"""Rows of the database as values, checked where they carry their own hash."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from sqlalchemy import RowMapping

from planproof.model.errors import RecordError
from planproof.record.entry import Row, body_of, hash_of


def named(row: RowMapping) -> dict[str, Any]:
    """The values of a row by the names of its columns."""
    return {str(name): value for name, value in row.items()}


def read_events(run: str, after: int, rows: Iterable[RowMapping]) -> list[Row]:
    """Events of a run that follow a sequence number.

    Raises:
        RecordError: one is missing, does not match its hash or does not follow the one before it.
    """
    read: list[Row] = []
    for seq, row in enumerate(rows, after + 1):
        found = named(row)
        body = body_of(found["body"])
        if found["seq"] != seq or (read and found["prev"] != read[-1].hash):
            raise damaged(f"event {seq} of run {run!r} is missing or does not follow the one before it")
        if body is None or hash_of(run, seq, found["kind"], body, found["prev"]) != found["hash"]:
            raise damaged(f"event {seq} of run {run!r} does not match its hash")
        read.append(Row(run, seq, found["kind"], body, found["prev"], found["hash"]))
    return read


def damaged(what: str) -> RecordError:
    """The error for a row that somebody changed."""
    return RecordError("damaged", f"{what}: run `planproof audit verify`")
