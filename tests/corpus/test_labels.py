"""Derived effects against labelled commands: the measures and bounds of `tools/labels.py`."""

from __future__ import annotations

from tests.support import needs_shared, shared
from tools.labels import MEASURES, counted, rows_of

pytestmark = needs_shared


def test_the_labels_are_met() -> None:
    rows = [row for path in sorted(shared("labels").glob("*.jsonl")) for row in rows_of(path)]
    assert len(rows) > 1_000
    for (name, side, bound), (hits, n) in zip(MEASURES, counted(rows), strict=True):
        rate = hits / n
        assert (rate <= bound) if side == "at most" else (rate >= bound), f"{name}: {hits} of {n}"
