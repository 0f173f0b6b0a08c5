"""Commands of Windows that are no cmdlets and take no verb first: del, format, net, taskkill, robocopy, bcdedit."""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import pairwise
from typing import Final

from planproof.effects.act import Act, changes, observe, unknown
from planproof.effects.lattice import Undo
from planproof.effects.tools.call import Args, Call, shown
from planproof.effects.tools.program import Program
from planproof.effects.tools.refs import refs
from planproof.effects.tools.samba import NET, is_samba
from planproof.effects.tools.services import guards
from planproof.effects.tools.tool import Read, Shell
from planproof.effects.tools.windows_verbs import asks, words_of
from planproof.model.base import EffectKind


def _del(call: Call, args: Args, shell: Shell) -> Sequence[Act]:
    paths = [word for word in call.args if not word.startswith("/")]
    return (
        [observe(shown(call.text))]
        if asks(call) or not paths
        else shell.argv(["rm", *(path.replace("\\", "/") for path in paths)])
    )


def _rd(call: Call, args: Args, shell: Shell) -> Sequence[Act]:
    paths = [word.replace("\\", "/") for word in call.args if not word.startswith("/")]
    return shell.argv(["rm" if "/s" in words_of(call) else "rmdir", *paths])


def _copy(call: Call, args: Args, shell: Shell) -> Sequence[Act]:
    paths = [word.replace("\\", "/") for word in call.args if not word.startswith("/")]
    if call.name == "xcopy" and "/l" in words_of(call):
        return [observe(shown(call.text))]
    return shell.argv(["mv" if call.name in ("move", "ren") else "cp", *paths])


def _robocopy(call: Call, args: Args, _shell: Shell) -> Sequence[Act]:
    words = words_of(call)
    paths = [word for word in call.args if not word.startswith("/")]
    target = refs("file", paths[1:2], call)
    if "/l" in words or len(paths) < 2:
        return [observe(shown(call.text), target)]
    if {"/mir", "/purge"} & set(words):
        return [changes("destroy", "irreversible", shown(call.text), target, "robocopy /MIR")]
    if {"/move", "/mov"} & set(words):
        return [changes("destroy", "irreversible", shown(call.text), refs("file", paths[:1], call), "robocopy /MOVE")]
    return [changes("modify", "irreversible", shown(call.text), target, "robocopy")]


def _net(call: Call, args: Args, shell: Shell) -> Sequence[Act] | None:
    if call.name == "net" and is_samba(call):
        return NET.read(call, shell)
    words = words_of(call)
    if asks(call) or not words:
        return [observe(shown(call.text))]
    verb, rest = words[0], [word for word in call.args[1:] if not word.startswith("/")]
    named = refs(
        "user" if verb == "user" else "group" if "group" in verb else "service" if verb in ("start", "stop") else verb,
        rest[:1],
        call,
    )
    match verb:
        case "user" if "/delete" in words:
            return [changes("destroy", "compensable", shown(call.text), named, "net user /delete")]
        case "user" if "/add" in words:
            return [changes("create", "reversible", shown(call.text), named, "net user /add")]
        case "user" if len(rest) > 1:
            return [changes("rotate", "compensable", shown(call.text), named, "net user")]
        case "user" | "accounts" | "share" | "use" | "localgroup" | "group" if {"/add", "/delete", "/del"} & set(
            words
        ) or any(":" in word and word[0] == "/" for word in words):
            opens = ("/add" in words and ("administrators" in words or any("admins" in word for word in words))) or any(
                "everyone" in word for word in words
            )
            act = changes("modify", "reversible", shown(call.text), named, f"net {verb}")
            return [act._replace(hazards=("widens_access",)) if opens else act]
        case "start" | "stop" | "pause" | "continue":
            act = (
                changes("shift", "reversible", shown(call.text), named, f"net {verb}")
                if rest
                else observe(shown(call.text))
            )
            return [act._replace(hazards=guards(rest)) if verb == "stop" else act]
        case "send":
            return [changes("notify", "compensable", shown(call.text), (), "net send")]
        case (
            "user"
            | "accounts"
            | "share"
            | "use"
            | "localgroup"
            | "group"
            | "view"
            | "session"
            | "file"
            | "statistics"
            | "config"
            | "time"
            | "help"
            | "helpmsg"
            | "computer"
        ):
            return [observe(shown(call.text), named)]
        case _:
            return None


