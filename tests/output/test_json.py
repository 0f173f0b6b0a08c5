import json
from typing import cast

from planproof.model.finding import Finding
from planproof.output.json import HEAD, result, tail
from planproof.output.report import Failure, Skipped, Summary
from planproof.repair import Repair, Unsought
from tests.output.made import FIX, PLAN, every_pile, finding, judged, report

KEYS = [
    "source",
    "decision",
    "posture",
    "plan_digest",
    "ruleset_digest",
    "findings",
    "assumptions",
    "assurance",
    "effects",
    "point_of_no_return",
    "residue",
    "repair",
    "question",
]
FINDING_KEYS = [
    "id",
    "rule",
    "name",
    "family",
    "severity",
    "basis",
    "source",
    "message",
    "subject",
    "evidence",
    "fix",
]


def read(text: str) -> dict[str, object]:
    value: object = json.loads(text)
    return cast("dict[str, object]", value)


def test_a_result_has_the_keys_that_were_promised() -> None:
    values = read(result(report(judged(PLAN, *every_pile()))))

    assert list(values) == KEYS
    findings = cast("list[dict[str, object]]", values["findings"])
    assert all(list(found)[: len(FINDING_KEYS)] == FINDING_KEYS for found in findings)
    assert list(cast("dict[str, object]", findings[0]["subject"])) == ["tasks", "facts", "resources", "commands"]
    assert values["assurance"] == {"proven": 0, "declared": 5, "opaque": 0}
    assert cast("list[object]", values["effects"])[2] == {
        "task": "tidy",
        "kind": "modify",
        "reversibility": "reversible",
        "basis": "declared",
        "because": "declared effect 'modify'",
        "hazards": [],
        "reads": [],
        "writes": ["disk"],
        "destroys": [],
        "produces": [],
    }


def test_findings_stand_in_the_order_of_the_rules_and_say_what_they_do() -> None:
    values = read(result(report(judged(PLAN, *every_pile()))))

    found = [(f["rule"], f["ruling"]) for f in cast("list[dict[str, object]]", values["findings"])]
    assert found == [("ORD004", "blocks"), ("RSK003", "acknowledged"), ("RSK005", "recorded"), ("VER001", "recorded")]


def test_evidence_and_fixes_read_back_as_they_were() -> None:
    original = every_pile()[0]

    [found, *_] = cast("list[dict[str, object]]", read(result(report(judged(PLAN, original))))["findings"])

    again = Finding.model_validate_json(json.dumps({k: v for k, v in found.items() if k not in ("id", "ruling")}))
    assert again == original
    assert found["id"] == original.id


def test_the_point_of_no_return_is_the_step_that_its_rule_names() -> None:
    with_it = read(result(report(judged(PLAN, *every_pile()))))
    without = read(result(report(judged(PLAN))))

    assert cast("dict[str, object]", with_it["point_of_no_return"])["task"] == "drop"
    assert without["point_of_no_return"] is None


def test_a_repair_is_told_with_its_fixes_and_the_verdict_after_them() -> None:
    repair = Repair(((FIX,),), smallest=True, judgement=judged(PLAN), remaining=0)

    assert read(result(report(judged(PLAN), repair)))["repair"] == {
        "fixes": [FIX.model_dump(mode="json")],
        "rounds": [1],
        "smallest": True,
        "decision": "approved",
        "plan_digest": "0" * 64,
        "remaining": 0,
    }
    assert read(result(report(judged(PLAN), Unsought("large"))))["repair"] == {"fixes": [], "skipped": "large"}
    assert read(result(report(judged(PLAN))))["repair"] is None


def test_a_result_is_one_line_and_the_whole_is_a_document() -> None:
    one = result(report(judged(PLAN, finding("ORD001", "drop", message="one\ntwo \u2028"))))
    text = HEAD + one + ",\n" + one + tail(Summary())

    assert "\n" not in one
    assert list(read(text)) == ["version", "results"]
    assert read(text)["version"] == 1
    assert len(cast("list[object]", read(text)["results"])) == 2
    assert read(HEAD + tail(Summary())) == {"version": 1, "results": []}


def test_what_could_not_be_judged_is_listed() -> None:
    told = tail(Summary(failures=[Failure("a.json", "no goal")], skipped=[Skipped("b.json", "no plan")]))
    assert read(HEAD + told) == {
        "version": 1,
        "results": [],
        "skipped": [{"source": "b.json", "message": "no plan"}],
        "errors": [{"source": "a.json", "message": "no goal"}],
    }
