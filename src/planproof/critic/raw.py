"""RawLabels: what a model calls its claims. Kept for the evaluation; nothing that decides may import this module.

An import-linter contract holds that, so that no verdict can come to rest on a label.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from planproof.critic.review import NoReview, answer_of
from planproof.model.base import Count, Model, Text
from planproof.model.digest import canonical
from planproof.model.errors import DocumentError
from planproof.model.values import as_list, as_mapping

if TYPE_CHECKING:
    from planproof.providers.port import Answer

_FAMILY = ("family", "heuristic_family", "category")
_SEVERITY = ("severity", "level", "priority")


class RawLabels(Model):
    """The labels of one claim, as received."""

    index: Count
    """Place among the claims of the answer."""
    raw_family: Text | None = None
    raw_severity: Text | None = None
    entry: Text
    """The claim as canonical JSON."""


def raw_labels(answer: Answer) -> tuple[RawLabels, ...]:
    """The labels of an answer's claims, in order; none of an answer that is no review.

    Example:
        >>> from planproof.providers.port import Answer
        >>> said = Answer(text='{"covered": [], "claims": [{"family": "risk", "severity": "blocker"}]}', model="m")
        >>> [(labels.raw_family, labels.raw_severity) for labels in raw_labels(said)]
        [('risk', 'blocker')]
    """
    try:
        claims = as_list(answer_of(answer)[0].get("claims"))
    except (NoReview, DocumentError):
        return ()
    return tuple(labels_of(entry, k) for k, entry in enumerate(claims or ()))


def labels_of(entry: object, index: int = 0) -> RawLabels:
    """The labels of one entry."""
    fields = as_mapping(entry) or {}
    return RawLabels(
        index=index,
        raw_family=_first(fields, _FAMILY),
        raw_severity=_first(fields, _SEVERITY),
        entry=canonical(entry).decode()[:20_000],
    )


def _first(fields: Mapping[str, object], keys: tuple[str, ...]) -> str | None:
    found = (fields[key] for key in keys if key in fields)
    return next((value[:500] for value in found if isinstance(value, str)), None)
