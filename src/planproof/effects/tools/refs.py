"""Refs: how the operands of a call become the resources that it names."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from planproof.effects.act import Ref
from planproof.effects.tools.call import EXPANDED, Args, Call

Named = Callable[[Args, Call], tuple[Ref, ...]]
"""Finds the resources that a call names."""


def plain(word: str) -> str:
    """A word as it stands in the command: without the mark of what only the shell knows."""
    return word.replace(EXPANDED, "")


def refs(kind: str, names: Iterable[str], call: Call, within: str = "") -> tuple[Ref, ...]:
    """Resources of one kind, where the call runs unless `within` says otherwise.

    Example:
        >>> refs("file", ["a", ""], Call("rm", (), "rm a", within="db1"))
        (Ref(kind='file', name='a', within='db1'),)
    """
    return tuple(Ref(kind, plain(name), within or call.within) for name in names if name)


def operands(kind: str, skip: int = 0, count: int | None = None) -> Named:
    """Finds resources among the operands: all behind the first `skip`, or `count` of them."""
    end = None if count is None else skip + count

    def find(args: Args, call: Call) -> tuple[Ref, ...]:
        return refs(kind, args.operands[skip:end], call)

    return find


def grouped(args: Args, call: Call) -> tuple[Ref, ...]:
    """Finds resources where their kind stands before the verb: `docker volume rm a b`.

    Example:
        >>> [str(ref) for ref in grouped(Args(("volume", "rm", "a", "b")), Call("docker", (), ""))]
        ['volume:a', 'volume:b']
    """
    return refs(args.operands[0], args.operands[2:], call) if len(args.operands) > 2 else ()


def here(kind: str) -> Named:
    """Finds the one resource that needs no name: the host, its firewall, its clock."""

    def find(_args: Args, call: Call) -> tuple[Ref, ...]:
        return (Ref(kind, call.within or "localhost"),)

    return find
