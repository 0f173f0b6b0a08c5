"""The rules on structure: what counts, what does not, and what holds of every plan."""

from __future__ import annotations

from itertools import pairwise, product
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from planproof.edits import apply
from planproof.gates.analysis import Analysis
from planproof.gates.run import run
from planproof.gates.structure import RULES
from planproof.gates.structure.cycle import shortest_cycle
from planproof.graph import HardEdge
from planproof.model.digest import digest
from planproof.model.finding import CycleEvidence, Finding, OrderEvidence, ValueEvidence
from planproof.model.goal import Goal
from planproof.model.notes import Note
from planproof.model.plan import Dependency, Plan, Precondition, Task
from tests.gates.bundles import brief, found_in, of_rule
from tests.gates.messy import (
    blockers,
    findings,
    messy_goals,
    messy_plans,
    outline,
    renamed,
    reversed_name,
    shuffled,
    talked_over,
)
from tests.support import examples


def cycle_of(finding: Finding) -> CycleEvidence:
    evidence = finding.evidence[0]
    assert isinstance(evidence, CycleEvidence)
    return evidence


# (code, what it shows, bundle, findings as `severity: subject`)
CASES: list[tuple[str, str, str, list[str]]] = [
    ("STR001", "a list", "plan: [1, 2]", ["blocker: field:"]),
    ("STR001", "an empty plan is a plan", "plan: {id: p, tasks: []}", []),
    ("STR011", "an unreadable plan is not told twice", "plan: [1, 2]", []),
    ("STR002", "a key of the plan itself", "plan: {id: p, tasks: [{id: a}], autor: me}", ["warning: field:autor"]),
    ("STR002", "known keys", "plan: {id: p, tasks: [{id: a, risk_class: low}]}", []),
    (
        "STR004",
        "two values in two steps",
        "plan: {id: p, tasks: [{id: a, effect: boom}, {id: b, effect: boom}]}",
        ["blocker: a field:tasks.a.effect", "blocker: b field:tasks.b.effect"],
    ),
    (
        "STR005",
        "an id of three steps is told once",
        "plan: {id: p, tasks: [{id: a}, {id: a}, {id: a}]}",
        ["blocker: a"],
    ),
    ("STR005", "ids that differ by case", "plan: {id: p, tasks: [{id: a}, {id: A}]}", []),
    (
        "STR005",
        "one resource described in two ways",
        "plan: {id: p, tasks: [{id: a}], resources: [{id: r, kind: table}, {id: r, kind: queue}]}",
        ["blocker: r"],
    ),
    (
        "STR005",
        "one resource described twice in the same words",
        "plan: {id: p, tasks: [{id: a}], resources: [{id: r, kind: table}, {id: r, kind: table}]}",
        ["warning: r"],
    ),
    (
        "STR005",
        "two branches",
        """
        plan:
          id: p
          tasks: [{id: a}, {id: b}]
          branches: [{id: x, kind: fan_in, tasks: [a, b]}, {id: x, kind: fan_out, tasks: [a, b]}]
        """,
        ["warning: branch:x"],
    ),
    (
        "STR005",
        "an artefact that two steps produce, and one that is described as a resource",
        """
        plan:
          id: p
          resources: [{id: d1, kind: file}]
          tasks: [{id: a, produces: [d1, d2]}, {id: b, produces: [d2]}]
        """,
        ["warning: a b d2"],
    ),
    (
        "STR006",
        "one missing step, however many edges name it",
        """
        plan:
          id: p
          tasks: [{id: a}, {id: b}]
          dependencies: [{from_task: x, to_task: a}, {from_task: b, to_task: x}, {from_task: x, to_task: a, kind: soft}]
        """,
        ["blocker: a b x"],
    ),
    (
        "STR006",
        "an edge between two missing steps",
        "plan: {id: p, tasks: [{id: a}], dependencies: [{from_task: x, to_task: y}]}",
        ["blocker: x", "blocker: y"],
    ),
    (
        "STR006",
        "a branch",
        "plan: {id: p, tasks: [{id: a}], branches: [{id: j, kind: fan_in, tasks: [a, x]}]}",
        ["blocker: x"],
    ),
    (
        "STR006",
        "a provider that does not exist is another rule's matter",
        "plan: {id: p, tasks: [{id: a, preconditions: [{fact: f, established_by: x}]}]}",
        [],
    ),
    (
        "STR006",
        "a whole that nobody knows",
        "plan: {id: p, tasks: [{id: a, reads: [r]}], resources: [{id: r, part_of: s}]}",
        ["warning: r s"],
    ),
    (
        "STR006",
        "wholes that are declared, the goal's, or touched by a step",
        """
        goal: {id: g, resources: [{id: db, aliases: [main]}]}
        plan:
          id: p
          resources: [{id: r1, part_of: r2}, {id: r2, replaces: main}, {id: r3, part_of: disk}]
          tasks: [{id: a, effect: observe, reads: [disk]}]
        """,
        [],
    ),
    (
        "STR007",
        "a cycle through three steps, two kinds of edges",
        """
        plan:
          id: p
          execution: dag
          tasks: [{id: a}, {id: b}, {id: c, preconditions: [{fact: f, established_by: b}]}, {id: d}]
          dependencies: [{from_task: a, to_task: b}, {from_task: c, to_task: a}, {from_task: c, to_task: d}]
        """,
        ["blocker: a b c"],
    ),
    (
        "STR007",
        "two knots are two findings",
        """
        plan:
          id: p
          tasks: [{id: a}, {id: b}, {id: c}, {id: d}]
          dependencies:
            - {from_task: a, to_task: b}
            - {from_task: b, to_task: a}
            - {from_task: b, to_task: c}
            - {from_task: c, to_task: d}
            - {from_task: d, to_task: c}
        """,
        ["blocker: a b", "blocker: c d"],
    ),
    (
        "STR007",
        "a soft edge closes no cycle",
        """
        plan:
          id: p
          execution: dag
          tasks: [{id: a}, {id: b}]
          dependencies: [{from_task: a, to_task: b}, {from_task: b, to_task: a, kind: soft}]
        """,
        [],
    ),
    (
        "STR007",
        "a dependency against the list is no cycle",
        "plan: {id: p, tasks: [{id: a}, {id: b}], dependencies: [{from_task: b, to_task: a}]}",
        [],
    ),
    (
        "STR008",
        "twice, once soft",
        """
        plan:
          id: p
          tasks: [{id: a}]
          dependencies: [{from_task: a, to_task: a, kind: soft}, {from_task: a, to_task: a}]
        """,
        ["blocker: a"],
    ),
    (
        "STR008",
        "soft alone",
        "plan: {id: p, tasks: [{id: a}], dependencies: [{from_task: a, to_task: a, kind: soft}]}",
        ["info: a"],
    ),
    (
        "STR008",
        "a fact taken from itself is another rule's matter",
        "plan: {id: p, tasks: [{id: a, preconditions: [{fact: f, established_by: a}]}]}",
        [],
    ),
    (
        "STR009",
        "neighbours in a chain of three, not its ends",
        """
        plan:
          id: p
          execution: dag
          tasks: [{id: a, parallel_group: g}, {id: b, parallel_group: g}, {id: c, parallel_group: g}]
          dependencies: [{from_task: a, to_task: b}, {from_task: b, to_task: c}, {from_task: a, to_task: c}]
        """,
        ["blocker: a b", "blocker: b c"],
    ),
    (
        "STR009",
        "by way of a step outside",
        """
        plan:
          id: p
          execution: dag
          tasks: [{id: a, parallel_group: g}, {id: x}, {id: b, parallel_group: g}]
          dependencies: [{from_task: a, to_task: x}, {from_task: x, to_task: b}]
        """,
        ["blocker: a b"],
    ),
    (
        "STR009",
        "by a fact",
        """
        plan:
          id: p
          tasks:
            - {id: a, parallel_group: g, establishes: [f]}
            - {id: b, parallel_group: g, preconditions: [{fact: f, established_by: a}]}
        """,
        ["blocker: a b"],
    ),
    (
        "STR009",
        "steps that share an id are told once",
        """
        plan:
          id: p
          execution: dag
          tasks:
            - {id: a, parallel_group: g}
            - {id: b, parallel_group: g, preconditions: [{fact: f, established_by: a}]}
            - {id: b, parallel_group: g, preconditions: [{fact: f, established_by: a}]}
        """,
        ["blocker: a b"],
    ),
    (
        "STR009",
        "soft edges, and edges between two groups",
        """
        plan:
          id: p
          tasks:
            - {id: a, parallel_group: g}
            - {id: b, parallel_group: g}
            - {id: c, parallel_group: h}
            - {id: d, parallel_group: h}
          dependencies: [{from_task: a, to_task: b, kind: soft}, {from_task: b, to_task: c}]
        """,
        [],
    ),
    (
        "STR009",
        "a cycle inside a group is told as a cycle",
        """
        plan:
          id: p
          tasks: [{id: a, parallel_group: g}, {id: b, parallel_group: g}]
          dependencies: [{from_task: a, to_task: b}, {from_task: b, to_task: a}]
        """,
        [],
    ),
    (
        "STR010",
        "one step, named twice",
        "plan: {id: p, tasks: [{id: a}], branches: [{id: j, kind: fan_out, tasks: [a, a]}]}",
        ["warning: a branch:j"],
    ),
    (
        "STR010",
        "quorums: too many, none, without a join by quorum, right",
        """
        plan:
          id: p
          tasks: [{id: a}, {id: b}, {id: c}]
          branches:
            - {id: j1, kind: fan_in, tasks: [a, b], join: quorum, quorum: 3}
            - {id: j2, kind: fan_in, tasks: [a, b], join: quorum, quorum: 0}
            - {id: j3, kind: fan_in, tasks: [a, b], join: any, quorum: 1}
            - {id: j4, kind: fan_in, tasks: [a, b, c], join: quorum, quorum: 2}
            - {id: j5, kind: fan_in, tasks: [a, b], join: any}
        """,
        ["warning: a b branch:j1", "warning: a b branch:j2", "warning: a b branch:j3"],
    ),
    (
        "STR012",
        "only the list of dependencies is written in another order",
        """
        parent:
          id: p
          tasks: [{id: a}, {id: b}, {id: c}]
          dependencies: [{from_task: a, to_task: b}, {from_task: b, to_task: c}]
        plan:
          id: q
          version: 2
          tasks: [{id: a}, {id: b}, {id: c}]
          dependencies: [{from_task: b, to_task: c}, {from_task: a, to_task: b, reason: first things first}]
        """,
        ["warning: "],
    ),
    (
        "STR012",
        "another order of a dag is no change",
        """
        parent: {id: p, execution: dag, tasks: [{id: a}, {id: b}]}
        plan: {id: p, version: 2, execution: dag, tasks: [{id: b}, {id: a}]}
        """,
        ["warning: "],
    ),
    (
        "STR012",
        "another order of a list is",
        "{parent: {id: p, tasks: [{id: a}, {id: b}]}, plan: {id: p, version: 2, tasks: [{id: b}, {id: a}]}}",
        [],
    ),
    (
        "STR012",
        "as are a hard edge for a soft one, another goal, and a way to run",
        """
        parent:
          id: p
          execution: dag
          tasks: [{id: a}, {id: b}]
          dependencies: [{from_task: a, to_task: b, kind: soft}]
        plan: {id: p, execution: dag, tasks: [{id: a}, {id: b}], dependencies: [{from_task: a, to_task: b}]}
        """,
        [],
    ),
    (
        "STR012",
        "a draft whose parent is not known",
        f"plan: {{id: p, version: 2, parent: {'a' * 64}, tasks: [{{id: a}}]}}",
        [],
    ),
    (
        "STR013",
        "hard beside soft, and both directions",
        """
        plan:
          id: p
          tasks: [{id: a}, {id: b}]
          dependencies:
            - {from_task: a, to_task: b, kind: soft}
            - {from_task: a, to_task: b}
            - {from_task: b, to_task: a}
            - {from_task: b, to_task: a}
        """,
        ["info: a b"],
    ),
    (
        "STR013",
        "the two directions of one pair are no repetition",
        """
        plan:
          id: p
          tasks: [{id: a}, {id: b}]
          dependencies: [{from_task: a, to_task: b}, {from_task: b, to_task: a}]
        """,
        [],
    ),
    ("STR014", "no goal to compare with", "plan: {id: p, goal_id: g, tasks: [{id: a}]}", []),
    ("STR014", "a plan that names none", "{goal: {id: g}, plan: {id: p, tasks: [{id: a}]}}", []),
    (
        "STR015",
        "a resource of the goal described again, in its own words",
        """
        goal: {id: g, resources: [{id: db.users, aliases: [users]}], constraints: {protected: [db.users]}}
        plan: {id: p, tasks: [{id: a}], resources: [{id: db.users, kind: database, aliases: [users, Users]}]}
        """,
        [],
    ),
    (
        "STR015",
        "a name of the goal used as an id, without further names",
        """
        goal: {id: g, resources: [{id: db.users, aliases: [users]}], constraints: {protected: [db.users]}}
        plan: {id: p, tasks: [{id: a}], resources: [{id: users}]}
        """,
        [],
    ),
    (
        "STR015",
        "a protected name taken as an alias, an open one as well",
        """
        goal:
          id: g
          resources: [{id: db.users, aliases: [users]}, {id: db.logs}]
          constraints: {protected: ["db.u*"]}
        plan:
          id: p
          tasks: [{id: a}]
          resources: [{id: scratch, aliases: [users]}, {id: other, aliases: [db.logs]}]
        """,
        ["blocker: alias:users db.users scratch", "warning: alias:db.logs db.logs other"],
    ),
    (
        "STR015",
        "the goal's own name in other letters",
        """
        goal: {id: g, resources: [{id: db.users}], constraints: {protected: [db.users]}}
        plan: {id: p, tasks: [{id: a}], resources: [{id: scratch, aliases: [DB.Users]}]}
        """,
        ["blocker: alias:DB.Users db.users scratch"],
    ),
    (
        "STR016",
        "different kinds that no step names",
        """
        plan:
          id: p
          resources: [{id: vs, kind: service, aliases: [shop/web]}, {id: dr, kind: rule, aliases: [shop/web]}]
          tasks: [{id: a, effect: modify, writes: [vs]}]
        """,
        [],
    ),
    (
        "STR016",
        "one kind",
        """
        plan:
          id: p
          resources: [{id: t1, kind: table, aliases: [orders]}, {id: t2, kind: table, aliases: [orders]}]
          tasks: [{id: a, effect: modify, writes: [t1]}]
        """,
        ["warning: orders t1 t2"],
    ),
    (
        "STR016",
        "the id of one is a name of the other",
        """
        plan:
          id: p
          resources: [{id: orders, kind: table}, {id: q, kind: queue, aliases: [orders]}]
          tasks: [{id: a, effect: observe, reads: [x], verification: {how: count, expected: "0", observes: [orders]}}]
        """,
        ["warning: a orders q"],
    ),
    (
        "STR017",
        "a dag has no list order",
        """
        plan:
          id: p
          execution: dag
          tasks: [{id: a, parallel_group: g}, {id: x}, {id: b, parallel_group: g}]
        """,
        [],
    ),
    (
        "STR017",
        "a step in between that is ordered with every member",
        """
        plan:
          id: p
          tasks: [{id: a, parallel_group: g}, {id: x}, {id: b, parallel_group: g}]
          dependencies: [{from_task: a, to_task: x}, {from_task: x, to_task: b}]
        """,
        [],
    ),
    (
        "STR017",
        "two groups through one another",
        """
        plan:
          id: p
          tasks:
            - {id: a, parallel_group: g}
            - {id: c, parallel_group: h}
            - {id: b, parallel_group: g}
            - {id: d, parallel_group: h}
        """,
        ["warning: a b group:g", "warning: c d group:h"],
    ),
    (
        "STR018",
        "steps that share nothing",
        """
        plan:
          id: p
          execution: dag
          tasks: [{id: a, effect: modify, writes: [r]}, {id: b, effect: modify, writes: [s]}]
          dependencies: [{from_task: a, to_task: b, kind: soft}]
        """,
        [],
    ),
    (
        "STR018",
        "two readers",
        """
        plan:
          id: p
          execution: dag
          tasks: [{id: a, effect: observe, reads: [r]}, {id: b, effect: observe, reads: [r]}]
          dependencies: [{from_task: a, to_task: b, kind: soft}]
        """,
        [],
    ),
    (
        "STR018",
        "a fact",
        """
        plan:
          id: p
          execution: dag
          tasks: [{id: a, establishes: [f]}, {id: b, preconditions: [{fact: f}]}]
          dependencies: [{from_task: a, to_task: b, kind: soft}]
        """,
        ["info: a b"],
    ),
    (
        "STR018",
        "the list orders them",
        """
        plan:
          id: p
          tasks: [{id: a, effect: modify, writes: [r]}, {id: b, effect: modify, writes: [r]}]
          dependencies: [{from_task: a, to_task: b, kind: soft}]
        """,
        [],
    ),
    (
        "STR019",
        "three in a circle, by another name, and one of itself",
        """
        plan:
          id: p
          tasks: [{id: a}]
          resources:
            - {id: r1, part_of: r2}
            - {id: r2, part_of: r3}
            - {id: r3, part_of: first}
            - {id: r1b, aliases: [first], part_of: r1}
            - {id: r4, replaces: r4}
        """,
        ["blocker: r1 r1b r2 r3", "blocker: r4"],
    ),
    (
        "STR019",
        "a chain, and one that is part of what it replaces",
        """
        plan:
          id: p
          tasks: [{id: a}]
          resources: [{id: r1, part_of: r2, replaces: r2}, {id: r2, part_of: r3}, {id: r3}]
        """,
        [],
    ),
    ("STR020", "another id", "plan: {id: p, tasks: [{id: ENV}]}", []),
]


