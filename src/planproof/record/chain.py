"""read_chain: one run's events as they are stored, and everything an audit takes from them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from planproof.model.errors import RecordError
from planproof.record.entry import GENESIS, Row, body_of, hash_of, references
from planproof.record.projection import Projection, folded


@dataclass(slots=True)
class Chain:
    """What the events of one run come to.

    Args:
        flaws: what is wrong, by sequence number.
        after: what the first event says it follows; None: it is not there.
        known_as: hashes under which a later run may name this one. Where they differ, a flaw says so.
        hashes: of each event, as stored.
        names: the artefacts that each event names.
        approved: the events that brought an approval.
        projection: what they come to, with a number that is not known here; None: they come to nothing.
    """

    flaws: list[tuple[int, str]] = field(default_factory=list[tuple[int, str]])
    after: str | None = None
    known_as: set[str] = field(default_factory=set[str])
    hashes: dict[int, str] = field(default_factory=dict[int, str])
    names: dict[int, frozenset[str]] = field(default_factory=dict[int, frozenset[str]])
    approved: list[Row] = field(default_factory=list[Row])
    projection: Projection | None = None


def read_chain(run: str, stored: Iterable[Mapping[str, Any]]) -> Chain:
    """Recomputes the hashes of a run.

    Args:
        run: its id.
        stored: its rows, by sequence number.
    """
    chain = Chain()
    rows: list[Row] = []
    due, follows = 1, set[str]()
    for values in stored:
        seq = values["seq"]
        if seq > due:
            what = "is missing" if seq == due + 1 else f"and all up to {seq - 1} are missing"
            chain.flaws.append((due, what))
        elif seq > 1 and values["prev"] not in follows:
            chain.flaws.append((seq, f"does not follow event {seq - 1}: one of them was replaced"))
        body = body_of(values["body"])
        row = Row(run, seq, values["kind"], body or {}, values["prev"], values["hash"])
        found = hash_of(run, seq, row.kind, row.body, row.prev)
        if body is None:
            chain.flaws.append((seq, "its body is no canonical JSON"))
        elif found != row.hash:
            chain.flaws.append((seq, "does not match its hash"))
        # The next event may follow either: an edited row is blamed once, not its successor as well.
        due, follows = seq + 1, {row.hash, found}
        rows.append(row)
        chain.hashes[seq] = row.hash
        chain.names[seq] = frozenset(references(row.body))
        if row.kind == "approved":
            chain.approved.append(row)
        if seq == 1:
            chain.after = row.prev
            chain.known_as |= follows
        elif seq == 2:
            chain.known_as.add(row.prev)
    if rows and rows[0].seq == 1:
        _project(chain, rows)
    return chain


def _project(chain: Chain, rows: list[Row]) -> None:
    try:
        chain.projection = folded(rows[0], 0, rows[1:])
    except RecordError as error:
        if not chain.flaws:  # else it follows from them
            chain.flaws.append((rows[-1].seq, f"or an event before it cannot be: {error}"))


def numbered(projection: Projection, number: int) -> Projection:
    """The same with the number of the run."""
    return replace(projection, run=replace(projection.run, number=number))


def ordered(chains: Mapping[str, Chain], stored: Mapping[str, int]) -> tuple[dict[str, int], dict[str, str]]:
    """The order in which the runs were created, by their own chain: each first event names the run before it.

    Args:
        chains: the chains, by run.
        stored: the numbers that the table of runs has.

    Returns:
        The number of each run, and what is wrong with the first event of some.
    """
    after: dict[str, list[str]] = {}
    left = dict.fromkeys(sorted(chains, key=lambda run: (stored.get(run, 2**31), run)))
    for run in left:
        if (follows := chains[run].after) is not None:
            after.setdefault(follows, []).append(run)
    numbers: dict[str, int] = {}
    strays: dict[str, str] = {}
    known, number = {GENESIS}, 0
    while left:
        run = next((run for name in sorted(known) for run in after.get(name, ()) if run in left), None)
        if run is None:
            run = next(iter(left))
            number = max(number, stored.get(run, number + 1) - 1)
            if chains[run].after is not None:
                strays[run] = "does not follow a run that is there: one created before it is missing, or was changed"
        del left[run]
        number += 1
        numbers[run] = number
        known = chains[run].known_as
    return numbers, strays
