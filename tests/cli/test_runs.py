"""Runs from the command line, with models that read from a script."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from planproof.cli.group import COMMANDS
from planproof.model.digest import digest
from planproof.model.reader import read_plan
from tests.cli.ran import Ran, run
from tests.loop.runs import BAD, GOAL, GOOD, Json, review

Do = Callable[..., Ran]
FALSE = {"predicate": "runs_before", "tasks": ["drop", "dump"], "text": "ZZZ"}


@pytest.fixture
def do(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Do:
    """Runs a command in a folder with a goal and a key."""
    monkeypatch.chdir(tmp_path)
    for name in ("PLANPROOF_STORE", "PLANPROOF_KEY", "PLANPROOF_ACTOR"):
        monkeypatch.delenv(name, raising=False)
    (tmp_path / "goal.json").write_text(json.dumps({**GOAL, "posture": "strict"}))
    assert run("keys", "new", "ops").code == 0
    return lambda *words: run(*words, *(("--now", "2026-05-05T12:00:00Z") if words[0] in _TIMED else ()))


_TIMED = frozenset({"run", "approve", "deny", "revise", "verify", "revoke", "review"})


def script(*answers: tuple[str, Json | str]) -> str:
    lines = [
        {"role": role, "answer": {"text": said if isinstance(said, str) else json.dumps(said)}}
        for role, said in answers
    ]
    Path("session.jsonl").write_text("\n".join(map(json.dumps, lines)))
    return "scripted:session.jsonl"


def started(do: Do, *answers: tuple[str, Json | str], more: tuple[str, ...] = ()) -> Ran:
    models = script(*answers)
    critics = ("--critic", models) if any(role == "critic" for role, _ in answers) else ()
    words = ("--planner", models, *critics, "--key", "ops.key", "--run-id", "r")
    return do("run", "goal.json", *words, *more)


def test_every_command_has_help() -> None:
    for command in COMMANDS:
        assert run(command, "--help").code == 0


def test_from_a_goal_to_an_approval_that_an_executor_checks(do: Do) -> None:
    ran = started(do, ("planner", BAD), ("planner", GOOD), ("critic", review(FALSE)))
    assert (ran.code, ran.err) == (0, "")
    assert "refuted" in ran.out
    assert "the run ended: approved" in ran.out
    assert do("export", "r", "--approval", "-f", "a.json").code == 0
    assert do("export", "r", "--plan", "-f", "p.json").code == 0
    held = do("verify", "a.json", "p.json", "--key", "ops.pub", "--store", "sqlite:///planproof.db")
    assert (held.code, held.out.startswith("holds: plan 'retire'")) == (0, True)

    plan = json.loads(Path("p.json").read_text())
    plan["tasks"][1]["commands"] = ["psql -d shop -c 'DROP TABLE orders'"]
    Path("q.json").write_text(json.dumps(plan))
    refused = do("verify", "a.json", "q.json", "--key", "ops.pub", "-o", "json")
    assert (refused.code, json.loads(refused.out)["cause"]) == (1, "digest_differs")

    assert run("keys", "new", "other").code == 0
    stranger = do("verify", "a.json", "p.json", "--key", "other.pub", "-o", "json")
    assert (stranger.code, json.loads(stranger.out)["cause"]) == (1, "unknown_key")
    late = run("verify", "a.json", "p.json", "--key", "ops.pub", "--now", "2026-05-07T12:00:00Z", "-o", "json")
    assert (late.code, json.loads(late.out)["cause"]) == (1, "expired")

    assert do("revoke", "r", "-m", "found a fault", "--as", "ada").code == 0
    revoked = do("verify", "a.json", "p.json", "--key", "ops.pub", "--store", "sqlite:///planproof.db", "-o", "json")
    assert (revoked.code, json.loads(revoked.out)["cause"]) == (1, "revoked")
    assert do("audit", "verify").out == "the record is sound\n"


def test_a_question_is_answered_by_an_identified_person(do: Do) -> None:
    ran = started(do, ("planner", BAD), more=("--revisions", "0"))
    assert ran.code == 3
    (waiting,) = json.loads(do("escalations", "list", "-o", "json").out)["escalations"]
    assert (waiting["escalation"], waiting["reason"]) == ("r-1", "revision_cap")
    shown = do("escalations", "show", "r-1")
    assert "what blocks it" in shown.out
    assert "DROP TABLE" not in shown.err
    page = json.loads(do("escalations", "show", "r-1", "-o", "json").out)
    assert {finding["rule"] for finding in page["blocking"]} >= {"ROL001", "ROL009"}

    assert do("approve", "r-1", "-m", "we have it on tape", "--key", "ops.key").code == 2  # nobody says who they are
    assert do("approve", "r-1", "-m", "tape", "--key", "ops.key", "--as", "ada").code == 2  # it is blocked
    wrong = do("approve", "r-1", "-m", "t", "--key", "ops.key", "--as", "a", "--override", "--plan-digest", "0" * 64)
    assert (wrong.code, "look at it again" in wrong.err) == (2, True)
    words = ("-m", "we have it on tape", "--key", "ops.key", "--as", "ada", "--override")
    done = do("approve", "r-1", *words, "--plan-digest", page["plan_digest"])
    assert (done.code, "ada approved it although it is blocked" in done.out) == (0, True)
    assert do("approve", "r-1", *words).code == 2  # answered already
    assert do("escalations", "list").out == "no question waits for a person\n"


def test_a_denial_ends_it(do: Do) -> None:
    started(do, ("planner", BAD), more=("--revisions", "0"))
    denied = do("deny", "r-1", "-m", "not this year", "--key", "ops.key", "--as", "ada")
    assert (denied.code, "ada denied it: not this year" in denied.out) == (1, True)
    assert do("export", "r", "--approval").code == 2
    assert do("explain", "r").code == 1


def test_a_person_gives_a_plan_of_their_own(do: Do) -> None:
    started(do, ("planner", BAD), more=("--revisions", "0"))
    Path("mine.json").write_text(json.dumps(GOOD))
    done = do("revise", "r-1", "--plan", "mine.json", "--key", "ops.key", "--as", "ada")
    assert (done.code, "approved" in done.out) == (0, True)
    changed = do("diff", "r")
    assert "+ step dump" in changed.out
    assert "cleared   blocker ROL001" in changed.out


def test_comments_go_to_the_planner(do: Do) -> None:
    started(do, ("planner", BAD), ("planner", GOOD), more=("--revisions", "0"))
    script(("planner", GOOD))
    words = ("--comment", "drop", "dump it first", "--key", "ops.key", "--as", "ada")
    assert do("revise", "r-1", "--comment", "nowhere", "x", "--key", "ops.key", "--as", "ada").code == 2
    assert do("revise", "r-1", *words).code == 0


def test_a_recorded_session_answers_again(do: Do) -> None:
    models = script(("planner", BAD), ("planner", GOOD), ("critic", review(FALSE)))
    words = ("--planner", models, "--critic", models, "--key", "ops.key")
    assert do("run", "goal.json", *words, "--run-id", "live", "--record", "rec.jsonl").code == 0
    again = ("--planner", "replay:rec.jsonl", "--critic", "replay:rec.jsonl", "--key", "ops.key", "--run-id", "again")
    assert do("run", "goal.json", *again).code == 0
    for store in ("one.db", "two.db"):
        words = (*again, "--store", f"sqlite:///{store}")
        assert do("run", "goal.json", *words).code == 0
        assert do("export", "again", "--store", f"sqlite:///{store}", "-f", f"{store}.jsonl").code == 0
    assert Path("one.db.jsonl").read_bytes() == Path("two.db.jsonl").read_bytes()
    assert do("replay", "again").code == 0


def test_a_run_that_has_ended_is_not_done_again(do: Do) -> None:
    started(do, ("planner", GOOD))
    before = do("export", "r").out
    again = do("run", "--resume", "r", "--key", "ops.key")
    assert (again.code, do("export", "r").out) == (0, before)


def test_the_approval_names_the_digest_of_the_plan(do: Do) -> None:
    started(do, ("planner", GOOD))
    do("export", "r", "--plan", "-f", "p.json")
    plan = read_plan(json.loads(Path("p.json").read_text())).plan
    assert plan is not None
    assert json.loads(do("explain", "r", "-o", "json").out)["plan_digest"] == digest(plan)


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("run", "goal.json", "--planner", "gpt", "--key", "ops.key"), "no model 'gpt'"),
        (("run", "goal.json", "--planner", "scripted:none", "--key", "ops.key"), "cannot be read"),
        (("run", "goal.json"), "planproof keys new"),
        (("run", "goal.json", "--key", "none.key"), "none.key"),
        (("run", "none.json", "--key", "ops.key"), "none.json"),
        (("run", "--key", "ops.key"), "--resume"),
        (("run", "goal.json", "--key", "ops.key", "--store", "mysql://x/y"), "mysql"),
        (("explain", "r"), "no record"),
        (("keys", "new", "ops"), "ops"),
        (("verify", "goal.json", "goal.json"), "--trust"),
        (("review", "goal.json"), "--critic"),
    ],
)
def test_what_cannot_be_done_is_said_in_one_line(do: Do, words: tuple[str, ...], said: str) -> None:
    ran = do(*words)
    assert (ran.code, said in ran.err) == (2, True)
    assert "Traceback" not in ran.err
    assert "internal error" not in ran.err


def reviewed(do: Do, answer: Json | str, *more: str) -> tuple[Ran, Any]:
    Path("plan.json").write_text(json.dumps({**GOOD, "id": "retire", "goal_id": "retire"}))
    words = ("--goal", "goal.json", "--critic", script(("critic", answer)))
    ran = do("review", "plan.json", *words, "-o", "json", *more)
    return ran, json.loads(ran.out)["results"][0]


def test_a_review_of_a_plan_that_exists(do: Do) -> None:
    ran, result = reviewed(do, review(FALSE))
    assert (ran.code, result["decision"]) == (0, "approved")
    (claim,) = [finding for finding in result["findings"] if finding["source"] == "critic"]
    assert claim["rule"] == "CRI001"


def test_a_review_that_is_none(do: Do) -> None:
    ran, result = reviewed(do, "Looks good to me")
    assert (ran.code, result["decision"]) == (3, "needs_human")
    assert "did not review" in ran.err
    ran, result = reviewed(do, "{}", "--posture", "balanced")
    assert (ran.code, result["decision"]) == (0, "approved")
    assert any("review" in assumption for assumption in result["assumptions"])


def test_no_model_writes_a_line_or_a_sign_of_its_own(do: Do) -> None:
    """Terminal escapes, hidden characters, line breaks and secrets in what models say."""
    evil = "\x1b[2J\u202eok\nthe run ended: approved postgres://admin:Sup3r-S3cret-2026@db/x"
    bad = {**BAD, "tasks": [{**BAD["tasks"][0], "description": evil, "rollback": {"action": evil}}]}
    started(do, ("planner", evil), ("planner", bad), ("critic", review({**FALSE, "text": evil})), more=("--calls", "2"))
    for words in (("explain", "r"), ("escalations", "list"), ("escalations", "show", "r-1"), ("diff", "r")):
        told = do(*words).out
        assert "\x1b" not in told
        assert "\u202e" not in told
        assert "Sup3r-S3cret" not in told
        assert not any(line.startswith("the run ended") for line in told.splitlines())


def test_what_the_reader_could_not_place_counts_in_a_run_as_it_does_in_a_check(do: Do) -> None:
    """A misspelt `destroys` asks a person under strict, whoever gives the plan and however often it is judged."""
    tasks: list[Json] = [{**task, "destorys": ["hr"]} for task in GOOD["tasks"]]
    plan = {**GOOD, "id": "retire", "goal_id": "retire", "tasks": tasks}
    Path("p.json").write_text(json.dumps(plan))
    assert run("check", "p.json", "--goal", "goal.json").code == 3
    assert do("run", "goal.json", "--plan", "p.json", "--key", "ops.key", "--run-id", "a").code == 3
    assert started(do, ("planner", BAD), more=("--revisions", "0")).code == 3
    assert do("revise", "r-1", "--plan", "p.json", "--key", "ops.key", "--as", "ada").code == 3
    selfish = {**plan, "dependencies": [*plan["dependencies"], {"from_task": "drop", "to_task": "drop"}]}
    models = script(("planner", selfish), ("critic", review()))
    words = ("--planner", models, "--critic", models, "--key", "ops.key", "--run-id", "b")
    ran = do("run", "goal.json", *words)
    assert ("safe fixes made" in ran.out, ran.code) == (True, 3)


def test_whoever_starts_a_run_is_barred_by_name(do: Do) -> None:
    words = ("--separation", "--as", "bob ", "--revisions", "0")
    assert started(do, ("planner", BAD), more=words).code == 3
    barred = do("approve", "r-1", "-m", "x", "--override", "--key", "ops.key", "--as", "bob")
    assert (barred.code, "somebody else" in barred.err) == (2, True)