@pytest.mark.parametrize(("code", "bundle", "expected"), [pytest.param(c, b, e, id=f"{c} {w}") for c, w, b, e in CASES])
def test_what_counts_and_what_does_not(code: str, bundle: str, expected: list[str]) -> None:
    assert brief(of_rule(code, bundle, RULES)) == expected


def test_the_digest_alone_tells_a_revision_that_changes_nothing() -> None:
    draft = Plan(id="p", tasks=(Task(id="a"),))
    same = Plan(id="p", version=2, parent=digest(draft), tasks=(Task(id="a"),))
    other = Plan(id="p", version=2, parent=digest(draft), tasks=(Task(id="b"),))
    assert [f.rule for f in findings(RULES, same, None)] == ["STR012"]
    assert not findings(RULES, other, None)


def test_notes_on_the_goal_are_information() -> None:
    notes = [Note("unknown_field", path, None, "[]", "no field") for path in ("goal.steps", "goals", "goal")]
    found = run(Analysis(Plan(id="p", tasks=(Task(id="a"),)), notes=notes), rules=RULES)
    assert [f.severity for f in found] == ["info", "warning", "warning"]


def test_two_notes_on_one_place_are_one_finding() -> None:
    notes = [Note("invalid", "tasks.a.effect", "a", value, "no effect") for value in ("boom", "bang")]
    found = run(Analysis(Plan(id="p", tasks=(Task(id="a"),)), notes=notes), rules=RULES)
    assert brief(found) == ["blocker: a field:tasks.a.effect"]