def _netsh(call: Call, args: Args, _shell: Shell) -> Sequence[Act]:
    words = words_of(call)
    if {"show", "dump", "?", "help", "export"} & set(words) or not words:
        return [observe(shown(call.text))]
    weakens = "advfirewall" in words and ("off" in words or "reset" in words or "delete" in words)
    undo: Undo = "compensable" if {"reset", "delete", "flush"} & set(words) else "reversible"
    kind: EffectKind = "destroy" if "reset" in words else "modify"
    return [changes(kind, undo, shown(call.text), (), "netsh")._replace(hazards=("weakens_guard",) if weakens else ())]


def _bcdedit(call: Call, args: Args, _shell: Shell) -> Sequence[Act]:
    words = words_of(call)
    if not words or words[0] in ("/enum", "/v", "/?", "-enum"):
        return [observe(shown(call.text))]
    if words[0] == "/export":
        return [Act("create", "reversible", shown(call.text), produces=refs("file", call.args[1:2], call))]
    weak = any(word in ("recoveryenabled", "testsigning", "nointegritychecks") for word in words)
    act = changes(
        "destroy" if words[0] == "/delete" else "modify",
        "compensable" if words[0] in ("/delete", "/import") else "reversible",
        shown(call.text),
        (),
        "bcdedit",
    )
    return [act._replace(hazards=("weakens_guard",) if weak else ())]


def _diskpart(call: Call, args: Args, _shell: Shell) -> Sequence[Act]:
    """A script of diskpart: `clean`, `format` and `delete` lose what is on the disk."""
    text = (call.stdin or "").lower() if call.fed else None
    if text is None or not text:
        return [unknown(shown(call.text))] if "/s" in words_of(call) or call.fed else [observe(shown(call.text))]
    lines = [line.split() for line in text.splitlines() if line.split()]
    if any(line[0] in ("clean", "format", "delete", "convert") for line in lines):
        return [changes("destroy", "irreversible", shown(call.text), (), "diskpart")]
    if all(line[0] in ("list", "detail", "select", "help", "exit", "rem", "rescan") for line in lines):
        return [observe(shown(call.text))]
    return [changes("modify", "compensable", shown(call.text), (), "diskpart")]


_PROGRAMS: Final[dict[str, Read]] = {
    "del": _del,
    "erase": _del,
    "rd": _rd,
    "copy": _copy,
    "xcopy": _copy,
    "move": _copy,
    "ren": _copy,
    "robocopy": _robocopy,
    "net": _net,
    "net1": _net,
    "netsh": _netsh,
    "bcdedit": _bcdedit,
    "diskpart": _diskpart,
}


def _dism(call: Call, args: Args, _shell: Shell) -> Sequence[Act]:
    words = " ".join(words_of(call))
    if "/get-" in words or "/checkhealth" in words or "/scanhealth" in words:
        return [observe(shown(call.text))]
    removes = "/disable-feature" in words or "/remove-" in words or "/startcomponentcleanup" in words
    return [changes("destroy" if removes else "modify", "compensable", shown(call.text), (), "dism")]


def _icacls(call: Call, args: Args, _shell: Shell) -> Sequence[Act]:
    words = words_of(call)
    named = refs("file", call.args[:1], call)
    if "/save" in words or not any(
        word.startswith(("/grant", "/deny", "/remove", "/reset", "/setowner", "/inheritance", "/restore", "/t"))
        for word in words
    ):
        return [observe(shown(call.text), named)]
    act = changes("modify", "compensable", shown(call.text), named, "icacls")
    return [act._replace(hazards=("widens_access",)) if any(word.startswith("/grant") for word in words) else act]


def _takeown(call: Call, args: Args, _shell: Shell) -> Sequence[Act]:
    names = [b for a, b in pairwise(call.args) if a.lower() == "/f"]
    act = changes("modify", "compensable", shown(call.text), refs("file", names, call), "takeown")
    return [act._replace(hazards=("widens_access",))]


