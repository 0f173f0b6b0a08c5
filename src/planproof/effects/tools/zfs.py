"""zfs, zpool and btrfs."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from planproof.effects.act import Act, Ref, changes, observe
from planproof.effects.tools.call import Args, Call, shown
from planproof.effects.tools.refs import operands, plain, refs
from planproof.effects.tools.tool import Shell, Tool, does, table

_VALUED: Final = frozenset({"-o", "-O", "-t", "-s", "-S", "-V", "-b", "-d", "-i", "-I", "-R", "-c", "-T", "-x"})
_dataset: Final = operands("dataset", 1)


def _destroy(call: Call, args: Args, _shell: Shell) -> Sequence[Act]:
    """`-n` only says what would go; a bookmark holds no data."""
    named = _dataset(args, call)
    if args.has("-n"):
        return [observe(shown(call.text), named, "zfs destroy")]
    bookmark = bool(args.operands[1:]) and all("#" in name for name in args.operands[1:])
    return [changes("destroy", "compensable" if bookmark else "irreversible", shown(call.text), named, "zfs destroy")]


def _rollback(call: Call, args: Args, _shell: Shell) -> Sequence[Act]:
    """What was written since the snapshot is lost; the dataset is as it was."""
    snapshot = args.operands[1] if len(args.operands) > 1 else ""
    named = Ref("dataset", plain(snapshot.partition("@")[0]), call.within)
    read = (Ref("dataset", plain(snapshot), call.within),)
    return [
        Act(
            "destroy",
            "irreversible",
            shown(call.text),
            reads=read,
            destroys=(named,),
            restores=(named,),
            operation="zfs rollback",
        )
    ]


def _receive(call: Call, args: Args, _shell: Shell) -> Sequence[Act]:
    named = refs("dataset", args.operands[-1:], call)
    if args.has("-n"):
        return [observe(shown(call.text), named)]
    if args.has("-F"):  # rolls the target back first
        return [
            Act("destroy", "irreversible", shown(call.text), destroys=named, restores=named, operation="zfs receive")
        ]
    return [
        Act(
            "create",
            "reversible",
            shown(call.text),
            writes=named,
            produces=named,
            restores=named,
            operation="zfs receive",
        )
    ]


def _set(call: Call, args: Args, _shell: Shell) -> Sequence[Act]:
    """A property is put back as it was; `readonly` and `sharenfs` decide who may do what."""
    opens = any(word.startswith(("sharenfs=", "sharesmb=")) and not word.endswith("=off") for word in args.operands)
    named = operands("dataset", 2)(args, call)
    return [
        Act(
            "modify",
            "reversible",
            shown(call.text),
            writes=named,
            operation="zfs set",
            hazards=("widens_access",) if opens else (),
        )
    ]


def _pool_import(call: Call, args: Args, _shell: Shell) -> Sequence[Act]:
    named = operands("pool", 1)(args, call)
    if len(args.operands) < 2 and not args.has("-a"):
        return [observe(shown(call.text))]
    if args.has("-F", "-X") and not args.has("-n"):  # gives up the last transactions
        return [changes("destroy", "irreversible", shown(call.text), named, "zpool import")]
    return [changes("shift", "reversible", shown(call.text), named, "zpool import")]


def _pool_create(call: Call, args: Args, _shell: Shell) -> Sequence[Act]:
    if args.has("-n"):
        return [observe(shown(call.text))]
    made, gone = operands("pool", 1, 1)(args, call), operands("device", 2)(args, call)
    if args.has("-f"):
        return [Act("destroy", "irreversible", shown(call.text), writes=made, destroys=gone, operation="zpool create")]
    return [Act("create", "compensable", shown(call.text), writes=(*made, *gone), operation="zpool create")]


def _btrfs_check(call: Call, args: Args, _shell: Shell) -> Sequence[Act]:
    named = operands("device", 1)(args, call)
    if args.has("--repair", "--init-csum-tree", "--init-extent-tree", "--clear-space-cache", "--clear-ino-cache"):
        return [changes("modify", "irreversible", shown(call.text), named, "btrfs check")]
    return [observe(shown(call.text), named, "btrfs check")]


def _btrfs_snapshot(call: Call, args: Args, _shell: Shell) -> Sequence[Act]:
    made = refs("file", args.operands[3:4], call)
    return [
        Act(
            "create",
            "reversible",
            shown(call.text),
            reads=refs("file", args.operands[2:3], call),
            writes=made,
            produces=made,
            operation="btrfs subvolume snapshot",
            inverse="btrfs subvolume delete",
        )
    ]


_SNAPSHOT: Final = does("create", "reversible", produces=True, inverse="zfs destroy", refs=_dataset)

TOOLS: Final = (
    Tool(
        ("zfs",),
        {
            **table("""
            observe: list, get, diff, holds, version, userspace, groupspace, projectspace, send, help, program -n, wait
            create reversible: create, bookmark, clone
            modify reversible: rename, inherit, promote, hold, upgrade, change-key, project
            modify compensable: release, unallow, redact, program, jail, unjail, zone, unzone
            shift reversible: mount, unmount, umount, share, unshare, load-key, unload-key
            """),
            "destroy": _destroy,
            "rollback": _rollback,
            "receive": _receive,
            "recv": _receive,
            "set": _set,
            "snapshot": _SNAPSHOT,
            "snap": _SNAPSHOT,
            "allow": does("modify", "reversible", "widens_access", refs=_dataset),
        },
        valued=_VALUED,
        refs=_dataset,
        dry=frozenset({"-nv", "--dryrun"}),
    ),
    Tool(
        ("zpool",),
        {
            **table("""
            observe: list, status, iostat, get, history, events, version, wait, help
            shift reversible: export, online, clear, trim, initialize, reopen, sync, resilver
            shift compensable: offline
            modify reversible: scrub, set, attach, replace, upgrade, prefetch
            modify compensable: add, reguid, ddtprune
            modify irreversible: upgrade -a
            destroy compensable: detach, remove, split
            destroy irreversible: destroy, labelclear
            create reversible: checkpoint
            """),
            "import": _pool_import,
            "create": _pool_create,
        },
        valued=_VALUED,
        refs=operands("pool", 1, 1),
        dry=frozenset({"-nv"}),
    ),
    Tool(
        ("btrfs",),
        {
            **table("""
            observe: subvolume list, subvolume show, subvolume get-default, subvolume find-new, filesystem df, filesystem show,
                filesystem usage, filesystem du, fi df, fi show, fi usage, fi du, device stats, device usage, device scan,
                balance status, scrub status, property get, property list, inspect-internal *, qgroup show, quota status,
                restore -l, send, subvolume sync, replace status, version, help, device ready
            create reversible: subvolume create, qgroup create
            modify reversible: balance start, balance pause, balance resume, balance cancel, balance, scrub start,
                scrub resume, scrub cancel, filesystem defragment, filesystem resize, filesystem label, filesystem sync,
                fi defragment, fi resize, fi label, fi sync, subvolume set-default, property set, quota enable, quota rescan,
                qgroup limit, qgroup assign, qgroup remove, device add, replace start, replace cancel, filesystem mkswapfile
            modify compensable: quota disable, rescue *
            create compensable: receive, restore
            destroy compensable: device remove, device delete, qgroup destroy, qgroup clear-stale
            destroy irreversible: subvolume delete, sub delete, su delete
            """),
            "check": _btrfs_check,
            "subvolume snapshot": _btrfs_snapshot,
            "sub snapshot": _btrfs_snapshot,
            "su snapshot": _btrfs_snapshot,
        },
        refs=operands("file", 2),
    ),
)
