"""What holds of every plan: words cannot talk a gate down, names and the order of free steps do not matter."""

from __future__ import annotations

from random import Random

from hypothesis import given
from hypothesis import strategies as st

from planproof.judge import judge
from planproof.model.goal import Goal
from planproof.model.plan import Plan
from tests.strategies import goals, plans, sentences
from tests.variants import blockers, described, outline, prose_fields, renamed, unknowns, with_text


@given(plans(), st.none() | goals(), st.data())
def test_no_sentence_talks_a_gate_down(plan: Plan, goal: Goal | None, data: st.DataObject) -> None:
    before = judge(plan, goal)
    in_plan, in_goal = list(prose_fields(plan)), list(prose_fields(goal))
    for _ in range(3):
        where = data.draw(st.sampled_from([("plan", p) for p in in_plan] + [("goal", p) for p in in_goal]))
        sentence = data.draw(sentences())
        gap = data.draw(st.sampled_from((" ", "\n", ". ")))
        front = data.draw(st.booleans())

        def edit(text: str, sentence: str = sentence, gap: str = gap, front: bool = front) -> str:
            return f"{sentence}{gap}{text}" if front else f"{text}{gap}{sentence}"

        if where[0] == "plan":
            after = judge(Plan.model_validate(with_text(plan, where[1], edit)), goal)
        else:
            after = judge(plan, Goal.model_validate(with_text(goal, where[1], edit)))
        lost = blockers(before) - blockers(after)
        assert not lost, (where, sentence, gap, front, [described(before.verdict.blocking)[f] for f in lost])
        assert unknowns(before) <= unknowns(after)


@given(plans(), st.none() | goals())
def test_the_same_plan_gives_the_same_bytes(plan: Plan, goal: Goal | None) -> None:
    again = Plan.model_validate_json(plan.model_dump_json())
    assert judge(plan, goal).verdict.model_dump_json() == judge(again, goal).verdict.model_dump_json()


@given(plans(), st.none() | goals())
def test_findings_do_not_depend_on_the_names_of_steps(plan: Plan, goal: Goal | None) -> None:
    def name(i: str) -> str:
        return f"z{9 - int(i[1:])}-step"

    assert outline(judge(renamed(plan, name), goal)) == outline(judge(plan, goal), name)


@given(plans(execution=("dag",)), st.none() | goals(), st.randoms(use_true_random=False))
def test_findings_do_not_depend_on_the_list_order_of_a_dag(plan: Plan, goal: Goal | None, rng: Random) -> None:
    tasks = list(plan.tasks)
    rng.shuffle(tasks)
    shuffled = plan.model_copy(update={"tasks": tuple(tasks)})
    assert outline(judge(shuffled, goal)) == outline(judge(plan, goal))
