"""effect_of and the scales it joins on."""

from __future__ import annotations

from itertools import product
from typing import get_args

import pytest
from hypothesis import given
from hypothesis import strategies as st

from planproof.effects import (
    KINDS,
    Duties,
    Effect,
    Hazard,
    Kind,
    Resources,
    Undo,
    duties_of,
    effect_of,
    exceeds,
    heavier,
    worse_kind,
    worse_undo,
)
from planproof.effects.duties import Duty
from planproof.gates.analysis import Analysis
from planproof.model.base import EffectKind, Reversibility
from planproof.model.plan import Command, Plan, Resource, Task
from tests.strategies import sentences

UNDOS: tuple[Undo, ...] = ("read_only", "reversible", "compensable", "unknown", "irreversible")
ALL_DUTIES = tuple(Duties(*d) for d in product((None, "warning", "blocker"), repeat=3))
WEIGHTS: tuple[Duty, ...] = (None, "warning", "blocker")


def at_most(a: Duties, b: Duties) -> bool:
    pairs = ((a.verification, b.verification), (a.recovery, b.recovery), (a.predecessor, b.predecessor))
    return all(WEIGHTS.index(x) <= WEIGHTS.index(y) for x, y in pairs)


# -- the scales ------------------------------------------------------------------------------------------------


def test_the_scales_name_every_value() -> None:
    assert set(KINDS) == set(get_args(EffectKind))
    assert set(UNDOS) == {*get_args(Reversibility), "unknown"}


def test_worse_kind_is_a_join() -> None:
    for a, b, c in product(KINDS, repeat=3):
        assert worse_kind(a, b) == worse_kind(b, a)
        assert worse_kind(a, worse_kind(b, c)) == worse_kind(worse_kind(a, b), c)
        assert worse_kind(a, a) == a
        assert not exceeds(a, worse_kind(a, b))
        if not exceeds(a, b):
            assert not exceeds(worse_kind(a, c), worse_kind(b, c))


def test_worse_undo_is_a_join() -> None:
    for a, b, c in product(UNDOS, repeat=3):
        assert worse_undo(a, b) == worse_undo(b, a)
        assert worse_undo(a, worse_undo(b, c)) == worse_undo(worse_undo(a, b), c)
        assert worse_undo(a, a) == a
        assert UNDOS.index(worse_undo(a, b)) == max(UNDOS.index(a), UNDOS.index(b))


def test_heavier_is_a_join() -> None:
    for a, b in product(ALL_DUTIES, repeat=2):
        assert heavier(a, b) == heavier(b, a)
        assert at_most(a, heavier(a, b))
        assert heavier(a, a) == a
    for a, b, c in product(ALL_DUTIES[::4], repeat=3):
        assert heavier(a, heavier(b, c)) == heavier(heavier(a, b), c)


def test_who_promises_less_owes_no_less() -> None:
    for kind, (a, b) in product(KINDS, product(UNDOS, repeat=2)):
        if UNDOS.index(a) <= UNDOS.index(b):
            assert at_most(duties_of(kind, a), duties_of(kind, b)), (kind, a, b)


@pytest.mark.parametrize(
    ("kind", "undo", "duties"),
    [
        ("observe", "read_only", (None, None, None)),
        ("notify", "compensable", (None, None, None)),
        ("create", "reversible", ("warning", "warning", None)),
        ("modify", "compensable", ("warning", "warning", None)),
        ("modify", "irreversible", ("blocker", "warning", None)),
        ("shift", "reversible", ("blocker", "blocker", None)),
        ("rotate", "compensable", ("blocker", "blocker", None)),
        ("rotate", "irreversible", ("blocker", "blocker", "blocker")),
        ("destroy", "compensable", ("warning", "warning", None)),
        ("destroy", "irreversible", ("blocker", "blocker", "blocker")),
        ("destroy", "unknown", ("blocker", "blocker", "blocker")),
        ("unknown", "unknown", ("warning", "warning", None)),
    ],
)
def test_the_table_of_duties(kind: Kind, undo: Undo, duties: tuple[Duty, Duty, Duty]) -> None:
    assert duties_of(kind, undo) == Duties(*duties)


# -- the sources -----------------------------------------------------------------------------------------------


LS, CP, WIPE = "ls dir", "sed -i s/a/b/ File", "psql -d shop -c 'TRUNCATE users'"
RESTART, RM_POD = "systemctl restart web", "kubectl delete pod pod"


def effect(**fields: object) -> Effect:
    task = Task.model_validate({"id": "t", **fields})
    return effect_of(task, Resources(Plan(id="p", tasks=(task,))))


def summary(found: Effect) -> tuple[str, str, str]:
    return found.kind, found.reversibility, found.basis


def test_nothing_said_is_unknown_whatever_the_words_say() -> None:
    assert summary(effect()) == ("unknown", "unknown", "inferred")
    said = effect(description="Drop the users table")
    assert summary(said) == ("unknown", "unknown", "inferred")
    assert said.opaque
    assert said.duties == Duties("blocker", "blocker", "blocker")
    assert effect(description="only a look, nothing is changed").duties == Duties("warning", "warning")


