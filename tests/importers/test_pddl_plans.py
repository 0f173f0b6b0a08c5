"""From the text of a plan to tasks: facts, names, and what is no step."""

import json

import pytest

from planproof.graph import PlanGraph
from planproof.importers.pddl import Imported, PddlError, read_domain, read_plan, read_problem
from planproof.model.errors import PlanError
from planproof.model.plan import Task
from tests.importers.test_pddl_files import COURIER

LIGHTS = """(define (domain lights) (:requirements :strips :negative-preconditions :equality)
  (:constants main hall)
  (:predicates (on ?l) (wired ?a ?b))
  (:action press :parameters (?l) :precondition (not (on ?l)) :effect (on ?l))
  (:action flash :parameters (?l) :precondition (on ?l) :effect (and (on ?l) (not (on ?l))))
  (:action cut :parameters (?a ?b) :precondition (and (wired ?a ?b) (not (= ?a ?b))) :effect (not (wired ?a ?b)))
  (:action merge :parameters (?a ?b) :precondition (= ?a ?b) :effect (wired ?a main))
  (:action all-off :effect (and (not (on hall)) (not (on main)))))
"""


def lights(plan: str, *, init: str = "(wired hall attic) (on attic)", goal: str = "(and (on hall))") -> Imported:
    problem = f"(define (problem night) (:domain lights) (:objects attic) (:init {init}) (:goal {goal}))"
    return read_plan(read_domain(LIGHTS), read_problem(problem), plan, plan_id="night-1")


def given(imported: Imported) -> list[str]:
    return [g.fact for g in imported.goal.constraints.given]


def failures(imported: Imported) -> list[tuple[str, str]]:
    graph = PlanGraph(imported.plan, given(imported))
    return [(imported.plan.tasks[v.task].id, v.fact) for v in graph.violations()]


def needs(task: Task) -> list[tuple[str, str | None]]:
    return [(p.fact, p.established_by) for p in task.preconditions]


def test_the_plan_as_a_whole() -> None:
    imported = lights("(press hall)\n(cut hall attic)\n")
    assert imported.problems == ()
    assert imported.goal.model_dump(mode="json", exclude_defaults=True) == {
        "id": "night",
        "constraints": {
            "environment": "sandbox",
            "given": [{"fact": "(wired hall attic)"}, {"fact": "(on attic)"}, {"fact": "(not (on hall))"}],
        },
    }
    assert imported.plan.model_dump(mode="json", exclude_defaults=True) == {
        "id": "night-1",
        "goal_id": "night",
        "tasks": [
            {
                "id": "001-press-hall",
                "effect": "modify",
                "preconditions": [{"fact": "(not (on hall))", "established_by": "env"}],
                "establishes": ["(on hall)"],
                "removes": ["(not (on hall))"],
            },
            {
                "id": "002-cut-hall-attic",
                "effect": "modify",
                "preconditions": [{"fact": "(wired hall attic)", "established_by": "env"}],
                "removes": ["(wired hall attic)"],
            },
            {"id": "goal", "effect": "observe", "preconditions": [{"fact": "(on hall)"}]},
        ],
    }
    assert imported.plan.execution == "listed"
    assert failures(imported) == []


def test_the_same_text_gives_the_same_bytes() -> None:
    one, two = lights("(press hall)\n(oops)\n"), lights("(press hall)\n(oops)\n")
    assert one == two
    assert one.plan.model_dump_json() == two.plan.model_dump_json()


def test_case_comments_blank_lines_and_spacing_count_for_nothing() -> None:
    plain = lights("(press hall)\n(flash attic)\n")
    assert lights("; a plan\r\n\r\n  ( PRESS\tHall ) ; first\r\n\n(flash attic)") == plain


def test_a_complement_is_tracked_only_where_something_needs_it() -> None:
    untracked = lights("(flash attic)\n(all-off)").plan.tasks[1]
    assert (untracked.establishes, untracked.removes) == ((), ("(on hall)", "(on main)"))
    tracked = lights("(all-off)\n(press main)", goal="(and)")
    assert tracked.plan.tasks[0].establishes == ("(not (on main))",)
    assert tracked.plan.tasks[1].removes == ("(not (on main))",)
    # Something in the plan establishes it, so it is left open who does.
    assert needs(tracked.plan.tasks[1]) == [("(not (on main))", None)]
    assert failures(tracked) == []


