"""A server that speaks like OpenAI's, over real HTTP, and behaves as badly as it is told to.

In a test: `with served(answers) as server: ... server.url ... server.asked`. As a process of its own, which outlives
whoever asks it: `python -m tests.model_server ANSWERS LOG`, prints its address and appends each request to LOG.
"""

from __future__ import annotations

import json
import sys
import threading
import time
from collections.abc import Callable, Generator
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

Behave = Callable[["Asked"], "Behaviour"]


@dataclass(frozen=True)
class Asked:
    """One request that came in."""

    form: str
    """Name of the schema that the answer was asked in: `plan`, `review`."""
    system: str
    user: str
    number: int
    """How many requests for this form came before."""


@dataclass(frozen=True)
class Behaviour:
    """What the server does with a request."""

    text: str = ""
    status: int = 200
    delay: float = 0.0
    half: bool = False
    """Breaks off in the middle of the body."""
    padding: int = 0
    """Bytes of white space around the answer."""
    finish: str = "stop"
    raw: bytes | None = None
    """Sent instead of a proper body."""


@dataclass
class Server:
    """A server that is running."""

    url: str
    asked: list[Asked] = field(default_factory=list)


class _Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    behave: Behave
    server_state: Server
    log: Path | None = None
    lock: threading.Lock

    def do_POST(self) -> None:
        length = int(self.headers.get("content-length", "0"))
        body: dict[str, Any] = json.loads(self.rfile.read(length))
        form = body.get("response_format", {}).get("json_schema", {}).get("name", "")
        said = {m["role"]: m["content"] for m in body["messages"]}
        with self.lock:
            number = sum(asked.form == form for asked in self.server_state.asked)
            asked = Asked(form, said.get("system", ""), said.get("user", ""), number)
            self.server_state.asked.append(asked)
            if self.log is not None:
                with self.log.open("a") as file:
                    file.write(json.dumps({"form": form, "user": asked.user}) + "\n")
        how = self.behave(asked)
        if how.delay:
            time.sleep(how.delay)
        answer = {
            "id": "chatcmpl-1",
            "object": "chat.completion",
            "created": 1_700_000_000,
            "model": body["model"],
            "choices": [
                {"index": 0, "finish_reason": how.finish, "message": {"role": "assistant", "content": how.text}}
            ],
            "usage": {"prompt_tokens": 100, "completion_tokens": 50, "total_tokens": 150},
        }
        content = how.raw if how.raw is not None else json.dumps(answer).encode()
        content += b" " * how.padding
        try:
            self.send_response(how.status)
            self.send_header("content-type", "application/json")
            self.send_header("content-length", str(len(content)))
            self.end_headers()
            self.wfile.write(content[: len(content) // 2] if how.half else content)
            if how.half:
                self.close_connection = True
        except OSError:
            pass  # whoever asked is gone

    def log_message(self, format: str, *args: object) -> None:
        """Says nothing."""


@contextmanager
def served(behave: Behave, log: Path | None = None) -> Generator[Server]:
    """A server on a free port of the loopback, until the block ends."""
    state = Server("")
    handler = type(
        "Handler",
        (_Handler,),
        {"behave": staticmethod(behave), "server_state": state, "log": log, "lock": threading.Lock()},
    )
    with ThreadingHTTPServer(("127.0.0.1", 0), handler) as server:
        server.daemon_threads = True
        state.url = f"http://127.0.0.1:{server.server_address[1]}/v1"
        thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.02}, daemon=True)
        thread.start()
        try:
            yield state
        finally:
            server.shutdown()
            thread.join()


def main() -> None:
    """Serves the answers of a file, `{"plan": [...], "review": [...]}`, the last of each again and again."""
    answers: dict[str, list[dict[str, Any]]] = json.loads(Path(sys.argv[1]).read_text())

    def behave(asked: Asked) -> Behaviour:
        of_form = answers[asked.form]
        return Behaviour(**of_form[min(asked.number, len(of_form) - 1)])

    with served(behave, Path(sys.argv[2])) as server:
        sys.stdout.write(f"{server.url}\n")
        sys.stdout.flush()
        threading.Event().wait()


if __name__ == "__main__":
    main()
