"""effect_of_command: what one command of a step does, from the command alone.

Nothing is run, looked up on disk or asked over the network. What cannot be resolved is an unknown act.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Final

from planproof.effects.act import unknown
from planproof.effects.context import EMPTY, Context
from planproof.effects.effect import CommandEffect
from planproof.effects.tools.call import Call, shown
from planproof.model.plan import Command

MAX_LENGTH: Final = 100_000
"""Characters of a command that are read."""


def effect_of_command(command: Command, context: Context = EMPTY) -> CommandEffect:
    """What a command does.

    Example:
        >>> effect = effect_of_command(Command(run="cd /srv && sudo rm -rf data"))
        >>> effect.kind, effect.reversibility, effect.because
        ('destroy', 'irreversible', 'rm -rf data')
        >>> effect_of_command(Command(run="./deploy.sh")).kind
        'unknown'
    """
    if context is EMPTY:
        return _alone(command.run, command.shell, command.dialect or "", command.on or "")
    return _read(command.run, command.shell, command.dialect or "", command.on or "", context)


@lru_cache(maxsize=4096)
def _alone(run: str, shell: str, dialect: str, on: str) -> CommandEffect:
    """A plan says the same command more than once, and several rules ask for it."""
    return _read(run, shell, dialect, on, EMPTY)


def _read(run: str, shell: str, dialect: str, on: str, context: Context) -> CommandEffect:
    if len(run) > MAX_LENGTH:
        return CommandEffect((unknown(f"a command of {len(run):,} characters, of which {MAX_LENGTH:,} are read"),))
    # Grammar and tools are imported when the first command is met: a plan of typed fields alone needs none of them.
    from planproof.effects.shell.start import ShellOf, start
    from planproof.effects.shell.walk import Walk

    walk = Walk(start, context)
    match shell:
        case "sql":
            inside = ShellOf(walk, Call("", (), shown(run), within=on))
            return CommandEffect(tuple(inside.sql(run, dialect, within=on)))
        case "powershell":
            from planproof.effects.shell.powershell import read_powershell

            return CommandEffect(tuple(read_powershell(run, ShellOf(walk, Call("", (), shown(run), within=on)))))
        case _:
            return CommandEffect(walk.script(run, within=on).acts)
