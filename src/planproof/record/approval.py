"""Whether an approval holds for a plan, here and now, and what it allows. What it says is in `statement`."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from datetime import datetime
from hashlib import sha256
from pathlib import Path

from planproof.model.digest import digest
from planproof.model.errors import ApprovalError
from planproof.model.goal import Goal
from planproof.model.plan import Command, Plan
from planproof.record import dsse
from planproof.record.keys import PublicKey
from planproof.record.statement import (
    Allowed,
    AllowedCommand,
    Approval,
    Approver,
    Part,
    Predicate,
    Waived,
    allowed_for,
    approval_id,
    approval_of,
    claimed,
    digest_at_hand,
    exactly,
    payload_of,
    read_statement,
)

__all__ = [
    "AllowedCommand",
    "Approval",
    "Approver",
    "Waived",
    "approval_id",
    "approval_of",
    "authorizes",
    "check_files",
    "claimed",
    "payload_of",
    "verify",
]


def verify(
    envelope: str,
    plan: Plan,
    trusted: Sequence[PublicKey],
    *,
    now: datetime,
    goal: Goal | None = None,
    ruleset_digest: str | None = None,
    revoked: Collection[str] = (),
) -> Approval:
    """Checks that an approval holds for a plan, here and now.

    The digest is computed from the plan as it is at this moment; nothing is remembered of it.

    Args:
        envelope: the DSSE envelope as JSON.
        plan: the plan that is about to run.
        trusted: keys whose approvals count.
        now: the time.
        goal: None: any goal will do.
        ruleset_digest: None: any set of rules will do.
        revoked: ids of approvals that were taken back, see `approval_id`.

    Raises:
        ApprovalError: it does not hold; `cause` is the one reason.
    """
    body = dsse.verified(envelope, trusted)
    approval = read_statement(body)
    said = approval.predicate
    if approval.plan != plan.id:
        raise ApprovalError("wrong_plan", f"this approves plan {approval.plan!r}, not {plan.id!r}")
    if (found := digest_at_hand(plan)) != approval.plan_digest:
        raise ApprovalError(
            "digest_differs",
            f"plan {plan.id!r} is not the one that was approved ({found[:12]}, not {approval.plan_digest[:12]}): "
            "have it approved as it is now",
        )
    if now < said.issued_at:
        raise ApprovalError("not_yet_valid", f"it was issued at {said.issued_at.isoformat()}, which is still to come")
    if now >= said.expires_at:
        raise ApprovalError("expired", f"it expired at {said.expires_at.isoformat()}: have the plan approved again")
    if (id_ := sha256(body).hexdigest()) in revoked:
        raise ApprovalError("revoked", f"approval {id_[:12]} was taken back: have the plan approved again")
    if ruleset_digest is not None and said.ruleset_digest != ruleset_digest:
        raise ApprovalError("other_ruleset", "it was approved under another set of rules: judge it again")
    if goal is not None and said.goal_digest != digest(goal):
        raise ApprovalError("other_goal", f"it was approved for another goal than {goal.id!r} is now: judge it again")
    _check_within(said, plan)
    return approval


def authorizes(approval: Approval, task: str, command: Command, part: Part = "commands") -> bool:
    """Whether an approval, once verified, allows a command.

    Args:
        approval: what `verify` returned.
        task: id of the step that it belongs to.
        command: exactly what is about to run.
        part: what it is for: what undoes a step is not allowed in its stead.
    """
    wanted = exactly(command)
    entries = (entry for entry in approval.predicate.authorizes if entry.task == task)
    return any(wanted in _of(entry, part) for entry in entries)


def check_files(approval: Approval, folder: Path) -> None:
    """Checks that the files which commands name are still those that were approved.

    Raises:
        ApprovalError: one is missing or is another one.
    """
    for file in approval.predicate.files:
        try:
            found = sha256((folder / file.path).read_bytes()).hexdigest()
        except (OSError, ValueError):
            found = None
        if found != file.sha256:
            what = "is not there" if found is None else "is not the file that was approved"
            raise ApprovalError(
                "file_changed", f"{file.path!r} in {str(folder)!r} {what}: have the plan approved again"
            )


def _of(entry: Allowed, part: Part) -> tuple[AllowedCommand, ...]:
    return {"commands": entry.commands, "verification": entry.verification, "rollback": entry.rollback}[part]


def _check_within(said: Predicate, plan: Plan) -> None:
    """An approval may allow less than the plan, never more; and its files are the plan's."""
    steps: dict[str, list[Allowed]] = {}
    for task in plan.tasks:
        steps.setdefault(task.id, []).append(allowed_for(task))
    parts: tuple[Part, ...] = ("commands", "verification", "rollback")
    for entry in said.authorizes:
        for part in parts:
            there = [command for step in steps.get(entry.task, ()) for command in _of(step, part)]
            if not all(command in there for command in _of(entry, part)):
                raise ApprovalError("malformed", f"it allows a command that step {entry.task!r} does not have")
    if {(file.path, file.sha256) for file in said.files} != {(file.path, file.sha256) for file in plan.attachments}:
        raise ApprovalError("malformed", "it names other files than the plan")
