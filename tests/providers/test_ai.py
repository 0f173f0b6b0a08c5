"""A model over real HTTP, at its best and at its worst."""

from __future__ import annotations

from datetime import timedelta

import pytest

from planproof.model.config import ModelOptions
from planproof.model.errors import ModelError
from planproof.providers.ai import AiProvider
from planproof.providers.named import provider_of
from planproof.providers.port import Failure, ProviderError, Request
from tests.model_server import Behaviour, served

ASK = Request(role="planner", system="Be brief.", user="<goal>\n{}\n</goal>", output="plan")


def at(url: str, **options: object) -> AiProvider:
    return AiProvider(ModelOptions.model_validate({"name": "m", "model": "small", "base_url": url, **options}))


def test_an_answer_with_its_price() -> None:
    with served(lambda _: Behaviour('{"id": "p", "tasks": []}')) as server:
        answer = at(server.url, usd_per_million_in=2.0, usd_per_million_out=8.0, seed=7, temperature=0.0).ask(ASK)
    assert (answer.text, answer.model, answer.finish) == ('{"id": "p", "tasks": []}', "small", "stop")
    assert (answer.input_tokens, answer.output_tokens) == (100, 50)
    assert answer.usd == pytest.approx(100 * 2e-6 + 50 * 8e-6)
    (asked,) = server.asked
    assert (asked.form, asked.system, asked.user) == ("plan", ASK.system, ASK.user)


def test_nobody_knows_the_price() -> None:
    with served(lambda _: Behaviour("{}")) as server:
        assert at(server.url).ask(ASK).usd is None


@pytest.mark.parametrize(
    ("how", "kind", "paid"),
    [
        (Behaviour(status=429, raw=b'{"error": {"message": "slow down"}}'), "rate_limited", False),
        (Behaviour(status=500, raw=b"{}"), "unavailable", False),
        (Behaviour(status=503, raw=b"<html>"), "unavailable", False),
        (Behaviour(status=401, raw=b'{"error": {"message": "no such key"}}'), "refused", False),
        (Behaviour(status=400, raw=b"{}"), "refused", False),
        (Behaviour("{}", half=True), "broken_off", True),
        (Behaviour(raw=b"[]"), "broken_off", True),
        (Behaviour("\ud800"), "broken_off", True),
        (Behaviour(raw=b"\x00\xff not json"), "broken_off", True),
        (Behaviour("{}", padding=21_000_000), "too_large", True),
        (Behaviour("{}", delay=3.0), "timeout", True),
    ],
    ids=["429", "500", "503", "401", "400", "half", "list", "surrogate", "bytes", "20MB", "slow"],
)
def test_no_answer_is_an_error_of_a_known_kind(how: Behaviour, kind: Failure, paid: bool) -> None:
    with served(lambda _: how) as server, pytest.raises(ProviderError) as raised:
        at(server.url, timeout=timedelta(seconds=1)).ask(ASK)
    assert (raised.value.kind, raised.value.paid) == (kind, paid)
    assert len(server.asked) == 1  # no retry of its own: every call is counted by the loop


def test_nobody_is_there() -> None:
    with pytest.raises(ProviderError) as raised:
        at("http://127.0.0.1:9/v1").ask(ASK)
    assert (raised.value.kind, raised.value.paid) == ("unavailable", False)


def test_a_key_comes_from_the_environment_and_nowhere_else(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("PLANPROOF_TEST_KEY", raising=False)
    with pytest.raises(ModelError, match="PLANPROOF_TEST_KEY"):
        at("http://127.0.0.1:9/v1", key_env="PLANPROOF_TEST_KEY")


def test_a_name_that_nobody_knows() -> None:
    with pytest.raises(ModelError, match="no model 'gpt'"):
        provider_of("gpt", "planner")


def test_a_server_that_does_not_say_what_it_counted_is_not_free() -> None:
    body = b"""{"id": "1", "object": "chat.completion", "created": 1700000000, "model": "%s", "choices":
        [{"index": 0, "finish_reason": "stop", "message": {"role": "assistant", "content": "{}"}}]}"""
    with served(lambda _: Behaviour(raw=body % (b"m" * 600))) as server:
        answer = at(server.url, usd_per_million_in=2.0, usd_per_million_out=8.0).ask(ASK)
    assert (answer.usd, answer.input_tokens, len(answer.model)) == (None, 0, 500)
