"""YAML text to plain values: the core schema of YAML 1.2, strings for keys, nothing that runs or explodes.

PyYAML's parser is used for its events only. Its constructor follows YAML 1.1 (`on` and `no` are booleans there, and
`2026-09-02` a date), calls itself once a level, and shares or repeats what an alias names without counting it. The
builder here keeps its own stack and counts what every alias stands for.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from math import isinf
from typing import TYPE_CHECKING, Any, Final, cast

import yaml

from planproof.model.errors import DocumentError
from planproof.model.limits import MAX_BYTES, MAX_DEPTH, MAX_INT, MAX_YAML_NODES
from planproof.model.values import short

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

_LOADER = yaml.CSafeLoader if yaml.__with_libyaml__ else yaml.SafeLoader

_WORDS: Final[dict[str, bool | None]] = {
    **dict.fromkeys(("", "~", "null", "Null", "NULL")),
    **dict.fromkeys(("true", "True", "TRUE"), True),
    **dict.fromkeys(("false", "False", "FALSE"), False),
}
_NUMBER_STARTS: Final = frozenset("-+.0123456789")
_INTEGER: Final = re.compile(r"[-+]?[0-9]+|0o[0-7]+|0x[0-9a-fA-F]+")
_FLOAT: Final = re.compile(r"[-+]?(?:\.[0-9]+|[0-9]+(?:\.[0-9]*)?)(?:[eE][-+]?[0-9]+)?")
_NO_NUMBER: Final = re.compile(r"[-+]?\.(?:inf|Inf|INF)|\.(?:nan|NaN|NAN)")
_MAX_DIGITS: Final = 20

_CORE: Final = "tag:yaml.org,2002:"
_TYPES: Final[dict[str, tuple[type, ...]]] = {
    "null": (type(None),),
    "bool": (bool,),
    "int": (int,),
    "float": (float, int),
}


def read_yaml(text: str) -> list[object]:
    r"""Reads every document of a YAML text; one that is empty is left out.

    Args:
        text: the whole text, decoded.

    Raises:
        DocumentError: syntax; a tag outside the core schema; a key that is no string, or given twice; an anchor that
            holds itself or is not known; an infinity, NaN or an integer beyond 2^53; deeper than `MAX_DEPTH`; more
            than `MAX_YAML_NODES` values or `MAX_BYTES` characters once every alias stands for what it names.

    Example:
        >>> read_yaml("on: no\nsteps: [1, 2026-09-02]")
        [{'on': 'no', 'steps': [1, '2026-09-02']}]
    """
    try:
        return [value for value in _documents(text) if value is not None]
    except yaml.MarkedYAMLError as error:
        where = _where(error.problem_mark or error.context_mark)
        problem = error.problem or error.context or "a mistake"
        raise DocumentError(f"{where}not YAML ({problem}): correct the syntax") from None
    except yaml.YAMLError as error:
        problem = " ".join(str(error).split())
        raise DocumentError(f"not YAML ({problem[:200]}): correct the syntax") from None


def _documents(text: str) -> Iterator[object]:
    build = _Builder()
    # By type and not by `match`: four class patterns before the fifth matches cost more than the parser does.
    take: dict[type[yaml.Event], Callable[[Any], None]] = {
        yaml.ScalarEvent: build.scalar,
        yaml.SequenceStartEvent: build.sequence,
        yaml.MappingStartEvent: build.mapping,
        yaml.SequenceEndEvent: build.end,
        yaml.MappingEndEvent: build.end,
        yaml.AliasEvent: build.alias,
    }
    for event in iter(cast("Callable[[], yaml.Event | None]", _LOADER(text).get_event), None):
        if (method := take.get(type(event))) is not None:
            method(event)
        elif isinstance(event, yaml.DocumentEndEvent):
            yield build.finished()


def _where(mark: yaml.Mark | None) -> str:
    return "" if mark is None else f"line {mark.line + 1}, column {mark.column + 1}: "


@dataclass(frozen=True, slots=True)
class _Anchored:
    """What an anchor names, and what each alias for it costs."""

    value: object
    nodes: int
    characters: int
    height: int
    """Lists and maps inside each other; 0 for a scalar."""


@dataclass(slots=True)
class _Open:
    """A list or map that is being filled, and what had been read when it began."""

    items: list[object] | None
    entries: dict[str, object] | None
    anchor: str | None
    nodes: int
    characters: int
    height: int = 1
    key: str | None = None


_PENDING: Final = object()
"""Stands for an anchor whose list or map is still open."""


class _Builder:
    """Builds one document after the other from their events."""

    def __init__(self) -> None:
        self._value: object = None
        self._open: list[_Open] = []
        self._anchors: dict[str, _Anchored] = {}
        self._nodes = 0  # in all documents, with each alias counted as all that it names
        self._characters = 0

    def finished(self) -> object:
        """The value of the document that has just ended."""
        value, self._value = self._value, None
        self._anchors.clear()
        return value

    def scalar(self, event: yaml.ScalarEvent) -> None:
        """Takes a string, a number, a boolean or null."""
        text = event.value
        value = _plain(text, event) if event.tag is None and event.implicit[0] else _tagged(text, event)
        if event.anchor is not None:
            self._anchors[event.anchor] = _Anchored(value, 1, len(text), 0)
        self._count(1, len(text), event)
        self._put(value, 0, event)

    def sequence(self, event: yaml.SequenceStartEvent) -> None:
        """Begins a list."""
        self._begin(_Open([], None, event.anchor, self._nodes, self._characters), "seq", event)

    def mapping(self, event: yaml.MappingStartEvent) -> None:
        """Begins a map."""
        self._begin(_Open(None, {}, event.anchor, self._nodes, self._characters), "map", event)

    def end(self, event: yaml.Event) -> None:
        """Ends the innermost list or map."""
        done = self._open.pop()
        value = done.entries if done.items is None else done.items
        if done.anchor is not None:
            nodes, characters = self._nodes - done.nodes, self._characters - done.characters
            self._anchors[done.anchor] = _Anchored(value, nodes, characters, done.height)
        self._put(value, done.height, event)

    def alias(self, event: yaml.AliasEvent) -> None:
        """Puts what an anchor names in one more place."""
        named = self._anchors.get(event.anchor)
        if named is None:
            raise _error(event, f"the alias {short('*' + event.anchor)} names no anchor: write the value out")
        if named.value is _PENDING:
            raise _error(event, f"the anchor {short('&' + event.anchor)} holds itself: write the value out")
        self._count(named.nodes, named.characters, event)
        self._put(named.value, named.height, event)

    def _begin(self, opened: _Open, kind: str, event: yaml.CollectionStartEvent) -> None:
        if event.tag is not None and event.tag not in {"!", _CORE + kind}:
            raise _error(event, f"the tag {short(event.tag)} is not read: remove it")
        if self._open and self._open[-1].entries is not None and self._open[-1].key is None:
            raise _error(event, "a list or map serves as a key: write a string")
        if len(self._open) >= MAX_DEPTH:
            raise _error(event, f"nested deeper than {MAX_DEPTH}: flatten it")
        if opened.anchor is not None:
            self._anchors[opened.anchor] = _Anchored(_PENDING, 0, 0, 0)
        self._open.append(opened)
        self._count(1, 0, event)

    def _put(self, value: object, height: int, event: yaml.Event) -> None:
        """Puts a finished value into the list or map that is open; as a key, where one is due."""
        if not self._open:
            self._value = value
            return
        into = self._open[-1]
        if height >= into.height:
            into.height = height + 1
            if len(self._open) + height > MAX_DEPTH:
                raise _error(event, f"nested deeper than {MAX_DEPTH} once its aliases are written out: flatten it")
        if into.items is not None:
            into.items.append(value)
        elif into.key is not None:
            cast("dict[str, object]", into.entries)[into.key] = value
            into.key = None
        elif not isinstance(value, str):
            raise _error(event, f"the key {short(value)} is not a string: put it in quotes")
        elif value in cast("dict[str, object]", into.entries):
            raise _error(event, f"the key {short(value)} is given twice: keep one")
        else:
            into.key = value
            self._nodes -= 1  # keys are no values

    def _count(self, nodes: int, characters: int, event: yaml.Event) -> None:
        self._nodes += nodes
        self._characters += characters
        if self._nodes > MAX_YAML_NODES:
            message = f"more than {MAX_YAML_NODES:,} values once its aliases are written out"
            raise _error(event, f"{message}: split the document, or write it as JSON")
        if self._characters > MAX_BYTES:
            raise _error(event, f"more than {MAX_BYTES:,} characters once its aliases are written out: split it")


def _plain(text: str, event: yaml.ScalarEvent) -> object:
    """A plain scalar by the core schema (YAML 1.2.2, section 10.3.2)."""
    if len(text) <= 5 and text in _WORDS:
        return _WORDS[text]
    if text[0] not in _NUMBER_STARTS:
        return text  # libyaml lets neither a NUL nor half a surrogate pair into a plain scalar
    if _INTEGER.fullmatch(text):
        if len(text) > _MAX_DIGITS or abs(value := int(text, 0 if text[1:2] in {"o", "x"} else 10)) > MAX_INT:
            raise _error(event, f"{short(text)} is an integer beyond 2^53, which readers round: put it in quotes")
        return value
    if _NO_NUMBER.fullmatch(text) or (_FLOAT.fullmatch(text) and isinf(float(text))):
        raise _error(event, f"{short(text)} is not a number that JSON has: put it in quotes")
    return float(text) if _FLOAT.fullmatch(text) else text


def _tagged(text: str, event: yaml.ScalarEvent) -> object:
    """A scalar in quotes, in a block, or with a tag."""
    tag = cast("str | None", event.tag)
    if "\0" in text:
        raise _error(event, f"{short(text)} holds a NUL character: remove it")
    if not text.isascii() and any("\ud800" <= char <= "\udfff" for char in text):
        raise _error(event, f"{short(text)} holds half a surrogate pair: write the whole character")
    if tag is None or tag in {"!", _CORE + "str"}:
        return text
    wanted = _TYPES.get(tag.removeprefix(_CORE))
    if wanted is None:
        raise _error(event, f"the tag {short(tag)} is not read: remove it")
    value = _plain(text, event)
    if type(value) not in wanted:
        raise _error(event, f"{short(text)} does not fit its tag {short(tag)}: remove the tag")
    return float(value) if tag == _CORE + "float" and isinstance(value, int) else value


def _error(event: yaml.Event, message: str) -> DocumentError:
    return DocumentError(_where(cast("yaml.Mark | None", event.start_mark)) + message)
