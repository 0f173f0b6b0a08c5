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
    ├── LoopError           a run that cannot go on as asked: no such question, a damaged record
    ├── RecordError         the record of runs cannot be read or written; `cause` says why
    │   └── Conflict        somebody else has appended to the run meanwhile
    └── ApprovalError       an approval that does not hold, or a key that cannot be used; `cause` says why

Each message names the offending value and then the next thing to do.
"""

from __future__ import annotations

from typing import Literal


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


RecordCause = Literal[
    "missing", "duplicate", "conflict", "refused", "full", "busy", "connection", "newer", "damaged", "unusable"
]
"""`refused`: the record does not take it. `full`: no room on the disk. `busy`: locked by somebody else for too long.
`connection`: the database cannot be reached. `newer`: written by a newer planproof. `unusable`: no record at all."""


class RecordError(PlanproofError):
    """The record of runs cannot be read or written. Nothing is ever written half."""

    def __init__(self, cause: RecordCause, message: str) -> None:
        super().__init__(message)
        self.cause: RecordCause = cause


class Conflict(RecordError):
    """Somebody else has appended to the run since it was read. `kinds` names what, first to last."""

    def __init__(self, message: str, kinds: tuple[str, ...]) -> None:
        super().__init__("conflict", message)
        self.kinds: tuple[str, ...] = kinds


ApprovalCause = Literal[
    "malformed",
    "unknown_key",
    "bad_signature",
    "wrong_plan",
    "digest_differs",
    "not_yet_valid",
    "expired",
    "revoked",
    "other_goal",
    "other_ruleset",
    "file_changed",
    "key",
]
"""`digest_differs`: the plan has the right id and is not the one that was approved. `key`: a key file that cannot be
made or read."""


class ApprovalError(PlanproofError):
    """An approval does not hold for this plan, here and now."""

    def __init__(self, cause: ApprovalCause, message: str) -> None:
        super().__init__(message)
        self.cause: ApprovalCause = cause
