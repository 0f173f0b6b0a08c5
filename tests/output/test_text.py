import re
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from planproof.model.finding import CommandEvidence, OrderEvidence, TextEvidence
from planproof.model.plan import Plan, Task
from planproof.output.look import ASCII, Look
from planproof.output.report import Summary
from planproof.output.text import MAX_INFORMATION, MAX_OF_ONE_RULE, summed_up, told
from planproof.output.visible import width
from planproof.repair import Repair, Unsought
from tests.output.made import EVERY_EVIDENCE, FIX, PLAN, every_pile, finding, judged, report

WIDE = Look(width=120)
NARROW = Look(width=80)


def test_the_verdict_comes_first_then_the_plan_then_the_findings_by_weight() -> None:
    text = told(report(judged(PLAN, *every_pile())), WIDE)

    assert text.splitlines()[0].startswith(" ✗ BLOCKED   cleanup-users v3  balanced")
    places = [
        text.index(part)
        for part in (
            "1 blocking",
            "✗ × drop",
            "\nBlocking",
            "ORD004 use",
            "\nAcknowledged",
            "! RSK003",
            "\nNoted",
            "• RSK005",
        )
    ]
    assert places == sorted(places)


def test_the_counterexample_is_drawn_as_an_execution() -> None:
    text = told(report(judged(PLAN, *every_pile())), WIDE)

    assert "order    look → backup → tidy → drop ✗ needs dump_restorable" in text


def test_each_kind_of_evidence_shows_what_it_holds() -> None:
    text = told(report(judged(PLAN, *every_pile())), WIDE)

    assert "overlap  tidy writes ∥ drop destroys: users" in text
    assert "cycle    tidy → (dependency 0) drop → (precondition 1) tidy" in text
    assert 'words    tasks.drop.description "Drop the users"' in text
    assert "command  psql -c '>>DROP TABLE users<<' | tee log" in text
    assert "value    tasks.drop.risk_class is low, wanted high" in text


def test_of_a_long_order_the_end_is_drawn_and_the_rest_counted() -> None:
    order = OrderEvidence(order=tuple(f"s{i}" for i in range(20)), omitted=5, note="needs x")

    text = told(report(judged(PLAN, finding("ORD001", "drop", evidence=(order,)))), WIDE)

    assert "… 17 earlier → s12 → s13 → s14 → s15 → s16 → s17 → s18 → s19 ✗ needs x" in text


def test_the_picture_marks_what_is_found_and_where_there_is_no_way_back() -> None:
    lines = told(report(judged(PLAN, *every_pile())), WIDE).splitlines()
    row = {
        name: next(line for line in lines if re.search(rf"[·+~◌×] {name}\b", line))
        for name in ("tidy", "snapshot", "drop")
    }

    assert "✗ ~ tidy" in row["tidy"]
    assert row["tidy"].endswith("ORD004")
    assert "! ◌ snapshot" in row["snapshot"]
    assert "destroy, irreversible" in row["drop"]
    assert "no way back from here on" in lines[lines.index(row["drop"]) - 1]


def test_steps_that_may_run_side_by_side_stand_in_one_bracket() -> None:
    plan = Plan(id="p", execution="dag", tasks=tuple(Task(id=i) for i in "abc"))

    rows = [line for line in told(report(judged(plan)), WIDE).splitlines() if "◌" in line]

    assert [row[2] for row in rows] == ["┌", "│", "└"]


def test_a_chain_has_no_bracket() -> None:
    plan = Plan(id="p", tasks=tuple(Task(id=i) for i in "abc"))

    assert not set("┌│└") & set(told(report(judged(plan)), WIDE))


def test_of_a_large_plan_only_the_steps_that_matter_are_drawn_and_the_others_counted() -> None:
    plan = Plan(id="p", tasks=tuple(Task(id=f"s{i}", effect="observe") for i in range(500)))

    text = told(report(judged(plan, finding("ORD001", "s250"))), WIDE)

    assert re.findall(r"[✗✓] · (s\d+)", text) == ["s0", "s250", "s499"]
    assert text.count("⋮ 249 more steps") == 1
    assert text.count("⋮ 248 more steps") == 1


def test_many_findings_that_only_record_something_are_counted() -> None:
    findings = [finding("EFF001", f"s{i}", severity="info", message=f"note {i}") for i in range(MAX_INFORMATION + 1)]
    judgement = judged(PLAN, *findings)

    short = told(report(judgement), WIDE)
    long = told(report(judgement), replace(WIDE, verbose=True))

    assert "EFF001 made-up (13 times); --verbose lists them" in short
    assert "note 12" not in short
    assert all(f"note {i}\n" in long for i in range(MAX_INFORMATION + 1))


def test_findings_that_were_counted_by_the_rules_are_mentioned() -> None:
    text = told(report(judged(PLAN, finding("ORD001", "drop", more=41))), WIDE)

    assert "42 blocking" in text
    assert "and 41 more of ORD001, not listed" in text


def test_assumptions_and_the_question_are_told() -> None:
    text = told(report(judged(PLAN, *every_pile()[1:], posture="strict")), WIDE)

    assert text.startswith(" ? NEEDS A PERSON ")
    assert "Taken on trust\n  • the effect of 'snapshot' is unknown" in text
    assert "Question to a person\n  May this plan run?" in text


def test_a_waiver_is_told_with_its_reason() -> None:
    assert "VER001 waived: agreed (ada); something is wrong" in told(report(judged(PLAN, *every_pile())), WIDE)


