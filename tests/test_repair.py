from collections.abc import Callable, Iterable, Iterator
from itertools import combinations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from planproof.edits import apply
from planproof.judge import Judgement
from planproof.model.finding import AddDependency, Finding, Fix, MoveTask, SetField
from planproof.model.plan import Plan, Task
from planproof.repair import EXACT, JUDGED_STEPS, MAX_REPAIRED, ROUNDS, Repair, Unsought, repair
from tests.output.made import finding, judged
from tests.support import examples

Rules = Callable[[Plan], Iterable[Finding]]
Pair = tuple[int, int]


def plan_of(count: int) -> Plan:
    return Plan(id="p", execution="dag", tasks=tuple(Task(id=f"t{i}") for i in range(count)))


def order(a: int, b: int, *, safe: bool = True) -> Fix:
    edit = AddDependency(from_task=f"t{a}", to_task=f"t{b}")
    return Fix(description=f"t{a} before t{b}", edits=(edit,), safe=safe)


def edges(plan: Plan) -> set[Pair]:
    return {(int(d.from_task[1:]), int(d.to_task[1:])) for d in plan.dependencies}


class Judge:
    """Judges by a function, and counts."""

    def __init__(self, rules: Rules) -> None:
        self.rules = rules
        self.calls = 0

    def __call__(self, plan: Plan) -> Judgement:
        self.calls += 1
        return judged(plan, *self.rules(plan))


def found(rules: Rules, plan: Plan) -> Repair:
    repaired = repair(Judge(rules)(plan), Judge(rules))
    assert isinstance(repaired, Repair)
    return repaired


def wanting(*wanted: set[Pair]) -> Rules:
    """A finding for each set of edges of which the plan has none; its fix is the least of them."""

    def rules(plan: Plan) -> Iterator[Finding]:
        there = edges(plan)
        for k, pairs in enumerate(wanted):
            if not pairs & there:
                yield finding("ORD001", f"need{k}", fix=order(*min(pairs)))

    return rules


def test_one_fix_that_clears_the_only_blocker() -> None:
    repaired = found(wanting({(0, 1)}), plan_of(2))

    assert [fix.description for fix in repaired.fixes] == ["t0 before t1"]
    assert repaired.smallest
    assert repaired.remaining == 0
    assert repaired.judgement.verdict.decision == "approved"
    assert edges(repaired.judgement.analysis.plan) == {(0, 1)}


def test_one_fix_that_clears_two_blockers_is_preferred_to_two() -> None:
    repaired = found(wanting({(1, 2), (3, 4)}, {(3, 4)}), plan_of(5))

    assert repaired.batches == ((AddDependency(from_task="t3", to_task="t4"),),)


def test_without_a_safe_fix_there_is_no_repair() -> None:
    def rules(plan: Plan) -> Iterator[Finding]:
        if not edges(plan):
            yield finding("ORD001", "t0", fix=order(0, 1, safe=False))
            yield finding("ORD002", "t0")

    judge = Judge(rules)

    assert repair(judge(plan_of(2)), judge) is None
    assert judge.calls == 1


def test_a_fix_that_does_not_help_is_no_repair() -> None:
    judge = Judge(lambda _: [finding("ORD001", "t0", fix=order(0, 1))])

    assert repair(judge(plan_of(2)), judge) is None


def test_a_fix_that_does_not_apply_is_no_repair() -> None:
    broken = Fix(description="", edits=(SetField(task="nobody", field="effect", value="modify"),), safe=True)

    judge = Judge(lambda _: [finding("ORD001", "t0", fix=broken)])

    assert repair(judge(plan_of(2)), judge) is None


def test_a_fix_that_brings_a_blocker_is_not_worth_one() -> None:
    def rules(plan: Plan) -> Iterator[Finding]:
        yield finding("ORD002", "t1") if edges(plan) else finding("ORD001", "t0", fix=order(0, 1))

    judge = Judge(rules)

    assert repair(judge(plan_of(2)), judge) is None


def test_fixes_that_exclude_each_other_are_not_both_made() -> None:
    def rules(plan: Plan) -> Iterator[Finding]:
        there = edges(plan)
        if not there & {(0, 1)}:
            yield finding("ORD001", "a", fix=order(0, 1))
        if not there & {(1, 0)}:
            yield finding("ORD001", "b", fix=order(1, 0))
        if {(0, 1), (1, 0)} <= there:
            for k in range(3):
                yield finding("STR001", f"cycle{k}")

    repaired = found(rules, plan_of(2))

    assert len(repaired.fixes) == 1
    assert repaired.remaining == 1


def test_blockers_without_a_safe_fix_remain() -> None:
    def rules(plan: Plan) -> Iterator[Finding]:
        yield finding("ROL001", "t0", more=2)
        yield from wanting({(0, 1)})(plan)

    repaired = found(rules, plan_of(2))

    assert len(repaired.fixes) == 1
    assert repaired.smallest
    assert repaired.remaining == 3
    assert repaired.judgement.verdict.decision == "blocked"


