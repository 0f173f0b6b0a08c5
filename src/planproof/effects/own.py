"""What only the step as a whole tells of its acts: which of them change nothing but what the step itself made.

A clone whose history is rewritten at once, a database that is created and filled. That counts only where the step
would have ended had the thing been there before, and where both acts are certainly in one place; what is not certain
was there.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import Final

from planproof.effects.act import Act, Ref
from planproof.effects.tools.call import EXPANDED
from planproof.model.plan import Command

_FAIL_ON_WHAT_IS_THERE: Final = (
    "createdb",
    "mysqladmin create",
    "git clone",
    "kubectl create",
    "CREATE ",
    "SELECT INTO",
)
"""How the operations begin that make something or fail: `mkdir -p`, `git init` and `az group create` do not."""
_QUOTED: Final = re.compile(r"'[^']*'|\"(?:\\.|[^\"\\])*\"")
_GOES_ON: Final = re.compile(r"[;\n|]|(?<![&>])&(?![&>])")
"""What lets a command line go on, or end well, after a part of it has failed."""
_PLACE: Final = re.compile(
    r"(?<!\S)(-[hHpPS]|--(?:host(?:name)?|port|socket|(?:kube-?)?context|kubeconfig|server|cluster))(?:=|\s*)(\S+)"
    r"|(?<!\S)([A-Z_][A-Z0-9_]*)=(\S+)|((?:postgres(?:ql)?|mysql|mariadb)://)(\S+)"
)
"""What says where a command works, and the value."""
_MOVES: Final = re.compile(r"\b(?:ssh|exec|chroot|nsenter|cd|pushd|use)\b", re.IGNORECASE)
"""What takes a command, or the ones after it, to another place."""


def marked(acts: Sequence[tuple[Command, Act]]) -> Iterator[Act]:
    """The acts of a step, in order, each given with its command.

    One that changes only what an earlier one made is its own (`Act.own`); a change of files that the step commits is
    reversible, since git keeps what stood in them before.

    Example:
        >>> from planproof.effects.commands import effect_of_command
        >>> def own(*runs: str) -> list[bool]:
        ...     commands = [Command(run=run) for run in runs]
        ...     return [act.own for act in marked([(c, act) for c in commands for act in effect_of_command(c).acts])]
        >>> own("createdb scratch", "dropdb scratch"), own("createdb orders || true", "dropdb orders")
        ([False, True], [False, False])
    """
    made: dict[Ref, Command] = {}
    committed = _committed([act for _, act in acts])
    for command, act in acts:
        changed = {*act.writes, *act.destroys}
        if changed and all(ref in made and _in_one_place(made[ref], command) for ref in changed):
            yield act._replace(own=True)
            continue
        if act.kind == "create" and _makes_or_ends(command, act):
            made |= {ref: command for ref in act.writes if EXPANDED not in ref.name + ref.within}
        if act.kind == "modify" and committed and changed and all(_below(ref, committed) for ref in changed):
            act = act._replace(undo="reversible")  # noqa: PLW2901 - the same act, with what git keeps of it
        yield act


def _makes_or_ends(command: Command, act: Act) -> bool:
    """Whether the step goes no further where what an act creates is there already.

    What a script does is not looked into: it goes on after a failure, unless it says otherwise.
    """
    if not act.operation.startswith(_FAIL_ON_WHAT_IS_THERE) or "if not exists" in act.because.casefold():
        return False
    # Statements that stand in one string end with the first that fails; commands do not.
    outside = _QUOTED.sub("", command.run) if act.operation.isupper() else command.run
    alone = command.shell == "sql" or not _GOES_ON.search(outside)
    return alone and act.because in " ".join(command.run.split())


def _in_one_place(first: Command, second: Command) -> bool:
    """Whether two commands, or two parts of one, certainly work in the same place."""
    if first.on != second.on or any(_MOVES.search(command.run) for command in (first, second)):
        return False
    places = {tuple(sorted({*_PLACE.findall(command.run)})) for command in (first, second)}
    said = [option or variable or address for option, _, variable, _, address, _ in next(iter(places))]
    return len(places) == 1 and len(said) == len({*said})


def _committed(acts: Sequence[Act]) -> tuple[str, ...]:
    """The working trees whose files the step commits."""
    return tuple(
        ref.name for act in acts if act.operation == "git commit" for ref in act.writes if ref.kind == "repository"
    )


def _below(ref: Ref, folders: Sequence[str]) -> bool:
    """Whether a file lies in one of the folders."""
    if ref.kind != "file" or ".." in ref.name.split("/"):
        return False
    return any(
        ref.name.startswith(f"{folder.rstrip('/')}/") or (folder == "." and ref.name[:1] not in "/~")
        for folder in folders
    )
