"""VER: a change is verified, by a check that can tell, of the right thing, before anything builds on it."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from planproof.effects import effect_of_command
from planproof.effects.lexicon import COMMAND_SEQUENCES, COMMAND_WORDS, LOSS, OBJECTS_OF
from planproof.gates import recovery
from planproof.gates.analysis import Analysis
from planproof.gates.duty import weight
from planproof.gates.run import run
from planproof.gates.verification import RULES
from planproof.gates.verification.verification_changes_the_world import destroying
from planproof.gates.verifying import attested, observed, verified_by
from planproof.gates.weakness import Weakness, weak
from planproof.model.goal import Goal
from planproof.model.plan import Command, Expectation, Plan, Verification
from tests.gates.bundles import analysis_of, brief, of_rule
from tests.strategies import goals, plans, sentences
from tests.support import examples
from tests.variants import prose_fields, with_text

SHIFT = "{id: shift, effect: shift, writes: [db], rollback: {kind: inverse, commands: [./back.sh]}"


def steps(*lines: str, execution: str = "listed", extra: str = "") -> str:
    listed = "\n".join(f"    - {line}" for line in lines)
    return f"plan:\n  id: p\n  execution: {execution}\n  tasks:\n{listed}\n{extra}"


# -- VER001 ----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("step", "wanted"),
    [
        ("{id: s, effect: shift, writes: [db]}", ["blocker: s"]),
        ("{id: s, effect: rotate, writes: [key]}", ["blocker: s"]),
        ("{id: s, effect: destroy, destroys: [db]}", ["blocker: s"]),
        ("{id: s, effect: modify, writes: [db]}", ["warning: s"]),
        ("{id: s, effect: create, writes: [db]}", ["warning: s"]),
        ("{id: s, description: Tidy up}", ["warning: s"]),
        ("{id: s, effect: observe, reads: [db]}", []),
        ("{id: s, effect: notify}", []),
        ("{id: s, effect: create, reads: [db], produces: [db.dump]}", []),
        ("{id: s, effect: shift, writes: [db], verification: {command: ./ok.sh}}", []),
    ],
)
def test_a_missing_verification_weighs_what_the_effect_calls_for(step: str, wanted: list[str]) -> None:
    assert brief(of_rule("VER001", steps(step))) == wanted


def test_in_a_sandbox_a_light_duty_is_information_and_a_heavy_one_blocks() -> None:
    goal = "goal: {id: g, constraints: {environment: sandbox}}\n"
    light, heavy = "{id: s, effect: modify, writes: [db]}", "{id: s, effect: shift, writes: [db]}"
    assert brief(of_rule("VER001", goal + steps(light))) == ["info: s"]
    assert brief(of_rule("VER001", goal + steps(heavy))) == ["blocker: s"]


@pytest.mark.parametrize(
    ("check", "verified"),
    [
        ("{id: check, effect: observe, reads: [db]}", True),
        ("{id: check, effect: observe, reads: [db], verification: {command: ./ok.sh, observes: [db]}}", True),
        ("{id: check, effect: observe, reads: [db], verification: {command: ./ok.sh, observes: [cache]}}", False),
        ("{id: check, effect: observe, reads: [db], verification: {command: ./ok.sh || true}}", False),
        ("{id: check, effect: observe, reads: [cache]}", False),
        ("{id: check, action: verify, target: db, verification: {how: count rows, expected: equal}}", True),
        ("{id: check, action: verify, target: db}", False),
        ("{id: check, action: verify, verification: {how: count the rows of db, expected: equal}}", False),
        ("{id: check, effect: modify, writes: [db], verification: {how: look at it, expected: new}}", False),
    ],
    ids=lambda value: value if isinstance(value, str) else "",
)
def test_a_later_step_verifies_by_its_typed_fields_alone(check: str, verified: bool) -> None:
    assert (not [f for f in of_rule("VER001", steps(SHIFT + "}", check)) if f.subject.tasks == ("shift",)]) is verified


def test_a_part_and_a_whole_observe_one_another() -> None:
    parts = "  resources: [{id: db}, {id: db.orders, part_of: db}, {id: db.users, part_of: db}]\n"
    for changed, seen, wanted in (("db", "db.orders", []), ("db.orders", "db", []), ("db.users", "db.orders", ["s"])):
        plan = steps(
            f"{{id: s, effect: shift, writes: [{changed}]}}",
            f"{{id: c, effect: observe, reads: [{seen}]}}",
            extra=parts,
        )
        assert [f.subject.tasks[0] for f in of_rule("VER001", plan)] == wanted


USE = "{id: use, effect: modify, reads: [db], writes: [app], verification: {command: ./app.sh}}"
NEED = "{id: use, effect: modify, writes: [app], preconditions: [{fact: moved}], verification: {command: ./app.sh}}"
CHECK = "{id: check, effect: observe, reads: [db]}"


def test_a_check_whose_command_names_what_another_step_changes() -> None:
    def scaling(name: str, seen: str) -> str:
        check = f"verification: {{command: kubectl rollout status deploy/{seen} -n shop}}"
        return f"{{id: {name}, effect: shift, commands: [kubectl scale deploy/{name} --replicas=0 -n shop], {check}}}"

    assert not of_rule("VER003", steps(scaling("web", "web"), scaling("api", "api")))
    (finding,) = of_rule("VER003", steps(scaling("web", "api"), scaling("api", "api")))
    assert brief([finding]) == ["blocker: web"]
    assert "deployment:shop/api" in finding.message
    assert not of_rule("VER003", steps(scaling("web", "proxy"), scaling("api", "api")))


def test_a_missing_verification_says_what_else_counts() -> None:
    (finding,) = of_rule("VER001", steps(SHIFT + "}"))
    assert "`verification.observes`" in finding.message
    # Which is so: a gate on something with another name counts where it says what it looks at.
    gate = "{id: gate, action: check, target: error_rates, verification: {how: watch them, expected: low%s}}"
    assert of_rule("VER001", steps(SHIFT + "}", gate % ""))
    named = gate % ", observes: [db]"
    assert not [f for f in of_rule("VER001", steps(SHIFT + "}", named)) if f.subject.tasks == ("shift",)]


@pytest.mark.parametrize("use", [USE, NEED])
def test_the_check_comes_before_what_builds_on_the_change(use: str) -> None:
    shift = SHIFT + ", establishes: [moved]}"
    assert of_rule("VER001", steps(shift, CHECK, use)) == []
    assert brief(of_rule("VER001", steps(shift, use, CHECK))) == ["blocker: shift"]
    # In a dag without an order between the two, the check may come too late.
    edges = "  dependencies: [{from_task: shift, to_task: use}, {from_task: shift, to_task: check}]\n"
    assert brief(of_rule("VER001", steps(shift, CHECK, use, execution="dag", extra=edges))) == ["blocker: shift"]


def test_to_observe_is_not_to_build_on() -> None:
    look = "{id: look, effect: observe, reads: [db], verification: {command: ./x.sh, observes: [log]}}"
    assert of_rule("VER001", steps(SHIFT + "}", look, CHECK)) == []


# -- VER002, VER004 --------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("verification", "code"),
    [
        ("{command: 'true'}", "VER002"),
        ("{command: echo ok}", "VER002"),
        ("{how: n/a, expected: moved}", "VER002"),
        ("{what: the database}", "VER002"),
        ("{command: {run: SELECT 1, shell: sql}}", "VER002"),
        ("{command: ./check.sh || true}", "VER004"),
        ("{command: ./check.sh | cat}", "VER004"),
        ("{command: './check.sh || true', expect: {exit: 0}}", "VER004"),
    ],
)
def test_a_check_that_cannot_tell_counts_as_absent_and_is_told_once(verification: str, code: str) -> None:
    plan = steps(SHIFT + f", verification: {verification}}}")
    found = {rule.code: of_rule(rule.code, plan) for rule in RULES}
    assert {c: brief(f) for c, f in found.items() if f} == {code: ["blocker: shift"]}


@pytest.mark.parametrize(
    "verification",
    [
        "{command: './check.sh || true', expect: {stdout: ok}}",
        "{command: ./check.sh}",
        "{how: count rows, expected: ''}",
    ],
)
def test_a_check_that_can_tell_counts(verification: str) -> None:
    plan = steps(SHIFT + f", verification: {verification}}}")
    assert [f for rule in RULES for f in of_rule(rule.code, plan)] == []


def test_a_vacuous_check_is_information_where_nothing_asks_for_one_or_a_later_step_does_it() -> None:
    observe = "{id: s, effect: observe, reads: [db], verification: {command: echo ok}}"
    assert brief(of_rule("VER002", steps(observe))) == ["info: s"]
    assert brief(of_rule("VER002", steps(SHIFT + ", verification: {command: echo ok}}", CHECK))) == ["info: shift"]


def test_a_check_that_says_again_what_the_step_does_is_a_warning() -> None:
    step = "{id: s, action: update, target: web acl, description: Update it, verification: {how: %s, expected: %s}}"
    assert brief(of_rule("VER002", steps(step % ("confirm the update", "web acl updated")))) == ["warning: s"]
    assert of_rule("VER002", steps(step % ("send a test attack", "web acl updated"))) == []
    assert of_rule("VER002", steps(step % ("check the web acl", "403"))) == []


def test_why_a_verification_counts_as_absent() -> None:
    assert weak(None) == Weakness("missing", "there is none")
    assert weak(Verification(what="rows")) == Weakness("empty", "says neither how it is checked nor what is expected")
    assert weak(Verification(command=Command(run="./x || true"), expect=Expectation(stdout="ok"))) is None


# -- VER003 ----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("step", "wanted"),
    [
        ("effect: shift, writes: [db], verification: {command: ./x, observes: [shadow]}", ["blocker: s"]),
        ("effect: modify, writes: [db], verification: {command: ./x, observes: [shadow]}", ["warning: s"]),
        ("effect: observe, reads: [db], verification: {command: ./x, observes: [shadow]}", ["info: s"]),
        ("effect: shift, writes: [db], verification: {command: ./x, observes: [shadow, db]}", []),
        ("effect: shift, writes: [db], target: vip, verification: {command: ./x, observes: [vip]}", []),
        ("effect: create, reads: [db], writes: [job], produces: [d], verification: {command: ./x, observes: [d]}", []),
        ("effect: shift, writes: [DB], verification: {command: ./x, observes: [pg-main]}", []),
        ("effect: destroy, destroys: [old], verification: {command: ./x, observes: [new]}", []),
        ("effect: shift, writes: [db], verification: {command: ./x}", []),
        ("effect: shift, writes: [db], verification: {how: n/a, observes: [shadow]}", ["blocker: s"]),
        ("effect: shift, writes: [db], verification: {command: ./x || true, observes: [shadow]}", []),
    ],
)
def test_a_check_of_something_else(step: str, wanted: list[str]) -> None:
    resources = "  resources: [{id: db, aliases: [pg-main]}, {id: old}, {id: new, replaces: old}, {id: shadow}]\n"
    assert brief(of_rule("VER003", steps(f"{{id: s, {step}}}", extra=resources))) == wanted


# -- VER005, VER006 --------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("establishes", "proves", "needed", "wanted"),
    [
        ("[a]", "[a]", "a", []),
        ("[a]", "[b]", "a", ["warning: s"]),
        ("[a]", "[b]", "c", ["info: s"]),
        ("[a]", "[a, b]", "a", ["info: s"]),
        ("[]", "[b]", "b", ["info: s"]),
        ("[a]", "[]", "a", []),
    ],
)
def test_a_check_of_other_facts(establishes: str, proves: str, needed: str, wanted: list[str]) -> None:
    plan = steps(
        f"{{id: s, effect: modify, writes: [db], establishes: {establishes}, "
        f"verification: {{command: ./x.sh, proves: {proves}}}}}",
        f"{{id: t, effect: observe, preconditions: [{{fact: {needed}}}]}}",
    )
    assert brief(of_rule("VER005", plan)) == wanted


@pytest.mark.parametrize(
    ("run", "wanted"),
    [
        ("psql -c 'DELETE FROM sessions WHERE stale'", True),
        ("kubectl delete pvc data-0", True),
        ("psql -c 'insert into canary default values'", False),
        ("! gh api repos/acme/mono/contents/services/search", False),
    ],
)
def test_a_check_that_destroys(run: str, wanted: bool) -> None:
    plan = {"id": "p", "tasks": [{"id": "s", "effect": "modify", "writes": ["db"], "verification": {"command": run}}]}
    assert bool(of_rule("VER006", {"plan": plan})) is wanted


def _destroying(run: str) -> str | None:
    command = Command(run=run)
    return destroying(command, effect_of_command(command))


def test_no_word_of_the_lexicon_is_passed_over_before_it_is_asked() -> None:
    for word in COMMAND_WORDS:
        assert _destroying(f"tool {word} thing"), word
    for first, second in COMMAND_SEQUENCES:
        assert _destroying(f"tool {first} {second} thing"), (first, second)
    for verb in LOSS:
        assert _destroying(f"tool {verb} table orders"), verb
    for verb, objects in OBJECTS_OF.items():
        for word, suggested in objects.items():
            if any(kind == "destroy" for kind, _ in suggested):
                assert _destroying(f"tool {verb} {word}"), (verb, word)
                break


def test_a_command_that_is_understood_is_judged_by_what_it_does() -> None:
    assert _destroying("grep 'DROP TABLE' schema.sql") is None
    assert _destroying("rm -rf data") == "rm -rf data"
    plan = Plan.model_validate({"id": "p", "tasks": [{"id": "s", "rollback": {"commands": ["ls"]}}]})
    assert recovery.recovery_of(Analysis(plan), 0).kind == "hollow"


def test_what_nothing_asks_for_weighs_nothing() -> None:
    assert weight(analysis_of(steps(CHECK)), None) == "info"


# -- what the other families use -------------------------------------------------------------------------------


def test_what_a_verification_says_it_observes_goes_before_its_words() -> None:
    said = "{how: count the rows of orders, expected: equal, observes: [Users]}"
    plan = analysis_of(steps(f"{{id: s, effect: shift, writes: [orders], target: orders, verification: {said}}}"))
    assert observed(plan, 0) == attested(plan, 0) == ("users",)


def test_words_tell_what_is_observed_and_attest_nothing() -> None:
    plan = analysis_of(
        steps(
            "{id: s, effect: shift, writes: [orders]}",
            "{id: c, action: check, verification: {how: count the rows of orders, expected: equal}}",
        )
    )
    assert observed(plan, 1) == ("orders",)
    assert attested(plan, 1) == ()
    assert verified_by(plan, 0) == ()


def test_a_step_is_verified_by_itself_or_by_every_check_after_it() -> None:
    plan = analysis_of(steps(SHIFT + "}", CHECK, CHECK.replace("check", "again"), SHIFT.replace("shift,", "s2,") + "}"))
    assert verified_by(plan, 0) == (1, 2)
    own = analysis_of(steps(SHIFT + ", verification: {command: ./x.sh}}", CHECK))
    assert verified_by(own, 0) == (0,)


# -- properties ------------------------------------------------------------------------------------------------


def blockers(plan: Plan, goal: Goal | None) -> set[str]:
    return {f.id for f in run(Analysis(plan, goal), rules=RULES) if f.severity == "blocker"}


@settings(max_examples=examples(50, 4_000))
@given(plans(), st.none() | goals(), st.data())
def test_no_sentence_verifies_a_step(plan: Plan, goal: Goal | None, data: st.DataObject) -> None:
    where = data.draw(st.sampled_from(list(prose_fields(plan))))
    sentence, gap = data.draw(sentences()), data.draw(st.sampled_from((" ", "\n", ". ")))
    front = data.draw(st.booleans())
    said = with_text(plan, where, lambda text: f"{sentence}{gap}{text}" if front else f"{text}{gap}{sentence}")
    assert blockers(plan, goal) <= blockers(Plan.model_validate(said), goal)
