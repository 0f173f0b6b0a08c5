"""What the reader mends, what it refuses, and what it says about either."""

import copy
import io

import pytest

from planproof.model import Note, Plan, Reading, canonical, load, read_plan
from planproof.model.limits import MAX_ID, MAX_ITEMS, MAX_TEXT
from tests.model.samples import PLAN


def task(**fields: object) -> dict[str, object]:
    return {"id": "p", "tasks": [{"id": "a", **fields}]}


def noted(reading: Reading) -> list[tuple[str, str]]:
    return [(note.kind, note.path) for note in reading.notes]


def read(value: object) -> Plan:
    plan = read_plan(value).plan
    assert plan is not None
    return plan


def only(reading: Reading) -> Note:
    [note] = reading.notes
    return note


def test_a_plan_that_fits_is_taken_as_it_is() -> None:
    before = copy.deepcopy(PLAN)
    reading = read_plan(PLAN)
    assert reading == Reading(Plan.model_validate(before), ())
    assert before == PLAN


def test_hidden_and_reordering_characters_are_read_as_they_are() -> None:
    text = "drop \u202elatot\u202c \u200b\u2066x\u2069 \U000e0041 \u00ad"
    [yaml] = load("-", stdin=io.BytesIO(f'id: p\ntasks: [{{id: a, description: "{text}"}}]'.encode()))
    [json] = load("-", stdin=io.BytesIO(f'{{"id": "p", "tasks": [{{"id": "a", "description": "{text}"}}]}}'.encode()))
    for one in (yaml, json):
        assert one.notes == ()
        assert one.plan is not None
        assert one.plan.tasks[0].description == text


MENDED: list[tuple[str, object, object]] = [
    ("risk_class", "HIGH", "high"),
    ("risk_class", " Critical ", "critical"),
    ("risk_class", ["low"], "low"),
    ("effect", "Destroy", "destroy"),
    ("provenance", "UNTRUSTED", "untrusted"),
    ("idempotent", "true", True),
    ("idempotent", "No", False),
    ("description", 7, "7"),
    ("description", True, "true"),
    ("description", ["one", "two"], "one\ntwo"),
    ("parallel_group", 3, "3"),
    ("parallel_group", ["g"], "g"),
    ("parallel_group", "", None),
    ("reads", "db", ["db"]),
    ("reads", 5, ["5"]),
    ("reads", ["db", 5], ["db", "5"]),
    ("commands", "ls", [{"run": "ls"}]),
    ("commands", {"run": "ls", "shell": "SQL"}, [{"run": "ls", "shell": "sql"}]),
    ("commands", [{"run": "ls", "shell": "bash"}], [{"run": "ls", "shell": "sh"}]),
    ("commands", [{"run": "ls", "shell": "/bin/sh"}], [{"run": "ls", "shell": "sh"}]),
    ("commands", [{"run": "ls", "shell": "/usr/bin/env zsh"}], [{"run": "ls", "shell": "sh"}]),
    ("commands", [{"run": "ls", "shell": "Shell"}], [{"run": "ls", "shell": "sh"}]),
    ("commands", [{"run": "ls", "shell": "pwsh.exe"}], [{"run": "ls", "shell": "powershell"}]),
    ("commands", [{"run": "ls", "shell": "ps1"}], [{"run": "ls", "shell": "powershell"}]),
    ("verification", {"command": {"run": "ls", "shell": "dash"}}, {"command": {"run": "ls", "shell": "sh"}}),
    ("produces", "dump", [{"id": "dump"}]),
    ("preconditions", {"fact": "f"}, [{"fact": "f"}]),
    ("rollback", [{"kind": "Forward-Fix"}], {"kind": "forward_fix"}),
    ("rollback", {"kind": "forwardFix"}, {"kind": "forward_fix"}),
    ("verification", {"expect": {"exit": "3"}}, {"expect": {"exit": 3}}),
    ("verification", {"expect": {"exit": 3.0}}, {"expect": {"exit": 3}}),
    ("timeout", "90", 90),
]


@pytest.mark.parametrize(("field", "written", "meant"), MENDED)
def test_what_can_mean_one_thing_only_is_mended_with_a_note(field: str, written: object, meant: object) -> None:
    reading = read_plan(task(**{field: written}))
    assert reading.plan == Plan.model_validate(task(**{field: meant}))
    assert {note.kind for note in reading.notes} == {"mended"}
    for note in reading.notes:
        assert note.path.startswith(f"tasks.a.{field}")
        assert note.task == "a"
        assert note.value


@pytest.mark.parametrize("shell", ["postgresql", "psql", "python", "fish", "cmd", "/bin", "bash -e"])
def test_what_speaks_another_language_is_not_taken_for_a_shell(shell: str) -> None:
    note = only(read_plan(task(commands=[{"run": "ls", "shell": shell}])))
    assert (note.kind, note.path) == ("invalid", "tasks.a.commands.0.shell")


def test_a_mend_says_what_was_read_and_what_to_write() -> None:
    note = only(read_plan(task(risk_class="HIGH")))
    assert note == Note("mended", "tasks.a.risk_class", "a", "'HIGH'", "'HIGH' was read as 'high': write it so")


