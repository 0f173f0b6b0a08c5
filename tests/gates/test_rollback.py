"""ROL: each change has a way back that does what it says, in time, for all of it, and for nothing else."""

from __future__ import annotations

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from planproof.edits import apply
from planproof.effects import KINDS
from planproof.gates.analysis import Analysis
from planproof.gates.rollback import RULES
from planproof.gates.run import run
from planproof.model.finding import OrderEvidence
from planproof.model.goal import Goal
from planproof.model.plan import Plan
from tests.gates.bundles import analysis_of, brief, found_in, of_rule
from tests.strategies import NAMES, goals, plans, sentences
from tests.support import examples
from tests.variants import prose_fields, with_text

DUMP = "{id: dump, effect: create, reads: [db], produces: [db.dump], verification: {command: ./ok.sh db.dump}}"
RESTORE = "{kind: restore, uses: [db.dump], commands: [./restore.sh db.dump]}"
DROP = f"{{id: drop, effect: destroy, destroys: [db], verification: {{command: ./gone.sh}}, rollback: {RESTORE}}}"
SHIFT = "{{id: s, effect: shift, writes: [vip], verification: {{command: ./x.sh}}, rollback: {}}}"


def steps(*lines: str, execution: str = "listed", extra: str = "", goal: str = "") -> str:
    listed = "\n".join(f"    - {line}" for line in lines)
    head = f"goal: {{id: g, {goal}}}\n" if goal else ""
    return f"{head}plan:\n  id: p\n  execution: {execution}\n  tasks:\n{listed}\n{extra}"


def told(bundle: str) -> dict[str, list[str]]:
    """What the rules of the family find, by code."""
    found = found_in(bundle, RULES)
    return {code: brief([f for f in found if f.rule == code]) for code in sorted({f.rule for f in found})}


def test_a_backup_that_is_made_verified_and_kept_before_a_drop_is_all_it_takes() -> None:
    assert told(steps(DUMP, DROP)) == {}


# -- ROL001, ROL002 --------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("step", "wanted"),
    [
        ("effect: shift, writes: [db]", ["blocker: s"]),
        ("effect: rotate, writes: [key]", ["blocker: s"]),
        ("effect: destroy, destroys: [db]", ["blocker: s"]),
        ("effect: modify, writes: [db]", ["warning: s"]),
        ("description: Tidy up", ["warning: s"]),
        ("effect: observe, reads: [db]", []),
        ("effect: create, reads: [db], produces: [db.dump]", []),
        ("effect: shift, writes: [db], rollback: {action: point it back}", []),
    ],
)
def test_a_missing_way_back_weighs_what_the_effect_calls_for(step: str, wanted: list[str]) -> None:
    assert brief(of_rule("ROL001", steps(f"{{id: s, {step}}}"))) == wanted


WORSE = "effect: shift, writes: [cache], description: Drop the orders table"
REVOKE = "action: revoke, target: token"
FAIL_OVER = "target: pg, commands: [patronictl switchover pg --force, ./x.sh]"
ACCEPT = "accepts: [{resource: %s, by: ops, reason: known%s}]"


