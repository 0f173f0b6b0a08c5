"""The port to a model: one request, one answer as received, or an error that says what went wrong.

What an answer means is nobody's business here: `planproof.planner` and `planproof.critic` read it.
"""

from __future__ import annotations

from typing import Annotated, Literal, Protocol

from pydantic import Field

from planproof.model.base import Count, Id, Model, Number, Text

Sent = Annotated[str, Field(max_length=20_000_000)]
"""Text that goes to a model or comes from one, as it is."""
Role = Literal["planner", "critic"]


class Request(Model):
    """What a model is asked."""

    role: Role
    system: Sent
    """The instructions: a prompt that stands in the package as data."""
    user: Sent
    """The goal, the plan and whatever else is asked about, as delimited JSON: data, never instructions."""
    output: Id
    """Name of the JSON Schema that the answer has to fit, see `planproof.providers.schemas`."""


class Answer(Model):
    """What a model answered, as received."""

    text: Sent
    model: Id
    """The model that answered, as the provider names it."""
    finish: Text = ""
    """Why it stopped, in the provider's word: `stop`, `length`."""
    input_tokens: Count = 0
    output_tokens: Count = 0
    usd: Number | None = None
    """None: nobody knows the price."""


class ProviderError(Exception):
    """No answer.

    `paid` says whether the provider may have counted the call: it did not answer in time, or broke off.
    """

    def __init__(self, kind: Failure, message: str, *, paid: bool) -> None:
        super().__init__(message)
        self.kind: Failure = kind
        self.paid: bool = paid


Failure = Literal["timeout", "rate_limited", "unavailable", "refused", "too_large", "broken_off", "exhausted"]
"""`unavailable`: no connection, or a 5xx. `refused`: a 4xx other than 429. `broken_off`: an answer that ended half-way.
`exhausted`: a recording or script has no further answer."""


class Provider(Protocol):
    """Something that answers requests: a model over HTTP, a recording, a script."""

    @property
    def name(self) -> str:
        """What it was asked for as: `openai:gpt-5`, `replay:session.jsonl`."""
        ...

    def ask(self, request: Request) -> Answer:
        """The answer.

        Raises:
            ProviderError: there is none.
        """
        ...
