"""How a project wants its plans judged: `planproof.toml`, or `[tool.planproof]` in `pyproject.toml`."""

from __future__ import annotations

from typing import Annotated

from pydantic import StringConstraints

from planproof.model.base import Model, Posture, Severity
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

    def __hash__(self) -> int:
        """Frozen down to its entries; said here because the type checker does not see what pydantic adds."""
        return hash((self.posture, self.select, self.ignore, self.overrides, self.waivers))
