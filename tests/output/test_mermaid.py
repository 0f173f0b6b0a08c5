import re

from hypothesis import given
from hypothesis import strategies as st

from planproof.model.plan import Dependency, Plan, Task
from planproof.output.mermaid import HEAD, MAX_DRAWN, diagram
from tests.output.made import PLAN, every_pile, judged, report


def edges(text: str) -> set[tuple[int, int]]:
    return {(int(a), int(b)) for a, b in re.findall(r"p\w{8}_(\d+) --> p\w{8}_(\d+)", text)}


def test_each_step_is_a_node_of_its_effect() -> None:
    text = diagram(report(judged(PLAN, *every_pile())))

    assert re.search(r'p\w+\["cleanup-users: blocked"\]', text)
    assert re.search(r'p\w+_4\["✗ drop<br/>× destroy, irreversible[^"]*"\]:::destroy', text)
    assert re.search(r"class p\w+_4 blocks\n", text)
    assert re.search(r'p\w+_3\["! snapshot<br/>◌ effect unknown"\]:::unknown', text)


def test_every_class_that_is_used_is_defined() -> None:
    text = diagram(report(judged(PLAN, *every_pile())))

    defined = set(re.findall(r"classDef (\w+)", HEAD))
    assert set(re.findall(r":::(\w+)", text)) | set(re.findall(r"  class \w+ (\w+)", text)) <= defined


@given(st.integers(1, 8), st.data())
def test_the_arrows_are_the_order_without_what_follows_from_others(count: int, data: st.DataObject) -> None:
    pairs = data.draw(
        st.sets(st.tuples(st.integers(0, count - 1), st.integers(0, count - 1)).filter(lambda p: p[0] < p[1]))
    )
    plan = Plan(
        id="p",
        execution="dag",
        tasks=tuple(Task(id=f"t{i}") for i in range(count)),
        dependencies=tuple(Dependency(from_task=f"t{a}", to_task=f"t{b}") for a, b in sorted(pairs)),
    )

    drawn = edges(diagram(report(judged(plan))))

    def reach(of: set[tuple[int, int]]) -> set[tuple[int, int]]:
        closed = set(of)
        for k in range(count):
            closed |= {(a, b) for a, x in closed if x == k for y, b in closed if y == k}
        return closed

    assert reach(drawn) == reach(pairs)
    assert all((a, b) not in reach(drawn - {(a, b)}) for a, b in drawn)


def test_a_plan_too_large_to_draw_says_so() -> None:
    plan = Plan(id="p", tasks=tuple(Task(id=f"t{i}") for i in range(MAX_DRAWN + 1)))

    assert f"{MAX_DRAWN + 1} steps: too many to draw" in diagram(report(judged(plan)))


@given(st.text(st.characters(exclude_categories=["Cs"]), min_size=1))
def test_a_label_stays_inside_its_quotes(name: str) -> None:
    text = diagram(report(judged(Plan(id=name, tasks=(Task(id=name),)))))

    assert all(line.count('"') in (0, 2) for line in text.splitlines())
    assert not re.search(r"</?(?!br/)\w", text)


def test_two_plans_share_no_node() -> None:
    a = diagram(report(judged(PLAN), source="a.json"))
    b = diagram(report(judged(PLAN), source="b.json"))

    assert not set(re.findall(r"p\w{8}", a)) & set(re.findall(r"p\w{8}", b))
