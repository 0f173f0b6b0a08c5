"""Each predicate, confirmed, refuted and undecided, on plans written for it."""

from __future__ import annotations

from collections.abc import Mapping

import pytest

from planproof.critic.adjudicate import adjudicate, joined
from planproof.critic.claims import FORMS, Claim
from planproof.decide import decide
from planproof.gates.analysis import Analysis
from planproof.model.authored import read_goal
from planproof.model.config import Config
from planproof.model.finding import OrderEvidence, PairEvidence
from planproof.model.goal import Goal
from planproof.model.plan import Plan
from planproof.model.reader import read_plan

GOAL = {
    "id": "g",
    "description": "Archive",
    "constraints": {"tools": ["psql", "pg_dump"], "given": [{"fact": "quiet"}]},
}


def goal(**parts: object) -> Goal:
    found = read_goal({**GOAL, **parts})[0]
    assert found is not None
    return found


def plan(*tasks: Mapping[str, object], after: tuple[tuple[str, str], ...] = (), listed: bool = False) -> Plan:
    """A plan whose steps run in any order but for the dependencies given."""
    edges = [{"from_task": a, "to_task": b} for a, b in after]
    execution = "listed" if listed else "dag"
    read = read_plan({"id": "p", "execution": execution, "tasks": list(tasks), "dependencies": edges}).plan
    assert read is not None
    return read


CHECK = {"command": "psql -Atc 'select 1 from orders'", "observes": ["orders"]}
DUMP = {"id": "dump", "effect": "create", "reads": ["orders"], "produces": ["orders.dump"], "establishes": ["dumped"]}
SEEN = {"id": "check", "effect": "observe", "reads": ["orders.dump"]}
DROP = {"id": "drop", "effect": "destroy", "destroys": ["orders"]}
RESTORE = {
    "kind": "restore",
    "uses": ["orders.dump"],
    "commands": ["psql -f orders.dump"],
    "restores_state": ["orders"],
}
ADD = {"id": "add", "effect": "modify", "writes": ["orders"]}
LOOK = {"id": "look", "effect": "observe", "reads": ["orders"]}
NEEDY = {"id": "use", "effect": "modify", "writes": ["report"], "preconditions": [{"fact": "dumped"}]}
GIT = {"id": "revert", "commands": ["git revert HEAD"]}
LS = {"id": "ls", "commands": ["ls /srv"]}
RM = {"id": "rm", "commands": ["rm -rf /srv/orders"]}

