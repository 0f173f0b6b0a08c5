"""Settings: how a run is done. Fixed when it starts, and part of its record."""

from __future__ import annotations

from typing import Annotated, Literal, Self

from pydantic import AfterValidator, Field, StringConstraints, model_validator

from planproof.model.base import Count, Duration, Flag, Id, Model, Number, Posture
from planproof.model.config import Config

Mode = Literal["gates_only", "gates_first", "every_revision"]
"""When critics are asked: never; once the gates do not block (the default); about every revision."""


def _each_once(names: tuple[str, ...]) -> tuple[str, ...]:
    twice = next((name for name in names if names.count(name) > 1), None)
    if twice is not None:
        raise ValueError(f"{twice!r} is named twice: give the second one a name of its own under `models`")
    return names


class Limits(Model):
    """How much a run may spend. Both roles count, and every call counts, whatever came of it."""

    revisions: Count = 4
    """Plans after the first draft."""
    calls: Count = 24
    tokens: Count | None = None
    """Of input and output together."""
    usd: Number | None = None
    attempts: Annotated[Count, Field(ge=1)] = 3
    """How often a model is asked for one thing, when it does not answer or its answer cannot be read."""


class Settings(Model):
    """How a run is done."""

    planner: Id = "none"
    """The planner's model, such as `openai:gpt-5`."""
    critics: Annotated[tuple[Id, ...], AfterValidator(_each_once)] = ()
    mode: Mode = "gates_first"
    agree: Annotated[Count, Field(ge=1)] = 1
    """How many critics must make the same claim for one that code cannot decide to count. A confirmed claim counts
    whoever makes it, and a refuted one never."""
    posture: Posture | None = None
    """Overrides the goal's and the configuration's."""
    limits: Limits = Limits()
    config: Config = Config()
    on_expiry: Literal["stay", "escalate", "reject"] = "stay"
    """What becomes of a question that nobody answers in time."""
    answer_within: Duration | None = None
    submitter: Annotated[str, StringConstraints(max_length=500)] = ""
    """Who started the run."""
    separation: Flag = False
    """Whether the one who started a run may not approve its plan."""
    queued: Flag = False
    """Whether workers drive the run (`planproof work`), instead of the process that started it."""

    @model_validator(mode="after")
    def _fits(self) -> Self:
        if self.critics and self.agree > len(self.critics):
            raise ValueError(
                f"{self.agree} critics cannot agree where there are {len(self.critics)}: name more of them"
            )
        if self.separation and not self.submitter:
            raise ValueError("who starts a run whose approval is somebody else's has a name: say it with --as")
        return self
