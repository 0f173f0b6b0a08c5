"""Plans whose structure is wrong in every way, and what must stay as it is when they are written otherwise."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from random import Random

from hypothesis import strategies as st

from planproof.gates.analysis import Analysis
from planproof.gates.rule import Rule
from planproof.gates.run import run
from planproof.model.finding import Finding
from planproof.model.goal import Goal
from planproof.model.plan import Plan

IDS = ("s0", "s1", "s2", "s3", "s4", "s5")
ENDS = (*IDS, "x0", "x1")
NAMES = ("orders", "users", "orders.dump", "db.prod", "ORDERS")


def messy_plans(*, twice: bool = True, execution: Sequence[str] = ("listed", "dag")) -> st.SearchStrategy[Plan]:
    """Plans with dangling, repeated, circular and contradicting references.

    Drawn from a seed: to let hypothesis choose each of some hundred fields takes fifty times as long.

    Args:
        twice: whether an id may be given twice.
        execution: what to choose from.
    """

    def plan_of(seed: int, size: int) -> Plan:
        return _plan(Random(seed), size, twice, execution)

    return st.builds(plan_of, _seeds(), st.integers(0, 6))


def messy_goals() -> st.SearchStrategy[Goal]:
    """Goals that name, protect and accept some of what the plans touch."""
    return _seeds().map(lambda seed: _goal(Random(seed)))


def _seeds() -> st.SearchStrategy[int]:
    return st.integers(0, 2**32 - 1)


def _some(rng: Random, of: Sequence[str], most: int = 2) -> list[str]:
    return rng.sample(of, rng.randint(0, most))


def _plan(rng: Random, size: int, twice: bool, execution: Sequence[str]) -> Plan:
    ids = [rng.choice(IDS) for _ in range(size)] if twice else rng.sample(IDS, size)
    return Plan.model_validate(
        {
            "id": "p",
            "goal_id": rng.choice(("g", "-", "other")),
            "execution": rng.choice(execution),
            "tasks": [_task(rng, i) for i in ids],
            "dependencies": [
                {
                    "from_task": rng.choice(ENDS),
                    "to_task": rng.choice(ENDS),
                    "kind": rng.choice(("hard", "hard", "soft")),
                }
                for _ in range(rng.randint(0, 8))
            ],
            "branches": [
                {
                    "id": rng.choice(("b1", "b2")),
                    "kind": "fan_in",
                    "tasks": [rng.choice(ENDS) for _ in range(rng.randint(0, 3))],
                    "join": rng.choice(("all", "any", "quorum")),
                    "quorum": rng.choice((None, 0, 1, 2, 9)),
                }
                for _ in range(rng.randint(0, 2))
            ],
            "resources": [
                {
                    "id": rng.choice(NAMES),
                    "kind": rng.choice(("", "table")),
                    "aliases": _some(rng, NAMES),
                    "part_of": rng.choice((None, None, *NAMES, "nowhere")),
                    "replaces": rng.choice((None, None, *NAMES)),
                }
                for _ in range(rng.randint(0, 4))
            ],
        }
    )


def _task(rng: Random, name: str) -> dict[str, object]:
    return {
        "id": name,
        "description": rng.choice(("Drop the users table", "Look")),
        "action": rng.choice(("drop", "check", "tidy")),
        "target": rng.choice(("", *NAMES)),
        "effect": rng.choice((None, "observe", "notify", "modify", "destroy")),
        "reads": _some(rng, NAMES),
        "writes": _some(rng, NAMES),
        "preconditions": [
            {"fact": fact, "established_by": rng.choice((None, "env", *ENDS))}
            for fact in _some(rng, ("ready", "copied"))
        ],
        "establishes": _some(rng, ("ready", "copied")),
        "produces": _some(rng, NAMES, 1),
        "rollback": rng.choice((None, {"action": "restore it", "uses": ["orders.dump"]})),
        "verification": rng.choice((None, {"how": "count the rows", "expected": "as before", "observes": ["orders"]})),
        "commands": rng.choice(((), ("psql -h prod-db",), ("kubectl --context staging get po | $X",))),
        "parallel_group": rng.choice((None, "g1", "g2")),
        "satisfies": _some(rng, ("a1", "a2", "a3")),
        "wait": rng.choice((None, "PT1H")),
    }


def _goal(rng: Random) -> Goal:
    return Goal.model_validate(
        {
            "id": "g",
            "acceptance": [{"id": c, "text": "so"} for c in _some(rng, ("a1", "a2"))],
            "constraints": {
                "environment": rng.choice((None, "staging", "production")),
                "tools": rng.choice(((), ("psql",))),
                "protected": rng.choice(((), ("users",))),
                "time": rng.choice((None, "soon")),
                "budget": {"revisions": rng.choice((None, 0))},
                "window": rng.choice((None, {"start": "2026-10-03T01:00:00Z", "end": "2026-10-03T03:00:00Z"})),
            },
            "resources": [{"id": r, "aliases": _some(rng, ("orders", "u"))} for r in _some(rng, ("users", "db"))],
            "accepts": rng.choice(((), ({"resource": "orders", "by": "dana", "reason": "empty"},))),
        }
    )


def findings(rules: Sequence[Rule], plan: Plan, goal: Goal | None) -> tuple[Finding, ...]:
    """What the rules find."""
    return run(Analysis(plan, goal), rules=rules)


def outline(found: Sequence[Finding], name: Callable[[str], str] = lambda i: i) -> set[tuple[object, ...]]:
    """Findings without their words, with the names of steps mapped."""
    return {
        (
            f.rule,
            f.severity,
            tuple(sorted(name(t) for t in f.subject.tasks)),
            f.subject.facts,
            f.subject.resources,
            f.subject.commands,
        )
        for f in found
    }


def renamed(plan: Plan, name: Callable[[str], str]) -> Plan:
    """The plan with the names of its steps mapped, wherever they stand."""
    raw = plan.model_dump()
    for task in raw["tasks"]:
        task["id"] = name(task["id"])
        for need in task["preconditions"]:
            if need["established_by"] not in (None, "env"):
                need["established_by"] = name(need["established_by"])
    for dependency in raw["dependencies"]:
        dependency["from_task"], dependency["to_task"] = name(dependency["from_task"]), name(dependency["to_task"])
    for branch in raw["branches"]:
        branch["tasks"] = [name(task) for task in branch["tasks"]]
    return Plan.model_validate(raw)


def reversed_name(name: str) -> str:
    """A name that sorts the other way round."""
    return f"{9 - int(name[1:])}-{name[0]}"


def shuffled(plan: Plan, rng: Random) -> Plan:
    """The plan with its steps, dependencies and branches listed in another order."""
    return plan.model_copy(
        update={field: tuple(rng.sample(entries, len(entries))) for field, entries in _lists(plan).items()}
    )


def _lists(plan: Plan) -> dict[str, tuple[object, ...]]:
    return {"tasks": plan.tasks, "dependencies": plan.dependencies, "branches": plan.branches}


def talked_over(plan: Plan, words: str, front: bool) -> Plan:
    """The plan with words before or after the text of its steps and edges."""

    def more(text: str) -> str:
        return f"{words} {text}" if front else f"{text} {words}"

    tasks = tuple(t.model_copy(update={f: more(getattr(t, f)) for f in ("description", "action")}) for t in plan.tasks)
    edges = tuple(d.model_copy(update={"reason": more(d.reason)}) for d in plan.dependencies)
    return plan.model_copy(update={"tasks": tasks, "dependencies": edges})


def blockers(found: Sequence[Finding]) -> set[str]:
    """Ids of the findings that block."""
    return {f.id for f in found if f.severity == "blocker"}
