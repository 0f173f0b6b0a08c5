"""programs_of: which programs a command line starts.

A careful reader of the plain part of the shell: quotes, pipelines, lists, loops, substitutions, here-documents and the
wrappers that start another program. Anything beyond that makes the answer None, which means *not known* and never
*none*. It stands until the shell grammar of the command modules takes its place behind the same function.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

from planproof.gates.feasibility.shellwords import EXPANDED, OPENERS, Unsure, Word, commands_in
from planproof.gates.feasibility.wrappers import SHELLS, SUBSHELL, WRAPPERS, Wrapper
from planproof.model.plan import Command

MAX_LENGTH: Final = 20_000
"""Characters of a command that are read; a longer one is not known."""
MAX_DEPTH: Final = 8
"""Commands inside commands: `ssh host "sudo sh -c '...'"` is three."""

_QUOTES: Final = re.compile(r"""'[^']*'|"[^"$`\\]*\"""")
"""Strings in which nothing is expanded."""
_HARD: Final = re.compile(r"""['"$`\\(){}#\n\r!<>&]""")
"""What a line without substitutions, blocks, redirections and jobs does not hold."""
_PLAIN: Final = re.compile(r"[\w./+-]+")
_ASSIGNMENT: Final = re.compile(r"[A-Za-z_]\w*(\[[^]]*\])?\+?=")
_CLOSING: Final = frozenset({"fi", "done", "}"})
_BEYOND: Final = frozenset(
    {"case", "esac", "function", "select", "coproc", "eval", "trap", "alias"}
    | {"su", "runuser", "parallel", "screen", "tmux", "script", "expect", "busybox", "at", "batch"}
)
"""Words of the shell, and programs, of which this reader cannot tell what they start."""
_CONDITIONS: Final = frozenset({"[", "[["})
_ODD: Final = re.compile(r"[\s\0*?{}\[\]~()=]")
"""What no name of a program holds: it is a pattern, or a line that was taken for a word."""
_SPECIAL: Final = frozenset({*OPENERS, *_CLOSING, *_BEYOND, *SHELLS, *WRAPPERS, "for", ".", "source", "find"})


def programs_of(command: Command) -> tuple[str, ...] | None:
    """The programs that a command starts, by the last part of their path, each once, in the order of the text.

    Programs on another machine (`ssh host ...`) and behind `sudo` or `xargs` are among them, those inside a container
    (`kubectl exec`, `docker run`) are not: its image has what it needs. Shells that run another command line stand for
    what is in that line. Words of the shell itself (`cd`, `export`) are returned like programs.

    Returns:
        None where it is not known: a program named by a variable, `eval`, a `case`, a language other than the POSIX
        shell. Empty for SQL, which starts none.

    Example:
        >>> programs_of(Command(run="sudo -u postgres pg_dump shop | gzip > /backup/shop.gz"))
        ('sudo', 'pg_dump', 'gzip')
        >>> programs_of(Command(run='test "$(ssh db1 hostname)" = db1 && ./promote.sh'))
        ('ssh', 'hostname', 'test', 'promote.sh')
        >>> programs_of(Command(run="$TOOL --apply")) is None
        True
    """
    names, sure = scan(command)
    return names if sure else None


def scan(command: Command) -> tuple[tuple[str, ...], bool]:
    """The programs that a command starts, as far as they are known, and whether that is all of them."""
    if command.shell != "sh":
        return (), command.shell == "sql"
    names: dict[str, None] = {}
    try:
        for name in _programs(command.run, 0):
            names[name] = None
    except Unsure:
        return tuple(names), False
    return tuple(names), True


def _programs(text: str, depth: int) -> Iterator[str]:
    if depth > MAX_DEPTH or len(text) > MAX_LENGTH:
        raise Unsure
    if (names := _at_a_glance(text)) is not None:
        yield from names
        return
    for words in commands_in(text):
        for word in words:
            for inner in word.inner:
                yield from _programs(inner, depth + 1)
        yield from _started(words, depth)


def _at_a_glance(text: str) -> list[str] | None:
    """The programs of a line of plain words and simple quotes; None where it takes the reader.

    Most commands are such a line. This takes a tenth of the time of the reader, and a plan may hold 20,000 commands.
    """
    plain = _QUOTES.sub(EXPANDED, text).replace("&&", ";").replace("||", ";").replace("|", ";")
    if _HARD.search(plain) is not None:
        return None
    names: list[str] = []
    for part in plain.split(";"):
        words = part.split(None, 1)
        if not words or _PLAIN.fullmatch(words[0]) is None:
            return None
        name = words[0].rpartition("/")[2]
        if not name or name in _SPECIAL:
            return None
        names.append(name)
    return names


def _last(path: str) -> str:
    return path.rstrip("/").rpartition("/")[2]


def _started(words: list[Word], depth: int) -> Iterator[str]:
    """What one simple command starts."""
    at = 0
    while at < len(words):
        if _ASSIGNMENT.match(words[at].bare):
            at += 1
            continue
        if not words[at].quoted:
            word = words[at].text
            if word == "for" or word in _CLOSING:
                return  # the list of a loop starts nothing but its substitutions
            if word in OPENERS:
                at += 1
                continue
        yield from _program(words[at:], depth)
        return


def _program(words: list[Word], depth: int) -> Iterator[str]:
    path = words[0].text
    name = _last(path)
    if not name or _ODD.search(path) is not None or name in _BEYOND:
        if path not in _CONDITIONS:
            raise Unsure
        name = path
    if name in SHELLS:
        yield from _shell(words, depth)
        return
    if name in (".", "source"):
        if len(words) > 1:
            yield from _program(words[1:2], depth)
        return
    yield name
    if name == "find":
        yield from _of_find(words, depth)
    elif (wrapper := WRAPPERS.get(name)) is not None:
        yield from _wrapped(wrapper, words, depth)


def _wrapped(wrapper: Wrapper, words: list[Word], depth: int) -> Iterator[str]:
    rest = wrapper.rest(words)
    if not rest:
        return
    if wrapper.kind == SUBSHELL:
        # The far side joins its arguments by spaces and reads them as a line of its own.
        yield from _programs(" ".join(word.text for word in rest), depth + 1)
    else:
        yield from _started(rest, depth + 1)


def _shell(words: list[Word], depth: int) -> Iterator[str]:
    """`sh -c LINE` starts what is in the line, `sh FILE` the file, `sh` alone what comes on its input."""
    at = 1
    while at < len(words) and words[at].text.startswith(("-", "+")):
        option = words[at].text
        if option.startswith("--") or EXPANDED in option:
            raise Unsure
        if "c" in option:
            if at + 1 >= len(words) or "o" in option.casefold():
                raise Unsure
            yield from _programs(words[at + 1].text, depth + 1)
            return
        at += 2 if option[-1] in "oO" else 1
    if at >= len(words):
        raise Unsure
    yield from _program(words[at : at + 1], depth)


def _of_find(words: list[Word], depth: int) -> Iterator[str]:
    for at, word in enumerate(words):
        if word.text in ("-exec", "-execdir", "-ok", "-okdir"):
            if at + 1 >= len(words):
                raise Unsure
            yield from _program(words[at + 1 : at + 2], depth)
