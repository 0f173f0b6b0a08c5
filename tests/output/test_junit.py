from xml.etree import ElementTree

from hypothesis import given
from hypothesis import strategies as st

from planproof.output.junit import HEAD, TAIL, failure, skipped, suite
from planproof.output.report import Failure, Skipped
from tests.output.made import PLAN, every_pile, finding, judged, report


def read(*suites: str) -> ElementTree.Element:
    return ElementTree.fromstring((HEAD + "".join(suites) + TAIL).encode())


def test_an_approved_plan_is_a_test_that_passes() -> None:
    root = read(suite(report(judged(PLAN))))

    [found] = root.findall("testsuite")
    assert found.attrib == {
        "name": "plans/cleanup.json",
        "tests": "1",
        "failures": "0",
        "errors": "0",
        "skipped": "0",
    }
    [case] = found
    assert (case.attrib["name"], case.attrib["file"], list(case)) == ("cleanup-users", "plans/cleanup.json", [])


def test_a_blocked_plan_fails_with_its_findings_and_their_evidence() -> None:
    [found] = read(suite(report(judged(PLAN, *every_pile()))))

    assert found.attrib["failures"] == "1"
    failed = found.find("testcase/failure")
    assert failed is not None
    assert failed.attrib == {"type": "blocked", "message": "1 finding blocks"}
    assert failed.text is not None
    assert "ORD004 use-after-destroy: something is wrong; mend it" in failed.text
    assert "look -> backup -> tidy -> drop X needs dump_restorable" in failed.text
    assert "RSK003" not in failed.text


def test_a_plan_that_needs_a_person_does_not_pass() -> None:
    failed = read(suite(report(judged(PLAN, every_pile()[1], posture="strict")))).find("testsuite/testcase/failure")

    assert failed is not None
    assert failed.attrib == {"type": "needs_human", "message": "May this plan run?"}


def test_a_source_that_could_not_be_judged_is_an_error() -> None:
    [found] = read(failure(Failure("a.json", "no <goal>")))

    assert found.attrib["errors"] == "1"
    error = found.find("testcase/error")
    assert error is not None
    assert error.attrib["message"] == "no <goal>"


def test_a_file_that_is_no_plan_is_a_test_that_is_skipped() -> None:
    [found] = read(skipped(Skipped("b.json", "no plan", "b.json")))

    assert (found.attrib["skipped"], found.attrib["failures"], found.attrib["errors"]) == ("1", "0", "0")
    told = found.find("testcase/skipped")
    assert told is not None
    assert told.attrib == {"message": "no plan"}


@given(st.text(st.characters(exclude_categories=["Cs"]), min_size=1))
def test_whatever_a_plan_says_it_stays_xml(text: str) -> None:
    judgement = judged(PLAN, finding("ORD001", "drop", message=text, more=1))

    [found] = read(suite(report(judgement, source=text)))

    assert found.attrib["failures"] == "1"
