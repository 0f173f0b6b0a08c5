"""Shells that read a script: `sh -c`, `sh FILE`, `su -c`, `script -c`."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from planproof.effects.act import Act, observe, unknown
from planproof.effects.tools.call import Args, Call, shown
from planproof.effects.tools.tool import Shell
from planproof.effects.tools.writing import written

SHELLS: Final = frozenset({"sh", "bash", "dash", "zsh", "ksh", "ash", "fish", "mksh", "rbash"})


def shell_started(call: Call, shell: Shell) -> Sequence[Act]:
    """`sh -c TEXT`, `sh FILE`, `sh` that reads its input."""
    rest = list(call.args)
    command = False
    while rest and rest[0][:1] in ("-", "+") and rest[0] not in ("-", "--"):
        word = rest.pop(0)
        if word in ("--version", "--help"):
            return [observe(shown(call.text))]
        if (word in ("--rcfile", "--init-file") or (word[:2] != "--" and word[-1] in "oO")) and rest:
            rest.pop(0)  # `-o pipefail`, `-euo pipefail`
        if not word.startswith("--"):
            if "n" in word[1:] and "c" not in word[1:]:
                return [observe(shown(call.text))]  # reads without running
            command = command or "c" in word[1:]
            if "s" in word[1:] and not command:
                rest.clear()
                break
    if rest and rest[0] in ("-", "--"):
        rest.pop(0)
    if command:
        script = rest[0] if rest else ""
        return shell.script(script, arguments=rest[2:], stdin=call.stdin, fed=call.fed)
    if rest:
        return shell.file(rest[0], "sh", shown(call.text))
    if call.stdin is not None:
        return shell.script(call.stdin)
    return [unknown(shown(call.text))] if call.fed else [observe(shown(call.text))]


_SU_VALUED: Final = frozenset("-c --command -s --shell -u --user -g -G -O --log-out -I --log-in -B -T".split())


def as_user(call: Call, shell: Shell) -> Sequence[Act]:
    """`su`, `sg` and `script`: a command line behind `-c`, else a shell that reads its input."""
    args = Args(call.args, _SU_VALUED)
    acts: list[Act] = []
    if call.name == "script":
        acts = [written(path, shown(call.text)) for path in args.operands[:1] if path != "/dev/null"]
    text = args.value("-c", "--command")
    if text:
        return [*acts, *shell.script(text, stdin=call.stdin, fed=call.fed)]
    if args.value("-u", "--user") and args.operands:
        return shell.argv(args.operands, stdin=call.stdin, fed=call.fed)
    if call.stdin is not None:
        return [*acts, *shell.script(call.stdin)]
    return [*acts, unknown(shown(call.text)) if call.fed else observe(shown(call.text))]