@pytest.mark.parametrize(
    ("step", "accepts", "codes"),
    [
        ("effect: destroy, destroys: [cache]", ACCEPT % ("cache", ""), []),
        ("effect: destroy, destroys: [cache]", ACCEPT % ("cac*", ", effect: destroy"), []),
        ("effect: destroy, destroys: [cache, db]", ACCEPT % ("cache", ""), ["ROL001", "ROL009"]),
        ("effect: destroy, destroys: [cache]", ACCEPT % ("db", ""), ["ROL001", "ROL009", "ROL014"]),
        ("effect: shift, writes: [cache]", ACCEPT % ("cache", ""), ["ROL001"]),
        ("effect: shift, writes: [cache]", ACCEPT % ("cache", ", effect: shift"), []),
        ("effect: shift, writes: [cache]", ACCEPT % ("cache", ", effect: rotate"), ["ROL001"]),
        # Words that make the shift out to be a destroy do not bring it under an acceptance.
        (WORSE, ACCEPT % ("cache", ""), ["ROL001", "ROL009"]),
        (WORSE, ACCEPT % ("cache", ", effect: shift"), ["ROL001", "ROL009"]),
        (WORSE, ACCEPT % ("cache", ", effect: destroy"), ["ROL001", "ROL009"]),
        ("action: drop, target: users", ACCEPT % ("users", ""), []),
        # Of a step that words alone know, each part that owes a way back has to be accepted.
        ("action: drop, target: users", ACCEPT % ("users", ", effect: destroy"), []),
        ("action: drop, target: users", ACCEPT % ("users", ", effect: rotate"), ["ROL001", "ROL009"]),
        (REVOKE, ACCEPT % ("token", ", effect: rotate"), []),
        (REVOKE, ACCEPT % ("token", ", effect: destroy"), ["ROL001"]),
        (REVOKE, ACCEPT % ("token", ""), ["ROL001"]),
        (REVOKE, ACCEPT % ("other", ", effect: rotate"), ["ROL001", "ROL014"]),
        (f"{REVOKE}, rollback: {{action: alert the team}}", ACCEPT % ("token", ", effect: rotate"), []),
        (f"{REVOKE}, description: Drop the users table", ACCEPT % ("token", ", effect: rotate"), ["ROL001", "ROL009"]),
        (f"{REVOKE}, description: Drop the users table", ACCEPT % ("token", ""), ["ROL001", "ROL009"]),
        ("action: tidy, target: users", ACCEPT % ("users", ""), ["ROL001"]),
        # A part that a command shows is not covered by what words make of the rest.
        (FAIL_OVER, ACCEPT % ("pg", ", effect: destroy"), ["ROL001"]),
        (
            f"{FAIL_OVER}, description: Drop the orders table",
            ACCEPT % ("pg", ", effect: destroy"),
            ["ROL001", "ROL009"],
        ),
        (FAIL_OVER, ACCEPT % ("pg", ", effect: shift"), []),
    ],
)
def test_a_person_may_accept_a_loss_and_only_that(step: str, accepts: str, codes: list[str]) -> None:
    assert sorted(told(steps(f"{{id: s, {step}}}", goal=accepts))) == codes


TABLES = """
        goal: {id: g, resources: [{id: shop.stale}], accepts: [{resource: %s, by: ops, reason: known}]}
        plan:
          id: p
          resources: [{id: %s, aliases: [shop.users]}]
          tasks: [{id: s, destroys: [%s], commands: [psql -d shop -c 'DROP TABLE %s']}]
"""


@pytest.mark.parametrize(
    ("accepted", "called", "table", "codes"),
    [
        ("shop.stale", "shop.stale", "stale", []),
        ("shop.users", "shop.users", "users", []),
        # What the plan calls it is not what a person accepted.
        ("stale", "stale", "users", ["ROL001", "ROL009"]),
        ("users", "users", "orders", ["ROL001", "ROL009"]),
    ],
)
def test_an_acceptance_is_held_against_what_commands_name(
    accepted: str, called: str, table: str, codes: list[str]
) -> None:
    assert sorted(told(TABLES % (accepted, called, called, table))) == codes


@pytest.mark.parametrize("kind", ["modify", "create"])
def test_a_known_inverse_makes_a_missing_rollback_information(kind: str) -> None:
    scale = "kubectl scale deploy/web --replicas=3"
    (finding,) = of_rule("ROL001", steps(f"{{id: s, effect: {kind}, commands: [{scale}]}}"))
    assert (finding.severity, finding.basis) == ("info", "proven")
    assert "`kubectl scale` undoes it" in finding.message
    # Not where something else is done besides, nor of a shift, which owes its own way back.
    assert brief(of_rule("ROL001", steps(f"{{id: s, commands: [{scale}, touch /srv/on]}}"))) == ["warning: s"]
    assert brief(of_rule("ROL001", steps(f"{{id: s, effect: shift, commands: [{scale}]}}"))) == ["blocker: s"]


@pytest.mark.parametrize(("kind", "wanted"), [("forward_fix", {}), ("inverse", {"ROL002": ["blocker: s"]})])
def test_a_request_may_go_forward_and_brings_nothing_back(kind: str, wanted: dict[str, list[str]]) -> None:
    assert told(steps(SHIFT.format(f"{{kind: {kind}, commands: [curl -sf https://shop.example/warm]}}"))) == wanted


