"""Why a verification counts as absent: it is empty, vacuous, or cannot fail."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final, Literal

from planproof.gates.hollow import hollow_check
from planproof.gates.outcome import outcome
from planproof.model.plan import Verification

Kind = Literal["missing", "empty", "vacuous", "cannot_fail"]


@dataclass(frozen=True, slots=True)
class Weakness:
    """Why a verification counts as absent."""

    kind: Kind
    why: str
    """The rest of a sentence that begins with the verification: `says 'n/a'`."""
    quote: str = ""
    """The words or the command that show it."""


MISSING: Final = Weakness("missing", "there is none")


def weak(verification: Verification | None) -> Weakness | None:
    """Why a verification counts as absent; None where it counts.

    A command is judged by what its text says of its exit status; without one the words are. Text added to words
    that show nothing does not make them show something.

    Example:
        >>> from planproof.model.plan import Command, Expectation
        >>> weak(Verification(how="n/a", expected="table updated"))
        Weakness(kind='vacuous', why="shows nothing: it says 'n/a'", quote='n/a')
        >>> check = Command(run="curl -s http://shop/health || true")
        >>> weak(Verification(command=check)).kind, weak(Verification(command=check, expect=Expectation(stdout="ok")))
        ('cannot_fail', None)
    """
    if verification is None:
        return MISSING
    command = verification.command
    if command is not None:
        match outcome(command):
            case "says_nothing":
                return Weakness("vacuous", f"shows nothing: {_short(command.run)!r} only succeeds", command.run)
            case "always_passes" if verification.expect is None or not verification.expect.stdout:
                why = f"cannot fail: {_short(command.run)!r} succeeds whatever it finds"
                return Weakness("cannot_fail", why, command.run)
            case _:
                return None
    if not verification.how.strip() and not verification.expected.strip():
        return Weakness("empty", "says neither how it is checked nor what is expected")
    if (quote := hollow_check(verification.how, verification.expected)) is not None:
        return Weakness("vacuous", f"shows nothing: it says {quote!r}", quote)
    return None


def _short(text: str, most: int = 60) -> str:
    flat = " ".join(text.split())
    return flat if len(flat) <= most else flat[: most - 1] + "…"
