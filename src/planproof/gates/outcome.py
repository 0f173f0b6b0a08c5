"""Whether a command can tell good from bad: what its text alone says about its exit status.

This reads the text, not the language: quotes, substitutions and the operators between commands, and a list of
commands that succeed whatever the world looks like. Where the text does not decide, the command counts as able to
fail.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final, Literal

from planproof.model.plan import Command

Outcome = Literal["can_fail", "always_passes", "says_nothing"]
"""`says_nothing`: it does nothing but succeed, such as `echo ok`. `always_passes`: it does something and then
succeeds whatever came of it, such as `psql ... || true`."""

_IDLE: Final = frozenset({"true", ":", "echo", "printf", "sleep", "write-host", "write-output", "$true"})
"""Commands that do nothing and succeed."""
_FILTERS: Final = frozenset(
    {"cat", "tee", "wc", "sort", "head", "tail", "tr", "cut", "uniq", "column", "sed", "nl", "rev", "tac", "fold"}
    | {"less", "more", "xxd", "hexdump", "base64", "out-null", "out-host", "out-string", "logger", "paste", "fmt"}
)
"""Commands that succeed on any standard input; the last one of a pipe decides its status."""
_CLOSING: Final = frozenset({"fi", "done", "esac", "}", ")"})

_DECIDING: Final = _IDLE | _FILTERS | {"exit", "sudo", "command", "time", "nohup", "sh", "bash", "zsh", "dash"}
"""First words of the last command of a line that may always succeed; all others may fail."""
_CONSTANT: Final = re.compile(r"\s*select\s+(?:[\d.]+|'[^']*'|true|null)(?:\s+as\s+\w+)?\s*;?\s*", re.IGNORECASE)
_STOPS: Final = re.compile(r"\s*set\s+-\w*e|\s*set\s+-o\s+errexit")
_PIPEFAIL: Final = re.compile(r"\s*set\s.*\bpipefail")
_WRAPPER: Final = re.compile(r"^\s*(?:(?:sudo|command|time|nohup)\s+)*", re.IGNORECASE)
_NESTED: Final = re.compile(r"(?:ba|z|da|k)?sh\s+-\w*c\s+(?:'([^']*)'|\"([^\"$`]*)\")\s*$")
_SUBSTITUTION: Final = re.compile(r"\$\(|`")
_PLAINER: Final = {"\n": ";", "|&": "|"}
MOST: Final = 5_000
"""Characters that are looked at; a longer command counts as able to fail."""


def outcome(command: Command) -> Outcome:
    """What the text of a command says about its exit status.

    Example:
        >>> [outcome(Command(run=run)) for run in ("test -f a", "echo ok", "psql -c x || true", "curl x | cat")]
        ['can_fail', 'says_nothing', 'always_passes', 'always_passes']
        >>> outcome(Command(run="set -o pipefail; curl -f x | cat"))
        'can_fail'
        >>> outcome(Command(run="! true")), outcome(Command(run="grep -q ' || true' script.sh"))
        ('can_fail', 'can_fail')
    """
    if command.shell == "sql":
        return "says_nothing" if _CONSTANT.fullmatch(command.run) else "can_fail"
    return _outcome(command.run)


def only_idle(command: Command) -> bool:
    """Whether a command does nothing at all."""
    return outcome(command) == "says_nothing"


def _outcome(text: str) -> Outcome:
    if not text.strip():
        return "says_nothing"
    if len(text) > MOST or not _is_suspect(text):
        return "can_fail"
    lists = list(_lists(text))
    if all(idle for _, idle in lists):
        return "says_nothing"
    stops = any(_STOPS.match(line) for line in re.split(r"[;\n]|&&", text))
    passes = all(passes for passes, _ in lists) if stops else lists[-1][0]
    return "always_passes" if passes else "can_fail"


def _is_suspect(text: str) -> bool:
    """Whether a line needs a closer look: most end in a command that may fail, which decides it."""
    end = text.rstrip(" \t\r\n;")
    if "#" in end or end.endswith("&"):
        return True
    last = end[max(end.rfind(";"), end.rfind("|"), end.rfind("&"), end.rfind("\n")) + 1 :].split(None, 2)
    if not last:
        return True
    word = last[0].strip("'\"").casefold()
    return word in _DECIDING or (word == "!" and len(last) > 1 and last[1].startswith("false"))


def _lists(text: str) -> Iterator[tuple[bool, bool]]:
    """For each and-or list: whether it always succeeds, and whether it does nothing but that."""
    pipefail = _PIPEFAIL.search(text) is not None
    passes, idle, joint = False, True, ""
    pipe: list[str] = []
    for command, operator in _pieces(text):
        pipe.append(command)
        if operator == "|":
            continue
        here = _pipe_passes(pipe, pipefail)
        quiet = all(_is_idle(part) for part in pipe) and not (pipefail and len(pipe) > 1)
        pipe = []
        passes = here if not joint else passes and here if joint == "&&" else passes or here
        idle = idle and quiet
        if operator in ("&&", "||"):
            joint = operator
            continue
        yield passes or operator == "&", idle
        passes, idle, joint = False, True, ""


def _pipe_passes(pipe: list[str], pipefail: bool) -> bool:
    head, rest = _head(pipe[0])
    if head == "!":  # it turns the status of the whole pipe around
        return len(pipe) == 1 and _head(rest)[0] == "false"
    if len(pipe) == 1:
        return _passes(pipe[0], piped=False)
    # Under pipefail even `echo ok | true` may fail: the reader is gone before the writer writes.
    return not pipefail and _passes(pipe[-1], piped=True)


def _head(command: str) -> tuple[str, str]:
    """The first word of a simple command, in lower case, and the rest."""
    word, _, rest = _WRAPPER.sub("", command, count=1).strip().partition(" ")
    return word.casefold(), rest.strip()


def _passes(command: str, *, piped: bool) -> bool:
    head, rest = _head(command)
    if head in _CLOSING:
        return False
    if (nested := _NESTED.fullmatch(command.strip())) is not None:
        return _outcome(nested[1] or nested[2] or "") != "can_fail"
    return head in _IDLE or (head == "exit" and rest == "0") or (piped and head in _FILTERS)


def _is_idle(command: str) -> bool:
    head, rest = _head(command)
    if (nested := _NESTED.fullmatch(command.strip())) is not None:
        return _outcome(nested[1] or nested[2] or "") == "says_nothing"
    idle = head in _IDLE or (head == "exit" and rest == "0")
    return idle and not _SUBSTITUTION.search(command) and ">" not in command


def _pieces(text: str) -> Iterator[tuple[str, str]]:
    """The simple commands of a line, each with the operator behind it; `;` for a line break and the end."""
    start = i = 0
    depth = 0
    quote = ""
    while i < len(text):
        char = text[i]
        if quote:
            if char == "\\" and quote == '"':
                i += 1
            elif char == quote:
                quote = ""
        elif char == "\\":
            i += 1
        elif char in "'\"`":
            quote = char
        elif char in "({":
            depth += 1
        elif char in ")}":
            depth -= 1
        elif char == "#" and depth <= 0 and (i == 0 or text[i - 1].isspace()):
            end = text.find("\n", i)
            end = len(text) if end < 0 else end
            text = text[:i] + text[end:]
            continue
        elif depth <= 0 and (operator := _operator(text, i)):
            if text[start:i].strip():
                yield text[start:i], _PLAINER.get(operator, operator)
            i += len(operator)
            start = i
            continue
        i += 1
    if text[start:].strip():
        yield text[start:], ";"


def _operator(text: str, i: int) -> str:
    for operator in ("&&", "||", "|&", ";", "\n", "|"):
        if text.startswith(operator, i):
            return operator
    alone = text[i] == "&" and text[i - 1 : i] not in (">", "<") and text[i + 1 : i + 2] != ">"
    return "&" if alone else ""
