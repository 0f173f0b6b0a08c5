"""PostgreSQL in operation: Patroni, repmgr, pgBackRest, Barman, WAL-G."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from planproof.effects.act import Act, Ref, changes, observe, unknown
from planproof.effects.tools.call import Args, Call, shown
from planproof.effects.tools.tool import Find, Shell, Tool, does, table


def _second(kind: str) -> Find:
    """The word behind the verb."""
    return lambda args, _call: [Ref(kind, name) for name in args.operands[1:2]]


def _stanza(args: Args, _call: Call) -> list[Ref]:
    return [Ref("cluster", name) for name in args.values("--stanza")[:1]]


def _restore(call: Call, args: Args, _shell: Shell) -> Sequence[Act] | None:
    """A cluster brought back over what stands in its directory."""
    refs = tuple(_stanza(args, call)) or tuple(Ref("cluster", name) for name in args.operands[1:2])
    act = changes("modify", "irreversible", shown(call.text), refs, f"{call.name} restore")
    return [act._replace(restores=refs)]


def _backup(call: Call, args: Args, _shell: Shell) -> Sequence[Act] | None:
    """A backup of a cluster, in the repository of the tool."""
    sources = tuple(_stanza(args, call)) or tuple(Ref("cluster", name) for name in args.operands[1:2])
    made = tuple(Ref("backup", source.name) for source in sources) or (Ref("backup", call.name),)
    act = changes("create", "reversible", shown(call.text), made, f"{call.name} backup")
    return [act._replace(reads=sources, produces=made)]


def _wal_g_delete(call: Call, args: Args, _shell: Shell) -> Sequence[Act] | None:
    """`wal-g delete` only tells what it would delete until it is told to."""
    if not args.has("--confirm"):
        return [observe(shown(call.text))]
    return [changes("destroy", "irreversible", shown(call.text), [Ref("backup", "all")], "wal-g delete")]


_OF_QUERY: Final = frozenset(
    "-c --command --file -d --dbname -U --username -m --member -r --role --group --format --delimiter -W --watch".split()
)


def _query(call: Call, args: Args, shell: Shell) -> Sequence[Act]:
    """`patronictl query -c SQL`, `--file FILE`."""
    text, path = args.value("-c", "--command"), args.value("--file")
    if text:
        return shell.sql(text, "postgres", within=args.value("-d", "--dbname"))
    return shell.file(path, "sql:postgres", shown(call.text)) if path else [unknown(shown(call.text))]


TOOLS: Final = (
    Tool(
        ("patronictl",),
        {
            **table("""
observe: list, topology, history, show-config, dsn, version
modify reversible: pause, resume, edit-config, flush
shift reversible: restart, reload, switchover
shift compensable: failover
destroy compensable: reinit, remove
modify compensable: demote-cluster, promote-cluster
"""),
            "query": _query,
        },
        valued={
            "-c",
            "--config-file",
            "-d",
            "--dcs-url",
            "--candidate",
            "--leader",
            "--primary",
            "--scheduled",
            "-r",
            "--role",
            "--group",
        },
        valued_by={"query": _OF_QUERY},
        refs=_second("cluster"),
    ),
    Tool(
        ("repmgr",),
        table("""
observe: cluster show, cluster matrix, cluster crosscheck, cluster event, node status, node check, daemon status
observe: service status
create reversible: primary register, master register, standby register, witness register
create compensable: standby clone
modify compensable: primary unregister, master unregister, standby unregister, witness unregister, node rejoin
modify compensable: standby follow
shift reversible: standby switchover, node service, daemon start, daemon stop, service pause, service unpause
shift compensable: standby promote
destroy irreversible: cluster cleanup
"""),
        valued={
            "-f",
            "--config-file",
            "-h",
            "--host",
            "-U",
            "-d",
            "-p",
            "-D",
            "--pgdata",
            "--dbname",
            "--upstream-node-id",
        },
        dry={"--dry-run"},
    ),
    Tool(
        ("pgbackrest",),
        {
            **table("""
observe: info, repo-ls, repo-get, help, version, check
modify reversible: start, stop, annotate, archive-push, stanza-upgrade, server, server-ping
create reversible: stanza-create, archive-get, repo-put
destroy irreversible: expire, stanza-delete, repo-rm
"""),
            "backup": _backup,
            "restore": _restore,
            "verify": does("observe", verifies=True),
            "stop": does("shift", "reversible"),
            "start": does("shift", "reversible"),
        },
        valued={"--stanza", "--type", "--set", "--target", "--repo", "--config"},
        dry={"--dry-run"},
        refs=_stanza,
    ),
    Tool(
        ("barman",),
        {
            **table("""
observe: check, list-backup, list-backups, list-server, list-servers, list-files, show-backup, show-server
observe: show-servers, status, diagnose, replication-status, check-wal-archive, show-backups, list-processes
observe: get-wal
modify reversible: receive-wal, keep, switch-wal, switch-xlog, cron, archive-wal, rebuild-xlogdb
modify reversible: lock-directory-cleanup, generate-manifest, sync-info, sync-backup, sync-wals, config-update
modify reversible: config-switch, put-wal, terminate-process
destroy irreversible: delete
"""),
            "backup": _backup,
            "recover": _restore,
            "restore": _restore,
            "verify-backup": does("observe", verifies=True),
            "verify": does("observe", verifies=True),
        },
        valued={"-c", "--config"},
        refs=_second("backup"),
    ),
    Tool(
        ("wal-g", "wal-e"),
        {
            **table("""
observe: backup-list, backup-show, wal-show, st ls, st cat, st check, help, binlog-find
modify reversible: wal-push, backup-mark, wal-receive, binlog-push, oplog-push
create reversible: wal-fetch, binlog-fetch, st get, st put, copy
modify irreversible: binlog-replay, oplog-replay
destroy irreversible: st rm
"""),
            "delete": _wal_g_delete,
            "backup-push": _backup,
            "backup-fetch": _restore,
            "wal-verify": does("observe", verifies=True),
        },
        valued={"--config"},
        refs=_second("backup"),
    ),
    Tool(
        ("pg_probackup",),
        {
            **table("""
observe: show, show-config, help, version
modify reversible: set-config, set-backup, archive-push, checkdb
create reversible: init, add-instance, archive-get
modify compensable: merge
destroy irreversible: delete, del-instance
"""),
            "backup": _backup,
            "restore": _restore,
            "validate": does("observe", verifies=True),
        },
        valued={"-B", "-D", "-b", "-i", "--instance"},
        dry={"--dry-run"},
    ),
    Tool(("pgbouncer",), {}, bare=does("shift", "reversible"), valued={"-u"}),
)
