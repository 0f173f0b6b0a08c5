"""Program: a tool without verbs, whose options and operands alone say what it does (`rm`, `dd`, `psql`)."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass

from planproof.effects.act import Act, observe
from planproof.effects.tools.call import Args, Call, shown, spelled_out
from planproof.effects.tools.tool import Does, Find, Read, Shell


def _nothing(_args: Args, _call: Call) -> tuple[()]:
    return ()


@dataclass(frozen=True)
class Program:
    """One program, or several that read their arguments alike."""

    names: tuple[str, ...]
    run: Read | Does
    """What a call does; a `Does` where that never depends on its arguments."""
    valued: Collection[str] = frozenset()
    dry: Collection[str] = frozenset()
    """Options with which it changes nothing."""
    refs: Find = _nothing
    long: bool = False
    abbreviated: Sequence[str] = ()
    """Long options that decide and that the program accepts abbreviated: `--in-place` as `--in-pl`."""

    def read(self, call: Call, shell: Shell) -> Sequence[Act] | None:
        """What a call does; None where the program cannot tell."""
        if self.abbreviated:
            call = call._replace(args=spelled_out(call.args, self.abbreviated))
        args = Args(call.args, self.valued, long=self.long)
        if args.has("--help") or call.args == ("--version",) or args.has(*self.dry):
            return [observe(shown(call.text))]
        if not isinstance(self.run, Does):
            return self.run(call, args, shell)
        return [self.run.act(call, tuple((self.run.refs or self.refs)(args, call)), call.name)]
