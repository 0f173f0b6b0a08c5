"""Splits a line of the POSIX shell into simple commands of words, with the quotes taken off."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final, NamedTuple

EXPANDED: Final = "\0"
"""Stands in a word for what the shell puts there when it runs: a variable, the output of a substitution."""


OPENERS: Final = frozenset({"if", "then", "else", "elif", "while", "until", "do", "!", "{"})
"""Words of the shell's grammar that stand in front of a command."""


class Unsure(Exception):
    """The line goes beyond what this reader understands. Not an error: it ends a reading that cannot be certain."""


class Word(NamedTuple):
    """One word, as the program gets it."""

    text: str
    bare: str
    """What stands in it before the first quote or expansion: `"if"` is no keyword, `A="b c"` is an assignment."""
    inner: tuple[str, ...] = ()
    """Lines that are run to make the word: `$(...)`, backticks, `<(...)`."""

    @property
    def quoted(self) -> bool:
        """Whether the shell changed it: it holds quotes or expansions."""
        return self.bare != self.text


_SEPARATORS: Final = frozenset(";&|\n()")
_ENDS: Final = frozenset(" \t<>'\"\\$`") | _SEPARATORS
_REDIRECT: Final = re.compile(r"\d*(?:<<<|<<-?|>>|>\||[<>]&|<>|[<>])|&>>?")
_MAX_NESTED: Final = 20
"""Brackets inside quotes inside brackets."""
_NAME: Final = re.compile(r"\w+|[@*#?$!-]")


def commands_in(text: str) -> Iterator[list[Word]]:
    """The simple commands of a line, in the order of the text; redirections and comments are left out.

    Raises:
        Unsure: a quote or bracket that is not closed, an arithmetic command, a function, a here-document that runs
            something, anything else that is not certain.

    Example:
        >>> [[word.text for word in words] for words in commands_in("a 'b c' | d > e; f")]
        [['a', 'b c'], ['d'], ['f']]
    """
    return _Reader(text).commands()


