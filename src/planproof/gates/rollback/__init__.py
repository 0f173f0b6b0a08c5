"""Rollback: whether each change has a way back that does what it says, in time, for all of it, and for nothing else."""

from typing import Final

from planproof.gates.rollback.artefact_destroyed_before import ArtefactDestroyedBefore
from planproof.gates.rollback.artefact_does_not_hold_it import ArtefactDoesNotHoldIt
from planproof.gates.rollback.artefact_made_too_late import ArtefactMadeTooLate
from planproof.gates.rollback.artefact_nobody_makes import ArtefactNobodyMakes
from planproof.gates.rollback.artefact_not_verified import ArtefactNotVerified
from planproof.gates.rollback.brings_back_what_must_not_return import BringsBackWhatMustNotReturn
from planproof.gates.rollback.expired_or_foreign_acceptance import ExpiredOrForeignAcceptance
from planproof.gates.rollback.forward_fix_of_destroy import ForwardFixOfDestroy
from planproof.gates.rollback.hollow_rollback import HollowRollback
from planproof.gates.rollback.missing_rollback import MissingRollback
from planproof.gates.rollback.no_verified_predecessor import NoVerifiedPredecessor
from planproof.gates.rollback.partial_undo import PartialUndo
from planproof.gates.rollback.recovery_in_words import RecoveryInWords
from planproof.gates.rollback.rollback_destroys import RollbackDestroys
from planproof.gates.rollback.rollback_of_another_resource import RollbackOfAnotherResource
from planproof.gates.rollback.way_back_closes import WayBackCloses
from planproof.gates.rule import Rule

RULES: Final[tuple[Rule, ...]] = (
    MissingRollback(),
    HollowRollback(),
    RollbackOfAnotherResource(),
    ArtefactNobodyMakes(),
    ArtefactMadeTooLate(),
    ArtefactDestroyedBefore(),
    PartialUndo(),
    BringsBackWhatMustNotReturn(),
    NoVerifiedPredecessor(),
    RecoveryInWords(),
    ForwardFixOfDestroy(),
    ArtefactNotVerified(),
    ArtefactDoesNotHoldIt(),
    ExpiredOrForeignAcceptance(),
    RollbackDestroys(),
    WayBackCloses(),
)
