"""ORD: what runs when, and what that does to what the steps share."""

from __future__ import annotations

from typing import Final

from planproof.gates.rule import Rule
from planproof.gates.sequencing.changed_after_backup import ChangedAfterBackup
from planproof.gates.sequencing.conflicting_writes import ConflictingWrites
from planproof.gates.sequencing.consumer_before_verification import ConsumerBeforeVerification
from planproof.gates.sequencing.high_impact_overlap import HighImpactOverlap
from planproof.gates.sequencing.late_check import LateCheck
from planproof.gates.sequencing.listed_before_its_dependency import ListedBeforeItsDependency
from planproof.gates.sequencing.read_write_overlap import ReadWriteOverlap
from planproof.gates.sequencing.replaced_before_verified import ReplacedBeforeVerified
from planproof.gates.sequencing.use_after_destroy import UseAfterDestroy
from planproof.gates.sequencing.use_may_follow_destroy import UseMayFollowDestroy

RULES: Final[tuple[Rule, ...]] = (
    ListedBeforeItsDependency(),
    ConflictingWrites(),
    UseAfterDestroy(),
    UseMayFollowDestroy(),
    ReplacedBeforeVerified(),
    ConsumerBeforeVerification(),
    HighImpactOverlap(),
    LateCheck(),
    ReadWriteOverlap(),
    ChangedAfterBackup(),
)
