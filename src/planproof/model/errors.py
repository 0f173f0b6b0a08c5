"""The errors planproof raises. Findings are values; an error means broken input or a bug.

    PlanproofError
    ├── InputError          what was given cannot be read; nothing was judged
    │   ├── DocumentError   not a document: bytes, JSON or YAML syntax, size, depth
    │   ├── GoalError       a goal that does not fit its schema
    │   ├── PlanError       a plan of which nothing can be judged (the CLI turns it into a blocked verdict)
    │   ├── ConfigError     configuration: an unknown key, rule or value
    │   └── PddlError       a PDDL domain or problem that cannot be read, or uses more than the subset read here
    ├── FixError            an edit that does not apply to the document
    ├── ModelError          a model that nobody knows, a recording that cannot be read
    └── LoopError           a run that cannot go on as asked: no such question, a damaged record

Each message names the offending value and then the next thing to do.
"""

from __future__ import annotations


class PlanproofError(Exception):
    """Base of every error that planproof raises on purpose."""


class InputError(PlanproofError):
    """What was given cannot be read. The message names the value and the next step."""


class DocumentError(InputError):
    """The bytes are not a JSON or YAML document within the limits."""


class GoalError(InputError):
    """A goal does not fit its schema."""


class PlanError(InputError):
    """A plan cannot be judged at all."""


class ConfigError(InputError):
    """A configuration does not fit its schema."""


class PddlError(InputError):
    """A PDDL domain or problem cannot be read. The message names the line and the next step."""


class FixError(PlanproofError):
    """An edit does not apply to the document it was made for."""


class LoopError(PlanproofError):
    """A run cannot go on as asked."""


class ModelError(PlanproofError):
    """A model cannot be asked at all: its name, its key, its recording."""
