"""ROL, the artefacts: what a rollback restores from is made, in time, kept, of the right thing, and checked."""

from __future__ import annotations

import pytest

from planproof.gates.mentions import Mentions, destroyed_mentions, mentions
from planproof.gates.rollback import RULES
from planproof.model.finding import OrderEvidence
from tests.gates.bundles import analysis_of, brief, found_in, of_rule
from tests.gates.test_rollback import DROP, DUMP, steps

EDGE = "  dependencies: [{from_task: dump, to_task: drop}]\n"


def drop(rollback: str) -> str:
    return f"{{id: drop, effect: destroy, destroys: [db], verification: {{command: ./gone.sh}}, rollback: {rollback}}}"


# -- ROL004 ----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("before", "extra", "goal", "wanted"),
    [
        (DUMP, "", "", []),
        ("{id: copy, effect: create, reads: [db], writes: [db.dump]}", "", "", []),
        ("{id: look, effect: observe, reads: [db.dump]}", "", "", ["blocker: drop db.dump"]),
        # That it is only aimed at the artefact may rest on its words.
        ("{id: make, action: create, target: db.dump}", "", "", ["blocker: drop db.dump"]),
        ("{id: look, effect: observe}", "  resources: [{id: db.dump, existing: true}]\n", "", []),
        ("{id: look, effect: observe}", "  resources: [{id: db.dump}]\n", "", ["blocker: drop db.dump"]),
        ("{id: look, effect: observe}", "", "resources: [{id: nightly, aliases: [db.dump]}]", []),
    ],
)
def test_somebody_makes_the_artefact_or_it_is_there(before: str, extra: str, goal: str, wanted: list[str]) -> None:
    assert brief(of_rule("ROL004", steps(before, DROP, extra=extra, goal=goal))) == wanted


def test_a_loss_that_a_person_accepts_leaves_a_warning_that_the_way_back_does_not_work() -> None:
    accepts = "accepts: [{resource: db, by: ops, reason: known}]"
    assert brief(of_rule("ROL004", steps(DROP, goal=accepts))) == ["warning: drop db.dump"]


# -- ROL005 ----------------------------------------------------------------------------------------------------


def test_the_artefact_is_made_before_in_every_execution() -> None:
    assert of_rule("ROL005", steps(DUMP, DROP, execution="dag", extra=EDGE)) == []
    assert brief(of_rule("ROL005", steps(DUMP, DROP, execution="dag"))) == ["blocker: drop dump db.dump"]
    assert brief(of_rule("ROL005", steps(DROP, DUMP))) == ["blocker: drop dump db.dump"]


def test_where_several_steps_make_it_one_in_time_is_enough() -> None:
    again = DUMP.replace("id: dump", "id: again")
    assert of_rule("ROL005", steps(DUMP, DROP, again)) == []


def test_the_fix_orders_the_two_steps() -> None:
    (finding,) = of_rule("ROL005", steps(DUMP, DROP, execution="dag"))
    assert finding.fix is not None
    assert [edit.model_dump() for edit in finding.fix.edits] == [
        {"op": "add_dependency", "from_task": "dump", "to_task": "drop"}
    ]
    # Nothing is offered where the order is wrong the other way round.
    extra = "  dependencies: [{from_task: drop, to_task: dump}]\n"
    (finding,) = of_rule("ROL005", steps(DUMP, DROP, execution="dag", extra=extra))
    assert finding.fix is None


@pytest.mark.parametrize(
    ("action", "wanted"),
    [
        ("copy it back from the cold bucket", ["warning: copy drop cold bucket"]),
        ("the cold bucket is not needed: create it again", []),
    ],
)
def test_words_may_name_where_the_old_state_is_taken_from(action: str, wanted: list[str]) -> None:
    clear = f"{{id: drop, action: delete, target: hot bucket, rollback: {{action: '{action}'}}}}"
    copy = "{id: copy, action: copy, target: cold bucket}"
    assert brief(of_rule("ROL005", steps(clear, copy))) == wanted
    assert of_rule("ROL005", steps(copy, clear)) == []


# -- ROL006, ROL016 --------------------------------------------------------------------------------------------

CLEAN = "{id: clean, effect: destroy, destroys: [db.dump]}"


@pytest.mark.parametrize(
    ("lines", "wanted"),
    [
        ((DUMP, CLEAN, DROP), ["blocker: clean drop db.dump"]),
        ((DUMP, DROP, CLEAN), []),
        ((DUMP, CLEAN, DUMP.replace("id: dump", "id: again"), DROP), []),
    ],
)
def test_the_artefact_is_kept_until_it_may_be_needed(lines: tuple[str, ...], wanted: list[str]) -> None:
    assert brief(of_rule("ROL006", steps(*lines))) == wanted


def test_a_step_may_destroy_its_own_way_back() -> None:
    plan = steps(DUMP, DROP.replace("destroys: [db]", "destroys: [db, db.dump]"))
    assert brief(of_rule("ROL006", plan)) == ["blocker: drop db.dump"]


