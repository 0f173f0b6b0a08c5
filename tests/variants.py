"""Variants of plans and goals that mean the same or say more, and what is compared between their verdicts."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import cast

from planproof.judge import Judgement
from planproof.model.base import Model
from planproof.model.finding import Finding
from planproof.model.plan import Plan

Path = tuple[str | int, ...]

DESCRIPTIVE = {
    "description",
    "reason",
    "text",
    "what",
    "how",
    "expected",
    "trigger",
    "action",
    "safety_guard",
    "restoration_evidence",
}
"""Names of the fields that hold prose, wherever they stand."""


def prose_fields(value: object, path: Path = ()) -> Iterator[Path]:
    """Where the descriptive text of an artefact stands."""
    if isinstance(value, Model):
        for name in type(value).model_fields:
            yield from prose_fields(getattr(value, name), (*path, name))
    elif isinstance(value, tuple):
        for i, entry in enumerate(cast("tuple[object, ...]", value)):
            yield from prose_fields(entry, (*path, i))
    elif isinstance(value, str) and value and path[-1] in DESCRIPTIVE:
        yield path


def text_at(value: object, path: Path) -> str:
    """The text that stands at a path."""
    for part in path:
        value = cast("tuple[object, ...]", value)[part] if isinstance(part, int) else getattr(value, part)
    assert isinstance(value, str)
    return value


def with_text(value: object, path: Path, edit: Callable[[str], str]) -> object:
    """The artefact with one text edited."""
    if not path:
        assert isinstance(value, str)
        return edit(value)
    if isinstance(value, tuple):
        entries = list(cast("tuple[object, ...]", value))
        assert isinstance(path[0], int)
        entries[path[0]] = with_text(entries[path[0]], path[1:], edit)
        return tuple(entries)
    assert isinstance(value, Model)
    assert isinstance(path[0], str)
    return value.model_copy(update={path[0]: with_text(getattr(value, path[0]), path[1:], edit)})


def blockers(judgement: Judgement) -> set[str]:
    """Ids of the findings that block."""
    return {f.id for f in judgement.verdict.blocking}


def unknowns(judgement: Judgement) -> set[str]:
    """Steps whose effect nobody knows."""
    return {f"{f.rule} {f.subject}" for f in judgement.findings if f.rule == "RSK003"}


def described(findings: Iterable[Finding]) -> dict[str, str]:
    """Findings by id, for a message."""
    return {f.id: f"{f.rule} {f.subject} {f.message}" for f in findings}


def renamed(plan: Plan, name: Callable[[str], str]) -> Plan:
    """The plan with other ids for its steps, wherever a typed field names one."""
    ids = {t.id for t in plan.tasks}
    raw = plan.model_dump()
    for task in raw["tasks"]:
        task["id"] = name(task["id"])
        for need in task["preconditions"]:
            if need["established_by"] in ids:
                need["established_by"] = name(need["established_by"])
    for dependency in raw["dependencies"]:
        dependency["from_task"], dependency["to_task"] = name(dependency["from_task"]), name(dependency["to_task"])
    for branch in raw["branches"]:
        branch["tasks"] = [name(member) for member in branch["tasks"]]
    return Plan.model_validate(raw)


def outline(judgement: Judgement, name: Callable[[str], str] = lambda i: i) -> set[tuple[object, ...]]:
    """Findings without their words: rule, severity and subject, with the names of steps mapped."""
    return {
        (
            f.rule,
            f.severity,
            f.basis,
            tuple(sorted(name(t) for t in f.subject.tasks)),
            f.subject.facts,
            f.subject.resources,
        )
        for f in judgement.findings
    }
