"""YAML text that is edited in place: what no edit touches keeps every byte, comments and layout included.

PyYAML says where each node stands; the edits are splices of the text. A round trip through a writer (ruamel.yaml was
tried) lays block scalars out anew and leaves the comment above a moved step behind. A document with something unusual
at the place of an edit, such as an alias, is refused.
"""

from __future__ import annotations

import json
import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final, cast

import yaml

from planproof.model.errors import FixError

_LOADER = yaml.CSafeLoader if yaml.__with_libyaml__ else yaml.SafeLoader
_PLAIN: Final = re.compile(r"[A-Za-z_][\w./-]*")
_WORDS: Final = frozenset({"true", "false", "null", "yes", "no", "on", "off", "y", "n"})

Node = yaml.nodes.Node
Pair = tuple[Node, Node]


@dataclass(frozen=True)
class Tree:
    """A text and the node of its only document."""

    text: str
    root: Node

    @staticmethod
    def of(text: str) -> Tree:
        """Finds the nodes of a text that has been read before, so it is known to be YAML within the limits."""
        root = _LOADER(text).get_single_node()
        if root is None:
            raise FixError("the document is empty: make the change by hand")
        return Tree(text, root)

    @property
    def newline(self) -> str:
        """How its lines end."""
        return "\r\n" if "\r\n" in self.text else "\n"

    # -- finding -------------------------------------------------------------------------------------------

    def mapping(self, node: Node, what: str) -> list[Pair]:
        """The members of a mapping."""
        if not isinstance(node, yaml.MappingNode):
            raise FixError(f"{what} is no mapping in the document: make the change by hand")
        return self._inside(node, cast("list[Pair]", node.value))

    def sequence(self, node: Node, what: str) -> list[Node]:
        """The elements of a list."""
        if not isinstance(node, yaml.SequenceNode):
            raise FixError(f"{what} is no list in the document: make the change by hand")
        items = cast("list[Node]", node.value)
        self._inside(node, [(item, item) for item in items])
        return items

    @staticmethod
    def is_sequence(node: Node) -> bool:
        """Whether the node is a list."""
        return isinstance(node, yaml.SequenceNode)

    def _inside(self, node: Node, pairs: list[Pair]) -> list[Pair]:
        for key, value in pairs:
            if not start(node) <= start(key) <= start(value) <= node.end_mark.index:
                raise FixError("an alias stands where the fix would change the document: make the change by hand")
        return pairs

    def member(self, node: Node, name: str, what: str) -> Node | None:
        """The value of a key."""
        for key, value in self.mapping(node, what):
            if isinstance(key, yaml.ScalarNode) and key.value == name:
                return value
        return None

    # -- places in the text --------------------------------------------------------------------------------

    def end(self, node: Node) -> int:
        """Where the content of a node ends. PyYAML ends a block where the next token begins, behind the comments."""
        if is_flow(node) or not node.value:
            return node.end_mark.index
        if isinstance(node, yaml.ScalarNode):
            text = self.text[start(node) : node.end_mark.index]
            return start(node) + len(text.rstrip())
        last: Node | Pair = node.value[-1]
        return self.end(last[1] if isinstance(last, tuple) else last)

    def line_start(self, index: int) -> int:
        """Where the line begins."""
        return self.text.rfind("\n", 0, index) + 1

    def line_end(self, index: int) -> int:
        """Where the line ends, behind its line break."""
        found = self.text.find("\n", index)
        return len(self.text) if found < 0 else found + 1

    def region(self, sequence: Node, index: int) -> tuple[int, int]:
        """The lines of an element of a block list, with the comments right above it."""
        items = self.sequence(sequence, "the list")
        column = sequence.start_mark.column
        first = self.line_start(start(items[index]))
        floor = self.line_end(self.end(items[index - 1])) if index else self.line_start(start(sequence))
        while first > floor and self.text[first + column : first + column + 1] != "-":
            first = self.line_start(first - 1)
        if self.text[first : first + column].strip() or self.text[first + column : first + column + 1] != "-":
            raise FixError("a list of the document is laid out in an unusual way: make the change by hand")
        if not index:
            floor = 0
        while first > floor and self.text[self.line_start(first - 1) : first].lstrip().startswith("#"):
            first = self.line_start(first - 1)
        return first, self.line_end(self.end(items[index]))

    def splice(self, begin: int, end: int, text: str) -> Tree:
        """The tree of the text with a part replaced."""
        return Tree.of(self.text[:begin] + text + self.text[end:])

    # -- edits ---------------------------------------------------------------------------------------------

    def append(self, node: Node, values: Sequence[object]) -> Tree:
        """Adds elements to a list, laid out as the last one is."""
        items = self.sequence(node, "the list")
        if is_flow(node):
            return self._append_flow(node, [flow(value) for value in values], bool(items))
        indent = " " * node.start_mark.column
        as_block = isinstance(items[-1], yaml.MappingNode) and not is_flow(items[-1])
        lines = [f"{indent}- {self._block(value, indent + '  ') if as_block else flow(value)}" for value in values]
        return self._new_lines(self.end(items[-1]), lines)

    def add_member(self, node: Node, name: str, text: str) -> Tree:
        """Adds a member to a mapping."""
        pairs = self.mapping(node, "the mapping")
        if is_flow(node):
            return self._append_flow(node, [f"{flow(name)}: {text}"], bool(pairs))
        indent = " " * pairs[0][0].start_mark.column
        return self._new_lines(self.end(pairs[-1][1]), [f"{indent}{flow(name)}: {text}"])

    def replace(self, node: Node, text: str) -> Tree:
        """Puts another value, on one line, in the place of a node."""
        begin, end = start(node), self.end(node)
        before = self.text[begin - 1 : begin]
        return self.splice(begin, end, text if before in ("", " ", "\n", "[", "{", ",") else f" {text}")

    def remove_element(self, node: Node, index: int) -> Tree:
        """Takes an element out of a list."""
        items = self.sequence(node, "the list")
        if len(items) == 1:
            return self.replace(node, "[]") if is_flow(node) else self._empty(node)
        if is_flow(node):
            return self._remove_flow([(start(i), self.end(i)) for i in items], index)
        return self.splice(*self.region(node, index), "")

    def remove_member(self, node: Node, name: str) -> Tree:
        """Takes a member out of a mapping; without it, nothing happens."""
        pairs = self.mapping(node, "the mapping")
        index = next((i for i, (key, _) in enumerate(pairs) if key.value == name), None)
        if index is None:
            return self
        key, value = pairs[index]
        if is_flow(node):
            return self._remove_flow([(start(k), self.end(v)) for k, v in pairs], index)
        if index == 0:
            # Its line may begin with the dash of a list.
            if len(pairs) == 1:
                raise FixError(f"{name!r} is all that its mapping holds: make the change by hand")
            return self.splice(start(key), start(pairs[1][0]), "")
        return self.splice(self.line_start(start(key)), self.line_end(self.end(value)), "")

    def move(self, node: Node, source: int, place: int) -> Tree:
        """Puts an element right before the one that stands at `place` now."""
        items = self.sequence(node, "the list")
        if is_flow(node):
            spans = [(start(i), self.end(i)) for i in items]
            order = [i for i in range(len(items)) if i != source]
            order.insert(order.index(place), source)
            text, last = "", start(node)
            for (begin, end), k in zip(spans, order, strict=True):
                text += self.text[last:begin] + self.text[spans[k][0] : spans[k][1]]
                last = end
            return self.splice(start(node), last, text)
        begin, end = self.region(node, source)
        target, _ = self.region(node, place)
        lines = self.text[begin:end]
        if not lines.endswith("\n"):
            lines += self.newline
        if target <= begin:
            return Tree.of(self.text[:target] + lines + self.text[target:begin] + self.text[end:])
        return Tree.of(self.text[:begin] + self.text[end:target] + lines + self.text[target:])

    # -- layout --------------------------------------------------------------------------------------------

    def _new_lines(self, after: int, lines: Sequence[str]) -> Tree:
        place = self.line_end(after)
        text = "".join(line + self.newline for line in lines)
        if place and not self.text[:place].endswith("\n"):
            text = self.newline + text.removesuffix(self.newline)
        return self.splice(place, place, text)

    def _append_flow(self, node: Node, texts: Sequence[str], others: bool) -> Tree:
        closing = node.end_mark.index - 1
        before = self.text[:closing].rstrip()
        place = len(before) if others else closing
        glue = "" if not others else " " if before.endswith(",") else ", "
        return self.splice(place, place, glue + ", ".join(texts))

    def _remove_flow(self, spans: Sequence[tuple[int, int]], index: int) -> Tree:
        if index + 1 < len(spans):
            return self.splice(spans[index][0], spans[index + 1][0], "")
        return self.splice(spans[index - 1][1] if index else spans[index][0], spans[index][1], "")

    def _empty(self, node: Node) -> Tree:
        """A block list without its only element: `[]` behind the key."""
        key_end = len(self.text[: start(node)].rstrip())
        return self.splice(key_end, self.end(node), " []")

    def _block(self, value: object, indent: str) -> str:
        if not isinstance(value, dict):
            return flow(value)
        members = cast("dict[str, object]", value).items()
        return f"{self.newline}{indent}".join(f"{flow(k)}: {flow(v)}" for k, v in members)


def start(node: Node) -> int:
    """Where a node begins."""
    return cast("int", node.start_mark.index)


def is_empty(node: Node) -> bool:
    """Whether the node is a null, written out or left out."""
    return bool(node.tag == "tag:yaml.org,2002:null")


def is_flow(node: Node) -> bool:
    """Whether the node is a list or a mapping in brackets."""
    return isinstance(node, yaml.CollectionNode) and bool(node.flow_style)


def flow(value: object) -> str:
    """A value on one line.

    Example:
        >>> flow({"to_task": "drop-1", "note": "yes", "reads": ["a b"]})
        '{to_task: drop-1, note: "yes", reads: ["a b"]}'
    """
    if isinstance(value, str):
        plain = _PLAIN.fullmatch(value) and value.isascii() and value.casefold() not in _WORDS
        return value if plain else json.dumps(value, ensure_ascii=False)
    if isinstance(value, dict):
        members = cast("dict[str, object]", value).items()
        return "{" + ", ".join(f"{flow(k)}: {flow(v)}" for k, v in members) + "}"
    if isinstance(value, list | tuple):
        return "[" + ", ".join(flow(v) for v in cast("Sequence[object]", value)) + "]"
    return json.dumps(value)
