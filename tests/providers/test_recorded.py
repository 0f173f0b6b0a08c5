"""Recordings and scripts: what was answered once is answered again, and nothing else."""

from __future__ import annotations

import contextlib
import io
from pathlib import Path

import pytest

from planproof.model.errors import ModelError
from planproof.providers.named import provider_of
from planproof.providers.port import Answer, ProviderError, Request
from planproof.providers.recorded import Recorder, writer


def request(user: str, role: str = "planner") -> Request:
    return Request.model_validate({"role": role, "system": "s", "user": user, "output": "plan"})


class Model:
    """Answers with a count, and fails when it is asked for it."""

    name = "real"

    def __init__(self) -> None:
        self.calls = 0

    def ask(self, request: Request) -> Answer:
        self.calls += 1
        if request.user == "fail":
            raise ProviderError("rate_limited", "slow down", paid=False)
        return Answer(text=f"answer {self.calls} to {request.user}", model="m", input_tokens=3, usd=0.5)


def recorded(path: Path, *users: str) -> None:
    """Records the answers to some questions."""
    file = io.StringIO()
    recorder = Recorder(Model(), writer(file))
    for user in users:
        with contextlib.suppress(ProviderError):
            recorder.ask(request(user))
    path.write_text(file.getvalue())


def test_a_recording_answers_as_the_model_did(tmp_path: Path) -> None:
    session = tmp_path / "s.jsonl"
    recorded(session, "a", "b", "a", "fail")
    replay = provider_of(f"replay:{session}", "planner")
    assert replay.ask(request("b")).text == "answer 2 to b"
    first = replay.ask(request("a"))
    assert (first.text, first.usd, first.input_tokens) == ("answer 1 to a", 0.5, 3)
    assert replay.ask(request("a")).text == "answer 3 to a"
    with pytest.raises(ProviderError, match="slow down") as raised:
        replay.ask(request("fail"))
    assert raised.value.kind == "rate_limited"


@pytest.mark.parametrize("other", [request("c"), request("a", "critic")])
def test_a_recording_answers_nothing_that_was_not_asked(tmp_path: Path, other: Request) -> None:
    session = tmp_path / "s.jsonl"
    recorded(session, "a")
    replay = provider_of(f"replay:{session}", "planner")
    with pytest.raises(ProviderError) as raised:
        replay.ask(other)
    assert raised.value.kind == "exhausted"
    replay.ask(request("a"))
    with pytest.raises(ProviderError):  # asked twice, answered once
        replay.ask(request("a"))


def test_a_script_goes_by_role(tmp_path: Path) -> None:
    script = tmp_path / "s.jsonl"
    script.write_text(
        '{"role": "critic", "answer": {"text": "no"}}\n\n{"role": "planner", "answer": {"text": "plan"}}\n'
        '{"role": "planner", "error": {"kind": "timeout", "paid": true}}\n'
    )
    planner = provider_of(f"scripted:{script}", "planner")
    assert planner.ask(request("anything")).text == "plan"
    with pytest.raises(ProviderError) as raised:
        planner.ask(request("anything"))
    assert (raised.value.kind, raised.value.paid) == ("timeout", True)
    with pytest.raises(ProviderError, match="no further answer"):
        planner.ask(request("anything"))


@pytest.mark.parametrize("text", ["{", "[]", '{"answer": 3}', '{"who": "x", "typo": 1}', '{"role": "boss"}', "\x00"])
def test_a_session_that_cannot_be_read_is_refused_with_its_line(tmp_path: Path, text: str) -> None:
    script = tmp_path / "s.jsonl"
    script.write_text('{"role": "planner", "answer": {"text": "plan"}}\n' + text)
    with pytest.raises(ModelError, match="line 2"):
        provider_of(f"scripted:{script}", "planner")


def test_a_session_that_is_not_there(tmp_path: Path) -> None:
    with pytest.raises(ModelError, match="cannot be read"):
        provider_of(f"replay:{tmp_path / 'none'}", "critic")


def test_a_script_is_no_recording(tmp_path: Path) -> None:
    script = tmp_path / "s.jsonl"
    script.write_text('{"role": "planner", "answer": {"text": "plan"}}\n')
    with pytest.raises(ModelError, match="scripted:"):
        provider_of(f"replay:{script}", "planner")
