"""programs_of: which programs a command starts, by the same reading of the shell that tells what they do."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Final, NamedTuple

from planproof.effects.act import Act, observe, unknown
from planproof.effects.context import EMPTY
from planproof.effects.shell.ran import Ran
from planproof.effects.shell.shells import SHELLS
from planproof.effects.shell.start import STDIN, ShellOf, start
from planproof.effects.shell.walk import Walk
from planproof.effects.shell.wrappers import WRAPPERS, wrapped
from planproof.effects.tools.call import EXPANDED, Call, shown
from planproof.effects.tools.registry import reader_of

MAX_LENGTH: Final = 100_000
"""Characters of a command that are read."""
_ODD: Final = re.compile(r"[\s\0*?{}\[\]~()=]")
"""What no name of a program holds: it is a pattern, or a line that was taken for a word."""
_PRINTS: Final = frozenset({"echo", "printf", "print", "true", "false", ":", "cat", "tee"})
"""Commands whose output or outcome is known, which tells what others are given."""
_WRAPS: Final = frozenset({*WRAPPERS, "su", "runuser", "sg", "script"})
_STARTS: Final = frozenset({"ssh", "autossh", "find", "gfind", "fd", "fdfind", "at", "batch"})
"""Programs beside the wrappers that start what stands in their arguments on a machine that has to have it."""
_BEYOND: Final = frozenset({"screen", "tmux", "zellij", "byobu", "expect"})
"""Programs that start others at their own time."""


class Programs(NamedTuple):
    """The programs that a command starts."""

    names: tuple[str, ...]
    """By the last part of their path, each once, in the order in which they are met."""
    sure: bool
    """Whether that is all of them."""


def programs_of(text: str, shell: str = "sh") -> Programs:
    """The programs that a command starts, as far as they are known.

    Programs on another machine (`ssh host …`) and behind `sudo` or `xargs` are among them, those inside a container
    (`kubectl exec`, `docker run`) are not: its image has what it needs. Shells and functions stand for what is in them,
    a script file for itself. What provably never runs is left out. SQL starts nothing; of PowerShell it is not known.

    Example:
        >>> programs_of("sudo -u postgres pg_dump shop | gzip > /backup/shop.gz")
        Programs(names=('sudo', 'pg_dump', 'gzip'), sure=True)
        >>> programs_of("ls; $TOOL --apply")
        Programs(names=('ls',), sure=False)
    """
    if shell != "sh":
        return Programs((), shell == "sql")
    if len(text) > MAX_LENGTH:
        return Programs((), sure=False)
    met = _Met()
    ran = Walk(met.start, EMPTY).script(text)
    return Programs(tuple(met.names), all(act.kind != "unknown" for act in ran.acts))


class _Met:
    """Notes each program that a walk through a command starts."""

    def __init__(self) -> None:
        self.names: dict[str, None] = {}

    def start(self, call: Call, walk: Walk) -> Ran:
        """Notes a program, and follows what it starts. An unknown act says that something may be missing."""
        name = call.name
        if not name or _ODD.search(name) is not None:
            return Ran((unknown(shown(call.text)),))
        shell = _Inner(walk, call, self)
        if name in SHELLS:
            return Ran(tuple(wrapped(call, shell) or ()) if call.args or call.fed else (unknown(shown(call.text)),))
        if name in (".", "source"):
            return Ran(tuple(shell.file(call.args[0], "sh", shown(call.text)) if call.args else ()))
        self.names[name] = None
        if name in _PRINTS:
            return start(call, walk)
        if name in _WRAPS:
            return Ran(tuple(wrapped(call, shell) or ()))
        if name in _STARTS and (reader := reader_of(name)) is not None:
            return Ran(tuple(act for act in reader.read(call, shell) or () if act.kind != "observe"))
        return Ran((unknown(shown(call.text)),) if name in _BEYOND else ())


class _Inner(ShellOf):
    """What the programs that are met read inner commands with."""

    def __init__(self, walk: Walk, call: Call, met: _Met) -> None:
        super().__init__(walk, call)
        self._met: _Met = met

    def file(self, path: str, language: str, because: str, *, within: str = "") -> Sequence[Act]:
        """A script file is a program of its own, unless it is what the shell itself prints or is fed."""
        if path in STDIN or path.startswith(f"{EXPANDED}<("):
            return super().file(path, language, because, within=within)
        name = path.rpartition("/")[2]
        if not name or _ODD.search(name) is not None:
            return [unknown(because)]
        self._met.names[name] = None
        return [observe(because)]
