"""Whether a verification in words says no more than its step."""

from __future__ import annotations

import re
from functools import lru_cache
from typing import Final

from planproof.model.plan import Task, Verification

_WORD: Final = re.compile(r"[a-z0-9]+")
_EMPTY: Final = frozenset(
    """a an and are as at be been by can done for from has have in into is it its now of ok okay on or so successful
    successfully success succeeded complete completed completion finished that the there this to was were will with
    without step task action operation process all state status result results correct correctly properly expected
    works working""".split()
)
"""Words that say nothing of what to look at."""
_CHECKING: Final = frozenset("check verify confirm ensure validate make sure see if whether".split())


def restated(task: Task, verification: Verification) -> bool:
    """Whether how and expectation name the act of the step, and no thing that the step does not name.

    An expectation that is a value (`2019`) says more than that, and so does a how that says where to look
    (`check the status of the driver`), although the step names both.

    Example:
        >>> said = Verification(how="confirm the update", expected="web ACL updated")
        >>> restated(Task(id="t", action="update", target="web acl"), said)
        True
        >>> said = Verification(how="send a test attack", expected="403")
        >>> restated(Task(id="t", action="update", target="web acl"), said)
        False
    """
    act = _stems(f"{task.action} {task.description.partition(' ')[0]}")
    low = verification.expected.casefold()
    if not any(stem in low for stem in act):
        return False
    expected = _stems(verification.expected)
    if expected.isdisjoint(act):
        return False
    how = _stems(verification.how) - _STEMS_OF_CHECKING
    if how and how.isdisjoint(act):
        return False
    return expected | how <= _stems(f"{task.action} {task.target} {task.description}")


def _stems(text: str) -> set[str]:
    return {_stem(word) for word in _WORD.findall(text.casefold()) if word not in _EMPTY}


@lru_cache(maxsize=1024)
def _stem(word: str) -> str:
    """The word without its ending, roughly: `updated` and `updates` are `updat`."""
    for ending in ("ations", "ation", "ings", "ing", "ions", "ion", "ed", "es", "s", "e"):
        if word.endswith(ending) and len(word) - len(ending) >= 3:
            return word.removesuffix(ending)
    return word


_STEMS_OF_CHECKING: Final = frozenset(_stem(word) for word in _CHECKING)
