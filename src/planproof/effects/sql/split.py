r"""statements: SQL text split the way the clients of the databases do.

`;` ends a statement, but not inside the body of a procedure; so do `GO`, a line with `/` alone, `\g` and what
`DELIMITER` names. Commands of the client itself (`\copy`, `.backup`, `SOURCE`) come out as statements of one `meta`
token.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

from planproof.effects.sql.dialect import OPENS_TRANSACTION, Dialect, dialect_of
from planproof.effects.sql.statement import Statement
from planproof.effects.sql.tokens import Lexer, Token

_LINE: Final = {
    "sqlite": re.compile(r"\.[a-z]\w*[^\n]*", re.I),
    "duckdb": re.compile(r"\.[a-z]\w*[^\n]*", re.I),
    "mysql": re.compile(
        r"(delimiter|source|system|use|tee|notee|pager|nopager|prompt|rehash|warnings|nowarning)\b[^\n]*", re.I
    ),
    "tsql": re.compile(r"(:\s*[a-z!]+|!!|go\b|exit\b|quit\b)[^\n]*", re.I),
    "oracle": re.compile(
        r"(/[ \t]*(?=\n|$)|@@?[^\n]+|start\s[^\n]+|host\b[^\n]*|![^\n]+|spool\b[^\n]*"
        r"|(set|show|column|col|break|btitle|ttitle|compute|prompt|pause|define|undefine|accept|variable|var|print|whenever"
        r"|connect|conn|disconnect|exit|quit|clear|describe|desc|timing|rem|remark|password|passw|startup|shutdown"
        r"|archive log|recover|store|exec|execute|oradebug)\b(?!\s+transaction|\s+role|\s+constraint)[^\n;]*;?)",
        re.I,
    ),
    "cassandra": re.compile(
        r"(source|copy|capture|consistency|paging|expand|tracing|exit|quit|show|help|login)\b[^\n;]*;?", re.I
    ),
}
"""What the client of a dialect reads as a line of its own where a statement may start."""
_ROUTINES: Final = frozenset({"PROCEDURE", "PROC", "FUNCTION", "TRIGGER", "PACKAGE", "EVENT", "TYPE", "TASK"})
_ENDS_OF_PARTS: Final = frozenset({"IF", "LOOP", "WHILE", "FOR", "REPEAT"})


def statements(text: str, dialect: str | Dialect = "") -> Iterator[Statement]:
    r"""Splits SQL.

    Example:
        >>> [s.words[0] for s in statements("BEGIN; DELETE FROM a; COMMIT", "postgres")]
        ['BEGIN', 'DELETE', 'COMMIT']
        >>> len(list(statements("CREATE TRIGGER t AFTER DELETE ON a BEGIN DELETE FROM b; END; SELECT 1", "sqlite")))
        2
    """
    traits = dialect if isinstance(dialect, Dialect) else dialect_of(dialect)
    line, delimiter, lexer = _LINE.get(traits.name), ";", Lexer(text, traits)
    while lexer.at < len(text):
        # A line of the client, where a statement may start.
        start = _after_space(text, lexer.at)
        found = line.match(text, start) if line is not None and _starts_line(text, start) else None
        if found is not None:
            lexer.at = found.end()
            words = found[0].split()
            if words and words[0].lower() == "delimiter":
                delimiter = words[1] if len(words) > 1 else ";"
            elif words and words[0].lower() != "go" and words[0] != "/":
                yield Statement([Token("meta", "", found[0].strip(), start)], found[0].strip())
            continue
        collected = _one(lexer, traits, delimiter)
        if collected:
            begin = collected[0].start
            last = collected[-1]
            yield Statement(collected, text[begin : last.start + len(last.text)])


def _after_space(text: str, at: int) -> int:
    found = _SPACE.match(text, at)
    return found.end() if found else at


_SPACE: Final = re.compile(r"\s*")
_GO: Final = re.compile(r"[ \t]*go(?:[ \t]+\d+)?[ \t;]*(?:--[^\n]*)?(?:\n|$)", re.I)


def _starts_line(text: str, at: int) -> bool:
    """Whether nothing but space stands before a place on its line, or a statement has just ended there."""
    before = at - 1
    while before >= 0 and text[before] in " \t\r":
        before -= 1
    return before < 0 or text[before] in "\n;"


def _one(lexer: Lexer, traits: Dialect, delimiter: str) -> list[Token]:
    """The tokens of the next statement; the lexer stands behind it afterwards."""
    text = lexer.text
    collected: list[Token] = []
    depth, begun = 0, False
    for token in lexer:
        if delimiter != ";" and text.startswith(delimiter, token.start):
            lexer.at = token.start + len(delimiter)
            return collected
        if token.sort == "meta":
            if traits.name == "mysql" and token.text[1] in "gG":
                lexer.at = token.start + 2
                return collected
            if token.text[1] in "gw" or not collected:  # psql: \g, \gx, \gset, \gexec, \watch end a statement
                return [*collected, token]
        if token.word == "GO" and traits.name in ("tsql", ""):
            found = _GO.match(text, text.rfind("\n", 0, token.start) + 1)
            if found is not None:
                lexer.at = found.end()
                return collected
        if token.word == "/" and traits.name == "oracle" and _alone(text, token.start):
            return collected
        if token.word == ";" and delimiter == ";" and depth <= 0:
            return collected
        collected.append(token)
        if len(collected) < _LONGEST_HEAD and _takes_all(collected, traits):
            depth += 1 << 30
        depth += _opens(collected, text, lexer.at, traits, declaring=not begun)
        begun = begun or token.word == "BEGIN"
    return collected


_LONGEST_HEAD: Final = 14
_BATCHES: Final = {
    "tsql": frozenset({"PROCEDURE", "PROC", "FUNCTION", "TRIGGER"}),
    "oracle": frozenset({"PROCEDURE", "FUNCTION", "TRIGGER", "PACKAGE", "TYPE"}),
}
"""Routines whose text runs on to the end of the batch, whatever `;` stand in it."""


def _takes_all(seen: list[Token], traits: Dialect) -> bool:
    """Whether the last token makes the statement one that only the end of the batch ends."""
    return seen[-1].word in _BATCHES.get(traits.name, ()) and _routine(seen) and not _routine(seen[:-1])


def _routine(seen: list[Token]) -> bool:
    """Whether a statement defines a routine with a body."""
    if seen[0].word not in ("CREATE", "ALTER"):
        return False
    for token in seen[1:_LONGEST_HEAD]:
        if token.word in _ROUTINES:
            return True
        if token.word in _NO_ROUTINES:
            return False
    return False


_NO_ROUTINES: Final = frozenset(
    "( TABLE VIEW INDEX USER ROLE LOGIN DATABASE SCHEMA SEQUENCE SYNONYM TABLESPACE EXTENSION POLICY"
    " SYSTEM SESSION".split()
)


def _alone(text: str, at: int) -> bool:
    """Whether the character at a place stands alone on its line."""
    return _starts_line(text, at) and _ENDS_LINE.match(text, at + 1) is not None


_ENDS_LINE: Final = re.compile(r"[ \t\r]*(\n|$)")
_NEXT: Final = re.compile(r"\s*(\w+|.?)", re.DOTALL)
_DECLARING: Final = frozenset({"oracle", "snowflake", "db2", ""})


def _opens(seen: list[Token], text: str, end: int, traits: Dialect, *, declaring: bool) -> int:
    """How the last token changes the number of blocks that are open: +1, 0 or -1; `declaring`: no BEGIN yet."""
    word, first = seen[-1].word, seen[0].word
    if word not in ("BEGIN", "CASE", "END", "DECLARE"):
        return 0
    scripted = traits.blocks and (traits.name == "tsql" or first in ("BEGIN", "DECLARE", "IF", "WHILE", "ELSE"))
    if not scripted and not _routine(seen):
        return 0
    found = _NEXT.match(text, end)
    following = found[1].upper() if found is not None else ""
    match word:
        case "BEGIN":
            if following in ("TRAN", "TRANSACTION") or (len(seen) == 1 and following in ("", ";", *OPENS_TRANSACTION)):
                return 0
            declared = first == "DECLARE" and traits.name in _DECLARING and declaring
            return 0 if declared else 1  # the declaration part has been open until here
        case "DECLARE":
            # `DECLARE c CURSOR` and `DECLARE @x int` are no declaration parts of a block.
            rest = text[end : end + 60].lstrip()
            plain = rest.startswith("@") or _CURSOR.match(rest) is not None
            return 1 if len(seen) == 1 and traits.name in _DECLARING and not plain else 0
        case "CASE":
            return 0 if len(seen) > 1 and seen[-2].word == "END" else 1
        case _:
            inner = following in _ENDS_OF_PARTS and traits.name != "tsql"
            return 0 if inner or following == "CONVERSATION" else -1


_CURSOR: Final = re.compile(r"[\w\"]+\s+((NO\s+|IN)?(SCROLL|SENSITIVE|BINARY)\s+)*CURSOR\b", re.I)
