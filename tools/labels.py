"""How the effects of labelled commands agree with their labels: the table of docs/effects.md.

    python tools/labels.py [--wrong] [--only WORD] FILE...

A file holds JSON lines `{command, shell?, dialect?, kind, reversibility, sure}`. Rows that are not sure are not scored.
`--wrong` lists the rows that miss, `--only` those whose command or tool holds a word.
"""

from __future__ import annotations

import argparse
import json
import math
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any, NamedTuple

from planproof.effects import effect_of_command
from planproof.model.plan import Command


class Row(NamedTuple):
    """One labelled command and what was derived for it."""

    command: Command
    tool: str
    kind: str
    undo: str
    derived_kind: str
    derived_undo: str
    because: str


CHANGING = frozenset({"notify", "create", "modify", "shift", "rotate", "destroy"})
MEASURES: tuple[tuple[str, str, float], ...] = (
    ("changing taken as observing", "at most", 0.01),
    ("irreversible taken as reversible or read-only", "at most", 0.01),
    ("irreversible taken as milder, but known", "at most", 0.02),
    ("observing taken as changing", "at most", 0.03),
    ("unknown where the label is not", "at most", 0.08),
    ("kind right", "at least", 0.95),
    ("reversibility right", "at least", 0.90),
)


def rows_of(path: Path) -> Iterable[Row]:
    for line in path.read_text("utf-8").splitlines():
        label: dict[str, Any] = json.loads(line)
        if not label["sure"]:
            continue
        command = Command(run=label["command"], shell=label.get("shell", "sh"), dialect=label.get("dialect"))
        effect = effect_of_command(command)
        yield Row(
            command,
            label.get("tool", ""),
            label["kind"],
            label["reversibility"],
            effect.kind,
            effect.reversibility,
            effect.because,
        )


def counted(rows: Sequence[Row]) -> list[tuple[int, int]]:
    """Hits and rows of each measure, in the order of `MEASURES`."""
    changing = [r for r in rows if r.kind in CHANGING]
    final = [r for r in rows if r.undo == "irreversible"]
    looking = [r for r in rows if r.kind == "observe"]
    known = [r for r in rows if r.kind != "unknown"]
    return [
        (sum(r.derived_kind == "observe" for r in changing), len(changing)),
        (sum(r.derived_undo in ("read_only", "reversible") for r in final), len(final)),
        (sum(r.derived_undo not in ("irreversible", "unknown") for r in final), len(final)),
        (sum(r.derived_kind in CHANGING for r in looking), len(looking)),
        (sum(r.derived_kind == "unknown" for r in known), len(known)),
        (sum(r.derived_kind == r.kind for r in rows), len(rows)),
        (sum(r.derived_undo == r.undo for r in rows), len(rows)),
    ]


def wilson(hits: int, n: int) -> tuple[float, float]:
    """The 95 % interval of a rate (Wilson 1927).

    Example:
        >>> [round(x, 3) for x in wilson(0, 100)]
        [0.0, 0.037]
    """
    if n == 0:
        return 0.0, 1.0
    z = 1.959963984540054
    rate, z2 = hits / n, z * z
    middle = (rate + z2 / (2 * n)) / (1 + z2 / n)
    half = z * math.sqrt(rate * (1 - rate) / n + z2 / (4 * n * n)) / (1 + z2 / n)
    return max(0.0, middle - half), min(1.0, middle + half)


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("files", nargs="+", type=Path)
    parser.add_argument("--wrong", action="store_true")
    parser.add_argument("--only", default="")
    chosen = parser.parse_args()
    groups: dict[str, list[Row]] = {}
    for path in chosen.files:
        for row in rows_of(path):
            if chosen.only and chosen.only != row.tool and chosen.only not in row.command.run.split():
                continue
            groups.setdefault(f"{path.stem}, {row.command.shell}", []).append(row)
    groups["all"] = [row for rows in groups.values() for row in rows]
    if chosen.wrong:
        for row in groups["all"]:
            if (row.kind, row.undo) != (row.derived_kind, row.derived_undo):
                print(f"{row.kind}/{row.undo}\tis {row.derived_kind}/{row.derived_undo}\t{row.command.run!r}")
    print("| measure | to reach |", " | ".join(groups), "|")
    print("|---|---|" + "---|" * len(groups))
    table = [counted(rows) for rows in groups.values()]
    for i, (name, side, target) in enumerate(MEASURES):
        cells: list[str] = []
        for column in table:
            hits, n = column[i]
            low, high = wilson(hits, n)
            cells.append(f"{hits}/{n} = {hits / n if n else 0:.1%} ({low:.1%} to {high:.1%})")
        print(f"| {name} | {side} {target:.0%} |", " | ".join(cells), "|")


if __name__ == "__main__":
    main()
