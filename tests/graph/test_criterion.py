"""The modal truth criterion against every execution of small random plans, enumerated.

The judge is `tests/graph/brute.py`. The criterion must find the same preconditions violated, and its evidence must
be a start of an execution that the plan allows, in which the fact does not hold when the last step starts.
"""

import random
from collections import Counter
from collections.abc import Iterator
from typing import Literal

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from planproof.graph import PlanGraph, Violation
from planproof.model.plan import Branch, Dependency, Plan, Precondition, Task
from tests.graph.brute import FACTS, SIZE, Brute, plan_of
from tests.support import examples

Execution = Literal["listed", "dag"]

PLANS = 4
bytes_of_plans = st.binary(min_size=SIZE, max_size=SIZE)
sample = settings(max_examples=examples(1_250, 15_000))
"""Each of the four tests judges four plans an example: 20,000 plans in all, 240,000 in the long form."""


def turned(data: bytes) -> Iterator[bytes]:
    """The same bytes from several places on, each read as a plan: drawing them costs more than judging the plan."""
    step = len(data) // PLANS
    return (data[k * step :] + data[: k * step] for k in range(PLANS))


def agree(plan: Plan, given_facts: frozenset[str]) -> tuple[Brute, list[Violation]]:
    brute = Brute(plan, given_facts)
    graph = PlanGraph(plan, given_facts)
    violations = list(graph.violations())
    assert {(plan.tasks[v.task].id, v.precondition) for v in violations} == brute.violations()
    for violation in violations:
        bears_out(graph, violation, brute)
    return brute, violations


def bears_out(graph: PlanGraph, violation: Violation, brute: Brute) -> None:
    """The evidence is an execution, and says what the reason says."""
    task = graph.tasks[violation.task]
    need = task.preconditions[violation.precondition]
    assert need.fact == violation.fact
    prefix = graph.counterexample(violation)
    assert prefix.omitted == 0
    assert prefix.order[-1] == task.id
    facts = brute.run(prefix.order, brute.given | {need.fact} if need.established_by == "env" else brute.given)
    assert facts is not None, "the plan does not allow this order"
    assert need.fact not in facts
    establishers = {step for step, (establishes, _) in brute.effects.items() if need.fact in establishes} - {task.id}
    culprits = [graph.tasks[i].id for i in graph.members(graph.culprits(violation))]
    match violation.reason:
        case "unestablished":
            assert not establishers
            assert not culprits
        case "late":
            assert set(culprits) == establishers
            assert establishers.isdisjoint(prefix.order)
        case "threatened":
            behind = prefix.order[prefix.order.index(culprits[0]) + 1 : -1]
            assert establishers.isdisjoint(behind)
            assert set(culprits) == brute.threats(task, need)


@sample
@given(bytes_of_plans)
def test_dag(data: bytes) -> None:
    for turn in turned(data):
        agree(*plan_of(turn, "dag", joins=False))


@sample
@given(bytes_of_plans)
def test_list(data: bytes) -> None:
    for turn in turned(data):
        agree(*plan_of(turn, "listed", joins=False))


@sample
@given(bytes_of_plans)
def test_dag_with_joins(data: bytes) -> None:
    for turn in turned(data):
        agree(*plan_of(turn, "dag", joins=True))


@sample
@given(bytes_of_plans)
def test_list_with_joins(data: bytes) -> None:
    for turn in turned(data):
        agree(*plan_of(turn, "listed", joins=True))


@settings(max_examples=examples(300, 10_000))
@given(bytes_of_plans, st.sampled_from(["dag", "listed"]), st.booleans())
def test_holds_at_every_step_and_for_every_fact(data: bytes, execution: Execution, joins: bool) -> None:
    plan, facts = plan_of(data, execution, joins=joins)
    brute, graph = Brute(plan, facts), PlanGraph(plan, facts)
    for i, task in enumerate(plan.tasks):
        for fact in FACTS:
            assert graph.holds(i, fact) is not brute.violated(task, Precondition(fact=fact)), (task.id, fact)


@pytest.mark.parametrize("joins", [False, True])
@pytest.mark.parametrize("execution", ["dag", "listed"])
def test_the_sample_holds_every_kind_of_plan(execution: Execution, joins: bool) -> None:
    """A comparison says something only where both answers occur often, and each reason."""
    seen: Counter[str] = Counter()
    for seed in range(600):
        plan, facts = plan_of(random.Random(seed).randbytes(SIZE), execution, joins=joins)
        brute = Brute(plan, facts)
        assert not brute.cyclic
        violations = list(PlanGraph(plan, facts).violations())
        needs = sum(len(task.preconditions) for task in plan.tasks)
        seen["holds"] += needs - len(violations)
        seen["seven steps"] += len(plan.tasks) == 7
        seen["joined"] += bool(brute.joins)
        seen["concurrent"] += any(len(members) > 1 for members in brute.sets)
        seen["against the list"] += bool(brute.dropped)
        seen.update(v.reason for v in violations)
    assert min(seen["holds"], seen["unestablished"], seen["late"], seen["threatened"]) > 200, seen
    assert min(seen["seven steps"], seen["concurrent"]) > 50, seen
    assert (seen["joined"] > 200) is joins, seen
    assert (seen["against the list"] > 50) is (execution == "listed"), seen


