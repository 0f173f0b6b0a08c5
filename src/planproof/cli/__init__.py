"""The command line: `planproof check plan.json`.

Exit codes of every command that judges: 0 approved, 1 blocked, 2 usage or internal error, 3 needs a person. Each
command is a module of this package that is imported when it is called.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence
from contextlib import suppress
from typing import Final, NoReturn

import planproof

__all__ = ["main"]

ERROR: Final = 2
"""Exit code of a usage or internal error: nothing is known of the plans."""
_INTERRUPTED: Final = 130


def main(args: Sequence[str] | None = None) -> NoReturn:
    """Runs a command and leaves with its exit code.

    Args:
        args: what follows `planproof`; None: what the process was started with.
    """
    sys.exit(_run(args))


def _run(args: Sequence[str] | None) -> int:
    if (sys.argv[1:] if args is None else list(args)) == ["--version"]:
        sys.stdout.write(f"planproof {planproof.__version__}\n")  # without click, which takes 40 ms
        return 0

    import click

    from planproof.cli.group import planproof as group
    from planproof.cli.streams import ReaderGone

    try:
        # click's own way of leaving gives 1 to some errors, which here means that a plan is blocked.
        code: object = group.main(args=args, prog_name="planproof", standalone_mode=False)
    except click.ClickException as error:
        error.show()
        return ERROR
    except (click.Abort, KeyboardInterrupt):
        _say("interrupted")
        return _INTERRUPTED
    except ReaderGone:
        # Whoever read stdout is gone. What is left in the buffer would raise again when the interpreter ends.
        with suppress(OSError):
            os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return ERROR
    except Exception as error:  # noqa: BLE001 - the one place where a bug becomes a message instead of a traceback
        return _told(error)
    return code if isinstance(code, int) else 0


def _told(error: Exception) -> int:
    from planproof.model.errors import PlanproofError  # not before it is needed: `planproof.model` takes 0.2 s

    if isinstance(error, PlanproofError):
        _say(f"error: {error}")
    elif os.environ.get("PLANPROOF_DEBUG") == "1":
        import traceback

        traceback.print_exception(error)
    else:
        _say(
            f"internal error: {type(error).__name__}: {error}. This is a bug in planproof, and nothing was approved; "
            "please report it with what the same command prints under PLANPROOF_DEBUG=1"
        )
    return ERROR


def _say(message: str) -> None:
    from planproof.cli.streams import say

    say(message)
