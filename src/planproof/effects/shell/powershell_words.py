"""Words of PowerShell: a script taken apart into pipelines of commands of words."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import Final

_TOKEN: Final = re.compile(
    r"""(?P<comment><\#.*?(?:\#>|\Z)|(?<![\w$])\#[^\n]*)|(?P<here>@'\n.*?(?:\n'@|\Z)|@"\n.*?(?:\n"@|\Z))|(?P<single>'(?:''|[^'])*')|(?P<double>"(?:`.|""|[^"`])*")"""
    r"""|(?P<join>`\r?\n)|(?P<end>\r?\n|;)|(?P<pipe>\|\||&&|\|)|(?P<open>[@$]?[({]|\[)|(?P<close>[)}\]])|(?P<space>[ \t]+)|(?P<redirect>[\d*]?>>?(?:&\d)?)"""
    r"""|(?P<word>(?:`.|[^\s;|(){}'"\[\]>`]|(?<=\w)\[\])+)|(?P<other>.)""",
    re.DOTALL | re.VERBOSE,
)
_TARGET: Final = re.compile(r"""[ \t]*("[^"]*"|'[^']*'|[^\s;|]+)""")
_NOWHERE: Final = frozenset({"$null", "nul", "/dev/null"})


@dataclass(slots=True)
class Word:
    """One word of a command: its text, and the blocks or brackets in it."""

    text: str
    literal: bool = True
    """Whether it is known before it runs: no variable, no bracket."""
    quoted: bool = False
    """Whether it begins with a quote: where a command would stand it is a value."""
    blocks: list[tuple[str, str]] = field(default_factory=list[tuple[str, str]])
    """Opening bracket and source of what stands in brackets."""


def pipelines(text: str) -> list[list[list[Word]]]:
    """A script as pipelines of commands of words; a redirection is a command of its own.

    Example:
        >>> [[[word.text for word in words] for words in line] for line in pipelines("a 'b c' | d; e > f")]
        [[['a', 'b c'], ['d']], [['Out-File', 'f'], ['e']]]
    """
    splitter = _Splitter()
    at = 0
    while at < len(text) and (found := _TOKEN.match(text, at)) is not None:
        at = splitter.take(found, text)
    splitter.line_ends()
    return splitter.lines


class _Splitter:
    """Takes tokens one by one and puts words, commands and pipelines together."""

    def __init__(self) -> None:
        self.lines: list[list[list[Word]]] = []
        self._commands: list[list[Word]] = []
        self._words: list[Word] = []
        self._word: Word | None = None

    def take(self, found: re.Match[str], text: str) -> int:
        """Takes one token; where the next one begins."""
        piece = found[0]
        if _is_open(piece):
            # What is never closed is no script: a program of that name, which nobody knows.
            self._words.append(Word("<unclosed"))
            self._command_ends()
            return found.end()
        match found.lastgroup:
            case "comment" | "join":
                pass
            case "space":
                self._word_ends()
            case "pipe":
                self._command_ends() if piece == "|" else self.line_ends()
            case "end":
                self.line_ends()
            case "open":
                return self._bracket(found, text)
            case "redirect":
                return self._redirect(found, text)
            case "single" | "double" | "here":
                self._quoted(piece, here=found.lastgroup == "here")
            case _:
                word = self._current()
                word.text += piece.replace("`", "")
                word.literal = word.literal and not piece.startswith("$")
        return found.end()

    def line_ends(self) -> None:
        """A pipeline is over."""
        self._command_ends()
        if self._commands:
            self.lines.append(self._commands)
        self._commands = []

    def _current(self, *, quoted: bool = False) -> Word:
        if self._word is None:
            self._word = Word("", quoted=quoted)
        return self._word

    def _word_ends(self) -> None:
        if self._word is not None:
            self._words.append(self._word)
        self._word = None

    def _command_ends(self) -> None:
        self._word_ends()
        if self._words:
            self._commands.append(self._words)
        self._words = []

    def _bracket(self, found: re.Match[str], text: str) -> int:
        end, closed = _closing(text, found.end())
        word = self._current()
        word.blocks.append((found[0], text[found.end() : end - closed]))
        word.text += text[found.start() : end]
        word.literal = word.literal and found[0] not in ("$(", "(")
        return end

    def _redirect(self, found: re.Match[str], text: str) -> int:
        self._word_ends()
        target = _TARGET.match(text, found.end())
        if target is None or "&" in found[0]:
            return found.end()
        path = target[1].strip("'\"")
        if path.lower() not in _NOWHERE:
            self._commands.append([Word("Add-Content" if ">>" in found[0] else "Out-File"), Word(path)])
        return target.end()

    def _quoted(self, piece: str, *, here: bool) -> None:
        word = self._current(quoted=True)
        body = piece[2:-2].strip("\n") if here else piece[1:-1]
        word.text += body
        if piece.lstrip("@").startswith('"'):
            word.blocks += [("$(", inner) for inner in _INSIDE.findall(body)]
            word.literal = word.literal and "$" not in body


def _is_open(piece: str) -> bool:
    """Whether a comment or a here-string runs on to the end of the script."""
    if piece.startswith("<#"):
        return not piece.endswith("#>") or len(piece) < len("<##>")
    return piece.startswith(("@'\n", '@"\n')) and not piece.endswith(("\n'@", '\n"@'))


_INSIDE: Final = re.compile(r"\$\(((?:[^()]|\([^()]*\))*)\)")


def _closing(text: str, at: int) -> tuple[int, int]:
    """Where the bracket ends that was opened before `at`, and the length of what closes it; 0 where nothing does."""
    depth = 1
    while at < len(text) and (found := _TOKEN.match(text, at)) is not None:
        at = found.end()
        depth += (found.lastgroup == "open") - (found.lastgroup == "close")
        if depth == 0:
            return at, 1
    return len(text), 0
