"""Words of a script as the shell makes them: quotes taken off, what is known expanded."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from typing import Final

from tree_sitter import Node

from planproof.effects.shell.variables import Variables
from planproof.effects.tools.call import EXPANDED

Substitute = Callable[[Node], str | None]
"""Reads a command substitution: what it prints, where that is known."""

_ESCAPED: Final = re.compile(r"\\(.)", re.DOTALL)
_IN_QUOTES: Final = re.compile(r'\\([$`"\\\n])')
_ANSI: Final = re.compile(r"\\(x[0-9a-fA-F]{1,2}|u[0-9a-fA-F]{1,4}|U[0-9a-fA-F]{1,8}|[0-7]{1,3}|.)", re.DOTALL)
_LETTERS: Final = {
    "n": "\n",
    "t": "\t",
    "r": "\r",
    "a": "\a",
    "b": "\b",
    "e": "\x1b",
    "E": "\x1b",
    "f": "\f",
    "v": "\v",
}
_BRACES: Final = re.compile(r"^(.*?)\{([^{}]*,[^{}]*)\}(.*)$", re.DOTALL)
_SPLIT: Final = frozenset({"simple_expansion", "expansion", "command_substitution"})
"""What the shell splits at spaces where no quotes stand around it."""
_ALL_ARGUMENTS: Final = frozenset({'"$@"', '"${@}"', "$@", "${@}", "$*", "${*}"})
_MAY_BE_ARGUMENTS: Final = frozenset({"string", "simple_expansion", "expansion"})
MAX_WORDS: Final = 100
"""Words that one word of a script may become; more of them stay unexpanded."""


def text_of(node: Node) -> str:
    """The source of a node."""
    raw = node.text
    return "" if raw is None else decoded(raw)


def encoded(text: str) -> bytes:
    """A script for the grammar. Its scanner asks C's `isdigit` of any character, which crashes beyond 255.

    So it is shown the bytes of UTF-8 as a character each.
    """
    if text.isascii():
        return text.encode()
    return text.encode("utf-8", "replace").decode("latin-1").encode()


def decoded(raw: bytes) -> str:
    """Text out of what the grammar was shown."""
    if raw.isascii():
        return raw.decode()
    return raw.decode("utf-8", "replace").encode("latin-1", "replace").decode("utf-8", "replace")


class Words:
    """Makes words of one script.

    Args:
        variables: what variables hold, as far as it is known; shared with the walk that sets them.
        substitute: reads command substitutions, which run whatever becomes of their output.
    """

    def __init__(self, variables: Variables, substitute: Substitute) -> None:
        self._variables: Variables = variables
        self._substitute: Substitute = substitute

    def split(self, node: Node) -> list[str]:
        """The words that one word becomes: none or several where an unquoted variable or a list in braces does."""
        kind = node.type
        if kind in _MAY_BE_ARGUMENTS and (words := self._all_arguments(node)) is not None:
            return words
        if kind in _SPLIT:
            return self._fields(self.value(node))
        if kind == "concatenation" and any(child.type in _SPLIT for child in node.children):
            return self._joined(node)
        value = self.value(node)
        if kind in ("word", "concatenation") and "{" in value:
            return _braces(value)
        return [value]

    def _fields(self, value: str) -> list[str]:
        """What an unquoted expansion becomes. By what a changed `IFS` splits it is not known."""
        if EXPANDED in value:
            return [value]
        if self._variables.get("IFS") is not None:
            return [EXPANDED + value] if re.search(r"\W", value) else [value]
        return value.split()

    def _joined(self, node: Node) -> list[str]:
        """A word out of pieces, of which those that are split also end and begin words: `rm${IFS}-rf`."""
        words = [""]
        for child in node.children:
            value = self.value(child)
            pieces = self._fields(value) if child.type in _SPLIT else [value]
            if child.type not in _SPLIT or EXPANDED in value or (pieces == [value]):
                words[-1] += "".join(pieces)
                continue
            if value[:1].isspace():
                words.append("")
            words[-1] += pieces[0] if pieces else ""
            words += pieces[1:]
            if pieces and value[-1:].isspace():
                words.append("")
        made = [word for word in words if word]
        return [word for part in made for word in (_braces(part) if "{" in part else [part])]

    def _all_arguments(self, node: Node) -> list[str] | None:
        """`"$@"`, `$@` and `$*` as the words they stand for; None where it is none of them, or they are not known."""
        written = text_of(node)
        if written not in _ALL_ARGUMENTS:
            return None
        words = self._variables.arguments
        if words is None or written[0] == '"':
            return words
        return [field for word in words for field in self._fields(word)]

    def value(self, node: Node) -> str:
        """One word. What is not known stands as it is written, behind a mark."""
        match node.type:
            case "word" | "number" | "extglob_pattern" | "regex" | "variable_name" | "special_variable_name":
                text = text_of(node)
                return _ESCAPED.sub(_unescaped, text) if "\\" in text else text
            case "raw_string":
                return text_of(node)[1:-1]
            case "ansi_c_string":
                return escapes_read(text_of(node)[2:-1])
            case "string" | "translated_string":
                return self._string(node)
            case "concatenation":
                return "".join(map(self.value, node.children))
            case "command_name":
                return "".join(map(self.value, node.children))
            case "simple_expansion" | "expansion":
                return self._variable(node)
            case "command_substitution":
                printed = self._substitute(node)
                return EXPANDED + text_of(node) if printed is None else printed.rstrip("\n")
            case "process_substitution":
                self._substitute(node)
                return EXPANDED + text_of(node)
            case _:
                for inner in substitutions(node):
                    self._substitute(inner)
                return text_of(node) if node.child_count == 0 else EXPANDED + text_of(node)

    def _string(self, node: Node) -> str:
        """A string in double quotes; the pieces between its children are text as well."""
        raw = node.text or b""
        start = node.start_byte
        pieces: list[str] = []
        at = raw.index(b'"') + 1
        for child in node.named_children:
            if child.type == "string_content":
                continue
            pieces.append(_quoted(raw[at : child.start_byte - start]))
            pieces.append(self.value(child))
            at = child.end_byte - start
        end = len(raw) - 1 if raw.endswith(b'"') and len(raw) > at else len(raw)
        pieces.append(_quoted(raw[at:end]))
        return "".join(pieces)

    def _variable(self, node: Node) -> str:
        for inner in substitutions(node):
            self._substitute(inner)
        written = text_of(node)
        named = [child for child in node.named_children if child.type in ("variable_name", "special_variable_name")]
        name = text_of(named[0]) if len(named) == 1 else ""
        if name and (node.type == "simple_expansion" or (node.named_child_count == 1 and node.child_count == 3)):
            value = self._variables.get(name)
            if value is not None:
                return value
            if name == "IFS":
                return " \t\n"
            if name in ("*", "@") and (words := self._variables.arguments) is not None:
                return " ".join(words)
        elif name and any(child.type in ("=", ":=") for child in node.children):
            self._variables.forget(name)
        return EXPANDED + written


def substitutions(node: Node, without: Node | None = None) -> Iterator[Node]:
    """The outermost command and process substitutions inside a node, but for those inside `without`."""
    waiting = list(reversed(node.children))
    while waiting:
        current = waiting.pop()
        if current.type in ("command_substitution", "process_substitution"):
            yield current
        elif current != without:
            waiting += reversed(current.children)


def _unescaped(found: re.Match[str]) -> str:
    return "" if found[1] == "\n" else found[1]


def _quoted(raw: bytes) -> str:
    return _IN_QUOTES.sub(_unescaped, decoded(raw))


def escapes_read(text: str) -> str:
    r"""The text with `\n`, `\x41` and their like read, as in `$'…'`, `echo -e` and the format of `printf`."""
    return _ANSI.sub(_ansi, text)


def _ansi(found: re.Match[str]) -> str:
    code = found[1]
    if code[0] in "xuU" and len(code) > 1:
        point = int(code[1:], 16)
    elif code.isdigit():
        point = int(code, 8) & 0xFF if all(c in "01234567" for c in code) else ord(code[0])
    else:
        return _LETTERS.get(code, code)
    return chr(point) if point < 0x110000 else "\ufffd"


def _braces(word: str) -> list[str]:
    """Lists in braces taken apart: `{a,b}.sql` is two words."""
    done: list[str] = []
    waiting = [word]
    while waiting:
        current = waiting.pop()
        found = _BRACES.match(current)
        if found is None or EXPANDED in current:
            done.append(current)
            continue
        parts = found[2].split(",")
        if len(done) + len(waiting) + len(parts) > MAX_WORDS:
            return [EXPANDED + word]
        waiting += [f"{found[1]}{part}{found[3]}" for part in reversed(parts)]
    return done
