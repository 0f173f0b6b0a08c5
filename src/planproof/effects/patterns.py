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


def names_it(pattern: str, name: str) -> bool:
    """Whether a pattern names a resource: without regard to case and outer space, as resources are told apart.

    Example:
        >>> names_it("Prod_DB", "prod_db"), names_it("prod.*", "PROD.users"), names_it("prod", "prod_db")
        (True, True, False)
    """
    return matches(pattern.strip().casefold(), name.strip().casefold())
