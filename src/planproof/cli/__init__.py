"""The command line: `planproof check plan.json`.

Exit codes of every command that judges: 0 approved, 1 blocked, 2 usage or internal error, 3 needs a person. Each
command is a module of this package that is imported when it is called.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence
from typing import Final, NoReturn

import planproof
from planproof.cli.streams import ReaderGone, Unwritable, open_streams, put, say

__all__ = ["main"]

ERROR: Final = 2
"""Exit code of a usage or internal error: nothing is known of the plans."""
_INTERRUPTED: Final = 130


def main(args: Sequence[str] | None = None) -> NoReturn:
    """Runs a command and leaves with its exit code.

    Args:
        args: what follows `planproof`; None: what the process was started with.
    """
    open_streams()
    try:
        code = _run(args)
    except ReaderGone:
        code = ERROR
    except Unwritable as error:
        say(f"error: {error}")
        code = ERROR
    sys.exit(code)


def _run(args: Sequence[str] | None) -> int:
    if (sys.argv[1:] if args is None else list(args)) == ["--version"]:
        put(f"planproof {planproof.__version__}")  # without click, which takes 40 ms
        return 0

    import click

    from planproof.cli.group import planproof as group

    try:
        # click's own way of leaving gives 1 to some errors, which here means that a plan is blocked.
        code: object = group.main(args=args, prog_name="planproof", standalone_mode=False)
    except click.ClickException as error:
        error.show()
        return ERROR
    except (click.Abort, KeyboardInterrupt):
        say("interrupted")
        return _INTERRUPTED
    except (ReaderGone, Unwritable):
        raise
    except Exception as error:  # noqa: BLE001 - the one place where a bug becomes a message instead of a traceback
        return _told(error)
    return code if isinstance(code, int) else 0


def _told(error: Exception) -> int:
    from planproof.model.errors import PlanproofError  # not before it is needed: `planproof.model` takes 0.2 s

    if isinstance(error, PlanproofError):
        say(f"error: {error}")
    elif os.environ.get("PLANPROOF_DEBUG") == "1":
        import traceback

        traceback.print_exception(error)
    else:
        say(
            f"internal error: {type(error).__name__}: {error}. This is a bug in planproof, and nothing was approved; "
            "please report it with what the same command prints under PLANPROOF_DEBUG=1"
        )
    return ERROR
