"""MySQL and MariaDB: the client, the programs of the server, Percona's tools."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Final

from planproof.effects.act import Act, Ref, changes, observe
from planproof.effects.tools.call import EXPANDED, Args, Call, shown
from planproof.effects.tools.program import Program
from planproof.effects.tools.sql_input import asks_only, dumped, read_input, restored
from planproof.effects.tools.tool import Shell, Tool, does, table

_CONNECTION: Final = frozenset(
    "-h --host -P --port -u --user -S --socket --defaults-file --defaults-extra-file"
    " --defaults-group-suffix --login-path --protocol --ssl-ca --ssl-cert --ssl-key --ssl-mode"
    " --default-character-set".split()
)
_MYSQL: Final = _CONNECTION | frozenset(
    "-e --execute -D --database --init-command --prompt --tee --max-allowed-packet --delimiter".split()
)
_DUMP: Final = _CONNECTION | frozenset(
    "-r --result-file -T --tab -w --where --ignore-table --outputdir -o --threads --set-gtid-purged".split()
)


def _mysql(call: Call, args: Args, shell: Shell) -> Sequence[Act] | None:
    if asks_only(args):
        return [observe(shown(call.text))]
    within = (args.value("-D", "--database") or (args.operands[0] if args.operands else "")).replace(EXPANDED, "")
    before = args.values("--init-command")
    texts = [*before, *args.values("-e", "--execute")]
    if before and len(texts) == len(before):
        return [
            *shell.sql(";\n".join(before), "mysql", within=within),
            *read_input(call, shell, "mysql", within=within),
        ]
    return read_input(call, shell, "mysql", texts=texts, within=within)


def _dump(call: Call, args: Args, _shell: Shell) -> Sequence[Act] | None:
    several = args.has("-A", "--all-databases", "-B", "--databases")
    database = ",".join(args.operands) if several else "".join(args.operands[:1])
    drops = not args.has("--skip-add-drop-table", "--skip-opt", "--no-create-info", "-t", "--compact")
    path = args.value("-r", "--result-file", "-T", "--tab", "-o", "--outputdir")
    acts = dumped(call, database, path, cleans=drops or args.has("--add-drop-database"))
    if args.has("--delete-source-logs", "--delete-master-logs"):
        acts.append(
            changes(
                "destroy",
                "irreversible",
                shown(call.text),
                [Ref("binary_log", "all")],
                "mysqldump --delete-source-logs",
            )
        )
    if args.has("-F", "--flush-logs"):
        acts.append(changes("modify", "reversible", shown(call.text), (), "mysqldump --flush-logs"))
    return acts


def _xtrabackup(call: Call, args: Args, _shell: Shell) -> Sequence[Act] | None:
    folder = args.value("--target-dir") or (args.operands[-1] if args.operands else "")
    files = [Ref("file", folder)] if folder else []
    if args.has("--copy-back", "--move-back"):
        data = args.value("--datadir") or "/var/lib/mysql"
        act = changes("modify", "irreversible", shown(call.text), [Ref("file", data)], call.name)
        return [act._replace(reads=tuple(files), restores=act.writes)]
    if args.has("--prepare", "--apply-log", "--decompress", "--decrypt"):
        return [changes("modify", "compensable", shown(call.text), files, call.name)]
    if args.has("--backup") or call.name == "innobackupex":
        act = changes("create", "reversible", shown(call.text), files, call.name)
        return [act._replace(produces=tuple(files))]
    return [observe(shown(call.text))] if args.has("--stats", "--print-defaults") else None


def _online_change(call: Call, args: Args, shell: Shell) -> Sequence[Act] | None:
    """`gh-ost` and `pt-online-schema-change`: an ALTER TABLE on a copy; the old table goes away where it is told to."""
    if not args.has("--execute"):
        return [observe(shown(call.text))]
    target = ",".join(args.operands)
    table_ = args.value("--table") or _of_dsn(target, "t")
    database = args.value("--database") or _of_dsn(target, "D")
    acts = list(shell.sql(f"ALTER TABLE {table_ or 'the_table'} {args.value('--alter')}", "mysql", within=database))
    return acts


def _of_dsn(text: str, key: str) -> str:
    found = re.search(rf"(?:^|,){key}=([^,]+)", text)
    return found[1] if found else ""


def _archiver(call: Call, args: Args, _shell: Shell) -> Sequence[Act] | None:
    source = args.value("--source")
    refs = [Ref("table", _of_dsn(source, "t"), _of_dsn(source, "D"))]
    if args.has("--dry-run"):
        return [observe(shown(call.text), refs)]
    kind = "create" if args.has("--no-delete") else "destroy"
    return [changes(kind, "reversible" if kind == "create" else "irreversible", shown(call.text), refs, "pt-archiver")]


def _pt_kill(call: Call, args: Args, _shell: Shell) -> Sequence[Act] | None:
    if args.has("--kill", "--kill-query", "--execute-command", "--kill-busy-commands"):
        return [changes("shift", "compensable", shown(call.text), (), "pt-kill")]
    return [observe(shown(call.text))]


def _table_sync(call: Call, args: Args, _shell: Shell) -> Sequence[Act] | None:
    if args.has("--execute"):
        return [
            changes(
                "destroy",
                "irreversible",
                shown(call.text),
                [Ref("table", name) for name in args.operands[-1:]],
                "pt-table-sync",
            )
        ]
    return [observe(shown(call.text))]


def _check(call: Call, args: Args, _shell: Shell) -> Sequence[Act] | None:
    if args.has("-r", "--repair", "--auto-repair"):
        return [changes("modify", "irreversible", shown(call.text), (), "mysqlcheck --repair")]
    if args.has("-o", "--optimize", "-a", "--analyze") or call.name == "mysqloptimize":
        return [changes("modify", "reversible", shown(call.text), (), "mysqlcheck")]
    return [observe(shown(call.text))]


def _loaded(call: Call, args: Args, _shell: Shell) -> Sequence[Act] | None:
    if args.has("-o", "--overwrite-tables", "-d", "--delete", "--drop-table", "-r", "--replace"):
        return restored(
            call,
            args.value("-B", "--database") or "".join(args.operands[:1]),
            args.value("--directory"),
            kind="destroy",
            undo="irreversible",
        )
    return restored(
        call,
        args.value("-B", "--database") or "".join(args.operands[:1]),
        args.value("--directory"),
        kind="create",
        undo="reversible",
    )


TOOLS: Final = (
    Program(("mysql", "mariadb", "mycli", "mysqlsh"), _mysql, valued=_MYSQL),
    Program(("mysqldump", "mariadb-dump", "mysqlpump", "mydumper"), _dump, valued=_DUMP),
    Tool(
        ("mysqladmin", "mariadb-admin"),
        {
            **table("""
