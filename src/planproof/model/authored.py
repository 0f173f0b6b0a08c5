"""Reads what a person wrote, a goal or a configuration: nothing is mended, every problem is named at once."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, TypeVar

from pydantic import AliasChoices, ValidationError

from planproof.model.config import Config
from planproof.model.errors import ConfigError, GoalError
from planproof.model.goal import Goal
from planproof.model.notes import Note, join_path
from planproof.model.shape import Many, Part, slots_of
from planproof.model.spelling import closest
from planproof.model.values import as_list, as_mapping, children, short

if TYPE_CHECKING:
    from pydantic import BaseModel
    from pydantic_core import ErrorDetails

    from planproof.model.base import Model
    from planproof.model.notes import Path

_ADVICE: Final = {
    "tuple_type": "write a list",
    "model_type": "write an object",
    "dict_type": "write an object",
    "string_type": "write a text",
    "bool_type": "write true or false",
    "timezone_aware": "add the zone, as in '2026-09-02T00:00:00Z'",
    "string_too_short": "write at least one character",
}
"""What to do, by pydantic's type of error; where it is not here, pydantic's own words say it."""

M = TypeVar("M", bound="Model")

_LISTED: Final = 50
_MOST_VALUES: Final = 50_000
"""Values in a goal or a configuration; an error of each takes a kilobyte."""


def read_goal(value: object) -> tuple[Goal, tuple[Note, ...]]:
    """Reads a goal from plain values.

    A key that the model does not have is a note where it resembles none of ours (PlannerCritic's goals carry free
    keys), and an error where it does: a misspelt `risk_tolerence` must not turn a safety off.

    Raises:
        GoalError: all that is wrong, with the path, the value and what to write instead.

    Example:
        >>> goal, notes = read_goal({"id": "g", "risk_tolerance": "strict", "steps": []})
        >>> goal.posture, [note.path for note in notes]
        ('strict', ['steps'])
        >>> read_goal({"id": "g", "risk_tolerence": "strict"})
        Traceback (most recent call last):
        planproof.model.errors.GoalError: the goal does not fit its schema:
          risk_tolerence: unknown; did you mean 'risk_tolerance'?
    """
    goal, unknown, problems = _read(Goal, value)
    if goal is None:
        raise GoalError("\n  ".join(["the goal does not fit its schema:", *problems]))
    notes = [
        Note(
            "unknown_field",
            join_path(path),
            None,
            short(_at(value, path)),
            f"{short(path[-1])} is no field of a goal and was not applied: remove it, or put it under 'metadata'",
        )
        for path in unknown
    ]
    return goal, tuple(notes)


def read_config(value: object) -> Config:
    """Reads a configuration from plain values.

    Raises:
        ConfigError: all that is wrong, with the path, the value and what to write instead.

    Example:
        >>> read_config({"posture": "strict"}).posture
        'strict'
    """
    config, unknown, problems = _read(Config, value)
    problems += [f"{join_path(path)}: unknown; remove it" for path in unknown]
    if config is None or problems:
        raise ConfigError("\n  ".join(["the configuration does not fit its schema:", *problems]))
    return config


def _read(model: type[M], value: object) -> tuple[M | None, list[Path], list[str]]:
    """The artefact, the keys that nothing resembles, and what is wrong. With problems there is no artefact."""
    name = model.__name__.lower()
    if as_mapping(value) is None:
        return None, [], [f"{short(value)} is no {name}: write an object"]
    if _has_more_values_than(_MOST_VALUES, value):
        return None, [], [f"more than {_MOST_VALUES:,} values: no {name} needs them"]
    try:
        return model.model_validate(value), [], []
    except ValidationError as error:
        details = error.errors(include_url=False)
    unknown: list[Path] = []
    problems: list[str] = []
    for detail in details:
        path = detail["loc"]
        if detail["type"] != "extra_forbidden":
            problems.append(_problem(detail))
        elif (meant := closest(str(path[-1]), _keys_at(model, path[:-1]))) == path[-1]:
            problems.append(f"{join_path(path)}: given under another name as well; keep one")
        elif meant is not None:
            problems.append(f"{join_path(path)}: unknown; did you mean {meant!r}?")
        else:
            unknown.append(path)
    if problems:
        more = len(problems) - _LISTED
        return None, unknown, problems[:_LISTED] + ([f"and {more:,} more"] if more > 0 else [])
    return model.model_validate(_without(value, unknown)), unknown, []


def _problem(detail: ErrorDetails) -> str:
    where = join_path(detail["loc"]) or "the whole"
    if detail["type"] == "missing":
        return f"{where}: missing; add it"
    if (advice := _ADVICE.get(detail["type"])) is None:
        said = detail["msg"].removeprefix("Value error, ")
        advice = said.replace("Input should be '", "write '", 1)
        advice = advice.replace("Input should", "it should", 1).replace("String should", "it should", 1)
    return f"{where}: {short(detail['input'])} does not fit: {advice}"


def _keys_at(model: type[BaseModel], path: Path) -> list[str]:
    """The keys that the object at a path may have."""
    for part in path:
        if isinstance(part, int):
            continue
        slot = slots_of(model).get(part)
        shape = None if slot is None else slot.shape
        if isinstance(shape, Many):
            shape = shape.item
        assert isinstance(shape, Part)  # an unknown key lies in an object of ours
        model = shape.model
    keys: list[str] = []
    for name, info in model.model_fields.items():
        alias = info.validation_alias
        keys += [str(choice) for choice in alias.choices] if isinstance(alias, AliasChoices) else [name]
    return keys


def _at(value: object, path: Path) -> object:
    for part in path:
        entries = as_mapping(value)
        value = (as_list(value) or ())[part] if isinstance(part, int) else (entries or {})[part]
    return value


def _without(value: object, paths: list[Path]) -> object:
    """A copy without the keys at some paths."""
    here = {path[0] for path in paths if len(path) == 1}
    below: dict[str | int, list[Path]] = {}
    for path in paths:
        if len(path) > 1:
            below.setdefault(path[0], []).append(path[1:])
    if (items := as_list(value)) is not None:
        return [_without(item, below[i]) if i in below else item for i, item in enumerate(items)]
    entries = as_mapping(value) or {}
    return {k: _without(v, below[k]) if k in below else v for k, v in entries.items() if k not in here}


def _has_more_values_than(most: int, value: object) -> bool:
    count = 0
    level: list[object] = [value]
    while level:
        count += len(level)
        if count > most:
            return True
        level = [child for item in level if type(item) in {dict, list} for child in children(item)]
    return False