def test_the_order_in_which_it_is_gone_is_shown() -> None:
    extra = "  dependencies: [{from_task: dump, to_task: drop}, {from_task: dump, to_task: clean}]\n"
    (finding,) = of_rule("ROL006", steps(DUMP, CLEAN, DROP, execution="dag", extra=extra))
    (shown,) = finding.evidence
    assert isinstance(shown, OrderEvidence)
    assert shown.order == ("dump", "clean", "drop")
    assert finding.fix is not None


@pytest.mark.parametrize(
    ("rollback", "wanted"),
    [
        ("{action: restore the table from db.dump}", ["blocker: clean drop db.dump"]),
        ("{commands: [./restore.sh db.dump]}", ["blocker: clean drop db.dump"]),
        ("{action: restore the table from db.dump.old}", []),
        ("{action: restore the table from the vault}", []),
    ],
)
def test_words_and_commands_may_name_what_is_gone(rollback: str, wanted: list[str]) -> None:
    assert brief(of_rule("ROL006", steps(DUMP, CLEAN, drop(rollback)))) == wanted


def test_what_is_recreated_and_not_restored_from_may_be_gone() -> None:
    first = "{id: a, effect: destroy, destroys: [index_old]}"
    then = "{id: b, effect: create, writes: [index_new], rollback: {action: create index_old again}}"
    assert of_rule("ROL006", steps(first, then)) == []


def test_a_way_back_closes_when_a_later_step_destroys_what_it_needs() -> None:
    assert brief(of_rule("ROL016", steps(DUMP, DROP, CLEAN))) == ["warning: clean drop db.dump"]
    mild = "{id: drop, effect: modify, writes: [db], rollback: {kind: restore, uses: [db.dump], commands: [./x]}}"
    assert brief(of_rule("ROL016", steps(DUMP, mild, CLEAN))) == ["info: clean drop db.dump"]
    assert of_rule("ROL016", steps(DUMP, DROP)) == []


@pytest.mark.parametrize(
    ("guard", "wanted"),
    [
        ("the old login route is still open", ["warning: block close route.login-v1"]),
        ("route.login-v1 is open", ["warning: block close route.login-v1"]),
        ("the login page works", []),
        ("the app is there", []),
    ],
)
def test_a_guard_counts_on_something_that_may_be_gone(guard: str, wanted: list[str]) -> None:
    block = (
        f"{{id: block, effect: shift, writes: [app], rollback: {{action: let them in again, safety_guard: {guard}}}}}"
    )
    close = "{id: close, effect: destroy, destroys: [route.login-v1]}"
    assert brief(of_rule("ROL016", steps(block, close, execution="dag"))) == wanted
    assert of_rule("ROL016", steps(block, close)) == []


# -- ROL012, ROL013, ROL015 ------------------------------------------------------------------------------------

BARE = "{id: dump, effect: create, reads: [db], produces: [db.dump]}"
TRIAL = "{{id: trial, effect: create, writes: [scratch], verification: {{{}}}}}"


@pytest.mark.parametrize(
    ("lines", "wanted"),
    [
        ((DUMP, DROP), []),
        ((BARE, DROP), ["blocker: drop db.dump"]),
        ((BARE, TRIAL.format("command: ./t.sh, observes: [db.dump]"), DROP), []),
        ((BARE, TRIAL.format("how: restore db.dump, expected: all"), DROP), ["blocker: drop db.dump"]),
        ((BARE, DROP, "{id: t, effect: observe, reads: [db.dump]}"), ["blocker: drop db.dump"]),
        ((DUMP.replace("./ok.sh db.dump", "'true'"), DROP), ["blocker: drop db.dump"]),
        ((DUMP.replace("{command: ./ok.sh db.dump}", "{how: restore into scratch, expected: all rows}"), DROP), []),
        ((BARE, DROP.replace("effect: destroy, destroys", "effect: modify, writes")), []),
    ],
)
def test_the_artefact_is_verified_before_what_is_final(lines: tuple[str, ...], wanted: list[str]) -> None:
    assert brief(of_rule("ROL012", steps(*lines))) == wanted


@pytest.mark.parametrize(
    ("dump", "wanted"),
    [
        ("reads: [db], produces: [db.dump]", []),
        ("reads: [x], produces: [{id: db.dump, of: [db]}]", []),
        ("reads: [db], produces: [{id: db.dump, of: [x]}]", ["blocker: drop db"]),
        ("reads: [x], produces: [db.dump]", ["blocker: drop db"]),
        ("target: db, produces: [db.dump]", []),
        ("reads: [db.rows], produces: [db.dump]", ["blocker: drop db"]),
        ("reads: [all], produces: [db.dump]", []),
        ("produces: [db.dump]", ["warning: drop db.dump"]),
    ],
)
def test_the_artefact_holds_what_is_lost(dump: str, wanted: list[str]) -> None:
    make = f"{{id: dump, effect: create, {dump}, verification: {{command: ./ok.sh}}}}"
    parts = "  resources: [{id: all}, {id: db, part_of: all}, {id: db.rows, part_of: db}]\n"
    found = of_rule("ROL013", steps(make, DROP, extra=parts))
    assert brief(found) == wanted
    assert [f.assumption is not None for f in found] == [w.startswith("warning") for w in wanted]


