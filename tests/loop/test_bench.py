"""The benchmark of whole runs, in its small form: it works, and the memory of a process stays what it was."""

from bench.runs import in_process, on_workers
from tests.loop.postgres import database
from tests.support import examples


def test_memory_is_flat() -> None:
    seconds, before, after = in_process(examples(30, 1_000))
    assert after < before + 5
    assert seconds < 1.0  # a loaded machine is no defect: `make bench` holds it against its target


def test_three_workers(server: str) -> None:
    assert on_workers(12, database(server)) < 60