def test_a_declared_effect_stands_and_words_raise_it() -> None:
    assert summary(effect(effect="observe")) == ("observe", "read_only", "declared")
    assert summary(effect(effect="destroy", description="Check the rows")) == ("destroy", "irreversible", "declared")
    assert summary(effect(effect="modify", description="Drop the users table")) == (
        "destroy",
        "irreversible",
        "inferred",
    )
    assert summary(effect(effect="create", action="cutover")) == ("shift", "reversible", "inferred")
    assert summary(effect(effect="modify", description="Overwrite the rows")) == ("modify", "irreversible", "inferred")


def test_commands_that_are_understood_decide() -> None:
    assert summary(effect(commands=[LS])) == ("observe", "read_only", "proven")
    assert summary(effect(commands=[LS], effect="modify")) == ("modify", "reversible", "declared")
    assert summary(effect(commands=[WIPE], effect="observe")) == ("destroy", "irreversible", "proven")
    assert summary(effect(commands=[RM_POD], effect="destroy")) == ("destroy", "compensable", "proven")
    assert summary(effect(commands=[RESTART], effect="notify")) == ("shift", "reversible", "proven")
    words = effect(commands=[LS], description="Drop the users table")
    assert summary(words) == ("observe", "read_only", "proven")
    assert words.suggestion is not None
    assert not words.opaque
    assert words.duties == Duties()


def test_a_command_that_is_not_understood_leaves_the_step_opaque() -> None:
    found = effect(commands=[LS, "mystery"], effect="observe")
    assert found.opaque
    assert found.not_understood == ("mystery",)
    raised = effect(commands=[LS, "mystery --sql 'TRUNCATE users'"])
    assert summary(raised) == ("destroy", "irreversible", "inferred")
    assert summary(effect(commands=["mystery"])) == ("unknown", "unknown", "inferred")


def test_the_words_of_an_understood_command_are_no_words() -> None:
    task = Task(id="t", commands=(Command(run="echo drop table users"),))
    found = effect_of(task, Resources(Plan(id="p", tasks=(task,))))
    assert summary(found) == ("observe", "read_only", "proven")
    assert found.suggestion is None


def test_several_commands_are_joined_and_each_keeps_its_duties() -> None:
    both = effect(commands=[RESTART, RM_POD])
    assert summary(both) == ("destroy", "compensable", "proven")
    assert both.because == RM_POD
    assert both.duties == Duties("blocker", "blocker")  # the restart's: the table asks less of a compensable destroy
    lost = effect(commands=[RM_POD, CP])
    assert summary(lost) == ("destroy", "irreversible", "proven")
    assert lost.duties == Duties("blocker", "warning")  # of a pod and a file; nothing irreplaceable is destroyed
    assert effect(commands=["chmod 777 /srv/a", LS, "chmod 777 /srv/b"]).hazards == ("widens_access",)
    assert set(get_args(Hazard)) == {"discloses", "discloses_secret", "widens_access", "weakens_guard"}


def test_words_do_not_lower_what_a_milder_part_owes() -> None:
    shift = effect(effect="shift", writes=["web"])
    both = effect(effect="shift", writes=["web"], description="Scale the old pods down and delete the pods")
    assert both.kind == "destroy"
    assert at_most(shift.duties, both.duties)


def test_lists_of_the_step_outweigh_its_label() -> None:
    assert summary(effect(effect="observe", destroys=["users"])) == ("destroy", "irreversible", "declared")
    assert summary(effect(effect="observe", writes=["users"])) == ("modify", "reversible", "declared")
    assert summary(effect(effect="notify", writes=["channel"])) == ("notify", "compensable", "declared")
    assert summary(effect(writes=["users"])) == ("modify", "reversible", "declared")
    assert summary(effect(produces=["users.dump"])) == ("create", "reversible", "declared")
    assert summary(effect(reads=["users"])) == ("unknown", "unknown", "inferred")


# -- resources -------------------------------------------------------------------------------------------------


def access(**fields: object) -> tuple[tuple[str, ...], tuple[str, ...], tuple[str, ...]]:
    found = effect(**fields)
    return found.reads, found.writes, found.destroys


def test_a_step_that_names_nothing_acts_on_its_target() -> None:
    assert access(effect="observe", target="A") == (("a",), (), ())
    assert access(effect="modify", target="A") == ((), ("a",), ())
    assert access(effect="destroy", target="A") == ((), (), ("a",))
    assert access(effect="destroy", action="update", target="A") == ((), (), ("a",))
    assert access(action="drop", target="A") == ((), (), ("a",))
    assert access(action="verify", target="A") == (("a",), (), ())
    assert access(action="identify and revert", target="A") == (("a",), ("a",), ())
    assert access(action="make_coffee", target="A") == ((), (), ())
    assert access(effect="modify", action="delete", target="A") == ((), ("a",), ("a",))
    assert access(effect="observe", reads=["b"], target="A") == (("b",), (), ())
    assert access(effect="observe", reads=["b"], action="drop", target="A") == (("b",), (), ("a",))


