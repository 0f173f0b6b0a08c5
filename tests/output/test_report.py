from typing import get_args

import pytest

from planproof.output.formats import FORMATS, FormatName, body, head, tail
from planproof.output.look import Look
from planproof.output.report import Failure, Summary
from tests.output.made import PLAN, every_pile, judged, report


@pytest.mark.parametrize(
    ("approved", "needs_human", "blocked", "failed", "code"),
    [
        (0, 0, 0, 0, 0),
        (1, 0, 0, 0, 0),
        (1, 1, 0, 0, 3),
        (1, 1, 1, 0, 1),
        (1, 1, 1, 1, 2),
        (1, 0, 0, 1, 2),
        (0, 0, 1, 0, 1),
    ],
)
def test_the_exit_code_is_the_worst(approved: int, needs_human: int, blocked: int, failed: int, code: int) -> None:
    summary = Summary(
        {"approved": approved, "needs_human": needs_human, "blocked": blocked},
        [Failure("a", "b")] * failed,
    )

    assert summary.exit_code == code


def test_a_step_is_marked_by_the_worst_that_is_found_there() -> None:
    assert report(judged(PLAN, *every_pile())).marks() == {
        "drop": "blocks",
        "tidy": "blocks",
        "snapshot": "acknowledged",
    }


def test_a_finding_without_a_line_of_its_own_is_shown_where_the_plan_begins() -> None:
    found = report(judged(PLAN, *every_pile()))

    assert [found.line_of(f) for f in found.judgement.findings] == [50, 40, 50, 30]


def test_the_formats_are_those_of_the_type() -> None:
    assert get_args(FormatName) == FORMATS


@pytest.mark.parametrize("name", FORMATS)
def test_the_same_judgement_gives_the_same_text(name: FormatName) -> None:
    def told() -> str:
        found = report(judged(PLAN, *every_pile()))
        return head(name) + body(name, found, Look()) + tail(name, Summary(), Look(), [])

    assert told() == told()
