"""Input made to exhaust a reader: a clear error, in a process that is held to little time and memory."""

import json
import re
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

resource = pytest.importorskip("resource", reason="limits of a process are a matter of POSIX")

MEMORY = 1_000_000_000
"""Bytes of address space. The interpreter with everything imported maps 150 MB of them."""
SECONDS = 20
"""Of processor time. Each takes less than two on a quiet machine; the limit is there to end what would take hours."""

CHILD = f"""
import resource, sys
resource.setrlimit(resource.RLIMIT_AS, ({MEMORY}, {MEMORY}))
resource.setrlimit(resource.RLIMIT_CPU, ({SECONDS}, {SECONDS}))
from planproof.model import GoalError, load
plans = load(sys.argv[1])
count = 0
while True:
    try:
        loaded = next(plans)
    except StopIteration:
        break
    except GoalError as error:
        print("goal:", str(error)[:300])
        continue
    count += 1
    if loaded.notes and count < 5:
        print(loaded.plan is None, loaded.notes[-1].kind, loaded.notes[-1].message)
print(count, "loaded")
"""


def laughs(levels: int) -> str:
    rows = [f"a{i + 1}: &a{i + 1} [{', '.join([f'*a{i}'] * 10)}]" for i in range(levels)]
    return "\n".join(["a0: &a0 lol", *rows])


def tasks(count: int) -> Iterator[str]:
    return (f'{{"id":"t{i}"}}' for i in range(count))


BOMBS: dict[str, tuple[str, Callable[[], str], str]] = {
    "50 MB": ("json", lambda: '{"id":"p","tasks":[],"x":"' + "x" * 50_000_000 + '"}', "at most 33,554,432 are read"),
    "50 MB of YAML": ("yaml", lambda: "x: " + "x" * 50_000_000, "at most 33,554,432 are read"),
    "a long line of JSON lines": ("jsonl", lambda: '{"x":"' + "x" * 40_000_000 + '"}\n{}\n', "2 loaded"),
    "a million tasks": (
        "json",
        lambda: '{"id":"p","tasks":[' + ",".join(tasks(1_000_000)) + "]}",
        "more than 2,000,000",
    ),
    "half a million": (
        "json",
        lambda: '{"id":"p","tasks":[' + ",".join(tasks(500_000)) + "]}",
        "500,000 tasks, of which",
    ),
    "tasks in YAML": ("yaml", lambda: "tasks:\n" + "- id: t\n" * 1_000_000, "more than 300,000 values"),
    "flow in YAML": ("yaml", lambda: "tasks: [" + "{id: t}," * 1_000_000 + "]", "more than 300,000 values"),
    "brackets": ("json", lambda: "[" * 100_000, "nested deeper than 64"),
    "closed brackets": ("json", lambda: "[" * 100_000 + "]" * 100_000, "nested deeper than 64"),
    "braces": ("json", lambda: '{"a":' * 100_000, "nested deeper than 64"),
    "brackets in YAML": ("yaml", lambda: "[" * 100_000, "True unreadable"),
    "dashes in YAML": ("yaml", lambda: "- " * 100_000 + "x", "nested deeper than 64"),
    "maps in YAML": ("yaml", lambda: "{a: " * 100_000, "True unreadable"),
    "empty lists": ("json", lambda: '{"id":"p","tasks":[' + "[]," * 10_000_000 + "[]]}", "more than 2,000,000"),
    "billion laughs": ("yaml", lambda: laughs(20), "more than 300,000 values once its aliases"),
    "fat aliases": ("yaml", lambda: f"a: &a '{'x' * 1_000_000}'\nb: [" + "*a," * 100_000 + "]", "once its aliases"),
    "cyclic anchor": ("yaml", lambda: "tasks: &a [{id: x, reads: *a}]", "'&a' holds itself"),
    "unknown keys": (
        "json",
        lambda: json.dumps({"id": "p", "tasks": [{"id": "t", **{f"k{i}": 0 for i in range(500_000)}}]}),
        "more than 20,000 values are not as a plan has them",
    ),
    "wrong entries": (
        "json",
        lambda: json.dumps({"id": "p", "tasks": [{"id": "t", "reads": [0] * 1_900_000}]}),
        "more than 20,000 entries",
    ),
    "wrong objects": (
        "json",
        lambda: json.dumps({"id": "p", "tasks": [{"id": f"t{i}", "preconditions": [{}] * 40} for i in range(20_000)]}),
        "more than 20,000 values are not as a plan has them",
    ),
    "edges in tasks": (
        "json",
        lambda: json.dumps({"id": "p", "tasks": [{"id": f"t{i}", "depends_on": ["a"] * 90} for i in range(20_000)]}),
        "more than 200,000 dependencies",
    ),
    "a goal of unknown keys": (
        "json",
        lambda: json.dumps({"goal": {f"k{i}": 0 for i in range(500_000)}, "plan": {"id": "p", "tasks": []}}),
        "more than 50,000 values",
    ),
    "prose with braces": ("txt", lambda: "The {plan} is: " + '{"a": ' * 1_000_000, "True unreadable"),
    "fences": ("txt", lambda: "```\n````\n" * 1_000_000, "True unreadable"),
    "a number": ("json", lambda: '{"id":"p","tasks":[],"version":' + "9" * 30_000_000 + "}", "an integer beyond"),
}


@pytest.mark.parametrize("name", BOMBS)
def test_a_bomb_is_defused(name: str, tmp_path: Path) -> None:
    suffix, make, expected = BOMBS[name]
    file = tmp_path / f"bomb.{suffix}"
    file.write_text(make(), encoding="utf-8")
    done = subprocess.run(
        [sys.executable, "-c", CHILD, str(file)], capture_output=True, text=True, timeout=300, check=False
    )
    assert done.returncode == 0, done.stderr[-2_000:]
    assert "Traceback" not in done.stderr
    assert re.search(expected, done.stdout), done.stdout[:2_000]
