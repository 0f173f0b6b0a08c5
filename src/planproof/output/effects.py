"""What commands do, as `planproof effects` prints it."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from typing import Final

from planproof.effects import CommandEffect
from planproof.model.plan import Command
from planproof.output.look import Look, Paint
from planproof.output.visible import cut, visible, width

_PAINT: Final[dict[str, Paint]] = {"destroy": "red", "unknown": "yellow", "observe": "dim", "notify": "dim"}
_KIND: Final = 8
_UNDO: Final = 12


def as_json(derived: Iterable[tuple[Command, CommandEffect]]) -> Iterator[str]:
    """`{"version": 1, "results": [...]}` in the order of the commands, one on a line."""
    yield '{"version":1,"results":['
    for i, (command, effect) in enumerate(derived):
        row = {
            "command": command.run,
            "kind": effect.kind,
            "reversibility": effect.reversibility,
            "hazards": list(effect.hazards),
            "resources": resources_of(effect),
            "because": effect.because,
        }
        yield (",\n" if i else "\n") + json.dumps(row, ensure_ascii=False)
    yield "\n]}\n"


def as_text(derived: Iterable[tuple[Command, CommandEffect]], look: Look) -> Iterator[str]:
    """For people: what it does, then the command, then what decides and what is touched."""
    for command, effect in derived:
        kind = look.paint(f"{effect.kind:<{_KIND}}", _PAINT.get(effect.kind, ""))
        undo = look.paint(
            f"{effect.reversibility.replace('_', ' '):<{_UNDO}}",
            "red" if effect.reversibility == "irreversible" else "dim",
        )
        sign = getattr(look.symbols, effect.kind)
        room = look.width - _KIND - _UNDO - 6
        run = visible(" ".join(command.run.split()))
        yield f"{sign} {kind} {undo}  {cut(run, room, look.symbols.ellipsis)}\n"
        notes: list[str] = []
        if effect.because and (effect.because != run or width(run) > room):
            notes.append(f"because of {visible(effect.because)}")
        if touched := resources_of(effect):
            notes.append(f"touches {visible(', '.join(touched))}")
        if effect.hazards:
            notes.append(look.paint(", ".join(h.replace("_", " ") for h in effect.hazards), "yellow"))
        indent = " " * (_KIND + _UNDO + 5)
        for note in notes:
            yield "\n".join(look.wrap([(note, "dim")], first=indent, rest=indent)) + "\n"


def resources_of(effect: CommandEffect) -> list[str]:
    """What a command touches, each once, as `kind:name`."""
    return list(dict.fromkeys(visible(str(ref).replace("\0", "")) for act in effect.acts for ref in act.touched))