def test_a_dangling_edge_says_where_it_stands() -> None:
    bundle = "plan: {id: p, tasks: [{id: a}], dependencies: [{from_task: a, to_task: a}, {from_task: a, to_task: b}]}"
    finding = of_rule("STR006", bundle, RULES)[0]
    assert finding.evidence == (ValueEvidence(field="dependencies.1.to_task", found="b", wanted="the id of a step"),)


def test_an_order_inside_a_group_is_shown_up_to_the_step_that_waits() -> None:
    bundle = """
    plan:
      id: p
      execution: dag
      tasks: [{id: a, parallel_group: g}, {id: x}, {id: b, parallel_group: g}, {id: c}]
      dependencies: [{from_task: a, to_task: x}, {from_task: x, to_task: b}]
    """
    evidence = of_rule("STR009", bundle, RULES)[0].evidence[0]
    assert isinstance(evidence, OrderEvidence)
    assert evidence.order == ("a", "x", "b")


def test_of_a_thousand_cycles_a_hundred_are_listed_and_the_rest_counted() -> None:
    plan = Plan(
        id="p",
        tasks=tuple(Task(id=f"{x}{i}") for i in range(1000) for x in "ab"),
        dependencies=tuple(
            Dependency(from_task=f"{x}{i}", to_task=f"{y}{i}") for i in range(1000) for x, y in ("ab", "ba")
        ),
    )
    found = findings(RULES, plan, None)
    assert len(found) == 100
    assert found[-1].more == 900


