"""An approval holds for one plan, as it is, in its time, by a trusted key: for nothing else."""

from __future__ import annotations

import json
from base64 import b64decode, b64encode
from collections.abc import Iterator
from datetime import datetime, timedelta
from pathlib import Path
from typing import Any, cast

import pytest
from hypothesis import given
from hypothesis import strategies as st

from planproof.model.digest import canonical
from planproof.model.errors import ApprovalError
from planproof.model.goal import Goal
from planproof.model.plan import Command, Plan, Task
from planproof.record import Head, dsse
from planproof.record.approval import (
    Approver,
    approval_id,
    approval_of,
    authorizes,
    check_files,
    payload_of,
    verify,
)
from planproof.record.keys import PrivateKey
from tests.record.records import GOAL, HEAD, KEY, NOW, PLAN, approval, envelope
from tests.strategies import plans

TRUSTED = [KEY.public]
LATER = NOW + timedelta(hours=1)
SIGNED = envelope()


def refused(signed: str, plan: Plan, cause: str, *, now: datetime = LATER, **more: Any) -> str:
    with pytest.raises(ApprovalError) as caught:
        verify(signed, plan, more.pop("trusted", TRUSTED), now=now, **more)
    assert caught.value.cause == cause, caught.value
    return str(caught.value)


def variants(value: object) -> Iterator[object]:
    """The value with one leaf changed by one character, one entry dropped or one doubled."""
    match value:
        case bool():
            yield not value
        case int():
            yield value + 1
        case str():
            yield value + "x"
            if value:
                yield value[:-1] + chr(ord(value[-1]) ^ 1)
        case list():
            items = cast("list[object]", value)
            for index, item in enumerate(items):
                yield [*items[:index], *items[index + 1 :]]
                for other in variants(item):
                    yield [*items[:index], other, *items[index + 1 :]]
        case dict():
            entries = cast("dict[str, object]", value)
            for key, item in entries.items():
                for other in variants(item):
                    yield {**entries, key: other}
        case _:
            return


def test_it_holds_for_its_plan() -> None:
    found = verify(SIGNED, PLAN, TRUSTED, now=LATER, goal=GOAL, ruleset_digest="cd" * 32, revoked=["ef" * 32])

    assert found == approval()
    assert verify(SIGNED, PLAN.model_copy(), TRUSTED, now=NOW) == found


def test_the_statement_is_in_toto() -> None:
    statement = json.loads(b64decode(json.loads(SIGNED)["payload"]))

    assert statement["_type"] == "https://in-toto.io/Statement/v1"
    assert statement["predicateType"] == "https://planproof.dev/approval/v1"
    assert [set(subject) for subject in statement["subject"]] == [{"name", "digest"}]
    assert statement["predicate"]["record"] == {"run": "r", "seq": 1, "hash": "ab" * 32}
    assert statement["predicate"]["issued_at"] == "2026-03-01T12:00:00Z"


def test_refusals_name_the_one_reason() -> None:
    other = PrivateKey.generate()
    refused(SIGNED, PLAN.model_copy(update={"id": "q"}), "wrong_plan")
    refused(SIGNED, PLAN.model_copy(update={"version": 2}), "digest_differs")
    refused(SIGNED, PLAN, "not_yet_valid", now=NOW - timedelta(seconds=1))
    refused(SIGNED, PLAN, "expired", now=NOW + timedelta(days=1))
    refused(SIGNED, PLAN, "unknown_key", trusted=[other.public])
    refused(SIGNED, PLAN, "unknown_key", trusted=[])
    refused(dsse.sign(payload_of(approval()), [other]), PLAN, "unknown_key")
    refused(SIGNED, PLAN, "revoked", revoked={approval_id(SIGNED)})
    refused(SIGNED, PLAN, "other_ruleset", ruleset_digest="ce" * 32)
    refused(SIGNED, PLAN, "other_goal", goal=Goal(id="g", description="Move the orders!"))
    refused(SIGNED.replace("payloadType", "payloadKind"), PLAN, "malformed")
    refused("", PLAN, "malformed")


@given(plans(), plans())
def test_an_approval_for_one_plan_is_refused_for_another(one: Plan, other: Plan) -> None:
    signed = envelope(one)

    assert verify(signed, one, TRUSTED, now=LATER).plan == one.id
    if one != other:
        refused(signed, other, "digest_differs")


