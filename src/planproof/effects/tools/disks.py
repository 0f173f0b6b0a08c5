"""Disks, partitions and file systems."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Final

from planproof.effects.act import Act, changes, observe
from planproof.effects.tools.call import Args, Call, shown
from planproof.effects.tools.program import Program
from planproof.effects.tools.refs import operands, refs
from planproof.effects.tools.tool import Shell, Tool, does, table

_device: Final = operands("device", count=1)


def _mkfs(call: Call, args: Args, _shell: Shell) -> Sequence[Act]:
    """A new file system takes the place of what is on the device; `-n` and `-N` only say what would be done."""
    rehearses = args.has("-N") if call.name in {"mkfs.xfs", "mkfs.btrfs"} else args.has("-n")
    gone = refs("device", args.operands[-1:] if call.name == "mkswap" else args.operands[:1], call)
    if rehearses and call.name in ("mkfs.ext2", "mkfs.ext3", "mkfs.ext4", "mke2fs", "mkfs.xfs", "mkfs"):
        return [observe(shown(call.text), gone, "mkfs")]
    return [changes("destroy", "irreversible", shown(call.text), gone, "mkfs")]


def _fdisk(call: Call, args: Args, _shell: Shell) -> Sequence[Act] | None:
    """`fdisk` waits for commands: `w` writes the table, without it nothing changes."""
    named = _device(args, call)
    if args.has("-l", "--list", "-s", "-x", "-v", "--getsz") or not args.operands:
        return [observe(shown(call.text), named)]
    if call.stdin is not None and not re.search(r"(?m)^\s*w(rite)?\s*$", call.stdin):
        return [observe(shown(call.text), named)]
    return [changes("destroy", "irreversible", shown(call.text), named, call.name)] if call.fed else None


def _sfdisk(call: Call, args: Args, _shell: Shell) -> Sequence[Act]:
    named = _device(args, call)
    if args.has(
        "-d",
        "--dump",
        "-J",
        "--json",
        "-l",
        "--list",
        "-F",
        "--list-free",
        "-s",
        "--show-size",
        "-V",
        "--verify",
        "-n",
        "--no-act",
        "-T",
        "--list-types",
        "-g",
        "--show-geometry",
    ):
        return [observe(shown(call.text), named)]
    if args.has("-r", "--reorder", "-A", "--activate", "--part-label", "--part-uuid", "--disk-id", "--part-attrs"):
        return [changes("modify", "reversible", shown(call.text), named, "sfdisk")]
    return [changes("destroy", "irreversible", shown(call.text), named, "sfdisk")]


def _sgdisk(call: Call, args: Args, _shell: Shell) -> Sequence[Act]:
    named = refs("device", args.operands[-1:], call)
    acts: list[Act] = []
    copy = args.value("-b", "--backup")
    if copy:
        made = refs("file", [copy], call)
        acts.append(Act("create", "reversible", shown(call.text), reads=named, writes=made, produces=made))
    if args.has(
        "-z",
        "-Z",
        "--zap",
        "--zap-all",
        "-o",
        "--clear",
        "-d",
        "--delete",
        "-l",
        "--load-backup",
        "-R",
        "--replicate",
        "-g",
        "--mbrtogpt",
        "-m",
        "--gpttombr",
    ):
        acts.append(changes("destroy", "irreversible", shown(call.text), named, "sgdisk"))
    elif args.has(
        "-n",
        "--new",
        "-t",
        "--typecode",
        "-c",
        "--change-name",
        "-A",
        "-u",
        "-U",
        "-G",
        "-e",
        "-s",
        "-r",
        "--attributes",
        "--partition-guid",
        "--disk-guid",
        "--randomize-guids",
        "--move-second-header",
    ):
        acts.append(changes("modify", "compensable", shown(call.text), named, "sgdisk"))
    return acts or [observe(shown(call.text), named)]


_PARTED: Final = {
    "print": "",
    "p": "",
    "unit": "",
    "align-check": "",
    "help": "",
    "quit": "",
    "version": "",
    "select": "",
    "mklabel": "destroy",
    "mktable": "destroy",
    "rm": "destroy",
    "mkpart": "create",
    "resizepart": "modify",
    "name": "modify",
    "set": "modify",
    "toggle": "modify",
    "disk_set": "modify",
    "disk_toggle": "modify",
    "rescue": "modify",
    "type": "modify",
}


def _parted(call: Call, args: Args, _shell: Shell) -> Sequence[Act] | None:
    named = _device(args, call)
    if args.has("-l", "--list"):
        return [observe(shown(call.text))]
    done = {_PARTED[word] for word in args.operands[1:] if word in _PARTED}
    if not done:
        return None
    if "destroy" in done:
        return [changes("destroy", "irreversible", shown(call.text), named, "parted")]
    if "modify" in done:
        return [changes("modify", "compensable", shown(call.text), named, "parted")]
    if "create" in done:
        return [changes("create", "reversible", shown(call.text), named, "parted")]
    return [observe(shown(call.text), named)]


def _wipefs(call: Call, args: Args, _shell: Shell) -> Sequence[Act]:
    named = operands("device")(args, call)
    if args.has("-n", "--no-act") or not args.has("-a", "--all", "-o", "--offset"):
        return [observe(shown(call.text), named, "wipefs")]
    return [changes("destroy", "irreversible", shown(call.text), named, "wipefs")]


def _fsck(call: Call, args: Args, _shell: Shell) -> Sequence[Act]:
    """A check that may repair; `-n` only looks."""
    named = operands("device")(args, call)
    if args.has("-n", "-N", "--no-modify"):
        return [observe(shown(call.text), named, "fsck")]
    return [changes("modify", "irreversible", shown(call.text), named, "fsck")]


def _resize2fs(call: Call, args: Args, _shell: Shell) -> Sequence[Act]:
    if args.has("-P"):
        return [observe(shown(call.text), _device(args, call))]
    return [changes("modify", "reversible", shown(call.text), _device(args, call), call.name)]


def _mount(call: Call, args: Args, _shell: Shell) -> Sequence[Act]:
    if args.has("-l", "--show-labels", "-f", "--fake") or (not args.operands and not args.has("-a", "--all")):
        return [observe(shown(call.text))]
    named = refs("mount", args.operands[-1:], call)
    return [Act("shift", "reversible", shown(call.text), writes=named, operation="mount", inverse="umount")]


def _hdparm(call: Call, args: Args, _shell: Shell) -> Sequence[Act]:
    erases = (
        "--security-erase",
        "--security-erase-enhanced",
        "--trim-sector-ranges",
        "--write-sector",
        "--sanitize-block-erase",
        "--sanitize-crypto-scramble",
        "--sanitize-overwrite",
        "--make-bad-sector",
    )
    if any(word.startswith(erases) for word in call.args):
        return [
            changes("destroy", "irreversible", shown(call.text), refs("device", args.operands[-1:], call), "hdparm")
        ]
    if args.has(
        "--security-set-pass", "--security-disable", "--security-unlock", "-N", "-W", "-S", "-B", "-y", "-Y", "-r"
    ):
        return [changes("modify", "reversible", shown(call.text), refs("device", args.operands[-1:], call), "hdparm")]
    return [observe(shown(call.text), refs("device", args.operands[-1:], call))]


def _debugfs(call: Call, args: Args, _shell: Shell) -> Sequence[Act] | None:
    return None if args.has("-w") else [observe(shown(call.text), refs("device", args.operands[-1:], call))]


def _tune2fs(call: Call, args: Args, _shell: Shell) -> Sequence[Act]:
    if args.has("-l"):
        return [observe(shown(call.text), _device(args, call))]
    return [changes("modify", "reversible", shown(call.text), refs("device", args.operands[-1:], call), call.name)]


def _label(call: Call, args: Args, _shell: Shell) -> Sequence[Act]:
    sets = len(args.operands) > 1
    return [
        changes("modify", "reversible", shown(call.text), _device(args, call)) if sets else observe(shown(call.text))
    ]


TOOLS: Final = (
    Program(
        (
            "mkfs",
            "mke2fs",
            "mkswap",
            "mkdosfs",
            "mkntfs",
            "newfs",
            *(
                f"mkfs.{fs}"
                for fs in "ext2 ext3 ext4 xfs btrfs vfat fat exfat ntfs f2fs jfs reiserfs minix nilfs2 gfs2 ocfs2".split()
            ),
        ),
        _mkfs,
        valued=frozenset("-t -L -b -m -i -I -E -O -T -U -F -S -d -l".split()),
    ),
    Program(("fdisk", "cfdisk", "gdisk", "cgdisk"), _fdisk),
    Program(("sfdisk",), _sfdisk, valued=frozenset({"-N", "-X", "-Y", "--label"})),
    Program(
        ("sgdisk",),
        _sgdisk,
        valued=frozenset(
            "-b --backup -l --load-backup -d --delete -n --new -t --typecode -c -A -u -U -R -i -r".split()
        ),
    ),
    Program(("parted",), _parted, valued=frozenset({"-a", "--align", "-u"})),
    Program(("partprobe", "kpartx", "partx", "udevadm"), does("modify", "reversible", refs=_device)),
    Program(("wipefs",), _wipefs, valued=frozenset({"-o", "--offset", "-t", "--types", "-O", "--output"})),
    Program(("blkdiscard", "nwipe", "scrub"), does("destroy", "irreversible", refs=operands("device"))),
    Program(
        (
            "fsck",
            "e2fsck",
            "xfs_repair",
            "fsck.ext2",
            "fsck.ext3",
            "fsck.ext4",
            "fsck.xfs",
            "fsck.vfat",
            "dosfsck",
            "ntfsfix",
            "fsck.btrfs",
            "fsck.f2fs",
        ),
        _fsck,
        valued=frozenset({"-t", "-b", "-B", "-j", "-l"}),
    ),
    Program(
        ("resize2fs", "xfs_growfs", "growpart", "ntfsresize", "resize.f2fs"),
        _resize2fs,
        dry=frozenset({"--dry-run", "-N", "-n"}),
    ),
    Program(
        ("tune2fs", "xfs_admin", "btrfstune"),
        _tune2fs,
        valued=frozenset({"-c", "-i", "-L", "-U", "-m", "-r", "-e", "-o", "-O", "-E"}),
    ),
    Program(("e2label", "fatlabel", "ntfslabel", "swaplabel", "exfatlabel"), _label),
    Program(
        (
            "dumpe2fs",
            "xfs_info",
            "xfs_db",
            "smartctl",
            "sginfo",
            "sg_inq",
            "e2freefrag",
            "filefrag",
            "xfs_bmap",
            "isoinfo",
        ),
        does("observe", refs=_device),
    ),
    Program(
        ("badblocks",),
        lambda call, args, _shell: [
            changes("destroy", "irreversible", shown(call.text), _device(args, call), "badblocks")
            if args.has("-w")
            else observe(shown(call.text), _device(args, call))
        ],
    ),
    Program(
        ("e4defrag", "xfs_fsr", "fstrim", "xfs_freeze", "fsfreeze"),
        does("modify", "reversible", refs=operands("mount")),
    ),
    Program(("debugfs",), _debugfs, valued=frozenset({"-R", "-f"})),
    Program(("mount",), _mount, valued=frozenset({"-t", "-o", "-L", "-U", "-O", "--types", "--options"})),
    Program(
        ("umount", "fusermount", "fusermount3"),
        does("shift", "reversible", inverse="mount", refs=operands("mount")),
        valued=frozenset({"-t", "-O"}),
    ),
    Program(
        ("swapon",),
        lambda call, args, _shell: [
            observe(shown(call.text))
            if args.has("-s", "--show", "--summary") or not call.args
            else changes("shift", "reversible", shown(call.text), operands("device")(args, call), "swapon")
        ],
        valued=frozenset({"-p"}),
    ),
    Program(("swapoff",), does("shift", "reversible", inverse="swapon", refs=operands("device"))),
    Program(
        ("losetup",),
        lambda call, args, _shell: [
            changes("modify", "reversible", shown(call.text), _device(args, call), "losetup")
            if args.has("-d", "-D", "-f", "-c", "--detach", "--find", "--detach-all") or len(args.operands) > 1
            else observe(shown(call.text))
        ],
    ),
    Program(
        ("blockdev",),
        lambda call, args, _shell: [
            observe(shown(call.text))
            if any(word.startswith(("--get", "--report")) for word in call.args)
            else changes("modify", "reversible", shown(call.text), _device(args, call), "blockdev")
        ],
    ),
    Program(
        ("hdparm",),
        _hdparm,
        valued=frozenset({"--user-master", "--security-erase", "--security-erase-enhanced", "--security-set-pass"}),
    ),
    Tool(
        ("nvme",),
        table("""
        observe: list, list-subsys, id-ctrl, id-ns, list-ns, list-ctrl, nvm-id-ctrl, get-log, smart-log, error-log, fw-log,
            effects-log, endurance-log, self-test-log, telemetry-log, get-feature, show-regs, get-property, get-ns-id, read,
            discover, show-hostnqn, gen-hostnqn, version, help, ns-descs, cmdset-ind-id-ns, sanitize-log, resv-report
        shift reversible: reset, subsystem-reset, connect, connect-all, disconnect, disconnect-all, ns-rescan
        modify reversible: set-feature, attach-ns, detach-ns, fw-download, fw-activate, fw-commit, device-self-test
        create reversible: create-ns
        destroy irreversible: format, sanitize, delete-ns, write-zeroes, write, dsm, write-uncor
        """),
        refs=operands("device", 1, 1),
    ),
)
