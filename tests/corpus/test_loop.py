"""The recorded field test of another tool, through the whole loop: its planner's answers, its critic's objections."""

from __future__ import annotations

import json
from collections import Counter
from dataclasses import dataclass, field
from typing import Any

import pytest

from planproof.critic.adjudicate import adjudicate, joined
from planproof.critic.freetext import claim_of
from planproof.decide import decide, rule_on
from planproof.judge import judge
from planproof.loop.events import Judged
from planproof.loop.log import Log
from planproof.model.authored import read_goal
from planproof.model.errors import InputError
from planproof.model.plan import Plan
from planproof.model.reader import read_plan
from planproof.providers.port import Answer, ProviderError, Request
from planproof.record.audit import audit
from planproof.record.store import Store
from tests.loop.runs import Bench, Model
from tests.support import FULL, needs_shared, shared

Json = dict[str, Any]
pytestmark = needs_shared


def rows(name: str) -> list[Json]:
    return [json.loads(line) for line in shared("corpus", "plannercritic", f"{name}.jsonl").read_text().splitlines()]


@dataclass
class Recorded:
    """A critic that says again what it said, in our form; it has looked at every step that it is shown."""

    name: str
    said: list[list[Json]]
    asked: list[Request] = field(default_factory=list)

    def ask(self, request: Request) -> Answer:
        self.asked.append(request)
        if not self.said:
            raise ProviderError("exhausted", "it says no more", paid=False)
        entries = self.said[min(len(self.asked), len(self.said)) - 1]
        shown = json.loads(request.user.partition("<plan>\n")[2].partition("\n</plan>")[0])
        plan = Plan.model_validate(shown)
        claims = [
            claim_of(entry, plan).model_dump(mode="json", exclude_defaults=True, exclude={"marks"}) for entry in entries
        ]
        text = json.dumps({"covered": [task.id for task in plan.tasks], "claims": claims})
        return Answer(text=text, model=self.name, finish="stop")


def findings_of(critique: Json) -> list[Json]:
    parsed: Json = critique["parsed"] or {}
    found: list[Json] = parsed.get("findings", [])
    return found


def sessions() -> list[tuple[Json, list[str], list[list[Json]]]]:
    """Goal, the planner's answers and the critic's, of each recorded run."""
    goals = {row["id"]: row["goal"] for row in rows("goals")}
    planned: dict[str, list[str]] = {}
    goal_of: dict[str, str] = {}
    for row in rows("plans"):
        planned.setdefault(row["run"], []).append(row["raw"])
        goal_of[row["run"]] = row["goal_id"]
    said: dict[str, list[list[Json]]] = {}
    for row in rows("critiques"):
        said.setdefault(row["run"], []).append(findings_of(row))
    found = [(goals[goal_of[run]], planned[run], said.get(run, [])) for run in sorted(planned) if goal_of[run] in goals]
    return found if FULL else found[::4]


@pytest.fixture(scope="module")
def ended(tmp_path_factory: pytest.TempPathFactory) -> tuple[list[Log], list[tuple[Model, Recorded]], Store]:
    """Every recorded run, taken as far as it goes under the balanced posture."""
    store = Store.open(f"sqlite:///{tmp_path_factory.mktemp('loop') / 'record.db'}")
    logs: list[Log] = []
    models: list[tuple[Model, Recorded]] = []
    for number, (goal, answers, objections) in enumerate(sessions()):
        try:
            read_goal(goal)
        except InputError:
            continue
        planner, critic = Model("p", answers), Recorded("c", objections)
        b = Bench(store, planner, [critic])  # pyright: ignore[reportArgumentType]
        log = b.start(f"r{number}", goal, posture="balanced", mode="every_revision", limits={"revisions": 6})
        b.drive(log)
        logs.append(log)
        models.append((planner, critic))
    return logs, models, store


def test_every_run_ends_in_one_of_two_ways(ended: tuple[list[Log], list[tuple[Model, Recorded]], Store]) -> None:
    logs, _, store = ended
    assert len(logs) >= 20
    for log in logs:
        assert log.state.approval is not None or log.state.open_escalation is not None
    stops = Counter(log.state.stop for log in logs)
    assert stops["approved"] > len(logs) // 3, stops
    assert not audit(store)


def test_nothing_with_a_proven_defect_is_approved(
    ended: tuple[list[Log], list[tuple[Model, Recorded]], Store],
) -> None:
    for log in ended[0]:
        current = log.state.current
        if log.state.approval is None or current is None:
            continue
        verdict = judge(current.plan, log.state.goal, posture="balanced", now=log.state.now).verdict
        assert not verdict.blocking, current.plan.id


def test_no_refuted_claim_reaches_the_planner(ended: tuple[list[Log], list[tuple[Model, Recorded]], Store]) -> None:
    for log, (planner, _) in zip(ended[0], ended[1], strict=True):
        refuted = [
            f.message
            for event in log.events()
            if isinstance(event, Judged)
            for f in event.findings
            if f.outcome == "refuted" and rule_on(f, "balanced") == "recorded"
        ]
        for request in planner.asked:
            found = request.user.partition("<found>")[2]
            assert not any(json.dumps(message)[1:-1] in found for message in refuted)


def test_under_strict_recorded_objections_change_no_decision() -> None:
    """Every sound plan of the gold set, beside recorded critiques of other plans: the decision is the one without."""
    critiques = [findings_of(row) for row in rows("critiques")]
    chosen = critiques if FULL else critiques[::16]
    sound = [json.loads(path.read_text()) for path in sorted(shared("gold", "sound").glob("*.json"))]
    assert len(sound) >= 20
    for bundle in sound:
        plan, goal = read_plan(bundle["plan"]).plan, read_goal(bundle["goal"])[0]
        assert plan is not None
        alone = judge(plan, goal, posture="strict")
        for entries in chosen:
            findings = joined(adjudicate(claim_of(entry, plan), alone.analysis) for entry in entries)
            ruled = decide((*alone.findings, *findings), "strict")
            assert ruled.decision == alone.verdict.decision, [f.message for f in ruled.asking if f.source == "critic"]