# -- against independent answers ---------------------------------------------------------------------------------------

edges_among = st.lists(st.tuples(st.integers(0, 6), st.integers(0, 6), st.booleans()), max_size=14)


def closure(edges: set[tuple[int, int]], n: int) -> list[list[bool]]:
    """Warshall's transitive closure."""
    reach = [[(a, b) in edges for b in range(n)] for a in range(n)]
    for k, a, b in product(range(n), repeat=3):
        reach[a][b] = reach[a][b] or (reach[a][k] and reach[k][b])
    return reach


def plan_of(edges: list[tuple[int, int, bool]], n: int, **more: object) -> Plan:
    """A dag with dependencies, and preconditions where the third is true."""
    needs: dict[int, list[Precondition]] = {i: [] for i in range(n)}
    for k, (a, b, by_fact) in enumerate(edges):
        if by_fact:
            needs[b].append(Precondition(fact=f"f{k}", established_by=f"t{a}"))
    return Plan.model_validate(
        {
            "id": "p",
            "execution": "dag",
            "tasks": [Task(id=f"t{i}", preconditions=tuple(needs[i])) for i in range(n)],
            "dependencies": [Dependency(from_task=f"t{a}", to_task=f"t{b}") for a, b, by_fact in edges if not by_fact],
            **more,
        }
    )


