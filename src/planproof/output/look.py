"""How text looks: colour, width, symbols, and paragraphs that are wrapped with their colours.

rich does all of this too, for 90 ms at each start; a verdict on a small plan takes a few milliseconds.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Final, Literal

from planproof.output.visible import width

Paint = Literal["", "bold", "dim", "red", "yellow", "green", "cyan", "on_red", "on_yellow", "on_green"]
Span = tuple[str, Paint]
"""A piece of text and its colour."""

# The sixteen colours that every terminal has and a person may have set to their taste.
_CODES: Final[dict[Paint, str]] = {
    "": "",
    "bold": "1",
    "dim": "2",
    "red": "1;31",
    "yellow": "33",
    "green": "32",
    "cyan": "36",
    "on_red": "1;97;41",
    "on_yellow": "1;30;43",
    "on_green": "1;30;42",
}


class Symbols:
    """The signs that the text uses. Plain attributes: a dataclass of so many fields takes 4 ms to make."""

    blocks: str = "✗"
    asks: str = "?"
    acknowledged: str = "!"
    fine: str = "✓"
    arrow: str = "→"
    beside: str = "∥"
    line: str = "─"
    dot: str = "·"
    bullet: str = "•"
    gap: str = "⋮"
    ellipsis: str = "…"
    first: str = "┌"
    middle: str = "│"
    last: str = "└"
    observe: str = "·"
    notify: str = "»"
    create: str = "+"
    modify: str = "~"
    shift: str = "⇄"
    rotate: str = "↻"
    destroy: str = "×"  # noqa: RUF001 - the sign, not the letter
    unknown: str = "◌"


class AsciiSymbols(Symbols):
    """For terminals and files whose encoding has no others."""

    blocks = "X"
    fine = "v"
    arrow = "->"
    beside = "||"
    line = "-"
    dot = "-"
    bullet = "*"
    gap = ":"
    ellipsis = "..."
    first = "/"
    middle = "|"
    last = "\\"
    observe = "."
    notify = ">"
    shift = "="
    rotate = "@"
    destroy = "x"
    unknown = "o"


UNICODE: Final = Symbols()
ASCII: Final = AsciiSymbols()


@dataclass(frozen=True, slots=True)
class Look:
    """How text is laid out.

    Example:
        >>> Look(width=20).wrap([("one two three four five", "")], first="- ", rest="  ")
        ['- one two three four', '  five']
    """

    width: int = 80
    colour: bool = False
    symbols: Symbols = UNICODE
    verbose: bool = False
    """Everything, nothing counted instead of listed."""
    quiet: bool = False
    """The verdict alone."""
    effects: bool = False
    """With a table of the effect of every step."""
    many: bool = False
    """One of several plans: an approved one is told in one line."""

    def paint(self, text: str, paint: Paint) -> str:
        """The text in a colour, where there is colour."""
        return f"\x1b[{_CODES[paint]}m{text}\x1b[0m" if self.colour and paint and text else text

    def spans(self, spans: Iterable[Span]) -> str:
        """Pieces side by side, on one line."""
        return "".join(self.paint(text, paint) for text, paint in spans)

    def wrap(self, spans: Sequence[Span], *, first: str = "", rest: str = "") -> list[str]:
        """A paragraph, broken at spaces; a word longer than a line is broken anywhere.

        Args:
            spans: the text. A word may go on from one span into the next.
            first: what the first line begins with; plain text.
            rest: what every other line begins with.
        """
        lines: list[str] = []
        line, used, space = first, width(first), False
        for word in _words(spans):
            length = sum(width(text) for text, _ in word)
            if space and used + 1 + length > self.width and used > width(rest):
                lines.append(line)
                line, used, space = rest, width(rest), False
            for part in _broken(word, self.width - used - space, self.width - width(rest)):
                if part is None:
                    lines.append(line)
                    line, used, space = rest, width(rest), False
                    continue
                line += (" " if space else "") + self.spans(part)
                used += space + sum(width(text) for text, _ in part)
                space = False
            space = True
        return [*lines, line] if line.strip() else lines

    def between(self, left: Sequence[Span], right: Sequence[Span]) -> str:
        """One piece at the left edge, one at the right; the right one is left out where it does not fit."""
        room = self.width - sum(width(text) for text, _ in (*left, *right))
        return self.spans([*left, (" " * room, ""), *right]) if room > 1 else self.spans(left)


def _words(spans: Sequence[Span]) -> Iterator[list[Span]]:
    word: list[Span] = []
    for text, paint in spans:
        for k, piece in enumerate(text.split(" ")):
            if k and word:
                yield word
                word = []
            if piece:
                word.append((piece, paint))
    if word:
        yield word


def _broken(word: list[Span], room: int, line: int) -> Iterator[list[Span] | None]:
    """The word in parts that fit; None is a new line between them."""
    if sum(width(text) for text, _ in word) <= max(room, line):
        yield word
        return
    part: list[Span] = []
    for text, paint in word:
        kept = ""
        for character in text:
            if width(character) > room and (kept or part):
                yield [*part, (kept, paint)]
                yield None
                part, kept, room = [], "", line
            kept += character
            room -= width(character)
        part.append((kept, paint))
    yield part
