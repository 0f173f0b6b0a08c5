import pytest

from planproof.edits import apply, set_at
from planproof.model.errors import FixError
from planproof.model.finding import AddDependency, DropDependency, Edit, MoveTask, SetField
from planproof.model.plan import Dependency, Plan, Precondition, Task

PLAN = Plan(
    id="p",
    tasks=(Task(id="a"), Task(id="b", preconditions=(Precondition(fact="f"),)), Task(id="c", effect="modify")),
    dependencies=(
        Dependency(from_task="a", to_task="b", kind="soft"),
        Dependency(from_task="b", to_task="c"),
        Dependency(from_task="b", to_task="c", reason="twice"),
    ),
)


def pairs(plan: Plan) -> list[tuple[str, str, str]]:
    return [(d.from_task, d.to_task, d.kind) for d in plan.dependencies]


def test_a_dependency_is_added_behind_the_others() -> None:
    edited = apply(PLAN, [AddDependency(from_task="a", to_task="c")])

    assert pairs(edited) == [*pairs(PLAN), ("a", "c", "hard")]
    assert edited.tasks == PLAN.tasks


def test_a_hard_dependency_that_is_there_is_not_added_again_but_a_soft_one_does_not_count() -> None:
    assert apply(PLAN, [AddDependency(from_task="b", to_task="c")]) == PLAN
    assert pairs(apply(PLAN, [AddDependency(from_task="a", to_task="b")]))[-1] == ("a", "b", "hard")


def test_indices_of_a_batch_count_in_the_plan_before_it() -> None:
    edits = [
        DropDependency(index=0, from_task="a", to_task="b"),
        AddDependency(from_task="a", to_task="c"),
        DropDependency(index=2, from_task="b", to_task="c"),
    ]

    assert pairs(apply(PLAN, edits)) == [("b", "c", "hard"), ("a", "c", "hard")]


def test_a_step_is_moved_before_another() -> None:
    assert [t.id for t in apply(PLAN, [MoveTask(task="c", before="a")]).tasks] == ["c", "a", "b"]
    assert [t.id for t in apply(PLAN, [MoveTask(task="a", before="c")]).tasks] == ["b", "a", "c"]


def test_a_field_is_set_and_removed() -> None:
    edits = [
        SetField(task="a", field="effect", value="destroy"),
        SetField(task="a", field="verification.observes", value=("x", "y")),
        SetField(task="b", field="preconditions.0.established_by", value="a"),
        SetField(task="c", field="effect", value=None),
    ]

    a, b, c = apply(PLAN, edits).tasks

    assert a.effect == "destroy"
    assert a.verification is not None
    assert a.verification.observes == ("x", "y")
    assert b.preconditions[0].established_by == "a"
    assert c.effect is None


def test_removing_what_is_not_there_changes_nothing() -> None:
    assert apply(PLAN, [SetField(task="a", field="rollback.kind", value=None)]) == PLAN


@pytest.mark.parametrize(
    "edit",
    [
        AddDependency(from_task="a", to_task="nobody"),
        AddDependency(from_task="nobody", to_task="a"),
        DropDependency(index=1, from_task="a", to_task="b"),
        DropDependency(index=9, from_task="a", to_task="b"),
        SetField(task="nobody", field="effect", value="modify"),
        SetField(task="a", field="effect", value="explode"),
        SetField(task="a", field="no_such_field", value="x"),
        SetField(task="b", field="preconditions.7.fact", value="x"),
        SetField(task="b", field="preconditions.x", value="x"),
        SetField(task="a", field="id.x", value="x"),
        MoveTask(task="a", before="nobody"),
        MoveTask(task="nobody", before="a"),
        MoveTask(task="a", before="a"),
    ],
)
def test_an_edit_that_does_not_apply_is_an_error(edit: Edit) -> None:
    with pytest.raises(FixError):
        apply(PLAN, [edit])


def test_an_element_of_a_list_is_replaced_and_removed() -> None:
    values: dict[str, object] = {"reads": ["a", "b"]}

    set_at(values, "reads.0", "c")
    set_at(values, "reads.1", None)

    assert values == {"reads": ["c"]}
