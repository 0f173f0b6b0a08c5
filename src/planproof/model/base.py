"""What every typed artefact shares: frozen, closed to unknown keys, bounded in size."""

from __future__ import annotations

import re
from datetime import datetime, timedelta
from typing import Annotated, ClassVar, Literal, TypeAlias, TypeVar

from pydantic import AfterValidator, AwareDatetime, BaseModel, BeforeValidator, ConfigDict, Field, StringConstraints

from planproof.model.limits import MAX_ID, MAX_INT, MAX_ITEMS, MAX_TEXT


class Model(BaseModel):
    """Base of every artefact: immutable, unknown keys refused.

    Sequences are tuples. A list is accepted for a tuple, a string for a time or a duration; nothing else
    is converted (no `"1"` for 1, no `1` for true).
    """

    model_config = ConfigDict(frozen=True, extra="forbid", allow_inf_nan=False, ser_json_timedelta="iso8601")

    plain: ClassVar[bool] = False
    """Whether nothing in it can be a fraction, an integer beyond `MAX_INT` or a mapping with keys of its own."""


Id = Annotated[str, StringConstraints(min_length=1, max_length=MAX_ID)]
"""A name that other parts refer to. Compared as written."""

Text = Annotated[str, StringConstraints(max_length=MAX_TEXT)]
"""Prose or a command: read, never obeyed."""

T = TypeVar("T")
Several: TypeAlias = Annotated[tuple[T, ...], Field(max_length=MAX_ITEMS, fail_fast=True)]
"""A list of what a model wrote. It fails at its first bad entry: the reader finds all of them, and a million errors of
pydantic take half a gigabyte."""

Count = Annotated[int, Field(strict=True, ge=0, le=MAX_INT)]
Integer = Annotated[int, Field(strict=True, ge=-MAX_INT, le=MAX_INT)]
Number = Annotated[float, Field(strict=True, ge=0)]
Flag = Annotated[bool, Field(strict=True)]


_SHORT_DURATION = re.compile(r"(\d{1,9})\s*(ms|s|m|min|h|d|w)")
_SHORT_UNITS = {
    "ms": timedelta(milliseconds=1),
    "s": timedelta(seconds=1),
    "m": timedelta(minutes=1),
    "min": timedelta(minutes=1),
    "h": timedelta(hours=1),
    "d": timedelta(days=1),
    "w": timedelta(weeks=1),
}


def _duration(value: object) -> object:
    """Reads `90` (seconds) and `5m` besides ISO 8601 (`PT5M`), which pydantic reads itself."""
    if isinstance(value, str) and (short := _SHORT_DURATION.fullmatch(value.strip())):
        try:
            return int(short[1]) * _SHORT_UNITS[short[2]]
        except OverflowError:
            raise ValueError(f"{value!r} is longer than any plan can wait: write a shorter duration") from None
    if isinstance(value, bool):
        raise ValueError(f"{value!r} is not a duration: write seconds or ISO 8601, as in 'PT5M'")
    return value


_DATE = re.compile(r"\s*\d{4}-\d{2}-\d{2}")
"""What a time begins with. Pydantic alone would take the text of a number for seconds since 1970."""


def _time(value: object) -> object:
    if isinstance(value, datetime) or (isinstance(value, str) and _DATE.match(value)):
        return value
    raise ValueError(f"{value!r} is not a time: write ISO 8601 with a zone, as in '2026-09-02T00:00:00Z'")


def _not_negative(value: timedelta) -> timedelta:
    if value < timedelta(0):
        raise ValueError("nothing lasts less than no time: write a duration that is not negative")
    return value


Duration = Annotated[
    timedelta,
    BeforeValidator(_duration, json_schema_input_type=str | int | float),
    AfterValidator(_not_negative),
]
Time = Annotated[AwareDatetime, BeforeValidator(_time, json_schema_input_type=str)]

Posture = Literal["strict", "balanced", "permissive"]
Severity = Literal["blocker", "warning", "info"]
Basis = Literal["proven", "declared", "inferred", "judged"]
Family = Literal[
    "structure",
    "unsafe_sequencing",
    "unverified_dependencies",
    "verification",
    "weak_rollback",
    "risk",
    "feasibility",
    "provenance",
    "traceability",
]
EffectKind = Literal["observe", "notify", "create", "modify", "shift", "rotate", "destroy"]
Reversibility = Literal["read_only", "reversible", "compensable", "irreversible"]
Risk = Literal["low", "medium", "high", "critical"]
