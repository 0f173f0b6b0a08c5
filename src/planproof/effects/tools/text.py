"""Programs that read text and print text."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from planproof.effects.act import Act, Ref, changes, observe
from planproof.effects.tools.call import Args, Call, shown
from planproof.effects.tools.program import Program
from planproof.effects.tools.tool import Shell, does


def _files(args: Args, _call: Call) -> list[Ref]:
    return [Ref("file", name) for name in args.operands]


def _sed(call: Call, args: Args, _shell: Shell) -> Sequence[Act]:
    """`sed -i` overwrites its files; with a suffix it keeps the old ones."""
    inplace = next((word for word in call.args if word.startswith(("-i", "--in-place"))), None)
    if inplace is None:
        return [observe(shown(call.text))]
    suffix = inplace.removeprefix("--in-place").removeprefix("-i").lstrip("=")
    script = args.has("-e", "-f", "--expression", "--file")
    refs = [Ref("file", name) for name in (args.operands if script else args.operands[1:])]
    return [changes("modify", "reversible" if suffix else "irreversible", shown(call.text), refs, "sed")]


TOOLS: Final = (
    Program(
        ("cat", "head", "tail", "grep", "egrep", "fgrep", "zgrep", "rg"), does("observe"), refs=_files,
        valued=frozenset({"-n", "-c", "-e", "-f", "-m", "-A", "-B", "-C"}),
    ),
    Program(("sed",), _sed, valued=frozenset({"-e", "-f", "--expression", "--file"})),
)
