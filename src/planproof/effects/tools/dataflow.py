"""airflow, dbt and Hadoop: jobs over data, and the file system that they work on.

Source: the command references of Airflow 2.10, dbt 1.8, Hadoop 3.4, HBase 2.6.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Final

from planproof.effects.act import Act, Ref, changes, observe, unknown
from planproof.effects.tools.call import Args, Call, behind, shown
from planproof.effects.tools.migrations import DOWN, UP
from planproof.effects.tools.program import Program
from planproof.effects.tools.tool import By, Does, Entry, Shell, Tool, does, table

AIRFLOW: Final[dict[str, Entry]] = {
    **table("""
observe: dags list, dags list-runs, dags list-jobs, dags list-import-errors, dags show, dags state, dags report, dags details
observe: dags next-execution, dags show-dependencies, tasks list, tasks state, tasks states-for-dag-run, tasks render
observe: tasks failed-deps, connections list, connections get, variables list, variables get, pools list, pools get, info
observe: config list, config get-value, providers list, providers get, providers hooks, users list, roles list, version
observe: jobs check, db check, db check-migrations, cheat-sheet, plugins, assets list, datasets list
observe: kubernetes generate-dag-yaml, config lint
create reversible: connections add, connections export, variables export, pools set, pools export, users create
create reversible: users export, roles create, roles export, db export-archived, dags test, tasks test, db init
modify reversible: dags pause, dags unpause, users add-role, users remove-role, sync-perm, dags reserialize
modify reversible: roles add-perms, roles del-perms
modify irreversible: connections import, variables import, pools import, users import, variables set, tasks clear
create irreversible: dags trigger, dags backfill, tasks run, backfill create
shift reversible: scheduler, webserver, triggerer, standalone, celery worker, celery stop, celery flower, api-server
shift reversible: dag-processor
rotate compensable: rotate-fernet-key, users reset-password
destroy compensable: pools delete, users delete, roles delete, kubernetes cleanup-pods
destroy irreversible: dags delete, connections delete, variables delete, db reset, db clean, db drop-archived
"""),
    **dict.fromkeys(("db upgrade", "db migrate"), By(UP, {"-s --show-sql-only": does("observe")})),
    "db downgrade": By(DOWN, {"-s --show-sql-only": does("observe")}),
    "db clean": By(does("destroy", "irreversible"), {"--dry-run": does("observe")}),
    "dags backfill": By(does("create", "irreversible"), {"--dry-run -n": does("observe")}),
}

_DBT: Final[dict[str, Entry]] = {
    **table("""
