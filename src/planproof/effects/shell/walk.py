"""Walk: one command with all scripts that it starts, and how much of them is read."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final

from planproof.effects.act import unknown
from planproof.effects.context import Context
from planproof.effects.shell.ran import MAX_DEPTH, MAX_STEPS, Ran
from planproof.effects.shell.script import TOO_LONG, Script, plain_words
from planproof.effects.tools.call import Call

MAX_SCRIPT: Final = 200_000
"""Characters that are read of a command and of all scripts that it starts."""

_OF_SCRIPT: Final = frozenset("eval trap exit exec return logout".split())
"""Commands that do something to the script that they stand in."""

Start = Callable[[Call, "Walk"], Ran]
"""Reads one start of a program."""


class Walk:
    """Reads one command with all scripts that it starts.

    Args:
        start: reads the start of a program: the built-ins, wrappers and tools.
        context: what the plan brings along.
    """

    def __init__(self, start: Start, context: Context) -> None:
        self.context: Context = context
        self._start: Start = start
        self._steps: int = 0
        self._characters: int = 0
        self.depth: int = 0

    def script(self, text: str, *, within: str = "", arguments: Sequence[str] = ()) -> Ran:
        """Reads a text as the shell does."""
        if self.depth >= MAX_DEPTH:
            return Ran((unknown("commands inside commands beyond what is read"),))
        self.depth += 1
        try:
            words = plain_words(text)
            if not words or words[0] in _OF_SCRIPT:
                return Script(self, within, arguments).run(text)
            if self.too_long(text):
                return Ran((unknown(TOO_LONG),))
            return self._start(Call(words[0].rpartition("/")[2], tuple(words[1:]), text, within=within), self)
        finally:
            self.depth -= 1

    def start(self, call: Call) -> Ran:
        """Reads one start of a program."""
        if self.depth >= MAX_DEPTH:
            return Ran((unknown("commands inside commands beyond what is read"),))
        self.depth += 1
        try:
            return self._start(call, self)
        finally:
            self.depth -= 1

    def too_long(self, text: str) -> bool:
        """Counts the characters of a script; whether there have been too many."""
        self._characters += len(text)
        return self._characters > MAX_SCRIPT

    def spent(self) -> bool:
        """Counts a statement; whether there have been too many."""
        self._steps += 1
        return self._steps > MAX_STEPS

    @property
    def given_up(self) -> bool:
        """Whether the rest of the command is not read any more."""
        return self._steps > MAX_STEPS
