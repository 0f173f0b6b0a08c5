"""Readers of foreign plans: each makes a goal and a plan of them, and says what it could not read."""

from planproof.importers import pddl
from planproof.importers.imported import Imported

__all__ = ["Imported", "pddl"]
