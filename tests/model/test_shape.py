"""What a model's fields ask for, and what a value that does not fit one of them may mean."""

import gc

from planproof.model import Model, Plan, Task, Verification, Window
from planproof.model.mend import MISS, mended
from planproof.model.shape import Leaf, Many, Part, slots_of
from planproof.model.values import collector_paused


class Mixed(Model):
    """A model with fields that no plan has."""

    either: int | str = 0
    number: float = 0


def leaf(model: type[Model], field: str) -> Leaf:
    shape = slots_of(model)[field].shape
    assert isinstance(shape, Leaf)
    return shape


def test_every_field_of_a_model_has_a_slot_in_order() -> None:
    assert list(slots_of(Plan)) == list(Plan.model_fields)
    tasks = slots_of(Plan)["tasks"].shape
    assert isinstance(tasks, Many)
    assert isinstance(tasks.item, Part)
    assert (tasks.item.model, tasks.item.name, tasks.most) == (Task, "task", 20_000)
    command = slots_of(Verification)["command"]
    assert isinstance(command.shape, Part)
    assert command.nullable
    assert command.shape.from_text is not None
    assert slots_of(Task)["id"].required


def test_a_leaf_says_what_it_wants() -> None:
    assert leaf(Task, "effect").wanted == (
        "one of 'observe', 'notify', 'create', 'modify', 'shift', 'rotate', 'destroy'"
    )
    assert leaf(Task, "id").wanted == "a name of 1 to 500 characters"
    assert leaf(Task, "description").wanted == "a text of at most 100,000 characters"
    assert leaf(Task, "timeout").kind == "duration"


def test_of_what_the_reader_does_not_know_it_mends_nothing() -> None:
    for kind in (leaf(Mixed, "either"), leaf(Mixed, "number"), leaf(Window, "start")):
        assert kind.kind == "other"
        assert mended(kind, "tomorrow") is MISS
    assert leaf(Mixed, "either").fits("text")
    assert leaf(Mixed, "either").fits(1)


def test_the_collector_rests_while_a_plan_is_read_and_is_left_as_it_was() -> None:
    assert gc.isenabled()
    with collector_paused():
        assert not gc.isenabled()
        with collector_paused():
            assert not gc.isenabled()
        assert not gc.isenabled()
    assert gc.isenabled()
