"""Programs that change who may do what with a file, and SELinux."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Final

from planproof.effects.act import Act, Hazard, changes
from planproof.effects.tools.call import Args, Call, shown
from planproof.effects.tools.program import Program
from planproof.effects.tools.refs import operands, refs
from planproof.effects.tools.tool import Shell, does

_OPEN: Final = re.compile(r"[0-7]*[2367]|([ugo]*[oa][ugo]*|)\+[rxXst]*w[rwxXst]*|[ugo]*[oa][ugo]*=[rxXst]*w[rwxXst]*")
"""Modes that let everyone write."""
_SETUID: Final = re.compile(r"[4-7][0-7]{3}|[ugoa]*\+[rwxXt]*s[rwxXst]*")


def _chmod(call: Call, args: Args, _shell: Shell) -> Sequence[Act]:
    """Old modes are few and known, so a single file is put back; those of a whole tree are lost."""
    paths = args.operands if args.value("--reference") else args.operands[1:]
    mode = args.operands[0] if args.operands else ""
    hazards: tuple[Hazard, ...] = ("widens_access",) if _OPEN.fullmatch(mode) or _SETUID.fullmatch(mode) else ()
    undo = "compensable" if args.has("-R", "--recursive") else "reversible"
    return [Act("modify", undo, shown(call.text), writes=refs("file", paths, call), hazards=hazards, operation="chmod")]


def _chown(call: Call, args: Args, _shell: Shell) -> Sequence[Act]:
    undo = "compensable" if args.has("-R", "--recursive") else "reversible"
    return [changes("modify", undo, shown(call.text), refs("file", args.operands[1:], call), call.name)]


def _setfacl(call: Call, args: Args, _shell: Shell) -> Sequence[Act]:
    hazards: tuple[Hazard, ...] = ("widens_access",) if args.has("-m", "--modify", "-M", "--set") else ()
    named = refs("file", args.operands, call)
    return [Act("modify", "compensable", shown(call.text), writes=named, hazards=hazards, operation="setfacl")]


def _chattr(call: Call, args: Args, _shell: Shell) -> Sequence[Act]:
    """`chattr -i` takes the guard off a file; it may then be changed or removed."""
    hazards: tuple[Hazard, ...] = ("weakens_guard",) if args.has("-i", "-a") else ()
    paths = [path for path in args.operands if not path.startswith(("+", "="))]
    named = refs("file", paths, call)
    return [Act("modify", "reversible", shown(call.text), writes=named, hazards=hazards, operation="chattr")]


def _setenforce(call: Call, args: Args, _shell: Shell) -> Sequence[Act]:
    off = args.operands[:1] in (["0"], ["Permissive"], ["permissive"])
    hazards: tuple[Hazard, ...] = ("weakens_guard",) if off else ()
    inverse = "setenforce 1" if off else "setenforce 0"
    return [Act("modify", "reversible", shown(call.text), hazards=hazards, operation="setenforce", inverse=inverse)]


def _relabel(call: Call, args: Args, _shell: Shell) -> Sequence[Act]:
    return [changes("modify", "compensable", shown(call.text), refs("file", args.operands, call), call.name)]


_SEMANAGE: Final = (
    "import export login user port ibpkey ibendport interface module node fcontext boolean permissive dontaudit"
)


def _semanage(call: Call, args: Args, _shell: Shell) -> Sequence[Act] | None:
    if not args.operands or args.operands[0] not in _SEMANAGE.split():
        return None
    if args.has("-l", "--list", "-E", "--extract") or args.operands[0] == "export":
        return [changes("observe", "read_only", shown(call.text))]
    weakens: tuple[Hazard, ...] = ("weakens_guard",) if args.operands[0] in ("permissive", "dontaudit") else ()
    if args.has("-D", "--deleteall", "-d", "--delete"):
        return [Act("destroy", "compensable", shown(call.text), operation="semanage", hazards=weakens)]
    return [Act("modify", "reversible", shown(call.text), operation="semanage", hazards=weakens)]


def _auditctl(call: Call, args: Args, _shell: Shell) -> Sequence[Act]:
    """Rules of the audit: `-D`, `-d` and `-e 0` take some of it away."""
    if args.has("-l", "-s", "-v"):
        return [changes("observe", "read_only", shown(call.text))]
    if args.has("-D", "-d", "-W") or args.value("-e") == "0":
        return [Act("modify", "compensable", shown(call.text), hazards=("weakens_guard",), operation="auditctl")]
    return [changes("modify", "reversible", shown(call.text), (), "auditctl")]


TOOLS: Final = (
    Program(("chmod",), _chmod, valued=frozenset({"--reference"})),
    Program(("chown", "chgrp"), _chown, valued=frozenset({"--reference", "--from"})),
    Program(("chattr",), _chattr, valued=frozenset({"-p", "-v"})),
    Program(
        ("setfacl",),
        _setfacl,
        valued=frozenset({"-m", "-x", "-M", "-X", "--modify", "--remove", "--set", "--restore"}),
        dry=frozenset({"--test"}),
    ),
    Program(("setcap",), does("modify", "reversible", "widens_access", refs=operands("file", 1))),
    Program(
        (
            "getfacl",
            "lsattr",
            "getcap",
            "namei",
            "getenforce",
            "sestatus",
            "getsebool",
            "aa-status",
            "audit2why",
            "seinfo",
            "sesearch",
            "matchpathcon",
            "ausearch",
            "aureport",
        ),
        does("observe", refs=operands("file")),
    ),
    Program(("setenforce",), _setenforce),
    Program(("restorecon", "fixfiles"), _relabel, dry=frozenset({"-n"})),
    Program(("chcon",), _relabel, valued=frozenset({"-t", "-u", "-r", "-l", "--type", "--user", "--reference"})),
    Program(("semanage",), _semanage),
    Program(("setsebool",), does("modify", "reversible", refs=operands("setting", count=1))),
    Program(
        ("aa-disable", "aa-complain", "aa-teardown"),
        does("modify", "reversible", "weakens_guard", refs=operands("file")),
    ),
    Program(("aa-enforce", "apparmor_parser"), does("modify", "reversible", refs=operands("file"))),
    Program(
        ("auditctl",),
        _auditctl,
        valued=frozenset({"-e", "-a", "-A", "-d", "-w", "-W", "-p", "-k", "-S", "-F", "-b", "-f"}),
    ),
)