@given(edges_among)
def test_cycles_are_the_steps_that_reach_one_another(edges: list[tuple[int, int, bool]]) -> None:
    n = 7
    pairs = {(a, b) for a, b, _ in edges if a != b}
    reach = closure(pairs, n)
    knots = {frozenset(b for b in range(n) if a == b or (reach[a][b] and reach[b][a])) for a in range(n) if reach[a][a]}
    found = [f for f in findings(RULES, plan_of(edges, n), None) if f.rule == "STR007"]
    assert {frozenset(int(t[1:]) for t in f.subject.tasks) for f in found} == knots

    for finding in found:
        evidence = cycle_of(finding)
        path = [int(t[1:]) for t in evidence.path]
        assert len(set(path)) == len(path) == len(evidence.reasons)
        assert all(step in pairs for step in pairwise([*path, path[0]]))
        # The shortest: no closed walk of fewer steps through this knot exists.
        inside = {(a, b) for a, b in pairs if f"t{a}" in finding.subject.tasks and f"t{b}" in finding.subject.tasks}
        walks = inside
        for _ in range(2, len(path)):
            walks = {(a, d) for a, b in walks for c, d in inside if b == c}
            assert all(a != b for a, b in walks), "there is a shorter cycle"


def test_a_reason_names_the_kind_of_its_edge() -> None:
    evidence = cycle_of(of_rule("STR007", CYCLE_OF_BOTH, RULES)[0])
    assert evidence.path == ("a", "b")
    assert evidence.reasons == (
        "a dependency puts 'a' before 'b'",
        "'a' needs the fact 'done' established by 'b'",
    )


