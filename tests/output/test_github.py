from dataclasses import replace

from hypothesis import given
from hypothesis import strategies as st

from planproof.output.github import failure, told
from planproof.output.report import Failure
from tests.output.made import PLAN, every_pile, finding, judged, report


def test_each_finding_that_counts_is_an_annotation_on_its_line() -> None:
    lines = told(report(judged(PLAN, *every_pile()))).splitlines()

    assert lines == [
        "planproof: plans/cleanup.json: blocked under balanced, 2 noted",
        "::error file=plans/cleanup.json,line=50,title=ORD004 use-after-destroy::something is wrong; mend it",
        "::warning file=plans/cleanup.json,line=40,title=RSK003 made-up::something is wrong; mend it",
    ]


def test_the_question_is_a_warning() -> None:
    lines = told(report(judged(PLAN, every_pile()[1], posture="strict"))).splitlines()

    assert lines[-1] == "::warning file=plans/cleanup.json,title=planproof asks::May this plan run?"


def test_without_a_file_there_is_no_place() -> None:
    judged_alone = replace(report(judged(PLAN, finding("ORD001", "drop"))), file=None)

    assert "::error title=ORD001 made-up::" in told(judged_alone)


def test_what_the_runner_takes_apart_is_escaped() -> None:
    found = replace(
        report(judged(PLAN, finding("ORD001", message="50%\n::stop-commands::x"))), file="a:b,c%.json", lines={}
    )

    assert told(found).splitlines()[1] == (
        "::error file=a%3Ab%2Cc%25.json,title=ORD001 made-up::50%25\\n::stop-commands::x"
    )


def test_a_source_that_could_not_be_judged_is_an_error() -> None:
    assert failure(Failure("a.json", "no goal", "a.json")) == "::error file=a.json,title=planproof::a.json: no goal\n"


@given(st.text(st.characters(exclude_categories=["Cs"])), st.text(st.characters(exclude_categories=["Cs"]), min_size=1))
def test_no_text_of_a_plan_starts_a_line(message: str, source: str) -> None:
    found = replace(report(judged(PLAN, finding("ORD001", "drop", message=message)), source=source), file=source)

    lines = told(found).split("\n")

    assert len(lines) == 3
    assert lines[0].startswith("planproof: ")
    assert lines[1].startswith("::error file=")
    assert lines[2] == ""
