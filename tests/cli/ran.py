"""Runs the command line in this process."""

from __future__ import annotations

import io
import json
import sys
from dataclasses import dataclass
from pathlib import Path
from typing import cast

from planproof.cli import main


@dataclass(frozen=True)
class Ran:
    """What a command left behind."""

    code: int
    out: str
    err: str

    @property
    def document(self) -> dict[str, object]:
        """Standard output as JSON."""
        return cast("dict[str, object]", json.loads(self.out))

    @property
    def results(self) -> list[dict[str, object]]:
        """The results of `--output json`."""
        return cast("list[dict[str, object]]", self.document["results"])

    @property
    def decisions(self) -> list[object]:
        """The decisions of `--output json`, in order."""
        return [result["decision"] for result in self.results]


def run(*args: str | Path, stdin: bytes = b"") -> Ran:
    """Runs `planproof` with some arguments; it never leaves a traceback."""
    out, err = io.BytesIO(), io.BytesIO()
    before = sys.stdin, sys.stdout, sys.stderr
    sys.stdin = io.TextIOWrapper(io.BytesIO(stdin), encoding="utf-8")
    sys.stdout = io.TextIOWrapper(out, encoding="utf-8", write_through=True)
    sys.stderr = io.TextIOWrapper(err, encoding="utf-8", write_through=True)
    code: object = None
    try:
        main([str(arg) for arg in args])
    except SystemExit as left:
        code = left.code
    finally:
        shown, said = out.getvalue().decode(), err.getvalue().decode()  # before the wrappers go and close them
        sys.stdin, sys.stdout, sys.stderr = before
    assert isinstance(code, int)
    assert "Traceback" not in said
    return Ran(code, shown, said)


SOUND: dict[str, object] = {
    "id": "sound",
    "tasks": [{"id": "look", "effect": "observe", "reads": ["db.orders"]}],
}
"""Approved under every posture: it changes nothing, and what it does is declared."""

BLOCKED: dict[str, object] = {
    "id": "flawed",
    "execution": "dag",
    "tasks": [{"id": "look", "effect": "observe"}, {"id": "look-again", "effect": "observe"}],
    "dependencies": [
        {"from_task": "look", "to_task": "look-again"},
        {"from_task": "look-again", "to_task": "look"},
    ],
}
"""Blocked under every posture: each of its steps comes before the other."""

ASKING: dict[str, object] = {
    "goal": {"id": "g", "posture": "strict"},
    "plan": {"id": "asking", "tasks": [{"id": "odd", "commands": ["frobnicate --all"]}]},
}
"""Needs a person under strict: nobody knows what the step does."""


def write(folder: Path, name: str, value: object) -> Path:
    """Writes a document to a file, as JSON."""
    file = folder / name
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_text(json.dumps(value, indent=1), encoding="utf-8")
    return file
