"""Finds the document in what a model answered: inside a code fence, or amid sentences."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final, Literal

from planproof.model.jsontext import object_end

if TYPE_CHECKING:
    from collections.abc import Iterator

_FENCE: Final = re.compile(r"[ ]{0,3}(`{3,}|~{3,})[ \t]*([A-Za-z]*)[^`\r\n]*")
_MOST_FENCES: Final = 1_000
_LABELS: Final[dict[str, Literal["json", "yaml"]]] = {"json": "json", "yaml": "yaml", "yml": "yaml"}


@dataclass(frozen=True, slots=True)
class Trimmed:
    """What stood around a document and was left out."""

    what: str
    text: str


@dataclass(frozen=True, slots=True)
class Inner:
    """A document that stands inside a longer text."""

    text: str
    format: Literal["json", "yaml"] | None
    trimmed: Trimmed


def begins_fenced(text: str) -> bool:
    """Whether the first thing in the text is a code fence."""
    return text.lstrip().startswith(("```", "~~~"))


def fenced(text: str) -> Inner | None:
    r"""The content of the only code block, or of the only one labelled as JSON or YAML; None if that is not one.

    Example:
        >>> found = fenced("Here it is:\n```json\n{}\n```\n")
        >>> found.text.strip(), found.format, found.trimmed.text
        ('{}', 'json', 'Here it is:')
    """
    if text.count("```") + text.count("~~~") > _MOST_FENCES:
        return None
    blocks = list(_blocks(text))
    if len(blocks) > 1:
        blocks = [block for block in blocks if block[2] in _LABELS]
    if len(blocks) != 1:
        return None
    start, end, label, closed = blocks[0]
    around = [_without_fences(text[:start]), _without_fences(text[end:])]
    outside = "\n".join(part for part in around if part)
    what = "a code fence and the text around it" if outside else "a code fence"
    if not closed:
        what += " (which nothing closes: the end may be missing)"
    return Inner(_in_place(text, start, end), _LABELS.get(label), Trimmed(what, outside))


def only_object(text: str) -> Inner | None:
    """The only JSON object in a text of sentences; None if there is none, or another one after it.

    Example:
        >>> only_object('The plan is {"tasks": []}. Good luck!').text
        '{"tasks": []}'
    """
    at_line = re.search(r"^[ \t]*\{", text, re.MULTILINE)
    for start in sorted({text.find("{"), at_line.end() - 1 if at_line else -1} - {-1}):
        end = object_end(text, start)
        if end is None:
            continue
        further = text.find("{", end)
        if further >= 0 and object_end(text, further) is not None:
            return None
        outside = f"{text[:start].strip()}\n{text[end:].strip()}".strip()
        return Inner(_in_place(text, start, end), "json", Trimmed("the text around a JSON object", outside))
    return None


def _in_place(text: str, start: int, end: int) -> str:
    """A part of the text below as many empty lines as stand before it, so that errors name the right line."""
    return "\n" * text.count("\n", 0, start) + text[start:end]


def _blocks(text: str) -> Iterator[tuple[int, int, str, bool]]:
    """Start, end and label of each code block, and whether it is closed; one that is not ends with the text."""
    fence = label = ""
    start = offset = 0
    for line in text.splitlines(keepends=True):
        match = _FENCE.fullmatch(line.rstrip())
        if match and not fence:
            fence, label, start = match[1], match[2].lower(), offset + len(line)
        elif match and not match[2] and match[1].startswith(fence):
            yield start, offset, label, True
            fence = ""
        offset += len(line)
    if fence:
        yield start, len(text), label, False


def _without_fences(text: str) -> str:
    return "\n".join(line for line in text.strip().splitlines() if not _FENCE.fullmatch(line.rstrip())).strip()
