"""Looking: programs that only look, with the few options by which some of them write, run or change something."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from planproof.effects.act import Act, changes, observe, unknown
from planproof.effects.lattice import Undo
from planproof.effects.tools.call import Args, Call, shown
from planproof.effects.tools.refs import operands
from planproof.effects.tools.tool import Shell
from planproof.effects.tools.writing import written
from planproof.model.base import EffectKind

_WRITES: Final[dict[str, str]] = {
    "shuf": "-o --output",
    "sdiff": "-o --output",
    "xmllint": "-o --output",
    "jo": "-o",
    "tree": "-o",
    "less": "-o -O --log-file --LOG-FILE",
    "info": "-o --output",
    "sar": "-o",
    "dstat": "--output",
    "atop": "-w",
    "ncdu": "-o -O",
    "tshark": "-w",
    "dumpcap": "-w",
    "ngrep": "-O",
    "dmidecode": "--dump-bin",
    "masscan": "-oX -oG -oJ -oL -oB",
}
"""Options whose value is a file that is written, by program."""
_RUNS: Final[dict[str, str]] = {
    "rg": "--pre --hostname-bin",
    "ag": "--pager",
    "ack": "--pager",
    "bat": "--pager",
    "batcat": "--pager",
    "delta": "--pager",
    "man": "-P --pager -H --html",
    "multitail": "-l",
}
"""Options whose value is a command that is started."""
_CHANGES: Final[dict[str, tuple[str, EffectKind, Undo]]] = {
    "mlr": ("-I", "modify", "irreversible"),
    "tidy": ("-m -modify", "modify", "irreversible"),
    "xmlstarlet": ("-L --inplace", "modify", "irreversible"),
    "aspell": ("-c check", "modify", "irreversible"),
    "markdownlint": ("-f --fix", "modify", "compensable"),
    "file": ("-C --compile", "create", "reversible"),
    "ss": ("-K --kill", "shift", "compensable"),
    "lastlog": ("-C --clear -S --set", "destroy", "irreversible"),
    "blkid": ("-g --garbage-collect", "modify", "reversible"),
}
"""Words with which a program changes what it is given, and what that is."""
_PAGERS: Final = frozenset({"less", "more", "most"})
_files: Final = operands("file")


def looked(call: Call, args: Args, shell: Shell) -> Sequence[Act]:
    """What a program does that prints and nothing else, unless one of its options says otherwise."""
    acts: list[Act] = []
    named = _files(args, call)
    if (options := _WRITES.get(call.name)) is not None:
        paths = Args(call.args, options.split(), long=options.startswith("-oX")).values(*options.split())
        acts += [written(path, shown(call.text), within=call.within) for path in paths if path]
    if (options := _RUNS.get(call.name)) is not None:
        started = Args(call.args, options.split()).values(*options.split())
        acts += [act for text in started if text for act in shell.script(text)]
    if (rule := _CHANGES.get(call.name)) is not None:
        words, kind, undo = rule
        if args.has(*words.split()) or set(words.split()) & set(args.operands[:1]):
            acts.append(changes(kind, undo, shown(call.text), named, call.name))
    if call.name in _PAGERS:
        keys = [word for word in call.args if word.startswith("+") and ("!" in word or "|" in word)]
        acts += [act for word in keys for act in shell.script(word.replace("|", "!").partition("!")[2])]
    return acts or [observe(shown(call.text), named)]


def macros(call: Call, args: Args, _shell: Shell) -> Sequence[Act]:
    """`m4` and `dc`: programs whose language starts commands, read from files, options and their input."""
    texts = [*args.values("-e", "--expression"), *([call.stdin] if call.stdin is not None else [])]
    hidden = [*args.operands, *args.values("-f", "--file")] or (call.fed and call.stdin is None)
    if hidden or any(mark in text for text in texts for mark in ("syscmd", "!", "include")):
        return [unknown(shown(call.text))]
    return [observe(shown(call.text))]
