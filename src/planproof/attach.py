"""attached: a plan together with the files that its commands run, from a folder."""

from __future__ import annotations

from collections.abc import Iterator
from hashlib import sha256
from pathlib import Path

from planproof.effects.context import files_named
from planproof.model.limits import MAX_ATTACHMENT
from planproof.model.plan import Attachment, Command, Plan


def attached(plan: Plan, folder: Path) -> tuple[Plan, tuple[str, ...]]:
    """The plan with every file of the folder that its commands name, and what could not be attached, in words.

    Files that the plan brings along keep their digest; where one has no content, the folder's is taken if it is the
    same file. Files outside the folder are not looked at. What an attached script runs is attached as well.

    Args:
        plan: the plan; it is not changed.
        folder: where relative paths begin.
    """
    known = {attachment.path.removeprefix("./"): attachment for attachment in plan.attachments}
    notices: list[str] = []
    waiting = list(files_named(commands_of(plan)))
    seen: set[str] = set()
    while waiting:
        path = waiting.pop(0)
        if path in seen or "\0" in path:
            continue
        seen.add(path)
        before = known.get(path)
        if before is not None and before.content is not None:
            continue
        data = _read(folder, path)
        if data is None:
            continue
        digest = sha256(data).hexdigest()
        if before is not None and before.sha256 != digest:
            notices.append(f"{path!r} in {str(folder)!r} is not the file that the plan attaches; it is left out")
            continue
        content = _text(data)
        if content is None:
            notices.append(f"{path!r} is no text of at most {MAX_ATTACHMENT:,} characters: only its digest is attached")
        known[path] = Attachment(path=path, sha256=digest, content=content)
        if content is not None:
            waiting += files_named([Command(run=content)])
    if len(known) == len(plan.attachments) and not seen & known.keys():
        return plan, tuple(notices)
    return plan.model_copy(update={"attachments": tuple(known.values())}), tuple(notices)


def commands_of(plan: Plan) -> Iterator[Command]:
    """Every command of a plan: of its steps, their verifications and their rollbacks."""
    for task in plan.tasks:
        yield from task.commands
        if task.verification is not None and task.verification.command is not None:
            yield task.verification.command
        if task.rollback is not None:
            yield from task.rollback.commands


def _read(folder: Path, path: str) -> bytes | None:
    """The bytes of a file of the folder; None where there is none, or it is outside."""
    try:
        place = (folder / path).resolve()
        if not place.is_relative_to(folder.resolve()) or not place.is_file():
            return None
        return place.read_bytes()
    except (OSError, ValueError):
        return None


def _text(data: bytes) -> str | None:
    try:
        text = data.decode("utf-8")
    except UnicodeDecodeError:
        return None
    return text if len(text) <= MAX_ATTACHMENT else None
