"""Mentions: the resources of a plan that a text names.

A text that names a resource ties a step to it, and that is all: it adds obligations and meets none. A finding may
not be cleared because of a mention, for then a sentence could talk it away.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from typing import Final

from planproof.gates.analysis import Analysis
from planproof.gates.once import once

_WORD: Final = re.compile(r"\w+")
SHORTEST: Final = 2
"""Characters of the shortest name that is looked for: `a` and `x` are in every text."""


FEW: Final = 24
"""Names up to which it is faster to look for each of them in a text than to look up each word of it."""


class Mentions:
    """Finds names in text. Built once per plan; a text costs one look-up a word.

    Args:
        names: what to look for, each with the canonical name it stands for.

    Example:
        >>> found = Mentions([("users", "users"), ("users.dump", "users.dump"), ("cold bucket", "cold bucket")])
        >>> found.of("Restore Users from users.dump; not from users.dump-old")
        ('users', 'users.dump')
        >>> found.of("copy it back from the cold  bucket")
        ('cold bucket',)
    """

    def __init__(self, names: Iterable[tuple[str, str]]) -> None:
        self._by_words: dict[tuple[str, ...], list[tuple[int, str, str]]] = {}
        self._lengths: dict[str, list[int]] = {}
        for name, canonical in dict.fromkeys((_flat(name), canonical) for name, canonical in names):
            words = tuple(_WORD.findall(name))
            if words and len(name) >= SHORTEST:
                offset = name.index(words[0])
                self._by_words.setdefault(words, []).append((offset, name, canonical))
                lengths = self._lengths.setdefault(words[0], [])
                if len(words) not in lengths:
                    lengths.append(len(words))

        every = [name for entries in self._by_words.values() for _, name, _ in entries]
        self._few: tuple[str, ...] = tuple(every) if len(every) <= FEW else ()

    def of(self, *texts: str) -> tuple[str, ...]:
        """Canonical names that the texts name, each once, sorted."""
        return tuple(sorted({name for text in texts for _, name in self.spans(text)}))

    def spans(self, text: str) -> Iterator[tuple[str, str]]:
        """What stands in front of each mention, in lower case, and the canonical name mentioned."""
        if not text or not self._by_words:
            return
        flat = _flat(text)
        if self._few and not any(name in flat for name in self._few):
            return
        words = _WORD.findall(flat)
        end = 0
        for k, word in enumerate(words):
            at = flat.index(word, end)
            end = at + len(word)
            for length in self._lengths.get(word, ()):
                for offset, name, canonical in self._by_words.get(tuple(words[k : k + length]), ()):
                    start = at - offset
                    if start >= 0 and flat.startswith(name, start) and _stands_alone(flat, start, start + len(name)):
                        yield flat[:start], canonical


def mentions(plan: Analysis) -> Mentions:
    """The names and aliases that the plan and its goal know, and everything that a step touches."""
    return once(plan, _mentions)


def _mentions(plan: Analysis) -> Mentions:
    return Mentions(_names(plan))


def destroyed_mentions(plan: Analysis) -> Mentions:
    """The names of what some step of the plan destroys."""
    return once(plan, _destroyed)


def _destroyed(plan: Analysis) -> Mentions:
    return Mentions((name, known) for known in plan.destroyers_of for name in _names_of(plan, known))


def _names_of(plan: Analysis, known: str) -> Iterator[str]:
    """A canonical name and its aliases."""
    yield known
    if (declared := plan.names.declared.get(known)) is not None:
        yield from (alias for alias in declared.aliases if plan.names.name(alias) == known)
    for resource in plan.goal.resources if plan.goal is not None else ():
        if resource.id == known:
            yield from resource.aliases


def _names(plan: Analysis) -> Iterator[tuple[str, str]]:
    names = plan.names
    for known in plan.goal.resources if plan.goal is not None else ():
        for name in (known.id, *known.aliases):
            yield name, names.name(name)
    for resource in plan.plan.resources:
        for name in (resource.id, *resource.aliases):
            yield name, names.name(name)
    for index in (plan.readers_of, plan.writers_of, plan.destroyers_of, plan.producers_of):
        for name in index:
            yield name, name


def _flat(text: str) -> str:
    return " ".join(text.casefold().split())


def _stands_alone(text: str, start: int, end: int) -> bool:
    """Whether a name is not a piece of a longer one: `orders` is not in `orders.dump`, nor `fw-1` in `core-fw-1`."""
    before, after = text[max(0, start - 2) : start], text[end : end + 2]
    if (before and _joined(before[-1], text[start])) or (before[-1:] in ("-", ".") and _joined(before[0], "a")):
        return False
    return not ((after and _joined(after[0], text[end - 1])) or (after[:1] in ("-", ".") and _joined(after[-1], "a")))


def _joined(outside: str, inside: str) -> bool:
    return _WORD.match(outside) is not None and _WORD.match(inside) is not None
