"""Patterns in which a person names resources and command lines."""

from __future__ import annotations

from fnmatch import fnmatchcase


def matches(pattern: str, name: str) -> bool:
    """Whether a name fits a pattern; `*` stands for any characters, everything else for itself.

    Example:
        >>> matches("node.redis-session*", "node.redis-session-0"), matches("a[b]", "a[b]")
        (True, True)
    """
    if pattern == name:
        return True
    return "*" in pattern and fnmatchcase(name, pattern.replace("[", "[[]").replace("?", "[?]"))
