"""RMAN: Oracle's backups, in a language of their own."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Final

from planproof.effects.act import Act, Ref, changes, observe, unknown
from planproof.effects.tools.call import Call, shown
from planproof.effects.tools.tool import Does, Entry, Shell, table

_VERBS: Final[dict[str, Entry]] = table("""
observe: LIST, REPORT, SHOW, VALIDATE, PREVIEW, CONNECT, SPOOL, SET, PRINT, EXIT, QUIT, ALLOCATE, RELEASE, DESCRIBE
observe: SELECT, RUN, ADVISE
modify reversible: CONFIGURE, CROSSCHECK, CATALOG, RESYNC, CHANGE, REGISTER, CREATE CATALOG, UPGRADE, IMPORT, GRANT
modify reversible: REVOKE, CREATE SCRIPT
modify compensable: UNREGISTER, REPLACE, DROP CATALOG, RESET
create reversible: BACKUP, CONVERT, TRANSPORT
modify irreversible: RESTORE, RECOVER, SWITCH, REPAIR, DUPLICATE
destroy irreversible: DELETE, DROP DATABASE, FLASHBACK, DROP BACKUP, DELETE SCRIPT
shift reversible: STARTUP, SHUTDOWN, MOUNT, OPEN
""")


def read_rman(call: Call, shell: Shell) -> Sequence[Act] | None:
    """What RMAN does with the orders that it is fed or given in a file."""
    told = [
        word.partition("=")[2] or _after(call.args, word)
        for word in call.args
        if re.match(r"-?(cmdfile|@)", word, re.I)
    ]
    if told:
        text = shell.context.file(told[0].lstrip("@"))
        return [unknown(shown(call.text))] if text is None else _orders(text, shell)
    if call.stdin is None:
        return [unknown(shown(call.text))]
    return _orders(call.stdin, shell) or [observe(shown(call.text))]


def _after(words: Sequence[str], word: str) -> str:
    at = list(words).index(word)
    return words[at + 1] if at + 1 < len(words) else word


def _orders(text: str, shell: Shell) -> list[Act]:
    acts: list[Act] = []
    plain = re.sub(r"#[^\n]*", "", text)
    for order in re.split(r"[;{}\n](?![^(]*\))", plain) if ";" not in plain else re.split(r"[;{}]", plain):
        if not (words := order.upper().split()):
            continue
        acts += _order(words, shown(order), order, shell)
    return acts


def _order(words: list[str], because: str, order: str, shell: Shell) -> Sequence[Act]:
    if words[0] in ("SQL", "ALTER", "SELECT"):
        inner = order.strip().partition(" ")[2].strip().strip("'\"") if words[0] == "SQL" else order
        return shell.sql(inner, "oracle")
    if words[0] in ("HOST", "EXECUTE"):
        return [unknown(because)]
    if words[0] in ("RESTORE", "RECOVER") and ("VALIDATE" in words or "PREVIEW" in words or "TEST" in words):
        return [observe(because)]
    entry = _VERBS.get(" ".join(words[:2])) or _VERBS.get(words[0])
    if not isinstance(entry, Does):
        return [unknown(because)]
    if words[0] == "BACKUP" and "VALIDATE" in words:
        return [observe(because)]
    refs = [Ref("database", "")] if words[0] in ("RESTORE", "RECOVER", "BACKUP", "DUPLICATE") else []
    act = changes(entry.kind, entry.undo, because, [], f"rman {words[0].lower()}")
    if words[0] == "BACKUP":
        made = Ref("backup", "rman")
        acts: list[Act] = [act._replace(reads=tuple(refs), produces=(made,), writes=(made,))]
        if "DELETE" in words:
            acts.append(changes("destroy", "compensable", because, [Ref("archive_log", "input")], "rman delete input"))
        return acts
    return [act._replace(restores=tuple(refs)) if words[0] in ("RESTORE", "RECOVER") else act]