def test_what_a_fix_uncovers_is_repaired_in_the_next_round() -> None:
    def rules(plan: Plan) -> Iterator[Finding]:
        there = edges(plan)
        stage = len(there)
        if stage < 5:
            yield finding("ORD001", f"stage{stage}", fix=order(stage, stage + 1))
            yield finding("ORD002", f"also{stage}", more=10 - stage)

    repaired = found(rules, plan_of(6))

    assert len(repaired.rounds) == ROUNDS
    assert all(len(fixes) == 1 for fixes in repaired.rounds)
    assert not repaired.smallest
    assert repaired.remaining > 0


def test_the_batches_of_all_rounds_make_the_repaired_plan() -> None:
    def rules(plan: Plan) -> Iterator[Finding]:
        stage = len(edges(plan))
        if stage < 2:
            yield finding("ORD001", *(f"s{k}" for k in range(3 - stage)), fix=order(stage, stage + 1), more=2 - stage)

    repaired = found(rules, plan_of(6))

    plan = plan_of(6)
    for batch in repaired.batches:
        plan = apply(plan, batch)
    assert plan == repaired.judgement.analysis.plan
    assert len(repaired.batches) == 2


def test_a_warning_is_repaired_only_where_all_is_aimed_at() -> None:
    def rules(plan: Plan) -> Iterator[Finding]:
        if not edges(plan):
            yield finding("VER001", "t0", severity="warning", fix=order(0, 1))

    judge = Judge(rules)

    assert repair(judge(plan_of(2)), judge) is None
    repaired = repair(judge(plan_of(2)), judge, "all")
    assert isinstance(repaired, Repair)
    assert edges(repaired.judgement.analysis.plan) == {(0, 1)}


def test_a_warning_is_never_cleared_at_the_price_of_a_blocker() -> None:
    def rules(plan: Plan) -> Iterator[Finding]:
        if edges(plan):
            yield finding("ORD001", "t0")
        else:
            for k in range(3):
                yield finding("VER001", f"t{k}", severity="warning", fix=order(0, 1))

    judge = Judge(rules)

    assert repair(judge(plan_of(2)), judge, "all") is None


def test_a_plan_that_is_too_large_is_not_repaired_and_it_says_so() -> None:
    rules = wanting({(0, 1)})
    judge = Judge(rules)

    assert isinstance(repair(judge(plan_of(MAX_REPAIRED + 1)), judge), Unsought)
    assert judge.calls == 1
    assert isinstance(found(rules, plan_of(MAX_REPAIRED)), Repair)


def test_moves_that_stand_in_each_others_way_are_judged_as_they_are_made() -> None:
    def rules(plan: Plan) -> Iterator[Finding]:
        ids = [task.id for task in plan.tasks]
        if ids.index("t2") > ids.index("t0"):
            fix = Fix(description="", edits=(MoveTask(task="t2", before="t0"),), safe=True)
            yield finding("ORD001", "t2", fix=fix)

    assert [t.id for t in found(rules, plan_of(3)).judgement.analysis.plan.tasks] == ["t2", "t0", "t1"]


PAIRS = st.tuples(st.integers(0, 2), st.integers(3, 5))
MANY = st.tuples(st.integers(0, 9), st.integers(10, 19))


@given(st.lists(st.sets(PAIRS, min_size=1, max_size=4), min_size=1, max_size=EXACT))
def test_no_smaller_set_of_the_fixes_clears_all(wanted: list[set[Pair]]) -> None:
    rules, plan = wanting(*wanted), plan_of(6)
    fixes = {f.fix.edits: f.fix for f in rules(plan) if f.fix is not None}

    def clears(some: Iterable[Fix]) -> bool:
        return not [*rules(apply(plan, [edit for fix in some for edit in fix.edits]))]

    least = next(n for n in range(len(fixes) + 1) if any(clears(some) for some in combinations(fixes.values(), n)))
    repaired = found(rules, plan)

    assert repaired.smallest
    assert repaired.remaining == 0
    assert len(repaired.fixes) == least


@settings(max_examples=examples(20, 300))
@given(st.lists(st.sets(MANY, min_size=1, max_size=3), min_size=EXACT + 1, max_size=30))
def test_of_many_fixes_none_can_be_spared(wanted: list[set[Pair]]) -> None:
    rules, plan = wanting(*wanted), plan_of(20)

    repaired = found(rules, plan)

    assert repaired.remaining == 0
    for k in range(len(repaired.fixes)):
        fewer = [edit for fix in (*repaired.fixes[:k], *repaired.fixes[k + 1 :]) for edit in fix.edits]
        assert [*rules(apply(plan, fewer))]


@pytest.mark.parametrize("size", [2, 12, 2_000])
@pytest.mark.parametrize("count", [1, EXACT, EXACT + 1, 40])
def test_the_number_of_plans_that_are_judged_is_bounded(count: int, size: int) -> None:
    def rules(plan: Plan) -> Iterator[Finding]:
        there = edges(plan)
        for k in range(count):
            # The last one is never cleared, so every set is looked at.
            if (k % size, (k + 1) % size) not in there or k == count - 1:
                yield finding("ORD001", f"x{k}", fix=order(k % size, (k + 1) % size))

    judge = Judge(rules)
    plan = plan_of(size)

    repair(judge(plan), judge)

    assert (judge.calls - 1) * size <= max(JUDGED_STEPS, 4 * size)
