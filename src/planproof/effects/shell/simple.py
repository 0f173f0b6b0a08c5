"""Simple commands of a script: the words that start something, and the variables that are set."""

from __future__ import annotations

from collections.abc import Sequence
from shlex import quote
from typing import TYPE_CHECKING, Final

from tree_sitter import Node

from planproof.effects.act import Act, unknown
from planproof.effects.shell.environment import run_by
from planproof.effects.shell.grammar import lost
from planproof.effects.shell.ran import NO_INPUT, Input, Ran
from planproof.effects.shell.redirect import goes_to_file, herestring, redirect, written
from planproof.effects.shell.words import text_of
from planproof.effects.tools.call import EXPANDED, Call, shown

if TYPE_CHECKING:
    from planproof.effects.shell.script import Script

_MAX_RECURSION: Final = 3
"""Calls of a function inside itself that are read with other variables than before."""


def command(script: Script, node: Node, given: Input, more: Sequence[Node] = ()) -> Ran:
    """One simple command; `more` are words that stand behind its redirections."""
    argv: list[str] = []
    files: list[tuple[str, str]] = []
    redirects: list[Act] = []
    for child in node.children:
        if child.type == "variable_assignment":
            _assigned(script, child)  # for what runs in its value
        elif child.type == "herestring_redirect":
            given = herestring(script, child)
        elif child.type == "command_name":
            argv += script.words.split(child.children[0]) if child.child_count == 1 else [script.words.value(child)]
        elif child.type == "file_redirect":
            given, behind = redirect(script, child, given, files, redirects)
            more = (*more, *behind)
        elif child.type != "comment":
            argv += script.words.split(child)
    argv += lost(node)
    for child in more:
        argv += script.words.split(child)
    inner = (*redirects, *script.taken())
    if not argv:
        return Ran((*inner, *written(files, Ran(printed=""))), "", True)
    ran = call(script, argv, " ".join((text_of(node), *map(text_of, more))), given)
    if files:
        # It fails where a file cannot be opened.
        printed = None if goes_to_file(files) else ran.printed
        succeeds = None if goes_to_file(files) else ran.succeeds
        ran = ran._replace(acts=(*ran.acts, *written(files, ran)), printed=printed, succeeds=succeeds)
    fetched = Ran(inner).fetched_by or given.fetched_by
    acts = tuple(act._replace(fed_by=act.fed_by or fetched) for act in ran.acts) if fetched else ran.acts
    return ran._replace(acts=(*inner, *acts))


def call(script: Script, argv: Sequence[str], text: str, given: Input) -> Ran:
    """One start of a program or a function of the script."""
    name = argv[0]
    if name in script.functions:
        return _function(script, argv, text, given)
    base = name.rpartition("/")[2] if EXPANDED not in name else name
    match base:
        case "eval":
            code = " ".join(argv[1:])
            ran = script.run(code, given)
            return ran if EXPANDED not in code else ran._replace(acts=(*ran.acts, unknown(shown(text))))
        case "trap":
            if len(argv) > 2 and argv[1] not in ("-", "-l", "-p"):
                script.traps.append(argv[2] if argv[1] == "--" else argv[1])
            return Ran((), "")
        case "alias":
            script.aliases.update((name, body) for name, eq, body in (w.partition("=") for w in argv[1:]) if eq)
        case _:
            pass
    start = Call(base, tuple(argv[1:]), text, given.text, given.fed, script.within, given.acts)
    ran = script.walk.start(start)
    if base == "exit" or (base == "exec" and len(argv) > 1):
        return ran._replace(ends=script.certain)
    script.variables.noted((base, *argv[1:]))
    return _aliased(script, argv, ran, given)


def _function(script: Script, argv: Sequence[str], text: str, given: Input) -> Ran:
    """A function of the script: its body with these arguments."""
    name, kept = argv[0], script.variables.kept()
    script.variables.give(argv[1:])
    now = (name, script.variables.kept())
    try:
        if now in script.calling:
            return Ran()
        if sum(name == calling for calling, _ in script.calling) >= _MAX_RECURSION:
            return Ran((unknown(shown(text)),))
        script.calling.append(now)
        try:
            return script.branch(lambda: script.statement(script.functions[name], given))
        finally:
            script.calling.pop()
    finally:
        script.variables.take_arguments(kept)


def _aliased(script: Script, argv: Sequence[str], ran: Ran, given: Input) -> Ran:
    """What a command does whose name is an alias as well: only some shells read aliases in a script, so both count."""
    body = script.aliases.pop(argv[0], None)
    if body is None:
        return ran
    words = [word if EXPANDED in word else quote(word) for word in argv[1:]]
    other = script.branch(lambda: script.run(" ".join((body, *words)), given))
    script.aliases[argv[0]] = body
    return Ran((*ran.acts, *other.acts))


def assign(script: Script, node: Node) -> None:
    """`NAME=value` as a statement."""
    name, value = _assigned(script, node)
    if script.certain:
        script.variables.put(name, value)
    else:
        script.variables.forget(name)


def _assigned(script: Script, node: Node) -> tuple[str, str]:
    """The name and the value of an assignment, and what runs to make the value or because of it."""
    name, value = node.child_by_field_name("name"), node.child_by_field_name("value")
    named = text_of(name) if name is not None else text_of(node)
    if name is not None and name.type != "variable_name":
        script.words.value(name)
    if value is None:
        return named, ""
    made = script.words.value(value)
    script.inner += run_by(named, made, lambda text: script.walk.script(text, within=script.within).acts)
    whole = name is not None and name.type == "variable_name" and value.type != "array" and "+=" not in text_of(node)
    return named, made if whole else f"{EXPANDED}${named}"


def declare(script: Script, node: Node) -> None:
    """`export`, `local`, `declare`, `unset`."""
    options = "".join(text_of(child) for child in node.named_children if text_of(child)[:1] in ("-", "+"))
    for child in node.named_children:
        if child.type == "variable_assignment":
            assign(script, child)
            if "n" in options and node.type != "unset_command":
                target = child.child_by_field_name("value")
                name = child.child_by_field_name("name")
                if target is not None and name is not None:
                    script.variables.share(text_of(name), script.words.value(target))
            continue
        name = script.words.value(child)
        if node.type == "unset_command":
            script.variables.unset(name)
        elif name in script.functions and ("f" in options or "x" in options):
            # An exported function takes the place of a program in the shells that the script starts.
            script.inner += call(script, [name], text_of(node), NO_INPUT).acts
