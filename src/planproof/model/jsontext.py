"""JSON text to plain values, refusing what JSON readers disagree on or what costs more than it can be worth.

The standard library's parser does the work at full speed and is told to stop at anything odd. Only then does a second,
slower pass over the tokens find the place to name.
"""

from __future__ import annotations

import json
import re
from math import isinf
from typing import TYPE_CHECKING, Final, NoReturn

from planproof.model.errors import DocumentError
from planproof.model.limits import MAX_DEPTH, MAX_INT, MAX_NODES
from planproof.model.values import as_list, as_mapping, children, place, short

if TYPE_CHECKING:
    from collections.abc import Iterator

_TOKENS: Final = re.compile(r'"[^"\\]*+(?:\\.[^"\\]*+)*+"|[\[\]{}:,]|[^\s\[\]{}:,"]++', re.DOTALL)
_ODD_ESCAPE: Final = re.compile(r"\\u(?:0000|[dD][89a-fA-F])")
"""An escape that may write a NUL or half a surrogate pair. Nothing else can, once the bytes were decoded."""

_CONTAINERS: Final = frozenset({dict, list})

_EXACT_DIGITS: Final = 15
"""Decimal digits that always fit below 2^53."""


class _Odd(Exception):
    """Raised inside the parser, which cannot say where it is."""


def read_json(text: str) -> object:
    """Reads one JSON value.

    Args:
        text: the whole text of a document, decoded.

    Raises:
        DocumentError: syntax; a duplicate key; NaN or an infinity; an integer beyond 2^53; a lone surrogate or a NUL in
            a string; deeper than `MAX_DEPTH`; as many separators as more than `MAX_NODES` values need.

    Example:
        >>> read_json('{"id": "p", "id": "q"}')
        Traceback (most recent call last):
        planproof.model.errors.DocumentError: line 1, column 13: the key 'id' is given twice: keep one
    """
    if _separators(text) > MAX_NODES:
        raise DocumentError(f"more than {MAX_NODES:,} commas and brackets: split the document")
    try:
        value: object = _DECODER.decode(text)
    except json.JSONDecodeError as error:
        raise _syntax(error) from None
    except (_Odd, RecursionError):
        _blame(text)
    if _too_deep(value):
        _blame(text)
    if _ODD_ESCAPE.search(text):
        _refuse_odd_strings(value)
    return value


def object_end(text: str, start: int) -> int | None:
    """Where the JSON object that begins at an offset ends; None if there is none."""
    if _separators(text) > MAX_NODES:
        return None
    try:
        return _DECODER.raw_decode(text, start)[1]
    except (json.JSONDecodeError, RecursionError, _Odd):
        return None


def _separators(text: str) -> int:
    """At most how many values the text holds: each but the first follows a comma or an opening bracket.

    Counted before parsing, so that a text of nothing but `[[],[],...` is refused before it becomes a gigabyte of
    lists. Commas in prose count as well; two million of them are no plan either.
    """
    return 1 + text.count(",") + text.count("[") + text.count("{")


def _pairs(pairs: list[tuple[str, object]]) -> dict[str, object]:
    entries = dict(pairs)
    if len(entries) != len(pairs):
        raise _Odd
    return entries


def _integer(digits: str) -> int:
    if len(digits) > _EXACT_DIGITS and (len(digits) > _EXACT_DIGITS + 2 or abs(int(digits)) > MAX_INT):
        raise _Odd
    return int(digits)


def _float(digits: str) -> float:
    if isinf(value := float(digits)):
        raise _Odd
    return value


def _constant(_name: str) -> NoReturn:
    raise _Odd


_DECODER = json.JSONDecoder(object_pairs_hook=_pairs, parse_int=_integer, parse_float=_float, parse_constant=_constant)


def _syntax(error: json.JSONDecodeError) -> DocumentError:
    if error.msg == "Extra data":
        rest = error.doc[error.pos : error.pos + 40]
        message = f"{short(rest)} follows the end of the value: keep one value, or write JSON lines, one value a line"
    else:
        rest = error.doc[error.pos : error.pos + 40]
        found = short(rest) if rest else "the end of the text"
        message = f"not JSON at {found} ({error.msg[0].lower()}{error.msg[1:]}): correct the syntax"
    return DocumentError(f"line {error.lineno}, column {error.colno}: {message}")


def _too_deep(value: object) -> bool:
    level = [value] if type(value) in _CONTAINERS else []
    for _ in range(MAX_DEPTH):
        level = [child for item in level for child in children(item) if type(child) in _CONTAINERS]
        if not level:
            return False
    return True


def _refuse_odd_strings(value: object) -> None:
    for path, text in _strings(value):
        if "\0" in text:
            raise DocumentError(f"{path}: {short(text)} holds a NUL character: remove it")
        if not text.isascii() and any("\ud800" <= char <= "\udfff" for char in text):
            raise DocumentError(f"{path}: {short(text)} holds half a surrogate pair: write the whole character")


def _strings(root: object) -> Iterator[tuple[str, str]]:
    """Every string of the value, keys too, with its path, in the order of the text."""
    todo: list[tuple[str, object]] = [("", root)]
    while todo:
        path, value = todo.pop()
        if isinstance(value, str):
            yield path or "the value", value
        elif (entries := as_mapping(value)) is not None:
            for key in entries:
                yield f"the key {path}.{short(key)}" if path else f"the key {short(key)}", key
            todo += [(f"{path}.{key}" if path else key, entries[key]) for key in reversed(entries)]
        elif (items := as_list(value)) is not None:
            todo += [(f"{path}[{index}]", items[index]) for index in reversed(range(len(items)))]


def _blame(text: str) -> NoReturn:
    """Finds the token that made the parser stop, and raises with its place."""
    open_keys: list[set[str] | None] = []  # the keys seen in each open object; None for a list
    at_key = False
    for match in _TOKENS.finditer(text):
        token = match[0]
        if token in "{[":
            open_keys.append(set() if token == "{" else None)
            at_key = token == "{"
            if len(open_keys) > MAX_DEPTH:
                raise DocumentError(f"{place(text, match.start())}: nested deeper than {MAX_DEPTH}: flatten it")
        elif token in "}]":
            del open_keys[-1:]
        elif token == ",":
            at_key = bool(open_keys) and open_keys[-1] is not None
        elif token == ":":
            at_key = False
        elif token[0] == '"':
            keys = open_keys[-1] if open_keys else None
            if at_key and keys is not None:
                key = _decoded(token)
                if key in keys:
                    raise DocumentError(f"{place(text, match.start())}: the key {short(key)} is given twice: keep one")
                keys.add(key)
        elif (reason := _odd_number(token)) is not None:
            raise DocumentError(f"{place(text, match.start())}: {reason}")
    raise DocumentError(f"nested deeper than {MAX_DEPTH}, or otherwise beyond what is read: simplify it")


def _decoded(token: str) -> str:
    try:
        return str(json.loads(token))
    except json.JSONDecodeError:
        return token  # beyond the place where the parser stopped


def _odd_number(token: str) -> str | None:
    if token in {"NaN", "Infinity", "-Infinity"}:
        return f"{token!r} is not JSON: write null, or the number as a string"
    try:
        _integer(token) if token.lstrip("-").isdigit() else _float(token)
    except _Odd:
        what = "an integer beyond 2^53, which JSON readers round" if token.lstrip("-").isdigit() else "an infinity"
        return f"{short(token)} is {what}: write it as a string"
    except ValueError:
        return None  # true, false, null
    return None