observe: list, ls, parse, debug, show, source freshness, source snapshot-freshness, help, environment
create reversible: compile, docs generate, docs serve, init, deps, test
modify unknown: run-operation, retry
destroy compensable: clean
create irreversible: snapshot
"""),
    # Models are made anew from their sources; with --full-refresh also those
    # that grew over time: whether their sources still hold all of it stands in files that the command does not show.
    **{
        verb: By(does("modify", "compensable"), {"--full-refresh -f": does("modify", "unknown"), "--empty": does("modify", "irreversible")})
        for verb in ("run", "build", "seed", "clone")
    },
}  # fmt: skip

_LOOKS: Final = frozenset(
    "-ls -lsr -cat -text -tail -head -du -dus -df -count -stat -test -checksum -find -getfacl -getfattr -usage -help"
    "".split()
)


def hdfs_files(call: Call, words: Sequence[str], within: str = "") -> Sequence[Act] | None:
    """`hdfs dfs -rm -r PATH`: the verb is an option, the paths stand behind it."""
    at = next((i for i, word in enumerate(words) if word.startswith("-") and word not in ("-D", "-conf", "-fs")), -1)
    if at < 0:
        return [observe(shown(call.text))] if not words else None
    untrashed = any(word.startswith("fs.trash.interval=0") for word in words)
    verb, rest = words[at], [word for word in words[at + 1 :] if not word.startswith("-")]
    options = {word for word in words[at + 1 :] if word.startswith("-")}
    refs = [Ref("file", word, within or "hdfs") for word in rest]
    operation = f"hdfs dfs {verb}"
    if verb in _LOOKS:
        return [observe(shown(call.text), refs, operation)]
    match verb:
        case "-rm" | "-rmr":
            undo = "irreversible" if "-skipTrash" in options or untrashed else "compensable"
            return [changes("destroy", undo, shown(call.text), refs, operation)]
        case "-rmdir":
            return [changes("destroy", "reversible", shown(call.text), refs, operation)]
        case "-expunge" | "-truncate" | "-deleteSnapshot":
            return [changes("destroy", "irreversible", shown(call.text), refs, operation)]
        case "-mkdir" | "-touchz" | "-touch":
            return [changes("create", "reversible", shown(call.text), refs, operation)]
        case "-createSnapshot":
            return [changes("create", "reversible", shown(call.text), refs, operation)._replace(produces=tuple(refs))]
        case "-put" | "-copyFromLocal" | "-cp" | "-get" | "-copyToLocal" | "-getmerge":
            undo = "irreversible" if "-f" in options or verb == "-getmerge" else "reversible"
            return [
                changes("modify" if undo == "irreversible" else "create", undo, shown(call.text), refs[-1:], operation)
            ]
        case "-mv" | "-moveFromLocal" | "-renameSnapshot" | "-appendToFile":
            return [changes("modify", "reversible", shown(call.text), refs, operation)]
        case "-chmod" | "-chown" | "-chgrp" | "-setfacl" | "-setfattr" | "-setrep":
            act = changes("modify", "compensable", shown(call.text), refs, operation)
            wide = verb in ("-chmod", "-setfacl") and re.search(r"\b0?777\b|other::rw|a\+rwx", " ".join(words))
            return [act._replace(hazards=("widens_access",)) if wide else act]
        case "-moveToLocal" | "-concat":
            return [changes("destroy", "irreversible", shown(call.text), refs, operation)]
        case _:
            return None


_HDFS: Final = table("""
observe: version, classpath, getconf, groups, envvars, snapshotDiff, lsSnapshottableDir, jmxget, oev, oiv, debug, dfsrouteradmin -ls
observe: storagepolicies -listPolicies, storagepolicies -getStoragePolicy, ec -listPolicies, ec -getPolicy, cacheadmin -listPools
observe: crypto -listZones
shift reversible: balancer, mover, diskbalancer, datanode, secondarynamenode, journalnode, zkfc, portmap, nfs3, httpfs, dfsrouter
modify reversible: storagepolicies, ec, cacheadmin, dfsrouteradmin, crypto -createZone
""")
_ADMIN_LOOKS: Final = frozenset(
    {"-report", "-printTopology", "-getServiceState", "-checkHealth", "-getAllServiceState", "-help"}
)


def _hdfs(call: Call, args: Args, shell: Shell) -> Sequence[Act] | None:
    words = behind(call.args, {"--config", "--loglevel", "--hosts", "--hostnames"})
    verb, rest = (words[0], words[1:]) if words else ("", [])
    match verb:
        case "dfs" | "fs":
            return hdfs_files(call, rest)
        case "dfsadmin" | "haadmin":
            if not rest or set(rest) & _ADMIN_LOOKS or rest[-2:] == ["-safemode", "get"]:
                return [observe(shown(call.text))]
            if "-safemode" in rest or verb == "haadmin" or "-shutdownDatanode" in rest:
                undo = "compensable" if "--forceactive" in rest or "--forcefence" in rest else "reversible"
                return [changes("shift", undo, shown(call.text), (), f"hdfs {verb}")]
            lost = {"-clrQuota", "-clrSpaceQuota", "-finalizeUpgrade", "-disallowSnapshot", "-rollingUpgrade"} & set(
                rest
            )
            undo = "irreversible" if {"-finalizeUpgrade", "-rollingUpgrade"} & lost else "compensable"
            return [changes("modify", undo, shown(call.text), (), "hdfs dfsadmin")]
        case "namenode":
            if {"-format", "-rollback", "-finalize", "-importCheckpoint", "-initializeSharedEdits", "-recover"} & set(
                rest
            ):
                return [
                    changes("destroy", "irreversible", shown(call.text), [Ref("filesystem", "hdfs")], "hdfs namenode")
                ]
            return [changes("shift", "reversible", shown(call.text), (), "hdfs namenode")]
        case "fsck":
            if "-delete" in rest:
                return [changes("destroy", "irreversible", shown(call.text), (), "hdfs fsck -delete")]
            if "-move" in rest:
                return [changes("modify", "compensable", shown(call.text), (), "hdfs fsck -move")]
            return [observe(shown(call.text))]
        case _:
            entry = _HDFS.get(" ".join(words[:2])) or _HDFS.get(verb)
            return [entry.act(call, (), f"hdfs {verb}")] if isinstance(entry, Does) else None


def _hadoop(call: Call, args: Args, shell: Shell) -> Sequence[Act] | None:
    words = behind(call.args, {"--config", "--loglevel", "--hosts", "--hostnames"})
    match words[:1]:
        case ["fs" | "dfs"]:
            return hdfs_files(call, words[1:])
        case ["distcp"]:
            undo = "irreversible" if {"-overwrite", "-delete", "-update"} & set(words) else "reversible"
            kind = "destroy" if "-delete" in words else "modify" if undo == "irreversible" else "create"
            return [
                changes(
                    kind, undo, shown(call.text), [Ref("file", word, "hdfs") for word in words[-1:]], "hadoop distcp"
                )
            ]
        case (
            ["key", "list", *_]
            | ["credential", "list", *_]
            | ["version" | "classpath" | "checknative" | "conftest" | "envvars", *_]
        ):
            return [observe(shown(call.text))]
        case ["key" | "credential", "delete", *_]:
            return [changes("destroy", "irreversible", shown(call.text), [Ref("key", word) for word in words[2:3]])]
        case ["key" | "credential", "create", *_]:
            return [changes("create", "reversible", shown(call.text), [Ref("key", word) for word in words[2:3]])]
        case ["job" | "queue", *rest]:
            looks = {"-list", "-status", "-counter", "-logs", "-info", "-showacls"} & set(rest)
            return [observe(shown(call.text)) if looks else changes("shift", "compensable", shown(call.text))]
        case ["archive", *_]:
            return [changes("create", "reversible", shown(call.text))]
        case _:
            return None


_HBASE: Final = table("""
observe: list, describe, desc, scan, get, count, exists, is_enabled, is_disabled, status, version, whoami, table_help, help
observe: list_snapshots, list_namespace, list_namespace_tables, list_peers, list_regions, locate_region, get_table
observe: user_permission, list_quotas, list_rsgroups, get_splits, get_counter, show_filters, alter_status, exit, quit
observe: list_labels, get_auths, list_procedures, list_locks, balancer_enabled, normalizer_enabled, catalogjanitor_enabled
create reversible: create, create_namespace, snapshot, clone_snapshot, add_peer, add_rsgroup, clone_table_schema
modify reversible: enable, enable_all, flush, compact, major_compact, move_servers_rsgroup, enable_peer, disable_peer
modify reversible: enable_table_replication, grant, incr, append, set_quota, balance_switch, normalizer_switch
modify reversible: splitormerge_switch, add_labels, set_auths
modify compensable: revoke, disable_table_replication, remove_peer, alter_async, alter_namespace, merge_region, split
modify irreversible: put, restore_snapshot
shift reversible: disable, disable_all, balancer, normalize, move, assign, unassign, stop_master, stop_regionserver
shift reversible: decommission_regionservers, recommission_regionserver, hlog_roll, wal_roll, unload
destroy irreversible: drop, drop_all, drop_namespace, truncate, truncate_preserve, delete, deleteall, delete_snapshot
destroy irreversible: delete_all_snapshot, delete_table_snapshots, cleaner_chore_run, alter
destroy compensable: remove_rsgroup, clear_auths, clear_deadservers
""")


def _hbase(call: Call, args: Args, shell: Shell) -> Sequence[Act] | None:
    """Commands that are fed to `hbase shell`; `alter` may take a family of columns away."""
    if call.args[:1] in (("version",), ("classpath",), ("hbck",)) and not {"-fix", "-repair"} & set(call.args):
        return [observe(shown(call.text))]
    if call.args[:1] != ("shell",) or call.stdin is None:
        return None
    acts: list[Act] = []
    for line in call.stdin.splitlines():
        words = re.findall(r"[\w:.-]+", line)
        if not words:
            continue
        entry = _HBASE.get(words[0])
        refs = [Ref("table", words[1])] if len(words) > 1 else []
        if not isinstance(entry, Does) or re.search(r"[;`]|\bsystem\b", line):
            acts.append(unknown(shown(line)))
        else:
            acts.append(entry.act(call, refs, f"hbase {words[0]}"))
    return acts or [observe(shown(call.text))]


TOOLS: Final = (
    Tool(
        ("airflow",),
        AIRFLOW,
        valued=frozenset(
            "-d --dag-id -s --start-date -e --end-date -S --subdir -o --output -c --conf -r --run-id".split()
        ),
    ),
    Tool(
        ("dbt", "dbtf"),
        _DBT,
        valued=frozenset(
            "-s --select -m --models --exclude --selector --target -t --profile --profiles-dir --project-dir --vars --args"
            " --threads --target-path --state --log-level --log-format --resource-type".split()
        ),
    ),
    Program(("hdfs",), _hdfs),
    Program(("hadoop",), _hadoop),
    Program(("hbase",), _hbase),
)
