"""Risk (RSK): what a step does against what it says, what must not be touched, what cannot be taken back."""

from __future__ import annotations

from typing import Final

from planproof.gates.risk.blast_radius import BlastRadius
from planproof.gates.risk.effect_understated import EffectUnderstated
from planproof.gates.risk.hazardous_command import HazardousCommand
from planproof.gates.risk.point_of_no_return import PointOfNoReturn
from planproof.gates.risk.protected_resource import ProtectedResource
from planproof.gates.risk.risk_understated import RiskUnderstated
from planproof.gates.risk.secret_in_plan import SecretInPlan
from planproof.gates.risk.unknown_effect import UnknownEffect
from planproof.gates.risk.unpinned_download_runs import UnpinnedDownloadRuns
from planproof.gates.rule import Rule

RULES: Final[tuple[Rule, ...]] = (
    EffectUnderstated(),
    RiskUnderstated(),
    UnknownEffect(),
    ProtectedResource(),
    PointOfNoReturn(),
    BlastRadius(),
    SecretInPlan(),
    HazardousCommand(),
    UnpinnedDownloadRuns(),
)