def test_a_complement_is_given_unless_the_atom_holds_at_the_start() -> None:
    assert "(not (on attic))" not in given(lights("(press attic)"))
    assert failures(lights("(press attic)", goal="(on attic)")) == [("001-press-attic", "(not (on attic))")]
    assert "(not (on hall))" in given(lights("", goal="(not (on hall))"))
    assert failures(lights("", goal="(not (on hall))")) == []
    assert failures(lights("(press hall)", goal="(not (on hall))")) == [("goal", "(not (on hall))")]


def test_a_negative_literal_at_the_start_says_what_is_so_anyway() -> None:
    assert given(lights("", init="(not (on hall))", goal="(not (on hall))")) == ["(not (on hall))"]


def test_an_action_deletes_before_it_adds() -> None:
    flashed = lights("(flash attic)", goal="(on attic)")
    assert (flashed.plan.tasks[0].establishes, flashed.plan.tasks[0].removes) == (("(on attic)",), ())
    assert failures(flashed) == []
    assert failures(lights("(flash attic)", goal="(not (on attic))")) == [("goal", "(not (on attic))")]


def test_an_equality_that_holds_is_left_out_and_one_that_fails_is_a_precondition_nothing_establishes() -> None:
    imported = lights(
        "(merge hall hall)\n(merge hall attic)\n(cut hall hall)", goal="(and (= hall hall) (= hall main))"
    )
    assert [needs(task) for task in imported.plan.tasks] == [
        [],
        [("(= hall attic)", None)],
        [("(wired hall hall)", None), ("(not (= hall hall))", None)],
        [("(= hall main)", None)],
    ]
    assert failures(imported) == [
        ("002-merge-hall-attic", "(= hall attic)"),
        ("003-cut-hall-hall", "(wired hall hall)"),
        ("003-cut-hall-hall", "(not (= hall hall))"),
        ("goal", "(= hall main)"),
    ]


def test_an_object_of_the_wrong_type_is_a_precondition_that_nothing_establishes() -> None:
    problem = read_problem(
        "(define (problem q) (:domain courier) (:objects lorry - truck cart - van box - parcel shop - place)"
        " (:init (at lorry depot) (at box shop)) (:goal (at lorry depot)))"
    )
    plan = "(drive lorry depot shop)\n(drive box shop cart)\n(return cart)\n(return lorry)\n(return box)"
    imported = read_plan(read_domain(COURIER), problem, plan, plan_id="p")
    assert imported.problems == ()
    assert failures(imported) == [
        ("002-drive-box-shop-cart", "box - vehicle"),
        ("002-drive-box-shop-cart", "cart - place"),
        ("005-return-box", "box - (either truck van)"),
    ]


def test_an_object_that_may_be_of_either_type_fits_where_both_do() -> None:
    problem = read_problem(
        "(define (problem q) (:domain courier) (:objects any - (either truck van) odd - (either truck parcel))"
        " (:init) (:goal (and)))"
    )
    imported = read_plan(read_domain(COURIER), problem, "(return any)\n(return odd)", plan_id="p")
    assert failures(imported) == [("002-return-odd", "odd - (either truck van)")]


def test_a_fact_that_is_given_and_established_is_left_open() -> None:
    """Which of the two a step stands on is for the graph to say."""
    imported = lights("(flash attic)\n(flash attic)")
    assert needs(imported.plan.tasks[0]) == [("(on attic)", None)]