CYCLE_OF_BOTH = """
plan:
  id: p
  tasks: [{id: a, preconditions: [{fact: other}, {fact: done, established_by: b}]}, {id: b}]
  dependencies: [{from_task: a, to_task: b}]
"""


def test_a_large_knot_is_told_in_bounded_time() -> None:
    """A ring of 2,000 with a chord: the search gives up looking for the shortest, not for a cycle."""
    n = 2_000
    edges = {i: {(i + 1) % n: HardEdge(i, (i + 1) % n, "dependency", i)} for i in range(n)}
    edges[1_500][1_000] = HardEdge(1_500, 1_000, "dependency", n)
    path = shortest_cycle(range(n), edges)
    assert all(b in edges[a] for a, b in pairwise([*path, path[0]]))


@given(edges_among, st.lists(st.sampled_from([None, "g", "h"]), min_size=7, max_size=7))
def test_orders_inside_groups_are_the_neighbours(edges: list[tuple[int, int, bool]], groups: list[str | None]) -> None:
    n = 7
    forward = [(min(a, b), max(a, b), f) for a, b, f in edges if a != b]
    plan = plan_of(forward, n)
    plan = plan.model_copy(
        update={
            "tasks": tuple(t.model_copy(update={"parallel_group": g}) for t, g in zip(plan.tasks, groups, strict=True))
        }
    )
    reach = closure({(a, b) for a, b, _ in forward}, n)
    together = {
        (a, b)
        for a, b in product(range(n), repeat=2)
        if groups[a] is not None and groups[a] == groups[b] and reach[a][b]
    }
    neighbours = {(a, b) for a, b in together if not any((a, c) in together and (c, b) in together for c in range(n))}
    found = {f.subject.tasks for f in findings(RULES, plan, None) if f.rule == "STR009"}
    assert found == {(f"t{a}", f"t{b}") for a, b in neighbours}


