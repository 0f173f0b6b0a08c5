"""What each field of a model asks for, read off the model itself, so that the reader needs no list of fields."""

from __future__ import annotations

import types
from collections.abc import Callable
from dataclasses import dataclass
from datetime import timedelta
from functools import cache
from typing import TYPE_CHECKING, Annotated, Literal, TypeAlias, Union, cast, get_args, get_origin

from annotated_types import MaxLen
from pydantic import BaseModel, BeforeValidator, StringConstraints, TypeAdapter

if TYPE_CHECKING:
    from pydantic.fields import FieldInfo

LeafKind = Literal["choice", "id", "text", "integer", "flag", "duration", "other"]


@dataclass(frozen=True, slots=True)
class Leaf:
    """A single value."""

    kind: LeafKind
    fits: Callable[[object], bool]
    """Whether the model takes the value as it is."""
    wanted: str
    """What a message asks for: `one of 'hard', 'soft'`."""
    choices: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Many:
    """A list."""

    item: Shape
    most: int | None


@dataclass(frozen=True, slots=True)
class Part:
    """An object."""

    model: type[BaseModel]
    name: str
    """What a message calls it: `rollback`."""
    from_text: Callable[[object], object] | None
    """Makes the object of a bare string, where the model takes one."""


Shape: TypeAlias = Leaf | Many | Part


@dataclass(frozen=True, slots=True)
class Slot:
    """A field of a model."""

    shape: Shape
    required: bool
    nullable: bool


@cache
def slots_of(model: type[BaseModel]) -> dict[str, Slot]:
    """The fields of a model by name, in their order.

    Example:
        >>> from planproof.model.plan import Dependency
        >>> slots_of(Dependency)["kind"].shape.wanted
        "one of 'hard', 'soft'"
    """
    return {name: _slot(info) for name, info in model.model_fields.items()}


def _slot(info: FieldInfo) -> Slot:
    annotation: object = info.annotation
    nullable = False
    if get_origin(annotation) in {Union, types.UnionType}:
        options = [option for option in cast("tuple[object, ...]", get_args(annotation)) if option is not type(None)]
        if len(options) == 1:  # of another union the leaf's own check decides
            annotation, nullable = options[0], True
    return Slot(_shape(annotation, tuple(cast("list[object]", info.metadata))), info.is_required(), nullable)


def _shape(annotation: object, metadata: tuple[object, ...]) -> Shape:
    if get_origin(annotation) is Annotated:
        inner, *more = cast("tuple[object, ...]", get_args(annotation))
        return _shape(inner, (*metadata, *_flat(more)))
    if get_origin(annotation) is tuple:
        most = next((item.max_length for item in metadata if isinstance(item, MaxLen)), None)
        return Many(_shape(cast("tuple[object, ...]", get_args(annotation))[0], ()), most)
    kind = cast("type[object]", annotation) if isinstance(annotation, type) else None
    if kind is not None and issubclass(kind, BaseModel):
        before = next((item.func for item in metadata if isinstance(item, BeforeValidator)), None)
        return Part(kind, kind.__name__.lower(), cast("Callable[[object], object] | None", before))
    return _leaf(annotation, metadata)


def _flat(metadata: list[object]) -> list[object]:
    """`Annotated[..., Field(ge=0)]` holds its constraints inside the `Field`."""
    found: list[object] = []
    for item in metadata:
        inner = cast("list[object] | None", getattr(item, "metadata", None))
        found += [item] if inner is None else inner
    return found


@cache
def _leaf(annotation: object, metadata: tuple[object, ...]) -> Leaf:
    full = cast("type[object]", Annotated[(annotation, *metadata)] if metadata else annotation)
    fits = cast("Callable[[object], bool]", TypeAdapter[object](full).validator.isinstance_python)
    if get_origin(annotation) is Literal:
        choices = tuple(str(choice) for choice in get_args(annotation))
        return Leaf("choice", fits, f"one of {', '.join(map(repr, choices))}", choices)
    if annotation is str:
        limits = next((item for item in metadata if isinstance(item, StringConstraints)), StringConstraints())
        wanted = f"a text of at most {limits.max_length:,} characters" if limits.max_length else "a text"
        if limits.pattern:
            wanted = f"a text like {limits.pattern!r}"
        elif limits.min_length:
            wanted = f"a name of 1 to {limits.max_length or 0:,} characters"
        return Leaf("id" if limits.min_length else "text", fits, wanted)
    if annotation is bool:
        return Leaf("flag", fits, "true or false")
    if annotation is int:
        return Leaf("integer", fits, "a whole number")
    if annotation is timedelta:
        return Leaf("duration", fits, "a duration: seconds, or ISO 8601 as in 'PT5M'")
    return Leaf("other", fits, f"a value of type {annotation}")
