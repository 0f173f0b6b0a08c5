"""The grammar of bash, and what has to be known of its parser: where it crashes, where it takes forever, what it drops."""

from __future__ import annotations

import re
from functools import lru_cache
from itertools import pairwise
from typing import Final

import tree_sitter_bash
from tree_sitter import Language, Node, Parser, Tree

from planproof.effects.shell.redirect import DOCUMENT_STARTS
from planproof.effects.shell.words import decoded, encoded
from planproof.effects.tools.call import EXPANDED


@lru_cache(maxsize=1)
def _parser() -> Parser:
    return Parser(Language(tree_sitter_bash.language()))


def parsed(text: str) -> Tree | None:
    """The tree of a script; None where the grammar would take seconds.

    Its recovery from errors is quadratic, as are a here-document full of substitutions and a long pipeline: 10,000
    characters of `)(` take 0.9 s, 30,000 of `$(ls)` as much, 20,000 stages 1.5 s. So a long text is looked at in pieces first, and one that is no script is left.
    """
    text = _DOCUMENT.sub(rf"\1{DOCUMENT_STARTS}", text.replace(EXPANDED, ""))
    if "<<" in text and text.count("$") + text.count("`") > _MAX_EXPANSIONS:
        return None
    if text.count("|") > _MAX_PIPES:
        return None
    source = encoded(text)
    if len(source) > 2 * _PIECE:
        for start in range(0, len(source), _PIECE):
            if _errors(_parser().parse(source[start : start + _PIECE])) > _MAX_ERRORS:
                return None
    return _repaired(source)


_MAX_EXPANSIONS: Final = 1_000
_MAX_PIPES: Final = 5_000
_PIECE: Final = 4_000
"""Bytes of a piece."""
_MAX_ERRORS: Final = 100
"""Errors in one piece; those at its edges are a few."""


def _errors(tree: Tree) -> int:
    """Places that the grammar skipped."""
    count = 0
    waiting = [tree.root_node] if tree.root_node.has_error else []
    while waiting and count <= _MAX_ERRORS:
        node = waiting.pop()
        count += node.child_count if node.is_error else node.is_missing
        waiting += [child for child in node.children if child.has_error or child.is_error or child.is_missing]
    return count


_DOCUMENT: Final = re.compile(r"(<<-?[ \t]*['\"]?\w+['\"]?[^\n]{0,300}\n)(?=\\)")
"""A here-document that starts with a backslash, whose first line the grammar takes for arguments."""


def lost(node: Node) -> list[str]:
    """Words that the grammar drops between a command and its here-document: the `-` of `apply -f - <<EOF`."""
    following, whole = node.next_sibling, node.parent
    if following is None or whole is None or whole.text is None or following.type != "heredoc_redirect":
        return []
    between = whole.text[node.end_byte - whole.start_byte : following.start_byte - whole.start_byte]
    return decoded(between).split()


def _line_ends(tree: Tree) -> list[int]:
    r"""Where the grammar reads on in a simple command behind the end of its line.

    It does so where the next line begins with a backslash (`\rm x`), and where it holds a redirection and stands
    behind a longer pipeline.
    """
    found: list[int] = []
    waiting = [tree.root_node]
    while waiting:
        node = waiting.pop()
        raw = node.text or b""
        if b"\n" not in raw:
            continue
        waiting += node.children
        if node.type != "command":
            continue
        for child, following in pairwise(node.children):
            gap = raw[child.end_byte - node.start_byte : following.start_byte - node.start_byte]
            if (following.text or b"")[:1] == b"\n" or _ENDS_LINE.search(gap) is not None:
                found.append(child.start_byte if child.type == "comment" else child.end_byte)
    return sorted(found)


_ENDS_LINE: Final = re.compile(rb"(?<!\\)\n")
_MAY_READ_ON: Final = re.compile(rb"\n[ \t]*\\[^\n]|\|[^\n]*\n[^\n]*[<>]")
_MAX_REPAIRS: Final = 3


def _repaired(source: bytes) -> Tree | None:
    """The tree of a script, with the ends of lines marked that the grammar overlooks; None where it goes on to."""
    tree = _parser().parse(source)
    if _MAY_READ_ON.search(source) is None:
        return tree
    for _ in range(_MAX_REPAIRS):
        ends = _line_ends(tree)
        if not ends:
            return tree
        pieces = [source[a:b] for a, b in pairwise((0, *ends, len(source)))]
        source = b";".join(pieces)
        tree = _parser().parse(source)
    return None if _line_ends(tree) else tree
