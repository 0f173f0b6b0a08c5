"""`python -m planproof.demo`."""

from __future__ import annotations

import sys
from contextlib import suppress

from planproof.cli.streams import ReaderGone, Unwritable, look_of, open_streams, put, say
from planproof.demo.plans import EXAMPLES, tour
from planproof.demo.run import STEPS, whole_run


def main() -> int:
    """Prints the tour; to its end, also where whoever reads it is gone: the exit code is about all of it."""
    look = look_of(sys.stdout, None)
    wrong = 0
    for part in (tour(look), whole_run(look)):
        for text, fine in part:
            wrong += not fine
            with suppress(ReaderGone):
                put(text)
    count = len(EXAMPLES) + len(STEPS)
    last = f"{wrong} of {count} parts did not come out as they should"
    if not wrong:
        last = f"All {count} parts came out as they should. Your own: planproof check PLAN"
    with suppress(ReaderGone):
        put(last)
    return 1 if wrong else 0


if __name__ == "__main__":
    open_streams()
    try:
        sys.exit(main())
    except Unwritable as error:
        say(f"error: {error}")
        sys.exit(2)
