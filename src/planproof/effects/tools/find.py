"""find, fd and locate: files that are looked for, and what is then done with them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from planproof.effects.act import Act, changes, observe
from planproof.effects.lattice import Undo
from planproof.effects.tools.call import EXPANDED, Args, Call, shown
from planproof.effects.tools.paths import is_built, is_scratch
from planproof.effects.tools.program import Program
from planproof.effects.tools.refs import plain, refs
from planproof.effects.tools.tool import Shell, does
from planproof.effects.tools.writing import written

_TAKES_ONE: Final = frozenset(
    "-name -iname -path -ipath -wholename -iwholename -regex -iregex -regextype -type -xtype -size -mtime -atime -ctime"
    " -mmin -amin -cmin -newer -anewer -cnewer -perm -user -group -uid -gid -links -inum -samefile -maxdepth -mindepth"
    " -fstype -used -lname -ilname -printf -context -D -Olevel -files0-from -flags".split()
)
_RUNS: Final = frozenset({"-exec", "-execdir", "-ok", "-okdir"})
_WRITES: Final = frozenset({"-fprint", "-fprint0", "-fls"})


def _find(call: Call, _args: Args, shell: Shell) -> Sequence[Act]:
    words = call.args
    roots: list[str] = []
    tests: dict[str, str] = {}
    acts: list[Act] = []
    i = 0
    while i < len(words):
        word = words[i]
        i += 1
        if word in _RUNS:
            end = _end(words, i)
            argv = [part.replace("{}", _found(roots, tests)) for part in words[i:end]]
            acts += shell.argv(argv)
            i = end + 1
        elif word == "-delete":
            acts.append(_deleted(call, roots, tests))
        elif word in _WRITES or word == "-fprintf":
            acts += [written(path, shown(f"{word} {path}"), within=call.within) for path in words[i : i + 1]]
            i += 2 if word == "-fprintf" else 1
        elif word in _TAKES_ONE or word.startswith("-newer"):
            tests[word] = words[i] if i < len(words) else ""
            i += 1
        elif word == "-empty":
            tests[word] = ""
        elif not tests and not word.startswith(("-", "(", ")", "!", ",")):
            roots.append(word)
    return acts or [observe(shown(call.text), refs("file", roots, call), "find")]


def _end(words: Sequence[str], start: int) -> int:
    """Where the command of `-exec` ends: at `;`, at `{} +`, else with the last word."""
    for i in range(start, len(words)):
        if words[i] == ";" or (words[i] == "+" and words[i - 1] == "{}"):
            return i
    return len(words)


def _found(roots: Sequence[str], tests: dict[str, str]) -> str:
    """What stands for a file that is found: its folder and its name, as far as they are known."""
    name = tests.get("-name", "")
    if is_built(name):
        return name
    root = roots[0] if len(roots) == 1 else ""
    return f"{root.rstrip('/')}/x{EXPANDED}{{}}" if root and (is_scratch(root) or is_built(root)) else f"{EXPANDED}{{}}"


def _deleted(call: Call, roots: Sequence[str], tests: dict[str, str]) -> Act:
    """`-delete`: what lies below the roots and passes the tests. An empty folder is soon made again."""
    name = tests.get("-name", tests.get("-iname", ""))
    undo: Undo = "irreversible"
    if "-empty" in tests:
        undo = "reversible" if tests.get("-type") == "d" else "compensable"
    elif is_built(name) or (roots and all(is_scratch(root) or is_built(root) for root in roots)):
        undo = "compensable"
    gone = [f"{root.rstrip('/')}/{name}" if name else root for root in roots or ["."]]
    return changes("destroy", undo, shown(call.text), refs("file", gone, call), "find -delete")


def _fd(call: Call, args: Args, shell: Shell) -> Sequence[Act]:
    for option in ("-x", "--exec", "-X", "--exec-batch"):
        if option in call.args:
            argv = list(call.args[call.args.index(option) + 1 :])
            argv = argv[: argv.index(";")] if ";" in argv else argv
            marks = ("{}", "{/}", "{//}", "{.}", "{/.}")
            if not any(mark in word for word in argv for mark in marks):
                argv.append("{}")
            for mark in marks:
                argv = [word.replace(mark, f"{EXPANDED}{{found}}") for word in argv]
            return shell.argv(argv)
    return [observe(shown(call.text), refs("file", map(plain, args.operands[1:]), call), "fd")]


TOOLS: Final = (
    Program(("find", "gfind"), _find),
    Program(("fd", "fdfind"), _fd, valued=frozenset({"-e", "-t", "-d", "-E", "-S", "-j", "--extension", "--type"})),
    Program(("locate", "mlocate", "plocate", "mdfind"), does("observe")),
    Program(("updatedb",), does("modify", "reversible")),
)
