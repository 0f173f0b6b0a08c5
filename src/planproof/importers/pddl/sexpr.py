"""The outer form of PDDL: words in nested parentheses, with the line each stands on."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final, NamedTuple

from planproof.model.errors import PddlError
from planproof.model.limits import MAX_DEPTH

MAX_CHARACTERS: Final = 4 * 1024 * 1024
"""Of one file."""
MAX_WORDS: Final = 500_000
"""Words and parentheses of one file. So many take some two seconds to read."""

_TOKEN = re.compile(r";[^\r\n]*|\r\n?|\n|[()]|[^ \t\f\v\r\n();]+")


class Word(NamedTuple):
    """A word, in lower case: PDDL does not distinguish."""

    text: str
    line: int


class Group(NamedTuple):
    """What stands between a pair of parentheses."""

    items: tuple[Word | Group, ...]
    line: int


Node = Word | Group


def wrong(line: int, message: str) -> PddlError:
    """The error for something on a line; `message` says what is wrong and what to do."""
    return PddlError(f"line {line}: {message}")


def read_form(text: str) -> Group:
    """Reads a file that is one form in parentheses.

    Raises:
        PddlError: unbalanced parentheses, text around the form, a word that is not ASCII (PDDL knows no other,
            and look-alike letters would make two names of one), or a file beyond the limits.

    Example:
        >>> read_form("(define (domain D)) ; a comment").items[1]
        Group(items=(Word(text='domain', line=1), Word(text='d', line=1)), line=1)
    """
    form: Group | None = None
    opened: list[int] = []
    levels: list[list[Node]] = []
    for piece, line in _tokens(text):
        if form is not None or (not levels and piece != "("):
            raise wrong(line, f"{piece[:80]!r} is outside the form: a PDDL file is one '(define ...)'")
        if piece == "(":
            if len(levels) == MAX_DEPTH:
                raise wrong(line, f"parentheses nested deeper than {MAX_DEPTH}: close some before")
            opened.append(line)
            levels.append([])
        elif piece == ")":
            group = Group(tuple(levels.pop()), opened.pop())
            if levels:
                levels[-1].append(group)
            else:
                form = group
        else:
            levels[-1].append(Word(piece.lower(), line))
    if opened:
        raise wrong(opened[-1], "this '(' is never closed: add the missing ')'")
    if form is None:
        raise PddlError("the file is empty: a PDDL file is one '(define ...)'")
    return form


def _tokens(text: str) -> Iterator[tuple[str, int]]:
    """Parentheses and words, each with its line."""
    if len(text) > MAX_CHARACTERS:
        raise PddlError(f"a file of {len(text)} characters: planproof reads PDDL up to {MAX_CHARACTERS}")
    line, count = 1, 0
    for match in _TOKEN.finditer(text):
        token = match[0]
        if token[0] == ";":
            continue
        if token[0] in "\r\n":
            line += 1
            continue
        count += 1
        if count > MAX_WORDS:
            raise wrong(line, f"more than {MAX_WORDS} words and parentheses: give a smaller file")
        if not token.isascii():
            raise wrong(line, f"{token[:80]!r} is not ASCII: write names in ASCII letters, digits, '-' and '_'")
        yield token, line


def shown(node: Node) -> str:
    """A node as text for a message, shortened."""
    if isinstance(node, Word):
        return node.text[:80]
    inner = " ".join(shown(item) if isinstance(item, Word) else "(...)" for item in node.items[:6])
    return f"({inner}{' ...' if len(node.items) > 6 else ''})"