# -- what holds of every plan ------------------------------------------------------------------------------------------


@given(messy_plans(), st.none() | messy_goals())
def test_no_two_findings_have_one_id(plan: Plan, goal: Goal | None) -> None:
    found = findings(RULES, plan, goal)
    assert len({f.id for f in found}) == len(found)


@given(messy_plans(), st.none() | messy_goals())
def test_findings_do_not_depend_on_the_names_of_steps(plan: Plan, goal: Goal | None) -> None:
    other = findings(RULES, renamed(plan, reversed_name), goal)
    assert outline(other) == outline(findings(RULES, plan, goal), reversed_name)


@given(messy_plans(twice=False, execution=("dag",)), st.none() | messy_goals(), st.integers())
def test_findings_do_not_depend_on_the_list_order_of_a_dag(plan: Plan, goal: Goal | None, seed: int) -> None:
    other = findings(RULES, shuffled(plan, Random(seed)), goal)
    assert outline(other) == outline(findings(RULES, plan, goal))


@given(messy_plans(), st.none() | messy_goals(), st.text(min_size=1, max_size=20), st.booleans())
def test_no_words_take_a_blocker_away(plan: Plan, goal: Goal | None, words: str, front: bool) -> None:
    assert blockers(findings(RULES, plan, goal)) <= blockers(findings(RULES, talked_over(plan, words, front), goal))


