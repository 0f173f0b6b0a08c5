"""A record with everything in it, and raw access to its rows behind the triggers' back."""

from __future__ import annotations

from collections.abc import Callable, Generator
from contextlib import contextmanager
from datetime import UTC, datetime, timedelta
from hashlib import sha256

import pytest
from sqlalchemy import Connection, Engine, NullPool, create_engine, text

from planproof.model.errors import RecordError
from planproof.model.goal import Goal
from planproof.model.plan import Attachment, Command, Plan, Rollback, Task, Verification
from planproof.record import Entry, Head, Store, dsse
from planproof.record.approval import Approval, Approver, approval_id, approval_of, payload_of
from planproof.record.keys import PrivateKey
from planproof.record.tables import METADATA

NOW = datetime(2026, 3, 1, 12, 0, tzinfo=UTC)
GOAL = Goal(id="g", description="Move the orders")
KEY = PrivateKey.generate()
PLAN = Plan(
    id="p",
    goal_id="g",
    attachments=(Attachment(path="move.sh", sha256=sha256(b"true").hexdigest()),),
    tasks=(
        Task(
            id="move",
            commands=(Command(run="sh move.sh", on="db1"), Command(run="SELECT 1", shell="sql", dialect="postgres")),
            verification=Verification(command=Command(run="test -f moved")),
            rollback=Rollback(commands=(Command(run="sh back.sh"),)),
        ),
        Task(id="look"),
    ),
)
HEAD = Head(run="r", seq=1, hash="ab" * 32)


def stored(content: bytes) -> tuple[dict[str, object], dict[str, bytes]]:
    """What stands for a content in a body, and the artefact."""
    digest = sha256(content).hexdigest()
    return {"sha256": digest}, {digest: content}


def approval(plan: Plan = PLAN, record: Head = HEAD, *, goal: Goal = GOAL) -> Approval:
    """An approval of a plan by policy, valid for a day."""
    return approval_of(
        plan,
        goal,
        decision="approved",
        posture="strict",
        ruleset_digest="cd" * 32,
        approver=Approver(actor="planproof", by="policy"),
        issued_at=NOW,
        expires_at=NOW + timedelta(days=1),
        record=record,
        assumptions=("the fact 'ready' holds",),
    )


def envelope(plan: Plan = PLAN, record: Head = HEAD) -> str:
    """The same, signed with `KEY`."""
    return dsse.sign(payload_of(approval(plan, record)), [KEY])


def approved(head: Head, plan: Plan = PLAN) -> Entry:
    """The event that brings an approval."""
    signed = envelope(plan, head)
    digest = approval(plan, head).plan_digest
    return Entry(
        "approved",
        {"approval": approval_id(signed), "envelope": signed, "plan": digest, "expires": "2026-03-02T12:00:00Z"},
    )


def filled(store: Store) -> None:
    """Three runs with artefacts, escalations of every status, a revoked approval and one that holds."""
    for run in ("r1", "r2", "r3"):
        goal, goals = stored(f'{{"id":"{run}"}}'.encode())
        head = store.create(run, Entry("started", {"goal": goal, "usd": 0.5}), goals)
        draft, drafts = stored(f"plan of {run}".encode())
        head = store.append(
            run,
            head.seq,
            [
                Entry("drafted", {"plan": draft, "by": "planner"}),
                Entry("escalated", {"escalation": f"{run}-1", "plan": "d1", "question": "May it?", "expires": None}),
                Entry("superseded", {"escalation": f"{run}-1"}),
                Entry("escalated", {"escalation": f"{run}-2", "plan": "d2", "question": "?", "expires": "2026-03-02"}),
            ],
            drafts,
        )
        if run != "r2":
            answer = Entry("decided", {"escalation": f"{run}-2", "actor": "ana", "choice": "approve", "reason": "ok"})
            head = store.append(run, head.seq, [answer])
            sealed = approved(head)
            head = store.append(run, head.seq, [sealed])
            if run == "r3":
                taken_back = {"approval": sealed.body["approval"], "actor": "ana", "reason": "no"}
                head = store.append(run, head.seq, [Entry("revoked", taken_back)])
            store.append(run, head.seq, [Entry("ended", {"reason": "approved"})])


def raw_engine(url: str) -> Engine:
    """An engine that keeps no connection open."""
    return create_engine(url, poolclass=NullPool)


@contextmanager
def behind(url: str) -> Generator[Connection]:
    """A connection for which no trigger and no foreign key holds."""
    with raw_engine(url).connect() as connection:
        if connection.dialect.name == "postgresql":
            connection.execute(text("SET session_replication_role = replica"))
            yield connection
        else:
            query = "SELECT name, sql FROM sqlite_master WHERE type = 'trigger'"
            triggers = [(str(name), str(sql)) for name, sql in connection.execute(text(query))]
            for name, _ in triggers:
                connection.execute(text(f"DROP TRIGGER {name}"))
            yield connection
            for _, sql in triggers:
                connection.exec_driver_sql(sql)
        connection.commit()


BEGIN = Entry("started", {"at": "2026-03-01T12:00:00Z"})


def note(word: str) -> Entry:
    return Entry("noted", {"word": word})


def refused(cause: str, call: Callable[[], object]) -> str:
    with pytest.raises(RecordError) as caught:
        call()
    assert caught.value.cause == cause, caught.value
    return str(caught.value)


def count(url: str) -> list[int]:
    with behind(url) as raw:
        return [int(raw.scalar(text(f"SELECT count(*) FROM {table}")) or 0) for table in METADATA.tables]
