"""projected: what the events of a run come to. The tables of runs, escalations and approvals hold nothing else."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from typing import Literal

from planproof.model.errors import RecordError
from planproof.record.entry import Row

RunStatus = Literal["running", "waiting", "ended"]
EscalationStatus = Literal["open", "answered", "expired", "superseded"]


@dataclass(frozen=True, slots=True)
class Run:
    """A run as it is listed.

    Args:
        id: given by who created it.
        number: its place in the sequence of creation, from 1.
        status: `waiting`: a question to a person is open.
        reason: why it ended; None: it has not.
        created: hash of its first event.
        head_seq: sequence number of its last event.
        head_hash: hash of that event.
    """

    id: str
    number: int
    status: RunStatus
    reason: str | None
    created: str
    head_seq: int
    head_hash: str


@dataclass(frozen=True, slots=True)
class Escalation:
    """A question to a person: `seq` is the event that asked it, `plan` the digest of the plan that it is about."""

    id: str
    run: str
    seq: int
    status: EscalationStatus
    plan: str | None
    expires: str | None


@dataclass(frozen=True, slots=True)
class Approval:
    """A signed approval: `seq` is the event that brought it, `revoked` the one that took it back, if any."""

    digest: str
    run: str
    seq: int
    envelope: str
    plan: str
    expires: str
    revoked: int | None


@dataclass(frozen=True, slots=True)
class Projection:
    """A run with its questions and approvals."""

    run: Run
    escalations: Mapping[str, Escalation] = field(default_factory=dict[str, Escalation])
    approvals: Mapping[str, Approval] = field(default_factory=dict[str, Approval])


def begun(first: Row, number: int) -> Projection:
    """The projection of a run's first event."""
    empty = Run(first.run, number, "running", None, first.hash, 0, first.prev)
    return projected(Projection(empty), first)


def folded(first: Row, number: int, more: Iterable[Row]) -> Projection:
    """The projection of all events of a run."""
    so_far = begun(first, number)
    for row in more:
        so_far = projected(so_far, row)
    return so_far


def projected(so_far: Projection, row: Row) -> Projection:
    """The projection after one more event. A kind that is not known here only moves the head.

    Raises:
        RecordError: an event that cannot be: an answer to no open question, an id given twice, a field that is missing.
    """
    escalations, approvals = dict(so_far.escalations), dict(so_far.approvals)
    reason = so_far.run.reason
    match row.kind:
        case "escalated":
            id_ = _text(row, "escalation")
            if id_ in escalations:
                raise RecordError("duplicate", f"there is an escalation {id_!r} already: choose another id")
            escalations[id_] = Escalation(
                id_, row.run, row.seq, "open", _optional(row, "plan"), _optional(row, "expires")
            )
        case "decided":
            _close(row, escalations, "answered")
        case "expired":
            _close(row, escalations, "expired")
        case "superseded":
            _close(row, escalations, "superseded")
        case "approved":
            digest = _text(row, "approval")
            if digest in approvals:
                raise RecordError("duplicate", f"the approval {digest!r} is recorded already")
            approvals[digest] = Approval(
                digest,
                row.run,
                row.seq,
                _text(row, "envelope"),
                _text(row, "plan"),
                _text(row, "expires"),
                None,
            )
        case "revoked":
            digest = _text(row, "approval")
            if digest not in approvals or approvals[digest].revoked is not None:
                raise RecordError("refused", f"{digest!r} is no approval of {row.run!r} that still holds")
            approvals[digest] = replace(approvals[digest], revoked=row.seq)
        case "ended":
            reason = _text(row, "reason")
        case _:
            pass
    waiting = any(escalation.status == "open" for escalation in escalations.values())
    status: RunStatus = "ended" if reason is not None else "waiting" if waiting else "running"
    run = replace(so_far.run, status=status, reason=reason, head_seq=row.seq, head_hash=row.hash)
    return Projection(run, escalations, approvals)


def _close(row: Row, escalations: dict[str, Escalation], status: EscalationStatus) -> None:
    id_ = _text(row, "escalation")
    if id_ not in escalations or escalations[id_].status != "open":
        raise RecordError("refused", f"{id_!r} is no open escalation of {row.run!r}")
    escalations[id_] = replace(escalations[id_], status=status)


def _text(row: Row, name: str) -> str:
    value = row.body.get(name)
    if not isinstance(value, str):
        raise RecordError("refused", f"a {row.kind!r} event has a text {name!r}, not {value!r}")
    return value


def _optional(row: Row, name: str) -> str | None:
    return None if row.body.get(name) is None else _text(row, name)
