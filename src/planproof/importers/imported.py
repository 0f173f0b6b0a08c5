"""What an importer hands over."""

from __future__ import annotations

from dataclasses import dataclass

from planproof.model.goal import Goal
from planproof.model.notes import Note
from planproof.model.plan import Plan


@dataclass(frozen=True, slots=True)
class Imported:
    """A foreign plan as a goal and a plan.

    `problems` are the places of the source that could not be read as a step. They are no part of the plan, so a
    plan with problems must not be approved, whatever the rest of it looks like.
    """

    goal: Goal
    plan: Plan
    problems: tuple[Note, ...] = ()
