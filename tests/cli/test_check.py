import json
from pathlib import Path
from typing import cast

import pytest

from tests.cli.ran import ASKING, BLOCKED, SOUND, run, write


@pytest.mark.parametrize(("plan", "code"), [(SOUND, 0), (BLOCKED, 1), (ASKING, 3)])
def test_the_exit_code_is_the_decision(tmp_path: Path, plan: dict[str, object], code: int) -> None:
    assert run("check", write(tmp_path, "p.json", plan)).code == code


@pytest.mark.parametrize(
    ("names", "code"), [("s", 0), ("sa", 3), ("asb", 1), ("ba", 1), ("bx", 2), ("xs", 2), ("sas", 3)]
)
def test_of_many_the_exit_code_is_the_worst(tmp_path: Path, names: str, code: int) -> None:
    plans = {"s": SOUND, "a": ASKING, "b": BLOCKED}
    files = [write(tmp_path, f"{k}.json", plans[n]) if n in plans else tmp_path / "absent" for k, n in enumerate(names)]

    assert run("check", *files).code == code


def test_the_verdict_comes_first_and_names_the_plan(tmp_path: Path) -> None:
    ran = run("check", write(tmp_path, "p.json", BLOCKED))

    assert ran.out.startswith(" ✗ BLOCKED   flawed  balanced")
    assert ran.err == ""


def test_json_is_one_document_with_a_result_for_each_plan(tmp_path: Path) -> None:
    write(tmp_path, "a.json", SOUND)
    write(tmp_path, "b/c.json", BLOCKED)
    (tmp_path / "d.jsonl").write_text(json.dumps(ASKING) + "\n\n" + json.dumps(SOUND) + "\n")

    ran = run("check", tmp_path, "-o", "json")

    assert ran.code == 1
    assert ran.document["version"] == 1
    assert [result["source"] for result in ran.results] == [
        f"{tmp_path}/a.json",
        f"{tmp_path}/b/c.json",
        f"{tmp_path}/d.jsonl:1",
        f"{tmp_path}/d.jsonl:3",
    ]
    assert ran.decisions == ["approved", "blocked", "needs_human", "approved"]


def test_the_same_input_gives_the_same_bytes_in_one_process_or_in_several(tmp_path: Path) -> None:
    lines = [
        json.dumps({**plan, "id": f"{k}"} if "id" in plan else plan)
        for k in range(40)
        for plan in (SOUND, BLOCKED, ASKING)
    ]
    (tmp_path / "many.jsonl").write_text("\n".join([*lines, "no plan", '{"plan": {"tasks": []}, "goal": {}}']) + "\n")
    write(tmp_path, "one.json", BLOCKED)
    sources = (tmp_path, tmp_path / "absent", "-")
    outputs = [f"{name}={tmp_path}/out-{name}" for name in ("sarif", "github", "junit", "mermaid", "json")]

    def told(*jobs: str) -> tuple[object, ...]:
        options = [option for output in outputs for option in ("-o", output)]
        ran = run("check", *sources, *options, *jobs, stdin=json.dumps(SOUND).encode())
        return ran, *((tmp_path / output.split("=")[1]).read_bytes() for output in outputs)

    alone = told()

    assert alone == told()
    assert alone == told("--jobs", "2")


def test_standard_input_is_read() -> None:
    ran = run("check", "-", "-o", "json", stdin=json.dumps(BLOCKED).encode())

    assert (ran.code, ran.results[0]["source"]) == (1, "-")
    lines = "\n".join(json.dumps(plan) for plan in (SOUND, ASKING)) + "\n"
    assert run("check", "-", "-o", "json", stdin=lines.encode()).decisions == ["approved", "needs_human"]


