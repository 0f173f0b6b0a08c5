"""The rules on facts: what counts, what does not, and what holds of every plan."""

from __future__ import annotations

from random import Random
from typing import Literal

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from planproof.edits import apply
from planproof.gates.analysis import Analysis
from planproof.gates.crowd import MOST_FOUND
from planproof.gates.facts import RULES
from planproof.gates.run import run
from planproof.model.finding import AddDependency, Edit, Finding, Fix, MoveTask, OrderEvidence, SetField
from planproof.model.goal import Constraints, Given, Goal
from planproof.model.limits import MAX_LISTED
from planproof.model.plan import Plan, Precondition, Task
from tests.gates.bundles import analysis_of, brief, of_rule
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
from tests.graph.brute import SIZE, Brute, plan_of
from tests.strategies import goals, plans, sentences
from tests.support import examples

GOAL = "{id: g, constraints: {given: [{fact: f}]}}"

# (code, what it shows, bundle, findings as `severity: subject`)
CASES: list[tuple[str, str, str, list[str]]] = [
    ("PRE001", "nobody gives it", "plan: {id: p, tasks: [{id: a, preconditions: [{fact: f}]}]}", ["blocker: a f"]),
    (
        "PRE001",
        "the goal gives it",
        f"{{goal: {GOAL}, plan: {{id: p, tasks: [{{id: a, preconditions: [{{fact: f}}]}}]}}}}",
        [],
    ),
    (
        "PRE001",
        "one need of one step is told once",
        "plan: {id: p, tasks: [{id: a, preconditions: [{fact: f}, {fact: f}]}]}",
        ["blocker: a f"],
    ),
    (
        "PRE001",
        "what rests on env is an assumption",
        "plan: {id: p, tasks: [{id: a, preconditions: [{fact: f, established_by: env}]}]}",
        [],
    ),
    (
        "PRE001",
        "a provider that only its consumer speaks of",
        "plan: {id: p, tasks: [{id: a}, {id: b, preconditions: [{fact: f, established_by: a}]}]}",
        [],
    ),
    (
        "PRE001",
        "a provider that removes the fact is a threat, not a provider",
        "plan: {id: p, tasks: [{id: a, removes: [f]}, {id: b, preconditions: [{fact: f, established_by: a}]}]}",
        ["blocker: b f"],
    ),
    (
        "PRE002",
        "listed after it",
        "plan: {id: p, tasks: [{id: a, preconditions: [{fact: f}]}, {id: b, establishes: [f]}]}",
        ["blocker: a b f"],
    ),
    (
        "PRE002",
        "either of two in time is no help",
        """
        plan:
          id: p
          execution: dag
          tasks:
            - {id: a, establishes: [f]}
            - {id: b, establishes: [f]}
            - {id: c, preconditions: [{fact: f}]}
          branches: [{id: j, kind: fan_in, tasks: [a, b], join: any}]
          dependencies: [{from_task: a, to_task: c}]
        """,
        [],
    ),
    (
        "PRE002",
        "one of two behind a join that waits for either",
        """
        plan:
          id: p
          execution: dag
          tasks: [{id: a, establishes: [f]}, {id: b}, {id: c, preconditions: [{fact: f}]}]
          branches: [{id: j, kind: fan_in, tasks: [a, b], join: any}]
          dependencies: [{from_task: a, to_task: c}, {from_task: b, to_task: c}]
        """,
        ["blocker: a c f"],
    ),
    (
        "PRE002",
        "both of two behind a join that waits for either",
        """
        plan:
          id: p
          execution: dag
          tasks: [{id: a, establishes: [f]}, {id: b, establishes: [f]}, {id: c, preconditions: [{fact: f}]}]
          branches: [{id: j, kind: fan_in, tasks: [a, b], join: any}]
          dependencies: [{from_task: a, to_task: c}, {from_task: b, to_task: c}]
        """,
        [],
    ),
    (
        "PRE002",
        "of many late establishers the subject names none",
        """
        plan:
          id: p
          execution: dag
          tasks:
            - {id: a, preconditions: [{fact: f}]}
            - {id: b, establishes: [f]}
            - {id: c, establishes: [f]}
            - {id: d, establishes: [f]}
            - {id: e, establishes: [f]}
            - {id: g, establishes: [f]}
            - {id: h, establishes: [f]}
        """,
        ["blocker: a f"],
    ),
    (
        "PRE003",
        "given and removed before",
        f"{{goal: {GOAL}, plan: {{id: p, tasks: [{{id: r, removes: [f]}}, {{id: a, preconditions: [{{fact: f}}]}}]}}}}",
        ["blocker: a r f"],
    ),
    (
        "PRE003",
        "removed by the step itself, after its need",
        f"{{goal: {GOAL}, plan: {{id: p, tasks: [{{id: a, preconditions: [{{fact: f}}], removes: [f]}}]}}}}",
        [],
    ),
    (
        "PRE003",
        "established again in between",
        f"""
        goal: {GOAL}
        plan:
          id: p
          tasks: [{{id: r, removes: [f]}}, {{id: e, establishes: [f]}}, {{id: a, preconditions: [{{fact: f}}]}}]
        """,
        [],
    ),
    (
        "PRE003",
        "two threats are one finding",
        f"""
        goal: {GOAL}
        plan:
          id: p
          execution: dag
          tasks: [{{id: r, removes: [f]}}, {{id: s, removes: [f]}}, {{id: a, preconditions: [{{fact: f}}]}}]
        """,
        ["blocker: a r s f"],
    ),
    (
        "PRE003",
        "what is taken as given can be removed as well, which hides neither fault",
        """
        plan:
          id: p
          execution: dag
          tasks:
            - {id: r, removes: [f]}
            - {id: e, establishes: [f]}
            - {id: a, preconditions: [{fact: f, established_by: env}]}
        """,
        ["blocker: a r f"],
    ),
    (
        "PRE004",
        "the goal gives it all the same",
        f"{{goal: {GOAL}, plan: {{id: p, tasks: [{{id: a, preconditions: [{{fact: f, established_by: x}}]}}]}}}}",
        ["warning: a f"],
    ),
    (
        "PRE004",
        "an earlier step establishes it all the same",
        "plan: {id: p, tasks: [{id: e, establishes: [f]}, {id: a, preconditions: [{fact: f, established_by: x}]}]}",
        ["warning: a f"],
    ),
    (
        "PRE004",
        "only a later step establishes it",
        "plan: {id: p, tasks: [{id: a, preconditions: [{fact: f, established_by: x}]}, {id: e, establishes: [f]}]}",
        ["blocker: a f"],
    ),
    (
        "PRE002",
        "a need without its provider is told by PRE004 alone",
        "plan: {id: p, tasks: [{id: a, preconditions: [{fact: f, established_by: x}]}, {id: e, establishes: [f]}]}",
        [],
    ),
    (
        "PRE005",
        "no other step establishes it",
        "plan: {id: p, tasks: [{id: a, preconditions: [{fact: f}], establishes: [f]}]}",
        ["blocker: a f"],
    ),
    (
        "PRE005",
        "its own word, where another step keeps it",
        """
        plan:
          id: p
          tasks: [{id: e, establishes: [f]}, {id: a, preconditions: [{fact: f, established_by: a}], establishes: [f]}]
        """,
        ["warning: a f"],
    ),
    (
        "PRE005",
        "needed and given again: a restart",
        f"""
        goal: {GOAL}
        plan: {{id: p, tasks: [{{id: a, preconditions: [{{fact: f}}], establishes: [f]}}]}}
        """,
        [],
    ),
    (
        "PRE005",
        "a later step establishes it as well: that is late",
        "plan: {id: p, tasks: [{id: a, preconditions: [{fact: f}], establishes: [f]}, {id: b, establishes: [f]}]}",
        [],
    ),
    (
        "PRE006",
        "in a dag the provider comes first",
        """
        plan:
          id: p
          execution: dag
          tasks: [{id: a, preconditions: [{fact: f, established_by: b}]}, {id: b, establishes: [f]}]
        """,
        [],
    ),
    (
        "PRE006",
        "within a group the provider comes first",
        """
        plan:
          id: p
          tasks:
            - {id: a, parallel_group: g, preconditions: [{fact: f, established_by: b}]}
            - {id: b, parallel_group: g, establishes: [f]}
        """,
        [],
    ),
    (
        "PRE006",
        "the goal gives it all the same",
        f"""
        goal: {GOAL}
        plan:
          id: p
          tasks: [{{id: a, preconditions: [{{fact: f, established_by: b}}]}}, {{id: b, establishes: [f]}}]
        """,
        ["warning: a b f"],
    ),
    (
        "PRE006",
        "steps that wait for one another are told by STR007",
        """
        plan:
          id: p
          tasks: [{id: a, preconditions: [{fact: f, established_by: b}]}, {id: b, establishes: [f]}]
          dependencies: [{from_task: a, to_task: b}]
        """,
        [],
    ),
    (
        "PRE002",
        "nor is the fact of such a circle told as late",
        """
        plan:
          id: p
          tasks: [{id: a, preconditions: [{fact: f, established_by: b}]}, {id: b, establishes: [f]}]
          dependencies: [{from_task: a, to_task: b}]
        """,
        [],
    ),
    (
        "PRE007",
        "by way of another step",
        """
        plan:
          id: p
          execution: dag
          tasks: [{id: a, establishes: [f]}, {id: b}, {id: c, preconditions: [{fact: f, established_by: a}]}]
          dependencies: [{from_task: a, to_task: b}, {from_task: b, to_task: c}]
        """,
        [],
    ),
    (
        "PRE007",
        "a list is an order",
        "plan: {id: p, tasks: [{id: a, establishes: [f]}, {id: c, preconditions: [{fact: f, established_by: a}]}]}",
        [],
    ),
    (
        "PRE007",
        "but not within a group",
        """
        plan:
          id: p
          tasks:
            - {id: a, parallel_group: g, establishes: [f]}
            - {id: c, parallel_group: g, preconditions: [{fact: f, established_by: a}]}
        """,
        ["info: a c f"],
    ),
    (
        "PRE007",
        "two facts of one provider are one edge",
        """
        plan:
          id: p
          execution: dag
          tasks:
            - {id: a, establishes: [f, g]}
            - {id: c, preconditions: [{fact: f, established_by: a}, {fact: g, established_by: a}]}
        """,
        ["info: a c f g"],
    ),
    (
        "PRE007",
        "a circle is another matter",
        """
        plan:
          id: p
          execution: dag
          tasks: [{id: a, establishes: [f]}, {id: c, preconditions: [{fact: f, established_by: a}]}]
          dependencies: [{from_task: c, to_task: a}]
        """,
        [],
    ),
    (
        "PRE008",
        "one fact of two steps is one assumption",
        """
        goal: {id: g}
        plan:
          id: p
          tasks:
            - {id: a, preconditions: [{fact: f, established_by: env}]}
            - {id: b, preconditions: [{fact: f, established_by: env}]}
        """,
        ["warning: a b f"],
    ),
    (
        "PRE008",
        "what the plan brings about is told by PRE009",
        "plan: {id: p, tasks: [{id: a, preconditions: [{fact: f, established_by: env}]}, {id: b, establishes: [f]}]}",
        [],
    ),
    (
        "PRE009",
        "established before: its word is wrong, the plan is not",
        "plan: {id: p, tasks: [{id: b, establishes: [f]}, {id: a, preconditions: [{fact: f, established_by: env}]}]}",
        ["warning: a b f"],
    ),
    (
        "PRE009",
        "the goal gives it, and the plan establishes it again",
        f"""
        goal: {GOAL}
        plan:
          id: p
          tasks:
            - {{id: a, preconditions: [{{fact: f, established_by: env}}], removes: [f]}}
            - {{id: b, establishes: [f]}}
        """,
        [],
    ),
    (
        "PRE009",
        "the step itself establishes it: that it holds before is assumed",
        "plan: {id: p, tasks: [{id: a, preconditions: [{fact: f, established_by: env}], establishes: [f]}]}",
        [],
    ),
    (
        "PRE009",
        "a later step sets out to prove it",
        """
        plan:
          id: p
          tasks:
            - {id: a, preconditions: [{fact: f, established_by: env}]}
            - {id: b, verification: {how: count, expected: "0", proves: [f]}}
        """,
        ["warning: a b f"],
    ),
    (
        "PRE009",
        "an earlier step proved it: an assumption like any other",
        """
        plan:
          id: p
          tasks:
            - {id: b, verification: {how: count, expected: "0", proves: [f]}}
            - {id: a, preconditions: [{fact: f, established_by: env}]}
        """,
        [],
    ),
    (
        "PRE010",
        "a trusted step establishes it as well",
        """
        plan:
          id: p
          tasks:
            - {id: u, establishes: [f], provenance: untrusted}
            - {id: t, establishes: [f]}
            - {id: d, effect: destroy, destroys: [r], preconditions: [{fact: f, established_by: u}]}
        """,
        [],
    ),
    (
        "PRE010",
        "none but untrusted steps establish it",
        """
        plan:
          id: p
          tasks:
            - {id: t, establishes: [f], provenance: tool}
            - {id: u, establishes: [f], provenance: untrusted}
            - {id: d, effect: destroy, destroys: [r], preconditions: [{fact: f}, {fact: f, established_by: u}]}
        """,
        ["warning: d t u f"],
    ),
    (
        "PRE010",
        "a mild step may rest on it",
        """
        plan:
          id: p
          tasks:
            - {id: u, establishes: [f], provenance: tool}
            - {id: d, effect: modify, writes: [r], preconditions: [{fact: f, established_by: u}]}
        """,
        [],
    ),
    (
        "PRE010",
        "the goal gives it",
        f"""
        goal: {GOAL}
        plan:
          id: p
          tasks:
            - {{id: u, establishes: [f], provenance: tool}}
            - {{id: d, effect: destroy, destroys: [r], preconditions: [{{fact: f, established_by: u}}]}}
        """,
        [],
    ),
    (
        "PRE012",
        "a plan whose steps declare no facts",
        "plan: {id: p, tasks: [{id: a}, {id: b, preconditions: [{fact: f, established_by: a}]}]}",
        [],
    ),
    (
        "PRE012",
        "a provider that declares none, in a plan of which others do",
        """
        plan:
          id: p
          tasks: [{id: a}, {id: b, preconditions: [{fact: f, established_by: a}], establishes: [g]}]
        """,
        ["info: a b f"],
    ),
    (
        "PRE012",
        "what its verification proves is declared",
        """
        plan:
          id: p
          tasks:
            - {id: a, establishes: [g], verification: {how: count, expected: "0", proves: [f]}}
            - {id: b, preconditions: [{fact: f, established_by: a}]}
        """,
        [],
    ),
    (
        "PRE012",
        "two consumers of one fact are one finding",
        """
        plan:
          id: p
          tasks:
            - {id: a, establishes: [g]}
            - {id: b, preconditions: [{fact: f, established_by: a}]}
            - {id: c, preconditions: [{fact: f, established_by: a}]}
        """,
        ["warning: a b c f"],
    ),
]