def test_what_a_step_says_that_it_changes_is_believed_before_its_target() -> None:
    assert access(effect="destroy", writes=["a"], target="a") == ((), ("a",), ())
    assert access(effect="modify", writes=["folder"], action="remove", target="repo") == ((), ("folder",), ())
    assert access(effect="create", produces=["dump"], action="backup", target="a") == ((), (), ())


def test_what_commands_touch_is_added() -> None:
    found = effect(commands=[LS, CP, WIPE], writes=["b"])
    assert (found.reads, found.writes, found.destroys) == (("file:dir",), ("b", "file:File"), ("table:shop/users",))
    assert found.changes == ("b",)
    assert found.touched == ("b", "file:File", "table:shop/users")
    assert effect(commands=[CP, WIPE]).changes == ("file:File", "table:shop/users")


def test_names_are_canonical() -> None:
    task = Task(id="t", effect="modify", writes=("shop.orders", "ORDERS"))
    names = Resources(Plan(id="p", tasks=(task,), resources=(Resource(id="orders", aliases=("shop.orders",)),)))
    assert effect_of(task, names).writes == ("orders",)


# -- what the plan itself made ---------------------------------------------------------------------------------


def test_what_the_plan_made_can_be_made_again() -> None:
    make = Task(id="make", effect="create", writes=("scratch",))
    drop = Task(id="drop", effect="destroy", destroys=("scratch",), description="Drop the scratch database")
    analysis = Analysis(Plan(id="p", tasks=(make, drop)))
    assert analysis.effects[1].reversibility == "compensable"
    assert analysis.duties[1] == Duties("warning", "warning")
    with_command = drop.model_copy(update={"commands": (Command(run="dropdb scratch"),)})
    assert Analysis(Plan(id="p", tasks=(make, with_command))).duties[1] == Duties("warning", "warning")
    alone = Analysis(Plan(id="p", tasks=(drop,)))
    assert alone.duties[0] == Duties("blocker", "blocker", "blocker")


def test_what_else_such_a_step_does_is_owed_all_the_same() -> None:
    both = effect(effect="destroy", destroys=["scratch"], action="cutover")
    assert both.of_own_making().reversibility == "compensable"
    assert both.of_own_making().duties == Duties("blocker", "blocker")
    lost = effect(commands=[CP], effect="destroy", destroys=["scratch"])
    assert lost.of_own_making().reversibility == "irreversible"
    assert lost.of_own_making().duties == Duties("blocker", "warning")


# -- words only add --------------------------------------------------------------------------------------------

TASKS = st.builds(
    Task,
    id=st.just("t"),
    description=st.sampled_from(
        ("Drop the users table", "Drain the node", "Tidy up", "Delete the pods", "Check the rows")
    ),
    action=st.sampled_from(("drop", "remove", "update", "verify", "cutover", "backup", "tidy")),
    target=st.sampled_from(("users", "cache", "")),
    effect=st.sampled_from((None, *KINDS)),
    reads=st.sampled_from(((), ("users",))),
    writes=st.sampled_from(((), ("web",))),
    destroys=st.sampled_from(((), ("scratch",))),
    commands=st.lists(
        st.sampled_from((LS, CP, RESTART, RM_POD, "mystery", "mystery 'TRUNCATE users'")), max_size=2
    ).map(lambda runs: tuple(Command(run=run) for run in runs)),
)
ADDED = sentences() | st.sampled_from(
    ("Drop the orders table", "Delete the pods", "Shift the traffic", "Overwrite the rows", "never", "update", "check")
)


@given(TASKS, ADDED, st.sampled_from((" ", "\n", ". ")), st.booleans(), st.sampled_from(("description", "action")))
def test_words_only_add(task: Task, added: str, gap: str, front: bool, field: str) -> None:
    old = task.description if field == "description" else task.action
    new = f"{added}{gap}{old}" if front else f"{old}{gap}{added}"
    names = Resources(Plan(id="p", tasks=(task,)))
    before = effect_of(task, names)
    after = effect_of(task.model_copy(update={field: new}), names)
    assert at_most(before.duties, after.duties)
    assert set(before.parts) <= set(after.parts)
    assert set(before.reads) <= set(after.reads)
    assert set(before.writes) <= set(after.writes)
    assert set(before.destroys) <= set(after.destroys)
    assert before.produces == after.produces
    assert before.opaque == after.opaque
    assert (before.kind == "unknown") == (after.kind == "unknown")
    if before.kind != "unknown" and after.kind != "unknown":
        assert worse_kind(before.kind, after.kind) == after.kind
        assert worse_undo(before.reversibility, after.reversibility) == after.reversibility
    assert at_most(before.of_own_making().duties, after.of_own_making().duties)
