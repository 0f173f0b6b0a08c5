"""`planproof work`: a worker that drives queued runs."""

from __future__ import annotations

import os
import signal
import threading
from types import FrameType

import click

from planproof.cli.runs import clock_of, hands_of, key_option, now_option, providers_of, signer_of, store_option
from planproof.cli.streams import say


@click.command()
@click.option(
    "--workers",
    type=click.IntRange(1),
    default=4,
    show_default=True,
    help="Runs at the same time, in each process; the one that starts last says it for all.",
)
@click.option(
    "--poll", type=click.FloatRange(0.01), default=0.5, show_default=True, metavar="SECONDS", help="Between two looks."
)
@click.option(
    "--every",
    type=click.FloatRange(0.05),
    default=2.0,
    show_default=True,
    metavar="SECONDS",
    help="Between two heartbeats, and two searches for runs that nobody drives.",
)
@click.option(
    "--patience",
    type=click.FloatRange(0.2),
    default=30.0,
    show_default=True,
    metavar="SECONDS",
    help="Without a heartbeat, after which a worker's runs are taken over.",
)
@store_option
@key_option
@now_option
def work(
    workers: int,
    poll: float,
    every: float,
    patience: float,
    store_url: str,
    key_file: str | None,
    now: str | None,
) -> int:
    """Drive the runs that were started with `planproof run --queue`, until stopped.

    Start as many as you like, on as many machines as reach the record. How a run is done, its models among it, stands
    in its record; the keys of models are looked for in the environment of the worker.
    """
    if patience < 3 * every:
        raise click.UsageError("--patience has to be three times --every at least: one late heartbeat is no death")
    from planproof.loop.workers import Pace, Worker

    sign, clock = signer_of(key_file), clock_of(now)
    stopped = threading.Event()

    def stop(_number: int, _frame: FrameType | None) -> None:
        stopped.set()

    signal.signal(signal.SIGTERM, stop)
    signal.signal(signal.SIGINT, stop)
    worker = Worker(
        store_url,
        lambda log: hands_of(log, providers_of(log.state.settings.config.models), sign, clock),
        Pace(workers, poll, every, patience),
        say,
    )
    with worker:
        say(f"worker {worker.name} is ready")
        stopped.wait()
        say("stopping")
    if worker.busy:
        say("calls to models are still on their way: their runs are left to the other workers")
        os._exit(0)  # their threads would hold the process until they are answered
    return 0
