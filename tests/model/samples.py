"""A plan that uses every field, and strategies that damage it."""

import copy
from collections.abc import Callable, Iterator
from typing import Any, cast

from hypothesis import strategies as st
from jsonschema import Draft202012Validator

PROBE: dict[str, object] = {"kind": "sql", "query": "select 1", "expected": "1"}

PLAN: dict[str, object] = {
    "id": "p1",
    "goal_id": "g1",
    "version": 2,
    "parent": "before",
    "execution": "dag",
    "resources": [
        {
            "id": "db.orders",
            "kind": "table",
            "aliases": ["orders"],
            "part_of": "db",
            "replaces": "db.old",
            "existing": True,
        }
    ],
    "attachments": [{"path": "fix.sql", "sha256": "0" * 64, "content": "select 1"}],
    "tasks": [
        {
            "id": "save",
            "description": "Dump the table",
            "action": "backup",
            "target": "db.orders",
            "commands": [
                "pg_dump shop",
                {
                    "run": "select 1",
                    "shell": "sql",
                    "dialect": "postgres",
                    "on": "db1",
                    "inputs": [{"name": "day", "source": "tool"}],
                },
            ],
            "effect": "create",
            "reads": ["db.orders"],
            "writes": ["disk"],
            "establishes": ["saved"],
            "removes": ["empty"],
            "produces": ["dump", {"id": "image", "of": ["db.orders"]}],
            "wait": "PT5M",
            "timeout": "PT1H",
            "verification": {
                "what": "the dump",
                "how": "list it",
                "expected": "one entry",
                "command": "pg_restore --list dump",
                "expect": {"exit": 3, "stdout": "1"},
                "observes": ["dump"],
                "proves": ["saved"],
            },
            "risk_class": "low",
            "blast_radius": "medium",
            "parallel_group": "first",
            "satisfies": ["kept"],
            "idempotent": True,
            "provenance": "goal",
        },
        {
            "id": "drop",
            "destroys": ["db.orders"],
            "preconditions": [
                {"description": "saved before", "fact": "saved", "established_by": "save", "probe": PROBE}
            ],
            "rollback": {
                "trigger": "somebody misses it",
                "action": "restore it",
                "safety_guard": "nobody writes",
                "commands": ["pg_restore dump"],
                "kind": "restore",
                "uses": ["dump"],
                "restores_state": ["db.orders"],
                "restoration_evidence": "row count",
            },
        },
    ],
    "dependencies": [{"from_task": "save", "to_task": "drop", "kind": "soft", "reason": "data"}],
    "branches": [{"id": "b", "kind": "fan_in", "tasks": ["save", "drop"], "join": "quorum", "quorum": 1}],
}

scalars = st.one_of(
    st.none(),
    st.booleans(),
    st.integers(-(2**53) + 1, 2**53 - 1),
    st.floats(allow_nan=False, allow_infinity=False),
    st.text(st.characters(exclude_categories=("Cs",), exclude_characters="\0"), max_size=12),
)
"""What JSON has, within the limits of a document."""

keys = st.one_of(
    st.sampled_from(["id", "tasks", "rollback", "satisfies", "depends_on", "unread", "plan", "goal", "created_at"]),
    st.text(st.characters(exclude_categories=("Cs",), exclude_characters="\0"), max_size=8),
)


def _containers(inner: st.SearchStrategy[object]) -> st.SearchStrategy[object]:
    return st.one_of(st.lists(inner, max_size=4), st.dictionaries(keys, inner, max_size=4))


values: st.SearchStrategy[object] = st.recursive(scalars, _containers, max_leaves=12)
"""Arbitrary JSON values."""


def judge(schema: dict[str, object]) -> Callable[[object], bool]:
    """Whether a value fits a JSON Schema, by an implementation that is not ours."""
    validator: Any = Draft202012Validator(schema)
    return lambda value: bool(validator.is_valid(value))


def places(value: object) -> Iterator[tuple[object, str | int]]:
    """Every container of a value with each of its keys or indices."""
    if isinstance(value, dict):
        entries = cast("dict[str, object]", value)
        for key in entries:
            yield entries, key
            yield from places(entries[key])
    elif isinstance(value, list):
        items = cast("list[object]", value)
        for index in range(len(items)):
            yield items, index
            yield from places(items[index])


ADDED = ("depends_on", "dependencies", "unread", "note", "id", "steps")


@st.composite
def damaged(draw: st.DrawFn, plan: dict[str, object] | None = None) -> dict[str, object]:
    """A plan after some careless edits. Each string put in by one of them is found nowhere else in it."""
    found = copy.deepcopy(PLAN if plan is None else plan)
    marks = iter(range(1000))

    def mark() -> str:
        return f"mark-{next(marks)}-" + draw(st.sampled_from(["", " ", "é", "\U0001f600", "x" * 90, "y" * 501]))

    for _ in range(draw(st.integers(1, 5))):
        container, key = draw(st.sampled_from(list(places(found))))
        old = cast("dict[str | int, object]", container)[key]
        new: object = draw(
            st.sampled_from(
                [
                    None,
                    7,
                    1.5,
                    True,
                    [],
                    {},
                    "",
                    str(old).upper(),
                    f" {old}",
                    [old],
                    [old, mark()],
                    {"id": mark()},
                    {mark(): mark()},
                    mark(),
                    [mark(), 3, None],
                    [[mark()]],
                    [{"id": mark(), "fact": mark(), "run": mark()}],
                ]
            )
        )
        if isinstance(container, dict):
            entries = cast("dict[str, object]", container)
            match draw(st.sampled_from(["replace", "replace", "misspell", "add", "remove"])):
                case "misspell":
                    entries[f"{key}x"] = entries.pop(str(key))
                case "add":
                    entries[draw(st.sampled_from(ADDED))] = new
                case "remove":
                    del entries[str(key)]
                case _:
                    entries[str(key)] = new
        else:
            cast("list[object]", container)[int(key)] = new
    return found
