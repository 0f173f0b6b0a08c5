"""Judges bundles as the pages of the rules and the tests of the gates write them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import datetime

from planproof.gates.analysis import Analysis
from planproof.gates.registry import RULES
from planproof.gates.rule import Rule
from planproof.gates.run import run
from planproof.model.authored import read_goal
from planproof.model.config import Config
from planproof.model.finding import Finding
from planproof.model.plan import Plan
from planproof.model.reader import read_plan
from planproof.model.values import as_mapping
from planproof.model.yamltext import read_yaml

KEYS = {"goal", "plan", "parent", "now"}

Bundle = Mapping[str, object] | str
"""A bundle `{goal, plan, parent, now}`, of which `plan` alone is needed, or the YAML of one."""


def analysis_of(bundle: Bundle) -> Analysis:
    """The analysis of a bundle, read as the command line reads it."""
    if isinstance(bundle, str):
        given = as_mapping(read_yaml(bundle)[0])
        assert given is not None
        bundle = given
    assert set(bundle) <= KEYS, f"keys {set(bundle) - KEYS!r}: a bundle has {KEYS!r}"
    reading = read_plan(bundle["plan"])
    goal = read_goal(bundle["goal"])[0] if "goal" in bundle else None
    parent = read_plan(bundle["parent"]) if "parent" in bundle else None
    assert parent is None or (parent.plan is not None and not parent.notes)
    return Analysis(
        reading.plan or Plan(id="-"),
        goal,
        notes=reading.notes,
        parent=parent.plan if parent is not None else None,
        now=datetime.fromisoformat(str(bundle["now"])) if "now" in bundle else None,
    )


def found_in(bundle: Bundle, rules: Sequence[Rule] | None = None, config: Config | None = None) -> tuple[Finding, ...]:
    """What some rules, or all, find in a bundle."""
    return run(analysis_of(bundle), config, RULES if rules is None else rules)


def of_rule(code: str, bundle: Bundle, rules: Sequence[Rule] | None = None) -> list[Finding]:
    """What one rule finds in a bundle, judged among all."""
    return [finding for finding in found_in(bundle, rules) if finding.rule == code]


def brief(findings: Sequence[Finding]) -> list[str]:
    """Findings as `severity: what they are about`, for tables of cases.

    Example:
        >>> from planproof.model.finding import Subject
        >>> brief([Finding(rule="STR007", name="cycle", family="structure", severity="blocker", basis="proven",
        ...                message="", subject=Subject(tasks=("a", "b"), facts=("f",)))])
        ['blocker: a b f']
    """
    return [
        f"{f.severity}: {' '.join((*f.subject.tasks, *f.subject.facts, *f.subject.resources, *f.subject.commands))}"
        for f in findings
    ]
