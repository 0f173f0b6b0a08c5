"""Storage clusters: Ceph, Gluster, DRBD; controllers of disks and machines."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from planproof.effects.act import Act, changes, observe
from planproof.effects.tools.call import Args, Call, shown
from planproof.effects.tools.program import Program
from planproof.effects.tools.refs import operands, refs
from planproof.effects.tools.tool import Shell, Tool, does, table

_VALUED: Final = frozenset(
    {"-c", "--cluster", "-n", "--name", "-k", "--keyring", "-p", "--pool", "-f", "--format", "--id", "-o", "-i"}
)


def _rbd_export(call: Call, args: Args, _shell: Shell) -> Sequence[Act]:
    read, made = refs("volume", args.operands[1:2], call), refs("file", args.operands[2:3], call)
    if args.operands[2:3] in ([], ["-"]):
        return [observe(shown(call.text), read)]
    return [
        Act("create", "reversible", shown(call.text), reads=read, writes=made, produces=made, operation="rbd export")
    ]


def _drbdadm_primary(call: Call, args: Args, _shell: Shell) -> Sequence[Act]:
    undo = "irreversible" if args.has("--force", "--overwrite-data-of-peer") else "reversible"
    kind = "destroy" if undo == "irreversible" else "shift"
    return [changes(kind, undo, shown(call.text), operands("volume", 1)(args, call), "drbdadm primary")]


def _drbdadm_connect(call: Call, args: Args, _shell: Shell) -> Sequence[Act]:
    if args.has("--discard-my-data"):
        return [
            changes("destroy", "irreversible", shown(call.text), operands("volume", 1)(args, call), "drbdadm connect")
        ]
    return [changes("shift", "reversible", shown(call.text), operands("volume", 1)(args, call), "drbdadm connect")]


TOOLS: Final = (
    Tool(
        ("ceph",),
        {
            **table("""
            observe: status, -s, health, df, versions, version, features, report, quorum_status, mon stat, mon dump, mon getmap,
                mon_status, osd tree, osd df, osd stat, osd dump, osd status, osd perf, osd ls, osd lspools, osd find, osd metadata,
                osd pool ls, osd pool get, osd pool stats, osd pool get-quota, osd pool autoscale-status, osd safe-to-destroy,
                osd ok-to-stop, osd blocked-by, osd utilization, osd getcrushmap, osd getmap, osd crush tree, osd crush dump,
                osd crush rule ls, osd crush rule dump, osd erasure-code-profile ls, osd erasure-code-profile get, pg stat,
                pg dump, pg ls, pg map, pg dump_stuck, auth ls, auth list, config get, config dump, config show, config log,
                config help, config-key get, config-key ls, config-key dump, fs ls, fs status, fs get, fs dump, mds stat, mgr stat,
                mgr dump, mgr module ls, mgr services, orch ls, orch ps, orch status, orch host ls, orch device ls,
                orch upgrade status, crash ls, crash info, crash stat, device ls, log last, tell * version, tell * status, tell * perf dump, tell * config get, tell * config show,
                tell * dump_*, tell * help, daemon * perf dump, daemon * status, daemon * version, daemon * config get,
                daemon * config show, daemon * config diff, daemon * dump_*, daemon * help, balancer status, time-sync-status,
                fs subvolume ls, fs subvolume info, fs volume ls, nfs cluster ls, rbd mirror snapshot schedule list
            shift reversible: osd out, osd in, osd down, osd set, osd unset, osd set-group, osd unset-group, osd reweight,
                osd crush reweight, osd primary-affinity, osd reweight-by-utilization, mgr fail, mds fail, orch restart, orch start, orch stop,
                orch redeploy, orch daemon restart, orch daemon stop, orch daemon start, orch host maintenance enter,
                orch host maintenance exit, orch host drain, orch pause, orch resume, orch upgrade start, orch upgrade pause,
                orch upgrade resume, orch upgrade stop, osd pause, osd unpause, fs set-down, fs fail, osd crush move
            modify reversible: config set, config rm, config assimilate-conf, config reset, config-key set, osd pool set, osd pool set-quota,
                osd pool rename, osd pool application enable, osd crush set, osd crush add, osd crush add-bucket, osd crush set-device-class,
                osd crush link, osd tier add, osd tier cache-mode, osd require-osd-release, osd set-full-ratio, osd set-nearfull-ratio,
                osd set-backfillfull-ratio, osd set-require-min-compat-client, pg scrub, pg deep-scrub, pg repair, osd scrub,
                osd deep-scrub, osd repair, balancer on, balancer off, balancer mode, mgr module enable, mgr module disable, fs set,
                orch apply, orch host add, orch daemon add, orch host label add, crash archive, crash archive-all, telemetry on,
                telemetry off, osd pool mksnap, fs authorize, health mute, health unmute, log, fs subvolume resize
            create reversible: osd pool create, fs new, fs volume create, fs subvolume create, fs subvolume snapshot create,
                osd crush rule create-replicated, osd crush rule create-simple, osd erasure-code-profile set, mon add
            modify compensable: auth caps, osd setcrushmap, osd blocklist, osd blacklist, osd new, osd create, auth import
            destroy compensable: auth del, auth rm, osd crush rule rm, osd erasure-code-profile rm, osd crush remove, osd crush rm,
                osd crush unlink, mon remove, mon rm, orch host rm, orch rm, orch daemon rm, osd purge-new, crash rm, crash prune,
                osd tier remove, config-key rm, config-key del
            destroy irreversible: osd pool delete, osd pool rm, osd pool rmsnap, osd purge, osd rm, osd destroy, osd lost, fs rm,
                fs volume rm, fs subvolume rm, fs subvolume snapshot rm, orch osd rm, orch device zap, pg force-create-pg,
                osd force-create-pg, mon feature, osd pool cancel-force-backfill, pg *mark_unfound_lost
            """),
            "auth get": does("observe"),
            "auth print-key": does("observe"),
            "auth export": does("observe"),
            "auth add": does("modify", "reversible", "widens_access"),
            "auth get-or-create": does("create", "reversible", "widens_access"),
            "auth get-or-create-key": does("create", "reversible", "widens_access"),
        },
        valued=_VALUED,
        refs=operands("ceph", 2),
        bare=does("observe"),
    ),
    Tool(
        ("rbd",),
        {
            **table("""
            observe: ls, list, info, status, du, disk-usage, diff, snap ls, snap list, children, watch, lock ls, lock list,
                pool stats, pool init-status, mirror pool status, mirror image status, mirror pool info, showmapped, device list,
                trash ls, trash list, namespace ls, bench-read, image-meta list, image-meta get, config image list, group list
            create reversible: create, clone, cp, copy, deep cp, import, snap protect, namespace create, group create, pool init
            modify reversible: rename, mv, snap unprotect, feature enable, feature disable, image-meta set, flatten, snap rename,
                snap limit set, mirror pool enable, mirror image enable, lock add, config image set, device map, map, trash restore,
                sparsify, snap limit clear
            shift reversible: unmap, device unmap, mirror image demote, mirror image promote, mirror image resync
            modify compensable: resize, import-diff, lock rm, lock remove, migration prepare, migration execute, mirror pool disable
            destroy compensable: namespace rm, image-meta rm, group rm
            destroy reversible: trash mv, trash move
            destroy irreversible: rm, remove, snap rm, snap remove, snap purge, trash rm, trash remove, trash purge, migration commit,
                object-map rebuild
            """),
            "snap create": does(
                "create", "reversible", produces=True, inverse="rbd snap rm", refs=operands("volume", 2)
            ),
            "snap rollback": does("destroy", "irreversible", refs=operands("volume", 2)),
            "export": _rbd_export,
            "export-diff": _rbd_export,
        },
        valued=_VALUED,
        refs=operands("volume", 1),
        dry=frozenset({"--dry-run"}),
    ),
    Tool(
        ("rados",),
        table("""
        observe: lspools, ls, df, stat, get, listxattr, getxattr, lsmap, listomapkeys, listomapvals, list-inconsistent-pg,
            list-inconsistent-obj, lssnap
        modify irreversible: put, append, setxattr, setomapval, import
        create reversible: mksnap, export, create, mkpool, cppool
        destroy irreversible: rm, rmpool, purge, truncate, rmsnap, clearomap, rmxattr, rmomapkey, rollback, cleanup
        """),
        valued=_VALUED,
        refs=operands("object", 1),
    ),
    Tool(
        ("radosgw-admin",),
        table("""
        observe: user info, user list, user stats, bucket list, bucket stats, bucket limit check, usage show, zone get, realm list, zonegroup get,
            period get, sync status, quota get, gc list, lc list, log list, metadata get, metadata list
        create reversible: user create, key create, subuser create, realm create, zone create, zonegroup create
        modify reversible: user modify, user suspend, user enable, quota set, quota enable, quota disable, caps add, caps rm, bucket link,
            bucket unlink, period update, period commit, zone modify, zonegroup modify, bucket reshard, lc process, bucket check
        destroy irreversible: user rm, bucket rm, object rm, objects expire, usage trim, gc process, log trim, zone delete,
            metadata rm, orphans finish
        destroy compensable: key rm, subuser rm
        """),
    ),
    Tool(
        ("gluster",),
        {
            **table("""
            observe: volume info, volume status, volume list, volume get, volume profile, volume top, volume heal,
                volume rebalance, peer status, pool list, snapshot list, snapshot info, snapshot status, volume quota,
                volume geo-replication, system:: getspec, nfs-ganesha, snapshot config, volume help, help, global help
            create reversible: volume create, snapshot create, snapshot clone
            shift reversible: volume start, volume stop, peer probe, snapshot activate, snapshot deactivate, volume barrier
            modify reversible: volume set, volume reset, volume add-brick, volume log, volume sync, volume bitrot
            modify compensable: volume replace-brick, volume reset-brick, volume clear-locks
            destroy compensable: peer detach
            destroy irreversible: volume delete, volume remove-brick, snapshot delete, snapshot restore
            """),
        },
        refs=operands("volume", 2, 1),
        valued=frozenset({"--mode", "--remote-host"}),
    ),
    Tool(
        ("drbdadm", "drbdsetup"),
        {
            **table("""
            observe: status, role, cstate, dstate, dump, dump-md, sh-nop, events2, show, net-options-show, hidden-commands, show-gi, get-gi
            shift reversible: up, down, attach, detach, disconnect, secondary, adjust, pause-sync, resume-sync, suspend-io,
                resume-io, verify, net-options, disk-options, new-current-uuid
            modify reversible: resize, apply-al, new-peer, new-path
            destroy irreversible: create-md, wipe-md, invalidate, invalidate-remote, clear-bitmap, forget-peer, outdate
            """),
            "primary": _drbdadm_primary,
            "connect": _drbdadm_connect,
        },
        refs=operands("volume", 1),
        dry=frozenset({"-d", "--dry-run"}),
    ),
    Program(
        ("storcli", "storcli64", "perccli", "perccli64", "megacli"),
        lambda call, args, _shell: [_controller(call, args)],
    ),
    Program(
        ("ipmitool",),
        lambda call, args, _shell: [_ipmi(call, args)],
        valued=frozenset({"-H", "-U", "-P", "-f", "-I", "-p", "-L", "-E", "-C", "-k"}),
    ),
)


def _controller(call: Call, args: Args) -> Act:
    """RAID controllers: `show` looks, `del`, `erase` and `init` lose what is on the disks."""
    words = {word.lower() for word in args.operands}
    if words & {"del", "delete", "erase", "init", "format", "-cfglddel", "-cfgclr", "secureerase"}:
        return changes("destroy", "irreversible", shown(call.text), (), call.name)
    if words & {"show", "help"} and not words & {"set", "start", "stop", "add"}:
        return observe(shown(call.text))
    return changes("modify", "compensable", shown(call.text), (), call.name)


_IPMI_LOOKS: Final = frozenset(
    {"status", "list", "elist", "info", "print", "get", "summary", "read", "help", "policy list", "guid"}
)


def _ipmi(call: Call, args: Args) -> Act:
    """The controller of a machine: power, its event log, its users."""
    words = args.operands
    host = refs("host", [args.value("-H")], call)
    if words[:1] == ["chassis"]:
        words = words[1:]
    if words[:1] == ["power"] and words[1:2] not in (["status"], []):
        return changes(
            "shift",
            "reversible" if words[1] in ("on", "soft") else "compensable",
            shown(call.text),
            host,
            "ipmitool power",
        )
    if words[:2] == ["sel", "clear"]:
        return changes("destroy", "irreversible", shown(call.text), host, "ipmitool sel clear")
    if words[:1] in (["sensor"], ["fru"], ["sdr"]) or len(words) < 2 or words[1] in _IPMI_LOOKS:
        return observe(shown(call.text), host)
    return changes("modify", "reversible", shown(call.text), host, "ipmitool")
