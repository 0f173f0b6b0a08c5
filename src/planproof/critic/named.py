"""names_in: which steps and facts of a plan a sentence names, as people write them.

`migrate_orders` is named by "the migration of the orders": the words of an id in any order and form, with nothing but
small words between them. An id of one word is named in quotes or beside the word *task* or *step*, since `verify` is a
word of every sentence.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Final, Literal

from planproof.model.plan import Plan

_WORD: Final = re.compile(r"[A-Za-z]+|\d+(?:\.\d+)*")
_SMALL: Final = frozenset("the a an of to for in on at by with and that is are be all from into has have its".split())
_ENDINGS: Final = frozenset(
    """e s es ed d er ers ing ion ions ation ations ication ifications ification ment ments ison y ied ies al or
    ors""".split()
) | {""}
_MOST_TASKS: Final = 200
"""Steps of a plan in which names are looked for word by word."""
_MOST_WORDS: Final = 14
"""Words of the longest name."""
_BESIDE: Final = r"(?:\b(?:task|step)s? {0}\b|\b{0} (?:task|step)\b|['\"`\u2018\u201c]{0}['\"`\u2019\u201d])"


@dataclass(frozen=True, slots=True)
class Named:
    """A step or fact that a text names, and where."""

    kind: Literal["task", "fact"]
    id: str
    start: int
    end: int


def names_in(plan: Plan, text: str) -> tuple[Named, ...]:
    """What a text names, in the order of the text; of two names that overlap the longer.

    Example:
        >>> from planproof.model.plan import Task
        >>> plan = Plan(id="p", tasks=(Task(id="migrate_orders"), Task(id="verify")))
        >>> [one.id for one in names_in(plan, "The migration of the orders is not verified by task 'verify'.")]
        ['migrate_orders', 'verify']
    """
    if len(plan.tasks) > _MOST_TASKS:
        return ()
    words = [(match[0].casefold(), match.start(), match.end()) for match in _WORD.finditer(text)]
    found: list[tuple[int, Named]] = []
    for name, kind, ident in _names(plan):
        parts = [part.casefold() for part in _WORD.findall(name)]
        if len(parts) == 1:
            spans = [(m.start(), m.end()) for m in re.finditer(_BESIDE.format(re.escape(name)), text, re.IGNORECASE)]
        elif 1 < len(parts) <= _MOST_WORDS:
            spans = list(_spans(parts, words))
        else:
            continue
        for start, end in spans:
            verbatim = text[start:end].casefold() == name.casefold() and "_" in name + name.replace("-", "_")
            found.append((len(parts) + _MOST_WORDS * verbatim, Named(kind, ident, start, end)))
    # An id as it is written first, then the longer name; of a step and a fact in the same words the fact is meant.
    found.sort(key=lambda f: (-f[0], f[1].kind != "fact", f[1].start))
    kept: list[Named] = []
    for _, one in found:
        if all(one.end <= other.start or other.end <= one.start for other in kept):
            kept.append(one)
    return tuple(sorted(kept, key=lambda one: one.start))


def _names(plan: Plan) -> Iterator[tuple[str, Literal["task", "fact"], str]]:
    for task in plan.tasks:
        yield task.id, "task", task.id
        if len(_WORD.findall(task.description)) > 2:
            yield task.description, "task", task.id
    seen: set[tuple[str, str]] = set()
    for task in plan.tasks:
        for need in task.preconditions:
            for name in (need.fact, need.description):
                if (name, need.fact) not in seen and len(_WORD.findall(name)) > 1:
                    seen.add((name, need.fact))
                    yield name, "fact", need.fact


def _spans(parts: Sequence[str], words: Sequence[tuple[str, int, int]]) -> Iterator[tuple[int, int]]:
    """Where all words of a name stand together, with nothing but small words between them."""
    at = 0
    while at < len(words):
        left = list(parts)
        end = at
        while left and end < len(words):
            part = next((p for p in left if _alike(p, words[end][0])), None)
            if part is not None:
                left.remove(part)
            elif end == at or words[end][0] not in _SMALL:
                break
            end += 1
        if left:
            at += 1
        else:
            yield words[at][1], words[end - 1][2]
            at = end


def _alike(a: str, b: str) -> bool:
    """Whether two words are forms of one: `migrate` and `migration`."""
    if a == b:
        return True
    shared = 0
    for x, y in zip(a, b, strict=False):
        if x != y:
            break
        shared += 1
    # `stop` and `stopping`: the last letter of a stem may be doubled.
    doubled = 1 if shared > 2 and b[shared : shared + 1] == b[shared - 1] else 0
    return shared >= 4 and a[shared:] in _ENDINGS and (b[shared:] in _ENDINGS or b[shared + doubled :] in _ENDINGS)
