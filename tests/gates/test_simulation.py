"""The rollback simulation against one that runs every stop of a plan, step by step, on a state."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import permutations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from planproof.effects import Context
from planproof.gates.analysis import Analysis
from planproof.gates.simulation import exact_inverse, simulate
from planproof.model.plan import Artefact, Dependency, Plan, Rollback, Task
from tests.gates.bundles import analysis_of
from tests.support import examples

RESOURCES: tuple[str, ...] = ("a", "b")
ARTEFACTS = ("a.dump", "b.dump")


@st.composite
def plans(draw: st.DrawFn) -> Plan:
    """Plans of backups, changes of one or two things with every kind of rollback, and steps that destroy a backup."""
    tasks: list[Task] = []
    for k in range(draw(st.integers(1, 5))):
        match draw(st.sampled_from(("backup", "change", "change", "change", "drop", "tidy"))):
            case "backup":
                name = draw(st.sampled_from(RESOURCES))
                task = Task(id=f"s{k}", effect="create", reads=(name,), produces=(Artefact(id=f"{name}.dump"),))
            case "tidy":
                task = Task(id=f"s{k}", effect="destroy", destroys=(draw(st.sampled_from(ARTEFACTS)),))
            case "drop":
                names = draw(some)
                task = Task(id=f"s{k}", effect="destroy", destroys=names, rollback=draw(rollbacks(names)))
            case _:
                names = draw(some)
                task = Task(id=f"s{k}", effect="modify", writes=names, rollback=draw(rollbacks(names)))
        tasks.append(task)
    edges: list[Dependency] = []
    execution = draw(st.sampled_from(("listed", "dag")))
    if execution == "dag" and len(tasks) > 1:
        ends = st.tuples(st.integers(0, len(tasks) - 1), st.integers(0, len(tasks) - 1)).filter(lambda e: e[0] < e[1])
        edges += [Dependency(from_task=f"s{a}", to_task=f"s{b}") for a, b in draw(st.lists(ends, max_size=6))]
    return Plan(id="p", execution=execution, tasks=tuple(tasks), dependencies=tuple(edges))


some = st.lists(st.sampled_from(RESOURCES), min_size=1, max_size=2, unique=True).map(tuple)


@st.composite
def rollbacks(draw: st.DrawFn, changed: tuple[str, ...]) -> Rollback | None:
    """Every kind of one, of all that a step changes or of a part of it."""
    kind = draw(st.sampled_from(("none", "inverse", "inverse", "restore", "restore", "hollow", "words", "forward_fix")))
    covered = draw(st.sampled_from((changed, changed[:1], changed[-1:])))
    commands = tuple({"run": f"./undo.sh {name}"} for name in covered)
    match kind:
        case "none":
            return None
        case "hollow":
            return Rollback.model_validate({"kind": "inverse", "commands": ({"run": "echo done"},)})
        case "words":
            return Rollback(action="put everything back as it was", restores_state=covered)
        case _:
            uses = tuple(f"{name}.dump" for name in covered) if kind == "restore" else ()
            return Rollback.model_validate(
                {"kind": kind, "commands": commands, "uses": uses, "restores_state": covered}
            )


def runs(plan: Plan) -> Iterator[tuple[int, ...]]:
    """Every order in which the plan may run."""
    for order in permutations(range(len(plan.tasks))):
        at = {f"s{i}": place for place, i in enumerate(order)}
        if plan.execution == "listed" and order != tuple(sorted(order)):
            continue
        if all(at[edge.from_task] < at[edge.to_task] for edge in plan.dependencies):
            yield order


def left_behind(plan: Plan, ran: Sequence[int]) -> set[str]:
    """What differs from the start when some steps have run and were rolled back, newest first."""
    state: dict[str, int] = dict.fromkeys(RESOURCES, 0)
    dumps: set[str] = set()
    before: dict[int, dict[str, int]] = {}
    usable: dict[int, bool] = {}
    for k in ran:
        task = plan.tasks[k]
        before[k] = dict(state)
        usable[k] = task.rollback is not None and dumps.issuperset(task.rollback.uses)
        dumps |= {artefact.id for artefact in task.produces}
        dumps -= {*task.destroys}
        for name in (*task.writes, *task.destroys):
            if name in state:
                state[name] = k + 1
    for k in reversed(ran):
        undo = plan.tasks[k].rollback
        if undo is None or not undo.commands or undo.kind == "forward_fix" or "echo" in undo.commands[0].run:
            continue
        for name in undo.restores_state or ():
            if undo.kind == "restore":
                if usable[k] and dumps.issuperset(undo.uses):
                    # From the artefact, which is taken to hold what was there before the step.
                    state[name] = before[k][name]
            elif state[name] == k + 1:
                state[name] = before[k][name]  # an inverse knows its own change and no other
    return {name for name in RESOURCES if state[name]}


@settings(max_examples=examples(300, 10_000))
@given(plans())
def test_what_is_left_is_what_running_every_stop_leaves(plan: Plan) -> None:
    analysis = Analysis(plan)
    simulation = simulate(analysis)
    certain = all(t.rollback is None or t.rollback.kind != "restore" for t in plan.tasks)
    for order in runs(plan):
        for stop in range(len(order) + 1):
            done = analysis.graph.mask(order[:stop])
            told = {name for left in simulation.after(done) for name in left.resources} & set(RESOURCES)
            truly = left_behind(plan, order[:stop])
            assert truly <= told, (order[:stop], "left behind and not told")
            if certain:
                assert told == truly, order[:stop]


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


BACKUP = "{id: dump, effect: create, reads: [a, b], produces: [ab.dump]}"
RESTORE = "{kind: restore, uses: [ab.dump], commands: [./restore.sh], restores_state: [a, b]}"


@pytest.mark.parametrize(
    ("steps", "left"),
    [
        (["{id: s, effect: modify, writes: [a]}"], [("s", "s", ("a",), "no_rollback")]),
        (["{id: s, effect: modify, writes: [a], rollback: {commands: [./undo.sh]}}"], []),
        (["{id: s, effect: modify, writes: [a], commands: [git revert HEAD]}"], []),
        (["{id: s, effect: modify, writes: [a], rollback: {action: n/a}}"], [("s", "s", ("a",), "hollow")]),
        (["{id: s, effect: modify, writes: [a], rollback: {action: put it back}}"], [("s", "s", ("a",), "in_words")]),
        (
            ["{id: s, effect: modify, writes: [a], rollback: {kind: forward_fix, commands: [./fix.sh]}}"],
            [("s", "s", ("a",), "forward_only")],
        ),
        (
            ["{id: s, effect: modify, writes: [a, b], rollback: {commands: [./undo.sh], restores_state: [b]}}"],
            [("s", "s", ("a",), "partial")],
        ),
        ([BACKUP, f"{{id: s, effect: modify, writes: [a, b], rollback: {RESTORE}}}"], []),
        (
            [f"{{id: s, effect: modify, writes: [a, b], rollback: {RESTORE}}}"],
            [("s", "s", ("a", "b"), "artefact")],
        ),
        (
            [
                BACKUP,
                f"{{id: s, effect: modify, writes: [a, b], rollback: {RESTORE}}}",
                "{id: tidy, effect: destroy, destroys: [ab.dump]}",
            ],
            [("s", "tidy", ("a", "b"), "artefact_destroyed")],
        ),
        # The restore of an earlier step, which runs later on the way back, brings back more than its own change.
        (
            [
                BACKUP,
                f"{{id: s, effect: modify, writes: [a, b], rollback: {RESTORE}}}",
                "{id: t, effect: modify, writes: [a, c]}",
            ],
            [("t", "t", ("c",), "no_rollback")],
        ),
        # One that comes after it brings back only what it found.
        (
            [
                "{id: t, effect: modify, writes: [a]}",
                BACKUP,
                f"{{id: s, effect: modify, writes: [a, b], rollback: {RESTORE}}}",
            ],
            [("t", "t", ("a",), "no_rollback")],
        ),
        (["{id: s, action: tidy}"], [("s", "s", (), "no_rollback")]),
    ],
)
def test_why_something_is_left(steps: list[str], left: list[tuple[str, str, tuple[str, ...], str]]) -> None:
    listed = "\n".join(f"    - {step}" for step in steps)
    analysis = analysis_of(f"plan:\n  id: p\n  tasks:\n{listed}")
    ids = [task.id for task in analysis.tasks]
    assert [(ids[x.task], ids[x.since], x.resources, x.why) for x in simulate(analysis).residue] == left


def test_what_was_there_before_is_not_left_over() -> None:
    plan = """
        goal: {id: g, resources: [{id: shop.dump}]}
        plan:
          id: p
          resources: [{id: old.dump, existing: true}, {id: vault, existing: true}, {id: new.dump, part_of: vault}]
          tasks: [{id: dump, effect: create, reads: [a], produces: [old.dump, new.dump, shop.dump]}]
    """
    assert simulate(analysis_of(plan)).left_over == ("new.dump",)


@pytest.mark.parametrize(
    ("commands", "inverse"),
    [
        ("[git revert HEAD]", "git revert"),
        ("[kubectl scale deploy/web --replicas=3]", "kubectl scale"),
        ("[ls, kubectl scale deploy/web --replicas=3]", "kubectl scale"),
        ("[kubectl scale deploy/web --replicas=3, ./x.sh]", ""),
        ("[kubectl scale deploy/web --replicas=3, rm -rf /srv/a]", ""),
        # What brings back the older state has no way back to the newer one.
        ("[kubectl rollout undo deploy/web]", ""),
        ("[createdb scratch]", ""),
        ("[ls]", ""),
    ],
)
def test_an_exact_inverse_undoes_all_that_the_commands_do(commands: str, inverse: str) -> None:
    analysis = analysis_of(f"plan: {{id: p, tasks: [{{id: s, commands: {commands}}}]}}")
    assert exact_inverse(analysis, 0) == inverse
