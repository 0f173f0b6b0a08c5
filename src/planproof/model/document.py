"""Bytes to plain values: a JSON or YAML document, within the limits, or an error that says where and what to do."""

from __future__ import annotations

from codecs import BOM_UTF8, BOM_UTF16_BE, BOM_UTF16_LE
from dataclasses import dataclass
from typing import Final, Literal

from planproof.model.answer import Trimmed, begins_fenced, fenced, only_object
from planproof.model.errors import DocumentError
from planproof.model.jsontext import read_json
from planproof.model.limits import MAX_BYTES
from planproof.model.values import as_list, as_mapping, place

Format = Literal["json", "yaml"]

_ARTEFACT_KEYS: Final = frozenset({"tasks", "plan", "goal", "description", "constraints"})
"""A map with one of them is a plan, a goal or a bundle, not a sentence with a colon in it."""


@dataclass(frozen=True, slots=True)
class Document:
    """One value as it stood in a document."""

    value: object
    format: Format
    trimmed: tuple[Trimmed, ...] = ()
    """What stood around it: a code fence, the sentences of a model's answer."""


def parse(data: bytes, hint: Format | None = None) -> tuple[Document, ...]:
    r"""Reads what a file holds.

    The format is told by the content. A byte order mark, UTF-16 (with its mark), a code fence around the document, and
    sentences around a single JSON object are accepted; the last two are reported in `trimmed`.

    Args:
        data: the bytes of the file.
        hint: the format that the name of the file promises.

    Returns:
        One document for JSON; for YAML each that the text holds.

    Raises:
        DocumentError: anything that `read_json` or `read_yaml` refuses; more than `MAX_BYTES`; no UTF-8; a NUL;
            nothing at all.

    Example:
        >>> parse(b'{"id": "p"}')
        (Document(value={'id': 'p'}, format='json', trimmed=()),)
        >>> [document.value for document in parse(b"id: p\n---\nid: q")]
        [{'id': 'p'}, {'id': 'q'}]
    """
    text = decode(data)
    found = _parsed(text, hint)
    if not found:
        raise DocumentError("there is nothing in it: write a JSON or YAML document")
    return found


def decode(data: bytes) -> str:
    """The text of a document.

    Raises:
        DocumentError: too long, not UTF-8 (or UTF-16 with its mark), a NUL, or nothing but white space.
    """
    if len(data) > MAX_BYTES:
        raise too_long(len(data))
    if data.startswith((BOM_UTF16_LE, BOM_UTF16_BE)):
        encoding = "utf-16"
    else:
        encoding = "utf-8"
        data = data.removeprefix(BOM_UTF8)
    try:
        text = data.decode(encoding)
    except UnicodeDecodeError as error:
        line = data.count(b"\n", 0, error.start) + 1
        wrong = data[error.start : error.start + 1]
        raise DocumentError(f"line {line}: the byte {wrong!r} is not {encoding.upper()}: save it as UTF-8") from None
    if "\0" in text:
        raise DocumentError(f"{place(text, text.index(chr(0)))}: a NUL character: save it as text, in UTF-8")
    if not text or text.isspace():
        raise DocumentError("there is nothing in it: write a JSON or YAML document")
    return text


def too_long(size: int | None, most: int = MAX_BYTES) -> DocumentError:
    """The error for more bytes than are read; the size is None where they were not counted to the end."""
    found = "too many bytes" if size is None else f"{size:,} bytes"
    return DocumentError(f"{found}, of which at most {most:,} are read: split the document")


def _parsed(text: str, hint: Format | None) -> tuple[Document, ...]:
    if begins_fenced(text):
        return _answer(text) or _yaml(text)
    if text.lstrip()[0] in "{[":
        try:
            return (Document(read_json(text), "json"),)
        except DocumentError:
            if hint == "yaml":  # `{a: 1}` is YAML
                return _yaml(text)
            if (answer := _answer(text)) is None:  # sentences may follow the object
                raise
            return answer
    # An answer in prose may read as YAML, as `Here it is: {...}` does; what reads as an artefact is one. A number, a
    # quoted string or a word of JSON reads the same in both.
    try:
        documents = _yaml(text)
    except DocumentError:
        if hint == "yaml" or (answer := _answer(text)) is None:
            raise
        return answer
    if hint == "yaml" or any(_is_artefact(document.value) for document in documents):
        return documents
    return _answer(text) or documents


def _answer(text: str) -> tuple[Document, ...] | None:
    """Reads what stands in the only code block, or the only JSON object, of a longer text."""
    found = fenced(text) or only_object(text)
    if found is None:
        return None
    if found.format != "yaml" and found.text.lstrip().startswith(("{", "[")):
        return (Document(read_json(found.text), "json", (found.trimmed,)),)
    return tuple(Document(one.value, one.format, (found.trimmed,)) for one in _yaml(found.text))


def _yaml(text: str) -> tuple[Document, ...]:
    from planproof.model.yamltext import read_yaml  # PyYAML takes 20 to 40 ms to import

    return tuple(Document(value, "yaml") for value in read_yaml(text))


def _is_artefact(value: object) -> bool:
    if (items := as_list(value)) is not None:
        return any(_is_artefact(item) for item in items)
    entries = as_mapping(value)
    return entries is not None and not _ARTEFACT_KEYS.isdisjoint(entries)