def test_what_was_made_out_of_an_artefact_can_be_made_again() -> None:
    start = "{id: start, effect: create, reads: [db.dump], writes: [copy]}"
    stop = DROP.replace("[db]", "[copy]").replace("id: drop", "id: stop")
    assert of_rule("ROL013", steps(DUMP, start, stop)) == []
    assert brief(of_rule("ROL013", steps(DUMP, start.replace("[db.dump]", "[]"), stop))) == ["warning: stop copy"]


@pytest.mark.parametrize(
    ("rollback", "wanted"),
    [
        ("{commands: [psql -c 'DROP TABLE orders']}", ["warning: s orders"]),
        ("{commands: [psql -c 'DROP TABLE orders_new']}", []),
        ("{commands: [psql -c 'select from orders']}", []),
        ("{action: drop the orders table}", ["warning: s orders"]),
        ("{action: drop the orders_new table}", []),
        ("{action: drop what was built}", []),
    ],
)
def test_a_rollback_that_destroys_what_is_not_the_steps(rollback: str, wanted: list[str]) -> None:
    build = f"{{id: s, effect: create, writes: [orders_new], rollback: {rollback}}}"
    plan = steps(build, extra="  resources: [{id: orders}, {id: orders_new}]\n")
    assert brief(of_rule("ROL015", plan)) == wanted


# -- what counts as a way back ---------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("rollback", "wanted"),
    [
        ("{kind: restore, uses: [db.dump], restores_state: [db]}", {}),
        ("{uses: [db.dump], restores_state: [db]}", {}),
        ("{action: restore it, uses: [db.dump]}", {"ROL010"}),
        ("{kind: restore, uses: [db.dump], action: n/a, restores_state: [db]}", {"ROL002"}),
        ("{kind: restore, uses: [none.dump], action: n/a, restores_state: [db]}", {"ROL004"}),
        ("{kind: none, uses: [none.dump]}", {"ROL002"}),
        ("{kind: restore, uses: [none.dump], commands: [echo ok]}", {"ROL002"}),
        ("{action: n/a, restores_state: [db.dump]}", {"ROL003"}),
        ("{trigger: errors}", {"ROL001"}),
        ("{action: restore it, uses: [db.dump], safety_guard: db is empty}", {"ROL010"}),
    ],
)
def test_the_most_precise_rule_tells_what_is_wrong_with_a_way_back(rollback: str, wanted: set[str]) -> None:
    found = found_in(steps(DUMP, drop(rollback)), RULES)
    assert {f.rule for f in found} == set(wanted)


def test_of_several_makers_that_come_too_late_none_is_moved() -> None:
    again = DUMP.replace("id: dump", "id: again")
    (finding,) = of_rule("ROL005", steps(DUMP, again, DROP, execution="dag"))
    assert finding.subject.tasks == ("again", "drop", "dump")
    assert finding.fix is None


def test_a_forward_fix_need_not_hold_what_is_lost() -> None:
    make = BARE.replace("reads: [db]", "reads: [x]")
    assert of_rule("ROL013", steps(make, drop("{kind: forward_fix, uses: [db.dump], commands: [./x.sh]}"))) == []


# -- mentions --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        ("restore users from users.dump", ("users", "users.dump")),
        ("USERS!", ("users",)),
        ("users.dump.", ("users.dump",)),
        ("all superusers and users2", ()),
        ("app-users, users-app", ()),
        ("ssh core-fw-1 and fw-1", ("fw-1",)),
        ("/backup/users.dump", ("users.dump",)),
        ("from the cold\n bucket", ("cold bucket",)),
    ],
)
def test_names_in_text(text: str, wanted: tuple[str, ...]) -> None:
    names = ("users", "users.dump", "fw-1", "cold bucket")
    assert Mentions((name, name) for name in names).of(text) == wanted


GOAL = "resources: [{id: pg, aliases: [main db]}, {id: other}]"


def test_a_plan_knows_its_names_and_their_aliases() -> None:
    plan = steps("{id: t, action: drop, target: Users}", extra="  resources: [{id: c, aliases: [redis]}]\n")
    found = mentions(analysis_of(f"goal: {{id: g, {GOAL}}}\n" + plan))
    assert found.of("the main db, Redis and users") == ("c", "pg", "users")


def test_the_names_of_what_is_destroyed() -> None:
    plan = steps("{id: t, effect: destroy, destroys: [pg]}", "{id: u, effect: observe, reads: [c]}", goal=GOAL)
    assert destroyed_mentions(analysis_of(plan)).of("the main db and c") == ("pg",)