@given(plans(max_tasks=3), st.data())
def test_one_change_anywhere_in_the_plan_is_refused(plan: Plan, data: st.DataObject) -> None:
    signed = envelope(plan)
    changed: list[Plan] = []
    for held in variants(plan.model_dump(mode="json", exclude_defaults=True)):
        try:
            changed.append(Plan.model_validate(held))
        except ValueError:
            continue  # no plan any more
    other = data.draw(st.sampled_from([one for one in changed if one != plan]))

    refused(signed, other, "wrong_plan" if other.id != plan.id else "digest_differs")


def test_every_change_of_the_sample_plan_is_refused() -> None:
    tried = 0
    for held in variants(PLAN.model_dump(mode="json", exclude_defaults=True)):
        try:
            other = Plan.model_validate(held)
        except ValueError:
            continue
        if other != PLAN:
            refused(SIGNED, other, "wrong_plan" if other.id != PLAN.id else "digest_differs")
            tried += 1
    assert tried > 25


def test_any_byte_of_the_envelope_flipped_is_refused() -> None:
    data = SIGNED.encode()
    for place, byte in enumerate(data):
        for bit in range(8):
            changed = data[:place] + bytes([byte ^ 1 << bit]) + data[place + 1 :]
            with pytest.raises(ApprovalError):
                verify(changed.decode("latin-1"), PLAN, TRUSTED, now=LATER)


@pytest.mark.parametrize("cut", [1, 10, 200])
def test_a_cut_envelope_is_refused(cut: int) -> None:
    refused(SIGNED[:-cut], PLAN, "malformed")
    refused(SIGNED + " {}", PLAN, "malformed")


def test_a_plan_changed_in_memory_is_refused() -> None:
    def fresh() -> Plan:
        return Plan.model_validate(PLAN.model_dump(mode="json"))

    plan = fresh()
    assert verify(SIGNED, plan, TRUSTED, now=LATER)
    object.__setattr__(plan.tasks[0].commands[0], "run", "rm -rf /")
    refused(SIGNED, plan, "digest_differs")

    plan = fresh()
    object.__setattr__(plan, "tasks", plan.tasks[:1])
    refused(SIGNED, plan, "digest_differs")

    plan = fresh()
    object.__setattr__(plan, "version", "1")  # no version
    refused(SIGNED, plan, "digest_differs")

    made = Plan.model_construct(None, **{**dict(PLAN), "tasks": [{"id": "move"}]})
    refused(SIGNED, made, "digest_differs")

    made = Plan.model_construct(id=PLAN.id)
    refused(SIGNED, made, "digest_differs")


def test_it_authorizes_what_it_lists_to_the_letter() -> None:
    found = verify(SIGNED, PLAN, TRUSTED, now=LATER)
    first = PLAN.tasks[0].commands[0]

    assert authorizes(found, "move", first)
    assert authorizes(found, "move", Command(run="SELECT 1", shell="sql", dialect="postgres"))
    assert authorizes(found, "move", Command(run="sh back.sh"), "rollback")
    assert authorizes(found, "move", Command(run="test -f moved"), "verification")
    for other in (
        first.model_copy(update={"run": "sh move.sh "}),
        first.model_copy(update={"on": "db2"}),
        first.model_copy(update={"on": None}),
        first.model_copy(update={"shell": "powershell"}),
        Command(run="SELECT 1", shell="sql", dialect="mysql"),
        Command(run="sh back.sh"),
    ):
        assert not authorizes(found, "move", other)
    assert not authorizes(found, "look", first)
    assert not authorizes(found, "nowhere", first)
    assert not authorizes(found, "look", Command(run=""))


def test_a_statement_cannot_allow_more_than_the_plan() -> None:
    wide = json.loads(payload_of(approval()))
    wide["predicate"]["authorizes"][1]["commands"] = [{"run": "ls", "shell": "sh", "dialect": None, "on": None}]
    refused(dsse.sign(canonical(wide), [KEY]), PLAN, "malformed")

    narrow = json.loads(payload_of(approval()))
    narrow["predicate"]["authorizes"][0]["commands"] = []
    found = verify(dsse.sign(canonical(narrow), [KEY]), PLAN, TRUSTED, now=LATER)
    assert not authorizes(found, "move", PLAN.tasks[0].commands[0])


