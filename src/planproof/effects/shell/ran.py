"""Ran and Input: what is known of a piece of a script once it has run, and of what it is fed."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final, NamedTuple

from planproof.effects.act import Act


class Ran(NamedTuple):
    """What is known of a piece of a script once it has run."""

    acts: tuple[Act, ...] = ()
    printed: str | None = None
    """What it writes to standard output, where that is known."""
    succeeds: bool | None = None
    """Whether it exits with 0, where that is known."""
    ends: bool = False
    """Whether the script is over afterwards."""

    @property
    def fetched_by(self) -> str:
        """The command in it that fetches text from elsewhere; empty where none does."""
        return next((act.because for act in self.acts if act.fetches), "")


@dataclass(frozen=True, slots=True)
class Input:
    """The standard input of a command."""

    text: str | None = None
    """Its text, where that is known; parts that only the shell knows stand behind `EXPANDED`."""
    fed: bool = False
    """Whether it is a pipe, a file or a here-document."""
    fetched_by: str = ""
    """The command that fetched it from elsewhere."""
    acts: tuple[Act, ...] = ()
    """What the commands do that write it, the first of the pipe first."""


NO_INPUT: Final = Input()
MAX_STEPS: Final = 5_000
"""Statements that are read of one command before the rest is unknown: loops inside loops, functions that call others."""
MAX_DEPTH: Final = 60
"""Scripts, functions and blocks inside each other."""
