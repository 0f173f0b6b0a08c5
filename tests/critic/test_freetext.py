"""Sentences as people write them, and the claims in them."""

from __future__ import annotations

import pytest

from planproof.critic.claims import FORMS
from planproof.critic.freetext import claim_of
from planproof.model.plan import Plan, Precondition, Task

PLAN = Plan(
    id="p",
    tasks=(
        Task(id="copy_rows", target="orders", establishes=("rows_copied",)),
        Task(id="compare-counts", description="Compare the counts of both tables"),
        Task(
            id="cut_over",
            target="orders-vip",
            preconditions=(
                Precondition(fact="rows_copied", established_by="copy_rows", description="All rows are copied"),
                Precondition(fact="window_open", established_by="env", description="The window is open"),
            ),
        ),
        Task(id="verify"),
    ),
)
SAID = [
    # order
    (
        "cut_over",
        "It is executed before 'compare-counts' has finished.",
        "runs_before cut_over compare-counts",
    ),
    ("cut_over", "It must only start after the comparison of counts.", "runs_before cut_over compare-counts"),
    ("cut_over", "It should not begin until task verify is done.", "runs_before cut_over verify"),
    ("cut_over", "Cut over cannot proceed until compare-counts passed.", "runs_before cut_over compare-counts"),
    ("compare-counts", "Comparing counts should run before the cut over.", "runs_before cut_over compare-counts"),
    ("compare-counts", "The counts are compared, but scheduled after cut_over.", "runs_before cut_over compare-counts"),
    (
        "cut_over",
        "It depends on 'compare-counts' but is not ordered correctly.",
        "runs_before cut_over compare-counts",
    ),
    ("cut_over", "It is sequenced before verifying that the window is open.", "unestablished cut_over window_open"),
    ("cut_over", "It runs before the changes from 'copy_rows' have reached the replica.", "risk cut_over"),
    # rollback
    ("copy_rows", "There is no rollback plan.", "no_rollback copy_rows"),
    ("copy_rows", "Lacks a defined rollback action.", "no_rollback copy_rows"),
    ("copy_rows", "The rollback is not defined for the copying of rows.", "no_rollback copy_rows"),
    ("copy_rows", "The task does not include a way back.", "no_rollback copy_rows"),
    ("cut_over", "It rests on copy_rows, but copy_rows has no rollback.", "no_rollback copy_rows"),
    ("copy_rows", "It lacks a sound rollback plan.", "risk copy_rows"),
    ("copy_rows", "Its rollback lacks detailed verification steps.", "risk copy_rows"),
    ("copy_rows", "The rollback cannot restore what was overwritten.", "rollback_cannot_restore copy_rows"),
    ("copy_rows", "What it does is irreversible.", "irreversible copy_rows"),
    # verification
    ("copy_rows", "No verification step is defined.", "no_verification copy_rows"),
    ("cut_over", "It depends on 'rows_copied', which is not verified.", "no_verification copy_rows"),
    ("cut_over", "It relies on 'compare-counts' but does not verify its success.", "no_verification compare-counts"),
    (
        "cut_over",
        "It relies on 'window_open', which is not verified.",
        "unestablished cut_over window_open",
    ),
    ("cut_over", "It depends on copy_rows, which has unverified dependencies.", "risk cut_over"),
    ("cut_over", "No checks are made before the traffic moves.", "missing_step cut_over"),
    ("copy_rows", "No verification to ensure that the network is stable.", "risk copy_rows"),
    # the rest
    ("copy_rows", "'rsync' is not available.", "tool_unavailable copy_rows"),
    ("copy_rows", "This may overload the database.", "risk copy_rows"),
    ("nowhere", "This may overload the database.", "other"),
    (None, "", "other"),
]


@pytest.mark.parametrize(("task", "message", "expected"), SAID)
def test_a_sentence_is_read_as_it_is_meant(task: str | None, message: str, expected: str) -> None:
    claim = claim_of({"task_id": task, "message": message}, PLAN)
    part = claim.part if FORMS[claim.predicate].part == "fact" else None
    assert " ".join((claim.predicate, *claim.tasks, *([part] if part else []))) == expected
    assert claim.text == message


def test_odd_entries_are_remarks() -> None:
    odd: list[dict[str, object]] = [
        {},
        {"message": 3},
        {"task_id": ["copy_rows"], "message": None},
        {"suggested_fix": {}},
    ]
    for entry in odd:
        assert claim_of(entry, PLAN).predicate == "other"
    assert claim_of({"task_id": "verify", "message": "no rollback " * 100_000}, PLAN).predicate == "no_rollback"
