"""Commands of Windows that take verbs: sc, reg, schtasks, vssadmin, wbadmin, wevtutil, fsutil, auditpol, wmic."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from planproof.effects.act import Act, Hazard, changes, observe
from planproof.effects.lattice import Undo
from planproof.effects.tools.call import Args, Call, shown
from planproof.effects.tools.program import Program
from planproof.effects.tools.refs import refs
from planproof.effects.tools.services import guards
from planproof.effects.tools.tool import Read, Shell
from planproof.model.base import EffectKind

_What = tuple[EffectKind, Undo]
_LOOK: Final[_What] = ("observe", "read_only")


def words_of(call: Call) -> list[str]:
    """The arguments in small letters."""
    return [word.lower() for word in call.args]


def asks(call: Call) -> bool:
    """Whether a call asks for help only."""
    return any(word in ("/?", "-?", "--help") for word in call.args)


def _by_verb(kind: str, verbs: dict[str, _What], *, weakens: str = "", opens: str = "") -> Read:
    """A program whose first words are its verb, as `sc stop`, `vssadmin delete shadows`; capital letters do not count."""

    def read(call: Call, args: Args, _shell: Shell) -> Sequence[Act] | None:
        words = [word.lstrip("/-") for word in words_of(call)]
        if asks(call) or not words:
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


_PROGRAMS: Final[dict[str, Read]] = {
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
}

TOOLS: Final = tuple(Program((name,), read) for name, read in _PROGRAMS.items())