@pytest.mark.parametrize(
    ("path", "value"),
    [
        (("predicate", "decision"), "blocked"),  # and nobody answers for it
        (("predicate", "more"), 1),
        (("predicate", "expires_at"), "2026-03-01T12:00:00Z"),
        (("predicate", "files"), []),
        (("predicateType",), "https://planproof.dev/approval/v2"),
        (("_type",), "https://in-toto.io/Statement/v0.1"),
        (("subject",), []),
    ],
)
def test_signed_statements_that_are_no_approval(path: tuple[str, ...], value: object) -> None:
    statement = json.loads(payload_of(approval()))
    place = statement
    for name in path[:-1]:
        place = place[name]
    place[path[-1]] = value

    refused(dsse.sign(canonical(statement), [KEY]), PLAN, "malformed")


def test_a_statement_written_otherwise_is_refused() -> None:
    loose = json.dumps(json.loads(payload_of(approval()))).encode()
    refused(dsse.sign(loose, [KEY]), PLAN, "malformed")
    refused(dsse.sign(b"\xff", [KEY]), PLAN, "malformed")


def test_who_writes_the_envelope_otherwise_does_not_undo_a_revocation() -> None:
    again = json.dumps(json.loads(SIGNED), indent=1)
    more = dsse.sign(payload_of(approval()), [PrivateKey.generate(), KEY])

    assert approval_id(again) == approval_id(more) == approval_id(SIGNED)
    assert verify(more, PLAN, TRUSTED, now=LATER)
    for signed in (again, more):
        refused(signed, PLAN, "revoked", revoked=[approval_id(SIGNED)])


def test_a_wrong_signature_under_a_trusted_key_spoils_the_envelope() -> None:
    other = PrivateKey.generate()
    read = json.loads(dsse.sign(payload_of(approval()), [other, KEY]))
    read["signatures"][0]["keyid"] = KEY.public.id

    refused(canonical(read).decode(), PLAN, "bad_signature")


def make(**more: Any) -> None:
    said: dict[str, Any] = {
        "decision": "blocked",
        "posture": "strict",
        "ruleset_digest": "cd" * 32,
        "approver": Approver(actor="ana", by="person", reason="the window closes"),
        "issued_at": NOW,
        "expires_at": LATER,
        "record": HEAD,
        **more,
    }
    approval_of(PLAN, GOAL, **said)


def test_who_may_approve_what() -> None:
    make()
    for more in (
        {"approver": Approver(actor="planproof", by="policy")},
        {"approver": Approver(actor="ana", by="person", reason=" ")},
        {"expires_at": NOW},
    ):
        with pytest.raises(ApprovalError) as caught:
            make(**more)
        assert caught.value.cause == "malformed"


def test_files_are_those_that_were_approved(tmp_path: Path) -> None:
    found = verify(SIGNED, PLAN, TRUSTED, now=LATER)
    script = tmp_path / "move.sh"

    for content in (None, "false"):
        if content is not None:
            script.write_text(content)
        with pytest.raises(ApprovalError) as caught:
            check_files(found, tmp_path)
        assert caught.value.cause == "file_changed"
    script.write_text("true")
    check_files(found, tmp_path)


def test_base64_has_one_form() -> None:
    read = json.loads(SIGNED)
    body = b64encode(b"ab").decode()
    for other in (body.replace("=", ""), body[:2] + "J=", body + "\n"):
        with pytest.raises(ApprovalError, match=r"Base64|pattern"):
            _ = dsse.parse(canonical({**read, "payload": other}).decode()).body


def test_limits() -> None:
    read = json.loads(SIGNED)
    refused(" " * (dsse.MAX_ENVELOPE + 1), PLAN, "malformed")
    refused(canonical({**read, "signatures": read["signatures"] * 17}).decode(), PLAN, "malformed")
    refused(canonical({**read, "signatures": []}).decode(), PLAN, "malformed")
    refused(dsse.sign(payload_of(approval()), [KEY], "text/plain"), PLAN, "malformed")


def test_a_step_that_lists_nothing_authorizes_nothing() -> None:
    plan = Plan(id="p", tasks=(Task(id="t", description="run `ls`"),))
    found = verify(envelope(plan), plan, TRUSTED, now=LATER)

    assert not authorizes(found, "t", Command(run="ls"))
    assert found.predicate.record == Head(run="r", seq=1, hash="ab" * 32)
