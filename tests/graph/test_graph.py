"""Order, cycles, the reading of a list, and what every plan must survive."""

import random
from collections.abc import Iterator
from typing import Literal

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from planproof.graph import PREFIX, PlanGraph, edges, order
from planproof.graph.joins import Executions
from planproof.model.plan import Branch, Dependency, Plan, Precondition, Task
from tests.graph.brute import SIZE, Brute, closure, plan_of
from tests.support import examples

Execution = Literal["listed", "dag"]

bytes_of_a_plan = st.binary(min_size=SIZE, max_size=SIZE)
executions = st.sampled_from(["listed", "dag"])


def pairs(plan: Plan) -> Iterator[tuple[int, int]]:
    n = len(plan.tasks)
    return ((a, b) for a in range(n) for b in range(n) if a != b)


def order_of(plan: Plan, graph: PlanGraph) -> set[tuple[str, str]]:
    """The ids of each step and of those behind it, on which both directions must agree."""
    order = {(a, b) for a, b in pairs(plan) if graph.before(a, b)}
    assert order == {(a, b) for a in range(len(plan.tasks)) for b in graph.members(graph.descendants(a))}
    return {(plan.tasks[a].id, plan.tasks[b].id) for a, b in order}


def plan(
    ids: str,
    edges: str = "",
    *,
    execution: Execution = "dag",
    groups: dict[str, str] | None = None,
    branches: tuple[Branch, ...] = (),
) -> Plan:
    """Steps of one letter; edges as in `ab bc`; group to its members."""
    group_of = {member: group for group, members in (groups or {}).items() for member in members}
    return Plan(
        id="p",
        execution=execution,
        tasks=tuple(Task(id=i, parallel_group=group_of.get(i)) for i in ids),
        dependencies=tuple(Dependency(from_task=e[0], to_task=e[1]) for e in edges.split()),
        branches=branches,
    )


def named(edges: str) -> set[tuple[str, str]]:
    return {(e[0], e[1]) for e in edges.split()}


# -- order -----------------------------------------------------------------------------------------------------------


@settings(max_examples=examples(600, 20_000))
@given(bytes_of_a_plan, executions, st.booleans())
def test_order_is_that_of_every_execution(data: bytes, execution: Execution, joins: bool) -> None:
    plan, facts = plan_of(data, execution, joins=joins)
    brute = Brute(plan, facts)
    graph = PlanGraph(plan, facts)
    every = graph.mask(range(len(plan.tasks)))
    for a, b in pairs(plan):
        first, second = plan.tasks[a].id, plan.tasks[b].id
        before, after = brute.before(first, second), brute.before(second, first)
        assert graph.before(a, b) is before, (first, second)
        assert graph.may_overlap(a, b) is (not before and not after)
        assert (b in graph.members(graph.descendants(a))) is before
        assert (a in graph.members(graph.ancestors(b))) is before
        assert (b in graph.members(graph.unordered(a))) is graph.may_overlap(a, b)
        if before:
            assert graph.rank[a] < graph.rank[b]
    for a in range(len(plan.tasks)):
        assert not graph.may_overlap(a, a)
        assert graph.ancestors(a) | graph.descendants(a) | graph.unordered(a) | graph.bit(a) == every
        assert not graph.bit(a) & (graph.ancestors(a) | graph.descendants(a) | graph.unordered(a))
    assert sorted(graph.order) == list(range(len(plan.tasks)))
    assert [graph.rank[i] for i in graph.order] == list(range(len(plan.tasks)))


@settings(max_examples=examples(400, 10_000))
@given(bytes_of_a_plan, executions, st.booleans(), st.integers(0, 6), st.integers(0, 6))
def test_prefixes_are_executions(data: bytes, execution: Execution, joins: bool, i: int, late: int) -> None:
    plan, facts = plan_of(data, execution, joins=joins)
    brute = Brute(plan, facts)
    graph = PlanGraph(plan, facts)
    i, late = i % len(plan.tasks), late % len(plan.tasks)
    order = graph.prefix(i).order
    assert order[-1] == plan.tasks[i].id
    assert brute.run(order, facts) is not None
    if i != late and not graph.before(i, late):
        order = graph.prefix(i, after=late).order
        assert order[-1] == plan.tasks[i].id
        assert brute.run(order, facts) is not None
        behind = order[order.index(plan.tasks[late].id) + 1 : -1]
        # As late as possible: what comes behind it has to.
        assert all(brute.before(plan.tasks[late].id, step) for step in behind) or brute.joins