@pytest.mark.parametrize(
    ("code", "bundle", "expected"), [(c, b, e) for c, _, b, e in CASES], ids=[f"{c}-{w}" for c, w, _, _ in CASES]
)
def test_what_counts_and_what_does_not(code: str, bundle: str, expected: list[str]) -> None:
    assert brief(of_rule(code, bundle, RULES)) == expected


def stale(probe: str, *, irreversible: bool = True) -> list[Finding]:
    """What is found of a given fact, checked on the second of September."""
    step = "effect: destroy, destroys: [t]" if irreversible else "effect: modify, writes: [t]"
    return of_rule(
        "PRE011",
        f"""
        now: "2026-09-02T00:00:00+00:00"
        goal: {{id: g, constraints: {{given: [{{fact: f, {probe}}}, {{fact: other, {probe}}}]}}}}
        plan: {{id: p, tasks: [{{id: d, {step}, preconditions: [{{fact: f, established_by: env}}]}}]}}
        """,
        RULES,
    )


PROBE = 'probe: {kind: sql, query: q, expected: "0"}'


@pytest.mark.parametrize(
    ("probe", "irreversible", "what"),
    [
        (f'{PROBE}, probed_at: "2026-09-01T00:00:00Z"', True, None),
        (f'{PROBE}, probed_at: "2026-08-31T23:59:59Z"', False, "was last probed at '2026-08-31T23:59:59+00:00'"),
        (f'{PROBE}, probed_at: "2026-09-02T00:00:01Z"', False, "was probed in the future"),
        (PROBE, True, "has a probe that was never run"),
        (PROBE, False, None),
        ('description: "a person said so"', True, None),
    ],
)
def test_when_a_probe_says_nothing_of_today(probe: str, irreversible: bool, what: str | None) -> None:
    found = stale(probe, irreversible=irreversible)
    assert brief(found) == ([] if what is None else ["info: d f"])
    assert what is None or what in found[0].message