C, R, U = "confirmed", "refuted", "undecided"
CASES: list[tuple[str, tuple[str, ...], str | None, Plan, str]] = [
    # runs_before
    ("runs_before", ("drop", "dump"), None, plan(DUMP, DROP), C),
    ("runs_before", ("drop", "dump"), None, plan(DUMP, DROP, after=(("dump", "drop"),)), R),
    ("runs_before", ("drop", "dump"), None, plan(DUMP, DROP, listed=True), R),
    ("runs_before", ("use", "dump"), None, plan(DUMP, NEEDY), C),
    ("runs_before", ("use", "dump"), None, plan(NEEDY, DUMP, after=(("dump", "use"),)), R),
    ("runs_before", ("add", "use"), None, plan(ADD, NEEDY), U),
    # The writer may come before or after the copy: that the copy has to wait for it is nothing that the plan says.
    ("runs_before", ("add", "dump"), None, plan(DUMP, ADD), U),
    ("runs_before", ("dump", "add"), None, plan(DUMP, ADD), C),
    ("runs_before", ("add", "drop"), None, plan(DROP, ADD, listed=True), R),
    ("runs_before", ("drop", "add"), None, plan(DROP, ADD, listed=True), C),
    # listed against a dependency
    ("runs_before", ("use", "add"), None, plan(NEEDY, ADD, after=(("add", "use"),), listed=True), C),
    # conflict
    ("conflict", ("dump", "add"), "orders", plan(DUMP, ADD), C),
    ("conflict", ("add", "dump"), "orders", plan(DUMP, ADD, after=(("dump", "add"),)), R),
    ("conflict", ("dump", "look"), "orders", plan(DUMP, LOOK), R),
    ("conflict", ("drop", "add"), "orders", plan(DROP, ADD, listed=True), C),
    ("conflict", ("ls", "add"), "orders", plan(LS, ADD), R),
    ("conflict", ("use", "add"), "orders", plan(NEEDY, ADD), U),
    # unestablished
    ("unestablished", ("use",), "dumped", plan(DUMP, NEEDY), C),
    ("unestablished", ("use",), "dumped", plan(NEEDY), C),
    ("unestablished", ("use",), "dumped", plan(DUMP, NEEDY, after=(("dump", "use"),)), R),
    ("unestablished", ("add",), "dumped", plan(DUMP, ADD, after=(("dump", "add"),)), R),
    ("unestablished", ("add",), "quiet", plan(ADD), R),
    ("unestablished", ("add",), "dumped", plan(DUMP, ADD), U),
    (
        "unestablished",
        ("use",),
        "signed",
        plan({"id": "use", "effect": "modify", "preconditions": [{"fact": "signed", "established_by": "env"}]}),
        U,
    ),
    # tool_unavailable
    ("tool_unavailable", ("x",), "terraform", plan({"id": "x", "commands": ["terraform apply"]}), C),
    ("tool_unavailable", ("x",), "psql", plan({"id": "x", "commands": ["psql -c 'select 1'"]}), R),
    ("tool_unavailable", ("x",), "terraform", plan({"id": "x", "commands": ["psql -c 'select 1'"]}), R),
    ("tool_unavailable", ("x",), "terraform", plan({"id": "x", "action": "provision"}), U),
    # no_rollback
    ("no_rollback", ("drop",), None, plan(DROP), C),
    ("no_rollback", ("add",), None, plan({**ADD, "rollback": {"action": "n/a"}}), C),
    ("no_rollback", ("add",), None, plan({**ADD, "rollback": {"action": "put the old values back"}}), R),
    (
        "no_rollback",
        ("add",),
        None,
        plan({**ADD, "rollback": {"kind": "inverse", "commands": ["psql -f back.sql"]}}),
        R,
    ),
    ("no_rollback", ("look",), None, plan(LOOK), R),
    ("no_rollback", ("dump",), None, plan(DUMP), R),
    ("no_rollback", ("drop",), None, plan({**DROP, "rollback": RESTORE}), U),
    # rollback_cannot_restore
    ("rollback_cannot_restore", ("drop",), "orders", plan(DROP), C),
    ("rollback_cannot_restore", ("drop",), "orders", plan({**DROP, "rollback": RESTORE}), C),
    ("rollback_cannot_restore", ("drop",), "orders", plan(DUMP, {**DROP, "rollback": RESTORE}), C),
    (
        "rollback_cannot_restore",
        ("drop",),
        "orders",
        plan(DUMP, SEEN, {**DROP, "rollback": RESTORE}, listed=True),
        R,
    ),
    (
        "rollback_cannot_restore",
        ("drop",),
        "orders",
        plan({**DUMP, "reads": ["users"]}, SEEN, {**DROP, "rollback": RESTORE}, listed=True),
        C,
    ),
    ("rollback_cannot_restore", ("rm",), "users", plan(RM), R),
    ("rollback_cannot_restore", ("add",), "orders", plan({**ADD, "rollback": {"action": "put the values back"}}), U),
    ("rollback_cannot_restore", ("look",), "orders", plan(LOOK), R),
    # irreversible
    ("irreversible", ("drop",), None, plan(DROP), C),
    ("irreversible", ("ls",), None, plan(LS), R),
    ("irreversible", ("add",), None, plan(ADD), U),
    # no_verification
    ("no_verification", ("add",), None, plan(ADD), C),
    ("no_verification", ("add",), None, plan({**ADD, "verification": {"command": "true"}}), C),
    ("no_verification", ("add",), None, plan({**ADD, "verification": {**CHECK, "observes": ["users"]}}), C),
    ("no_verification", ("add",), None, plan({**ADD, "verification": CHECK}), R),
    ("no_verification", ("add",), None, plan(ADD, LOOK, listed=True), R),
    ("no_verification", ("look",), None, plan(LOOK), R),
    ("no_verification", ("dump",), None, plan(DUMP), U),
    # verification_misses
    ("verification_misses", ("add",), "orders", plan(ADD), C),
    ("verification_misses", ("add",), "orders", plan({**ADD, "verification": CHECK}), R),
    (
        "verification_misses",
        ("add",),
        "users",
        plan({**ADD, "writes": ["orders", "users"], "verification": CHECK}),
        C,
    ),
    ("verification_misses", ("add",), "orders", plan({**ADD, "verification": {"how": "count", "expected": "9"}}), U),
    ("verification_misses", ("rm",), "users", plan(RM), R),
]
PART = {predicate: form.part for predicate, form in FORMS.items()}


def claim(predicate: str, tasks: tuple[str, ...], part: str | None = None, **more: str) -> Claim:
    known = {key: part for name, key in PART.items() if name == predicate and key is not None and part is not None}
    return Claim.model_validate({"predicate": predicate, "tasks": tasks, **known, **more})


@pytest.mark.parametrize(("predicate", "tasks", "part", "on", "outcome"), CASES)
def test_a_claim_is_held_against_the_plan(
    predicate: str, tasks: tuple[str, ...], part: str | None, on: Plan, outcome: str
) -> None:
    finding = adjudicate(claim(predicate, tasks, part), Analysis(on, goal()))
    assert finding.outcome == outcome, finding.message
    assert finding.source == "critic"
    assert finding.subject.tasks == tasks


