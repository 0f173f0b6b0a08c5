"""The rules on traceability: what counts, what does not, and what holds of every plan."""

from __future__ import annotations

from random import Random
from textwrap import dedent

import pytest
from hypothesis import given
from hypothesis import strategies as st

from planproof.gates.traceability import RULES
from planproof.model.goal import Criterion, Goal
from planproof.model.plan import Plan, Task
from tests.gates.bundles import brief, found_in, of_rule
from tests.gates.messy import findings, messy_goals, messy_plans, outline, renamed, reversed_name, shuffled

GOAL = "goal: {id: g, acceptance: [{id: done, text: it is done}]}"

# (code, what it shows, plan and goal, findings as `severity: subject`)
CASES: list[tuple[str, str, str, list[str]]] = [
    ("TRC001", "a goal without criteria", "{goal: {id: g}, plan: {id: p, tasks: [{id: a}]}}", []),
    (
        "TRC001",
        "a criterion met by the second of two steps",
        "plan: {id: p, tasks: [{id: a}, {id: b, satisfies: [done]}]}",
        [],
    ),
    (
        "TRC001",
        "a criterion met by nobody",
        "plan: {id: p, tasks: [{id: a}]}",
        ["warning: criterion:done"],
    ),
    (
        "TRC001",
        "a criterion that the goal lists twice",
        """
        goal: {id: g, acceptance: [{id: done}, {id: done}, {id: kept}]}
        plan: {id: p, tasks: [{id: a, satisfies: [kept]}]}
        """,
        ["warning: criterion:done"],
    ),
    (
        "TRC002",
        "to look, or to tell somebody, needs no check",
        """
        plan:
          id: p
          tasks: [{id: a, effect: observe, reads: [r], satisfies: [done]}]
        """,
        [],
    ),
    (
        "TRC002",
        "of two steps one is verified",
        """
        plan:
          id: p
          tasks:
            - {id: a, effect: modify, writes: [r], satisfies: [done]}
            - id: b
              effect: modify
              writes: [s]
              satisfies: [done]
              verification: {how: count the rows of s, expected: as many as in t, observes: [s]}
        """,
        [],
    ),
    (
        "TRC002",
        "a later step looks at what was changed",
        """
        plan:
          id: p
          tasks:
            - {id: a, effect: modify, writes: [r], satisfies: [done]}
            - {id: b, effect: observe, reads: [r]}
        """,
        [],
    ),
    (
        "TRC002",
        "an earlier step, or one that looks elsewhere, verifies nothing",
        """
        plan:
          id: p
          tasks:
            - {id: c, effect: observe, reads: [r]}
            - {id: a, effect: modify, writes: [r], satisfies: [done]}
            - {id: b, effect: observe, reads: [s]}
        """,
        ["warning: a criterion:done"],
    ),
    (
        "TRC002",
        "a check that cannot fail is none",
        """
        plan:
          id: p
          tasks:
            - {id: a, effect: modify, writes: [r], satisfies: [done], verification: {command: "true", observes: [r]}}
        """,
        ["warning: a criterion:done"],
    ),
    (
        "TRC002",
        "a criterion that nobody claims is told by TRC001",
        "plan: {id: p, tasks: [{id: a, effect: modify, writes: [r]}]}",
        [],
    ),
    (
        "TRC003",
        "a goal without criteria asks for nothing",
        """
        goal: {id: g}
        plan: {id: p, tasks: [{id: a, effect: modify, writes: [r]}, {id: b, effect: modify, writes: [s]}]}
        """,
        [],
    ),
    (
        "TRC003",
        "looking and telling is information, changing is not",
        """
        plan:
          id: p
          tasks:
            - {id: a, effect: modify, writes: [r], satisfies: [done]}
            - {id: look, effect: observe, reads: [s]}
            - {id: tell, effect: notify}
            - {id: change, effect: modify, writes: [t]}
        """,
        ["info: look", "info: tell", "warning: change"],
    ),
    (
        "TRC003",
        "steps that others need: by a dependency, a fact, an artefact, a check, a rollback, a whole",
        """
        plan:
          id: p
          resources: [{id: part, part_of: whole}]
          tasks:
            - {id: by-edge, effect: modify, writes: [r1]}
            - {id: by-fact, effect: modify, writes: [r2], establishes: [f]}
            - {id: by-removal, effect: modify, writes: [r3], removes: [f]}
            - {id: by-artefact, effect: create, reads: [r4], produces: [d4]}
            - {id: by-check, effect: modify, writes: [r5]}
            - {id: by-rollback, effect: modify, writes: [r6]}
            - {id: by-part, effect: modify, writes: [part]}
            - id: a
              effect: modify
              writes: [whole]
              satisfies: [done]
              preconditions: [{fact: f}]
              verification: {how: compare r5 with r7, expected: equal, observes: [r5]}
              rollback: {action: restore, uses: [d4], restores_state: [r6]}
          dependencies: [{from_task: by-edge, to_task: a}]
        """,
        [],
    ),
    (
        "TRC003",
        "a soft dependency serves nobody",
        """
        plan:
          id: p
          tasks: [{id: b, effect: modify, writes: [s]}, {id: a, effect: modify, writes: [r], satisfies: [done]}]
          dependencies: [{from_task: b, to_task: a, kind: soft}]
        """,
        ["warning: b"],
    ),
    (
        "TRC003",
        "a step that cleans up after another",
        """
        plan:
          id: p
          tasks: [{id: a, effect: modify, writes: [r], satisfies: [done]}, {id: b, effect: destroy, destroys: [r]}]
        """,
        [],
    ),
    (
        "TRC004",
        "a goal without criteria has none to name",
        "{goal: {id: g}, plan: {id: p, tasks: [{id: a, satisfies: [done]}]}}",
        ["warning: a criterion:done"],
    ),
    (
        "TRC004",
        "one criterion of two steps is one finding",
        "plan: {id: p, tasks: [{id: a, satisfies: [dnoe]}, {id: b, satisfies: [dnoe, done]}]}",
        ["warning: a b criterion:dnoe"],
    ),
]