@settings(max_examples=examples(300, 5_000))
@given(bytes_of_a_plan, executions, st.booleans(), st.randoms())
def test_order_does_not_depend_on_how_a_plan_is_written(
    data: bytes, execution: Execution, joins: bool, rng: random.Random
) -> None:
    """Dependencies and branches in any order; of a dag also the steps."""
    plan, facts = plan_of(data, execution, joins=joins, cycles=True)
    tasks, dependencies, branches = list(plan.tasks), list(plan.dependencies), list(plan.branches)
    rng.shuffle(dependencies)
    rng.shuffle(branches)
    if execution == "dag":
        rng.shuffle(tasks)
    other = plan.model_copy(
        update={"tasks": tuple(tasks), "dependencies": tuple(dependencies), "branches": tuple(branches)}
    )
    one, two = PlanGraph(plan, facts), PlanGraph(other, facts)
    assert order_of(plan, one) == order_of(other, two)
    assert {frozenset(plan.tasks[i].id for i in c) for c in one.cycles} == {
        frozenset(other.tasks[i].id for i in c) for c in two.cycles
    }
    assert {(plan.tasks[v.task].id, v.fact, v.reason) for v in one.violations()} == {
        (other.tasks[v.task].id, v.fact, v.reason) for v in two.violations()
    }


# -- the reading of a list -------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("given_plan", "expected"),
    [
        (plan("abc", execution="listed"), "ab ac bc"),
        (plan("abc"), ""),
        (plan("abc", "ca"), "ca"),
        (plan("abc", "bb ca"), "ca"),
        (plan("abcd", execution="listed", groups={"g": "bc"}), "ab ac ad bd cd"),
        # A group runs from its first place to its last: the step listed among its members may run beside each.
        (plan("abc", execution="listed", groups={"g": "ac"}), ""),
        (plan("abcd", execution="listed", groups={"g": "ac"}), "ad bd cd"),
        (plan("abc", "ca", execution="listed", groups={"g": "ac"}), "ca"),
        (plan("abcd", "ac cb", execution="listed", groups={"g": "abc"}), "ac cb ab ad bd cd"),
        # Against the list: void, and told apart.
        (plan("abc", "ca", execution="listed"), "ab ac bc"),
    ],
)
def test_list_and_groups(given_plan: Plan, expected: str) -> None:
    assert order_of(given_plan, PlanGraph(given_plan)) == named(expected)


def test_edges_against_the_list_are_told() -> None:
    graph = PlanGraph(plan("abc", "ca ab", execution="listed"))
    assert [(e.before, e.after, e.reason, e.index) for e in graph.contradicted] == [(2, 0, "dependency", 0)]
    assert PlanGraph(plan("abc", "ca ab")).contradicted == ()


def test_an_edge_within_a_group_that_the_plan_contradicts_is_told_and_no_other() -> None:
    """C before a closes a circle with a before b before c; f before e closes none."""
    graph = PlanGraph(plan("abcdef", "ab bc ca fe", execution="listed", groups={"g": "abc", "h": "ef"}))
    assert [(e.before, e.after) for e in graph.contradicted] == [(2, 0)]
    assert graph.before(5, 4)
    assert graph.cycles == ((0, 1, 2),)


def test_provider_is_a_hard_edge() -> None:
    use = Task(id="use", preconditions=(Precondition(fact="f"), Precondition(fact="g", established_by="make")))
    graph = PlanGraph(Plan(id="p", execution="dag", tasks=(use, Task(id="make"))))
    assert [(e.before, e.after, e.reason, e.index) for e in graph.hard] == [(1, 0, "established_by", 1)]
    assert graph.before(1, 0)
    assert graph.establishers == {"g": graph.bit(1)}


