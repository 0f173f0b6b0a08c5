from importlib.resources import files

import pytest

from planproof import demo
from planproof.demo import EXAMPLES, Example, as_it_should_be, report_on
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

    assert "archive → drop-table ✗" in "".join(text for text, _ in demo.tour(Look()))
    assert isinstance(report.repair, Repair)
    assert report.repair.judgement.verdict.decision == "approved"


def test_the_tour_fails_when_an_example_is_not_judged_as_it_should_be(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    assert demo.main() == 0
    assert f"All {len(EXAMPLES)} examples" in capsys.readouterr().out

    monkeypatch.setattr(demo, "EXAMPLES", (Example("1-sound.yaml", "blocked"), *EXAMPLES[1:]))

    assert demo.main() == 1
    assert "expected blocked" in capsys.readouterr().out


def test_an_example_that_is_blocked_for_another_reason_is_not_as_it_should_be() -> None:
    report = report_on(EXAMPLES[3])

    assert not as_it_should_be(Example(EXAMPLES[3].file, "blocked", frozenset({"STR001"})), report)
