"""Claims: what a critic may say of a plan, each about a part of the plan that it names.

`FORMS` is the table: what each predicate names, to which family its finding belongs, and what it means. The family
follows from the predicate alone; what a model calls its claim is no field here.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Final, Literal, NamedTuple, Self, cast

from pydantic import Field, model_validator

from planproof.model.base import Family, Id, Model, Text
from planproof.model.digest import sha256
from planproof.model.plan import Plan, Task

Predicate = Literal[
    "runs_before",
    "unestablished",
    "no_rollback",
    "rollback_cannot_restore",
    "no_verification",
    "verification_misses",
    "conflict",
    "tool_unavailable",
    "irreversible",
    "missing_step",
    "risk",
    "other",
]

Part = Literal["fact", "resource", "tool", "text"]
"""What a claim names besides steps; the text only where the claim is nothing but words."""


class Form(NamedTuple):
    """What a predicate takes, and what it means."""

    code: str
    """The rule of its findings."""
    family: Family
    fewest: int
    most: int
    """Steps that it names."""
    part: Part | None
    meaning: str
    """With `{a}` and `{b}` for the steps and `{part}` for the rest."""

    def said(self, claim: Claim) -> str:
        """The claim in words."""
        a, b = (*map(repr, claim.tasks), "the plan", "the plan")[:2]
        part = claim.part
        return self.meaning.format(a=a, b=b, part=repr(_short(part)) if part else "nothing")


FORMS: Final[Mapping[Predicate, Form]] = {
    "runs_before": Form(
        "CRI001", "unsafe_sequencing", 2, 2, None, "step {a} may run before {b}, and {b} must come first"
    ),
    "unestablished": Form(
        "CRI002", "unverified_dependencies", 1, 1, "fact", "step {a} needs the fact {part}, which may not hold by then"
    ),
    "no_rollback": Form("CRI003", "weak_rollback", 1, 1, None, "step {a} has no way back"),
    "rollback_cannot_restore": Form(
        "CRI004", "weak_rollback", 1, 1, "resource", "the rollback of step {a} cannot restore {part}"
    ),
    "no_verification": Form("CRI005", "verification", 1, 1, None, "nothing verifies step {a}"),
    "verification_misses": Form(
        "CRI006", "verification", 1, 1, "resource", "the verification of step {a} does not look at {part}"
    ),
    "conflict": Form(
        "CRI007", "unsafe_sequencing", 2, 2, "resource", "steps {a} and {b} get in each other's way on {part}"
    ),
    "tool_unavailable": Form("CRI008", "feasibility", 1, 1, "tool", "step {a} needs {part}, which is not available"),
    # A property of the step and no fault by itself: an irreversible step is sound with a verified copy or a person's
    # acceptance. That these lack is `no_rollback` or `rollback_cannot_restore`, which may block.
    "irreversible": Form("CRI009", "risk", 1, 1, None, "what step {a} does cannot be taken back"),
    "missing_step": Form("CRI010", "structure", 0, 1, "text", "a step is missing before {a}: {part}"),
    "risk": Form("CRI011", "risk", 1, 1, "text", "step {a} carries a risk: {part}"),
    "other": Form("CRI012", "risk", 0, 2, "text", "a remark: {part}"),
}
"""Predicate to what it takes and means."""

NOT_REVIEWED: Final = "CRI000"
"""The rule of the finding that a critic did not review."""
NOT_UNDERSTOOD: Final = "CRI013"
"""The rule of the finding that a part of a review was not understood."""


class Claim(Model):
    """One claim.

    Example:
        >>> Claim(predicate="runs_before", tasks=("drop", "backup")).said
        "step 'drop' may run before 'backup', and 'backup' must come first"
    """

    predicate: Predicate
    tasks: Annotated[tuple[Id, ...], Field(max_length=2)] = ()
    """Steps, in the order of the predicate."""
    fact: Id | None = None
    resource: Id | None = None
    tool: Id | None = None
    text: Text = ""
    """The critic's own words. They are shown; nothing that decides reads them."""
    suggestion: Text = ""
    marks: tuple[str, ...] = ()
    """Of each step: what it did when the claim was made (`mark_of`). Set by code, so that a new name hides no step."""

    @property
    def part(self) -> str | None:
        """What it names besides steps, as its form says."""
        part = FORMS[self.predicate].part
        return None if part is None else cast("str | None", getattr(self, part))

    @property
    def said(self) -> str:
        """The claim in the words of the table."""
        return FORMS[self.predicate].said(self)

    @property
    def key(self) -> str:
        """Digest of what is claimed, whoever claims it and in whichever words (16 hex digits)."""
        return sha256([self.predicate, self.tasks, flat(self.part or "")])[:16]

    @model_validator(mode="after")
    def _fits(self) -> Self:
        if (why := misfit(self)) is not None:
            raise ValueError(why)
        return self


def misfit(claim: Claim) -> str | None:
    """What a claim has too much of or lacks, by its form; None if nothing."""
    form = FORMS[claim.predicate]
    count = len(claim.tasks)
    if not form.fewest <= count <= form.most:
        wanted = str(form.most) if form.fewest == form.most else f"{form.fewest} to {form.most}"
        return f"{claim.predicate!r} names {wanted} step(s), not {count}"
    if count != len(set(claim.tasks)):
        return f"{claim.predicate!r} names two different steps, not {claim.tasks[0]!r} twice"
    for part in ("fact", "resource", "tool"):
        named = cast("str | None", getattr(claim, part)) is not None
        if named != (form.part == part):
            return f"{claim.predicate!r} {'names no' if named else 'names a'} {part}"
    if claim.marks and len(claim.marks) != count:
        return "a claim has a mark for each step or none"
    return None


def mark_of(task: Task) -> str:
    """What a step does, whatever it is called: a digest of its action and target, and one of its commands.

    A part is empty where the step says nothing; a step without any of the three is known by its description.
    """
    commands = [command.run for command in task.commands]
    aim = [task.action, task.target] if task.action and task.target else []
    if not commands and not aim:
        aim = [task.description] if task.description.strip() else []
    return ".".join(sha256(part)[:16] if part else "" for part in (aim, commands))


def kin(mark: str) -> tuple[str, ...]:
    """The parts of a mark by which a step is known again: one in common is enough."""
    return tuple(f"{k}:{part}" for k, part in enumerate(mark.split(".")) if part)


def marked(claim: Claim, plan: Plan) -> Claim:
    """The claim with the marks of its steps in a plan."""
    known = {task.id: mark_of(task) for task in reversed(plan.tasks)}
    return claim.model_copy(update={"marks": tuple(known.get(name, "") for name in claim.tasks)})


def flat(text: str) -> str:
    """A text in one line, without outer space."""
    return " ".join(text.split())


def _short(text: str, most: int = 160) -> str:
    line = flat(text)
    return line if len(line) <= most else line[: most - 1] + "…"
