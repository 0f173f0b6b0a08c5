"""Events as rows: the small part in the row, the large part as an artefact under its digest."""

from __future__ import annotations

import json
from collections.abc import Callable
from hashlib import sha256
from typing import Final, cast

from pydantic import TypeAdapter, ValidationError

from planproof.loop.events import Event
from planproof.model.base import Model
from planproof.model.digest import canonical
from planproof.model.errors import LoopError

_LARGE: Final[dict[str, tuple[str, ...]]] = {
    "started": ("goal", "plan"),
    "drafted": ("plan",),
    "answered": ("text",),
    "reviewed": ("review",),
    "judged": ("findings", "standing"),
    "decided": ("edited",),
}
"""Fields of each kind that are kept as artefacts."""
_DOCUMENTS: Final = frozenset({"goal", "plan", "edited"})
_EVENT: Final[TypeAdapter[Event]] = TypeAdapter(Event)


def encode(event: Event) -> tuple[dict[str, object], dict[str, bytes]]:
    """The body of an event's row, and its artefacts by SHA-256.

    Where a large field stood, the body has `{"sha256": digest}`.
    """
    body: dict[str, object] = event.model_dump(mode="json", exclude={"kind"})
    for field in _DOCUMENTS.intersection(body):
        document = getattr(event, field)
        if isinstance(document, Model):
            # As their digests have them: the artefact of a plan lies under the digest that its approval names.
            body[field] = document.model_dump(mode="json", exclude_defaults=True)
    artefacts: dict[str, bytes] = {}
    for field in _LARGE.get(event.kind, ()):
        if field in body:
            content = canonical(body[field])
            digest = sha256(content).hexdigest()
            artefacts[digest] = content
            body[field] = {"sha256": digest}
    return body, artefacts


def decode(kind: str, body: dict[str, object], artefact: Callable[[str], bytes]) -> Event:
    """The event of a row.

    Args:
        kind: the row's kind.
        body: the row's body.
        artefact: the content behind a digest.

    Raises:
        LoopError: it is none of this version's events.
    """
    full: dict[str, object] = {"kind": kind, **body}
    for field in _LARGE.get(kind, ()):
        if field in full:
            digest = cast("dict[str, str]", full[field])["sha256"]
            full[field] = json.loads(artefact(digest))
    try:
        return _EVENT.validate_python(full)
    except ValidationError as error:
        first = error.errors()[0]
        raise LoopError(
            f"a recorded {kind!r} cannot be read: {first['msg']} at {'.'.join(map(str, first['loc']))}; "
            "it was written by another version of planproof, or is damaged: run `planproof audit verify`"
        ) from error
