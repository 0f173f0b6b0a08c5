"""The rollback simulation against one that runs every stop of a plan, step by step, on a state."""

from __future__ import annotations

from hypothesis import given, settings
from hypothesis import strategies as st

from planproof.effects import Context
from planproof.gates.analysis import Analysis
from planproof.gates.simulation import exact_inverse, simulate
from planproof.model.plan import Artefact, Plan, Rollback, Task
from tests.support import examples

RESOURCES: tuple[str, ...] = ("a", "b")
ARTEFACTS = ("a.dump", "b.dump")


@st.composite
def plans(draw: st.DrawFn) -> Plan:
    """Listed plans: backups, changes with every kind of rollback, and steps that destroy a backup."""
    tasks: list[Task] = []
    for k in range(draw(st.integers(1, 6))):
        match draw(st.sampled_from(("backup", "change", "change", "change", "tidy"))):
            case "backup":
                name = draw(st.sampled_from(RESOURCES))
                task = Task(id=f"s{k}", effect="create", reads=(name,), produces=(Artefact(id=f"{name}.dump"),))
            case "tidy":
                task = Task(id=f"s{k}", effect="destroy", destroys=(draw(st.sampled_from(ARTEFACTS)),))
            case _:
                name = draw(st.sampled_from(RESOURCES))
                task = Task(id=f"s{k}", effect="modify", writes=(name,), rollback=draw(rollbacks(name)))
        tasks.append(task)
    return Plan(id="p", tasks=tuple(tasks))


def rollbacks(name: str) -> st.SearchStrategy[Rollback | None]:
    commands = ({"run": f"./undo.sh {name}"},)
    inverse = Rollback.model_validate({"kind": "inverse", "commands": commands, "restores_state": (name,)})
    restore = Rollback.model_validate(
        {"kind": "restore", "commands": commands, "uses": (f"{name}.dump",), "restores_state": (name,)}
    )
    hollow = Rollback.model_validate({"kind": "inverse", "commands": ({"run": "echo done"},)})
    return st.sampled_from((None, inverse, restore, hollow))


def left_behind(plan: Plan, stop: int) -> set[str]:
    """What differs from the start when the first `stop` steps have run and were rolled back, newest first."""
    state: dict[str, int] = dict.fromkeys(RESOURCES, 0)
    dumps: dict[str, int] = {}
    before: list[dict[str, int]] = []
    usable: list[bool] = []
    for k, task in enumerate(plan.tasks[:stop]):
        before.append(dict(state))
        usable.append(task.rollback is not None and all(name in dumps for name in task.rollback.uses))
        for artefact in task.produces:
            dumps[artefact.id] = state[task.reads[0]]
        for name in task.writes:
            state[name] = k + 1
        for name in task.destroys:
            dumps.pop(name, None)
    for k, task in reversed(list(enumerate(plan.tasks[:stop]))):
        undo = task.rollback
        if undo is None or not task.writes or "echo" in undo.commands[0].run:
            continue
        name = task.writes[0]
        if undo.kind == "restore":
            if usable[k] and undo.uses[0] in dumps:
                # From the artefact, which is taken to hold what was there before the step.
                state[name] = before[k][name]
        elif state[name] == k + 1:
            state[name] = before[k][name]  # an inverse knows its own change and no other
    return {name for name in RESOURCES if state[name]}


@settings(max_examples=examples(400, 10_000))
@given(plans())
def test_what_is_left_is_what_running_every_stop_leaves(plan: Plan) -> None:
    analysis = Analysis(plan)
    simulation = simulate(analysis)
    for stop in range(len(plan.tasks) + 1):
        done = analysis.graph.mask(range(stop))
        told = {name for left in simulation.after(done) for name in left.resources} & set(RESOURCES)
        truly = left_behind(plan, stop)
        assert truly <= told, (stop, "left behind and not told")
        if all(t.rollback is None or t.rollback.kind != "restore" for t in plan.tasks):
            assert told == truly, stop


def test_a_read_only_plan_leaves_nothing() -> None:
    plan = Plan(id="p", tasks=(Task(id="look", effect="observe", reads=("a",)),))
    assert simulate(Analysis(plan)) == ((), ())


def test_what_the_plan_makes_is_left_over_and_not_changed() -> None:
    plan = Plan(id="p", tasks=(Task(id="dump", effect="create", reads=("a",), produces=(Artefact(id="a.dump"),)),))
    simulation = simulate(Analysis(plan))
    assert simulation.residue == ()
    assert simulation.left_over == ("a.dump",)


def test_an_inverse_is_known_of_understood_commands_alone() -> None:
    task = Task.model_validate({"id": "t", "effect": "modify", "writes": ("a",), "commands": ({"run": "./x.sh"},)})
    assert exact_inverse(Analysis(Plan(id="p", tasks=(task,))), 0) == ""
    assert Context().file("x.sh") is None
