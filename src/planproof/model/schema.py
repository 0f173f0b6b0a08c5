"""The published JSON Schemas (draft 2020-12) of what planproof reads, made from the models."""

from __future__ import annotations

import ast
import inspect
import json
import textwrap
from itertools import pairwise
from typing import TYPE_CHECKING, Final, Literal, assert_never, cast

from pydantic import AliasChoices

from planproof.model.config import Config
from planproof.model.forms import IGNORED, PARENT, STRING_FOR_LIST
from planproof.model.goal import Goal
from planproof.model.plan import Plan
from planproof.model.shape import Many, Part, slots_of

if TYPE_CHECKING:
    from pydantic import BaseModel

SchemaName = Literal["plan", "goal", "config"]
SCHEMAS: Final[tuple[SchemaName, ...]] = ("plan", "goal", "config")

_DIALECT: Final = "https://json-schema.org/draft/2020-12/schema"
_NULL: Final = {"type": "null"}

Node = dict[str, object]


def schema_of(name: SchemaName) -> Node:
    """The JSON Schema of an artefact.

    That of a plan also takes the forms of PlannerCritic that the reader takes without a note. A plan that the schema
    refuses is still read, as far as it can be, with a note for each thing that is not as the schema asks.

    Example:
        >>> schema_of("goal")["title"], schema_of("plan")["required"]
        ('planproof goal', ['id', 'tasks'])
    """
    match name:
        case "plan":
            return _published(Plan, _as_read(_raw(Plan)))
        case "goal":
            return _published(Goal, _raw(Goal))
        case "config":
            return _published(Config, _raw(Config))
        case _:
            assert_never(name)


def schema_text(name: SchemaName) -> str:
    """The schema as the published file holds it."""
    return json.dumps(schema_of(name), indent=2, ensure_ascii=False) + "\n"


def _raw(model: type[BaseModel]) -> Node:
    """What pydantic makes of a model, with the words beside each field and each name that a field answers to."""
    schema = cast("Node", model.model_json_schema(mode="validation"))
    definitions = _child(schema, "$defs")
    for part in _models_of(model):
        here = schema if part is model else _child(definitions, part.__name__)
        properties = _child(here, "properties")
        said = _words(part)
        for field, info in part.model_fields.items():
            alias = info.validation_alias
            names = [str(choice) for choice in alias.choices] if isinstance(alias, AliasChoices) else [field]
            node = _child(properties, names[0])
            node.pop("title", None)
            if field in said:
                node["description"] = said[field]
            for other in names[1:]:
                properties[other] = {**node, "description": f"Another name for `{names[0]}`."}
    return schema


def _published(model: type[BaseModel], schema: Node) -> Node:
    title = f"planproof {model.__name__.lower()}"
    description = inspect.cleandoc(model.__doc__ or "").split("\n\n")[0]
    for key in ("title", "description"):
        schema.pop(key, None)
    return {"$schema": _DIALECT, "title": title, "description": description, **schema}


def _as_read(plan: Node) -> Node:
    """Adds what the reader takes without a note, and takes away what only the reader may write."""
    definitions = _child(plan, "$defs")
    del definitions["Unread"]
    del _child(plan, "properties")["unread"]
    plan["required"] = ["id", "tasks"]
    del _child(_child(plan, "properties"), "tasks")["default"]
    for name, here in (("plan", plan), *((name.lower(), cast("Node", node)) for name, node in definitions.items())):
        properties = _child(here, "properties")
        required = cast("list[str]", here.get("required", []))
        for field in properties:
            if field not in required:
                node = _child(properties, field)
                also = [_NULL]
                if (name, field) in STRING_FOR_LIST:
                    also.append(cast("dict[str, str]", _items(node)))
                properties[field] = _or(node, also)
    texts = _or({"type": "string", "maxLength": 100, "description": "Read and not used."}, [_NULL])
    parent = _child(_child(plan, "properties"), "parent")
    _child(plan, "properties")[PARENT] = {**parent, "description": "PlannerCritic's name for `parent`."}
    _child(plan, "properties").update(dict.fromkeys(sorted(IGNORED), texts))
    return plan


def _or(node: Node, others: list[dict[str, str]]) -> Node:
    """The node with alternatives, its words outside of them."""
    around = {key: node[key] for key in ("description", "default") if key in node}
    inner = {key: value for key, value in node.items() if key not in around}
    options = cast("list[object]", inner["anyOf"]) if set(inner) == {"anyOf"} else [inner]
    return {**around, "anyOf": [*options, *(other for other in others if other not in options)]}


def _items(node: Node) -> object:
    """What the entries of a list must be."""
    options = cast("list[Node]", node.get("anyOf", [node]))
    return next(option["items"] for option in options if "items" in option)


def _child(node: Node, key: str) -> Node:
    return cast("Node", node.get(key, {}))


def _models_of(model: type[BaseModel]) -> list[type[BaseModel]]:
    """The model and those of its parts, each once."""
    found = [model]
    for part in found:
        for slot in slots_of(part).values():
            shape = slot.shape.item if isinstance(slot.shape, Many) else slot.shape
            if isinstance(shape, Part) and shape.model not in found:
                found.append(shape.model)
    return found


def _words(model: type[BaseModel]) -> dict[str, str]:
    """The string below each field in the source of the model.

    Pydantic can do this too (`use_attribute_docstrings`), but then it reads the source at every import.
    """
    try:
        tree = ast.parse(textwrap.dedent(inspect.getsource(model)))
    except OSError:  # no source beside the code: the schema has fewer words
        return {}
    body = cast("ast.ClassDef", tree.body[0]).body
    words: dict[str, str] = {}
    for statement, after in pairwise(body):
        if (
            isinstance(statement, ast.AnnAssign)
            and isinstance(statement.target, ast.Name)
            and isinstance(after, ast.Expr)
            and isinstance(after.value, ast.Constant)
            and isinstance(after.value.value, str)
        ):
            words[statement.target.id] = inspect.cleandoc(after.value.value)
    return words