def test_without_a_clock_no_probe_is_old() -> None:
    goal = Goal.model_validate(
        {"id": "g", "constraints": {"given": [{"fact": "f", "probed_at": "1999-01-01T00:00:00Z"}]}}
    )
    plan = Plan(id="p", tasks=(Task(id="a", preconditions=(Precondition(fact="f"),)),))
    assert not run(Analysis(plan, goal), rules=RULES)


def test_an_assumption_is_named_for_the_verdict() -> None:
    bundle = "plan: {id: p, tasks: [{id: a, preconditions: [{fact: f, established_by: env}]}]}"
    (found,) = of_rule("PRE008", bundle, RULES)
    assert found.assumption == "the fact 'f' holds before the first step"
    assert "there is no goal that gives it" in found.message
    (found,) = of_rule("PRE008", f"goal: {{id: g}}\n{bundle}", RULES)
    assert "the goal does not give it" in found.message


def test_the_order_shown_is_that_of_the_case_where_it_goes_wrong() -> None:
    """A tidy step runs between the proof and the drop that rests on it."""
    bundle = """
    plan:
      id: p
      execution: dag
      tasks:
        - {id: prove, establishes: [restorable]}
        - {id: tidy, removes: [restorable]}
        - {id: drop, preconditions: [{fact: restorable, established_by: prove}]}
        - {id: beside, establishes: [other]}
    """
    (found,) = of_rule("PRE003", bundle, RULES)
    (evidence,) = found.evidence
    assert isinstance(evidence, OrderEvidence)
    assert evidence.order == ("prove", "tidy", "drop")
    assert evidence.note == "'drop' starts after 'tidy' removed 'restorable'"


