"""Notes of the reader, as the rules of this family tell them."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from planproof.gates.analysis import Analysis
from planproof.model.finding import ValueEvidence
from planproof.model.notes import Note


class Told(NamedTuple):
    """A note in the terms of a finding."""

    message: str
    tasks: tuple[str, ...]
    facts: tuple[str, ...]
    evidence: tuple[ValueEvidence, ...]
    of_goal: bool
    """Whether it is about the goal, whose paths begin with `goal.`."""


def notes_of(plan: Analysis, kind: str, wanted: str) -> Iterator[Told]:
    """The notes of one kind, one for each place in the document.

    Args:
        plan: the analysis.
        kind: which notes.
        wanted: what belongs in such a place.
    """
    told: set[str] = set()
    for note in plan.notes:
        if note.kind == kind and note.path not in told:
            told.add(note.path)
            yield _told(note, wanted)


def _told(note: Note, wanted: str) -> Told:
    return Told(
        message=f"{note.path}: {note.message}" if note.path else note.message,
        tasks=(note.task,) if note.task is not None else (),
        facts=(f"field:{note.path}",),
        evidence=(ValueEvidence(field=note.path, found=note.value, wanted=wanted),),
        of_goal=note.path.startswith("goal."),
    )
