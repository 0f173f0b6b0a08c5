"""Plans as documents, laid out in many ways, and edits to them."""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Literal, cast

import yaml
from hypothesis import strategies as st

from planproof.model.finding import AddDependency, DropDependency, Edit, MoveTask, SetField

NAMES = ("drop", "back-up", "on", "3", "é 界", 'a"b')
WORDS = st.text(
    st.characters(exclude_categories=["Cs", "Cc"], exclude_characters="\ufeff\u2028\u2029\u0085"), max_size=12
)

TASKS: st.SearchStrategy[dict[str, object]] = st.fixed_dictionaries(
    {"description": WORDS},
    optional={
        "effect": st.sampled_from(["observe", "destroy"]),
        "reads": st.lists(WORDS, max_size=2),
        "verification": st.fixed_dictionaries({}, optional={"what": WORDS, "observes": st.lists(WORDS, max_size=2)}),
        "rollback": st.none(),
    },
)


@st.composite
def documents(draw: st.DrawFn) -> tuple[dict[str, object], tuple[str, ...]]:
    """A plan, alone or in a bundle, and the keys that lead to it."""
    count = draw(st.integers(2, len(NAMES)))
    names = NAMES[:count]
    pairs = st.sampled_from([(a, b) for a in names for b in names if a != b])
    plan: dict[str, object] = {
        "id": "p",
        "tasks": [{"id": name, **draw(TASKS)} for name in names],
        "version": 2,
    }
    dependencies = draw(st.one_of(st.none(), st.lists(pairs, max_size=3)))
    if dependencies is not None or draw(st.booleans()):
        plan["dependencies"] = (
            None
            if dependencies is None
            else [{"from_task": a, "to_task": b, "reason": draw(WORDS)} for a, b in dependencies]
        )
    if draw(st.booleans()):
        plan["execution"] = "dag"
    if draw(st.booleans()):
        return {"goal": {"id": "g"}, "plan": plan, "note": draw(WORDS)}, ("plan",)
    return plan, ()


def plan_in(document: dict[str, object], at: Sequence[str]) -> dict[str, object]:
    """The plan of a document."""
    return cast("dict[str, object]", document["plan"]) if at else document


@st.composite
def edits_to(draw: st.DrawFn, plan: dict[str, object]) -> list[Edit]:
    """A few edits that apply to a plan."""
    names = [str(task["id"]) for task in cast("list[dict[str, object]]", plan["tasks"])]
    known = cast("list[dict[str, str]]", plan.get("dependencies") or [])
    name = st.sampled_from(names)
    two = st.lists(name, min_size=2, max_size=2, unique=True)
    kinds: list[st.SearchStrategy[Edit]] = [
        two.map(lambda ab: AddDependency(from_task=ab[0], to_task=ab[1])),
        two.map(lambda ab: MoveTask(task=ab[0], before=ab[1])),
        st.builds(SetField, task=name, field=st.sampled_from(["effect", "description"]), value=WORDS | st.none()),
        st.builds(
            SetField, task=name, field=st.just("reads"), value=st.lists(WORDS, max_size=2).map(tuple) | st.none()
        ),
        st.builds(SetField, task=name, field=st.just("rollback.uses"), value=st.lists(WORDS).map(tuple)),
        st.builds(SetField, task=name, field=st.just("verification.observes"), value=st.lists(WORDS).map(tuple)),
    ]
    if known:
        drops = [DropDependency(index=k, from_task=d["from_task"], to_task=d["to_task"]) for k, d in enumerate(known)]
        kinds.append(st.sampled_from(drops))
    return draw(st.lists(st.one_of(kinds), min_size=1, max_size=4))


@st.composite
def json_text(draw: st.DrawFn, value: object) -> str:
    """The value as JSON, in one of the ways that people and programs lay it out."""
    style = draw(st.sampled_from(["lines", "one line", "compact", "tabs", "crlf", "spaced"]))
    ascii_only = draw(st.booleans())
    match style:
        case "one line":
            return json.dumps(value, ensure_ascii=ascii_only)
        case "compact":
            return json.dumps(value, ensure_ascii=ascii_only, separators=(",", ":"))
        case "spaced":
            return " \n" + json.dumps(value, ensure_ascii=ascii_only, separators=(" , ", " : ")) + "\n\n"
        case "tabs":
            return json.dumps(value, ensure_ascii=ascii_only, indent="\t") + "\n"
        case "crlf":
            return json.dumps(value, ensure_ascii=ascii_only, indent=4).replace("\n", "\r\n") + "\r\n"
        case _:
            return json.dumps(value, ensure_ascii=ascii_only, indent=draw(st.integers(1, 4))) + "\n"


class Indented(yaml.SafeDumper):
    """Writes lists one level deeper than their key."""

    def increase_indent(self, flow: bool = False, indentless: bool = False) -> None:  # noqa: ARG002 - what it overrides
        """Never without an indent."""
        super().increase_indent(flow, False)


@st.composite
def yaml_text(draw: st.DrawFn, value: object) -> str:
    """The value as YAML, in one of several layouts, with comments between its lines."""
    flow: bool | None = draw(st.sampled_from([False, None, True]))
    quotes: Literal["'", '"'] | None = draw(st.sampled_from([None, "'", '"']))
    text = yaml.dump(
        value,
        Dumper=draw(st.sampled_from([yaml.SafeDumper, Indented])),
        default_flow_style=flow,
        default_style=None,
        indent=draw(st.sampled_from([2, 4])),
        allow_unicode=draw(st.booleans()),
        sort_keys=False,
        width=draw(st.sampled_from([60, 10_000])),
        explicit_start=draw(st.booleans()) and quotes is None,
    )
    return str(text)


def commented(text: str) -> str:
    """The text with a comment in front of each line that begins an entry of a block."""
    lines: list[str] = []
    for number, line in enumerate(text.splitlines(keepends=True)):
        stripped = line.lstrip()
        if stripped.startswith("- ") or (
            stripped[:1].isalpha() and stripped.split(":")[0] in ("tasks", "dependencies", "plan")
        ):
            lines.append(f"{line[: len(line) - len(stripped)]}# comment {number}\n")
        lines.append(line)
    return "".join(lines)