def test_every_predicate_that_code_decides_has_both_sides() -> None:
    decided = {(predicate, outcome) for predicate, *_, outcome in CASES}
    for predicate in {p for p in FORMS if FORMS[p].part != "text"}:
        assert {(predicate, C), (predicate, R)} <= decided


@pytest.mark.parametrize("predicate", ["missing_step", "risk", "other"])
def test_words_are_never_decided_and_never_ask(predicate: str) -> None:
    finding = adjudicate(claim(predicate, ("drop",), "It may all go wrong."), Analysis(plan(DROP), goal()))
    assert (finding.outcome, finding.severity, finding.high_impact) == ("undecided", "warning", True)
    assert decide([finding], "strict").decision == "approved"


def test_a_confirmed_order_comes_with_an_execution() -> None:
    analysis = Analysis(plan(DUMP, NEEDY))
    (evidence,) = adjudicate(claim("runs_before", ("use", "dump")), analysis).evidence
    assert isinstance(evidence, OrderEvidence)
    assert evidence.order == ("use",)
    (pair,) = adjudicate(claim("runs_before", ("drop", "dump")), Analysis(plan(DUMP, DROP))).evidence
    assert isinstance(pair, PairEvidence)


def test_a_claim_about_no_step_of_the_plan_asks_nobody() -> None:
    finding = adjudicate(claim("no_rollback", ("gone",)), Analysis(plan(DROP)))
    assert finding.outcome == "refuted"
    assert decide([finding], "strict").decision == "approved"


def test_a_refuted_claim_is_recorded_and_a_confirmed_one_blocks() -> None:
    confirmed = adjudicate(claim("no_rollback", ("drop",)), Analysis(plan(DROP)))
    assert decide([confirmed], "permissive").decision == "blocked"
    light = adjudicate(claim("no_rollback", ("add",)), Analysis(plan(ADD)))
    assert light.severity == "warning"
    assert decide([light], "strict").decision == "approved"


def test_an_undecided_claim_asks_under_strict_only_where_much_hangs_on_it() -> None:
    fault = adjudicate(claim("no_rollback", ("drop",)), Analysis(plan({**DROP, "rollback": RESTORE})))
    assert (fault.outcome, fault.high_impact) == ("undecided", True)
    assert [decide([fault], p).decision for p in ("strict", "balanced")] == ["needs_human", "approved"]
    light = adjudicate(claim("runs_before", ("add", "use")), Analysis(plan(ADD, NEEDY)))
    assert (light.outcome, light.high_impact) == ("undecided", False)
    assert decide([light], "strict").decision == "approved"


def test_verification_never_blocks_from_a_critic() -> None:
    finding = adjudicate(claim("no_verification", ("drop",)), Analysis(plan(DROP)))
    assert (finding.outcome, finding.severity) == ("confirmed", "warning")


def test_what_a_person_accepts_or_waives_stays_so() -> None:
    accepts = [{"resource": "orders", "by": "ops", "reason": "a test table"}]
    accepted = adjudicate(claim("no_rollback", ("drop",)), Analysis(plan(DROP), goal(accepts=accepts)))
    assert accepted.outcome == "refuted"
    waiver = {"rule": "ORD009", "reason": "tried", "by": "ops", "expires": "2030-01-01T00:00:00Z"}
    waived = adjudicate(claim("runs_before", ("dump", "add")), Analysis(plan(DUMP, ADD), goal(waivers=[waiver])))
    assert waived.waived is not None
    assert decide([waived], "strict").decision == "approved"
    left_out = Config.model_validate({"ignore": [{"rule": "ORD009", "reason": "tried"}]})
    ignored = adjudicate(claim("runs_before", ("dump", "add")), Analysis(plan(DUMP, ADD)), left_out)
    assert (ignored.outcome, decide([ignored], "strict").decision) == ("confirmed", "approved")


def test_two_steps_of_one_id_are_both_held_against_a_claim() -> None:
    twice = plan(DROP, {**LOOK, "id": "drop"})
    assert adjudicate(claim("no_rollback", ("drop",)), Analysis(twice)).outcome == "confirmed"


def test_the_same_claim_in_other_words_is_one_finding() -> None:
    analysis = Analysis(plan(DROP))
    said = [adjudicate(claim("no_rollback", ("drop",), text=text), analysis) for text in ("b", "a", "b")]
    (one,) = joined(said)
    assert [getattr(e, "quote", "") for e in one.evidence][-2:] == ["a", "b"]
    assert joined(reversed(said)) == (one,)


def test_order_tells_two_claims_apart() -> None:
    analysis = Analysis(plan(DUMP, DROP))
    there, back = (adjudicate(claim("runs_before", tasks), analysis) for tasks in (("drop", "dump"), ("dump", "drop")))
    assert there.id != back.id
