"""The kernel and what it starts with: settings, modules, boot loader, memory."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from planproof.effects.act import Act, Hazard, changes, observe
from planproof.effects.tools.call import Args, Call, shown
from planproof.effects.tools.program import Program
from planproof.effects.tools.refs import here, operands, refs
from planproof.effects.tools.tool import Shell, Tool, does, table

_GUARDS: Final = (
    "kernel.randomize_va_space=0",
    "kernel.yama.ptrace_scope=0",
    "kernel.kptr_restrict=0",
    "kernel.dmesg_restrict=0",
    "kernel.unprivileged_bpf_disabled=0",
    "net.ipv4.tcp_syncookies=0",
    "fs.protected_symlinks=0",
    "fs.protected_hardlinks=0",
)


def _sysctl(call: Call, args: Args, _shell: Shell) -> Sequence[Act]:
    """A setting is read, or set until the next start."""
    loads = args.has("-p", "--load", "--system")
    sets = [word for word in args.operands if "=" in word]
    if not loads and not sets:
        return [observe(shown(call.text), operands("setting")(args, call), "sysctl")]
    weak = any(word.replace(" ", "") in _GUARDS for word in sets)
    hazards: tuple[Hazard, ...] = ("weakens_guard",) if weak else ()
    named = refs("setting", [word.partition("=")[0].strip() for word in sets] or args.operands, call)
    return [Act("modify", "reversible", shown(call.text), writes=named, hazards=hazards, operation="sysctl")]


def _crypto_policies(call: Call, args: Args, _shell: Shell) -> Sequence[Act]:
    if not args.has("--set"):
        return [observe(shown(call.text))]
    weak = any("LEGACY" in word for word in call.args)
    return [
        Act(
            "modify",
            "reversible",
            shown(call.text),
            hazards=("weakens_guard",) if weak else (),
            operation="update-crypto-policies",
        )
    ]


def _fips(call: Call, args: Args, _shell: Shell) -> Sequence[Act]:
    if args.has("--check", "--is-enabled"):
        return [observe(shown(call.text))]
    return [changes("modify", "reversible", shown(call.text), (), call.name)]


def _alternatives(call: Call, args: Args, _shell: Shell) -> Sequence[Act]:
    if args.has("--display", "--list", "--query", "--get-selections"):
        return [observe(shown(call.text))]
    if args.has("--remove", "--remove-all"):
        return [changes("destroy", "compensable", shown(call.text), operands("alternative")(args, call), call.name)]
    return [changes("modify", "reversible", shown(call.text), operands("alternative")(args, call), call.name)]


def _efibootmgr(call: Call, args: Args, _shell: Shell) -> Sequence[Act]:
    if args.has("-B", "--delete-bootnum", "-O", "--delete-bootorder"):
        return [changes("destroy", "compensable", shown(call.text), here("boot entries")(args, call), "efibootmgr")]
    if call.args in ((), ("-v",)):
        return [observe(shown(call.text))]
    return [changes("modify", "reversible", shown(call.text), here("boot entries")(args, call), "efibootmgr")]


TOOLS: Final = (
    Program(("sysctl",), _sysctl, valued=frozenset({"-r", "--pattern"})),
    Program(
        ("modprobe", "insmod"),
        lambda call, args, _shell: [
            observe(shown(call.text))
            if args.has("-n", "--dry-run", "--show", "-c", "--showconfig", "-D", "--show-depends")
            else changes(
                "shift" if args.has("-r", "--remove") else "modify",
                "reversible",
                shown(call.text),
                operands("module")(args, call),
                "modprobe",
            )
        ],
    ),
    Program(("rmmod",), does("shift", "reversible", inverse="modprobe", refs=operands("module"))),
    Program(
        (
            "depmod",
            "ldconfig",
            "mandb",
            "update-mime-database",
            "update-desktop-database",
            "fc-cache",
            "locale-gen",
            "update-locale",
            "update-ca-certificates",
            "update-ca-trust",
            "systemd-hwdb",
            "hwdb",
        ),
        does("modify", "reversible"),
        dry=frozenset({"-n", "--dry-run", "-p"}),
    ),
    Program(
        (
            "update-grub",
            "update-grub2",
            "grub-mkconfig",
            "grub2-mkconfig",
            "update-initramfs",
            "dracut",
            "mkinitcpio",
            "mkinitrd",
            "kernel-install",
            "grub-install",
            "grub2-install",
            "grub-set-default",
            "grub2-set-default",
            "grub-reboot",
            "grub2-reboot",
            "bootctl",
            "zipl",
            "lilo",
            "grub2-editenv",
            "grub-editenv",
        ),
        does("modify", "compensable", refs=here("boot")),
    ),
    Tool(
        ("grubby",),
        {},
        bare=lambda call, args, _shell: [
            observe(shown(call.text))
            if args.has("--info", "--default-kernel", "--default-index", "--default-title")
            else changes("modify", "reversible", shown(call.text), here("boot")(args, call), "grubby")
        ],
    ),
    Program(("efibootmgr",), _efibootmgr, valued=frozenset({"-b", "-o", "-n", "-d", "-p", "-l", "-L"})),
    Program(("update-alternatives", "alternatives"), _alternatives),
    Program(("update-crypto-policies",), _crypto_policies),
    Program(("fips-mode-setup",), _fips),
    Tool(
        ("tuned-adm",),
        table("observe: list, active, recommend, verify, profile_info\nmodify reversible: profile, off, auto_profile"),
    ),
    Tool(
        ("cpupower",),
        table("observe: frequency-info, idle-info, info, monitor\nmodify reversible: frequency-set, idle-set, set"),
    ),
    Tool(
        ("kpatch", "livepatch", "canonical-livepatch"),
        table(
            "observe: list, info, status\nmodify reversible: load, install, refresh, enable\nmodify compensable: unload, uninstall, disable"
        ),
    ),
    Program(("kexec",), does("shift", "reversible", refs=here("host"))),
    Program(("zramctl", "numad", "irqbalance", "setterm", "loadkeys", "kbdrate"), does("modify", "reversible")),
    Program(("prelink", "ldattach"), does("modify", "compensable")),
    Program(
        ("nvidia-smi", "rocm-smi"),
        lambda call, args, _shell: [
            changes(
                "shift",
                "compensable" if args.has("-r", "--gpu-reset") else "reversible",
                shown(call.text),
                here("gpu")(args, call),
                "nvidia-smi",
            )
            if args.has(
                "-r",
                "--gpu-reset",
                "-pm",
                "--persistence-mode",
                "-pl",
                "--power-limit",
                "-c",
                "--compute-mode",
                "-mig",
                "--multi-instance-gpu",
                "-ac",
                "-lgc",
                "-rgc",
                "-rac",
                "-e",
            )
            else observe(shown(call.text))
        ],
    ),
    Program(
        ("cloud-init",),
        lambda call, args, _shell: [
            observe(shown(call.text))
            if args.operands[:1] in (["status"], ["query"], ["schema"], ["analyze"], ["features"], ["collect-logs"])
            else changes(
                "destroy" if args.operands[:1] == ["clean"] else "modify",
                "compensable",
                shown(call.text),
                here("host")(args, call),
                "cloud-init",
            )
        ],
    ),
    Program(
        ("osqueryi", "lynis", "chkrootkit", "rkhunter", "oscap", "nessuscli", "clamscan", "clamdscan", "maldet"),
        does("observe"),
    ),
    Program(
        ("exportfs",),
        lambda call, args, _shell: [
            observe(shown(call.text))
            if call.args in ((), ("-v",), ("-s",))
            else changes("shift", "reversible", shown(call.text), (), "exportfs")
        ],
    ),
)