@pytest.mark.parametrize(
    "text",
    ["no plan at all", "", "{", "[1, 2]", '{"tasks": 1}', "\0", "- &a [*a]", '{"id": NaN}', "\ufeff", "```\n```"],
)
def test_a_plan_that_cannot_be_read_is_blocked_by_a_structure_rule(tmp_path: Path, text: str) -> None:
    file = tmp_path / "plan.json"
    file.write_text(text)

    for extra in ((), ("--select", "TRC"), ("--ignore", "STR")):
        ran = run("check", file, "-o", "json", *extra)
        assert ran.code in (1, 2)
        if ran.code == 1:
            for result in ran.results:
                findings = cast("list[dict[str, object]]", result["findings"])
                assert "structure" in [f["family"] for f in findings if f["ruling"] == "blocks"]
        else:
            assert ran.results == []
            assert "error" in ran.err
    assert run("check", file).code == 1


def test_a_source_that_is_not_there_is_an_error_and_the_others_are_judged(tmp_path: Path) -> None:
    ran = run("check", tmp_path / "absent.json", write(tmp_path, "p.json", SOUND), "-o", "json")

    assert ran.code == 2
    assert ran.decisions == ["approved"]
    assert cast("list[dict[str, str]]", ran.document["errors"])[0]["source"] == str(tmp_path / "absent.json")
    assert "does not exist" in ran.err


def test_a_broken_goal_in_a_bundle_is_an_error_of_that_source_alone(tmp_path: Path) -> None:
    bundle = write(tmp_path, "a.json", {"goal": {"id": "g", "risk_tolerence": "strict"}, "plan": SOUND})

    ran = run("check", bundle, write(tmp_path, "b.json", SOUND), "-o", "json")

    assert ran.code == 2
    assert ran.decisions == ["approved"]
    assert f"error: {bundle}: the goal does not fit its schema" in ran.err
    assert "risk_tolerance" in ran.err


def test_a_broken_goal_of_the_command_line_stops(tmp_path: Path) -> None:
    goal = write(tmp_path, "goal.json", {"id": "g", "postur": "strict"})

    ran = run("check", "--goal", goal, write(tmp_path, "p.json", SOUND), "-o", "json")

    assert (ran.code, ran.out) == (2, "")
    assert "did you mean 'posture'" in ran.err


def test_the_goal_of_the_command_line_holds_instead_of_the_one_beside_the_plan(tmp_path: Path) -> None:
    goal = write(tmp_path, "goal.json", {"id": "g", "posture": "permissive"})
    plan = write(tmp_path, "p.json", ASKING)

    assert run("check", plan).code == 3
    assert run("check", plan, "--goal", goal).code == 0
    assert run("check", plan, "--goal", goal, "--posture", "strict").code == 3


def test_a_rule_can_be_selected_and_left_out(tmp_path: Path) -> None:
    plan = write(tmp_path, "p.json", ASKING)

    def rules(*options: str) -> set[str]:
        [result] = run("check", plan, "-o", "json", *options).results
        return {str(f["rule"]) for f in cast("list[dict[str, object]]", result["findings"])}

    every = rules()
    assert {"VER001", "RSK003"} <= every
    assert "RSK003" not in rules("--select", "VER,STR")
    assert rules("--ignore", "ver001", "--ignore", "TRC") == {r for r in every if r != "VER001" and r[:3] != "TRC"}


@pytest.mark.parametrize(
    ("options", "says"),
    [
        (["--select", "XYZ"], "no rule or family 'XYZ'"),
        (["--select", "nonsense!"], "is no rule"),
        (["--ignore", "STR999"], "no rule or family 'STR999'"),
        (["--now", "yesterday"], "'yesterday' is no time"),
        (["--now", "2026-01-01"], "has no zone"),
        (["--output", "xml"], "no output format is called 'xml'"),
        (["-o", "json", "-o", "sarif"], "cannot both go to standard output"),
        (["-o", "json=a", "-o", "sarif=a"], "the same file"),
        (["-o", "json=no/such/folder/a.json"], "cannot write to"),
        (["--fix", "--diff"], "give one of them"),
        (["--diff", "-o", "json"], "--diff is written to standard output"),
        (["--posture", "lax"], "lax"),
        (["--domain", "d.pddl"], "both --domain and --problem"),
        (["--domain", "d", "--problem", "p", "--goal", "g"], "leave out --goal"),
        (["--domain", "d", "--problem", "p"], "'d' cannot be read"),
        (["--config", "no.toml"], "no.toml"),
        (["--parent", "no.json"], "'no.json' does not exist"),
        (["--jobs", "-1"], "-1"),
        (["--no-such-option"], "--no-such-option"),
    ],
)
def test_what_is_asked_wrongly_is_an_error_that_names_it(tmp_path: Path, options: list[str], says: str) -> None:
    ran = run("check", write(tmp_path, "p.json", SOUND), *options)

    assert ran.code == 2
    assert says in ran.err
    assert "APPROVED" not in ran.out


