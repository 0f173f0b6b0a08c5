"""These tests under mutation testing: the first failure is the answer, and a mutant that never ends is one."""

import os
import signal
from collections.abc import Iterator
from typing import NoReturn

import pytest
from hypothesis import Phase, settings

UNDER_MUTATION = "MUTANT_UNDER_TEST" in os.environ
"""Set by mutmut."""
LIMIT = 20.0
"""Seconds of processor time a test: more than twice what the longest takes."""

if UNDER_MUTATION:
    settings.register_profile("mutation", settings(), phases=(Phase.explicit, Phase.generate))
    settings.load_profile("mutation")


def _never_ends(*_: object) -> NoReturn:
    raise TimeoutError(f"runs for {LIMIT} s")


@pytest.fixture(autouse=UNDER_MUTATION)
def ends() -> Iterator[None]:
    signal.signal(signal.SIGVTALRM, _never_ends)
    signal.setitimer(signal.ITIMER_VIRTUAL, LIMIT, 1.0)
    yield
    signal.setitimer(signal.ITIMER_VIRTUAL, 0.0)
