"""Statement: the tokens of one SQL statement, and the few questions that its readers ask."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cached_property
from typing import Final

from planproof.effects.sql.tokens import Token
from planproof.effects.tools.call import shown

_SKIPPED: Final = frozenset({"IF", "NOT", "EXISTS", "ONLY", "CONCURRENTLY", "TABLE"})


class Statement:
    """Tokens of one statement, without the sign that ends it."""

    def __init__(self, tokens: Sequence[Token], text: str) -> None:
        self.tokens: tuple[Token, ...] = tuple(tokens)
        self.text: str = text
        """As written, for evidence."""

    @cached_property
    def evidence(self) -> str:
        """Its beginning, on one line."""
        return shown(self.text[:400])

    def __len__(self) -> int:
        return len(self.tokens)

    @cached_property
    def words(self) -> tuple[str, ...]:
        """Each token in upper case; empty for what is quoted."""
        return tuple(token.word for token in self.tokens)

    @cached_property
    def depths(self) -> tuple[int, ...]:
        """How many parentheses are open before each token."""
        depths: list[int] = []
        depth = 0
        for word in self.words:
            if word == ")":
                depth -= 1
            depths.append(depth)
            if word == "(":
                depth += 1
        return tuple(depths)

    def at(self, i: int) -> str:
        """The word at a place; empty for what is quoted and beyond the ends."""
        return self.words[i] if 0 <= i < len(self.words) else ""

    def has(self, phrase: str, start: int = 0) -> bool:
        """Whether words stand in a row somewhere.

        Example:
            >>> from planproof.effects.sql.split import statements
            >>> s = next(iter(statements("drop table a purge", "oracle")))
            >>> s.has("PURGE"), s.has("TABLE PURGE")
            (True, False)
        """
        return self.find(phrase, start, flat=False) >= 0

    def find(self, phrase: str, start: int = 0, *, flat: bool = True) -> int:
        """Where words stand in a row, outside of parentheses; -1 where they do not."""
        wanted = tuple(phrase.split())
        size = len(wanted)
        for i in range(start, len(self.words) - size + 1):
            if self.words[i] == wanted[0] and self.words[i : i + size] == wanted and not (flat and self.depths[i]):
                return i
        return -1

    def name(self, i: int) -> tuple[str, int]:
        """The dotted name that starts at a place, as written without quotes, and where it ends.

        `IF EXISTS`, `ONLY` and the like before it are skipped. Empty where no name stands there.
        """
        while self.at(i) in _SKIPPED:
            i += 1
        parts: list[str] = []
        while i < len(self.tokens) and self.tokens[i].sort in ("word", "name", "string"):
            parts.append(self.tokens[i].value)
            if self.at(i + 1) != ".":
                return ".".join(parts), i + 1
            i += 2
            while self.at(i) == ".":  # `db..table`
                parts.append("")
                i += 1
        return ".".join(parts), i

    def names(self, i: int) -> list[str]:
        """The names of a list `a, b.c, d` that starts at a place."""
        found: list[str] = []
        while True:
            name, end = self.name(i)
            if name:
                found.append(name)
            # Words such as `*` or the arguments of a function may follow a name before the comma.
            while end < len(self) and self.at(end) == "*":
                end += 1
            if self.at(end) == "(":
                end = self.closing(end) + 1
            if self.at(end) != ",":
                return found
            i = end + 1

    def closing(self, i: int) -> int:
        """Where the parenthesis closes that opens at a place; the end where it never does."""
        return self._closings.get(i, len(self.words))

    @cached_property
    def _closings(self) -> dict[int, int]:
        """Where each parenthesis closes, by where it opens."""
        open_, found = list[int](), dict[int, int]()
        for i, word in enumerate(self.words):
            if word == "(":
                open_.append(i)
            elif word == ")" and open_:
                found[open_.pop()] = i
        return found

    def part(self, start: int, end: int | None = None) -> Statement:
        """Some of its tokens as a statement."""
        return Statement(self.tokens[start:end], self.text)

    def clauses(self, start: int) -> Iterator[Statement]:
        """What commas outside of parentheses separate."""
        begin = start
        for i in range(start, len(self.words)):
            if self.words[i] == "," and self.depths[i] == self.depths[start]:
                yield self.part(begin, i)
                begin = i + 1
        yield self.part(begin)

    def strings(self, start: int = 0) -> list[str]:
        """What its strings hold."""
        return [token.value for token in self.tokens[start:] if token.sort == "string"]