def test_a_rollback_whose_command_names_what_another_step_changes() -> None:
    def changing(name: str, undone: str) -> str:
        back = f"rollback: {{commands: [kubectl rollout undo deploy/{undone} -n shop]}}"
        return f"{{id: {name}, commands: [kubectl set image deploy/{name} app=app:2 -n shop], {back}}}"

    assert told(steps(changing("web", "web"), changing("api", "api"))) == {}
    assert told(steps(changing("web", "api"), changing("api", "api"))) == {"ROL003": ["warning: web"]}
    # What nobody changes may be what brings it back.
    assert told(steps(changing("web", "proxy"), changing("api", "api"))) == {}


@given(plans(), st.lists(st.tuples(st.sampled_from(NAMES), st.sampled_from(KINDS)), max_size=4), st.data())
@settings(max_examples=examples(150, 3_000))
def test_no_sentence_brings_a_step_under_an_acceptance(
    plan: Plan, accepts: list[tuple[str, str]], data: st.DataObject
) -> None:
    accepted = [{"resource": r, "effect": e, "by": "ops", "reason": "known"} for r, e in accepts]
    goal = Goal.model_validate({"id": "g", "accepts": accepted})
    before = {f.id for f in run(Analysis(plan, goal)) if f.severity == "blocker"}
    where = data.draw(st.sampled_from(list(prose_fields(plan))))
    sentence = data.draw(st.sampled_from(RAISING) | sentences())
    worse = Plan.model_validate(with_text(plan, where, lambda text: f"{text}. {sentence}"))
    assert before <= {f.id for f in run(Analysis(worse, goal)) if f.severity == "blocker"}


RAISING = ("Drop the orders table", "Rotate the signing key", "Switch traffic to the new primary", "Delete the cache")


def test_a_credential_may_be_revoked_without_the_old_one_coming_back() -> None:
    (missing,) = of_rule("ROL001", steps(f"{{id: s, {REVOKE}}}"))
    (hollow,) = of_rule("ROL002", steps(f"{{id: s, {REVOKE}, rollback: {{action: alert the team}}}}"))
    (typed,) = of_rule("ROL001", steps("{id: s, effect: rotate, writes: [token]}"))
    (shift,) = of_rule("ROL001", steps("{id: s, effect: shift, writes: [vip]}"))
    for finding in (missing, hollow, typed):
        assert "`kind: forward_fix`" in finding.message
        assert "`accepts`" in finding.message
    assert "replaces or revokes a credential" in missing.message
    assert "forward_fix" not in shift.message
    # What the messages offer clears the findings.
    fixed = f"{{id: s, {REVOKE}, rollback: {{kind: forward_fix, action: issue new keys to the callers that fail}}}}"
    assert told(steps(fixed)) == {}


def test_a_copy_that_the_plan_made_is_told_by_typed_fields() -> None:
    restore = "{id: restore, effect: create, produces: [%s], action: restore, target: scratch}"
    clean = "{id: clean, action: cleanup, description: Securely delete the restored data, target: scratch%s}"
    found = of_rule("ROL001", steps(restore % "copy", clean % ""))
    assert brief(found) == ["blocker: clean"]
    assert "`produces`" in found[0].message
    assert "`destroys`" in found[0].message
    assert told(steps(restore % "copy", clean % ", destroys: [copy]")) == {"ROL001": ["warning: clean"]}


@pytest.mark.parametrize(
    "rollback",
    [
        "{action: n/a}",
        "{action: notify the team. Restore everything from the backup.}",
        "{kind: inverse, action: Wait for the network to converge, restores_state: [vip]}",
        "{kind: none, commands: [./back.sh]}",
        "{kind: inverse, action: Back to fw-1, commands: [echo rolled back]}",
        "{kind: inverse, commands: [gh issue comment 3 --body paused]}",
        "{trigger: errors, kind: inverse}",
        "{action: verify port status}",
    ],
)
def test_a_hollow_rollback_counts_as_absent(rollback: str) -> None:
    assert told(steps(SHIFT.format(rollback))) == {"ROL002": ["blocker: s"]}


