"""What a run does while it does it: a line for each thing that counted, and who is being waited for."""

from __future__ import annotations

import sys
from collections.abc import Callable, Generator
from contextlib import contextmanager
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from planproof.loop.events import Event
    from planproof.loop.state import State


@contextmanager
def watching(state: State | None, *, quiet: bool) -> Generator[Callable[[Event], None]]:
    """Shows events on standard error, where that is a terminal.

    Args:
        state: what the run has come to already.
        quiet: shows nothing.
    """
    if quiet or not sys.stderr.isatty():
        yield lambda event: None  # noqa: ARG005 - nobody looks
        return
    from rich.console import Console
    from rich.text import Text

    from planproof.loop.events import Answered, Asked, Failed
    from planproof.loop.explain import Teller
    from planproof.output.visible import visible

    console = Console(stderr=True, highlight=False)
    teller = Teller(state)
    waiting: dict[int, str] = {}
    with console.status("judging") as status:

        def show(event: Event) -> None:
            for line in teller.tell(event):
                console.print(Text(f"  {visible(line)}", overflow="fold"))
            match event:
                case Asked():
                    waiting[event.call] = f"{event.role} {event.who}"
                case Answered() | Failed():
                    waiting.pop(event.call, None)
                case _:
                    pass
            status.update(f"waiting for {', '.join(waiting.values())}" if waiting else "judging")

        yield show
