"""Effects: what a step does to the world."""

from planproof.effects.act import Act, Hazard, Ref
from planproof.effects.commands import effect_of_command
from planproof.effects.context import Context, Said
from planproof.effects.derive import effect_of
from planproof.effects.duties import NONE, Duties, duties_of, heavier
from planproof.effects.effect import CommandEffect, Effect, Suggestion
from planproof.effects.lattice import KINDS, REVERSIBILITIES, Kind, Undo, exceeds, worse_kind, worse_undo
from planproof.effects.resources import Resources

__all__ = [
    "Act",
    "Context",
    "KINDS",
    "NONE",
    "REVERSIBILITIES",
    "CommandEffect",
    "Duties",
    "Effect",
    "Hazard",
    "Kind",
    "Ref",
    "Resources",
    "Said",
    "Suggestion",
    "Undo",
    "duties_of",
    "effect_of",
    "effect_of_command",
    "exceeds",
    "heavier",
    "worse_kind",
    "worse_undo",
]