# -- fixes -----------------------------------------------------------------------------------------------------------


def fix_of(code: str, bundle: str) -> Fix | None:
    """The fix of the one finding of a rule; made, it must clear the finding and bring no other."""
    (found,) = of_rule(code, bundle, RULES)
    if found.fix is not None:
        assert found.fix.safe
        before = analysis_of(bundle)
        after = Analysis(apply(before.plan, found.fix.edits), before.goal, now=before.now)
        left = {f.id for f in run(after, rules=RULES)}
        assert found.id not in left
        assert left <= {f.id for f in run(before, rules=RULES)} | {f.id for f in run(after, rules=RULES[6:7])}
    return found.fix


NEED = "preconditions: [{fact: f}]"


@pytest.mark.parametrize(
    ("code", "bundle", "edits"),
    [
        (
            "PRE002",
            f"plan: {{id: p, execution: dag, tasks: [{{id: a, {NEED}}}, {{id: b, establishes: [f]}}]}}",
            (AddDependency(from_task="b", to_task="a"),),
        ),
        (
            "PRE002",
            f"plan: {{id: p, tasks: [{{id: a, {NEED}}}, {{id: x}}, {{id: b, establishes: [f]}}]}}",
            (MoveTask(task="b", before="a"),),
        ),
        (
            "PRE002",
            f"""
            plan:
              id: p
              tasks:
                - {{id: b, parallel_group: g, establishes: [f]}}
                - {{id: a, parallel_group: g, {NEED}}}
            """,
            (AddDependency(from_task="b", to_task="a"),),
        ),
        (
            "PRE002",
            f"""
            plan:
              id: p
              tasks:
                - {{id: a, parallel_group: g, {NEED}}}
                - {{id: b, parallel_group: g, establishes: [f]}}
            """,
            (AddDependency(from_task="b", to_task="a"),),
        ),
        (
            "PRE003",
            f"""
            goal: {GOAL}
            plan:
              id: p
              execution: dag
              tasks: [{{id: r, removes: [f]}}, {{id: s, removes: [f]}}, {{id: a, {NEED}}}]
            """,
            (AddDependency(from_task="a", to_task="r"), AddDependency(from_task="a", to_task="s")),
        ),
        (
            "PRE004",
            "plan: {id: p, tasks: [{id: e, establishes: [f]}, {id: a, preconditions: [{fact: f, established_by: x}]}]}",
            (SetField(task="a", field="preconditions.0.established_by", value="e"),),
        ),
        (
            "PRE004",
            f"{{goal: {GOAL}, plan: {{id: p, tasks: [{{id: a, preconditions: [{{fact: f, established_by: x}}]}}]}}}}",
            (SetField(task="a", field="preconditions.0.established_by", value="env"),),
        ),
        (
            "PRE006",
            """
            plan:
              id: p
              tasks:
                - {id: a, effect: modify, reads: [r], preconditions: [{fact: f, established_by: b}]}
                - {id: b, effect: modify, writes: [r], establishes: [f]}
            """,
            (MoveTask(task="b", before="a"),),
        ),
        (
            "PRE009",
            """
            plan:
              id: p
              execution: dag
              tasks: [{id: a, preconditions: [{fact: f, established_by: env}]}, {id: b, establishes: [f]}]
            """,
            (SetField(task="a", field="preconditions.0.established_by", value="b"),),
        ),
    ],
)
def test_a_fix_adds_order_or_truth(code: str, bundle: str, edits: tuple[Edit, ...]) -> None:
    fix = fix_of(code, bundle)
    assert fix is not None
    assert fix.edits == edits


