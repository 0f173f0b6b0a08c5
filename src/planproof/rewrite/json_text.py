"""JSON text that is edited in place: what no edit touches keeps every byte, white space and the order of keys included.

A container is split into its entries one level at a time, each with the white space around it, so that joining them
again gives the text back. Entries that are added take the white space of their neighbours.
"""

from __future__ import annotations

import json
import re
from dataclasses import dataclass, field
from typing import Final, cast

from planproof.model.errors import FixError

_TOKENS: Final = re.compile(r'"[^"\\]*+(?:\\.[^"\\]*+)*+"|[\[\]{},:]|[^\s\[\]{},:"]++', re.DOTALL)
_SPACE: Final = re.compile(r"\s*+")
_INDENT: Final = re.compile(r"[\[{](\r\n|\r|\n)([ \t]+)\S")


@dataclass
class Entry:
    """A member of an object or an element of an array, as text."""

    lead: str
    """White space in front."""
    key: str
    """Of a member, with the colon and the space behind it; of an element, empty."""
    value: str
    trail: str = ""
    """White space before the comma; of the last entry it belongs to the container."""

    @property
    def name(self) -> str:
        """The key of a member."""
        return cast("str", json.loads(self.key[: self.key.rindex(":")]))


@dataclass
class Container:
    """An object or an array, split into its entries."""

    opening: str
    entries: list[Entry] = field(default_factory=list[Entry])
    tail: str = ""
    """White space in front of the closing bracket."""

    def text(self) -> str:
        """The container as text."""
        closing = "]" if self.opening == "[" else "}"
        return self.opening + ",".join(e.lead + e.key + e.value + e.trail for e in self.entries) + self.tail + closing

    def member(self, name: str) -> Entry | None:
        """The member of that name."""
        return next((e for e in self.entries if e.name == name), None) if self.opening == "{" else None


def split(text: str) -> Container | None:
    """Splits a container that has no white space around it; None for a scalar.

    Example:
        >>> [entry.value for entry in split('[1, {"a": [2]}]').entries]
        ['1', '{"a": [2]}']
    """
    if text[0] not in "[{":
        return None
    found = Container(text[0])
    depth, key, start, colon = 0, "", 1, False
    for token in _TOKENS.finditer(text):
        mark = token[0]
        if mark in "[{":
            depth += 1
        elif mark in "]}":
            depth -= 1
        if depth == 1 and mark == ":" and found.opening == "{" and not colon:
            end = _space_end(text, token.end())
            key, colon = text[start:end], True
            start = end
        elif (depth == 1 and mark == ",") or depth == 0:
            if depth == 0 and not colon and not text[start : token.start()].strip():
                found.tail = text[start : token.start()]
                break
            found.entries.append(_entry(key, text[start : token.start()]))
            key, colon, start = "", False, token.end()
            if depth == 0:
                found.tail, found.entries[-1].trail = found.entries[-1].trail, ""
                break
    return found


def _space_end(text: str, start: int) -> int:
    matched = _SPACE.match(text, start)
    return start if matched is None else matched.end()


def leading_space(text: str) -> str:
    """The white space that a text begins with."""
    return text[: len(text) - len(text.lstrip())]


def _entry(key: str, rest: str) -> Entry:
    front = key or rest
    lead = leading_space(front)
    value = rest.strip()
    trail = rest[len(rest.rstrip()) :]
    return Entry(lead, key[len(lead) :] if key else "", value, trail)


@dataclass(frozen=True)
class Style:
    """How a document is laid out."""

    indent: str | None
    """One level; None: the document is on one line."""
    newline: str
    comma: str
    colon: str

    @staticmethod
    def of(text: str) -> Style:
        """The style of a document, read off its first colon, comma and bracket at the end of a line."""
        behind: dict[str, str] = {}
        for token in _TOKENS.finditer(text):
            if token[0] in ":,":
                following = text[token.end() : token.end() + 1]
                if not (token[0] == "," and following in "\r\n"):
                    behind.setdefault(token[0], " " if following == " " else "")
                if len(behind) == 2:
                    break
        comma, colon = "," + behind.get(",", " "), ":" + behind.get(":", " ")
        if (found := _INDENT.search(text)) is None:
            return Style(None, "\n", comma, colon)
        before = text[: found.start()]
        outer = leading_space(before[before.rfind("\n") + 1 :])
        return Style(found[2].removeprefix(outer) or found[2], found[1], comma, colon)

    def dump(self, value: object, base: str | None) -> str:
        """A value as text; `base` is the white space of the line it stands on, None to write it on one line."""
        if base is None or self.indent is None:
            return json.dumps(value, ensure_ascii=False, separators=(self.comma, self.colon))
        text = json.dumps(value, ensure_ascii=False, indent=self.indent, separators=(",", self.colon))
        return text.replace("\n", self.newline + base)


def append(container: Container, key: str | None, value: object, style: Style, outer: str) -> None:
    """Adds an entry behind the last one, laid out as its neighbours are.

    Args:
        container: an object or an array.
        key: of a new member; None for an element.
        value: plain values.
        style: of the document, where the container has no entry to go by.
        outer: white space of the line on which the container stands.
    """
    if container.entries:
        lead = container.entries[-1].lead if len(container.entries) > 1 else _next_lead(container.entries[0].lead)
        # Neighbours on one line each: the new one too.
        inline = not any("\n" in e.value or "\r" in e.value for e in container.entries if e.value[0] in "[{")
    else:
        lead = "" if style.indent is None else style.newline + outer + style.indent
        container.tail = "" if style.indent is None else style.newline + outer
        inline = False
    own_line = lead.rpartition("\n")[2] if "\n" in lead else None
    laid_out = style.dump(value, None if inline and isinstance(value, dict) and container.opening == "[" else own_line)
    name = "" if key is None else json.dumps(key, ensure_ascii=False) + style.colon
    container.entries.append(Entry(lead, name, laid_out))


def _next_lead(first: str) -> str:
    return first if "\n" in first or "\r" in first else " "


def remove(container: Container, index: int) -> Entry:
    """Takes an entry out; the white space in front stays with the place, not with the entry."""
    leads = [e.lead for e in container.entries]
    taken = container.entries.pop(index)
    _lay_out(container, leads)
    if not container.entries:
        container.tail = ""
    return taken


def insert(container: Container, index: int, entry: Entry) -> None:
    """Puts an entry in front of another one."""
    leads = [e.lead for e in container.entries]
    container.entries.insert(index, entry)
    last = leads[-1] if len(leads) > 1 else _next_lead(leads[0]) if leads else entry.lead
    _lay_out(container, [*leads, last])


def _lay_out(container: Container, leads: list[str]) -> None:
    for entry, lead in zip(container.entries, leads, strict=False):
        entry.lead = lead


def opened(text: str, what: str, kind: str) -> Container:
    """The text as an object or an array.

    Raises:
        FixError: it is something else.
    """
    found = split(text)
    if found is None or found.opening != kind:
        raise FixError(f"{what} is no {'list' if kind == '[' else 'mapping'} in the file: make the change by hand")
    return found
