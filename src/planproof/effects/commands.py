"""The seam where a language or tool plugs in.

A command module is one file with a reader: given a command, it answers what the command does, or None where it
does not know the command. Readers are asked in order and the first answer counts; a command that no reader
answers for is unknown, never harmless.
"""

from __future__ import annotations

from typing import Final, Protocol

from planproof.effects.effect import CommandEffect
from planproof.model.plan import Command


class CommandReader(Protocol):
    """Reads commands of one language or tool. It never runs anything and touches neither network nor files."""

    def read(self, command: Command) -> CommandEffect | None:
        """What the command does; None where this reader does not know."""
        ...


READERS: Final[tuple[CommandReader, ...]] = ()
"""None yet: every command counts as not understood, and its words go through the lexicon."""


def effect_of_command(command: Command, readers: tuple[CommandReader, ...] = READERS) -> CommandEffect | None:
    """The answer of the first reader that knows the command."""
    for reader in readers:
        if (effect := reader.read(command)) is not None:
            return effect
    return None