def _format(call: Call, args: Args, _shell: Shell) -> Sequence[Act]:
    drives = [word for word in call.args if len(word) == 2 and word.endswith(":")]
    if asks(call) or not drives:
        return [observe(shown(call.text))] if asks(call) else [unknown(shown(call.text))]
    return [changes("destroy", "irreversible", shown(call.text), refs("device", drives, call), "format")]


def _taskkill(call: Call, args: Args, _shell: Shell) -> Sequence[Act]:
    named = refs("process", [word for word in call.args if not word.startswith("/")], call)
    return [
        changes("shift", "compensable" if "/f" in words_of(call) else "reversible", shown(call.text), named, "taskkill")
    ]


def _cipher(call: Call, args: Args, _shell: Shell) -> Sequence[Act]:
    wipes = any(word.startswith("/w") for word in words_of(call))
    return [
        changes("destroy", "irreversible", shown(call.text), (), "cipher /w") if wipes else observe(shown(call.text))
    ]


def _restarts(call: Call, _args: Args, _shell: Shell) -> Sequence[Act]:
    return [changes("shift", "reversible", shown(call.text), (), call.name)]


def _looks(call: Call, args: Args, _shell: Shell) -> Sequence[Act]:
    if call.name == "ipconfig" and any(
        word.startswith(("/release", "/renew", "/flushdns", "/registerdns")) for word in words_of(call)
    ):
        return [changes("shift", "reversible", shown(call.text), (), "ipconfig")]
    if call.name == "attrib" and any(re.fullmatch(r"[+-][a-z]", word) for word in words_of(call)):
        named = refs("file", [word for word in call.args if word[:1] not in "+-/"], call)
        return [changes("modify", "reversible", shown(call.text), named, "attrib")]
    if call.name in ("assoc", "ftype") and any("=" in word for word in call.args):
        return [changes("modify", "compensable", shown(call.text), (), call.name)]
    if _CHANGING.get(call.name, frozenset[str]()) & {word.lower().partition(":")[0] for word in call.args}:
        return [changes("modify", "compensable", shown(call.text), (), call.name)]
    return [observe(shown(call.text))]


_CHANGING: Final[dict[str, frozenset[str]]] = {
    "w32tm": frozenset({"/config", "/resync", "/register", "/unregister", "/debug"}),
    "repadmin": frozenset(
        "/replicate /sync /syncall /add /delete /removelingeringobjects /options /rehost /unhost /setattr /siteoptions"
        " /kcc /mod /updrepsto /addrepsto /delrepsto".split()
    ),
    "nltest": frozenset(
        {"/sc_reset", "/sc_change_pwd", "/shutdown", "/cdigest", "/dsregdns", "/dsderegdns", "/bdc_sync"}
    ),
    "nbtstat": frozenset({"-rr"}),
    "dcdiag": frozenset({"/fix"}),
}
"""Options with which programs that look around change something."""


def _chkdsk(call: Call, args: Args, _shell: Shell) -> Sequence[Act]:
    repairs = {"/f", "/r", "/x", "/b", "/spotfix"} & set(words_of(call)) or "/scannow" in words_of(call)
    return [
        changes("modify", "irreversible" if call.name == "chkdsk" else "compensable", shown(call.text), (), call.name)
        if repairs
        else observe(shown(call.text))
    ]


_PROGRAMS.update(
    {
        "dism": _dism,
        "icacls": _icacls,
        "format": _format,
        "taskkill": _taskkill,
        "cipher": _cipher,
        "chkdsk": _chkdsk,
        "sfc": _chkdsk,
    }
)
_PROGRAMS.update(
    dict.fromkeys(
        "ipconfig tasklist systeminfo ver vol findstr where fc comp driverquery gpresult nbtstat getmac pathping tracert"
        " quser qwinsta query attrib assoc ftype w32tm repadmin dcdiag nltest".split(),
        _looks,
    )
)
_PROGRAMS["takeown"] = _takeown
_PROGRAMS.update(
    dict.fromkeys(
        ("gpupdate", "iisreset"),
        _restarts,
    )
)

TOOLS: Final = tuple(Program((name,), read) for name, read in _PROGRAMS.items())