observe: extended-status, ping, processlist, status, variables, version, debug
create reversible: create
destroy irreversible: drop
modify reversible: flush-hosts, flush-logs, flush-privileges, flush-status, flush-tables, flush-threads, refresh
modify reversible: reload, flush-binary-log, flush-error-log, flush-engine-log, flush-slow-log, flush-general-log
modify reversible: flush-relay-log
shift reversible: shutdown, start-replica, start-slave, stop-replica, stop-slave, start-all-slaves, stop-all-slaves
shift compensable: kill
rotate compensable: password, old-password
""")
        },
        valued=_CONNECTION | {"-i", "--sleep", "-c", "--count", "-w", "--wait", "--connect-timeout"},
        refs=lambda args, _call: [
            Ref("database", name) for name in args.operands[1:2] if args.operands[0] in ("create", "drop")
        ],
    ),
    Program(
        (
            "mysqlbinlog",
            "mysqlshow",
            "mariadb-binlog",
            "mysqldumpslow",
            "mysql_config_editor_print",
            "my_print_defaults",
            "innotop",
            "pt-query-digest",
            "pt-summary",
            "pt-mysql-summary",
            "pt-duplicate-key-checker",
            "pt-show-grants",
            "pt-diskstats",
            "pt-stalk",
            "pt-index-usage",
            "pt-variable-advisor",
            "pt-config-diff",
            "pt-deadlock-logger",
            "pt-fk-error-logger",
            "pt-heartbeat",
            "pt-table-checksum",
            "pt-replica-find",
            "pt-slave-find",
            "innochecksum",
            "myisamchk",
            "mysqlslap",
        ),
        does("observe"),
    ),
    Program(
        ("mysqlcheck", "mariadb-check", "mysqlanalyze", "mysqloptimize", "mysqlrepair"), _check, valued=_CONNECTION
    ),
    Program(
        ("mysqlimport", "mariadb-import", "myloader"), _loaded, valued=_CONNECTION | {"--directory", "-B", "--database"}
    ),
    Program(("mysql_upgrade", "mariadb-upgrade"), does("modify", "irreversible"), valued=_CONNECTION),
    Program(("mysql_secure_installation", "mariadb-secure-installation"), does("modify", "compensable")),
    Program(("mysql_install_db", "mariadb-install-db"), does("create", "reversible")),
    Program(
        ("xtrabackup", "mariabackup", "mariadb-backup", "innobackupex"),
        _xtrabackup,
        valued={
            "--target-dir",
            "--datadir",
            "--user",
            "--password",
            "--host",
            "--incremental-basedir",
            "--incremental-dir",
            "--parallel",
        },
    ),
    Program(
        ("gh-ost", "pt-online-schema-change", "pt-osc"),
        _online_change,
        valued=_CONNECTION
        | {"--table", "--database", "--alter", "--max-load", "--critical-load", "--chunk-size", "--conf", "--password"},
    ),
    Program(
        ("pt-archiver",),
        _archiver,
        valued={"--source", "--dest", "--where", "--limit", "--txn-size", "--file", "--progress"},
    ),
    Program(("pt-kill",), _pt_kill),
    Program(("pt-table-sync",), _table_sync),
    Program(("pt-slave-restart", "pt-replica-restart"), does("shift", "compensable")),
)
