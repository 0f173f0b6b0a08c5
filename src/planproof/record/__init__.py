"""The record: what happened in every run, in a form in which nobody can change it unnoticed.

    entry --> row in the hash chain of its run --> projection: runs, escalations, approvals
    verdict --> in-toto statement --> DSSE envelope: an approval that an executor can check

The database is imported when the store is first used: who only checks an approval needs none.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from planproof.model.errors import RecordError
from planproof.record.entry import Entry, Head, Row
from planproof.record.projection import Approval, Escalation, Run

if TYPE_CHECKING:
    from planproof.record.store import Store

__all__ = ["Store", "Entry", "Row", "Head", "Run", "Escalation", "Approval"]


def __getattr__(name: str) -> object:
    if name != "Store":
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    try:
        from planproof.record.store import Store
    except ImportError as error:
        raise RecordError(
            "unusable", f"records are kept with SQLAlchemy: pip install 'planproof[loop]' ({error})"
        ) from error
    return Store