@pytest.mark.parametrize(
    "rollback",
    [
        "{action: fw-1 takes the address again}",
        "{action: notify the team and switch back}",
        "{kind: inverse, action: n/a, commands: [./back.sh]}",
        "{commands: [./back.sh]}",
        "{kind: forward_fix, commands: [./fix.sh]}",
    ],
)
def test_a_rollback_that_undoes_something_counts(rollback: str) -> None:
    assert told(steps(SHIFT.format(rollback))) == {}


def test_to_run_the_step_again_undoes_nothing() -> None:
    step = "{{id: s, effect: modify, writes: [db], commands: [./set.sh 1, ./set.sh 2], rollback: {{commands: [{}]}}}}"
    assert told(steps(step.format("./set.sh 1"))) == {"ROL002": ["warning: s"]}
    assert told(steps(step.format("./set.sh 0"))) == {}


# -- ROL003, ROL007, ROL008, ROL011 ----------------------------------------------------------------------------

HOSTS = "  resources: [{id: fw-1}, {id: fw-2}, {id: net, aliases: [lan]}, {id: fw-1.rules, part_of: fw-1}]\n"


@pytest.mark.parametrize(
    ("rollback", "wanted"),
    [
        ("{kind: inverse, commands: [./x], restores_state: [fw-2]}", ["warning: s"]),
        ("{action: put the rules back, restores_state: [fw-2]}", ["warning: s"]),
        ("{kind: inverse, commands: [ssh fw-2 ./back.sh]}", ["warning: s"]),
        ("{kind: inverse, commands: [ssh fw-3 nft -f old.conf]}", ["warning: s"]),
        ("{kind: inverse, commands: [ssh fw-1 nft -f old.conf]}", []),
        ("{kind: inverse, commands: [ssh fw-1 nft -f new.conf --table, old]}", []),
        ("{kind: inverse, commands: [sudo nft -f lan.conf]}", []),
        ("{kind: inverse, commands: [ping FW-1]}", []),
        ("{kind: inverse, commands: [ssh]}", []),
        ("{kind: inverse, commands: [./back.sh]}", []),
        ("{kind: inverse, commands: [./x], restores_state: [fw-1]}", []),
        ("{kind: inverse, commands: [./x], restores_state: [fw-1.rules]}", []),
        ("{kind: inverse, commands: [./x], restores_state: [traffic_on_the_old_rules]}", []),
    ],
)
def test_a_rollback_of_another_resource(rollback: str, wanted: list[str]) -> None:
    step = f"{{id: s, effect: modify, writes: [fw-1], commands: [ssh fw-1 nft -f new.conf], rollback: {rollback}}}"
    assert brief(of_rule("ROL003", steps(step, extra=HOSTS))) == wanted


def test_what_the_step_names_besides_may_be_named_by_its_rollback() -> None:
    step = "{{id: s, effect: create, writes: [timer], commands: [ssh fw-1 arm timer], rollback: {{commands: [{}]}}}}"
    assert of_rule("ROL003", steps(step.format("ssh fw-1 disarm"), extra=HOSTS)) == []


def test_a_partial_undo() -> None:
    step = "{{id: s, effect: shift, writes: [a, b], rollback: {{kind: inverse, commands: [./x], restores_state: {}}}}}"
    assert brief(of_rule("ROL007", steps(step.format("[a]")))) == ["blocker: s"]
    assert of_rule("ROL007", steps(step.format("[a, b]"))) == []
    assert of_rule("ROL007", steps(step.format("[]"))) == []


LEAKED = "accepts: [{resource: key, by: sec, reason: it leaked, may_return: false, expires: 2026-01-01T00:00:00Z}]"