@pytest.mark.parametrize(("code", "bundle", "expected"), [pytest.param(c, b, e, id=f"{c} {w}") for c, w, b, e in CASES])
def test_what_counts_and_what_does_not(code: str, bundle: str, expected: list[str]) -> None:
    if "goal:" not in bundle:
        bundle = f"{GOAL}\n{dedent(bundle)}"
    assert brief(of_rule(code, bundle, RULES)) == expected


def test_without_a_goal_there_is_nothing_to_compare_with() -> None:
    assert not found_in(
        "plan: {id: p, tasks: [{id: a, satisfies: [done]}, {id: b, effect: modify, writes: [r]}]}", RULES
    )


@given(st.sets(st.sampled_from("abc")), st.lists(st.sets(st.sampled_from("abcd")), min_size=1, max_size=4))
def test_criteria_are_met_or_unmet_or_unknown(wanted: set[str], claims: list[set[str]]) -> None:
    goal = Goal(id="g", acceptance=tuple(Criterion(id=c) for c in sorted(wanted)))
    plan = Plan(id="p", tasks=tuple(Task(id=f"t{i}", satisfies=tuple(sorted(c))) for i, c in enumerate(claims)))
    claimed = set[str]().union(*claims)
    found = findings(RULES, plan, goal)
    told = {code: {f.subject.facts[0][-1] for f in found if f.rule == code} for code in ("TRC001", "TRC004")}
    assert told == {"TRC001": wanted - claimed, "TRC004": claimed - wanted}


@given(messy_plans(), messy_goals())
def test_no_two_findings_have_one_id(plan: Plan, goal: Goal) -> None:
    found = findings(RULES, plan, goal)
    assert len({f.id for f in found}) == len(found)


@given(messy_plans(), messy_goals())
def test_findings_do_not_depend_on_the_names_of_steps(plan: Plan, goal: Goal) -> None:
    other = findings(RULES, renamed(plan, reversed_name), goal)
    assert outline(other) == outline(findings(RULES, plan, goal), reversed_name)


@given(messy_plans(twice=False, execution=("dag",)), messy_goals(), st.integers())
def test_findings_do_not_depend_on_the_list_order_of_a_dag(plan: Plan, goal: Goal, seed: int) -> None:
    assert outline(findings(RULES, shuffled(plan, Random(seed)), goal)) == outline(findings(RULES, plan, goal))