def test_without_a_plan_there_is_nothing_to_do() -> None:
    assert run("check").code == 2


def test_several_outputs_are_written_at_once(tmp_path: Path) -> None:
    ran = run(
        "check", write(tmp_path, "p.json", BLOCKED), "-o", f"json={tmp_path}/a.json", "-o", f"junit={tmp_path}/b.xml"
    )

    assert "BLOCKED" in ran.out
    assert json.loads((tmp_path / "a.json").read_text())["results"][0]["decision"] == "blocked"
    assert '<failure type="blocked"' in (tmp_path / "b.xml").read_text()
    assert sorted(path.name for path in tmp_path.iterdir()) == ["a.json", "b.xml", "p.json"]


def test_sarif_and_github_point_at_the_line_of_the_step(tmp_path: Path) -> None:
    plan = write(tmp_path, "p.json", BLOCKED)
    line = plan.read_text().splitlines().index('   "id": "look",') + 1

    assert f"::error file={plan},line={line},title=STR" in run("check", plan, "-o", "github").out
    [flow] = cast(
        "list[dict[str, list[dict[str, list[dict[str, dict[str, dict[str, object]]]]]]]]",
        run("check", plan, "-o", "sarif").document["runs"],
    )
    assert flow["results"][0]["locations"][0]["physicalLocation"]["region"] == {"startLine": line}


def test_the_clock_decides_whether_a_waiver_holds(tmp_path: Path) -> None:
    waiver = {"rule": "VER001", "reason": "agreed", "by": "ada", "expires": "2026-06-01T00:00:00Z"}
    plan = write(tmp_path, "p.json", {**ASKING, "goal": {"id": "g", "waivers": [waiver]}})

    def waived(now: str) -> bool:
        [result] = run("check", plan, "-o", "json", "--now", now).results
        return any(f["waived"] for f in cast("list[dict[str, object]]", result["findings"]))

    assert waived("2026-05-31T00:00:00Z")
    assert not waived("2026-06-02T00:00:00+02:00")


def test_a_revision_is_compared_with_its_parent(tmp_path: Path) -> None:
    plan = write(tmp_path, "p.json", SOUND)

    [result] = run("check", plan, "--parent", plan, "-o", "json").results

    assert "no-op-revision" in [f["name"] for f in cast("list[dict[str, object]]", result["findings"])]


def test_effects_verbose_and_quiet(tmp_path: Path) -> None:
    plan = write(tmp_path, "p.json", ASKING)

    assert "\nEffects\n  ◌ odd  unknown · " in run("check", plan, "--effects").out
    assert run("check", plan, "--quiet").out.count("\n") == 1


