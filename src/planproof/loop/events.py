"""Events: everything that can happen to a run. Their sequence is the run.

What took time, money or a person's attention is an event, and so is what was worked out from it: a later version of
planproof, with other rules, still reads in an old run what was found when it ran.
"""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field

from planproof.critic.claims import Claim
from planproof.critic.review import Review
from planproof.loop.settings import Settings
from planproof.model.base import Count, Flag, Id, Model, Number, Text, Time
from planproof.model.finding import Finding, Fix
from planproof.model.goal import Goal
from planproof.model.plan import Plan
from planproof.model.verdict import Assurance, Decision
from planproof.planner.feedback import Comment
from planproof.providers.port import Failure, Role, Sent

Choice = Literal["approve", "deny", "revise", "edit", "escalate"]
"""What a person may answer. `revise`: let the planner try again, with comments; `edit`: here is a better plan;
`escalate`: somebody else has to decide."""

Stop = Literal[
    "approved",
    "needs_person",
    "revision_cap",
    "budget",
    "stall",
    "oscillation",
    "regression",
    "replan_policy",
    "planner_unavailable",
    "critic_unavailable",
    "denied",
    "expired",
]
"""Why a run drafts no further. All but the first and the last two end in a question to a person."""


class ReaderNote(Model):
    """`planproof.model.Note`, as it is recorded."""

    kind: Literal["unknown_field", "mended", "invalid", "unreadable"]
    path: Text
    task: Id | None = None
    value: Text = ""
    message: Text


class Started(Model):
    """A run begins, with a goal and perhaps with a plan that exists already."""

    kind: Literal["started"] = "started"
    at: Time
    goal: Goal
    settings: Settings = Settings()
    plan: Plan | None = None
    notes: tuple[ReaderNote, ...] = ()
    """What the reader of that plan mended or could not place."""
    goal_notes: tuple[ReaderNote, ...] = ()


class Asked(Model):
    """A model is about to be asked. Written before the call, so that one in flight at a kill is known to have been."""

    kind: Literal["asked"] = "asked"
    at: Time
    call: Count
    role: Role
    who: Id
    prompt: Id
    """Digest of the request."""


class Answered(Model):
    """A model answered."""

    kind: Literal["answered"] = "answered"
    at: Time
    call: Count
    text: Sent
    model: Id
    finish: Text = ""
    input_tokens: Count = 0
    output_tokens: Count = 0
    usd: Number | None = None


class Failed(Model):
    """A model did not answer."""

    kind: Literal["failed"] = "failed"
    at: Time
    call: Count
    failure: Failure
    message: Text
    paid: Flag = False
    """Whether the provider may have counted the call all the same."""


class Drafted(Model):
    """There is a new version of the plan."""

    kind: Literal["drafted"] = "drafted"
    plan: Plan
    by: Literal["planner", "given", "repair", "person"]
    notes: tuple[ReaderNote, ...] = ()
    """What the reader mended or could not place."""
    fixes: tuple[Fix, ...] = ()
    """Of a repair: the safe fixes that it made."""


class Unusable(Model):
    """The planner's answer holds no plan."""

    kind: Literal["unusable"] = "unusable"
    why: Text


class Reviewed(Model):
    """A critic's answer was read, or it has none and does not count as one that found nothing."""

    kind: Literal["reviewed"] = "reviewed"
    plan: Id
    """Digest of the plan that it was shown."""
    review: Review


class Judged(Model):
    """A plan was judged, with the claims on it."""

    kind: Literal["judged"] = "judged"
    at: Time | None = None
    """When it was judged again, before a signature; None: at the time of the event before."""
    plan: Id
    decision: Decision
    ruleset: Id
    findings: tuple[Finding, ...]
    assumptions: tuple[Text, ...] = ()
    assurance: Assurance = Assurance()
    question: Text | None = None
    standing: tuple[Claim, ...] = ()
    """Claims that this plan neither refutes nor fixes: they are held against the next one."""


class Rejected(Model):
    """A revision was not taken: it broke what its parent had right."""

    kind: Literal["rejected"] = "rejected"
    plan: Id
    why: Text


class Escalated(Model):
    """A person is asked one question about one plan."""

    kind: Literal["escalated"] = "escalated"
    escalation: Id
    reason: Stop
    plan: Id | None
    """Digest of the plan that the question is about; None: there is none."""
    question: Text
    expires: Time | None = None
    to: Text = ""
    """Who has to answer, where somebody passed it on; empty: any identified person."""


class Decided(Model):
    """A person answered."""

    kind: Literal["decided"] = "decided"
    at: Time
    escalation: Id
    plan: Id | None
    """Digest of the plan that the person had before them."""
    actor: Annotated[str, Field(min_length=1, max_length=500)]
    choice: Choice
    reason: Text = ""
    override: Flag = False
    """Whether the person approves although the plan is blocked."""
    conditions: tuple[Text, ...] = ()
    comments: tuple[Comment, ...] = ()
    edited: Plan | None = None
    notes: tuple[ReaderNote, ...] = ()
    """What the reader of the edited plan mended or could not place."""
    to: Text = ""
    """Of `escalate`: who has to decide."""


class Expired(Model):
    """Nobody answered in time."""

    kind: Literal["expired"] = "expired"
    at: Time
    escalation: Id


class Approved(Model):
    """An approval was signed."""

    kind: Literal["approved"] = "approved"
    at: Time
    approval: Id
    """Digest of the envelope."""
    plan: Id
    expires: Time
    envelope: Sent


class Revoked(Model):
    """A person took an approval back."""

    kind: Literal["revoked"] = "revoked"
    at: Time
    approval: Id
    actor: Annotated[str, Field(min_length=1, max_length=500)]
    reason: Text = ""


class Ended(Model):
    """Nothing more happens to the run."""

    kind: Literal["ended"] = "ended"
    reason: Stop


Event = Annotated[
    Started
    | Asked
    | Answered
    | Failed
    | Drafted
    | Unusable
    | Reviewed
    | Judged
    | Rejected
    | Escalated
    | Decided
    | Expired
    | Approved
    | Revoked
    | Ended,
    Field(discriminator="kind"),
]
