"""Commands of Windows that are no cmdlets: del, format, reg, sc, schtasks, net, taskkill, robocopy, vssadmin, bcdedit."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from planproof.effects.act import Act, Hazard, changes, observe, unknown
from planproof.effects.lattice import Undo
from planproof.effects.tools.call import Args, Call, shown
from planproof.effects.tools.program import Program
from planproof.effects.tools.refs import refs
from planproof.effects.tools.services import guards
from planproof.effects.tools.tool import Shell
from planproof.model.base import EffectKind

_What = tuple[EffectKind, Undo]
_LOOK: Final[_What] = ("observe", "read_only")


def _words(call: Call) -> list[str]:
    return [word.lower() for word in call.args]


def _asks(call: Call) -> bool:
    return any(word in ("/?", "-?", "--help") for word in call.args)


def _by_verb(kind: str, verbs: dict[str, _What], *, weakens: str = "", opens: str = "") -> object:
    """A program whose first words are its verb, as `sc stop`, `vssadmin delete shadows`; capital letters do not count."""

    def read(call: Call, args: Args, _shell: Shell) -> Sequence[Act] | None:
        words = [word.lstrip("/-") for word in _words(call)]
        if _asks(call) or not words:
            return [observe(shown(call.text))]
        verb = " ".join(words[:2]) if " ".join(words[:2]) in verbs else words[0]
        if verb not in verbs:
            return None
        found = verbs[verb]
        operands = [word for word in call.args if not word.startswith(("/", "-"))][verb.count(" ") + 1 :][:1]
        hazards: tuple[Hazard, ...] = ()
        if verb in weakens.split(",") or (found[0] in ("shift", "modify", "destroy") and guards(operands)):
            hazards = ("weakens_guard",)
        if verb in opens.split(","):
            hazards = ("widens_access",)
        act = changes(*found, shown(call.text), refs(kind, operands, call), f"{call.name} {verb}")
        return [act._replace(hazards=hazards)]

    return read


def _del(call: Call, args: Args, shell: Shell) -> Sequence[Act]:
    paths = [word for word in call.args if not word.startswith("/")]
    return (
        [observe(shown(call.text))]
        if _asks(call) or not paths
        else shell.argv(["rm", *(path.replace("\\", "/") for path in paths)])
    )


def _rd(call: Call, args: Args, shell: Shell) -> Sequence[Act]:
    paths = [word.replace("\\", "/") for word in call.args if not word.startswith("/")]
    return shell.argv(["rm" if "/s" in _words(call) else "rmdir", *paths])


def _copy(call: Call, args: Args, shell: Shell) -> Sequence[Act]:
    paths = [word.replace("\\", "/") for word in call.args if not word.startswith("/")]
    if call.name == "xcopy" and "/l" in _words(call):
        return [observe(shown(call.text))]
    return shell.argv(["mv" if call.name in ("move", "ren") else "cp", *paths])


def _robocopy(call: Call, args: Args, _shell: Shell) -> Sequence[Act]:
    words = _words(call)
    paths = [word for word in call.args if not word.startswith("/")]
    target = refs("file", paths[1:2], call)
    if "/l" in words or len(paths) < 2:
        return [observe(shown(call.text), target)]
    if {"/mir", "/purge"} & set(words):
        return [changes("destroy", "irreversible", shown(call.text), target, "robocopy /MIR")]
    if {"/move", "/mov"} & set(words):
        return [changes("destroy", "irreversible", shown(call.text), refs("file", paths[:1], call), "robocopy /MOVE")]
    return [changes("modify", "irreversible", shown(call.text), target, "robocopy")]


def _net(call: Call, args: Args, _shell: Shell) -> Sequence[Act] | None:
    words = _words(call)
    if _asks(call) or not words:
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
    words = _words(call)
    if {"show", "dump", "?", "help", "export"} & set(words) or not words:
        return [observe(shown(call.text))]
    weakens = "advfirewall" in words and ("off" in words or "reset" in words or "delete" in words)
    undo: Undo = "compensable" if {"reset", "delete", "flush"} & set(words) else "reversible"
    kind: EffectKind = "destroy" if "reset" in words else "modify"
    return [changes(kind, undo, shown(call.text), (), "netsh")._replace(hazards=("weakens_guard",) if weakens else ())]


def _cmd(call: Call, args: Args, shell: Shell) -> Sequence[Act]:
    """`cmd /c TEXT`: read as PowerShell is, whose words are put together alike."""
    words = list(call.args)
    while words and words[0].lower() not in ("/c", "/k"):
        words.pop(0)
    if len(words) < 2:
        return [unknown(shown(call.text))] if call.fed else [observe(shown(call.text))]
    text = " ".join(words[1:])
    return [act for part in text.replace("||", "&").split("&") for act in shell.argv(part.split())]


def _bcdedit(call: Call, args: Args, _shell: Shell) -> Sequence[Act]:
    words = _words(call)
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
        return [unknown(shown(call.text))] if "/s" in _words(call) or call.fed else [observe(shown(call.text))]
    lines = [line.split() for line in text.splitlines() if line.split()]
    if any(line[0] in ("clean", "format", "delete", "convert") for line in lines):
        return [changes("destroy", "irreversible", shown(call.text), (), "diskpart")]
    if all(line[0] in ("list", "detail", "select", "help", "exit", "rem", "rescan") for line in lines):
        return [observe(shown(call.text))]
    return [changes("modify", "compensable", shown(call.text), (), "diskpart")]


_PROGRAMS: Final[dict[str, object]] = {
    "sc": _by_verb(
        "service",
        {
            **dict.fromkeys(
                (
                    "query",
                    "queryex",
                    "qc",
                    "qdescription",
                    "getdisplayname",
                    "getkeyname",
                    "enumdepend",
                    "sdshow",
                    "showsid",
                    "qfailure",
                    "qtriggerinfo",
                ),
                _LOOK,
            ),
            **dict.fromkeys(("start", "stop", "pause", "continue", "control"), ("shift", "reversible")),
            **dict.fromkeys(
                ("config", "failure", "description", "sdset", "sidtype", "privs", "triggerinfo"),
                ("modify", "reversible"),
            ),
            "create": ("create", "reversible"),
            "delete": ("destroy", "compensable"),
        },
    ),
    "reg": _by_verb(
        "registry key",
        {
            "query": _LOOK,
            "compare": _LOOK,
            "add": ("modify", "irreversible"),
            "delete": ("destroy", "irreversible"),
            "copy": ("modify", "compensable"),
            "save": ("create", "reversible"),
            "export": ("create", "reversible"),
            "restore": ("modify", "irreversible"),
            "import": ("modify", "irreversible"),
            "load": ("shift", "reversible"),
            "unload": ("shift", "reversible"),
        },
    ),
    "schtasks": _by_verb(
        "task",
        {
            "query": _LOOK,
            "showsid": _LOOK,
            "create": ("create", "reversible"),
            "change": ("modify", "reversible"),
            "run": ("shift", "reversible"),
            "end": ("shift", "compensable"),
            "delete": ("destroy", "compensable"),
        },
    ),
    "vssadmin": _by_verb(
        "snapshot",
        {
            **dict.fromkeys(
                ("list shadows", "list writers", "list providers", "list volumes", "list shadowstorage", "list"), _LOOK
            ),
            "create shadow": ("create", "reversible"),
            "add shadowstorage": ("modify", "reversible"),
            "resize shadowstorage": ("destroy", "irreversible"),
            "delete shadows": ("destroy", "irreversible"),
            "delete shadowstorage": ("destroy", "irreversible"),
            "revert shadow": ("destroy", "irreversible"),
        },
        weakens="delete shadows,delete shadowstorage,resize shadowstorage",
    ),
    "wbadmin": _by_verb(
        "backup",
        {
            **dict.fromkeys(("get versions", "get items", "get status", "get disks", "get virtualmachines"), _LOOK),
            "start backup": ("create", "reversible"),
            "start systemstatebackup": ("create", "reversible"),
            "start recovery": ("modify", "irreversible"),
            "enable backup": ("modify", "reversible"),
            "disable backup": ("modify", "reversible"),
            "delete backup": ("destroy", "irreversible"),
            "delete systemstatebackup": ("destroy", "irreversible"),
            "delete catalog": ("destroy", "irreversible"),
            "stop job": ("shift", "compensable"),
        },
        weakens="disable backup,delete backup,delete catalog,delete systemstatebackup",
    ),
    "wevtutil": _by_verb(
        "log",
        {
            **dict.fromkeys(
                (
                    "el",
                    "enum-logs",
                    "gl",
                    "get-log",
                    "ep",
                    "enum-publishers",
                    "gp",
                    "get-publisher",
                    "qe",
                    "query-events",
                    "gli",
                    "get-log-info",
                ),
                _LOOK,
            ),
            **dict.fromkeys(("epl", "export-log", "al", "archive-log"), ("create", "reversible")),
            **dict.fromkeys(("sl", "set-log", "im", "install-manifest"), ("modify", "reversible")),
            "um": ("destroy", "compensable"),
            **dict.fromkeys(("cl", "clear-log"), ("destroy", "irreversible")),
        },
        weakens="cl,clear-log,sl,set-log",
    ),
    "fsutil": _by_verb(
        "volume",
        {
            **dict.fromkeys(
                (
                    "fsinfo",
                    "volume diskfree",
                    "volume list",
                    "dirty query",
                    "usn queryjournal",
                    "behavior query",
                    "hardlink list",
                    "quota query",
                    "file queryextents",
                    "volume",
                ),
                _LOOK,
            ),
            "usn deletejournal": ("destroy", "irreversible"),
            "file createnew": ("create", "reversible"),
            "file setzerodata": ("destroy", "irreversible"),
            "behavior set": ("modify", "reversible"),
            "volume dismount": ("shift", "reversible"),
            "hardlink create": ("create", "reversible"),
            "quota": ("modify", "reversible"),
        },
    ),
    "manage-bde": _by_verb(
        "volume",
        {
            "status": _LOOK,
            "on": ("modify", "reversible"),
            "off": ("modify", "reversible"),
            "pause": ("shift", "reversible"),
            "resume": ("shift", "reversible"),
            "lock": ("shift", "reversible"),
            "unlock": ("shift", "reversible"),
            "protectors": ("modify", "compensable"),
            "changepin": ("rotate", "compensable"),
            "changepassword": ("rotate", "compensable"),
            "forcerecovery": ("destroy", "compensable"),
            "wipefreespace": ("destroy", "irreversible"),
        },
        weakens="off,protectors",
    ),
    "auditpol": _by_verb(
        "audit policy",
        {
            "get": _LOOK,
            "list": _LOOK,
            "backup": ("create", "reversible"),
            "set": ("modify", "reversible"),
            "restore": ("modify", "compensable"),
            "clear": ("destroy", "compensable"),
            "remove": ("destroy", "compensable"),
        },
        weakens="set,clear,remove",
    ),
    "wmic": _by_verb(
        "wmi",
        {
            "shadowcopy delete": ("destroy", "irreversible"),
            **dict.fromkeys(("os", "cpu", "bios", "logicaldisk", "computersystem", "qfe", "diskdrive"), _LOOK),
        },
        weakens="shadowcopy delete",
    ),
    "dism": _by_verb("feature", {}),
    "icacls": _by_verb("file", {}),
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
    "cmd": _cmd,
    "bcdedit": _bcdedit,
    "diskpart": _diskpart,
}


def _dism(call: Call, args: Args, _shell: Shell) -> Sequence[Act]:
    words = " ".join(_words(call))
    if "/get-" in words or "/checkhealth" in words or "/scanhealth" in words:
        return [observe(shown(call.text))]
    removes = "/disable-feature" in words or "/remove-" in words or "/startcomponentcleanup" in words
    return [changes("destroy" if removes else "modify", "compensable", shown(call.text), (), "dism")]


def _icacls(call: Call, args: Args, _shell: Shell) -> Sequence[Act]:
    words = _words(call)
    named = refs("file", call.args[:1], call)
    if "/save" in words or not any(
        word.startswith(("/grant", "/deny", "/remove", "/reset", "/setowner", "/inheritance", "/restore", "/t"))
        for word in words
    ):
        return [observe(shown(call.text), named)]
    act = changes("modify", "compensable", shown(call.text), named, "icacls")
    return [act._replace(hazards=("widens_access",)) if any(word.startswith("/grant") for word in words) else act]


def _format(call: Call, args: Args, _shell: Shell) -> Sequence[Act]:
    drives = [word for word in call.args if len(word) == 2 and word.endswith(":")]
    if _asks(call) or not drives:
        return [observe(shown(call.text))] if _asks(call) else [unknown(shown(call.text))]
    return [changes("destroy", "irreversible", shown(call.text), refs("device", drives, call), "format")]


def _taskkill(call: Call, args: Args, _shell: Shell) -> Sequence[Act]:
    named = refs("process", [word for word in call.args if not word.startswith("/")], call)
    return [
        changes("shift", "compensable" if "/f" in _words(call) else "reversible", shown(call.text), named, "taskkill")
    ]


def _cipher(call: Call, args: Args, _shell: Shell) -> Sequence[Act]:
    wipes = any(word.startswith("/w") for word in _words(call))
    return [
        changes("destroy", "irreversible", shown(call.text), (), "cipher /w") if wipes else observe(shown(call.text))
    ]


def _restarts(call: Call, _args: Args, _shell: Shell) -> Sequence[Act]:
    return [changes("shift", "reversible", shown(call.text), (), call.name)]


def _looks(call: Call, args: Args, _shell: Shell) -> Sequence[Act]:
    if call.name == "ipconfig" and any(
        word.startswith(("/release", "/renew", "/flushdns", "/registerdns")) for word in _words(call)
    ):
        return [changes("shift", "reversible", shown(call.text), (), "ipconfig")]
    return [observe(shown(call.text))]


def _chkdsk(call: Call, args: Args, _shell: Shell) -> Sequence[Act]:
    repairs = {"/f", "/r", "/x", "/b", "/spotfix"} & set(_words(call)) or "/scannow" in _words(call)
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
        " quser qwinsta query attrib assoc ftype w32tm repadmin dcdiag nltest klist".split(),
        _looks,
    )
)
_PROGRAMS.update(
    dict.fromkeys(
        ("gpupdate", "iisreset"),
        _restarts,
    )
)

TOOLS: Final = tuple(Program((name,), read) for name, read in _PROGRAMS.items())  # pyright: ignore[reportArgumentType]