INVALID: list[tuple[str, object]] = [
    ("risk_class", "purple"),
    ("risk_class", 3),
    ("effect", "destroy everything"),
    ("effect", ["destroy", "modify"]),
    ("effect", "x" * 1_000_000),
    ("idempotent", 1),
    ("idempotent", "perhaps"),
    ("description", 1.10),
    ("description", {"text": "x"}),
    ("description", ["one", {"two": 2}]),
    ("description", "x" * (MAX_TEXT + 1)),
    ("parallel_group", ["g", "h"]),
    ("parallel_group", "x" * (MAX_ID + 1)),
    ("reads", {"db": True}),
    ("reads", ["x"] * (MAX_ITEMS + 1)),
    ("timeout", "soon"),
    ("timeout", -5),
    ("timeout", "-PT5M"),
    ("timeout", "999999999w"),
    ("timeout", True),
    ("timeout", 1e300),
    ("verification", "look at it"),
    ("verification", ["look", "again"]),
    ("verification", [{}, {}]),
    ("rollback", 7),
    ("preconditions", "the database is up"),
    ("commands", 5),
]


@pytest.mark.parametrize(("field", "value"), INVALID)
def test_what_cannot_be_mended_is_left_out_noted_and_kept(field: str, value: object) -> None:
    reading = read_plan(task(**{field: value}))
    note = only(reading)
    assert (note.kind, note.path, note.task) == ("invalid", f"tasks.a.{field}", "a")
    plan = read(task(**{field: value}))
    assert plan.tasks == read(task()).tasks
    [unread] = plan.unread
    text = canonical(value).decode()
    assert unread.path == f"tasks.a.{field}"
    assert unread.value == text if len(text) <= 2_000 else unread.value.startswith(text[:2_000] + "... sha256:")


INCOMPLETE: list[tuple[object, str, str]] = [
    (task(preconditions=[{"description": "no fact"}]), "tasks.a.preconditions.0", "'fact'"),
    (
        task(preconditions=[{"fact": "f", "probe": {"kind": "sql", "query": "q"}}]),
        "tasks.a.preconditions.0.probe",
        "'expected'",
    ),
    (task(verification={"command": {"shell": "sh"}}), "tasks.a.verification.command", "'run'"),
    (task(produces=[{"id": "x" * 501}]), "tasks.a.produces.0", "'id'"),
    ({**task(), "dependencies": [{"from_task": "a"}]}, "dependencies.0", "'to_task'"),
    ({**task(), "resources": [{"kind": "table"}]}, "resources.0", "'id'"),
    ({**task(), "branches": [{"id": "b", "kind": "fan_in"}]}, "branches.b", "'tasks'"),
    ({**task(), "branches": [{"id": "b", "kind": "up", "tasks": ["a"]}]}, "branches.b", "'kind'"),
    ({**task(), "branches": [{"id": "b", "kind": "fan_in", "tasks": {}}]}, "branches.b", "'tasks'"),
]


@pytest.mark.parametrize(("value", "path", "missing"), INCOMPLETE)
def test_an_object_without_what_it_needs_is_left_out_whole(value: object, path: str, missing: str) -> None:
    reading = read_plan(value)
    note = only(reading)
    assert (note.kind, note.path) == ("invalid", path)
    assert f"has no {missing}" in note.message
    assert [unread.path for unread in read(value).unread] == [path]


def test_a_misspelt_key_costs_and_is_not_applied() -> None:
    reading = read_plan(task(rollbak={"action": "undo"}))
    note = only(reading)
    assert note.kind == "unknown_field"
    assert note.path == "tasks.a.rollbak"
    assert note.message == "'rollbak' is no field of 'task' and was not applied: did you mean 'rollback'?"
    plan = read(task(rollbak={"action": "undo"}))
    assert plan.tasks[0].rollback is None
    assert [(unread.path, unread.value) for unread in plan.unread] == [("tasks.a.rollbak", '{"action":"undo"}')]


def test_a_key_that_resembles_nothing_gets_no_guess() -> None:
    note = only(read_plan({**task(), "mascot": "owl"}))
    assert (
        note.message
        == "'mascot' is no field of 'plan' and was not applied: remove it, or say it in a field that exists"
    )


def test_two_plans_that_differ_in_what_was_not_read_differ() -> None:
    assert read(task(rollbak=1)) != read(task(rollbak=2))


def test_an_author_cannot_fill_what_only_the_reader_may() -> None:
    forged = {**task(), "unread": [{"path": "x", "value": "1"}]}
    assert noted(read_plan(forged)) == [("unknown_field", "unread")]
    assert [unread.path for unread in read(forged).unread] == ["unread"]
    assert read_plan({**task(), "unread": []}).notes == ()  # a plan that planproof wrote out


