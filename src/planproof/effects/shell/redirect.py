"""Redirections and here-documents: what a statement is fed, and the files that its output goes to."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

from tree_sitter import Node

from planproof.effects.act import Act, Ref, unknown
from planproof.effects.shell.ran import Input, Ran
from planproof.effects.shell.words import decoded, text_of
from planproof.effects.tools.call import EXPANDED, shown
from planproof.effects.tools.paths import is_scratch, is_system, is_tuning
from planproof.effects.tools.writing import written as file_written

if TYPE_CHECKING:
    from planproof.effects.shell.script import Script

_TO_FILE: Final = frozenset({">", ">|", "&>", ">>", "&>>", "<>", ">&"})
_NOWHERE: Final = re.compile(r"/dev/(null|stdout|stderr|tty|fd/\d+)|\d+-?|-")
_NETWORK: Final = re.compile(r"/dev/(tcp|udp)/")


def redirected(script: Script, node: Node, given: Input) -> Ran:
    """A statement with its redirections, read from the inside out."""
    files: list[tuple[str, str]] = []
    body: Node | None = node.child_by_field_name("body")
    later: list[Node] = []
    acts: list[Act] = []
    words: list[Node] = []
    for child in node.children:
        if child.type == "file_redirect":
            given, more = redirect(script, child, given, files, acts)
            words += more
        elif child.type == "herestring_redirect":
            given = herestring(script, child)
        elif child.type == "heredoc_redirect":
            given = Input(_document(script, child), fed=True)
            later += [c for c in child.named_children if c.type not in _OF_DOCUMENT]
            for inner in later:
                if inner.type == "file_redirect":
                    _, more = redirect(script, inner, given, files, acts)
                    words += more
    # The words of a destination may have run commands.
    acts += script.taken()
    if body is None:
        ran = Ran(printed="", succeeds=True)
    else:
        from planproof.effects.shell.simple import command

        ran = command(script, body, given, words) if body.type == "command" else script.statement(body, given)
    acts += ran.acts
    acts += written(files, ran)
    filed = goes_to_file(files)
    # It fails where a file cannot be opened.
    out = Ran(tuple(acts), None if filed else ran.printed, None if filed else ran.succeeds, ran.ends)
    rest = [c for c in later if c.type not in ("file_redirect", "herestring_redirect")]
    for following in rest:
        # `cat <<EOF | sh`: the grammar keeps what follows inside the here-document.
        if following.type == "pipeline":
            after = script.pipeline(following.named_children, Input(out.printed, True, out.fetched_by))
        else:
            after = script.statement(following, given)
        out = Ran((*out.acts, *after.acts), after.printed, after.succeeds)
    return out


def redirect(
    script: Script, node: Node, given: Input, files: list[tuple[str, str]], acts: list[Act]
) -> tuple[Input, list[Node]]:
    """One redirection of a file: adds to the files or the acts; the input, and words that the grammar left behind it.

    In `rm 2>/dev/null /` the grammar takes the operand for a second destination.
    """
    operator = next((text_of(c) for c in node.children if not c.is_named), ">")
    targets = node.children_by_field_name("destination")
    if targets and targets[0].type == "process_substitution":
        acts += script.block(targets[0].children, Input(fed=True)).acts
    elif targets:
        path = script.words.value(targets[0])
        files.append((operator, path))
        if operator == "<":
            given = Input("" if path == "/dev/null" else script.walk.text_of_file(path), fed=True)
    return given, targets[1:]


def herestring(script: Script, node: Node) -> Input:
    """What `<<< word` feeds."""
    value = "".join(script.words.value(child) for child in node.named_children)
    return Input(None if EXPANDED in value else value + "\n", fed=True)


def goes_to_file(files: list[tuple[str, str]]) -> bool:
    """Whether output is sent to a file."""
    return any(operator in _TO_FILE and not _NOWHERE.fullmatch(path) for operator, path in files)


def written(files: list[tuple[str, str]], ran: Ran) -> list[Act]:
    """What sending the output of a command to files does to them."""
    return [act for operator, path in files if operator in _TO_FILE for act in _written(operator, path, ran)]


DOCUMENT_STARTS: Final = "\x01"
"""Put before a here-document that starts with a backslash."""
_OF_DOCUMENT: Final = frozenset({"heredoc_start", "heredoc_body", "heredoc_end", "file_descriptor"})


def _document(script: Script, node: Node) -> str:
    """The text of a here-document, expanded where its delimiter is not quoted."""
    start = next((text_of(c) for c in node.children if c.type == "heredoc_start"), "")
    body = next((c for c in node.children if c.type == "heredoc_body"), None)
    if body is None:
        return ""
    text = text_of(body)
    if start[:1] not in ("'", '"', "\\"):
        raw, at = body.text or b"", 0
        pieces: list[str] = []
        for child in body.named_children:
            if child.type != "heredoc_content":
                pieces.append(decoded(raw[at : child.start_byte - body.start_byte]))
                pieces.append(script.words.value(child))
                at = child.end_byte - body.start_byte
        text = "".join(pieces) + decoded(raw[at:])
    text = text.removeprefix(DOCUMENT_STARTS)
    if any(not c.is_named and text_of(c) == "<<-" for c in node.children):
        text = re.sub(r"(?m)^\t+", "", text)
    return text


def _written(operator: str, path: str, ran: Ran) -> list[Act]:
    """What sending output to a file does to the file."""
    if _NOWHERE.fullmatch(path):
        return []
    because = shown(f"{operator} {path}")
    if _NETWORK.match(path):
        return [unknown(because)]
    ref = Ref("file", path.replace(EXPANDED, ""))
    if any(ref == read for act in ran.acts for read in act.reads) and operator in (">", ">|", "&>"):
        # The shell empties it before the command reads it.
        return [Act("destroy", "irreversible", because, destroys=(ref,))]
    if operator == "<>":
        return [Act("modify", "irreversible", because, writes=(ref,))]
    act = file_written(path, because, appended=operator in (">>", "&>>"))
    if ran.printed == "" and operator in (">", ">|") and act.kind != "destroy" and not is_tuning(path):
        return [Act("destroy", "compensable" if is_scratch(path) else "irreversible", because, destroys=(ref,))]
    if act.undo == "reversible" or act.kind == "destroy":
        return [act]
    sources = [source for source in ran.acts if source.produces or source.kind == "observe"]
    if sources and ran.printed is None and not is_scratch(path) and not is_system(path):
        produced = any(source.produces or source.reads for source in sources)
        return [Act("create", "reversible", because, writes=(ref,), produces=(ref,) if produced else ())]
    return [act._replace(produces=(ref,))] if any(source.produces for source in sources) else [act]
