"""`python -m bench`: every measurement, printed side by side with the target it is held to."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from importlib.metadata import version
from itertools import product
from pathlib import Path
from typing import TypedDict, cast

from rich.console import Console
from rich.table import Table

HERE = Path(__file__).resolve().parent.parent
GATE_SIZES = (12, 100, 1_000, 5_000)
PDDL_STEPS = (51, 1_001)
SHAPES = ("chain", "layered", "flat", "dense")


class Measured(TypedDict):
    seconds: float
    megabytes: float
    said: str


def measure(*arguments: str | int) -> Measured:
    command = [sys.executable, "-m", "bench.measure", *(str(a) for a in arguments)]
    done = subprocess.run(command, cwd=HERE, capture_output=True, text=True, check=False, timeout=1_200)
    if done.returncode != 0:
        sys.exit(f"{' '.join(command)} failed:\n{done.stderr}")
    return cast("Measured", json.loads(done.stdout.splitlines()[-1]))


def cpu(*arguments: str) -> float:
    """CPU seconds of a command, user and system: the least of ten runs after a warm-up."""
    command = [str(Path(sys.executable).parent / "planproof"), *arguments]
    # With PYTHONDONTWRITEBYTECODE every start compiles every module, which is nobody's everyday case.
    environment = {name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}
    least = float("inf")
    for _ in range(11):
        before = os.times()
        subprocess.run(command, cwd=HERE, capture_output=True, check=False, env=environment)
        after = os.times()
        spent = after.children_user + after.children_system - before.children_user - before.children_system
        least = min(least, spent)
    return least


def time_of(m: Measured) -> str:
    return f"{m['seconds'] * 1000:,.2f} ms" if m["seconds"] < 1 else f"{m['seconds']:,.2f} s"


def verdict_on(value: float, target: float) -> str:
    return "[green]reached[/]" if value <= target else "[red]missed[/]"


def main() -> None:
    console = Console(width=118)
    ours, critic, unified = (version(p) for p in ("planproof", "planner-critic", "unified-planning"))
    cpus = os.cpu_count()
    console.print(
        f"planproof {ours}, planner-critic {critic}, unified-planning {unified}, "
        f"Python {sys.version.split()[0]}, {cpus} CPUs\n"
    )

    table = Table(
        title="Graph, effects, gates and decision of a loaded plan, against planner-critic's gates",
        title_justify="left",
    )
    for column in ("tasks", "planproof", "peak", "says", "planner-critic", "peak", "says", "target", ""):
        table.add_column(column, justify="left" if column == "says" else "right")
    for size in GATE_SIZES:
        a, b = measure("ours_gates", size), measure("critic_gates", size)
        target = 0.001 if size == 12 else None
        table.add_row(
            f"{size:,}",
            time_of(a),
            f"{a['megabytes']:.0f} MB",
            a["said"],
            time_of(b),
            f"{b['megabytes']:.0f} MB",
            b["said"],
            "1 ms" if target else "",
            verdict_on(a["seconds"], target) if target else "",
        )
    console.print(table, "")

    table = Table(
        title="Every precondition of a PDDL plan, after parsing, against unified-planning's validator",
        title_justify="left",
    )
    for column in ("steps", "planproof", "peak", "says", "unified-planning", "peak", "says", "target", ""):
        table.add_column(column, justify="left" if column == "says" else "right")
    for steps, target in zip(PDDL_STEPS, (0.001, 0.030), strict=True):
        a, b = measure("ours_pddl", steps), measure("unified_pddl", steps)
        table.add_row(
            f"{steps:,}",
            time_of(a),
            f"{a['megabytes']:.0f} MB",
            a["said"],
            time_of(b),
            f"{b['megabytes']:.0f} MB",
            b["said"],
            f"{target * 1000:.0f} ms",
            verdict_on(a["seconds"], target),
        )
    console.print(table, "")

    table = Table(title="From the file to the verdict", title_justify="left")
    for column in ("shape", "steps have", "1,000 tasks", "10,000 tasks", "growth", "peak", "says", "target", ""):
        table.add_column(column, justify="left" if column in ("says", "steps have") else "right")
    for shape, has in product(SHAPES, ("typed fields", "commands")):
        a, b = (measure("ours_whole", shape, has, size) for size in (1_000, 10_000))
        growth = b["seconds"] / a["seconds"]
        reached = b["seconds"] <= 1.5 and b["megabytes"] <= 300 and growth <= 20
        table.add_row(
            shape,
            has,
            time_of(a),
            time_of(b),
            f"{growth:.1f}x",
            f"{b['megabytes']:.0f} MB",
            b["said"],
            "1.5 s, 300 MB, 20x",
            "[green]reached[/]" if reached else "[red]missed[/]",
        )
    console.print(table, "")

    table = Table(title="What commands do", title_justify="left")
    for column in ("", "time", "peak", "says", "target", ""):
        table.add_column(column, justify="left" if column in ("", "says") else "right")
    for name, measured, target in (
        ("5,000 mixed commands", measure("ours_commands", 5_000), 1.0),
        ("texts made to take long", measure("ours_hostile", 1), 1.0),
    ):
        table.add_row(
            name,
            time_of(measured),
            f"{measured['megabytes']:.0f} MB",
            measured["said"],
            f"{target:.0f} s",
            verdict_on(measured["seconds"], target),
        )
    console.print(table, "")

    table = Table(title="Whole runs: three versions and a review, by models that answer at once", title_justify="left")
    for column in ("", "a version takes", "peak", "says", "target", ""):
        table.add_column(column, justify="left" if column in ("", "says") else "right")
    for name, measured, target in (
        ("1,000 runs in process, SQLite", measure("runs", "in_process", 1_000), 0.030),
        ("200 runs, 3 workers, Postgres", measure("runs", "workers", 200), None),
    ):
        table.add_row(
            name,
            time_of(measured),
            f"{measured['megabytes']:.0f} MB",
            measured["said"],
            f"{target * 1000:.0f} ms" if target else "",
            verdict_on(measured["seconds"], target) if target else "",
        )
    console.print(table, "")

    table = Table(title="CPU of a command, start to end", title_justify="left")
    for column in ("command", "CPU", "target", ""):
        table.add_column(column, justify="left" if column == "command" else "right")
    example = sorted((HERE / "src/planproof/examples").glob("*.yaml"))[0]
    for name, arguments, target in (
        ("planproof --version", ("--version",), 0.12),
        (f"planproof check {example.name}", ("check", str(example)), 0.45),
    ):
        spent = cpu(*arguments)
        table.add_row(name, f"{spent:.2f} s", f"{target:.2f} s", verdict_on(spent, target))
    console.print(table)


if __name__ == "__main__":
    main()
