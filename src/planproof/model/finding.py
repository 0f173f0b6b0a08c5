"""What a rule found: the rule, the subject, the evidence and, where one exists, the fix."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field

from planproof.model.base import Basis, Family, Flag, Id, Model, Severity, Text
from planproof.model.digest import sha256

Outcome = Literal["confirmed", "refuted", "undecided", "not_reviewed"]
"""What the adjudicator made of a critic's claim."""


class Subject(Model):
    """What a finding is about. Each list is sorted, so that equal subjects are equal."""

    tasks: tuple[str, ...] = ()
    facts: tuple[str, ...] = ()
    resources: tuple[str, ...] = ()
    commands: tuple[str, ...] = ()


class OrderEvidence(Model):
    """An execution the plan allows, up to the step that goes wrong."""

    kind: Literal["order"] = "order"
    order: tuple[str, ...]
    """Task ids, first to last; the last is the step that goes wrong."""
    omitted: int = 0
    """Steps left out at the front of a long order."""
    note: str
    """What is wrong at the last step."""


class PairEvidence(Model):
    """Two steps that touch the same resource and are not ordered."""

    kind: Literal["pair"] = "pair"
    first: str
    first_access: str
    second: str
    second_access: str
    resource: str


class CycleEvidence(Model):
    """Steps each of which must come before the next, and the last before the first."""

    kind: Literal["cycle"] = "cycle"
    path: tuple[str, ...]
    reasons: tuple[str, ...]
    """Why each step comes before the next one, in the same order."""


class TextEvidence(Model):
    """The words that carry the finding."""

    kind: Literal["text"] = "text"
    field: str
    """Path in the plan or goal: `tasks.drop.description`."""
    quote: str


class CommandEvidence(Model):
    """The part of a command that does it."""

    kind: Literal["command"] = "command"
    task: str
    command: str
    span: str


class ValueEvidence(Model):
    """What a field says beside what was derived or asked for."""

    kind: Literal["value"] = "value"
    field: str
    found: str
    wanted: str


Evidence = Annotated[
    OrderEvidence | PairEvidence | CycleEvidence | TextEvidence | CommandEvidence | ValueEvidence,
    Field(discriminator="kind"),
]


class AddDependency(Model):
    """Let one step come before another."""

    op: Literal["add_dependency"] = "add_dependency"
    from_task: str
    to_task: str


class DropDependency(Model):
    """Remove the dependency at an index of the plan's list."""

    op: Literal["drop_dependency"] = "drop_dependency"
    index: int
    from_task: str
    to_task: str


class SetField(Model):
    """Set one field of a step; `value` None removes it."""

    op: Literal["set_field"] = "set_field"
    task: str
    field: str
    value: str | tuple[str, ...] | None


class MoveTask(Model):
    """Put a step right before another one in the list."""

    op: Literal["move_task"] = "move_task"
    task: str
    before: str


Edit = Annotated[AddDependency | DropDependency | SetField | MoveTask, Field(discriminator="op")]


class Fix(Model):
    """Edits that clear a finding. Safe: it only adds order or truth, never removes a step, a check or a duty."""

    description: str
    edits: tuple[Edit, ...]
    safe: Flag


class Finding(Model):
    """One thing that a rule, a critic, a policy or a probe found.

    Example:
        >>> f = Finding(rule="ORD003", name="use-after-destroy", family="unsafe_sequencing",
        ...             severity="blocker", basis="proven", message="...", subject=Subject(tasks=("a", "b")))
        >>> f.id == f.model_copy(update={"message": "other words"}).id
        True
    """

    rule: Id
    name: Id
    family: Family
    severity: Severity
    basis: Basis
    source: Literal["gate", "critic", "policy", "probe"] = "gate"
    message: Text
    subject: Subject = Subject()
    evidence: tuple[Evidence, ...] = ()
    fix: Fix | None = None
    assumption: Text | None = None
    """What an approval takes on trust because of this finding."""
    waived: Text | None = None
    """Why and by whom the rule is suppressed here."""
    outcome: Outcome | None = None
    """Critic's claims only."""
    high_impact: Flag = False
    """Critic's claims only: the derived effect of the step it names obliges it to be verified and undone."""
    more: int = 0
    """Further findings of this rule that were counted and not listed."""

    @property
    def id(self) -> str:
        """Digest of rule and subject: stable across runs and revisions (16 hex digits)."""
        s = self.subject
        return sha256([self.rule, s.tasks, s.facts, s.resources, s.commands])[:16]