@pytest.mark.parametrize(
    ("code", "bundle"),
    [
        # two steps establish it: which of them is meant is no matter of order
        (
            "PRE002",
            f"plan: {{id: p, tasks: [{{id: a, {NEED}}}, {{id: b, establishes: [f]}}, {{id: c, establishes: [f]}}]}}",
        ),
        # the establisher waits for the step in need
        (
            "PRE002",
            f"""
            plan:
              id: p
              execution: dag
              tasks: [{{id: a, {NEED}, establishes: [g]}}, {{id: b, establishes: [f]}}]
              dependencies: [{{from_task: a, to_task: b}}]
            """,
        ),
        # it needs what a step in between establishes, or changes what that reads, or removes what that needs
        (
            "PRE002",
            f"""
            plan:
              id: p
              tasks:
                - {{id: a, {NEED}}}
                - {{id: x, establishes: [g]}}
                - {{id: b, establishes: [f], preconditions: [{{fact: g}}]}}
            """,
        ),
        (
            "PRE002",
            f"""
            plan:
              id: p
              tasks:
                - {{id: a, {NEED}}}
                - {{id: x, effect: observe, reads: [r]}}
                - {{id: b, effect: modify, writes: [r], establishes: [f]}}
            """,
        ),
        (
            "PRE002",
            f"""
            plan:
              id: p
              resources: [{{id: part, part_of: whole}}]
              tasks:
                - {{id: a, {NEED}}}
                - {{id: x, effect: modify, writes: [whole]}}
                - {{id: b, effect: observe, reads: [part], establishes: [f]}}
            """,
        ),
        (
            "PRE002",
            f"""
            plan:
              id: p
              resources: [{{id: part, part_of: whole}}]
              tasks:
                - {{id: a, {NEED}}}
                - {{id: x, effect: modify, writes: [part]}}
                - {{id: b, effect: observe, reads: [y], establishes: [f], verification: {{how: h, observes: [whole]}}}}
            """,
        ),
        # it waits for a step in between by a dependency alone
        (
            "PRE002",
            f"""
            plan:
              id: p
              tasks: [{{id: a, {NEED}}}, {{id: x}}, {{id: b, establishes: [f]}}]
              dependencies: [{{from_task: x, to_task: b}}]
            """,
        ),
        # a step in between runs beside others
        (
            "PRE002",
            f"""
            plan:
              id: p
              tasks:
                - {{id: a, {NEED}}}
                - {{id: x, parallel_group: g}}
                - {{id: y, parallel_group: g}}
                - {{id: b, establishes: [f]}}
            """,
        ),
        # behind a join that waits for some, what is before what is not all that waits
        (
            "PRE002",
            f"""
            plan:
              id: p
              execution: dag
              tasks: [{{id: a, {NEED}}}, {{id: b, establishes: [f]}}, {{id: x}}, {{id: y}}]
              branches: [{{id: j, kind: fan_in, tasks: [x, y], join: any}}]
            """,
        ),
        # an edit names steps, and this name is borne by two
        (
            "PRE002",
            f"plan: {{id: p, execution: dag, tasks: [{{id: b}}, {{id: a, {NEED}}}, {{id: b, establishes: [f]}}]}}",
        ),
        ("PRE002", f"plan: {{id: p, tasks: [{{id: b}}, {{id: a, {NEED}}}, {{id: b, establishes: [f]}}]}}"),
        # the threat always comes first
        ("PRE003", f"{{goal: {GOAL}, plan: {{id: p, tasks: [{{id: r, removes: [f]}}, {{id: a, {NEED}}}]}}}}"),
        ("PRE004", "plan: {id: p, tasks: [{id: a, preconditions: [{fact: f, established_by: x}]}]}"),
        # the edit would change the other step of that name
        (
            "PRE004",
            """
            plan:
              id: p
              tasks: [{id: e, establishes: [f]}, {id: a}, {id: a, preconditions: [{fact: f, established_by: x}]}]
            """,
        ),
        # two establish it in time
        (
            "PRE004",
            """
            plan:
              id: p
              tasks:
                - {id: d, establishes: [f]}
                - {id: e, establishes: [f]}
                - {id: a, preconditions: [{fact: f, established_by: x}]}
            """,
        ),
        (
            "PRE009",
            """
            plan:
              id: p
              tasks: [{id: a, preconditions: [{fact: f, established_by: env}]}, {id: b, establishes: [f]}]
            """,
        ),
        (
            "PRE009",
            """
            plan:
              id: p
              execution: dag
              tasks:
                - {id: a, preconditions: [{fact: f, established_by: env}]}
                - {id: b, establishes: [f]}
                - {id: c, establishes: [f]}
            """,
        ),
    ],
)
def test_where_an_order_would_change_more_there_is_no_fix(code: str, bundle: str) -> None:
    assert fix_of(code, bundle) is None


