"""PRE: every fact that a step needs holds in every execution, and on good grounds."""

from __future__ import annotations

from typing import Final

from planproof.gates.facts.assumed_fact import AssumedFact
from planproof.gates.facts.destroyed_meanwhile import DestroyedMeanwhile
from planproof.gates.facts.edge_not_declared import EdgeNotDeclared
from planproof.gates.facts.established_too_late import EstablishedTooLate
from planproof.gates.facts.forward_reference import ForwardReference
from planproof.gates.facts.given_is_outcome import GivenIsOutcome
from planproof.gates.facts.provider_silent import ProviderSilent
from planproof.gates.facts.self_grounding import SelfGrounding
from planproof.gates.facts.stale_probe import StaleProbe
from planproof.gates.facts.unestablished import Unestablished
from planproof.gates.facts.unknown_provider import UnknownProvider
from planproof.gates.facts.untrusted_fact import UntrustedFact
from planproof.gates.rule import Rule

RULES: Final[tuple[Rule, ...]] = (
    Unestablished(),
    EstablishedTooLate(),
    DestroyedMeanwhile(),
    UnknownProvider(),
    SelfGrounding(),
    ForwardReference(),
    EdgeNotDeclared(),
    AssumedFact(),
    GivenIsOutcome(),
    UntrustedFact(),
    StaleProbe(),
    ProviderSilent(),
)
