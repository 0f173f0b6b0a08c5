"""Virtual machines and their images: qemu-img, virsh, Proxmox."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from planproof.effects.act import Act, changes, observe
from planproof.effects.tools.call import Args, Call, behind, shown
from planproof.effects.tools.program import Program
from planproof.effects.tools.refs import operands, refs
from planproof.effects.tools.tool import By, Shell, Tool, does, table

_machine: Final = operands("machine", 1, 1)


def _qemu_snapshot(call: Call, args: Args, _shell: Shell) -> Sequence[Act]:
    named = operands("image", 1)(args, call)
    if args.has("-d"):
        return [changes("destroy", "irreversible", shown(call.text), named, "qemu-img snapshot")]
    if args.has("-a"):
        return [
            Act(
                "destroy",
                "irreversible",
                shown(call.text),
                destroys=named,
                restores=named,
                operation="qemu-img snapshot",
            )
        ]
    if args.has("-c"):
        return [
            Act("create", "reversible", shown(call.text), writes=named, produces=named, operation="qemu-img snapshot")
        ]
    return [observe(shown(call.text), named)]


def _qemu_resize(call: Call, args: Args, _shell: Shell) -> Sequence[Act]:
    named = operands("image", 1, 1)(args, call)
    if args.has("--shrink"):
        return [changes("destroy", "irreversible", shown(call.text), named, "qemu-img resize")]
    return [changes("modify", "reversible", shown(call.text), named, "qemu-img resize")]


def _qemu_convert(call: Call, args: Args, _shell: Shell) -> Sequence[Act]:
    read, made = refs("image", args.operands[1:-1], call), refs("image", args.operands[-1:], call)
    return [
        Act(
            "create",
            "reversible",
            shown(call.text),
            reads=read,
            writes=made,
            produces=made,
            operation="qemu-img convert",
        )
    ]


def _undefine(call: Call, args: Args, _shell: Shell) -> Sequence[Act]:
    stored = args.has("--remove-all-storage", "--storage", "--wipe-storage", "--snapshots-metadata")
    undo = "irreversible" if stored else "compensable"
    return [changes("destroy", undo, shown(call.text), _machine(args, call), "virsh undefine")]


def _blockcommit(call: Call, args: Args, _shell: Shell) -> Sequence[Act]:
    return [changes("modify", "irreversible", shown(call.text), _machine(args, call), args.operands[0])]


_SNAPSHOT: Final = does("create", "reversible", produces=True, refs=operands("machine", 1))
_REVERT: Final = does("destroy", "irreversible", restores=True, refs=_machine)

TOOLS: Final = (
    Tool(
        ("qemu-img",),
        {
            **table(
                "observe: info, map, compare, measure, bench, dd-info\ncreate reversible: create, bitmap\nmodify irreversible: commit, dd\nmodify compensable: rebase, amend"
            ),
            "check": does("observe", verifies=True, refs=operands("image", 1)),
            "snapshot": _qemu_snapshot,
            "resize": _qemu_resize,
            "convert": _qemu_convert,
        },
        refs=operands("image", 1),
        valued=frozenset({"-f", "-O", "-o", "-b", "-F", "-l", "-c", "-a", "-d", "-m", "-r"}) - {"-d", "-a", "-c"},
    ),
    Tool(
        ("virsh",),
        {
            **table("""
            observe: list, dominfo, domstate, domstats, domblklist, domblkinfo, domblkstat, domiflist, domifaddr, domifstat, dommemstat,
                domjobinfo, domid, domuuid, domname, domtime, domdisplay, domfsinfo, domhostname, dumpxml, console, vcpuinfo, vcpucount, version, uri, hostname, nodeinfo,
                nodememstats, nodecpustats, capabilities, sysinfo, freecell, net-list, net-info, net-dumpxml, net-dhcp-leases, net-uuid,
                pool-list, pool-info, pool-dumpxml, vol-list, vol-info, vol-path, vol-pool, vol-dumpxml, vol-key, snapshot-list, snapshot-info,
                snapshot-dumpxml, snapshot-current, snapshot-parent, checkpoint-list, checkpoint-dumpxml, iface-list, iface-dumpxml,
                nodedev-list, nodedev-dumpxml, nwfilter-list, nwfilter-dumpxml, secret-list, secret-dumpxml, secret-get-value, event,
                net-event, help, domcapabilities, screenshot, vncdisplay, perf, guestinfo, pool-event, backup-dumpxml
            create reversible: create, define, net-define, net-create, pool-define, pool-define-as, pool-create, pool-create-as, vol-create,
                vol-create-as, vol-clone, vol-create-from, nwfilter-define, secret-define, iface-define, checkpoint-create, checkpoint-create-as
            shift reversible: start, shutdown, reboot, suspend, resume, save, restore, managedsave, migrate, net-start, pool-start,
                pool-refresh, domif-setlink, dompmsuspend, dompmwakeup, domfsfreeze, domfsthaw, domfstrim, iface-start, migrate-setspeed, inject-nmi
            shift compensable: destroy, reset, net-destroy, pool-destroy, iface-destroy, domjobabort, blkdeviotune
            modify reversible: attach-device, attach-disk, attach-interface, detach-interface, detach-disk, detach-device, update-device,
                change-media, autostart, net-autostart, pool-autostart, setvcpus, setmem, setmaxmem, vcpupin, emulatorpin, numatune, desc, metadata,
                blockresize, vol-resize, net-update, pool-build, set-user-sshkeys, qemu-monitor-command, send-key, memtune, domrename
            modify irreversible: edit, net-edit, pool-edit, vol-upload, blockcopy, secret-set-value
            create compensable: vol-download, dump, backup-begin
            rotate compensable: set-user-password
            destroy compensable: net-undefine, pool-undefine, nwfilter-undefine, iface-undefine, managedsave-remove, checkpoint-delete
            destroy irreversible: vol-delete, vol-wipe, pool-delete, snapshot-delete, secret-undefine
            """),
            "snapshot-create": _SNAPSHOT,
            "snapshot-create-as": _SNAPSHOT,
            "snapshot-revert": _REVERT,
            "undefine": _undefine,
            "blockjob": By(
                does("observe", refs=_machine),
                {"--abort --async --pivot --bandwidth": does("shift", "compensable", refs=_machine)},
            ),
            "blockcommit": _blockcommit,
            "blockpull": _blockcommit,
        },
        refs=_machine,
        valued=frozenset({"-c", "--connect", "-d", "--domain"}),
        dry=frozenset({"--print-xml"}),
    ),
    Program(("virt-clone", "virt-install"), does("create", "reversible"), dry=frozenset({"--dry-run"})),
    Program(
        (
            "virt-top",
            "virt-df",
            "virt-ls",
            "virt-cat",
            "virt-filesystems",
            "virt-inspector",
            "virt-what",
            "systemd-detect-virt",
        ),
        does("observe"),
    ),
    Tool(
        ("qm", "pct"),
        {
            **table("""
            observe: list, status, config, pending, showcmd, listsnapshot, cpusets, df, fsck-info, guest cmd, terminal, help, cloudinit dump
            shift reversible: start, shutdown, reboot, suspend, resume, migrate, remote-migrate, mount, unmount
            shift compensable: stop, reset
            create reversible: create, clone
            modify reversible: set, move-disk, move-volume, move_disk, move_volume, template, unlock, rescan, importdisk, cloudinit update, fsck, disk import
            modify compensable: resize, disk resize, importovf
            create compensable: restore
            destroy irreversible: destroy, delsnapshot, unlink, disk unlink, rollback
            """),
            "snapshot": _SNAPSHOT,
            "exec": lambda call, args, shell: shell.argv(
                behind(call.args, count=2), within="".join(args.operands[1:2])
            ),
            "guest exec": lambda call, args, shell: shell.argv(
                behind(call.args, count=3), within="".join(args.operands[2:3])
            ),
        },
        refs=_machine,
    ),
    Program(("vzdump", "proxmox-backup-client"), does("create", "reversible", produces=True, refs=operands("machine"))),
    Program(("qmrestore",), does("create", "compensable", restores=True, refs=operands("machine", 1))),
    Tool(
        ("pvecm",),
        table(
            "observe: status, nodes, expected-info\nshift compensable: expected\nmodify compensable: add, create, updatecerts\ndestroy compensable: delnode"
        ),
    ),
    Tool(
        ("pvesm",),
        table(
            "observe: status, list, path, scan\ncreate reversible: add, alloc, export\nmodify reversible: set, import\ndestroy irreversible: free\ndestroy compensable: remove"
        ),
    ),
)
