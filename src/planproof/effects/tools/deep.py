"""Deep: tools whose verb stands behind groups of any depth (`gcloud compute instances delete x`, `az sql db delete`)."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from planproof.effects.act import Act, Hazard, Ref
from planproof.effects.tools.call import EXPANDED, Args, Call
from planproof.effects.tools.tool import Does, Entry, Tool

_GROUPS: Final = "~"
"""Stands for any groups before a verb; a group of that name exists nowhere."""


@dataclass(frozen=True)
class Deep(Tool):
    """A tool of groups.

    The first operand from the left counts that is a verb of its group, or a verb of all groups (`* delete`): what stands
    behind it is a name, even one that reads like a verb.
    """

    skipped: frozenset[str] = frozenset()
    """Words before the groups that say nothing: `beta`."""

    def verb(self, operands: Sequence[str]) -> tuple[str, Entry] | None:
        words = [word for i, word in enumerate(operands[:8]) if i or word not in self.skipped]
        first: tuple[str, Entry] | None = None
        for i, word in enumerate(words):
            if EXPANDED in word:
                return first
            path = " ".join(words[: i + 1])
            found = Tool.verb(self, [path]) or (Tool.verb(self, [_GROUPS, word]) if i else None)
            if found is None:
                if first is not None:
                    return first
                continue
            # `volume backup delete`: what reads like a verb was a group, if a removal follows.
            if _removes(found[1]) or (first is None and self._settles(found[1])):
                return path, found[1]
            first = first or (path, found[1])
        return first

    def _settles(self, entry: Entry) -> bool:
        """Whether what follows a verb is a name; groups are called like verbs that make or set: `snapshot`, `config`."""
        return not isinstance(entry, Does) or entry.kind not in ("create", "modify")


def _removes(entry: Entry) -> bool:
    return isinstance(entry, Does) and entry.kind == "destroy"


def with_hazards(
    acts: Sequence[Act] | None, call: Call, patterns: Sequence[tuple[re.Pattern[str], Hazard]]
) -> Sequence[Act] | None:
    """The acts with the hazards whose pattern the arguments hold; a call that only looks has none."""
    line = " ".join(call.args)
    found = tuple(hazard for pattern, hazard in patterns if pattern.search(line))
    if not acts or not found or all(act.kind == "observe" for act in acts):
        return acts
    return [act._replace(hazards=tuple(dict.fromkeys((*act.hazards, *found)))) for act in acts]


def verb_at(tool: Tool, args: Args) -> int:
    """Where the last word of the verb stands among the operands; behind it come the names."""
    found = tool.verb(args.operands)
    if found is None:
        return len(args.operands)
    words = found[0].split()
    skipped = isinstance(tool, Deep) and args.operands[0] in tool.skipped
    return len(words) - 1 + skipped


def singular(noun: str) -> str:
    """One of a group: `instances` is about an `instance`.

    Example:
        >>> singular("databases"), singular("policies"), singular("addresses"), singular("dns")
        ('database', 'policy', 'address', 'dns')
    """
    if noun.endswith("ies"):
        return noun[:-3] + "y"
    if noun.endswith(("sses", "xes")):
        return noun[:-2]
    return (
        noun[:-1] if noun.endswith("s") and not noun.endswith(("ss", "ias", "us", "is", "dns", "aks", "gs")) else noun
    )


_CALLED: Final = {
    "db": "database",
    "apps": "app",
    "vol": "volume",
    "m": "machine",
    "kv": "key",
    "flexible-server": "server",
}


def group_refs(tool: Tool, args: Args, call: Call, within: str = "") -> list[Ref]:
    """The names behind the verb, each of the kind that the group before the verb is about.

    They end at the first option: what stands behind one that no table knows may be its value.
    """
    at = verb_at(tool, args)
    if at >= len(args.operands):
        return []
    kind = singular(args.operands[max(at - 1, 0)].rpartition(":")[2])
    names = args.operands[at + 1 :]
    words = list(call.args)
    first = words.index(args.operands[at]) + 1 if args.operands[at] in words else len(words)
    if first < len(words) and not words[first].startswith("-"):
        end = next((i for i in range(first, len(words)) if words[i].startswith("-")), len(words))
        names = [name for name in words[first:end] if name in names]
    return [Ref(_CALLED.get(kind, kind), name.replace(EXPANDED, ""), within) for name in names]
