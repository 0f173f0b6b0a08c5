"""One measurement in a process of its own: `python -m bench.measure NAME ARGUMENTS`, which prints JSON.

Seconds are the best of several rounds; memory is the peak of the whole process, imports and input included.
"""

from __future__ import annotations

import json
import resource
import sys
import tempfile
from collections.abc import Callable
from pathlib import Path
from time import perf_counter
from typing import cast

from bench.commands import HOSTILE, MIXED
from bench.plans import BLOCKSWORLD, Shape, blocks, deployment, shaped


def best(work: Callable[[], object], *, least: float = 0.4, rounds: int = 5) -> float:
    """Seconds of the fastest round; rounds are repeated until `least` seconds have passed."""
    times: list[float] = []
    begun = perf_counter()
    while len(times) < rounds or perf_counter() - begun < least:
        start = perf_counter()
        work()
        times.append(perf_counter() - start)
        if perf_counter() - begun > 60:
            break
    return min(times)


def ours_gates(size: int) -> tuple[float, str]:
    from planproof.judge import judge
    from planproof.model.reader import read_plan

    plan = read_plan(deployment(size)).plan
    assert plan is not None
    verdict = judge(plan).verdict
    return best(lambda: judge(plan)), f"{verdict.decision}, {len(verdict.blocking)} blocking"


def critic_gates(size: int) -> tuple[float, str]:
    from planner_critic.gates import run_deterministic_gates  # pyright: ignore[reportMissingTypeStubs]
    from planner_critic.schema.plan import PlanVersion  # pyright: ignore[reportMissingTypeStubs]

    plan = PlanVersion.model_validate(deployment(size))
    findings = run_deterministic_gates(plan)
    return best(lambda: run_deterministic_gates(plan), rounds=3), f"{len(findings)} findings"


def ours_pddl(steps: int) -> tuple[float, str]:
    from planproof.graph import PlanGraph
    from planproof.importers.pddl import read_domain, read_plan, read_problem

    problem_text, plan_text = blocks(steps)
    domain, problem = read_domain(BLOCKSWORLD), read_problem(problem_text)
    imported = read_plan(domain, problem, plan_text, plan_id="bench")
    assert not imported.problems
    given = [g.fact for g in imported.goal.constraints.given]
    found = list(PlanGraph(imported.plan, given).violations())
    return best(lambda: list(PlanGraph(imported.plan, given).violations())), f"{len(found)} violations"


def unified_pddl(steps: int) -> tuple[float, str]:
    from unified_planning.engines import SequentialPlanValidator  # pyright: ignore[reportMissingTypeStubs]
    from unified_planning.io import PDDLReader  # pyright: ignore[reportMissingTypeStubs]

    problem_text, plan_text = blocks(steps)
    reader = PDDLReader()
    problem = reader.parse_problem_string(BLOCKSWORLD, problem_text)
    plan = reader.parse_plan_string(problem, plan_text)
    validator = SequentialPlanValidator()
    status = str(validator.validate(problem, plan).status)  # pyright: ignore[reportArgumentType]
    return best(lambda: validator.validate(problem, plan), rounds=3), status.rsplit(".", 1)[-1].lower()  # pyright: ignore[reportArgumentType]


def ours_whole(shape: str, commands: str, size: int) -> tuple[float, str]:
    """From the bytes of the file to the verdict."""
    from planproof.judge import judge
    from planproof.model.load import load

    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "plan.json"
        path.write_text(json.dumps(shaped(cast("Shape", shape), size, commands=commands == "commands")))

        def work() -> str:
            (loaded,) = load(path)
            assert loaded.plan is not None
            verdict = judge(loaded.plan, loaded.goal, notes=loaded.notes).verdict
            return f"{verdict.decision}, {len(verdict.blocking)} blocking"

        said = work()
        return best(work, rounds=3), said


def ours_commands(count: int) -> tuple[float, str]:
    """Different commands, so that none is remembered."""
    from planproof.effects import effect_of_command
    from planproof.model.plan import Command

    turn = 0

    def work() -> None:
        nonlocal turn
        turn += 1
        for i in range(count):
            effect_of_command(Command(run=f"{MIXED[i % len(MIXED)]} # {turn} {i}"))

    seconds = best(work, rounds=3)
    return seconds, f"{count / seconds:,.0f} a second"


def ours_hostile(_count: int) -> tuple[float, str]:
    """The slowest of the texts that are made to take long."""
    from planproof.effects import effect_of_command
    from planproof.model.plan import Command

    slowest = 0.0
    for text in HOSTILE:
        start = perf_counter()
        effect_of_command(Command(run=text))
        slowest = max(slowest, perf_counter() - start)
    return slowest, f"the slowest of {len(HOSTILE)}"


def runs(kind: str, count: int) -> tuple[float, str]:
    """Of one version in whole runs."""
    from bench import runs as of_runs

    return of_runs.runs_in_process(count) if kind == "in_process" else of_runs.runs_on_workers(count)


MEASUREMENTS: dict[str, Callable[..., tuple[float, str]]] = {
    "ours_gates": ours_gates,
    "critic_gates": critic_gates,
    "ours_pddl": ours_pddl,
    "unified_pddl": unified_pddl,
    "ours_whole": ours_whole,
    "ours_commands": ours_commands,
    "ours_hostile": ours_hostile,
    "runs": runs,
}


def main() -> None:
    name, *arguments = sys.argv[1:]
    seconds, said = MEASUREMENTS[name](*(int(a) if a.isdigit() else a for a in arguments))
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    print(json.dumps({"seconds": seconds, "megabytes": peak, "said": said}))


if __name__ == "__main__":
    main()
