"""What a person asks for and allows. A plan cannot change any of it."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import AliasChoices, Field, StringConstraints, model_validator

from planproof.model.base import (
    Count,
    Duration,
    EffectKind,
    Flag,
    Id,
    Model,
    Number,
    Posture,
    Reversibility,
    Text,
    Time,
)

Sha256 = Annotated[str, StringConstraints(pattern=r"^[0-9a-f]{64}$")]
Pattern = Id
"""An id, or one with `*` for any characters: `node.redis-session*`."""


class Criterion(Model):
    """A condition that the plan must bring about."""

    id: Id
    text: Text = ""


class Probe(Model):
    """A read-only question to the world, defined by a person."""

    kind: Id
    query: Text
    expected: Text


class Given(Model):
    """A fact that holds before the first step, on a person's word."""

    fact: Id
    description: Text = ""
    probe: Probe | None = None
    probed_at: Time | None = None


class Budget(Model):
    """What drafting and criticising the plan may cost; absent means no limit."""

    revisions: Count | None = Field(default=None, validation_alias=AliasChoices("revisions", "max_revisions"))
    calls: Count | None = Field(default=None, validation_alias=AliasChoices("calls", "max_calls"))
    tokens: Count | None = Field(default=None, validation_alias=AliasChoices("tokens", "max_tokens"))
    usd: Number | None = Field(default=None, validation_alias=AliasChoices("usd", "max_usd"))


class Window(Model):
    """When the plan may run."""

    start: Time
    end: Time
    zone: Text | None = None

    @model_validator(mode="after")
    def _ends_after_start(self) -> Window:
        if self.end <= self.start:
            raise ValueError(f"the window ends at {self.end.isoformat()!r}, not after its start; swap start and end")
        return self


class Constraints(Model):
    """The bounds within which the plan must stay."""

    tools: tuple[Id, ...] = ()
    environment: Text | None = None
    budget: Budget = Budget()
    window: Window | None = None
    time: Text | None = None
    """A deadline in words (PlannerCritic); nothing checks it."""
    protected: tuple[Pattern, ...] = ()
    given: tuple[Given, ...] = ()


class GoalResource(Model):
    """A name of the person's vocabulary. A plan cannot give it further aliases."""

    id: Id
    kind: Text = ""
    aliases: tuple[Id, ...] = ()


class Acceptance(Model):
    """An irreversible effect on a resource that a named person accepts."""

    resource: Pattern
    effect: Literal["irreversible", EffectKind] = "irreversible"
    by: Id
    reason: Annotated[str, StringConstraints(min_length=1)]
    expires: Time | None = None
    may_return: Flag = True
    """False: what is gone must not come back, such as a leaked key."""


class StatedEffect(Model):
    """What a person says of a tool or script that planproof does not know."""

    pattern: Pattern
    effect: EffectKind
    reversibility: Reversibility
    inverse: Text | None = None
    by: Id


class Waiver(Model):
    """A rule that a person suppresses, for a reason, until a day."""

    rule: Id
    scope: Pattern = "*"
    """Task ids it holds for."""
    reason: Annotated[str, StringConstraints(min_length=1)]
    by: Id
    expires: Time


class Reviewed(Model):
    """A file that a person has read, by its digest."""

    sha256: Sha256
    effect: EffectKind
    reversibility: Reversibility
    by: Id


class Goal(Model):
    """A request for a plan, with everything a person grants and forbids.

    Example:
        >>> Goal(id="g", description="Drop the unused table", posture="strict").posture
        'strict'
    """

    id: Id
    description: Text = ""
    acceptance: tuple[Criterion, ...] = ()
    constraints: Constraints = Constraints()
    resources: tuple[GoalResource, ...] = ()
    accepts: tuple[Acceptance, ...] = ()
    effects: tuple[StatedEffect, ...] = ()
    waivers: tuple[Waiver, ...] = ()
    reviewed: tuple[Reviewed, ...] = ()
    posture: Posture | None = Field(default=None, validation_alias=AliasChoices("posture", "risk_tolerance"))
    replan_policy: Literal["patch", "restart", "abort"] = "patch"
    approval_ttl: Duration | None = None
    metadata: dict[str, object] = Field(default_factory=dict)