def test_plannercritic_s_own_forms_are_read_without_a_note() -> None:
    reading = read_plan(
        {
            "id": "p",
            "goal_id": "g",
            "plan_schema_version": "0.1.0",
            "created_at": "2026-01-01T00:00:00Z",
            "parent_version": "o",
            "dependencies": None,
            "branches": [],
            "tasks": [
                {"id": "a", "description": None, "satisfies": "A1", "preconditions": None, "rollback": None},
                {"id": "b", "satisfies": None, "rollback": {"trigger": "t", "action": "x", "restores_state": "s"}},
                {"id": "c", "rollback": {"trigger": "t", "action": "x", "restores_state": None}},
            ],
        }
    )
    assert reading.notes == ()
    plan = reading.plan
    assert plan is not None
    assert plan.parent == "o"
    assert plan.tasks[0].satisfies == ("A1",)
    assert plan.tasks[1].satisfies == ()
    assert plan.tasks[1].rollback is not None
    assert plan.tasks[1].rollback.restores_state == ("s",)
    assert plan.tasks[2].rollback is not None
    assert plan.tasks[2].rollback.restores_state is None
    assert plan.unread == ()


def test_the_same_forms_are_noted_where_they_are_more_than_that() -> None:
    assert noted(read_plan({**task(), "parent": "a", "parent_version": "b"})) == [("unknown_field", "parent_version")]
    assert noted(read_plan({**task(), "created_at": {"deep": "secret"}})) == [("unknown_field", "created_at")]
    assert noted(read_plan({**task(), "created_at": "x" * 101})) == [("unknown_field", "created_at")]
    assert noted(read_plan(task(rollbak=None))) == [("unknown_field", "tasks.a.rollbak")]


def test_any_text_may_stand_in_blast_radius_without_being_a_fault() -> None:
    reading = read_plan(task(blast_radius="one service"))
    assert noted(reading) == [("unknown_field", "tasks.a.blast_radius")]
    assert read(task(blast_radius="one service")).unread[0].value == '"one service"'
    assert noted(read_plan(task(blast_radius="High"))) == [("mended", "tasks.a.blast_radius")]
    assert noted(read_plan(task(blast_radius=5))) == [("invalid", "tasks.a.blast_radius")]


def test_dependencies_inside_a_task_are_joined_to_those_of_the_plan() -> None:
    value = {
        "id": "p",
        "tasks": [
            {"id": "a"},
            {"id": "b", "depends_on": "a"},
            {"id": "c", "depends_on": ["a", "b"]},
            {"id": "d", "dependencies": [{"from_task": "c", "to_task": "d", "kind": "SOFT"}, {"from_task": "x"}, 4]},
            {"id": "e", "depends_on": None},
        ],
        "dependencies": [{"from_task": "a", "to_task": "b"}],
    }
    reading = read_plan(value)
    assert noted(reading) == [
        ("mended", "tasks.b.depends_on"),
        ("mended", "tasks.c.depends_on"),
        ("mended", "tasks.d.dependencies.0.kind"),
        ("invalid", "tasks.d.dependencies.1"),
        ("mended", "tasks.d.dependencies.2.from_task"),
        ("mended", "tasks.d.dependencies"),
        ("mended", "tasks.e.depends_on"),
    ]
    edges = [(edge.from_task, edge.to_task, edge.kind) for edge in read(value).dependencies]
    assert edges == [
        ("a", "b", "hard"),
        ("a", "c", "hard"),
        ("b", "c", "hard"),
        ("c", "d", "soft"),
        ("4", "d", "hard"),
    ]


def test_a_joined_dependency_that_gives_a_reason_is_kept_beside_its_twin() -> None:
    value = {
        "id": "p",
        "tasks": [{"id": "a"}, {"id": "b", "dependencies": {"from_task": "a", "to_task": "b", "reason": "data"}}],
        "dependencies": [{"from_task": "a", "to_task": "b"}],
    }
    assert [edge.reason for edge in read(value).dependencies] == ["", "data"]


def test_a_task_that_cannot_be_read_is_still_counted() -> None:
    value = {"id": "p", "tasks": [None, {"action": "x"}, {"id": 7}, {"id": "x" * 501, "action": "y"}, "do it"]}
    plan = read(value)
    assert [task.id for task in plan.tasks] == ["task[0]", "task[1]", "7", "task[3]", "task[4]"]
    assert [task.action for task in plan.tasks] == ["", "x", "", "y", ""]
    assert noted(read_plan(value)) == [
        ("invalid", "tasks.0"),
        ("invalid", "tasks.1.id"),
        ("mended", "tasks.2.id"),
        ("invalid", "tasks.3.id"),
        ("invalid", "tasks.4"),
    ]
    assert [unread.path for unread in plan.unread] == ["tasks.0", "tasks.3.id", "tasks.4"]


def test_one_task_in_place_of_a_list_is_a_list_of_one() -> None:
    reading = read_plan({"id": "p", "tasks": {"id": "a"}})
    assert noted(reading) == [("mended", "tasks")]
    assert [task.id for task in read({"id": "p", "tasks": {"id": "a"}}).tasks] == ["a"]


def test_a_plan_without_an_id_is_read_and_noted() -> None:
    reading = read_plan({"tasks": []})
    assert noted(reading) == [("invalid", "id")]
    assert read({"tasks": []}).id == "-"
