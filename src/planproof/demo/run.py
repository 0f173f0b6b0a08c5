"""A whole run, with models that read from a script: flawed draft, false objection, revision, approval, tampering."""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from dataclasses import dataclass
from importlib.resources import files
from pathlib import Path
from typing import Final

from planproof.output.look import Look

_MODELS: Final = "--planner scripted:session.jsonl --critic scripted:session.jsonl"


@dataclass(frozen=True, slots=True)
class Step:
    """A command of the run, what to say of it, and the exit code that it should leave with."""

    why: str
    command: str
    code: int = 0


STEPS: Final[tuple[Step, ...]] = (
    Step("A key to sign approvals with; executors get the public half.", "keys new ops"),
    Step(
        "One model drafts, code judges, a second model objects. The draft drops a table without a copy and is sent "
        "back with what is wrong; of the critic's two claims about the revision, code refutes both from the plan.",
        f"run goal.yaml {_MODELS} --key ops.key --run-id demo",
    ),
    Step("What changed between the two versions, by step and by finding.", "diff demo"),
    Step("The approval and the plan leave the record.", "export demo --approval --file approval.json"),
    Step("", "export demo --plan --file plan.json"),
    Step("An executor checks the plan that it is about to run.", "verify approval.json plan.json --key ops.pub"),
    Step(
        "Somebody has put another table into the plan since: refused.",
        "verify approval.json tampered.json --key ops.pub",
        1,
    ),
    Step("The record is a chain of hashes; any row that was changed would be named here.", "audit verify"),
)


def whole_run(look: Look) -> Iterator[tuple[str, bool]]:
    """Each command of the run with what it prints, and whether it left with the code that it should."""
    yield (
        look.paint(" a whole run ", "on_green") + " with a scripted planner and critic, in a folder of its own\n",
        True,
    )
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        for file in ("goal.yaml", "session.jsonl"):
            source = files("planproof").joinpath("examples", "run", file)
            (folder / file).write_bytes(source.read_bytes())
        for step in STEPS:
            if "tampered" in step.command:
                plan = (folder / "plan.json").read_text(encoding="utf-8")
                (folder / "tampered.json").write_text(plan.replace("DROP TABLE orders_2019", "DROP TABLE orders"))
            done = subprocess.run(
                [sys.executable, "-m", "planproof", *step.command.split()],
                cwd=folder,
                env={**os.environ, "COLUMNS": str(look.width)},
                stdout=subprocess.PIPE,
                stderr=subprocess.STDOUT,
                text=True,
                encoding="utf-8",
                check=False,
            )
            lines = [*look.wrap([(step.why, "")], first="  ", rest="  ")] if step.why else []
            lines.append(f"  {look.paint(f'$ planproof {step.command}', 'bold')}")
            for line in done.stdout.splitlines():
                lines += look.wrap([(line, "")], first="    ", rest="      ")
            if done.returncode != step.code:
                lines.append(look.paint(f"  left with {done.returncode}, expected {step.code}", "red"))
            yield "\n".join([*lines, ""]), done.returncode == step.code
