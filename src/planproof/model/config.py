"""How a project wants its plans judged: `planproof.toml`, or `[tool.planproof]` in `pyproject.toml`."""

from __future__ import annotations

from datetime import timedelta
from typing import Annotated

from pydantic import StringConstraints

from planproof.model.base import Count, Duration, Id, Model, Number, Posture, Severity
from planproof.model.goal import Pattern, Waiver

RuleCode = Annotated[str, StringConstraints(pattern=r"^[A-Z]{3}([0-9]{3})?$")]
"""A rule, `ORD003`, or a family's prefix, `ORD`."""


class Ignore(Model):
    """A rule that the project does not use, and why."""

    rule: RuleCode
    reason: Annotated[str, StringConstraints(min_length=1)]


class Override(Model):
    """Another severity for some rules where a resource or an environment matches."""

    rules: tuple[RuleCode, ...]
    severity: Severity
    reason: Annotated[str, StringConstraints(min_length=1)]
    resource: Pattern | None = None
    environment: Pattern | None = None


class ModelOptions(Model):
    """A model under a name of the project's own: which, where, and how it is asked."""

    name: Id
    model: Id
    """`openai:gpt-5`, `anthropic:claude-…`: as pydantic-ai names them; with a `base_url`, as the server there does."""
    base_url: Annotated[str, StringConstraints(pattern=r"^https?://", max_length=2_000)] | None = None
    """A server that speaks like OpenAI's."""
    key_env: Annotated[str, StringConstraints(pattern=r"^[A-Za-z_][A-Za-z0-9_]*$", max_length=200)] | None = None
    """The environment variable that holds the key. A key itself never stands in a file of ours."""
    temperature: Number | None = None
    seed: Count | None = None
    timeout: Duration = timedelta(seconds=120)
    max_tokens: Count | None = None
    usd_per_million_in: Number | None = None
    usd_per_million_out: Number | None = None
    """Prices; without them the cost of a call is unknown, which is not nothing."""


class Config(Model):
    """A project's choice of rules.

    Example:
        >>> Config(posture="strict").select
        ()
    """

    posture: Posture | None = None
    select: tuple[RuleCode, ...] = ()
    """Rules to use; empty: all."""
    ignore: tuple[Ignore, ...] = ()
    overrides: tuple[Override, ...] = ()
    waivers: tuple[Waiver, ...] = ()
    models: tuple[ModelOptions, ...] = ()
    """Models for `planproof run` and `planproof review`."""
    planner: Id | None = None
    """The model that drafts, where the command line names none."""
    critics: tuple[Id, ...] = ()
    """The models that review, where the command line names none."""

    def __hash__(self) -> int:
        """Frozen down to its entries; said here because the type checker does not see what pydantic adds."""
        return hash((*(getattr(self, name) for name in type(self).model_fields),))
