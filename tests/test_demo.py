from importlib.resources import files

import pytest

from planproof.demo import EXAMPLES, Example, as_it_should_be, plans, report_on, run, tour
from planproof.demo import __main__ as program
from planproof.demo.run import STEPS, Step, whole_run
from planproof.output.look import Look
from planproof.repair import Repair


@pytest.mark.parametrize("example", EXAMPLES, ids=lambda example: example.file)
def test_each_example_gets_its_decision_for_its_reason(example: Example) -> None:
    assert as_it_should_be(example, report_on(example))


def test_every_bundled_file_is_an_example() -> None:
    bundled = {file.name for file in files("planproof").joinpath("examples").iterdir() if file.name.endswith(".yaml")}

    assert bundled == {example.file for example in EXAMPLES}


def test_the_sound_plan_is_approved_without_a_word() -> None:
    verdict = report_on(EXAMPLES[0]).verdict

    assert (verdict.decision, verdict.posture) == ("approved", "strict")
    assert (verdict.acknowledged, verdict.assumptions) == ((), ())


def test_the_missing_order_is_shown_and_repaired() -> None:
    report = report_on(EXAMPLES[1])

    assert "archive → drop-table ✗" in "".join(text for text, _ in tour(Look()))
    assert isinstance(report.repair, Repair)
    assert report.repair.judgement.verdict.decision == "approved"


def test_the_tour_fails_when_an_example_is_not_judged_as_it_should_be(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    assert program.main() == 0
    assert f"All {len(EXAMPLES) + len(STEPS)} parts" in capsys.readouterr().out

    monkeypatch.setattr(plans, "EXAMPLES", (Example("1-sound.yaml", "blocked"), *EXAMPLES[1:]))
    monkeypatch.setattr(run, "STEPS", ())

    assert program.main() == 1
    assert "expected blocked" in capsys.readouterr().out


def test_an_example_that_is_blocked_for_another_reason_is_not_as_it_should_be() -> None:
    report = report_on(EXAMPLES[3])

    assert not as_it_should_be(Example(EXAMPLES[3].file, "blocked", frozenset({"STR001"})), report)


def test_the_whole_run_ends_in_an_approval_that_holds_for_its_plan_alone() -> None:
    told = [text for text, fine in whole_run(Look()) if fine]
    assert len(told) == len(STEPS) + 1
    assert "refuted" in told[2]
    assert "holds: plan 'retire-orders-archive'" in told[6]
    assert "refused: plan 'retire-orders-archive' is not the one that was approved" in told[7]


def test_the_whole_run_fails_when_a_command_leaves_with_another_code(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(run, "STEPS", (Step("", "keys new ops", code=1),))
    assert [fine for _, fine in whole_run(Look())] == [True, False]
