"""Running the rules: which are chosen, at which severity they tell what they find, and how much of it is listed."""

from __future__ import annotations

from collections.abc import Iterator
from importlib.metadata import EntryPoint

import pytest

from planproof.gates import run as running
from planproof.gates.analysis import Analysis
from planproof.gates.registry import RULES
from planproof.gates.rule import Rule
from planproof.gates.run import ruleset_digest, run, selected
from planproof.model.base import Severity
from planproof.model.config import Config
from planproof.model.errors import ConfigError
from planproof.model.finding import Finding
from planproof.model.plan import Plan, Task
from tests.gates.bundles import analysis_of


class Named(Rule):
    """Tells each step, at the severity that its id says. What a package of house rules may bring along."""

    code = "HOU002"
    name = "named"
    family = "structure"
    summary = "each step"
    severity = "warning"
    basis = "proven"

    def check(self, plan: Analysis) -> Iterator[Finding]:
        severities: dict[str, Severity] = {"b": "blocker", "w": "warning", "i": "info"}
        for task in plan.tasks:
            yield self.finding(task.id, tasks=[task.id], severity=severities[task.id[0]])


class Other(Named):
    """The same by another code."""

    code = "HOU001"


class Veto(Named):
    """The same as a veto."""

    code = "HOU003"
    waivable = False


class Touching(Named):
    """Tells what each step is aimed at."""

    code = "HOU004"

    def check(self, plan: Analysis) -> Iterator[Finding]:
        for task in plan.tasks:
            yield self.finding(task.id, resources=[task.target], severity="blocker")


