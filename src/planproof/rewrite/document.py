"""rewrite: a document with the edits of fixes made, proved by reading it back."""

from __future__ import annotations

from collections.abc import Sequence

from planproof.model.document import Format
from planproof.model.errors import DocumentError, FixError
from planproof.model.finding import Edit
from planproof.model.jsontext import read_json
from planproof.model.values import as_list, as_mapping
from planproof.rewrite.values import BY_HAND, edit_values, inside


def rewrite(text: str, form: Format, batches: Sequence[Sequence[Edit]], at: Sequence[str] = ()) -> str:
    """The document with the edits made.

    Args:
        text: the document, decoded.
        form: its language.
        batches: edits; the indices of a batch count in the document that the earlier ones left.
        at: the keys, or indices of a list, that lead to the plan: `("plan",)` in a bundle.

    Raises:
        FixError: an edit does not apply to the document as written, or what came out would not read back as meant.

    Example:
        >>> from planproof.model.finding import MoveTask
        >>> print(rewrite('{"tasks": [{"id": "a"}, {"id": "b"}]}', "json", [[MoveTask(task="b", before="a")]]))
        {"tasks": [{"id": "b"}, {"id": "a"}]}
    """
    for edits in batches:
        wanted = _values(text, form)
        edit_values(inside(wanted, at), edits)
        text = _edited(text, form, edits, at)
        if _values(text, form) != wanted:
            raise FixError(f"the edited document would not read back as meant; {BY_HAND}")
    return text


def _edited(text: str, form: Format, edits: Sequence[Edit], at: Sequence[str]) -> str:
    if form == "json":
        from planproof.rewrite.json_plan import edit_json

        return edit_json(text, edits, at)
    from planproof.rewrite.yaml_plan import edit_yaml

    return edit_yaml(text, edits, at)


def _values(text: str, form: Format) -> object:
    try:
        if form == "json":
            return read_json(text)
        from planproof.model.yamltext import read_yaml

        documents = read_yaml(text)
    except DocumentError as error:
        raise FixError(f"the file is more than one plain document ({error}); {BY_HAND}") from None
    if len(documents) != 1:
        raise FixError(f"the file holds {len(documents)} documents; {BY_HAND}")
    return _unshared(documents[0])


def _unshared(value: object) -> object:
    """A copy in which nothing stands in two places, as what a YAML alias names does: an edit must show in one."""
    if (entries := as_mapping(value)) is not None:
        return {key: _unshared(entry) for key, entry in entries.items()}
    if (items := as_list(value)) is not None:
        return [_unshared(item) for item in items]
    return value
