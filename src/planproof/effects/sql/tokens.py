r"""Lexer: SQL text as words, names, strings and signs, in linear time, without a grammar.

A grammar of SQL reads about two thirds of what administrators write. Which statement it is, what it touches and
whether a `DELETE` stands in it or in a string is seen from the tokens, in every dialect.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import lru_cache
from typing import Final, Literal, NamedTuple

from planproof.effects.sql.dialect import Dialect

Sort = Literal["word", "name", "string", "number", "sign", "meta", "broken"]
"""`name`: a quoted identifier; `meta`: a command of the client; `broken`: a quote or comment that never ends."""


class Token(NamedTuple):
    """One piece of SQL."""

    sort: Sort
    word: str
    """Upper case for words and signs; empty for everything else, so that no quoted text passes for a keyword."""
    text: str
    """As written."""
    start: int

    @property
    def value(self) -> str:
        """Without its quotes."""
        if self.sort == "name":
            return self.text[1:-1]
        if self.sort != "string":
            return self.text
        if self.text.endswith("$"):
            cut = self.text.index("$", 1) + 1
            return self.text[cut:-cut]
        found = _OPENS.match(self.text)
        cut = found.end() if found else 1
        ends = 1 if found is None or "[" not in found[0] else 2
        return self.text[cut:-ends].replace("''", "'")


_OPENS: Final = re.compile(r"[A-Za-z&]{0,2}(?:'''|\"\"\"|'[\[({<](?=.*[\])}>]'$)|'|\")", re.DOTALL)
_UNKNOWN: Final = r"\0(?:\$\((?:[^()]|\([^()]*\))*\)|\$?\{[^}]*\}|\(input\)|`[^`]*`|\$[\w@*#?]+)?"
"""What only the shell knows, as `Words` leaves it: a mark and then the text as written."""


@lru_cache(maxsize=32)
def _pattern(dialect: Dialect) -> re.Pattern[str]:
    escape = r"\\." if dialect.backslash else r"(?!)"
    plain = r"[^'\\]" if dialect.backslash else "[^']"
    in_double = r"[^\"\\]" if dialect.backslash else '[^"]'
    dashes = r"--(?=\s|$)" if dialect.name == "mysql" else "--"
    comments = [rf"{dashes}[^\n]*", r"\\\\"]  # `\\\\` parts the commands of psql on one line
    if dialect.hash_comment:
        comments.append(r"\#[^\n]*")
    strings: list[str] = []
    if dialect.name == "bigquery":
        strings.append(r"[rRbB]{1,2}'(?!'')[^']*'")
    strings += [r"[eE]'(?:[^'\\]|\\.|'')*'", rf"(?:[nNxXbBuU]|[uU]&|_\w+\s*)?'(?:{plain}|''|{escape})*'"]
    names = [rf'"(?:{in_double}|""|{escape})*"', "`(?:[^`]|``)*`"]
    if dialect.brackets:
        names.append(r"\[(?:[^\]]|\]\])*\]")
    metas = [r"\\(?:!|copy\b)[^\n]*", r"\\[A-Za-z?.](?:[^\n\\']|'[^'\n]*')*"]
    parts = [
        r"(?P<space>\s+)",
        rf"(?P<comment>{'|'.join(comments)})",
        r"(?P<block>/\*)",
        r"(?P<quote>[nN]?[qQ]'[^\s'])" if dialect.name == "oracle" else "(?P<quote>(?!))",
        r"(?P<triple>[rRbB]{0,2}(?:'''|\"\"\"))" if dialect.name == "bigquery" else "(?P<triple>(?!))",
        rf"(?P<string>{'|'.join(strings)})",
        rf"(?P<name>{'|'.join(names)})",
        r"(?P<dollar>\$(?:[A-Za-z_]\w*)?\$)" if dialect.dollar else "(?P<dollar>(?!))",
        r"(?P<number>\d+(?:\.\d+)?(?:[eE][+-]?\d+)?(?![\w$]))",
        rf"(?P<word>(?:[\w$@]|\#(?=\w)|{_UNKNOWN})+)",
        rf"(?P<meta>{'|'.join(metas)})",
        r"(?P<sign>::|:=|<>|!=|<=|>=|\|\||->>?|.)",
    ]
    return re.compile("|".join(parts), re.DOTALL)


class Lexer:
    """Reads tokens from a place on; comments are left out, but not those that MySQL executes.

    Example:
        >>> from planproof.effects.sql.dialect import dialect_of
        >>> [t.word or t.text for t in Lexer("select 'a;b' -- x", dialect_of("postgres"))]
        ['SELECT', "'a;b'"]
        >>> [t.word for t in Lexer("/*!40000 DROP TABLE t */", dialect_of("mysql"))]
        ['DROP', 'TABLE', 'T']
    """

    def __init__(self, text: str, dialect: Dialect) -> None:
        self.text: str = text
        self.at: int = 0
        self._pattern: re.Pattern[str] = _pattern(dialect)
        self._dialect: Dialect = dialect
        self._inside: bool = False
        """Whether a comment is open that MySQL executes."""

    def __iter__(self) -> Iterator[Token]:
        return self

    def __next__(self) -> Token:
        while self.at < len(self.text):
            if (token := self._next()) is not None:
                return token
        raise StopIteration

    def _next(self) -> Token | None:
        """The next token; None where there is only space or a comment."""
        text, start = self.text, self.at
        if self._inside and text.startswith("*/", start):
            self.at, self._inside = start + 2, False
            return None
        found = self._pattern.match(text, start)
        assert found is not None  # the last alternative takes any character
        self.at = found.end()
        match found.lastgroup:
            case "space" | "comment":
                return None
            case "block":
                return self._comment(start)
            case "dollar":
                return self._until(found[0], start)
            case "quote":  # Oracle's q'[...]'
                return self._until(_CLOSES.get(found[0][-1], found[0][-1]) + "'", start)
            case "triple":
                return self._until(found[0][-3:], start)
            case "sign" if found[0] in "'\"`" or (found[0] == "[" and self._dialect.brackets):
                return self._broken(start)
            case "string":
                return Token("string", "", found[0], start)
            case "name" | "number" | "meta" as sort:
                return Token(sort, "", found[0], start)
            case "word":
                return Token("word", found[0].upper(), found[0], start)
            case _:
                return Token("sign", found[0].upper(), found[0], start)

    def _until(self, end: str, start: int) -> Token:
        """A string that goes on to its end, whatever stands in it."""
        at = self.text.find(end, self.at)
        if at < 0:
            return self._broken(start)
        self.at = at + len(end)
        return Token("string", "", self.text[start : self.at], start)

    def _comment(self, start: int) -> Token | None:
        executed = _EXECUTED.match(self.text, start) if self._dialect.name in ("mysql", "") else None
        if executed is not None:
            self.at, self._inside = executed.end(), True
            return None
        end = _end_of_comment(self.text, self.at, nested=self._dialect.nested_comment)
        if end < 0:
            return self._broken(start)
        self.at = end
        return None

    def _broken(self, start: int) -> Token:
        self.at = len(self.text)
        return Token("broken", "", self.text[start:], start)


_CLOSES: Final = {"[": "]", "(": ")", "{": "}", "<": ">"}
_EXECUTED: Final = re.compile(r"/\*M?!\d*")
_COMMENT: Final = re.compile(r"/\*|\*/")


def _end_of_comment(text: str, at: int, *, nested: bool) -> int:
    """Where the comment ends that was opened before `at`; -1 where it never does."""
    if not nested:
        end = text.find("*/", at)
        return end + 2 if end >= 0 else -1
    depth = 1
    for found in _COMMENT.finditer(text, at):
        depth += 1 if found[0] == "/*" else -1
        if depth == 0:
            return found.end()
    return -1
