"""Volume managers and encrypted, mirrored and layered devices: LVM, mdadm, cryptsetup, multipath."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from planproof.effects.act import Act, Ref, changes, observe
from planproof.effects.tools.call import Args, Call, shown
from planproof.effects.tools.program import Program
from planproof.effects.tools.refs import operands, plain, refs
from planproof.effects.tools.tool import Shell, Tool, does, table

_LVM_VALUED: Final = frozenset(
    "-n --name -L --size -l --extents -s -o --options -O --sort --config -V --virtualsize -i --stripes -I -m --mirrors"
    " -c --chunksize --type --thinpool --pooldatasize --addtag --deltag -a --activate -p --permission -S --select"
    " --units --reportformat -f --file -u --uuid --restorefile -r --readahead -C -Z -M --cachepool --cachevol".split()
)
_VOLUME: Final = operands("volume")
_TEST: Final = frozenset({"-t", "--test"})


def _lvcreate(call: Call, args: Args, _shell: Shell) -> Sequence[Act]:
    """A new volume; with `-s` a snapshot of the one that is named."""
    name, origin = args.value("-n", "--name"), args.operands[0] if args.operands else ""
    group = origin.removeprefix("/dev/").partition("/")[0]
    made = Ref("volume", plain(f"{group}/{name}" if group else name), call.within)
    if any(word in ("-s", "--snapshot") for word in call.args):
        read = refs("volume", [origin], call)
        return [
            Act(
                "create",
                "reversible",
                shown(call.text),
                reads=read,
                writes=(made,),
                produces=(made,),
                operation="lvcreate",
                inverse="lvremove",
            )
        ]
    return [Act("create", "reversible", shown(call.text), writes=(made,), operation="lvcreate", inverse="lvremove")]


def _lvreduce(call: Call, args: Args, _shell: Shell) -> Sequence[Act]:
    """Shrinking cuts off the end; only together with its file system the data stays."""
    undo = "reversible" if args.has("-r", "--resizefs") else "irreversible"
    kind = "modify" if args.has("-r", "--resizefs") else "destroy"
    return [changes(kind, undo, shown(call.text), _VOLUME(args, call), call.name)]


def _lvresize(call: Call, args: Args, shell: Shell) -> Sequence[Act]:
    if args.value("-L", "--size", "-l", "--extents").startswith("+"):
        return [changes("modify", "reversible", shown(call.text), _VOLUME(args, call), "lvresize")]
    return _lvreduce(call, args, shell)


def _lvconvert(call: Call, args: Args, _shell: Shell) -> Sequence[Act]:
    named = _VOLUME(args, call)
    if args.has("--merge", "--mergesnapshot"):  # the origin goes back to the snapshot, which is used up
        return [
            Act(
                "destroy",
                "irreversible",
                shown(call.text),
                reads=named,
                destroys=named,
                restores=named,
                operation="lvconvert --merge",
            )
        ]
    return [changes("modify", "compensable", shown(call.text), named, "lvconvert")]


def _vgcfgrestore(call: Call, args: Args, _shell: Shell) -> Sequence[Act]:
    named = operands("volume group")(args, call)
    if args.has("-l", "--list"):
        return [observe(shown(call.text), named)]
    return [Act("modify", "compensable", shown(call.text), writes=named, restores=named, operation="vgcfgrestore")]


def _mdadm(call: Call, args: Args, _shell: Shell) -> Sequence[Act] | None:
    named = refs("device", args.operands[:1], call)
    has = args.has
    if has("--zero-superblock"):
        return [changes("destroy", "irreversible", shown(call.text), operands("device")(args, call), "mdadm")]
    if has("-C", "--create", "-B", "--build"):
        gone = operands("device", 1)(args, call)
        return [
            Act("destroy", "irreversible", shown(call.text), writes=named, destroys=gone, operation="mdadm --create")
        ]
    if has("-S", "--stop", "-A", "--assemble", "-o", "--readonly", "-w", "--readwrite"):
        return [changes("shift", "reversible", shown(call.text), named, "mdadm")]
    if has("-f", "--fail", "--set-faulty", "-r", "--remove", "--replace"):
        return [changes("shift", "compensable", shown(call.text), operands("device")(args, call), "mdadm")]
    if has("-a", "--add", "--re-add", "--add-spare", "-G", "--grow"):
        return [changes("modify", "reversible", shown(call.text), operands("device")(args, call), "mdadm")]
    if has("-D", "--detail", "-E", "--examine", "-Q", "--query", "-X", "--detail-platform", "--examine-bitmap", "-V"):
        return [observe(shown(call.text), named)]
    return [observe(shown(call.text), named)] if has("-F", "--monitor", "--follow") else None


_crypt_device: Final = operands("device", 1, 1)


def _luks_backup(call: Call, args: Args, _shell: Shell) -> Sequence[Act]:
    made = refs("file", [args.value("--header-backup-file")], call)
    return [
        Act(
            "create",
            "reversible",
            shown(call.text),
            reads=_crypt_device(args, call),
            writes=made,
            produces=made,
            operation="cryptsetup luksHeaderBackup",
        )
    ]


def _luks_restore(call: Call, args: Args, _shell: Shell) -> Sequence[Act]:
    """The old header and its keys are overwritten; the data opens only with the keys of the copy."""
    named = _crypt_device(args, call)
    read = refs("file", [args.value("--header-backup-file")], call)
    return [
        Act(
            "modify",
            "irreversible",
            shown(call.text),
            reads=read,
            writes=named,
            restores=named,
            operation="cryptsetup luksHeaderRestore",
        )
    ]


TOOLS: Final = (
    Program(
        (
            "lvs",
            "vgs",
            "pvs",
            "lvscan",
            "vgscan",
            "pvscan",
            "lvdisplay",
            "vgdisplay",
            "pvdisplay",
            "lvmdiskscan",
            "pvck",
            "vgck",
            "lvmconfig",
            "lvmdump",
            "dmstats",
        ),
        does("observe", refs=_VOLUME),
        valued=_LVM_VALUED,
    ),
    Program(("lvcreate",), _lvcreate, valued=_LVM_VALUED - {"-s"}, dry=_TEST),
    Program(("lvremove",), does("destroy", "irreversible", refs=_VOLUME), valued=_LVM_VALUED, dry=_TEST),
    Program(("lvextend",), does("modify", "reversible", refs=_VOLUME), valued=_LVM_VALUED, dry=_TEST),
    Program(("lvreduce",), _lvreduce, valued=_LVM_VALUED - {"-r"}, dry=_TEST),
    Program(("lvresize",), _lvresize, valued=_LVM_VALUED - {"-r"}, dry=_TEST),
    Program(("lvchange", "vgchange"), does("modify", "reversible", refs=_VOLUME), valued=_LVM_VALUED, dry=_TEST),
    Program(("lvrename", "vgrename"), does("modify", "reversible", refs=_VOLUME), dry=_TEST),
    Program(("lvconvert",), _lvconvert, valued=_LVM_VALUED, dry=_TEST),
    Program(("vgcreate",), does("create", "compensable", refs=operands("volume group")), valued=_LVM_VALUED, dry=_TEST),
    Program(
        ("vgextend", "pvchange", "vgsplit", "vgmerge", "vgimport", "vgexport", "vgimportclone", "vgmknodes"),
        does("modify", "reversible", refs=operands("volume group")),
        valued=_LVM_VALUED,
        dry=_TEST,
    ),
    Program(
        ("vgreduce", "pvremove"), does("destroy", "compensable", refs=operands("device")), valued=_LVM_VALUED, dry=_TEST
    ),
    Program(
        ("vgremove",), does("destroy", "irreversible", refs=operands("volume group")), valued=_LVM_VALUED, dry=_TEST
    ),
    Program(
        ("vgcfgbackup",), does("create", "reversible", produces=True, refs=operands("volume group")), valued=_LVM_VALUED
    ),
    Program(("vgcfgrestore",), _vgcfgrestore, valued=_LVM_VALUED, dry=_TEST),
    Program(("pvcreate",), does("destroy", "irreversible", refs=operands("device")), valued=_LVM_VALUED, dry=_TEST),
    Program(
        ("pvresize", "pvmove"), does("modify", "reversible", refs=operands("device")), valued=_LVM_VALUED, dry=_TEST
    ),
    Program(
        ("mdadm",),
        _mdadm,
        valued=frozenset({"-l", "-n", "-x", "-c", "--level", "--raid-devices", "--spare-devices", "-N", "--name"}),
    ),
    Tool(
        ("cryptsetup",),
        {
            **table("""
            observe: status, luksDump, isLuks, luksUUID, benchmark, tcryptDump, bitlkDump, fvault2Dump, reencrypt-status
            shift reversible: open, luksOpen, close, luksClose, remove, create, plainOpen, loopaesOpen, tcryptOpen, bitlkOpen,
                suspend, luksSuspend, resume, luksResume
            modify reversible: resize, refresh, config, token, repair, convert
            modify irreversible: reencrypt
            rotate compensable: luksChangeKey, luksConvertKey
            destroy irreversible: erase, luksErase, luksKillSlot, luksRemoveKey, luksFormat
            """),
            "luksAddKey": does("modify", "reversible", "widens_access", refs=_crypt_device),
            "luksHeaderBackup": _luks_backup,
            "luksHeaderRestore": _luks_restore,
        },
        valued=frozenset(
            {
                "--header-backup-file",
                "-d",
                "--key-file",
                "-S",
                "--key-slot",
                "-c",
                "-s",
                "-h",
                "-i",
                "--type",
                "--header",
            }
        ),
        refs=_crypt_device,
        dry=frozenset({"--test-passphrase"}),
    ),
    Tool(
        ("veritysetup", "integritysetup"),
        table(
            "observe: status, dump, verify\nshift reversible: open, close, create, remove\ndestroy irreversible: format"
        ),
        refs=_crypt_device,
    ),
    Tool(
        ("dmsetup",),
        table("""
        observe: ls, info, status, table, deps, targets, version, splitname, mangle, help
        shift reversible: suspend, resume, create, load, reload, rename, message, clear, mknodes, wait, udevcomplete
        shift compensable: remove, remove_all, wipe_table
        """),
        refs=operands("volume", 1, 1),
    ),
    Program(
        ("multipath",),
        lambda call, args, _shell: [
            observe(shown(call.text))
            if args.has("-l", "-ll", "-t", "-d", "-c", "-C") or not call.args
            else changes("modify", "reversible", shown(call.text), (), "multipath")
        ],
    ),
    Tool(
        ("multipathd",),
        table(
            "observe: show, list\nshift reversible: reconfigure, add, remove, suspend, resume, fail, reinstate, disablequeueing, restorequeueing"
        ),
    ),
    Tool(
        ("iscsiadm",),
        {},
        bare=lambda call, args, _shell: [
            changes("shift", "reversible", shown(call.text), (), "iscsiadm")
            if args.has("-l", "--login", "-u", "--logout", "-o", "--op", "-R", "-s")
            else observe(shown(call.text))
        ],
    ),
)
