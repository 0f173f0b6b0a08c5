"""What `planproof check` was asked for, in one value that goes to every worker process."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from typing import TYPE_CHECKING, Literal

from planproof.output.look import Look

if TYPE_CHECKING:
    from planproof.importers.pddl import Domain, Problem
    from planproof.model.base import Posture
    from planproof.model.config import Config
    from planproof.model.goal import Goal
    from planproof.model.notes import Note
    from planproof.model.plan import Plan
    from planproof.output.formats import FormatName

Mending = Literal["no", "fix", "diff"]
"""What to do with safe fixes: nothing, write them to the file, show them."""


@dataclass(frozen=True, slots=True)
class Output:
    """One thing to write."""

    format: FormatName
    path: str | None
    """None: standard output."""
    look: Look


@dataclass(frozen=True, slots=True)
class Options:
    """How plans are judged and told."""

    config: Config
    now: datetime
    outputs: tuple[Output, ...]
    goal: Goal | None = None
    goal_notes: tuple[Note, ...] = ()
    posture: Posture | None = None
    parent: Plan | None = None
    attach: Path | None = None
    """A folder with the files that commands name."""
    mending: Mending = "no"
    pddl: tuple[Domain, Problem] | None = None