def test_the_numbers_of_steps_are_as_wide_as_the_last() -> None:
    tasks = lights("(flash attic)\n" * 1000).plan.tasks
    assert [tasks[k].id for k in (0, 999, 1000)] == ["0001-flash-attic", "1000-flash-attic", "goal"]


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ("(press hall", "'(press hall' is not one action in parentheses: put the whole action, with both parentheses"),
        ("press hall)", "'press hall)' is not one action in parentheses: put the whole action, with both parentheses"),
        ("hall)", "'hall)' is not one action"),
        ("(press hall) (press hall)", "is not one action in parentheses: put each action on a line of its own"),
        ("((press hall))", "is not one action in parentheses: put each action on a line of its own"),
        ("```pddl", "'```pddl' is not one action in parentheses: leave the code fence out"),
        ("```", "leave the code fence out"),
        ("0.001: (press hall)", "leave the time stamp and the duration out"),
        ("3 : (press hall) [1]", "leave the time stamp and the duration out"),
        ("(press hall) [1.0]", "leave the time stamp and the duration out"),
        ("(press hall)\\", "'(press hall)\\\\' is not one action in parentheses: write '(name argument ...)'"),
        ("1. (press hall)", "write '(name argument ...)', or put ';' before a comment"),
        ("I would press the switch.", "write '(name argument ...)', or put ';' before a comment"),
        ("()", "'()' is not one action in parentheses"),
        ("(press\u00a0hall)", "'(press\\xa0hall)' is not one action in parentheses"),
        ("(pre\u017f\u017f hall)", "is not one action in parentheses"),
        ("(press ?l)", "is not one action in parentheses"),
        ("(smash hall)", "'smash' is no action of the domain 'lights': use one of press, flash, cut, merge, all-off"),
        ("(press)", "'(press)' has 0 arguments where 'press' takes 1: write '(press ?l)'"),
        ("(press hall attic)", "'(press hall attic)' has 2 arguments where 'press' takes 1: write '(press ?l)'"),
        ("(all-off hall)", "'(all-off hall)' has 1 arguments where 'all-off' takes 0: write '(all-off)'"),
        (
            "(cut cellar roof)",
            "'cellar', 'roof' in '(cut cellar roof)' is no object of the problem: use a declared one",
        ),
    ],
)
def test_a_line_that_is_no_step_is_reported_and_the_others_are_read(line: str, message: str) -> None:
    imported = lights(f"(press hall)\n\n{line}\n(cut hall attic)")
    (note,) = imported.problems
    assert (note.kind, note.path, note.task, note.value) == ("invalid", "line 3", None, line)
    assert message in note.message
    assert [task.id for task in imported.plan.tasks] == ["001-press-hall", "002-cut-hall-attic", "goal"]


def test_every_line_that_is_no_step_is_reported() -> None:
    imported = lights("Here is the plan:\n```\n(press hall)\n(press\n hall)\n```\n; a remark\nDone.")
    assert [note.path for note in imported.problems] == [f"line {n}" for n in (1, 2, 4, 5, 6, 8)]


def test_more_lines_than_can_be_listed_are_counted() -> None:
    imported = lights("nonsense\n" * 250)
    assert len(imported.problems) == 101
    assert imported.problems[99].path == "line 100"
    last = imported.problems[-1]
    assert (last.kind, last.path, last.value) == ("invalid", "lines", "150")
    assert "150 further lines" in last.message


def test_a_long_line_is_shortened_in_its_note() -> None:
    (note,) = lights("x" * 100_000).problems
    assert len(note.value) == 200
    assert len(note.message) < 400


def test_an_empty_plan_is_judged_by_the_goal_alone() -> None:
    assert failures(lights("", goal="(on attic)")) == []
    assert failures(lights("", goal="(on hall)")) == [("goal", "(on hall)")]
    assert failures(lights("", goal="()")) == []


def test_as_many_steps_as_a_plan_may_have() -> None:
    assert len(lights("(flash attic)\n" * 19_999).plan.tasks) == 20_000
    with pytest.raises(PlanError, match="a plan of 20000 steps or more: split it"):
        lights("(flash attic)\n" * 20_000)
    with pytest.raises(PlanError, match="a plan of 4194305 characters"):
        lights("\n" * (4 * 1024 * 1024 + 1))


def with_long_names(length: int) -> Imported:
    name = "o" * length
    domain = "(define (domain d) (:predicates (p ?x ?y)) (:action a :parameters (?x ?y ?z) :effect (p ?x ?y)))"
    problem = f"(define (problem q) (:domain d) (:objects {name}) (:init) (:goal (p {name} {name})))"
    return read_plan(read_domain(domain), read_problem(problem), f"(a {name} {name} {name})", plan_id="p")


def test_an_id_is_cut_to_the_length_it_may_have() -> None:
    imported = with_long_names(240)
    assert failures(imported) == []
    assert len(imported.plan.tasks[0].id) == 500


def test_a_fact_that_is_too_long_is_refused() -> None:
    with pytest.raises(PddlError, match=r"the fact '\(p o+'\.\.\. has 605 characters: shorten the names in it"):
        with_long_names(300)


def test_the_tasks_survive_json() -> None:
    imported = lights("(press hall)\n(cut hall attic)")
    again = type(imported.plan).model_validate(json.loads(imported.plan.model_dump_json()))
    assert again == imported.plan
