"""AiProvider: a model over HTTP, through pydantic-ai.

One call is one request to the provider: no retries here, so that every call is counted. The answer is asked for in the
provider's own structured form, the only one that holds with small models: in tool mode some answer with prose that
happens to end in an empty list, which reads like a clean review.
"""

from __future__ import annotations

import asyncio
import os
from collections.abc import AsyncIterator
from typing import TYPE_CHECKING, Final

from pydantic import ValidationError

from planproof.model.errors import ModelError
from planproof.model.limits import MAX_ID
from planproof.providers.port import Answer, ProviderError, Request
from planproof.providers.schemas import schema_for

if TYPE_CHECKING:
    from pydantic_ai.models import Model as AiModel

    from planproof.model.config import ModelOptions

try:
    import httpx2
    from openai import AsyncOpenAI
    from pydantic_ai import exceptions as failures
    from pydantic_ai.direct import model_request
    from pydantic_ai.messages import (
        ModelMessage,
        ModelRequest,
        ModelResponse,
        SystemPromptPart,
        TextPart,
        UserPromptPart,
    )
    from pydantic_ai.models import ModelRequestParameters, infer_model
    from pydantic_ai.models.openai import OpenAIChatModel
    from pydantic_ai.output import OutputObjectDefinition
    from pydantic_ai.providers.openai import OpenAIProvider
    from pydantic_ai.settings import ModelSettings
except ImportError as error:  # pragma: no cover - the extra is installed where this is tested
    raise ModelError(f"models are talked to through pydantic-ai: pip install 'planproof[loop]' ({error})") from error

MAX_ANSWER: Final = 20_000_000
"""Bytes of an answer that are taken from the network."""


class AiProvider:
    """A model that pydantic-ai knows, or any server that speaks like OpenAI's.

    Args:
        options: which model, where, and how it is asked.
    """

    def __init__(self, options: ModelOptions) -> None:
        self.name: str = options.name
        self._options = options
        self._key: str = _key(options)
        # A server at an address of its own gets a client for each call, which is closed with it.
        self._model: AiModel | None = _known_model(options) if options.base_url is None else None

    def ask(self, request: Request) -> Answer:
        """One request, one answer."""
        try:
            response = asyncio.run(self._asked(request))
        except Exception as error:  # whatever a provider's client raises is a call without an answer
            raise failure_of(error) from error
        text = "".join(part.content for part in response.parts if isinstance(part, TextPart))
        used = response.usage
        try:
            return Answer(
                text=text,
                model=(response.model_name or self._options.model)[:MAX_ID],
                finish=response.finish_reason or "",
                input_tokens=used.input_tokens,
                output_tokens=used.output_tokens,
                usd=self._price(used.input_tokens, used.output_tokens),
            )
        except ValidationError as error:
            why = error.errors(include_input=False)[0]["msg"]
            raise ProviderError("broken_off", f"the answer cannot be kept: {why}", paid=True) from error

    async def _asked(self, request: Request) -> ModelResponse:
        if self._model is not None:
            return await self._answer_of(self._model, request)
        seconds = self._options.timeout.total_seconds()
        async with httpx2.AsyncClient(transport=_Bounded(), timeout=seconds) as http:
            client = AsyncOpenAI(
                base_url=self._options.base_url, api_key=self._key or "none", http_client=http, max_retries=0
            )
            model = OpenAIChatModel(self._options.model, provider=OpenAIProvider(openai_client=client))
            return await self._answer_of(model, request)

    async def _answer_of(self, model: AiModel, request: Request) -> ModelResponse:
        messages: list[ModelMessage] = [
            ModelRequest(parts=[SystemPromptPart(content=request.system), UserPromptPart(content=request.user)])
        ]
        form = OutputObjectDefinition(json_schema=schema_for(request.output), name=request.output)
        parameters = ModelRequestParameters(output_mode="native", output_object=form, allow_text_output=True)
        # The time-out of the client starts anew with every byte: a server that drips is cut off as well.
        async with asyncio.timeout(self._options.timeout.total_seconds()):
            return await model_request(
                model, messages, model_settings=self._settings(), model_request_parameters=parameters
            )

    def _settings(self) -> ModelSettings:
        options = self._options
        settings = ModelSettings(timeout=options.timeout.total_seconds(), max_retries=0)
        if options.temperature is not None:
            settings["temperature"] = options.temperature
        if options.seed is not None:
            settings["seed"] = options.seed
        if options.max_tokens is not None:
            settings["max_tokens"] = options.max_tokens
        return settings

    def _price(self, given: int, made: int) -> float | None:
        options = self._options
        if not given:
            return None  # no request is without input: the server does not say what it counted
        if options.usd_per_million_in is None or options.usd_per_million_out is None:
            return None
        return (given * options.usd_per_million_in + made * options.usd_per_million_out) / 1_000_000


def _known_model(options: ModelOptions) -> AiModel:
    try:
        return infer_model(options.model)
    except Exception as error:
        raise ModelError(f"no model {options.model!r}: {error}") from error


def _key(options: ModelOptions) -> str:
    key = os.environ.get(options.key_env, "") if options.key_env else ""
    if options.key_env and not key:
        raise ModelError(f"the key of model {options.name!r} is not there: set {options.key_env!r} in the environment")
    return key


class _TooLarge(Exception):
    """An answer beyond `MAX_ANSWER`."""


class _Bounded(httpx2.AsyncHTTPTransport):
    """A transport that breaks off an answer which is too large, before it fills the memory."""

    async def handle_async_request(self, request: httpx2.Request) -> httpx2.Response:
        response = await super().handle_async_request(request)
        response.stream = _Counted(response.stream)
        return response


class _Counted(httpx2.AsyncByteStream):
    def __init__(self, stream: httpx2.AsyncByteStream | httpx2.SyncByteStream) -> None:
        assert isinstance(stream, httpx2.AsyncByteStream)
        self._stream = stream

    async def __aiter__(self) -> AsyncIterator[bytes]:
        size = 0
        async for chunk in self._stream:
            size += len(chunk)
            if size > MAX_ANSWER:
                raise _TooLarge
            yield chunk

    async def aclose(self) -> None:
        await self._stream.aclose()


def failure_of(error: Exception) -> ProviderError:
    """What went wrong with a call, in our words, and whether it may have been paid."""
    chain: list[BaseException] = []
    current: BaseException | None = error
    while current is not None and current not in chain:
        chain.append(current)
        current = current.__cause__ or current.__context__
    said = str(error)[:500] or type(error).__name__
    if any(isinstance(e, _TooLarge) for e in chain):
        return ProviderError("too_large", f"the answer is larger than {MAX_ANSWER:,} bytes", paid=True)
    if any("Timeout" in type(e).__name__ for e in chain):
        return ProviderError("timeout", f"no answer in time: {said}", paid=True)
    if isinstance(error, failures.ModelHTTPError):
        if error.status_code == 429:
            return ProviderError("rate_limited", said, paid=False)
        if error.status_code >= 500:
            return ProviderError("unavailable", said, paid=False)
        return ProviderError("refused", said, paid=False)
    if any("ReadError" in type(e).__name__ or "RemoteProtocolError" in type(e).__name__ for e in chain):
        return ProviderError("broken_off", f"the answer broke off: {said}", paid=True)
    if any("Connect" in type(e).__name__ for e in chain):
        return ProviderError("unavailable", said, paid=False)
    return ProviderError("broken_off", f"the answer cannot be read: {said}", paid=True)
