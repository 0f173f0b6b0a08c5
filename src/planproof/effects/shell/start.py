"""start: what one program does that the shell starts, the shell's own commands among them."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Final

from planproof.effects.act import Act, Ref, observe, unknown
from planproof.effects.context import Context, Said
from planproof.effects.patterns import matches
from planproof.effects.shell.output import echoed, formatted
from planproof.effects.shell.ran import NO_INPUT, Input, Ran
from planproof.effects.shell.walk import Walk
from planproof.effects.shell.wrappers import wrapped
from planproof.effects.tools.call import EXPANDED, Args, Call, shown
from planproof.effects.tools.registry import reader_of

_SILENT: Final = frozenset(
    "cd pushd popd set shopt export readonly local declare typeset unset umask shift wait jobs fg bg hash ulimit true"
    " false : [ [[ test sleep let getopts read mapfile readarray disown enable bind complete compgen dirs history"
    " caller times help logout exit return break continue suspend fc".split()
)
"""Commands of the shell that change nothing outside it."""
_LOOKS_UP: Final = frozenset({"type", "which", "whereis", "whence", "hash"})
_OUTPUT: Final = {"true": "", "false": "", ":": "", "cd": "", "export": "", "set": "", "test": "", "[": "", "sleep": ""}


class ShellOf:
    """The `Shell` that tools read inner commands with."""

    def __init__(self, walk: Walk, call: Call) -> None:
        self._walk: Walk = walk
        self._call: Call = call

    @property
    def context(self) -> Context:
        return self._walk.context

    def argv(
        self, args: Sequence[str], *, stdin: str | None = None, fed: bool = False, within: str = ""
    ) -> Sequence[Act]:
        if not args:
            return ()
        name = args[0] if EXPANDED in args[0] else args[0].rpartition("/")[2]
        text = " ".join(args)
        source = self._call.source if fed else ()
        call = Call(name, tuple(args[1:]), text, stdin, fed, within or self._call.within, source)
        return self._walk.start(call).acts or (observe(shown(text)),)

    def script(
        self,
        text: str,
        *,
        within: str = "",
        arguments: Sequence[str] = (),
        stdin: str | None = None,
        fed: bool = False,
    ) -> Sequence[Act]:
        given = Input(stdin, fed, acts=self._call.source) if fed else NO_INPUT
        ran = self._walk.script(text, within=within or self._call.within, arguments=arguments, given=given)
        return ran.acts or (observe(shown(text)),)

    def sql(self, text: str, dialect: str, *, within: str = "") -> Sequence[Act]:
        from planproof.effects.sql.read import read_sql

        return read_sql(text, dialect, within=within, shell=self)

    def file(self, path: str, language: str, because: str, *, within: str = "") -> Sequence[Act]:
        said = self.context.review(path)
        if said is not None:
            return [_as_said(said, because)]
        text = self._call.stdin if path in STDIN else self._walk.text_of_file(path)
        if text is None:
            return [unknown(because)]
        if self._walk.depth > _MAX_FILES:
            return [unknown(because)]
        if language == "sh":
            return self.script(text, within=within)
        if language.startswith("sql:"):
            return self.sql(text, language.removeprefix("sql:"), within=within)
        return [unknown(because)]


STDIN: Final = frozenset({"/dev/stdin", "/dev/fd/0", "/proc/self/fd/0"})
_MAX_FILES: Final = 20
"""Files that run each other in a row."""


def _as_said(said: Said, because: str) -> Act:
    refs = (Ref("", said.resource),) if said.resource else ()
    match said.kind:
        case "observe" | "notify":
            return Act(said.kind, said.undo, because, reads=refs, inverse=said.inverse)
        case "destroy":
            return Act(said.kind, said.undo, because, destroys=refs, inverse=said.inverse)
        case _:
            return Act(said.kind, said.undo, because, writes=refs, inverse=said.inverse)


def start(call: Call, walk: Walk) -> Ran:
    """What a program does that is started with some arguments."""
    for pattern, said in walk.context.tools:
        if _fits(pattern, call):
            return Ran((_as_said(said, shown(call.text)),))
    name = call.name
    if EXPANDED in name or not name:
        return Ran((unknown(shown(call.text)),))
    shell = ShellOf(walk, call)
    built_in = _built_in(call, shell)
    if built_in is not None:
        return built_in
    inner = wrapped(call, shell)
    if inner:
        return Ran(tuple(inner))
    reader = reader_of(name) or reader_of(
        re.sub(r"(?i)\.exe$", "", name).lower() if name[-4:].lower() == ".exe" else ""
    )
    found = reader.read(call, shell) if reader is not None else None
    # A reader says that a call changes nothing by an act that observes. None at all says nothing.
    acts = tuple(found or (unknown(shown(call.text)),))
    return Ran(acts, call.stdin if name == "tee" else None)


def _built_in(call: Call, shell: ShellOf) -> Ran | None:
    """What a command of the shell itself does, and `cat` where it only passes on what it is fed."""
    match call.name:
        case "echo" | "print":
            return Ran((), echoed(call.args), True)
        case "printf":
            text = formatted(call.args)
            return Ran((), text, None if text is None else True)
        case "true" | ":":
            return Ran(printed="", succeeds=True)
        case "false":
            return Ran(printed="", succeeds=False)
        case "cat" if call.fed and set(call.args) <= {"-", "-u", "/dev/stdin"}:
            return Ran((), call.stdin)
        case "cat" if len(call.args) == 1 and call.args[0] == "/dev/null":
            return Ran((), "")
        case "eval":  # behind `builtin` or `command`: without the functions of the script
            return Ran(tuple(shell.script(" ".join(call.args))))
        case "alias":
            texts = [value for _, eq, value in (word.partition("=") for word in call.args) if eq]
            return Ran(tuple(act for text in texts for act in shell.script(text)))
        case "." | "source":
            return Ran(tuple(shell.file(call.args[0], "sh", shown(call.text)) if call.args else ()))
        case name if name in _LOOKS_UP:
            return Ran((observe(shown(call.text)),))
        case name if name in _SILENT:
            return Ran(tuple(_by_option(call, shell)), _OUTPUT.get(name))
        case _:
            return None


def _by_option(call: Call, shell: ShellOf) -> Sequence[Act]:
    """What the shell's own commands run or load by an option."""
    match call.name:
        case "mapfile" | "readarray" | "compgen" | "complete":
            code = Args(call.args, frozenset("-C -d -n -O -s -u -c -A -F -G -W -P -S -X -o".split())).value("-C")
            return shell.script(code) if code else ()
        case "enable" if any(re.match(r"-\w*f", word) for word in call.args):
            return [unknown(shown(call.text))]
        case "fc" if not any(re.match(r"-\w*l", word) for word in call.args):
            return [unknown(shown(call.text))]  # runs what was typed before
        case _:
            return ()


def _fits(pattern: str, call: Call) -> bool:
    """Whether a person's pattern fits a call; a word that only the shell knows fits no pattern."""
    line = " ".join((call.name, *call.args))
    return EXPANDED not in line and matches(pattern, line)