def test_of_many_threats_there_is_no_fix() -> None:
    removers = ", ".join(f"{{id: r{k}, removes: [f]}}" for k in range(6))
    bundle = f"{{goal: {GOAL}, plan: {{id: p, execution: dag, tasks: [{{id: a, {NEED}}}, {removers}]}}}}"
    assert fix_of("PRE003", bundle) is None
    (found,) = of_rule("PRE003", bundle, RULES)
    assert found.subject.tasks == ("a",)
    assert "which 6 steps may remove first" in found.message


def test_a_step_is_not_moved_past_more_than_a_hundred() -> None:
    between = ", ".join(f"{{id: x{k}}}" for k in range(100))
    bundle = f"plan: {{id: p, tasks: [{{id: a, {NEED}}}, {between}, {{id: b, establishes: [f]}}]}}"
    assert fix_of("PRE002", bundle) is None


@settings(max_examples=examples(120, 2_000))
@given(messy_plans(twice=False), st.none() | messy_goals())
def test_a_safe_fix_clears_its_finding_and_closes_no_circle(plan: Plan, goal: Goal | None) -> None:
    before = findings(RULES, plan, goal)
    for found in before:
        if found.fix is None or not found.fix.safe:
            continue
        mended = apply(plan, found.fix.edits)
        after = findings(RULES, mended, goal)
        assert found.id not in {f.id for f in after}, found
        assert blockers(after) <= blockers(before), found
        assert set(Analysis(mended, goal).graph.cycles) <= set(Analysis(plan, goal).graph.cycles) or any(
            isinstance(edit, MoveTask) for edit in found.fix.edits
        )