def test_without_providers_the_dependencies_alone_order() -> None:
    use = Task(id="use", preconditions=(Precondition(fact="g", established_by="make"),))
    dependencies = (Dependency(from_task="use", to_task="end"),)
    tasks = (use, Task(id="make"), Task(id="end"))
    graph = PlanGraph(Plan(id="p", execution="dag", tasks=tasks, dependencies=dependencies), providers=False)
    assert [(e.before, e.after, e.reason) for e in graph.hard] == [(0, 2, "dependency")]
    assert graph.may_overlap(0, 1)


def test_soft_dangling_and_own_edges_order_nothing() -> None:
    dependencies = (
        Dependency(from_task="a", to_task="b", kind="soft"),
        Dependency(from_task="a", to_task="nowhere"),
        Dependency(from_task="nowhere", to_task="b"),
        Dependency(from_task="a", to_task="a"),
    )
    own = Task(id="a", preconditions=(Precondition(fact="f", established_by="a"),))
    graph = PlanGraph(Plan(id="p", execution="dag", tasks=(own, Task(id="b")), dependencies=dependencies))
    assert graph.may_overlap(0, 1)
    assert not graph.before(0, 0)
    assert graph.cycles == ()
    assert [v.reason for v in graph.violations()] == ["unestablished"]


def test_of_steps_with_one_id_the_first_bears_it() -> None:
    graph = PlanGraph(plan("aba", "ab"))
    assert graph.index == {"a": 0, "b": 1}
    assert graph.before(0, 1)
    assert graph.may_overlap(1, 2)


# -- joins -----------------------------------------------------------------------------------------------------------


def joined(members: str, join: Literal["all", "any", "quorum"] = "any", quorum: int | None = None) -> Branch:
    return Branch(id=members, kind="fan_in", tasks=tuple(members), join=join, quorum=quorum)


@pytest.mark.parametrize(
    ("given_plan", "expected"),
    [
        (plan("abx", "ax bx", branches=(joined("ab", "all"),)), "ax bx"),
        (plan("abx", "ax bx", branches=(joined("ab"),)), ""),
        (plan("abx", "ax", branches=(joined("ab"),)), "ax"),
        (plan("abx", "ax bx", branches=(joined("a"),)), "ax bx"),
        (plan("abx", "ax bx", branches=(joined("ab", "quorum", 2),)), "ax bx"),
        (plan("abcx", "ax bx cx", branches=(joined("abc", "quorum", 2),)), ""),
        # What all members wait for is before the join; two of three hold what two have behind them.
        (plan("sabx", "sa sb ax bx", branches=(joined("ab"),)), "sa sb sx"),
        (plan("sabcx", "sa sb ax bx cx", branches=(joined("abc"),)), "sa sb"),
        (plan("sabcx", "sa sb ax bx cx", branches=(joined("abc", "quorum", 2),)), "sa sb sx"),
        (plan("sabcx", "sa sc ax bx cx", branches=(joined("abc", "quorum", 2),)), "sa sc sx"),
        (plan("sabcdx", "sa sb sc ax bx cx dx", branches=(joined("abcd", "quorum", 2),)), "sa sb sc sx"),
        (plan("sabcdx", "sa sb ax bx cx dx", branches=(joined("abcd", "quorum", 2),)), "sa sb"),
        (plan("sabcdx", "sa sb ax bx cx dx", branches=(joined("abcd", "quorum", 3),)), "sa sb sx"),
        # A number beside `any` says nothing.
        (plan("sabcx", "sa sb ax bx cx", branches=(joined("abc", "any", 2),)), "sa sb"),
        # The third member, which x does not wait for, may be one of the two.
        (plan("abcx", "ax bx", branches=(joined("abc", "quorum", 2),)), ""),
        # Within the branch a dependency is a dependency.
        (plan("abcx", "ac bc ax cx", branches=(joined("abc"),)), "ac bc ax"),
        # A member that comes after what the others release closes no circle.
        (plan("abcx", "ax cx xb", branches=(joined("abc"),)), "xb"),
        (plan("acxb", "ax cx xb", execution="listed", branches=(joined("abc"),)), "xb"),
        # Of two joins each must be complete.
        (plan("abcx", "ax bx cx", branches=(joined("ab"), joined("ac"))), ""),
        (plan("abcdx", "ax bx cx dx", branches=(joined("ab"), joined("cd"))), ""),
        # In a list what stands behind the branch waits for its join.
        (plan("sabx", execution="listed", branches=(joined("ab"),)), "sa sb sx"),
    ],
)
def test_joins(given_plan: Plan, expected: str) -> None:
    graph = PlanGraph(given_plan)
    brute = Brute(given_plan, frozenset())
    assert {(a, b) for a in brute.tasks for b in brute.tasks if a != b and brute.before(a, b)} == named(expected)
    assert order_of(given_plan, graph) == named(expected)
    assert graph.cycles == ()


