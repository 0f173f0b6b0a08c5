"""Programs that compute and check digests."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from planproof.effects.act import Act, observe
from planproof.effects.tools.call import Args, Call, shown
from planproof.effects.tools.program import Program
from planproof.effects.tools.refs import refs
from planproof.effects.tools.tool import Shell


def _sum(call: Call, args: Args, shell: Shell) -> Sequence[Act]:
    """A digest is printed; `-c` checks the files that a list names, which the plan may bring along."""
    named = refs("file", args.operands, call)
    if not args.has("-c", "--check"):
        return [observe(shown(call.text), named, call.name)]
    lists = (
        [call.stdin or ""]
        if args.operands in ([], ["-"])
        else [shell.context.file(path) or "" for path in args.operands]
    )
    listed = [
        line.split(None, 1)[1].lstrip("*") for text in lists for line in text.splitlines() if len(line.split()) > 1
    ]
    checked = refs("file", listed, call) or named
    return [Act("observe", "read_only", shown(call.text), reads=named, verifies=checked, operation=call.name)]


TOOLS: Final = (
    Program(
        (
            "sha1sum",
            "sha224sum",
            "sha256sum",
            "sha384sum",
            "sha512sum",
            "md5sum",
            "b2sum",
            "b3sum",
            "shasum",
            "md5",
            "sha256",
            "cksum",
            "sum",
            "crc32",
            "xxhsum",
            "hashdeep",
            "cfv",
        ),
        _sum,
        valued=frozenset({"-a", "--algorithm", "-l"}),
    ),
)
