"""PlanBench: 8,583 plans that language models wrote, each labelled valid or not by the validator VAL.

Our decision must agree with the label everywhere but for the rows that `docs/planbench.md` explains one by one,
and our failures must be those of a forward simulator, all of them.
"""

import json
import re
from dataclasses import dataclass
from functools import cache

import pytest

from planproof.graph import PlanGraph
from planproof.importers.pddl import Imported, read_domain, read_plan, read_problem
from tests.importers.strips import Failure, Simulator
from tests.support import ROOT, needs_shared, shared

pytestmark = needs_shared

PLANS = {"blocksworld": 8_007, "logistics": 576}


@dataclass(frozen=True)
class Row:
    """A labelled plan; `line` is its place in the file."""

    domain: str
    line: int
    problem: str
    model: str
    plan: str
    valid: bool

    @property
    def key(self) -> tuple[str, int, str, str]:
        return self.domain, self.line, self.problem, self.model


@cache
def rows(domain: str) -> tuple[Row, ...]:
    lines = shared("corpus", "planbench", domain, "plans.jsonl").read_text(encoding="utf-8").splitlines()
    return tuple(Row(domain=domain, line=number, **json.loads(line)) for number, line in enumerate(lines, 1))


def pddl(domain: str, *parts: str) -> str:
    return shared("corpus", "planbench", domain, *parts).read_text(encoding="utf-8")


def explained() -> dict[tuple[str, int, str, str], tuple[str, str]]:
    """The rows of the table in the docs: where, and the label and our decision there."""
    table = (ROOT / "docs" / "planbench.md").read_text(encoding="utf-8")
    found = re.findall(r"^\| (\w+) \| (\d+) \| (\S+) \| (\S+) \| (\w+) \| (\w+) \| \S.*\|$", table, re.MULTILINE)
    return {(domain, int(line), problem, model): (label, ours) for domain, line, problem, model, label, ours in found}


def said(valid: bool) -> str:
    return "valid" if valid else "invalid"


def failures_of(imported: Imported) -> list[Failure]:
    graph = PlanGraph(imported.plan, (given.fact for given in imported.goal.constraints.given))
    return [Failure(v.task, v.fact) for v in graph.violations()]


# Four parts of the larger folder, so that two processes share the work: all plans take some 12 s on one.
@pytest.mark.parametrize(("domain", "part", "of"), [*(("blocksworld", k, 4) for k in range(4)), ("logistics", 0, 1)])
def test_every_plan_gets_its_label(domain: str, part: int, of: int) -> None:
    read = read_domain(pddl(domain, "domain.pddl"))
    mine = rows(domain)[part::of]
    names = {row.problem for row in mine}
    problems = {name: read_problem(pddl(domain, "problems", name)) for name in names}
    simulators = {name: Simulator(pddl(domain, "domain.pddl"), pddl(domain, "problems", name)) for name in names}
    disagreements: dict[tuple[str, int, str, str], tuple[str, str]] = {}
    for row in mine:
        imported = read_plan(read, problems[row.problem], row.plan, plan_id="plan")
        failures = failures_of(imported)
        outcome = simulators[row.problem].run(row.plan)
        assert [note.path for note in imported.problems] == [f"line {n}" for n in outcome.unreadable], row
        # The same failures in the same order: so the first of ours is the first step that fails, and none is missed.
        assert failures == list(dict.fromkeys(outcome.failures)), row
        assert all(note.kind == "invalid" for note in imported.problems), row
        decision = not failures and not imported.problems
        if decision != row.valid:
            disagreements[row.key] = (said(row.valid), said(decision))
    keys = {row.key for row in mine}
    assert disagreements == {key: value for key, value in explained().items() if key in keys}


def test_the_folder_is_whole_and_the_table_names_rows_of_it() -> None:
    assert {domain: len(rows(domain)) for domain in PLANS} == PLANS
    assert set(explained()) <= {row.key for domain in PLANS for row in rows(domain)}


def test_the_disputed_label_contradicts_another_on_the_same_plan() -> None:
    """Blocksworld 428: the same two steps for the same problem are labelled both valid and invalid."""
    twins = [r for r in rows("blocksworld") if r.problem == "instance-428.pddl"]
    labels = {r.model: r.valid for r in twins if r.plan.split() == ["(pick-up", "d)", "(stack", "d", "b)"]}
    assert labels == {"gemini-1.5-flash": False, "o1-mini_chat": True}


def test_the_disputed_text_is_valid_once_it_is_a_plan() -> None:
    """Logistics 82: every line but the last ends in a backslash, which is no PDDL; without these the plan is sound."""
    row = next(r for r in rows("logistics") if (r.problem, r.model) == ("instance-82.pddl", "o1-preview_chat"))
    domain = read_domain(pddl("logistics", "domain.pddl"))
    problem = read_problem(pddl("logistics", "problems", row.problem))
    imported = read_plan(domain, problem, row.plan.replace("\\", ""), plan_id="plan")
    *others, last = row.plan.strip().split("\n")
    assert all(line.endswith("\\") for line in others)
    assert not last.endswith("\\")
    assert not imported.problems
    assert not failures_of(imported)