def test_past_their_bounds_joins_promise_less(monkeypatch: pytest.MonkeyPatch) -> None:
    two_of_three = plan("sabcx", "sa sb ax bx cx", branches=(joined("abc", "quorum", 2),))
    monkeypatch.setattr(order, "COUNTED_JOIN", 6)
    assert PlanGraph(two_of_three).before(0, 4)
    monkeypatch.setattr(order, "COUNTED_JOIN", 5)
    assert not PlanGraph(two_of_three).before(0, 4)  # as `any`
    any_of_three = plan("sabcdx", "sa sb sc ax bx cx dx", branches=(joined("abc"),))
    monkeypatch.setattr(edges, "JOINED_EDGES", 3)
    assert order_of(any_of_three, PlanGraph(any_of_three)) == named("sa sb sc sx dx")
    monkeypatch.setattr(edges, "JOINED_EDGES", 2)
    assert order_of(any_of_three, PlanGraph(any_of_three)) == named("sa sb sc dx")


def test_a_join_is_one_node_however_many_steps_wait_for_it() -> None:
    """Else a list of n steps behind a branch of n members would have n * n edges."""
    branched = plan("abxyz", "ax bx ay by", execution="listed", branches=(joined("ab"),))
    index = {task.id: i for i, task in enumerate(branched.tasks)}
    _, thresholds, _ = edges.connect(branched, index, list(edges.hard_edges(branched, index)))
    assert list(thresholds.values()) == [1]


def test_a_late_step_may_need_what_is_left_out() -> None:
    """Nothing reaches a step after one that has to come behind it."""
    chain = Executions(3, [[1], [2], []], {})
    assert chain.size == 3
    assert chain.reaching(0, after=1) is None
    assert chain.reaching(2, after=1) == [0, 1, 2]
    assert chain.reaching(2, after=0, without={1}) is None


# -- cycles ----------------------------------------------------------------------------------------------------------


@settings(max_examples=examples(500, 20_000))
@given(bytes_of_a_plan, executions, st.booleans())
def test_cycles_are_found_whole_and_the_rest_stays_ordered(data: bytes, execution: Execution, joins: bool) -> None:
    plan, facts = plan_of(data, execution, joins=joins, cycles=True)
    brute = Brute(plan, facts)
    graph = PlanGraph(plan, facts)
    reach = closure(brute.wanted)
    components = {frozenset({a} | {b for b in brute.tasks if {(a, b), (b, a)} <= reach}) for a in brute.tasks}
    assert {frozenset(plan.tasks[i].id for i in cycle) for cycle in graph.cycles} == {
        c for c in components if len(c) > 1
    }
    violations = list(graph.violations())
    for violation in violations:
        assert graph.counterexample(violation).order[-1] == plan.tasks[violation.task].id
    assert sorted(graph.order) == list(range(len(plan.tasks)))
    assert not any(graph.bit(i) & (graph.ancestors(i) | graph.descendants(i)) for i in graph.order)
    # A step that is in no circle and behind none is judged as if there were none.
    possible = closure(brute.possible())
    sound = {step for step in brute.tasks if not any((a, a) in possible and (a, step) in possible for a in brute.tasks)}
    assert {(a, b) for a, b in order_of(plan, graph) if b in sound} == {
        (a, b) for b in sound for a in brute.tasks if a != b and brute.before(a, b)
    }
    if not brute.joins:
        assert order_of(plan, graph) == {(a, b) for a, b in possible if a != b}
        # Steps of a circle never run, but they count as threats: once the circle is mended they may run.
        assert {(step, k) for step, k in brute.violations() if step in sound} <= {
            (plan.tasks[v.task].id, v.precondition) for v in violations
        }


