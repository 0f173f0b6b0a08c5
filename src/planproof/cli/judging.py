"""From units to outputs, and the sum of it."""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack

from planproof.cli.jobs import told
from planproof.cli.options import Options
from planproof.cli.progress import progress
from planproof.cli.sink import Sink
from planproof.cli.streams import say
from planproof.cli.units import Unit
from planproof.cli.work import Told, failed
from planproof.gates.rule import Rule
from planproof.output.report import Failure, Summary


def judge_all(
    given: Iterator[Unit | Failure],
    options: Options,
    jobs: int,
    rules: Sequence[Rule],
    count: Callable[[], int | None] | None,
) -> Summary:
    """Judges every unit and writes what is told about it as it goes.

    Args:
        given: the units.
        options: how to judge, and what to write.
        jobs: processes; 0 for one a processor.
        rules: the rules that were used, for the outputs that list them.
        count: tells how many units there are, for a progress bar; None for no bar.
    """
    summary = Summary()
    plans_in = Counter[str]()
    with ExitStack() as stack:
        sinks = [stack.enter_context(Sink(output)) for output in options.outputs]
        advance = stack.enter_context(progress(count))
        for units, items in told(given, options, jobs or os.cpu_count() or 1):
            for item in items:
                _take(item, sinks, summary)
                if item.folder is not None:
                    plans_in[item.folder] += item.skipped is None
            advance(units, f"{summary.decisions['blocked']:,} blocked")
        for folder, plans in plans_in.items():
            if not plans:
                _take(
                    failed(Failure(folder, "no file in this folder is a plan: name the plan"), options), sinks, summary
                )
        for sink in sinks:
            sink.finish(summary, rules)
    return summary


def _take(item: Told, sinks: Sequence[Sink], summary: Summary) -> None:
    for sink, text in zip(sinks, item.bodies, strict=True):
        sink.add(text)
    for notice in item.notices:
        say(notice)
    if item.failure is not None:
        summary.failures.append(item.failure)
        say(f"error: {item.failure.source}: {item.failure.message}")
    if item.skipped is not None:
        summary.skipped.append(item.skipped)
    if item.decision is not None:
        summary.decisions[item.decision] += 1
