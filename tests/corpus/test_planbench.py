"""PlanBench: 8,583 plans that language models wrote, each labelled valid or not by the validator VAL.

Our decision must agree with the label everywhere but for the rows that `docs/planbench.md` explains one by one,
and our failures must be those of a forward simulator, all of them. Every plan goes through the graph; through `judge`
goes a sample, and in the long form every plan.
"""

import json
import re
from dataclasses import dataclass
from functools import cache
from random import Random
from typing import get_args

import pytest

from planproof.decide import decide
from planproof.graph import PREFIX, PlanGraph
from planproof.importers.pddl import Imported, read_domain, read_plan, read_problem
from planproof.judge import Judgement, judge
from planproof.model.base import Posture
from planproof.model.finding import Finding
from planproof.model.plan import Plan
from tests.importers.strips import Failure, Simulator
from tests.support import ROOT, examples, needs_shared, shared

pytestmark = needs_shared

PLANS = {"blocksworld": 8_007, "logistics": 576}
SAMPLE = {"blocksworld": 800, "logistics": 200}
"""Plans that go through `judge` in the short form, beside those whose label is disputed."""


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


def blamed(finding: Finding, plan: Plan) -> Failure:
    """The step and the condition that the evidence of a finding names."""
    (evidence,) = finding.evidence
    ids = [task.id for task in plan.tasks]
    if evidence.kind == "order":
        position = ids.index(evidence.order[-1])
        # The one execution of a list, up to the step that fails.
        assert [*evidence.order] == ids[: position + 1][-PREFIX:]
        assert evidence.omitted == max(0, position + 1 - PREFIX)
        (condition,) = finding.subject.facts
        assert repr(condition) in evidence.note
        return Failure(position, condition)
    assert evidence.kind == "value"
    tasks, name, preconditions, number, field = evidence.field.split(".")
    assert (tasks, preconditions, field) == ("tasks", "preconditions", "established_by")
    position = ids.index(name)
    return Failure(position, plan.tasks[position].preconditions[int(number)].fact)


def unread_lines(judgement: Judgement) -> list[str]:
    """The lines of the text that the verdict names as no step."""
    notes = [f for f in judgement.verdict.blocking if f.rule == "STR004"]
    return [evidence.field for f in notes for evidence in f.evidence if evidence.kind == "value"]


@pytest.mark.parametrize("domain", PLANS)
def test_the_verdict_agrees_and_names_every_failure(domain: str) -> None:
    read = read_domain(pddl(domain, "domain.pddl"))
    disputed = explained()
    sample = Random(domain).sample(rows(domain), examples(SAMPLE[domain], PLANS[domain]))
    mine = {row.key: row for row in (*sample, *(row for row in rows(domain) if row.key in disputed))}
    disagreements: dict[tuple[str, int, str, str], tuple[str, str]] = {}
    for key, row in mine.items():
        problem = pddl(domain, "problems", row.problem)
        imported = read_plan(read, read_problem(problem), row.plan, plan_id="plan")
        judgement = judge(imported.plan, imported.goal, posture="balanced", notes=imported.problems)
        outcome = Simulator(pddl(domain, "domain.pddl"), problem).run(row.plan)
        told = sorted(blamed(f, imported.plan) for f in judgement.verdict.blocking if f.family != "structure")
        # All in one pass, each once; so the first is the first step that fails, with what it lacks.
        assert told == sorted(set(outcome.failures)), row
        assert unread_lines(judgement) == [f"line {n}" for n in outcome.unreadable], row
        assert not any(f.more for f in judgement.findings), row
        decisions = {decide(judgement.findings, posture).decision for posture in get_args(Posture)}
        assert decisions == {judgement.verdict.decision} <= {"approved", "blocked"}, row
        approved = judgement.verdict.decision == "approved"
        assert approved == outcome.valid, row
        if approved != row.valid:
            disagreements[key] = (said(row.valid), said(approved))
    assert disagreements == {key: value for key, value in disputed.items() if key in mine}


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