class _Reader:
    def __init__(self, text: str) -> None:
        self.text: str = text.replace("\r\n", "\n").replace("\\\n", "")
        self.at: int = 0
        self.nested: int = 0
        self.documents: list[tuple[str, bool, bool]] = []
        """Here-documents that begin after this line: the word that ends each, whether it was quoted, whether tabs
        go."""

    def commands(self) -> Iterator[list[Word]]:
        """Reads to the end."""
        words: list[Word] = []
        depth = 0
        while self.at < len(self.text):
            char = self.text[self.at]
            if char in " \t":
                self.at += 1
            elif char == "#":
                self.at = self._find("\n", self.at)
            elif (redirect := _REDIRECT.match(self.text, self.at)) is not None:
                if self.text.startswith(("<(", ">("), self.at):
                    words.append(self._word())
                else:
                    self._redirect(redirect, words)
            elif char in _SEPARATORS:
                named = char == "(" and any(word.bare not in OPENERS for word in words)
                if named or self.text.startswith(("((", ";;"), self.at):
                    raise Unsure  # arithmetic, a branch of a case, a function
                if words and words[0].bare == "[[" and words[-1].bare != "]]":
                    raise Unsure  # an operator inside of a condition
                depth += (char == "(") - (char == ")")
                if depth < 0:
                    raise Unsure
                if words:
                    yield words
                    words = []
                self.at += 1
                if char == "\n":
                    self._skip_documents()
            else:
                words.append(self._word())
        if self.documents or depth:
            raise Unsure
        if words:
            yield words

    def _find(self, what: str, start: int) -> int:
        found = self.text.find(what, start)
        return len(self.text) if found < 0 else found

    def _redirect(self, redirect: re.Match[str], words: list[Word]) -> None:
        self.at = redirect.end()
        while self.text[self.at : self.at + 1] in (" ", "\t"):
            self.at += 1
        if self.at >= len(self.text) or self.text[self.at] in _SEPARATORS:
            raise Unsure
        before = self.at
        target = self._word()
        if self.at == before:
            raise Unsure
        operator = redirect[0].lstrip("0123456789")
        if operator in ("<<", "<<-"):
            self.documents.append((target.text, target.quoted, operator == "<<-"))
        elif target.inner:
            if not words:
                raise Unsure
            words.append(Word("", "", target.inner))

    def _skip_documents(self) -> None:
        for end, quoted, tabs in self.documents:
            while True:
                if self.at >= len(self.text):
                    raise Unsure
                stop = self._find("\n", self.at)
                line = self.text[self.at : stop]
                self.at = min(stop + 1, len(self.text))
                if (line.lstrip("\t") if tabs else line) == end:
                    break
                if not quoted and ("$(" in line or "`" in line):
                    raise Unsure
        self.documents.clear()

    def _word(self) -> Word:
        parts: list[str] = []
        inner: list[str] = []
        bare: str | None = None
        start = self.at
        while self.at < len(self.text):
            char = self.text[self.at]
            special = char in "'\"\\$`" or (self.at == start and self.text.startswith(("<(", ">("), start))
            if special and bare is None:
                bare = "".join(parts)
            if char == "'":
                stop = self._closing("'")
                parts.append(self.text[self.at + 1 : stop])
                self.at = stop + 1
            elif char == '"':
                self.at += 1
                self._double(parts, inner)
            elif char == "\\":
                parts.append(self.text[self.at + 1 : self.at + 2])
                self.at += 2
            elif char in "$`":
                self._expansion(parts, inner)
            elif special:  # `<(` or `>(`
                self.at += 1
                inner.append(self._parenthesis())
                parts.append(EXPANDED)
            elif char in _ENDS:
                break
            else:
                stop = self.at + 1
                while stop < len(self.text) and self.text[stop] not in _ENDS:
                    stop += 1
                parts.append(self.text[self.at : stop])
                self.at = stop
        text = "".join(parts)
        return Word(text, text if bare is None else bare, tuple(inner))

    def _closing(self, quote: str) -> int:
        stop = self.text.find(quote, self.at + 1)
        if stop < 0:
            raise Unsure
        return stop

    def _double(self, parts: list[str], inner: list[str]) -> None:
        """Reads on behind a double quote to the one that closes it."""
        while self.at < len(self.text):
            char = self.text[self.at]
            if char == '"':
                self.at += 1
                return
            if char == "\\" and self.text[self.at + 1 : self.at + 2] in ("$", "`", '"', "\\"):
                parts.append(self.text[self.at + 1])
                self.at += 2
            elif char in "$`":
                self._expansion(parts, inner)
            else:
                parts.append(char)
                self.at += 1
        raise Unsure

    def _expansion(self, parts: list[str], inner: list[str]) -> None:
        """Reads `$name`, `${...}`, `$(...)`, `$((...))` or backticks; a lone `$` stands for itself."""
        if self.text[self.at] == "`":
            stop = self.at + 1
            while stop < len(self.text) and self.text[stop] != "`":
                stop += 2 if self.text[stop] == "\\" else 1
            if stop >= len(self.text):
                raise Unsure
            inner.append(re.sub(r"\\([$`\\])", r"\1", self.text[self.at + 1 : stop]))
            self.at = stop + 1
        elif self.text.startswith("$(", self.at):
            self.at += 1
            line = self._parenthesis()
            if line.startswith("("):
                inner += self._in_arithmetic(line)
            else:
                inner.append(line)
        elif self.text.startswith("${", self.at):
            stop = self._closing("}")
            if any(sign in self.text[self.at + 2 : stop] for sign in "$`'\"\\{"):
                raise Unsure
            self.at = stop + 1
        elif self.text.startswith(("$'", '$"'), self.at):
            raise Unsure
        elif (name := _NAME.match(self.text, self.at + 1)) is not None:
            self.at = name.end()
        else:
            parts.append("$")
            self.at += 1
            return
        parts.append(EXPANDED)

    def _parenthesis(self) -> str:
        """Reads from an opening bracket to the one that closes it, and returns what is between."""
        self.nested += 1
        if self.nested > _MAX_NESTED:
            raise Unsure
        start = self.at + 1
        self.at = start
        depth = 1
        while self.at < len(self.text):
            char = self.text[self.at]
            if char == "(":
                depth += 1
            elif char == ")":
                depth -= 1
                if depth == 0:
                    self.at += 1
                    self.nested -= 1
                    return self.text[start : self.at - 1]
            elif char == "'":
                self.at = self._closing("'")
            elif char == '"':
                self.at += 1
                self._double([], [])
                continue
            elif char == "\\":
                self.at += 1
            elif char == "`":
                self._expansion([], [])
                continue
            elif (char == "#" and self.text[self.at - 1] in " \t\n") or self.text.startswith("<<", self.at):
                raise Unsure  # a comment or a here-document may hold a bracket
            self.at += 1
        raise Unsure

    @staticmethod
    def _in_arithmetic(line: str) -> list[str]:
        """The lines that are run inside of `$((...))`, given what is between its outer brackets."""
        reader = _Reader(line)
        content = reader._parenthesis()
        if reader.at != len(line):
            raise Unsure  # `$((a); b)` is no arithmetic
        inner: list[str] = []
        _Reader(f'{content}"')._double([], inner)
        return inner
