"""State: what a run has come to, and nothing that its events do not say."""

from __future__ import annotations

from typing import Literal

from planproof.critic.claims import Claim
from planproof.critic.review import Review
from planproof.loop.events import Decided, Escalated, Judged, ReaderNote, Stop
from planproof.loop.settings import Settings
from planproof.model.base import Count, Id, Model, Text, Time
from planproof.model.goal import Goal
from planproof.model.plan import Plan
from planproof.planner.feedback import Comment
from planproof.providers.port import Role

Phase = Literal["drafting", "judging", "reviewing", "rejecting", "asking", "signing", "ending", "ended"]
"""`drafting`: a planner's answer is awaited. `judging`: code is to judge. `reviewing`: critics are to be asked.
`rejecting`: a revision is to be taken back. `asking`: a person is to be asked, or has been and has not answered yet.
`signing`: the plan is approved and its signature is due."""


class Spent(Model):
    """What a run has used up. A call in flight at a kill counts: it may have been paid."""

    calls: Count = 0
    input_tokens: Count = 0
    output_tokens: Count = 0
    usd: float = 0.0
    unpriced: Count = 0
    """Calls of which nobody knows the price."""
    unmeasured: Count = 0
    """Answers of which nobody said how many tokens they took."""
    lost: Count = 0
    """Calls that were never answered, and may have been paid."""

    @property
    def tokens(self) -> int:
        """Of input and output together."""
        return self.input_tokens + self.output_tokens


class Version(Model):
    """One version of the plan."""

    plan: Plan
    digest: Id
    number: Count
    by: Literal["planner", "given", "repair", "person"]
    author: Text = ""
    """The person who wrote it, where a person did."""
    notes: tuple[ReaderNote, ...] = ()
    judged: Judged | None = None
    reviews: tuple[Review, ...] = ()
    """Of this version."""


class Call(Model):
    """A call to a model that has not been answered yet."""

    call: Count
    role: Role
    who: Id


class Tries(Model):
    """Answers in a row from one model that never came or could not be used."""

    role: Role
    who: Id
    count: Count
    why: Text


class State(Model):
    """What a run has come to."""

    goal: Goal
    goal_notes: tuple[ReaderNote, ...] = ()
    settings: Settings
    now: Time
    """The time of the last event that has one: the only clock that the reducer knows."""
    phase: Phase
    spent: Spent = Spent()
    open_calls: tuple[Call, ...] = ()
    current: Version | None = None
    parent: Version | None = None
    """The version that the current one revises; it is kept when the revision is rejected."""
    tries: tuple[Tries, ...] = ()
    problems: tuple[Text, ...] = ()
    """Why the planner's last answer was not taken."""
    comments: tuple[Comment, ...] = ()
    """What a person wrote, for the next revision."""
    revisions: Count = 0
    versions: Count = 0
    """Versions so far, those that were rejected among them."""
    seen_plans: tuple[Id, ...] = ()
    """Digest of every version so far, first to last."""
    seen_blockers: tuple[tuple[str, ...], ...] = ()
    """What stopped each version so far: ids of findings, sorted."""
    stood: Count = 0
    """Versions in a row that the same findings stopped."""
    standing: tuple[Claim, ...] = ()
    """Claims of critics that no version so far has refuted or fixed."""
    rejected: Count = 0
    """Revisions in a row that were rejected."""
    stop: Stop | None = None
    """Why no further version is drafted, once that is so."""
    escalations: tuple[Escalated, ...] = ()
    answered: tuple[str, ...] = ()
    """Ids of the escalations that are closed."""
    decision: Decided | None = None
    """A person's approval, which the signature is to carry."""
    passed_to: Text = ""
    """Who has to answer the next question, since the last one was passed on."""
    approval: Id | None = None
    granted: Count = 0
    """Revisions that a person has asked for, beyond the cap."""

    def tried(self, role: Role, who: str) -> Tries:
        """How often a model has failed in a row."""
        none = Tries(role=role, who=who, count=0, why="")
        return next((t for t in self.tries if (t.role, t.who) == (role, who)), none)

    @property
    def open_escalation(self) -> Escalated | None:
        """The question that waits for a person."""
        return next((e for e in reversed(self.escalations) if e.escalation not in self.answered), None)