def test_colour_follows_the_option_and_the_environment(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    plan = write(tmp_path, "p.json", SOUND)
    monkeypatch.delenv("NO_COLOR", raising=False)
    monkeypatch.delenv("FORCE_COLOR", raising=False)

    assert "\x1b" not in run("check", plan).out
    assert "\x1b" in run("check", plan, "--color").out
    monkeypatch.setenv("FORCE_COLOR", "1")
    assert "\x1b" in run("check", plan).out
    assert "\x1b" not in run("check", plan, "--no-color").out
    monkeypatch.setenv("NO_COLOR", "1")
    assert "\x1b" not in run("check", plan).out


@pytest.mark.parametrize("columns", [60, 80, 120])
def test_the_width_is_that_of_the_terminal(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, columns: int) -> None:
    monkeypatch.setenv("COLUMNS", str(columns))

    longest = max(map(len, run("check", write(tmp_path, "p.json", ASKING)).out.splitlines()))

    assert columns - 20 < longest <= columns


def test_what_lies_beside_the_plans_of_a_folder_is_said_to_be_skipped_and_counts_for_nothing(tmp_path: Path) -> None:
    write(tmp_path, "plans/sound.json", SOUND)
    write(tmp_path, "plans/expected.json", [{"plan": "sound.json", "decision": "approved"}])
    (tmp_path / "plans" / "goal.yaml").write_text("id: g\ndescription: look\nposture: strict\n")
    (tmp_path / "plans" / "log.jsonl").write_text('{"level": "info"}\n{"level": "error"}\n')

    ran = run("check", tmp_path / "plans", "-o", "json")

    assert (ran.code, ran.decisions) == (0, ["approved"])
    assert ran.document["skipped"] == [
        {"source": str(tmp_path / "plans" / name), "message": message}
        for name, message in (
            ("expected.json", "no plan: it has no 'tasks'"),
            ("goal.yaml", "a goal and no plan: give it with --goal"),
            ("log.jsonl:1", "no plan: it has no 'tasks'"),
            ("log.jsonl:2", "no plan: it has no 'tasks'"),
        )
    ]
    text = run("check", tmp_path / "plans").out
    assert text.count(" SKIPPED ") == 4
    assert text.endswith("1 plan: 1 approved, 0 need a person, 0 blocked; 4 other files skipped\n")
    quiet = run("check", "-q", tmp_path / "plans").out
    assert quiet.count("SKIPPED") == 0
    assert quiet.endswith("; 4 other files skipped\n")
    assert run("check", tmp_path / "plans", "-o", "github").out.count(": skipped, ") == 4


def test_a_file_that_is_named_is_always_judged(tmp_path: Path) -> None:
    other = write(tmp_path, "other.json", {"name": "app"})

    ran = run("check", other, "-o", "json")

    assert (ran.code, ran.decisions) == (1, ["blocked"])
    assert "skipped" not in ran.document


@pytest.mark.parametrize("jobs", ["1", "2"])
def test_a_folder_of_other_files_is_an_error(tmp_path: Path, jobs: str) -> None:
    write(tmp_path, "others/a.json", {"name": "app"})
    write(tmp_path, "others/b.json", [1, 2])
    write(tmp_path, "plans/sound.json", SOUND)

    ran = run("check", tmp_path / "others", tmp_path / "plans", "-o", "json", "-j", jobs)

    assert (ran.code, ran.decisions) == (2, ["approved"])
    message = "no file in this folder is a plan: name the plan"
    assert ran.document["errors"] == [{"source": str(tmp_path / "others"), "message": message}]
    assert message in ran.err


def test_a_goal_that_does_not_fit_is_told_without_its_secrets(tmp_path: Path) -> None:
    key = "AKIA" + "QX7ZP2MWN5RTLKJB"
    plan = write(tmp_path, "p.json", {"goal": {"id": "g", "posture": key}, "plan": SOUND})

    ran = run("check", plan, "-o", "json")

    assert ran.code == 2
    assert key not in ran.out + ran.err
    assert "AKIA…" in ran.err


@pytest.mark.parametrize("name", ["text", "json", "sarif", "github", "junit"])
def test_what_is_no_plan_is_told_without_its_secrets(tmp_path: Path, name: str) -> None:
    key = "AKIA" + "QX7ZP2MWN5RTLKJB"
    (tmp_path / "p.yaml").write_text(f"the key is {key}")

    ran = run("check", tmp_path / "p.yaml", "-o", name, "-v")

    assert ran.code == 1
    assert "AKIA…" in ran.out
    assert key not in ran.out
