"""Registry: which module knows which program. A module is imported when a command first starts one of its programs."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from importlib import import_module
from typing import Final, Protocol, cast

from planproof.effects.act import Act
from planproof.effects.tools.call import Call
from planproof.effects.tools.tool import Shell


class Reader(Protocol):
    """A `Tool` or a `Program`."""

    @property
    def names(self) -> tuple[str, ...]: ...

    def read(self, call: Call, shell: Shell) -> Sequence[Act] | None: ...


PROGRAMS: Final[dict[str, str]] = {
    # module: the programs whose readers stand in its TOOLS
    "text": "cat head tail grep egrep fgrep zgrep rg sed",
}
_MODULE_OF: Final = {program: module for module, programs in PROGRAMS.items() for program in programs.split()}


def reader_of(program: str) -> Reader | None:
    """The reader of a program; None where no module knows it.

    Example:
        >>> reader_of("grep").names[0], reader_of("no-such-program")
        ('grep', None)
    """
    module = _MODULE_OF.get(program)
    return None if module is None else readers_in(module).get(program)


@lru_cache(maxsize=None)
def readers_in(module: str) -> dict[str, Reader]:
    """The readers of one module, by program."""
    tools = cast("tuple[Reader, ...]", import_module(f"planproof.effects.tools.{module}").TOOLS)
    return {name: tool for tool in tools for name in tool.names}