def diamond(join: Literal["all", "any", "quorum"], establishers: str, quorum: int | None = None) -> Plan:
    """Steps a, b and c, of which some establish f, and d behind their join, which needs it."""
    return Plan(
        id="p",
        execution="dag",
        tasks=(
            *(Task(id=i, establishes=("f",) if i in establishers else ()) for i in "abc"),
            Task(id="d", preconditions=(Precondition(fact="f"),)),
        ),
        dependencies=tuple(Dependency(from_task=i, to_task="d") for i in "abc"),
        branches=(Branch(id="j", kind="fan_in", tasks=("a", "b", "c"), join=join, quorum=quorum),),
    )


@pytest.mark.parametrize(
    ("join", "quorum", "establishers", "holds"),
    [
        ("all", None, "a", True),
        ("any", None, "a", False),
        ("any", None, "ab", False),
        ("any", None, "abc", True),  # by no single step, but in every execution
        ("quorum", 2, "a", False),
        ("quorum", 2, "ab", True),
        ("quorum", 3, "a", True),
        ("quorum", None, "ab", False),
        ("quorum", 9, "a", True),
    ],
)
def test_what_a_join_promises(
    join: Literal["all", "any", "quorum"], quorum: int | None, establishers: str, holds: bool
) -> None:
    plan = diamond(join, establishers, quorum)
    _, violations = agree(plan, frozenset())
    assert (not violations) is holds
    assert PlanGraph(plan).holds(3, "f") is holds


def test_order_of_evidence_runs_only_what_the_join_asks_for() -> None:
    _, (violation,) = agree(diamond("quorum", "a", 2), frozenset())
    assert PlanGraph(diamond("quorum", "a", 2)).counterexample(violation).order == ("b", "c", "d")
    assert PlanGraph(diamond("quorum", "a", 2)).prefix(3).order == ("a", "b", "d")


def test_threat_behind_a_join() -> None:
    plan = diamond("any", "abc").model_copy(
        update={"tasks": (*diamond("any", "abc").tasks, Task(id="r", removes=("f",)))}
    )
    _, (violation,) = agree(plan, frozenset())
    assert violation.reason == "threatened"
    assert PlanGraph(plan).counterexample(violation).order == ("a", "r", "d")


def test_a_threat_that_every_way_through_a_join_mends_is_no_culprit() -> None:
    """Step s removes f before a, b and c establish it, of which one is behind d; r may remove it at any time."""
    plan = diamond("any", "abc")
    plan = plan.model_copy(
        update={
            "tasks": (*plan.tasks, Task(id="r", removes=("f",)), Task(id="s", removes=("f",))),
            "dependencies": (*plan.dependencies, *(Dependency(from_task="s", to_task=i) for i in "abc")),
        }
    )
    _, (violation,) = agree(plan, frozenset())
    graph = PlanGraph(plan)
    assert [graph.tasks[i].id for i in graph.members(graph.culprits(violation))] == ["r"]


def test_a_step_that_removes_and_establishes_leaves_it_established() -> None:
    restart = Task(id="restart", removes=("up",), establishes=("up",))
    use = Task(id="use", preconditions=(Precondition(fact="up"),))
    agree(Plan(id="p", execution="dag", tasks=(restart, use)), frozenset({"up"}))
    assert PlanGraph(Plan(id="p", execution="dag", tasks=(restart, use)), {"up"}).holds(1, "up")


def test_a_consumers_word_does_not_outweigh_the_removal_that_the_provider_declares() -> None:
    stop = Task(id="stop", removes=("up",))
    use = Task(id="use", preconditions=(Precondition(fact="up", established_by="stop"),))
    _, (violation,) = agree(Plan(id="p", tasks=(stop, use)), frozenset({"up"}))
    assert violation.reason == "threatened"


def test_a_need_on_env_is_given_but_can_be_removed() -> None:
    use = Task(id="use", preconditions=(Precondition(fact="up", established_by="env"),))
    _, violations = agree(Plan(id="p", tasks=(use,)), frozenset())
    assert not violations
    _, (violation,) = agree(Plan(id="p", tasks=(Task(id="stop", removes=("up",)), use)), frozenset())
    assert violation.reason == "threatened"


def test_past_its_bound_the_exact_decision_fails_closed(monkeypatch: pytest.MonkeyPatch) -> None:
    plan = diamond("any", "abc")
    assert list(PlanGraph(plan).violations()) == []
    monkeypatch.setattr("planproof.graph.plan_graph.EXACT_WORK", 0)
    graph = PlanGraph(plan)
    (violation,) = graph.violations()
    assert violation.reason == "late"
    # There is no execution without the fact; the evidence is then the shortest order up to the step.
    assert graph.counterexample(violation).order == ("d",)


@pytest.mark.parametrize(
    ("removers", "work"),
    [
        ("", 5),  # a, b, c, d and the join
        ("s", 12),  # six nodes, visited once for the fact and once for the step that removes it
    ],
)
def test_the_bound_counts_the_nodes_that_all_questions_visit(
    removers: str, work: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    plan = diamond("any", "abc")
    *establishers, d = plan.tasks
    twice = d.model_copy(update={"preconditions": d.preconditions * 2})
    plan = plan.model_copy(
        update={
            "tasks": (*establishers, twice, *(Task(id=r, removes=("f",)) for r in removers)),
            "dependencies": (
                *plan.dependencies,
                *(Dependency(from_task=r, to_task=i) for r in removers for i in "abc"),
            ),
        }
    )
    monkeypatch.setattr("planproof.graph.plan_graph.EXACT_WORK", work + 1)
    assert list(PlanGraph(plan).violations()) == []
    monkeypatch.setattr("planproof.graph.plan_graph.EXACT_WORK", work)
    assert [v.precondition for v in PlanGraph(plan).violations()] == [1]