# -- against every execution -----------------------------------------------------------------------------------------


def given_by(facts: frozenset[str]) -> Goal:
    return Goal(id="g", constraints=Constraints(given=tuple(Given(fact=fact) for fact in sorted(facts))))


@settings(max_examples=examples(300, 10_000))
@given(st.binary(min_size=SIZE, max_size=SIZE), st.sampled_from(["listed", "dag"]), st.booleans())
def test_every_need_that_fails_is_told_and_every_order_shown_is_an_execution(
    data: bytes, execution: Literal["listed", "dag"], joins: bool
) -> None:
    plan, facts = plan_of(data, execution, joins=joins)
    brute = Brute(plan, facts)
    found = run(Analysis(plan, given_by(facts)), rules=RULES)
    told = {(task, fact) for f in found if f.rule <= "PRE006" for task in f.subject.tasks for fact in f.subject.facts}
    for task in plan.tasks:
        for need in task.preconditions:
            if brute.violated(task, need):
                assert (task.id, need.fact) in told
    for finding in found:
        for evidence in finding.evidence:
            if isinstance(evidence, OrderEvidence):
                assert brute.run(evidence.order, facts) is not None
                assert evidence.order[-1] in finding.subject.tasks


@settings(max_examples=examples(200, 5_000))
@given(st.binary(min_size=SIZE, max_size=SIZE))
def test_a_plan_whose_needs_all_hold_has_no_blocker_but_a_wrong_word(data: bytes) -> None:
    plan, facts = plan_of(data, "dag", joins=False)
    brute = Brute(plan, facts)
    for finding in run(Analysis(plan, given_by(facts)), rules=RULES):
        if finding.severity == "blocker" and finding.rule in {
            "PRE001",
            "PRE002",
            "PRE003",
            "PRE004",
            "PRE005",
            "PRE006",
        }:
            tasks = [t for t in plan.tasks if t.id in finding.subject.tasks]
            assert any(
                need.fact in finding.subject.facts
                and (
                    brute.violated(task, need) or brute.violated(task, need.model_copy(update={"established_by": None}))
                )
                for task in tasks
                for need in task.preconditions
            ), finding


# -- every plan ------------------------------------------------------------------------------------------------------

every_plan = given(messy_plans() | plans(), st.none() | messy_goals() | goals())


@every_plan
def test_no_two_findings_have_one_id(plan: Plan, goal: Goal | None) -> None:
    ids = [f.id for f in findings(RULES, plan, goal)]
    assert len(set(ids)) == len(ids)


@given(messy_plans(twice=False), st.none() | messy_goals())
def test_findings_do_not_depend_on_the_names_of_steps(plan: Plan, goal: Goal | None) -> None:
    expected = outline(findings(RULES, plan, goal), reversed_name)
    assert outline(findings(RULES, renamed(plan, reversed_name), goal)) == expected


