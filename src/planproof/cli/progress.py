"""A progress bar on standard error, where someone can see it and nothing else is written there."""

from __future__ import annotations

import sys
from collections.abc import Callable, Generator
from contextlib import contextmanager
from typing import Protocol


class Advance(Protocol):
    """Moves the bar on."""

    def __call__(self, units: int, label: str) -> None:
        """Counts some units."""
        ...


@contextmanager
def progress(count: Callable[[], int | None] | None) -> Generator[Advance]:
    """A bar over some units, where standard error is a terminal and standard output is not.

    Args:
        count: tells how many units there are, or None where nobody knows; asked only for a bar that is shown. Without
            it there is no bar.
    """
    if count is None or not sys.stderr.isatty() or sys.stdout.isatty():
        yield lambda units, label: None  # noqa: ARG005 - nothing to move
        return
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

    columns = (
        TextColumn("judging"),
        BarColumn(),
        MofNCompleteColumn(),
        TimeRemainingColumn(),
        TextColumn("{task.fields[label]}"),
    )
    with Progress(*columns, console=Console(stderr=True), transient=True) as bar:
        task = bar.add_task("judging", total=count(), label="")

        def advance(units: int, label: str) -> None:
            bar.update(task, advance=units, label=label)

        yield advance
