"""What an approval says: an in-toto statement about one plan, as models and as the bytes that are signed.

Subject is the plan's digest; the predicate says what was decided, on what it rests, who answers for it, until when, and
which commands it allows. https://github.com/in-toto/attestation/tree/main/spec/v1
"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from hashlib import sha256
from typing import Annotated, Final, Literal

from pydantic import Field, ValidationError, model_validator

from planproof.model.base import Id, Model, Posture, Text, Time
from planproof.model.digest import canonical, digest
from planproof.model.errors import ApprovalError, DocumentError
from planproof.model.goal import Goal, Sha256
from planproof.model.jsontext import read_json
from planproof.model.plan import Command, Plan, Task
from planproof.model.verdict import Assurance, Decision
from planproof.record import dsse
from planproof.record.entry import Head

STATEMENT: Final = "https://in-toto.io/Statement/v1"
PREDICATE: Final = "https://planproof.dev/approval/v1"

Part = Literal["commands", "verification", "rollback"]
"""What a command is for in its step."""


class Approver(Model):
    """Who answers for an approval: the gates under a posture (`policy`), or a person, who says why."""

    actor: Annotated[str, Field(min_length=1, max_length=500)]
    by: Literal["policy", "person"]
    reason: Text = ""
    conditions: tuple[Text, ...] = ()


class Waived(Model):
    """A rule that was suppressed."""

    rule: Id
    why: Text


class AllowedCommand(Model):
    """One command, to the letter."""

    run: Text
    shell: Literal["sh", "sql", "powershell"] = "sh"
    dialect: Text | None = None
    on: Text | None = None


class Allowed(Model):
    """What may be run for a step."""

    task: Id
    commands: tuple[AllowedCommand, ...] = ()
    verification: tuple[AllowedCommand, ...] = ()
    rollback: tuple[AllowedCommand, ...] = ()


class ApprovedFile(Model):
    """A file that a command names."""

    path: Id
    sha256: Sha256


class Predicate(Model):
    """What is said of the plan."""

    decision: Decision
    """Of the gates. A person may have approved a plan that they blocked."""
    posture: Posture
    ruleset_digest: Sha256
    goal_digest: Sha256
    assumptions: tuple[Text, ...] = ()
    assurance: Assurance = Assurance()
    waivers: tuple[Waived, ...] = ()
    approver: Approver
    issued_at: Time
    expires_at: Time
    authorizes: tuple[Allowed, ...] = ()
    files: tuple[ApprovedFile, ...] = ()
    record: Head
    """The event that the approval rests on."""

    @model_validator(mode="after")
    def _answers_for_it(self) -> Predicate:
        if self.approver.by == "policy" and self.decision != "approved":
            raise ValueError(f"policy cannot approve a plan that is {self.decision!r}: a person has to")
        if self.approver.by == "person" and not self.approver.reason.strip():
            raise ValueError("a person who approves says why: give a reason")
        if self.expires_at <= self.issued_at:
            raise ValueError(f"it expires at {self.expires_at.isoformat()!r}, not after it was issued")
        return self


class Approval(Model):
    """An approval of one plan."""

    plan: Id
    plan_digest: Sha256
    predicate: Predicate


class _Digest(Model):
    sha256: Sha256


class _Subject(Model):
    name: Id
    digest: _Digest


class _Statement(Model):
    """An in-toto statement, version 1, about one plan."""

    type: Literal["https://in-toto.io/Statement/v1"] = Field(alias="_type")
    subject: tuple[_Subject]
    predicateType: Literal["https://planproof.dev/approval/v1"]
    predicate: Predicate


def approval_of(
    plan: Plan,
    goal: Goal,
    *,
    decision: Decision,
    posture: Posture,
    ruleset_digest: str,
    approver: Approver,
    issued_at: datetime,
    expires_at: datetime,
    record: Head,
    assumptions: Sequence[str] = (),
    assurance: Assurance | None = None,
    waivers: Sequence[Waived] = (),
) -> Approval:
    """The approval of a plan, to be written with `payload_of` and signed with `dsse.sign`.

    It allows the plan's commands, exactly as they stand: a step that lists none allows none.

    Args:
        plan: the plan.
        goal: what it was judged against.
        decision: of the gates.
        posture: under which they decided.
        ruleset_digest: the rules they decided by.
        approver: who answers for it.
        issued_at: now.
        expires_at: the first moment at which it does not hold any more.
        record: the last event of the run.
        assumptions: what was taken on trust.
        assurance: how the effects of the steps are known.
        waivers: rules that were suppressed.

    Raises:
        ApprovalError: nobody may approve this: it is blocked and no person answers for it, or it expires at once.
    """
    try:
        predicate = Predicate(
            decision=decision,
            posture=posture,
            ruleset_digest=ruleset_digest,
            goal_digest=digest(goal),
            assumptions=tuple(assumptions),
            assurance=assurance or Assurance(),
            waivers=tuple(waivers),
            approver=approver,
            issued_at=issued_at,
            expires_at=expires_at,
            authorizes=tuple(allowed_for(task) for task in plan.tasks),
            files=tuple(ApprovedFile(path=file.path, sha256=file.sha256) for file in plan.attachments),
            record=record,
        )
    except ValidationError as error:
        raise _malformed("this cannot be approved", error) from error
    return Approval(plan=plan.id, plan_digest=digest_at_hand(plan), predicate=predicate)


def payload_of(approval: Approval) -> bytes:
    """The in-toto statement of an approval, as canonical JSON: what is signed."""
    return canonical(
        {
            "_type": STATEMENT,
            "subject": [{"name": approval.plan, "digest": {"sha256": approval.plan_digest}}],
            "predicateType": PREDICATE,
            "predicate": approval.predicate.model_dump(mode="json"),
        }
    )


def approval_id(envelope: str) -> str:
    """What an approval is revoked by: the SHA-256 of its statement.

    Not of the envelope: who puts its JSON differently, or adds a signature, would make another one of it.

    Raises:
        ApprovalError: no envelope.
    """
    return sha256(dsse.parse(envelope).body).hexdigest()


def claimed(envelope: str) -> Approval:
    """What an envelope says. Its signature is not checked.

    Raises:
        ApprovalError: it is malformed.
    """
    return read_statement(dsse.parse(envelope).body)


def exactly(command: Command) -> AllowedCommand:
    """What an approval says of a command."""
    return AllowedCommand(run=command.run, shell=command.shell, dialect=command.dialect, on=command.on)


def allowed_for(task: Task) -> Allowed:
    """Everything that a step lists, by what it is for."""
    checks = () if task.verification is None or task.verification.command is None else (task.verification.command,)
    undoing = () if task.rollback is None else task.rollback.commands
    return Allowed(
        task=task.id,
        commands=tuple(map(exactly, task.commands)),
        verification=tuple(map(exactly, checks)),
        rollback=tuple(map(exactly, undoing)),
    )


def digest_at_hand(plan: Plan) -> str:
    """The digest of a plan that may have been tampered with in memory.

    It is read anew from what it holds now: a plan of wrong types is no plan, even where it is written the same.
    """
    try:
        held = plan.model_dump(mode="json", warnings="error")
        return digest(Plan.model_validate(held))
    except (ValueError, TypeError, AttributeError, RecursionError) as error:
        raise ApprovalError(
            "digest_differs", f"plan {plan.id!r} was changed in memory into no plan: load it again"
        ) from error


def read_statement(body: bytes) -> Approval:
    """The approval that a statement holds; it has to be written exactly as `payload_of` writes it."""
    try:
        statement = _Statement.model_validate(read_json(body.decode()))
    except (DocumentError, UnicodeDecodeError) as error:
        raise ApprovalError("malformed", f"the statement is no JSON: {error}") from error
    except ValidationError as error:
        raise _malformed("no statement of an approval, version 1", error) from error
    (subject,) = statement.subject
    approval = Approval(plan=subject.name, plan_digest=subject.digest.sha256, predicate=statement.predicate)
    if payload_of(approval) != body:
        raise ApprovalError("malformed", "the statement is not written as planproof writes it")
    return approval


def _malformed(what: str, error: ValidationError) -> ApprovalError:
    first = error.errors(include_url=False)[0]
    where = ".".join(map(str, first["loc"]))
    return ApprovalError("malformed", f"{what}: {first['msg']}{f' at {where!r}' if where else ''}")
