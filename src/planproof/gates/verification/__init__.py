"""Verification: whether each change is checked, by a check that can tell good from bad and looks at the right thing."""

from typing import Final

from planproof.gates.rule import Rule
from planproof.gates.verification.cannot_fail import CannotFail
from planproof.gates.verification.missing_verification import MissingVerification
from planproof.gates.verification.observes_something_else import ObservesSomethingElse
from planproof.gates.verification.proves_something_else import ProvesSomethingElse
from planproof.gates.verification.vacuous_verification import VacuousVerification
from planproof.gates.verification.verification_changes_the_world import VerificationChangesTheWorld

RULES: Final[tuple[Rule, ...]] = (
    MissingVerification(),
    VacuousVerification(),
    ObservesSomethingElse(),
    CannotFail(),
    ProvesSomethingElse(),
    VerificationChangesTheWorld(),
)
