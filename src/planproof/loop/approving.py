"""approved: the signature under a plan."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime, timedelta

from planproof.loop.events import Approved
from planproof.loop.state import State
from planproof.loop.verdicts import posture_of
from planproof.model.errors import LoopError
from planproof.record.approval import Approver, Waived, approval_id, approval_of, payload_of
from planproof.record.entry import Head

POLICY = "planproof"
"""Who approves where the gates do and no person has to."""


def approved(state: State, head: Head, sign: Callable[[bytes], str], *, at: datetime, ttl: timedelta) -> Approved:
    """Signs the approval of the current plan.

    Args:
        state: what the run has come to: the plan is approved, by the gates or by a person.
        head: the last event of its record.
        sign: makes the envelope.
        at: the time.
        ttl: how long the approval holds.

    Raises:
        LoopError: nobody has approved this plan.
    """
    current = state.current
    if current is None or current.judged is None:
        raise LoopError("there is no plan to sign")
    judged, person = current.judged, state.decision
    if person is not None and person.choice == "approve" and person.plan == current.digest:
        approver = Approver(actor=person.actor, by="person", reason=person.reason, conditions=person.conditions)
    elif judged.decision == "approved":
        approver = Approver(actor=POLICY, by="policy")
    else:
        raise LoopError(f"the plan is {judged.decision!r} and no person has approved it")
    waived = (Waived(rule=f.rule, why=f.waived) for f in judged.findings if f.waived is not None)
    approval = approval_of(
        current.plan,
        state.goal,
        decision=judged.decision,
        posture=posture_of(state),
        ruleset_digest=judged.ruleset,
        approver=approver,
        issued_at=at,
        expires_at=at + ttl,
        record=head,
        assumptions=judged.assumptions,
        assurance=judged.assurance,
        waivers=tuple(waived),
    )
    envelope = sign(payload_of(approval))
    return Approved(at=at, approval=approval_id(envelope), plan=current.digest, expires=at + ttl, envelope=envelope)
