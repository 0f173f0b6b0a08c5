"""Every rule, in the order in which findings are told."""

from __future__ import annotations

from typing import Final

from planproof.gates import (
    facts,
    feasibility,
    provenance,
    risk,
    rollback,
    sequencing,
    structure,
    traceability,
    verification,
)
from planproof.gates.rule import Rule

RULES: Final[tuple[Rule, ...]] = (
    *structure.RULES,
    *sequencing.RULES,
    *facts.RULES,
    *verification.RULES,
    *rollback.RULES,
    *risk.RULES,
    *feasibility.RULES,
    *provenance.RULES,
    *traceability.RULES,
)