@given(messy_plans(twice=False))
def test_a_fix_clears_its_finding_and_adds_none(plan: Plan) -> None:
    before = findings(RULES, plan, None)
    for finding in before:
        if finding.fix is None:
            continue
        assert finding.fix.safe
        fixed = apply(plan, finding.fix.edits)
        after = {f.id for f in findings(RULES, fixed, None)}
        assert finding.id not in after
        assert after <= {f.id for f in before}
        hard = [{(d.from_task, d.to_task) for d in p.dependencies if d.kind == "hard"} for p in (plan, fixed)]
        assert {(a, b) for a, b in hard[0] if a != b} == {(a, b) for a, b in hard[1] if a != b}, "an order was lost"


def test_thousands_of_groups_through_one_another_take_no_minutes() -> None:
    """No rule goes over pairs of steps."""
    n = examples(5_000, 10_000)
    plan = Plan(
        id="p",
        tasks=tuple(
            Task(id=f"t{i}", effect="modify", writes=(f"r{i}",), parallel_group=f"g{i % (n // 2)}") for i in range(n)
        ),
        dependencies=tuple(Dependency(from_task=f"t{i}", to_task=f"t{i + 1}", kind="soft") for i in range(n - 1)),
    )
    assert {f.rule for f in findings(RULES, plan, None)} == {"STR017"}


# -- waivers -----------------------------------------------------------------------------------------------------------

REPEATED = """
  tasks: [{id: a}, {id: b}]
  dependencies: [{from_task: a, to_task: b}, {from_task: a, to_task: b}]
"""


def waived(waivers: str, now: str = "2026-09-02T00:00:00Z") -> list[tuple[str, bool]]:
    bundle = f"now: {now}\ngoal: {{id: g, waivers: [{waivers}]}}\nplan:\n  id: p{REPEATED}"
    return [(f.rule, f.waived is not None) for f in found_in(bundle, RULES)]


def waiver(rule: str, scope: str = "*", expires: str = "2027-01-01T00:00:00Z", by: str = "dana") -> str:
    return f"{{rule: {rule}, scope: '{scope}', reason: known, by: {by}, expires: {expires}}}"


def test_a_used_waiver_is_no_finding() -> None:
    assert waived(waiver("STR013")) == [("STR013", True)]
    assert waived(waiver("STR")) == [("STR013", True)]


def test_a_waiver_must_cover_every_step_of_the_finding() -> None:
    assert waived(waiver("STR013", "a")) == [("STR013", False), ("WAI004", False)]


def test_an_expired_waiver_suppresses_nothing_and_is_told_once() -> None:
    assert waived(waiver("STR013", expires="2026-09-02T00:00:00Z")) == [("STR013", False), ("WAI001", False)]
    twice = ", ".join([waiver("STR013", expires="2026-01-01T00:00:00Z")] * 2)
    assert waived(twice) == [("STR013", False), ("WAI001", False)]


def test_waivers_of_two_people_are_two_findings() -> None:
    both = ", ".join(waiver("STR007", by=by) for by in ("dana", "kim"))
    assert [rule for rule, _ in waived(both)] == ["STR013", "WAI004", "WAI004"]


def test_a_rule_that_does_not_exist_and_one_that_is_not_run() -> None:
    assert waived(waiver("STR999")) == [("STR013", False), ("WAI003", False)]
    only = [rule for rule in RULES if rule.code in ("STR013", "WAI003", "WAI004")]
    bundle = f"goal: {{id: g, waivers: [{waiver('STR007')}]}}\nplan:\n  id: p{REPEATED}"
    # STR007 exists, but here it is not run: its waiver is neither unknown nor unused. This needs the registry.
    assert [f.rule for f in found_in(bundle, only) if f.rule == "WAI004"] == []
