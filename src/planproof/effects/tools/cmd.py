"""The language of Windows' `cmd`: `cmd /c TEXT`."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import Final

from planproof.effects.act import Act, observe, unknown
from planproof.effects.tools.call import EXPANDED, MAX_CODE, Args, Call, shown
from planproof.effects.tools.files import removed
from planproof.effects.tools.program import Program
from planproof.effects.tools.tool import Shell
from planproof.effects.tools.writing import written

_PARTS: Final = re.compile(r'"[^"]*"?|\^.|>&\d|(?P<ends>[&|\n]+)|[^"^&|>\n]+|[\^>]', re.DOTALL)
_WORDS: Final = re.compile(r'(?:"[^"]*"?|[^\s"])+')
_REDIRECT: Final = re.compile(r'\d?(>>?|<)&?\s*("[^"]*"|[^\s"<>]+)')
_ELSE: Final = re.compile(r"\)\s*else\s*\(?", re.I)
_HARMLESS: Final = frozenset(
    "rem echo echo. set setlocal endlocal cd chdir pushd popd cls pause title color prompt path ver verify vol exit goto"
    " dir type more chcp timeout shift help doskey mode tree".split()
)
"""Commands of `cmd` itself that change nothing outside it."""
_CALLED: Final = {"rmdir": "rd", "md": "mkdir", "rename": "ren", "find": "findstr", "sort": "sort"}
"""Names that mean another program than elsewhere."""
_COMPARES: Final = frozenset({"==", "equ", "neq", "lss", "leq", "gtr", "geq"})
_MAX_DEPTH: Final = 10


def cmd_acts(text: str, call: Call, shell: Shell, depth: int = 0) -> list[Act]:
    """What a line of `cmd` does."""
    if len(text) > MAX_CODE or depth > _MAX_DEPTH:
        return [unknown(shown(call.text))]
    return [act for part in _parts(_ELSE.sub("&", text)) for act in _one(part, call, shell, depth)]


def _parts(text: str) -> Iterator[str]:
    """The commands between `&`, `&&`, `|` and `||`."""
    piece = ""
    for found in _PARTS.finditer(text):
        if found["ends"]:
            yield piece
            piece = ""
        else:
            piece += found[0].removeprefix("^")
    yield piece


def _one(part: str, call: Call, shell: Shell, depth: int) -> list[Act]:
    part = part.strip().lstrip("@( \t").strip()
    if part.startswith("::") or re.match(r"rem\b", part, re.I):
        return []
    files = [(found[1], found[2].strip('"')) for found in _REDIRECT.finditer(part)]
    words = [word.replace('"', "") for word in _WORDS.findall(_REDIRECT.sub(" ", part).rstrip(") \t"))]
    acts = _started(words, call, shell, depth) if words else []
    empty = bool(words) and words[0].lower() in ("type", "copy", "cd.", "break") and "nul" in (w.lower() for w in words)
    for operator, path in files:
        if operator != "<" and path.lower() not in ("nul", "con", "1", "2"):
            because = shown(f"{operator} {path}")
            emptied = empty and operator == ">"
            acts.append(
                removed([path], call, because) if emptied else written(path, because, appended=operator == ">>")
            )
    return acts


def _started(words: list[str], call: Call, shell: Shell, depth: int) -> list[Act]:
    """What one command starts."""
    name = re.sub(r"(?i)\.(exe|com)$", "", words[0].replace("\\", "/").rpartition("/")[2]).lower()
    rest = words[1:]
    match name:
        case "if":
            return _again(_behind_condition(rest), call, shell, depth)
        case "for":
            return _loop(rest, call, shell, depth)
        case "call":
            return _again(rest, call, shell, depth)
        case "start":
            while rest and (not rest[0] or rest[0].startswith("/") or " " in rest[0]):
                rest = rest[2:] if rest[0].lower() == "/d" else rest[1:]
            return _again(rest, call, shell, depth)
        case "forfiles":
            at = next((i for i, word in enumerate(rest) if word.lower() == "/c"), len(rest))
            return cmd_acts(" ".join(rest[at + 1 :]), call, shell, depth + 1)
        case _ if name in _HARMLESS:
            return []
        case _ if "%" in name or not name:
            return [unknown(shown(call.text))]
        case _ if name.endswith((".bat", ".cmd")):
            return list(shell.file(words[0], "cmd", shown(call.text)))
        case _:
            marked = [f"{EXPANDED}{word}" if "%" in word else word for word in rest]
            return list(shell.argv([_CALLED.get(name, name), *marked]))


def _again(words: list[str] | None, call: Call, shell: Shell, depth: int) -> list[Act]:
    """A command behind a word of the language."""
    if words is None or depth > _MAX_DEPTH:
        return [unknown(shown(call.text))]
    words = [words[0].lstrip("@("), *words[1:]] if words else []
    return _started(words, call, shell, depth + 1) if words and words[0] else []


def _behind_condition(words: list[str]) -> list[str] | None:
    """The command of an `if`; None where the condition cannot be read."""
    while words and words[0].lower() in ("/i", "not"):
        words = words[1:]
    if not words:
        return None
    if words[0].lower() in ("exist", "defined", "errorlevel", "cmdextversion"):
        return words[2:]
    if "==" in words[0] and not words[0].endswith("=="):
        return words[1:]
    if words[0].endswith("=="):
        return words[2:]
    return words[3:] if len(words) > 1 and words[1].lower() in _COMPARES else None


def _loop(words: list[str], call: Call, shell: Shell, depth: int) -> list[Act]:
    """`for %x in (…) do CMD`; with `/f` what stands in the brackets may be a command as well."""
    at = next((i for i, word in enumerate(words) if word.lower() == "do"), None)
    if at is None:
        return [unknown(shown(call.text))]
    source = " ".join(words[:at]).partition("(")[2].rstrip(") ")
    acts = _again(words[at + 1 :], call, shell, depth)
    if source[:1] in ("'", "`"):
        acts = [*cmd_acts(source.strip("'`"), call, shell, depth + 1), *acts]
    return acts


def _cmd(call: Call, _args: Args, shell: Shell) -> Sequence[Act]:
    """`cmd /c TEXT`, `cmd` that reads its input."""
    words = list(call.args)
    while words and words[0].lstrip("/")[:1].lower() not in ("c", "k"):
        words.pop(0)
    text = " ".join((words[0].lstrip("/")[1:], *words[1:])).strip() if words else call.stdin
    if text is None:
        return [unknown(shown(call.text))] if call.fed else [observe(shown(call.text))]
    if len(words) == 2 and text.startswith('"') and text.endswith('"'):
        text = text[1:-1]
    return cmd_acts(text, call, shell) or [observe(shown(call.text))]


TOOLS: Final = (Program(("cmd", "cmd.exe"), _cmd),)