@pytest.mark.parametrize(
    ("rollback", "wanted"),
    [
        ("{kind: inverse, commands: [./enable.sh]}", ["blocker: s"]),
        ("{kind: restore, action: put it back}", ["blocker: s"]),
        ("{kind: forward_fix, commands: [./new.sh], restores_state: [key]}", ["blocker: s"]),
        ("{action: put it back, restores_state: [key]}", ["blocker: s"]),
        ("{action: enable the key again}", ["warning: s"]),
        ("{kind: forward_fix, action: 'never enable it again: hand out a new one', commands: [./new.sh]}", []),
        ("{kind: forward_fix, commands: [./new.sh]}", []),
    ],
)
def test_what_must_not_return(rollback: str, wanted: list[str]) -> None:
    step = f"{{id: s, effect: rotate, writes: [key], rollback: {rollback}}}"
    # The prohibition holds after the acceptance has expired.
    assert brief(of_rule("ROL008", "now: 2026-09-02T00:00:00Z\n" + steps(step, goal=LEAKED))) == wanted
    # It is held against the goal's own names for the resource, too.
    named = LEAKED.replace("resource: key", "resource: AKIA*") + ", resources: [{id: key, aliases: [AKIA9]}]"
    assert brief(of_rule("ROL008", steps(step, goal=named))) == wanted


@pytest.mark.parametrize(
    ("action", "wanted"),
    [
        ("restore the leaked token so that the consumer works again", ["warning: s"]),
        ("re-enable it", ["warning: s"]),
        ("do not go back to the leaked token", []),
        ("give that consumer its own new token", []),
    ],
)
def test_something_leaked_comes_back_in_words(action: str, wanted: list[str]) -> None:
    step = f"{{id: s, action: revoke, target: leaked token, rollback: {{action: '{action}'}}}}"
    assert brief(of_rule("ROL008", steps(step))) == wanted


def test_a_forward_fix_does_not_undo_a_destroy() -> None:
    step = "{id: s, effect: destroy, destroys: [logs], rollback: {kind: forward_fix, commands: [./new.sh]}}"
    assert brief(of_rule("ROL011", steps(step))) == ["blocker: s"]
    assert of_rule("ROL011", steps(step, goal=ACCEPT % ("logs", ", may_return: false"))) == []
    purge = "{id: s, effect: modify, writes: [cache], rollback: {kind: forward_fix, commands: [./warm.sh]}}"
    assert of_rule("ROL011", steps(purge)) == []


# -- ROL009, ROL010, ROL014 ------------------------------------------------------------------------------------

PLAIN = "{id: drop, effect: destroy, destroys: [orders], rollback: {kind: inverse, commands: [./x]}}"


@pytest.mark.parametrize(
    ("before", "wanted"),
    [
        ("{id: c, effect: observe, reads: [orders], verification: {command: ./x.sh, observes: [orders]}}", []),
        ("{id: c, effect: observe, reads: [new], verification: {command: ./x.sh, observes: [new]}}", []),
        ("{id: c, effect: observe, reads: [x], verification: {command: ./x.sh, observes: [x]}}", ["blocker: drop"]),
        ("{id: c, effect: observe, reads: [orders]}", ["blocker: drop"]),
        ("{id: c, effect: observe, reads: [orders], verification: {command: 'true'}}", ["blocker: drop"]),
        ("{id: c, effect: modify, writes: [orders], verification: {how: read it, expected: all}}", []),
        ("{id: c, action: check, target: mail, verification: {how: count the orders, expected: 0}}", []),
        ("{id: c, action: check, target: mail, verification: {how: send one, expected: 1}}", ["warning: drop"]),
    ],
)
def test_something_verified_comes_before_what_is_final(before: str, wanted: list[str]) -> None:
    resources = "  resources: [{id: orders}, {id: new, replaces: orders}]\n"
    assert brief(of_rule("ROL009", steps(before, PLAIN, extra=resources))) == wanted


def test_a_description_does_not_make_a_check_be_about_the_step() -> None:
    check = "{id: c, action: check, target: mail, verification: {how: send one, expected: 1}}"
    drop = PLAIN.replace("{id: drop,", "{id: drop, description: send the mail and drop it,", 1)
    assert brief(of_rule("ROL009", steps(check, drop))) == ["warning: drop"]


