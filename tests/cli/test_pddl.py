from pathlib import Path

import pytest

from tests.cli.ran import run

DOMAIN = """(define (domain lights) (:predicates (on ?l))
  (:action switch-on :parameters (?l) :precondition (and (not (on ?l))) :effect (on ?l))
  (:action switch-off :parameters (?l) :precondition (on ?l) :effect (not (on ?l))))"""
PROBLEM = "(define (problem dark) (:domain lights) (:objects hall attic) (:init (on attic)) (:goal (on hall)))"


@pytest.fixture
def files(tmp_path: Path) -> tuple[Path, list[str]]:
    (tmp_path / "d.pddl").write_text(DOMAIN)
    (tmp_path / "p.pddl").write_text(PROBLEM)
    return tmp_path, ["--domain", str(tmp_path / "d.pddl"), "--problem", str(tmp_path / "p.pddl")]


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("(switch-on hall)", 0),
        ("(switch-off attic)\n(switch-on hall)\n", 0),
        ("(switch-on attic)\n(switch-on hall)\n", 1),
        ("(switch-on hall)\n(switch-off hall)\n", 1),
        ("", 1),
        ("(switch-on cellar)", 1),
        ("switch on the light in the hall", 1),
    ],
)
def test_a_plan_is_judged_for_its_problem(files: tuple[Path, list[str]], text: str, code: int) -> None:
    folder, options = files
    (folder / "plan.txt").write_text(text)

    assert run("check", *options, folder / "plan.txt").code == code
    assert run("check", *options, "-", stdin=text.encode()).code == code


def test_an_invalid_plan_says_which_step_lacks_what(files: tuple[Path, list[str]]) -> None:
    folder, options = files
    (folder / "plan.txt").write_text("(switch-on attic)\n(switch-on hall)\n")

    text = run("check", *options, folder / "plan.txt").out

    assert "001-switch-on-attic" in text
    assert "(not (on attic))" in text


def test_what_is_no_step_is_never_approved_whatever_rules_are_chosen(files: tuple[Path, list[str]]) -> None:
    folder, options = files
    (folder / "plan.txt").write_text("(switch-on hall)\n(dance)\n")

    assert run("check", *options, folder / "plan.txt").code == 1
    assert run("check", *options, folder / "plan.txt", "--select", "TRC").code in (1, 2)


def test_a_problem_that_cannot_be_read_stops(files: tuple[Path, list[str]]) -> None:
    folder, options = files
    (folder / "p.pddl").write_text("(define (problem dark) (:metric minimize (total-time)))")
    (folder / "plan.txt").write_text("(switch-on hall)")

    ran = run("check", *options, folder / "plan.txt")

    assert ran.code == 2
    assert ran.err.startswith("planproof: error: ")