def test_steps_of_a_cycle_are_before_one_another_and_before_what_follows() -> None:
    graph = PlanGraph(plan("xabcy", "xa ab bc ca cy"))
    assert graph.cycles == ((1, 2, 3),)
    assert {b for b in range(5) if graph.before(1, b)} == {2, 3, 4}
    assert {a for a in range(5) if graph.before(a, 1)} == {0, 2, 3}
    assert not graph.may_overlap(1, 2)
    assert graph.before(0, 4)


@pytest.mark.parametrize("branches", [(), (joined("ab"),)])
def test_needs_of_steps_that_a_cycle_holds_up_are_told(branches: tuple[Branch, ...]) -> None:
    stuck = plan("abxcde", "ax bx cd dc de", branches=branches)
    needy = stuck.tasks[-1].model_copy(update={"preconditions": (Precondition(fact="f"),)})
    graph = PlanGraph(stuck.model_copy(update={"tasks": (*stuck.tasks[:-1], needy)}))
    assert [(v.task, v.reason) for v in graph.violations()] == [(5, "unestablished")]


def test_a_cycle_through_dependencies_and_preconditions() -> None:
    a = Task(id="a", preconditions=(Precondition(fact="f", established_by="b"),))
    graph = PlanGraph(
        Plan(
            id="p",
            execution="dag",
            tasks=(a, Task(id="b")),
            dependencies=(Dependency(from_task="a", to_task="b"),),
        )
    )
    assert graph.cycles == ((0, 1),)


@pytest.mark.parametrize("quorum", [1, 2])
def test_a_cycle_through_a_join(quorum: int) -> None:
    branch = joined("abc", "quorum", quorum)
    graph = PlanGraph(plan("abcx", "ax bx cx xa xb xc", branches=(branch,)))
    assert graph.cycles == ((0, 1, 2, 3),)
    graph = PlanGraph(plan("abcxy", "ax bx cx xa xb cy", branches=(branch,)))
    assert graph.cycles == ((0, 1, 3),)


@pytest.mark.parametrize(
    ("edges", "quorum", "expected"),
    [
        # Of the members c alone lies outside the circle: it may release x, but is not two.
        ("ax bx cx xa xb cy", 1, "ab ax ba bx xa xb ca cb cx cy"),
        ("ax bx cx xa xb cy", 2, "ab ax ba bx xa xb cy"),
        # Here c alone lies in it: of the others one is enough, or both are needed.
        ("oa ax bx cx xc", 1, "oa cx xc"),
        ("oa ax bx cx xc", 2, "oa cx xc ac ax bc bx oc ox"),
    ],
)
def test_what_a_join_in_a_cycle_still_promises(edges: str, quorum: int, expected: str) -> None:
    broken = plan("oabcxy", edges, branches=(joined("abc", "quorum", quorum),))
    assert order_of(broken, PlanGraph(broken)) == named(expected)


# -- size ------------------------------------------------------------------------------------------------------------


def test_long_orders_are_cut_at_the_front() -> None:
    n = PREFIX + 10
    chain = Plan(id="p", tasks=tuple(Task(id=f"t{k}") for k in range(n)))
    prefix = PlanGraph(chain).prefix(n - 1)
    assert prefix.order == tuple(f"t{k}" for k in range(10, n))
    assert prefix.omitted == 10


def test_masks() -> None:
    graph = PlanGraph(plan("abcd", "ca"))
    mask = graph.mask([0, 2, 3])
    assert sorted(graph.members(mask)) == [0, 2, 3]
    assert list(graph.members(mask)).index(2) < list(graph.members(mask)).index(0)
    assert graph.mask([]) == 0


def test_an_empty_plan() -> None:
    graph = PlanGraph(Plan(id="p"))
    assert graph.order == ()
    assert list(graph.violations()) == []
