"""SIGKILL anywhere: no decision is lost or made twice, no recorded call is made again, every run comes to its end."""

from __future__ import annotations

import random
from itertools import accumulate, count, repeat
from operator import mul
from pathlib import Path

import pytest

from planproof.record.store import Store
from tests.loop.killing import AtEvent, AtTime, Kill, check, ground, through
from tests.support import FULL, examples


@pytest.mark.parametrize("process", [0, 1], ids=["the one that starts", "the one that answers"])
def test_at_each_change_of_state(tmp_path: Path, process: int) -> None:
    """One run for each point: just before and just after each time that something is written."""
    with ground(tmp_path, f"sqlite:///{tmp_path}/planproof.db") as here, Store.open(here.store) as store:
        killed = 1
        for number in count(1):
            for after in (False, True) if FULL else (number % 2 == 0,):
                run = f"r{number}{'after' if after else 'before'}"
                kills: list[Kill] = [*[None] * process, AtEvent(number, after), *[None] * 3]
                killed = through(here, run, lambda kills=kills: kills.pop(0))
                check(here, store, run, most_lost=killed)
            if killed == 0:
                assert number > 4, "it writes more often than that"
                return


@pytest.mark.parametrize("seed", range(examples(1, 10)))
def test_at_random_times(tmp_path: Path, seed: int) -> None:
    """Again and again in one run, at whatever it is doing."""
    draw = random.Random(seed)
    with ground(tmp_path, f"sqlite:///{tmp_path}/planproof.db") as here, Store.open(here.store) as store:
        total = 0
        for k in range(50):
            longest = accumulate(repeat(1.1), mul, initial=0.3)  # a loaded machine needs longer for anything to happen
            killed = through(here, f"r{k}", lambda longest=longest: AtTime(draw.uniform(0.02, next(longest))))
            check(here, store, f"r{k}", most_lost=killed)
            total += killed
            if total >= examples(8, 20):
                return
        raise AssertionError("too few were killed")