@pytest.fixture
def house_rules(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Three rules of another package, by entry points out of order."""

    def entry_points(*, group: str) -> list[EntryPoint]:
        assert group == "planproof.rules"
        return [EntryPoint(name, f"{__name__}:{name}", group) for name in ("Named", "Veto", "Other")]

    def forget() -> None:
        for kept in (running.plugins, running.selected, running.ruleset_digest):
            kept.cache_clear()

    monkeypatch.setattr(running, "entry_points", entry_points)
    forget()
    yield
    forget()


def steps(*ids: str) -> Analysis:
    return Analysis(Plan(id="p", tasks=tuple(Task(id=i) for i in ids)))


def config(**values: object) -> Config:
    return Config.model_validate(values)


@pytest.mark.usefixtures("house_rules")
def test_the_rules_of_other_packages_run_after_ours_in_order_of_code() -> None:
    codes = [rule.code for rule in selected(Config())]
    assert codes == [*(rule.code for rule in RULES), "HOU001", "HOU002", "HOU003"]
    assert [f.rule for f in run(steps("w1")) if f.rule.startswith("HOU")] == ["HOU001", "HOU002", "HOU003"]


def test_a_verdict_names_the_rules_of_other_packages(request: pytest.FixtureRequest) -> None:
    before = ruleset_digest()
    request.getfixturevalue("house_rules")
    assert ruleset_digest() != before
    assert ruleset_digest() == ruleset_digest(Config())
    assert ruleset_digest(config(ignore=[{"rule": "HOU001", "reason": "noisy"}])) != ruleset_digest()


@pytest.mark.usefixtures("house_rules")
def test_a_choice_of_rules_leaves_the_vetoes_in() -> None:
    vetoes = [rule.code for rule in RULES if not rule.waivable]
    chosen = [rule.code for rule in selected(config(select=["HOU002"]))]
    assert [code for code in chosen if code not in vetoes and not code.startswith("WAI")] == ["HOU002", "HOU003"]
    assert set(vetoes) < set(chosen)
    family = [rule.code for rule in selected(config(ignore=[{"rule": "HOU", "reason": "noisy"}]))]
    assert [code for code in family if code.startswith("HOU")] == ["HOU003"]


@pytest.mark.parametrize(
    ("values", "says"),
    [
        ({"select": ["XYZ"]}, "no rule or family 'XYZ'"),
        ({"ignore": [{"rule": "ROL999", "reason": "x"}]}, "no rule or family 'ROL999'"),
        ({"overrides": [{"rules": ["XYZ001"], "severity": "info", "reason": "x"}]}, "no rule or family 'XYZ001'"),
        ({"ignore": [{"rule": "ROL001", "reason": "x"}]}, "'ROL001' cannot be ignored or softened"),
        (
            {"overrides": [{"rules": ["ROL001"], "severity": "warning", "reason": "x"}]},
            "'ROL001' cannot be ignored or softened",
        ),
    ],
)
def test_a_choice_that_cannot_be_followed_is_refused(values: dict[str, object], says: str) -> None:
    with pytest.raises(ConfigError, match=says):
        run(steps("w1"), config(**values))


@pytest.mark.usefixtures("house_rules")
def test_a_veto_may_be_sharpened() -> None:
    override = {"rules": ["HOU003"], "severity": "blocker", "reason": "x"}
    assert [f.severity for f in run(steps("w1"), config(overrides=[override])) if f.rule == "HOU003"] == ["blocker"]
    # Softening a family leaves the vetoes in it as they are.
    softer = {"rules": ["HOU"], "severity": "info", "reason": "x"}
    found = run(steps("b1"), config(overrides=[softer]))
    assert [(f.rule, f.severity) for f in found if f.rule.startswith("HOU")] == [
        ("HOU001", "info"),
        ("HOU002", "info"),
        ("HOU003", "blocker"),
    ]


@pytest.mark.parametrize(
    ("overrides", "environment", "wanted"),
    [
        ([{"environment": "prod*"}], "production", ["info", "info"]),
        ([{"environment": "prod*"}], "Production", ["info", "info"]),
        ([{"environment": "prod*"}], "staging", ["blocker", "blocker"]),
        ([{"environment": "prod*"}], None, ["blocker", "blocker"]),
        ([{"resource": "users"}], None, ["info", "blocker"]),
        ([{"resource": "users"}, {"severity": "warning"}], None, ["info", "warning"]),
        ([{"severity": "warning"}, {"resource": "users"}], None, ["warning", "warning"]),
        ([{"resource": "users", "environment": "staging"}], "staging", ["info", "blocker"]),
        ([{"resource": "users", "environment": "staging"}], "production", ["blocker", "blocker"]),
        ([{"rules": ["ORD"], "severity": "info"}], None, ["blocker", "blocker"]),
        ([{"rules": ["HOU"], "severity": "info"}], None, ["info", "info"]),
    ],
)
def test_an_override_holds_where_its_resource_and_environment_match(
    overrides: list[dict[str, object]], environment: str | None, wanted: list[str]
) -> None:
    plan = analysis_of(
        {
            "goal": {"id": "g", "constraints": {"environment": environment}},
            "plan": {"id": "p", "tasks": [{"id": r, "target": r} for r in ("users", "orders")]},
        }
    )
    given = [{"rules": ["HOU004"], "severity": "info", "reason": "x", **override} for override in overrides]
    assert [f.severity for f in run(plan, config(overrides=given), [Touching()])] == wanted


def test_of_many_findings_the_worst_hundred_are_listed_and_the_rest_counted() -> None:
    ids = [f"i{k}" for k in range(150)] + [f"w{k}" for k in range(60)] + [f"b{k}" for k in range(30)]
    found = run(steps(*ids), rules=[Named()])
    assert [f.message for f in found] == [*(f"i{k}" for k in range(10)), *ids[150:]]
    assert [f.more for f in found] == [0] * 99 + [140]


def test_a_hundred_findings_are_all_listed() -> None:
    found = run(steps(*(f"w{k}" for k in range(100))), rules=[Named()])
    assert len(found) == 100
    assert not any(f.more for f in found)


def test_of_steps_with_one_id_the_worst_stands_for_all() -> None:
    class Twice(Named):
        """Two findings of one subject."""

        def check(self, plan: Analysis) -> Iterator[Finding]:
            for severity in ("warning", "blocker", "info"):
                yield self.finding(severity, tasks=[plan.tasks[0].id], severity=severity)

    assert [f.severity for f in run(steps("w"), rules=[Twice()])] == ["blocker"]
