"""Words that stand where a check or a way back should be."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from planproof.gates.hollow import hollow_check, hollow_undo
from tests.strategies import sentences

UNDO_NOTHING = (
    "none",
    "None needed",
    "n/a",
    "N/A - read only",
    "Not applicable",
    "TBD",
    "to be determined with the vendor",
    "no rollback needed",
    "There is no rollback for this step",
    "rollback is not possible",
    "data restoration not possible",
    "handled elsewhere",
    "cannot be undone",
    "nothing to undo",
    "do nothing",
    "manual intervention",
    " \n none",
    "notify the platform team and retry",
    "notify failure",
    "Retry, then escalate to the cache team",
    "Wait for the network to converge and escalate to the vendor",
    "page the on-call engineer",
    "alert team and reassess",
    "abort the migration",
    "halt cutover",
    "stop the migration process",
    "terminate upgrade and notify",
    "re-run scan",
    "attempt snapshot again",
    "attempt again or notify admin",
    "investigate pending pods",
    "contact support for Carrier B",
    "open a ticket with the vendor",
    "monitor the situation",
    "Post in the platform channel and pause the plan",
)
UNDO_SOMETHING = (
    "restore from backup",
    "revert config and re-apply",
    "notify and revert to old index",
    "helm rollback and notify rollback need",
    "stop the job, then truncate the new table again",
    "stop notifications",
    "stop replication slot",
    "wait for the queue to drain, then switch back",
    "sign with the old key again",
    "publish the old set again",
    "the partner delivers by FTP again",
    "fix the Vault path; do not go back to the leaked token",
    "give that consumer its own new token",
    "keep the trial bucket until its one-day lock ends, then delete it",
    "lift the retention with the bypass permission",
    "drop the invalid index with the suffix _ccnew",
    "set log_statement to none",
    "Never bring the old credentials back: give the person a new account after an interview",
    "fw-1 takes the address again",
    "import the exported ACL, which is in count mode",
    "re-enable the alert rules",
    "restore the retry policy",
    "Back to 50 %",
    "Scale v1 up again",
    "reintroduce the old API compatibility shims",
    "reapply the commit",
    "disable the API version gate",
)
SHOW_NOTHING = (
    "n/a",
    "none",
    "true",
    "echo ok",
    "echo 'state pushed'",
    "exit 0",
    "curl -s http://x || true",
    "trust the team",
    "we trust the tool",
    "it should work",
    "should be fine",
    "looks good",
    "no verification needed",
    "assume success",
    "tbd",
    ":",
)
SHOW_SOMETHING = (
    "compare the row counts",
    "check that the flag is true",
    "list the tables: none of them is users",
    "look it up in the catalogue",
    "query replication lag",
    "openssl verify with the trust store",
    "ping the echo server",
    "stat .",
    "run health probe",
)


@pytest.mark.parametrize("action", UNDO_NOTHING)
def test_undoes_nothing(action: str) -> None:
    hollow = hollow_undo(action)
    assert hollow is not None
    assert hollow.sure


@pytest.mark.parametrize("action", UNDO_SOMETHING)
def test_undoes_something(action: str) -> None:
    assert hollow_undo(action) is None


@pytest.mark.parametrize("action", ["document findings", "verify port status", "review and adjust SCP"])
def test_to_look_undoes_nothing_and_goes_well_with_an_undo(action: str) -> None:
    hollow = hollow_undo(action)
    assert hollow is not None
    assert not hollow.sure
    assert hollow_undo(f"Restore the database from the backup. {action}.") is None


@pytest.mark.parametrize("how", SHOW_NOTHING)
def test_shows_nothing(how: str) -> None:
    assert hollow_check(how) is not None


@pytest.mark.parametrize("how", SHOW_SOMETHING)
def test_shows_something(how: str) -> None:
    assert hollow_check(how) is None


def test_an_expectation_may_be_that_there_is_none() -> None:
    assert hollow_check("list the pods", "none") is None
    assert hollow_check("list the pods", "n/a") == "n/a"


@given(st.sampled_from(UNDO_NOTHING), sentences(), st.sampled_from((" ", "\n", ". ")), st.booleans())
def test_no_sentence_beside_it_makes_a_hollow_rollback_whole(action: str, sentence: str, gap: str, front: bool) -> None:
    assert hollow_undo(f"{sentence}{gap}{action}" if front else f"{action}{gap}{sentence}") is not None


@given(st.sampled_from(SHOW_NOTHING), sentences(), st.sampled_from((" ", "\n", ". ")), st.booleans())
def test_no_sentence_beside_it_makes_a_hollow_check_whole(how: str, sentence: str, gap: str, front: bool) -> None:
    assert hollow_check(f"{sentence}{gap}{how}" if front else f"{how}{gap}{sentence}") is not None
