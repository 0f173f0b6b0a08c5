"""Effects: what a step does to the world."""

from planproof.effects.commands import CommandReader, effect_of_command
from planproof.effects.derive import effect_of
from planproof.effects.duties import NONE, Duties, duties_of, heavier
from planproof.effects.effect import CommandEffect, Effect, Hazard, Suggestion
from planproof.effects.lattice import KINDS, REVERSIBILITIES, Kind, Undo, exceeds, worse_kind, worse_undo
from planproof.effects.resources import Resources

__all__ = [
    "KINDS",
    "NONE",
    "REVERSIBILITIES",
    "CommandEffect",
    "CommandReader",
    "Duties",
    "Effect",
    "Hazard",
    "Kind",
    "Resources",
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