@given(messy_plans(twice=False, execution=("dag",)), st.none() | messy_goals(), st.integers(0, 2**32))
def test_findings_do_not_depend_on_the_list_order_of_a_dag(plan: Plan, goal: Goal | None, seed: int) -> None:
    assert outline(findings(RULES, shuffled(plan, Random(seed)), goal)) == outline(findings(RULES, plan, goal))


@given(messy_plans() | plans(), st.none() | messy_goals(), sentences(), st.booleans())
def test_no_words_take_a_blocker_away(plan: Plan, goal: Goal | None, words: str, front: bool) -> None:
    assert blockers(findings(RULES, plan, goal)) <= blockers(findings(RULES, talked_over(plan, words, front), goal))


# -- crowds ----------------------------------------------------------------------------------------------------------


def need(fact: str, by: str | None = None) -> tuple[Precondition, ...]:
    return (Precondition(fact=fact, established_by=by),)


@pytest.mark.parametrize(
    ("code", "first", "each", "last"),
    [
        ("PRE001", Task(id="x"), Task(id="t", preconditions=need("f")), None),
        ("PRE002", Task(id="x", establishes=("f",)), Task(id="t", preconditions=need("f")), None),
        ("PRE003", Task(id="x", removes=("f",)), Task(id="t", preconditions=need("f", "env")), None),
        ("PRE004", Task(id="x"), Task(id="t", preconditions=need("f", "y")), None),
        ("PRE005", Task(id="x"), Task(id="t", preconditions=need("f"), establishes=("f",)), None),
        ("PRE006", Task(id="x"), Task(id="t", preconditions=need("f", "z")), Task(id="z")),
        ("PRE007", Task(id="x"), Task(id="t", preconditions=need("f", "x")), None),
        ("PRE008", Task(id="x"), Task(id="t", preconditions=need("f", "env")), None),
        ("PRE009", Task(id="x", establishes=("f",)), Task(id="t", preconditions=need("f", "env")), None),
        (
            "PRE010",
            Task(id="x", establishes=("f",), provenance="tool"),
            Task(id="t", effect="destroy", destroys=("r",), preconditions=need("f")),
            None,
        ),
        ("PRE012", Task(id="x", establishes=("g",)), Task(id="t", preconditions=need("f", "x")), None),
    ],
)
def test_of_thousands_the_rest_is_told_in_one(code: str, first: Task, each: Task, last: Task | None) -> None:
    tasks = [first]
    for k in range(MOST_FOUND + 50):
        needs = each.preconditions
        if code in ("PRE005", "PRE008", "PRE012"):  # these are told by fact
            needs = tuple(n.model_copy(update={"fact": f"f{k}"}) for n in needs)
        establishes = (f"f{k}",) if code == "PRE005" else each.establishes
        update = {"id": f"t{k}", "preconditions": needs, "establishes": establishes}
        tasks.append(each.model_copy(update=update))
    tasks += [last] if last is not None else []
    plan = Plan(id="p", execution="listed" if code == "PRE006" else "dag", tasks=tuple(tasks))
    (rule,) = (rule for rule in RULES if rule.code == code)
    found = list(rule.check(Analysis(plan)))
    assert len(found) == MOST_FOUND + 1
    assert found[-1].subject.facts == (f"more:{found[0].severity}",)
    assert found[-1].severity == found[0].severity
    with_order = [f for f in found if any(isinstance(e, OrderEvidence) for e in f.evidence)]
    assert len(with_order) in (0, MAX_LISTED)
    listed = run(Analysis(plan), rules=(rule,))
    assert len(listed) == MAX_LISTED
    assert listed[-1].more == MOST_FOUND + 1 - MAX_LISTED


def test_mild_findings_in_thousands_hide_no_blocker() -> None:
    """More than a thousand warnings of a rule come first, then the one need that fails."""
    goal = Goal(id="g", constraints=Constraints(given=(Given(fact="f"),)))
    needs = [Precondition(fact="f", established_by="y")] * (MOST_FOUND + 1) + [
        Precondition(fact="g", established_by="y")
    ]
    tasks = tuple(Task(id=f"t{k}", preconditions=(need,)) for k, need in enumerate(needs))
    found = run(Analysis(Plan(id="p", tasks=tasks), goal), rules=RULES[3:4])
    assert [f.subject.facts for f in found if f.severity == "blocker"] == [("g",)]
    assert len(found) == MAX_LISTED
