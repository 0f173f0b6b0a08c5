"""Whether a command can fail: held against what a shell does."""

from __future__ import annotations

import os
import shutil
import subprocess

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from planproof.gates.outcome import outcome
from planproof.model.plan import Command
from tests.support import examples

BASH = shutil.which("bash")


@pytest.mark.parametrize(
    ("run", "wanted"),
    [
        ("psql -Atc 'select 1' || true", "always_passes"),
        ("curl -sS http://x/aliases | jq . || true", "always_passes"),
        ("kubectl get job checksum >/dev/null 2>&1; echo ok", "always_passes"),
        ("curl -fsSI https://x | cat; true", "always_passes"),
        ("test -f a\necho done", "always_passes"),
        ("./check.sh | tee log", "always_passes"),
        ("./check.sh 2>&1 | wc -l", "always_passes"),
        ("./check.sh; exit 0", "always_passes"),
        ("./check.sh &", "always_passes"),
        ("./check.sh || echo 'not there'", "always_passes"),
        ("sudo sh -c './check.sh || true'", "can_fail"),
        ("sh -c './check.sh || true'", "always_passes"),
        ("echo $(psql -Atc 'select count(*) from t')", "always_passes"),
        ("echo ok > /tmp/state", "always_passes"),
        ("./check.sh || true  # it is flaky", "always_passes"),
        ("true", "says_nothing"),
        (":", "says_nothing"),
        ("", "says_nothing"),
        ("exit 0", "says_nothing"),
        ("echo 'state pushed' && exit 0", "says_nothing"),
        ("sleep 30; echo ok", "says_nothing"),
        ("bash -c 'echo ok'", "says_nothing"),
        (";", "says_nothing"),
        ('./check.sh "a \\" ; b" \\; || true', "always_passes"),
        ("if ./check.sh; then echo ok; fi  # one or the other", "can_fail"),
        ("./check.sh || echo ok; ; true", "always_passes"),
        ("! false", "always_passes"),
        ("! true", "can_fail"),
        ("! grep -q old config", "can_fail"),
        ("./check.sh | grep -q ok", "can_fail"),
        ("set -o pipefail; ./check.sh | cat", "can_fail"),
        ("set -euo pipefail\n./check.sh | tee log\necho ok", "can_fail"),
        ("set -e; ./check.sh; echo ok", "can_fail"),
        ("echo ok && ./check.sh", "can_fail"),
        ("grep -q ' || true' deploy.sh", "can_fail"),
        ('test "$(./count.sh | wc -l)" = 3', "can_fail"),
        ("for h in a b; do ping -c1 $h; done", "can_fail"),
        ("if ./check.sh; then echo ok; else exit 1; fi", "can_fail"),
        ("echo-server --check", "can_fail"),
        ("./check.sh # || true", "can_fail"),
        ("cat /proc/mdstat", "can_fail"),
    ],
)
def test_what_the_text_of_a_command_tells(run: str, wanted: str) -> None:
    assert outcome(Command(run=run)) == wanted


@pytest.mark.parametrize(
    ("run", "wanted"),
    [
        ("SELECT 1", "says_nothing"),
        ("select 'ok' as state;", "says_nothing"),
        ("select count(*) from orders", "can_fail"),
        ("select pg_is_in_recovery()", "can_fail"),
    ],
)
def test_a_statement_that_asks_nothing(run: str, wanted: str) -> None:
    assert outcome(Command(run=run, shell="sql")) == wanted


def test_a_very_long_command_counts_as_able_to_fail_and_is_not_read() -> None:
    assert outcome(Command(run="./check.sh; " * 5_000 + "true")) == "can_fail"


ATOMS = ("a", "b", "true", "false", ":", "echo ok", "exit 0", "! a", "! false", "! true", "cat", "wc -l", "echo $(a)")
OPERATORS = ("; ", " && ", " || ", " | ", "\n", " & ")
LINES = st.lists(st.tuples(st.sampled_from(ATOMS), st.sampled_from(OPERATORS)), min_size=1, max_size=5)
PREFIXES = st.sampled_from(("", "set -e; ", "set -o pipefail; ", "set -eo pipefail\n"))
SUFFIXES = st.sampled_from(("", ";", "  # a || true"))


def status(script: str, *options: str) -> int:
    assert BASH is not None
    ran = subprocess.run(
        [BASH, *options, "-c", script],
        stdin=subprocess.DEVNULL,
        capture_output=True,
        check=False,
        env=os.environ,
        timeout=20,
    )
    return ran.returncode


@pytest.mark.skipif(BASH is None, reason="no bash on this machine")
@settings(max_examples=examples(120, 3_000))
@given(LINES, PREFIXES, SUFFIXES)
def test_what_is_said_to_succeed_does_so_whatever_its_commands_find(
    line: list[tuple[str, str]], prefix: str, suffix: str
) -> None:
    run = prefix + "".join(atom + operator for atom, operator in line[:-1]) + line[-1][0] + suffix
    if outcome(Command(run=run)) == "can_fail":
        return
    assume(status(run, "-n") == 0)
    for a in "01":
        for b in "01":
            assert status(f"a() {{ return {a}; }}; b() {{ return {b}; }}\n{run}") == 0, (run, a, b)
