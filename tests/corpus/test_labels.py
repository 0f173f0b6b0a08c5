"""Derived effects against labelled commands: the measures and bounds of `tools/labels.py`."""

from __future__ import annotations

import sys
from pathlib import Path

from tests.support import ROOT, needs_shared, shared

sys.path.insert(0, str(ROOT / "tools"))

pytestmark = needs_shared


def test_the_labels_are_met() -> None:
    from labels import MEASURES, Row, counted, rows_of  # noqa: PLC0415  # pyright: ignore[reportMissingImports]

    rows: list[Row] = [row for path in sorted(shared("labels").glob("*.jsonl")) for row in rows_of(Path(path))]
    assert len(rows) > 1_000
    for (name, side, bound), (hits, n) in zip(MEASURES, counted(rows), strict=True):
        rate = hits / n
        assert (rate <= bound) if side == "at most" else (rate >= bound), f"{name}: {hits} of {n}"
