"""Walk: one command with all scripts that it starts, and how much of them is read."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final

from planproof.effects.act import unknown
from planproof.effects.context import Context
from planproof.effects.shell.ran import MAX_DEPTH, MAX_STEPS, NO_INPUT, Input, Ran
from planproof.effects.shell.script import TOO_LONG, Script, plain_words
from planproof.effects.tools.call import EXPANDED, Call

MAX_SCRIPT: Final = 200_000
"""Characters that are read of a command and of all scripts that it starts."""

_OF_SCRIPT: Final = frozenset("eval trap exit exec".split())
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
        self.pipes: dict[str, str] = {}
        """What process substitutions print, by the words that they stand in."""

    def text_of_file(self, path: str) -> str | None:
        """What a file holds: one of the plan's, or `<(…)`."""
        return self.pipes.get(path) if path.startswith(f"{EXPANDED}<(") else self.context.file(path)

    def script(self, text: str, *, within: str = "", arguments: Sequence[str] = (), given: Input = NO_INPUT) -> Ran:
        """Reads a text as the shell does."""
        if self.depth >= MAX_DEPTH:
            return Ran((unknown("commands inside commands beyond what is read"),))
        self.depth += 1
        try:
            words = plain_words(text)
            if not words or words[0] in _OF_SCRIPT:
                return Script(self, within, arguments).whole(text, given)
            if self.too_long(text):
                return Ran((unknown(TOO_LONG),))
            call = Call(words[0].rpartition("/")[2], tuple(words[1:]), text, given.text, given.fed, within, given.acts)
            return self._start(call, self)
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
