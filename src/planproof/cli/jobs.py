"""Judging many units, in this process or in several, always told in the order in which they were given."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator
from itertools import islice
from typing import TYPE_CHECKING, Final

from planproof.cli.options import Options
from planproof.cli.units import Unit
from planproof.cli.work import Told, tell
from planproof.output.report import Failure

if TYPE_CHECKING:
    from concurrent.futures import Future
    from multiprocessing.context import BaseContext

_BATCH: Final = 16
"""Units that a worker takes at once: a plan takes a millisecond, handing it over a fifth of that."""
_AHEAD: Final = 4
"""Batches that may wait for each worker: enough that none is idle, few enough that memory stays small."""

Batch = list["Unit | Failure"]


def told(given: Iterator[Unit | Failure], options: Options, jobs: int) -> Iterator[tuple[int, list[Told]]]:
    """What becomes of every unit: how many units, and what is told about their plans.

    Args:
        given: the units.
        options: how to judge.
        jobs: processes; with 1, this one.
    """
    if jobs == 1:
        for unit in given:
            yield 1, tell(unit, options)
        return
    yield from _in_processes(given, options, jobs)


def _in_processes(given: Iterator[Unit | Failure], options: Options, jobs: int) -> Iterator[tuple[int, list[Told]]]:
    from concurrent.futures import ProcessPoolExecutor
    from concurrent.futures.process import BrokenProcessPool

    context = _context()
    waiting: deque[tuple[Batch, Future[list[Told]]]] = deque()
    batches = iter(lambda: list(islice(given, _BATCH)), [])
    with ProcessPoolExecutor(jobs, context, initializer=_start, initargs=(options,)) as pool:
        try:
            for batch in batches:
                waiting.append((batch, pool.submit(_tell_all, batch)))
                if len(waiting) > jobs * _AHEAD:
                    yield _result(*waiting.popleft())
            while waiting:
                yield _result(*waiting.popleft())
        except BrokenProcessPool:
            raise RuntimeError("a worker process died: out of memory? try fewer --jobs") from None
        except BaseException:
            pool.shutdown(wait=False, cancel_futures=True)  # interrupted, or nobody reads on: what waits is not judged
            raise


def _context() -> BaseContext:
    """How workers are started. Never by `fork`: it copies whatever threads the parent holds."""
    import multiprocessing

    if "forkserver" not in multiprocessing.get_all_start_methods():
        return multiprocessing.get_context("spawn")
    import signal
    from multiprocessing import forkserver

    # One server imports what judges and forks a clean worker from that, each in a few milliseconds.
    context = multiprocessing.get_context("forkserver")
    context.set_forkserver_preload(["planproof.cli.work"])
    # It inherits the mask: an interrupt that comes while it imports must not leave it with a traceback.
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        forkserver.ensure_running()
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)
    return context


def _result(batch: Batch, future: Future[list[Told]]) -> tuple[int, list[Told]]:
    return len(batch), future.result()


_options: list[Options] = []
"""Of a worker process: what it was started with."""


def _start(options: Options) -> None:
    import signal

    signal.signal(signal.SIGINT, signal.SIG_IGN)  # the parent says that it was interrupted
    _options[:] = [options]


def _tell_all(batch: Batch) -> list[Told]:
    return [item for unit in batch for item in tell(unit, _options[0])]
