"""Accounts of the machine: users, groups, passwords, sudo."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from planproof.effects.act import Act, Hazard, Ref, changes, observe
from planproof.effects.tools.call import Args, Call, shown
from planproof.effects.tools.program import Program
from planproof.effects.tools.refs import operands, plain, refs
from planproof.effects.tools.tool import Shell, does

_POWERFUL: Final = frozenset({"sudo", "wheel", "root", "docker", "adm", "admin", "lxd", "libvirt", "shadow", "disk"})
"""Groups that make their members administrators, or as good as that."""
_VALUED: Final = frozenset(
    "-G --groups -g --gid -u --uid -d --home -s --shell -c --comment -e --expiredate -f --inactive -p --password"
    " -l --login -k --skel -b -K -R -Z".split()
)


def _opens(groups: str) -> tuple[Hazard, ...]:
    return ("widens_access",) if _POWERFUL & set(groups.split(",")) else ()


def _user(call: Call, args: Args) -> tuple[Ref, ...]:
    return refs("user", args.operands[-1:], call)


def _useradd(call: Call, args: Args, _shell: Shell) -> Sequence[Act]:
    hazards = _opens(args.value("-G", "--groups")) or (("widens_access",) if args.has("-o") else ())
    if call.name == "adduser" and len(args.operands) == 2:  # `adduser USER GROUP`
        user, group = args.operands
        return [
            Act(
                "modify",
                "reversible",
                shown(call.text),
                writes=refs("user", [user], call),
                hazards=_opens(group),
                operation="adduser",
            )
        ]
    if args.has("-D", "--defaults"):
        return [changes("modify", "reversible", shown(call.text)) if len(call.args) > 1 else observe(shown(call.text))]
    return [
        Act(
            "create",
            "reversible",
            shown(call.text),
            writes=_user(call, args),
            hazards=hazards,
            operation=call.name,
            inverse="userdel",
        )
    ]


def _userdel(call: Call, args: Args, _shell: Shell) -> Sequence[Act]:
    """The account can be made again; its home and mail cannot."""
    if call.name == "deluser" and len(args.operands) == 2:
        return [changes("modify", "reversible", shown(call.text), refs("user", args.operands[:1], call), "deluser")]
    home = args.has("-r", "--remove", "--remove-home", "--remove-all-files")
    return [
        changes("destroy", "irreversible" if home else "compensable", shown(call.text), _user(call, args), "userdel")
    ]


def _usermod(call: Call, args: Args, _shell: Shell) -> Sequence[Act]:
    """`-G` without `-a` throws the user out of all other groups."""
    groups = args.value("-G", "--groups")
    kind, undo = ("rotate", "compensable") if args.has("-p", "--password") else ("modify", "reversible")
    if groups and not args.has("-a", "--append"):
        undo = "compensable"
    return [Act(kind, undo, shown(call.text), writes=_user(call, args), hazards=_opens(groups), operation="usermod")]


def _passwd(call: Call, args: Args, _shell: Shell) -> Sequence[Act]:
    named = refs("user", args.operands[:1] or ["self"], call)
    if args.has("-S", "--status"):
        return [observe(shown(call.text), named)]
    if args.has("-l", "--lock", "-u", "--unlock", "-e", "--expire", "-n", "-x", "-w", "-i"):
        inverse = "passwd -u" if args.has("-l", "--lock") else "passwd -l" if args.has("-u", "--unlock") else ""
        return [Act("modify", "reversible", shown(call.text), writes=named, operation="passwd", inverse=inverse)]
    if args.has("-d", "--delete"):
        return [
            Act(
                "modify",
                "irreversible",
                shown(call.text),
                writes=named,
                hazards=("widens_access",),
                operation="passwd -d",
            )
        ]
    return [changes("rotate", "compensable", shown(call.text), named, "passwd")]


def _chpasswd(call: Call, _args: Args, _shell: Shell) -> Sequence[Act]:
    names = [line.partition(":")[0] for line in (call.stdin or "").splitlines() if ":" in line]
    return [changes("rotate", "compensable", shown(call.text), refs("user", names, call), "chpasswd")]


def _gpasswd(call: Call, args: Args, _shell: Shell) -> Sequence[Act]:
    group = args.operands[-1] if args.operands else ""
    member = args.value("-a", "--add", "-d", "--delete")
    named = (*refs("group", [group], call), *refs("user", [member], call))
    hazards = _opens(group) if args.has("-a", "--add", "-M", "-A") else ()
    return [Act("modify", "reversible", shown(call.text), writes=named, hazards=hazards, operation="gpasswd")]


def _chage(call: Call, args: Args, _shell: Shell) -> Sequence[Act]:
    if args.has("-l", "--list"):
        return [observe(shown(call.text), _user(call, args))]
    return [changes("modify", "reversible", shown(call.text), _user(call, args), "chage")]


def _visudo(call: Call, args: Args, _shell: Shell) -> Sequence[Act]:
    path = plain(args.value("-f", "--file") or "/etc/sudoers")
    if args.has("-c", "--check"):
        return [observe(shown(call.text), [Ref("file", path, call.within)])]
    ref = (Ref("file", path, call.within),)
    return [Act("modify", "irreversible", shown(call.text), writes=ref, hazards=("widens_access",), operation="visudo")]


TOOLS: Final = (
    Program(("useradd", "adduser"), _useradd, valued=_VALUED | {"--ingroup", "--gecos"}),
    Program(("userdel", "deluser"), _userdel),
    Program(("usermod",), _usermod, valued=_VALUED),
    Program(
        ("groupadd", "addgroup", "newusers"),
        does("create", "reversible", inverse="groupdel", refs=operands("group")),
        valued=frozenset({"-g", "--gid", "-K"}),
    ),
    Program(("groupdel", "delgroup"), does("destroy", "compensable", refs=operands("group"))),
    Program(
        ("groupmod", "groupmems", "chfn", "chsh", "pwconv", "pwunconv", "grpconv", "vipw", "vigr"),
        does("modify", "reversible", refs=operands("user")),
        valued=frozenset({"-n", "-g", "-a", "-d", "-s", "-f"}),
    ),
    Program(("passwd",), _passwd, valued=frozenset({"-n", "-x", "-w", "-i"})),
    Program(("chpasswd", "chgpasswd"), _chpasswd, valued=frozenset({"-c", "--crypt-method"})),
    Program(("gpasswd",), _gpasswd, valued=frozenset({"-a", "-d", "-M", "-A", "--add", "--delete"})),
    Program(
        ("chage",),
        _chage,
        valued=frozenset("-d -E -I -m -M -W --lastday --expiredate --inactive --mindays --maxdays --warndays".split()),
    ),
    Program(("visudo",), _visudo, valued=frozenset({"-f", "--file"})),
    Program(
        ("pwck", "grpck"),
        lambda call, args, _shell: [
            observe(shown(call.text)) if args.has("-r", "-q") else changes("modify", "compensable", shown(call.text))
        ],
    ),
    Program(
        ("faillock", "pam_tally2"),
        lambda call, args, _shell: [
            changes(
                "modify", "compensable", shown(call.text), refs("user", args.values("--user", "-u"), call), call.name
            )
            if args.has("--reset", "-r")
            else observe(shown(call.text))
        ],
        valued=frozenset({"--user", "-u"}),
    ),
    Program(("htpasswd", "htdigest"), lambda call, args, _shell: [_htpasswd(call, args)]),
    Program(
        ("smbpasswd", "pdbedit"),
        lambda call, args, _shell: [
            observe(shown(call.text))
            if args.has("-L") and call.name == "pdbedit"
            else changes(
                "destroy" if args.has("-x") else "rotate", "compensable", shown(call.text), _user(call, args), call.name
            )
        ],
    ),
)


def _htpasswd(call: Call, args: Args) -> Act:
    """`-c` makes the file anew, without the entries that it holds."""
    prints, checks = args.has("-n"), args.has("-v")
    if prints or checks:
        return observe(shown(call.text))
    path = refs("file", args.operands[:1], call)
    if args.has("-c"):
        return changes("destroy", "irreversible", shown(call.text), path, "htpasswd -c")
    if args.has("-D"):
        return changes("destroy", "compensable", shown(call.text), path, "htpasswd -D")
    return changes("rotate", "compensable", shown(call.text), path, "htpasswd")
