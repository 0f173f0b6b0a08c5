"""What a model proposes: every field is a claim."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import BeforeValidator, Field, StringConstraints

from planproof.model.base import Count, Duration, EffectKind, Flag, Id, Integer, Model, Risk, Several, Text
from planproof.model.goal import Probe, Sha256
from planproof.model.limits import MAX_ATTACHMENT, MAX_EDGES, MAX_TASKS

Source = Literal["planner", "goal", "tool", "untrusted"]


def _command_of(value: object) -> object:
    return {"run": value} if isinstance(value, str) else value


def _artefact_of(value: object) -> object:
    return {"id": value} if isinstance(value, str) else value


class Resource(Model):
    """Something in the world that steps read, write or destroy."""

    id: Id
    kind: Text = ""
    aliases: Several[Id] = ()
    part_of: Id | None = None
    replaces: Id | None = None
    """The resource that this one takes the place of."""
    existing: Flag | None = None
    """True: it was there before the plan. Absent: not said."""


class Attachment(Model):
    """A file that a command names."""

    path: Id
    sha256: Sha256
    content: Annotated[str, StringConstraints(max_length=MAX_ATTACHMENT)] | None = None


class Input(Model):
    """A value that is filled into a command when it runs."""

    name: Id
    source: Literal["goal", "tool", "untrusted"]


class Command(Model):
    """One command line or statement."""

    run: Text
    shell: Literal["sh", "sql", "powershell"] = "sh"
    dialect: Text | None = None
    on: Text | None = None
    """The host, context or database it runs on."""
    inputs: Several[Input] = ()


AnyCommand = Annotated[Command, BeforeValidator(_command_of, json_schema_input_type=str | Command)]
"""A command, or a bare string that stands for a shell command."""


class Artefact(Model):
    """A backup, snapshot or image that a step makes."""

    id: Id
    of: Several[Id] | None = None
    """The resources it holds; absent: what its step reads."""


AnyArtefact = Annotated[Artefact, BeforeValidator(_artefact_of, json_schema_input_type=str | Artefact)]


class Precondition(Model):
    """A fact that must hold when the step starts."""

    description: Text = ""
    fact: Id
    established_by: Id | None = None
    """A step's id, or `env` for a fact that the goal gives."""
    probe: Probe | None = None


class Expectation(Model):
    """What makes a verification command pass."""

    exit: Integer = 0
    stdout: Text | None = None


class Verification(Model):
    """How the step shows that it worked."""

    what: Text = ""
    how: Text = ""
    expected: Text = ""
    command: AnyCommand | None = None
    expect: Expectation | None = None
    observes: Several[Id] = ()
    proves: Several[Id] = ()


class Rollback(Model):
    """How the step is undone."""

    trigger: Text = ""
    action: Text = ""
    safety_guard: Text = ""
    commands: Several[AnyCommand] = ()
    kind: Literal["inverse", "restore", "forward_fix", "none"] | None = None
    uses: Several[Id] = ()
    restores_state: Several[Id] | None = None
    restoration_evidence: Text | None = None


class Task(Model):
    """One step of a plan."""

    id: Id
    description: Text = ""
    action: Text = ""
    target: Text = ""
    commands: Several[AnyCommand] = ()
    effect: EffectKind | None = None
    reads: Several[Id] = ()
    writes: Several[Id] = ()
    destroys: Several[Id] = ()
    preconditions: Several[Precondition] = ()
    establishes: Several[Id] = ()
    removes: Several[Id] = ()
    produces: Several[AnyArtefact] = ()
    wait: Duration | None = None
    verification: Verification | None = None
    rollback: Rollback | None = None
    risk_class: Risk | None = None
    blast_radius: Risk | None = None
    parallel_group: Id | None = None
    satisfies: Several[Id] = ()
    timeout: Duration | None = None
    idempotent: Flag | None = None
    provenance: Source = "planner"


class Dependency(Model):
    """`from_task` comes before `to_task`; soft: a wish that nothing may rest on."""

    from_task: Id
    to_task: Id
    kind: Literal["hard", "soft"] = "hard"
    reason: Text = ""


class Branch(Model):
    """Tasks that fan out from one point or fan in to one.

    A `fan_in` join of `any` or `quorum` releases what follows before all members are done: it guarantees
    nothing about a single member.
    """

    id: Id
    kind: Literal["fan_out", "fan_in"]
    tasks: Several[Id]
    join: Literal["all", "any", "quorum"] = "all"
    quorum: Count | None = None


class Unread(Model):
    """A value of the plan that no field has a place for."""

    path: Text
    value: str
    """As canonical JSON."""


class Plan(Model):
    """A version of a plan.

    Example:
        >>> plan = Plan(id="p", goal_id="g", tasks=(Task(id="look", effect="observe"),))
        >>> plan.execution
        'listed'
    """

    plain = True

    id: Id
    goal_id: Id = "-"
    version: Count = 1
    parent: Text | None = None
    """Digest of the version that this one revises."""
    execution: Literal["listed", "dag"] = "listed"
    resources: Several[Resource] = ()
    attachments: Several[Attachment] = ()
    tasks: Annotated[tuple[Task, ...], Field(max_length=MAX_TASKS, fail_fast=True)] = ()
    dependencies: Annotated[tuple[Dependency, ...], Field(max_length=MAX_EDGES, fail_fast=True)] = ()
    branches: Several[Branch] = ()
    unread: tuple[Unread, ...] = ()
    """Filled by the reader alone, so that the digest covers what planproof did not understand."""