def test_a_repair_says_what_it_does_and_how_the_repaired_plan_is_judged() -> None:
    repair = Repair(((FIX,),), smallest=True, judgement=judged(PLAN), remaining=0)

    text = told(report(judged(PLAN, *every_pile()), repair), WIDE)

    assert (
        "Repair\n  1 safe fix clears every blocker; the repaired plan: ✓ approved\n  • run 'drop' before 'tidy'" in text
    )


def test_a_repair_that_was_not_looked_for_says_why() -> None:
    text = told(report(judged(PLAN, *every_pile()), Unsought("the plan is too large")), WIDE)

    assert "not looked for: the plan is too large" in text


def test_quiet_is_one_line() -> None:
    text = told(report(judged(PLAN, *every_pile())), replace(WIDE, quiet=True))

    assert text.count("\n") == 1
    assert "1 blocking, 1 acknowledged, 2 noted" in text


def test_of_many_an_approved_plan_is_one_line_and_a_blocked_one_is_told() -> None:
    many = replace(WIDE, many=True)

    assert told(report(judged(PLAN)), many).count("\n") == 1
    assert "ORD004" in told(report(judged(PLAN, *every_pile())), many)


def test_the_table_of_effects_names_each_step_and_why() -> None:
    text = told(report(judged(PLAN)), replace(WIDE, effects=True))

    assert re.search(r"× drop +destroy irreversible · proven: DROP TABLE users", text)
    assert re.search(r"◌ snapshot +unknown · inferred: ", text)


def test_colour_is_only_there_where_it_is_asked_for() -> None:
    judgement = judged(PLAN, *every_pile())

    assert "\x1b" not in told(report(judgement), WIDE)
    coloured = told(report(judgement), replace(WIDE, colour=True))
    assert "\x1b[1;97;41m ✗ BLOCKED \x1b[0m" in coloured
    # The pointers around the deciding part of a command stand in for colour.
    assert re.sub(r"\x1b\[[0-9;]*m", "", coloured) == told(report(judgement), WIDE).replace(">>", "").replace("<<", "")


def test_the_plain_symbols_are_ascii() -> None:
    text = told(report(judged(PLAN, *every_pile())), replace(NARROW, symbols=ASCII, effects=True))

    assert text.isascii()


def test_the_summary_counts_every_decision() -> None:
    summary = Summary()
    summary.decisions.update({"approved": 3, "blocked": 2, "needs_human": 1})

    assert summed_up(summary, WIDE) == "6 plans: 3 approved, 1 need a person, 2 blocked\n"


NASTY = st.text(
    st.characters(exclude_categories=["Cs"])
    | st.sampled_from("\u202e\u200b\x1b\x00\x07\n\r\t\u2028\U000e0041\u0301\u00a0\u3164界"),
    min_size=1,
    max_size=90,
)


@pytest.mark.parametrize(
    "look", [NARROW, WIDE, replace(NARROW, verbose=True, effects=True), replace(NARROW, quiet=True)]
)
@given(texts=st.lists(NASTY, min_size=6, max_size=6))
def test_whatever_a_plan_says_every_line_fits_and_every_character_shows(look: Look, texts: list[str]) -> None:
    name, other, message, quote, assumption, source = texts
    plan = Plan(
        id=name, execution="dag", tasks=(Task(id=name, description=message), Task(id=f"{other}-", effect="destroy"))
    )
    order = OrderEvidence(order=(name, other), note=message)
    evidence = (*EVERY_EVIDENCE, order, TextEvidence(field=name, quote=quote))
    findings = (
        finding("ORD001", name, other, message=message, evidence=evidence, fix=FIX),
        finding("RSK003", name, severity="warning", message=message, assumption=assumption),
        finding("RSK005", name, severity="info", message=message, name="point-of-no-return"),
    )

    text = told(report(judged(plan, *findings), Unsought(message), source), look)

    lines = text.split("\n")
    assert all(character.isprintable() or character in "\u0301" for line in lines for character in line)
    assert [line for line in lines if width(line) > look.width] == []


def test_of_one_rule_some_findings_are_told_and_the_others_counted_with_their_steps() -> None:
    findings = [finding("ORD001", f"s{i}", message=f"number {i}") for i in range(MAX_OF_ONE_RULE + 3)]
    judgement = judged(PLAN, *findings, finding("ORD002", "other"))

    short = told(report(judgement), WIDE)

    assert f"number {MAX_OF_ONE_RULE - 1}\n" in short
    assert f"number {MAX_OF_ONE_RULE}\n" not in short
    assert "… and 3 more of ORD001: s5, s6, s7  (--verbose lists them)" in short
    assert "ORD002" in short
    assert f"number {MAX_OF_ONE_RULE + 2}\n" in told(report(judgement), replace(WIDE, verbose=True))


def test_with_several_points_of_no_return_the_line_is_drawn_once_before_the_first() -> None:
    point = finding("RSK005", "drop", "tidy", severity="info", name="point-of-no-return")

    lines = told(report(judged(PLAN, point)), WIDE).splitlines()

    [place] = [k for k, line in enumerate(lines) if "no way back" in line]
    assert "tidy" in lines[place + 1]


def test_a_command_that_does_not_hold_its_span_is_shown_whole() -> None:
    evidence = CommandEvidence(task="drop", command="rm -rf /srv", span="DROP")

    assert "command  rm -rf /srv\n" in told(report(judged(PLAN, finding("ORD001", "drop", evidence=(evidence,)))), WIDE)


def test_of_a_long_command_the_part_that_decides_is_shown() -> None:
    evidence = CommandEvidence(task="drop", command=f"{'a' * 900} rm -rf /srv {'b' * 900}", span="rm -rf /srv")

    text = told(report(judged(PLAN, finding("ORD001", "drop", evidence=(evidence,)))), NARROW)

    assert "rm -rf /srv" in text.replace("\n             ", " ")
    assert len(text) < 1_500
