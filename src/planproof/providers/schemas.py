"""Schemas: the form that an answer is asked in."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from importlib.resources import files
from typing import Final, cast

from planproof.model.errors import ModelError
from planproof.model.jsontext import read_json
from planproof.model.schema import schema_of

_FILES: Final[Mapping[str, tuple[str, str]]] = {"review": ("planproof.critic", "review.schema.json")}


@cache
def schema_for(output: str) -> dict[str, object]:
    """The JSON Schema that goes by the name of a request's `output`.

    Raises:
        ModelError: there is none of that name.
    """
    if output == "plan":
        return dict(schema_of("plan"))
    if output not in _FILES:
        raise ModelError(f"{output!r} is no form of an answer: 'plan' and 'review' are")
    package, name = _FILES[output]
    return cast("dict[str, object]", read_json(files(package).joinpath(name).read_text(encoding="utf-8")))
