"""INJ: who wrote it, and whom it speaks to. Hidden and instruction-like text, untrusted input of final steps."""

from typing import Final

from planproof.gates.provenance.hidden_text import HiddenText
from planproof.gates.provenance.instruction_like_text import InstructionLikeText
from planproof.gates.provenance.untrusted_input import UntrustedInput
from planproof.gates.rule import Rule

RULES: Final[tuple[Rule, ...]] = (InstructionLikeText(), HiddenText(), UntrustedInput())