def test_a_verified_fact_serves_where_the_rollback_is_an_exact_inverse() -> None:
    check = (
        "{id: c, effect: observe, reads: [mail], establishes: [unused], verification: {command: ./x, observes: [mail]}}"
    )
    drop = "{{id: drop, effect: destroy, destroys: [dns], preconditions: [{{fact: unused}}], rollback: {}}}"
    assert of_rule("ROL009", steps(check, drop.format("{kind: inverse, commands: [./create.sh]}"))) == []
    assert brief(of_rule("ROL009", steps(check, drop.format("{action: create it again}")))) == ["blocker: drop"]


def test_a_way_back_in_words_is_an_assumption_where_the_step_is_final() -> None:
    drop = "{id: drop, effect: destroy, destroys: [db], rollback: {action: restore it from db.dump}}"
    (finding,) = of_rule("ROL010", steps(DUMP, drop))
    assert (finding.severity, finding.assumption) == ("warning", "the way back from step 'drop' works as its words say")
    assert of_rule("ROL010", steps(SHIFT.format("{action: point it back}"))) == []


@pytest.mark.parametrize(
    ("accepts", "wanted"),
    [
        ("{resource: db, by: o, reason: r}", []),
        ("{resource: db, by: o, reason: r, expires: 2026-12-01T00:00:00Z}", []),
        ("{resource: db, by: o, reason: r, expires: 2026-08-01T00:00:00Z}", ["warning: accepts:irreversible db"]),
        ("{resource: db, by: o, reason: r, expires: 2026-08-01T00:00:00Z}, {resource: db, by: p, reason: r}", []),
        ("{resource: main*, by: o, reason: r}", []),
        ("{resource: cache, by: o, reason: r, expires: 2026-08-01T00:00:00Z}", ["info: accepts:irreversible cache"]),
    ],
)
def test_acceptances_that_do_nothing(accepts: str, wanted: list[str]) -> None:
    goal = f"accepts: [{accepts}], resources: [{{id: db, aliases: [main-db]}}, {{id: other, aliases: [x]}}]"
    plan = "now: 2026-09-02T00:00:00Z\n" + steps(DUMP, DROP, goal=goal)
    assert brief(of_rule("ROL014", plan)) == wanted


# -- properties ------------------------------------------------------------------------------------------------


def blockers(plan: Plan, goal: Goal | None) -> set[str]:
    return {f.id for f in run(Analysis(plan, goal), rules=RULES) if f.severity == "blocker"}


@settings(max_examples=examples(50, 4_000))
@given(plans(), st.none() | goals(), st.data())
def test_no_sentence_lends_a_step_a_way_back(plan: Plan, goal: Goal | None, data: st.DataObject) -> None:
    where = data.draw(st.sampled_from(list(prose_fields(plan))))
    sentence, gap = data.draw(sentences()), data.draw(st.sampled_from((" ", "\n", ". ")))
    front = data.draw(st.booleans())
    said = with_text(plan, where, lambda text: f"{sentence}{gap}{text}" if front else f"{text}{gap}{sentence}")
    assert blockers(plan, goal) <= blockers(Plan.model_validate(said), goal)


@settings(max_examples=examples(50, 2_000))
@given(plans(), st.none() | goals())
def test_an_order_shown_is_one_the_plan_allows_and_a_safe_fix_clears_its_finding(plan: Plan, goal: Goal | None) -> None:
    analysis = Analysis(plan, goal)
    assume(not analysis.graph.cycles)
    for finding in run(analysis, rules=RULES):
        for shown in finding.evidence:
            if isinstance(shown, OrderEvidence):
                at = [analysis.graph.index[i] for i in shown.order]
                assert not any(analysis.graph.before(b, a) for k, a in enumerate(at) for b in at[k + 1 :])
        if finding.fix is not None:
            fixed = Analysis(apply(plan, finding.fix.edits), goal)
            assert finding.fix.safe
            assert not fixed.graph.cycles
            assert finding.id not in {f.id for f in run(fixed, rules=RULES)}


def test_the_order_that_goes_wrong_is_shown() -> None:
    (finding,) = of_rule("ROL005", steps(DUMP, DROP, execution="dag"))
    (shown,) = finding.evidence
    assert isinstance(shown, OrderEvidence)
    assert shown.order == ("drop",)
    assert analysis_of(steps(DUMP, DROP)).graph.before(0, 1)
