"""Context: what is known beside a command when it is read. Files a plan brings along, what a person says of tools."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from hashlib import sha256
from typing import Final

from planproof.effects.lattice import Undo
from planproof.model.base import EffectKind
from planproof.model.goal import Goal
from planproof.model.plan import Attachment, Command, Plan


@dataclass(frozen=True, slots=True)
class Said:
    """What a person says that a command or a file does."""

    kind: EffectKind
    undo: Undo
    by: str
    resource: str = ""
    inverse: str = ""


@dataclass(frozen=True, slots=True)
class Context:
    """What the reader of a command may look up. It never looks at the file system itself."""

    files: Mapping[str, str] = field(default_factory=dict[str, str])
    """Text of the files that the plan brings along, by path as commands name it."""
    reviewed: Mapping[str, Said] = field(default_factory=dict[str, Said])
    """Files that a person has read, by path."""
    tools: tuple[tuple[str, Said], ...] = ()
    """Patterns of command lines (`*` stands for anything) that a person has spoken for."""

    def file(self, path: str) -> str | None:
        """The text of a file; None where the plan does not bring it along.

        Example:
            >>> Context(files={"ops/a.sh": "ls"}).file("./ops/a.sh")
            'ls'
        """
        return self.files.get(path, self.files.get(path.removeprefix("./")))

    def review(self, path: str) -> Said | None:
        """What a person who read the file says of it."""
        return self.reviewed.get(path, self.reviewed.get(path.removeprefix("./")))


EMPTY: Final = Context()


def context_of(plan: Plan, goal: Goal | None = None) -> Context:
    r"""What the commands of a plan are read with.

    A file counts only with the content that its digest names. What a person says of tools and files comes from the
    goal alone.

    Example:
        >>> from planproof.model.plan import Attachment, Plan
        >>> text = "rm -rf data\\n"
        >>> wrong = Attachment(path="a.sh", sha256="0" * 64, content=text)
        >>> context_of(Plan(id="p", attachments=(wrong,))).file("a.sh") is None
        True
    """
    if not plan.attachments and (goal is None or not goal.effects):
        return EMPTY
    read = {r.sha256: Said(r.effect, r.reversibility, r.by) for r in goal.reviewed} if goal is not None else {}
    files: dict[str, str] = {}
    reviewed: dict[str, Said] = {}
    for attachment in plan.attachments:
        path = attachment.path.removeprefix("./")
        if attachment.content is not None and is_genuine(attachment):
            files[path] = attachment.content
        if (said := read.get(attachment.sha256)) is not None:
            reviewed[path] = said
    tools = tuple(
        (e.pattern, Said(e.effect, e.reversibility, e.by, inverse=e.inverse or ""))
        for e in (goal.effects if goal is not None else ())
    )
    return Context(files, reviewed, tools)


def is_genuine(attachment: Attachment) -> bool:
    """Whether the content of an attachment is what its digest names."""
    content = attachment.content
    return content is None or sha256(content.encode("utf-8", "surrogatepass")).hexdigest() == attachment.sha256


def files_named(commands: Iterable[Command]) -> tuple[str, ...]:
    """The files that commands run or apply, each once, in the order in which they are met.

    Example:
        >>> files_named([Command(run="sh ops/a.sh && . ./env.sh")])
        ('ops/a.sh', 'env.sh')
    """
    from planproof.effects.commands import effect_of_command

    asked = _Asked()
    for command in commands:
        effect_of_command(command, Context(files=asked))
    return tuple(asked.paths)


class _Asked(Mapping[str, str]):
    """No files, and a note of each that was asked for."""

    def __init__(self) -> None:
        self.paths: dict[str, None] = {}

    def __getitem__(self, key: str) -> str:
        self.paths.setdefault(key.removeprefix("./"))
        raise KeyError(key)

    def __iter__(self) -> Iterator[str]:
        return iter(())

    def __len__(self) -> int:
        return 0
