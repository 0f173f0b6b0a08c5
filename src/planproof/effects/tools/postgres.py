"""PostgreSQL: psql, and the programs of the server."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from planproof.effects.act import Act, Ref, changes, observe
from planproof.effects.tools.call import Args, Call, shown
from planproof.effects.tools.program import Program
from planproof.effects.tools.sql_input import asks_only, database_of, dumped, read_input, restored
from planproof.effects.tools.tool import Find, Shell, Tool, does, table

_CONNECTION: Final = frozenset(
    "-h --host -p --port -U --username -d --dbname --maintenance-db -j --jobs -t --table -n --schema -N"
    " --exclude-schema -T --exclude-table -F --format -f --file -Z --compress -E --encoding -S --superuser"
    " -O --owner -l --locale --lock-wait-timeout --role --section -D --pgdata --template -e --extension -I"
    " --index -P --function --trigger -L --use-list".split()
)
_PSQL: Final = frozenset(
    "-c --command -f --file -d --dbname -h --host -p --port -U --username -v --set --variable -o --output"
    " -L --log-file -F --field-separator -R --record-separator -P --pset -T --table-attr".split()
)


def _cluster(args: Args) -> list[Ref]:
    return [Ref("cluster", path) for path in args.values("-D", "--pgdata", "--target-pgdata")[:1]]


def _psql(call: Call, args: Args, shell: Shell) -> Sequence[Act] | None:
    if asks_only(args) or args.has("-l", "--list"):
        return [observe(shown(call.text))]
    within = database_of(args.value("-d", "--dbname") or (args.operands[0] if args.operands else ""))
    acts = read_input(
        call, shell, "postgres", texts=args.values("-c", "--command"), files=args.values("-f", "--file"), within=within
    )
    out = args.value("-o", "--output")
    if out and not out.startswith("|") and out != "/dev/null":
        return [*acts, changes("create", "reversible", shown(f"-o {out}"), [Ref("file", out)])]
    return [*acts, *shell.script(out[1:])] if out.startswith("|") else acts


def _database(args: Args) -> str:
    return database_of(args.value("-d", "--dbname") or (args.operands[-1] if args.operands else ""))


def _dump(call: Call, args: Args, _shell: Shell) -> Sequence[Act] | None:
    return dumped(
        call,
        "" if call.name == "pg_dumpall" else _database(args),
        args.value("-f", "--file"),
        cleans=args.has("-c", "--clean"),
    )


def _restore(call: Call, args: Args, _shell: Shell) -> Sequence[Act] | None:
    archive = args.operands[0] if args.operands else ""
    files = [Ref("file", archive)] if archive else []
    if args.has("-l", "--list"):
        return [observe(shown(call.text), files, "pg_restore --list")._replace(verifies=tuple(files))]
    database = database_of(args.value("-d", "--dbname"))
    if not args.has("-d", "--dbname"):
        path = args.value("-f", "--file")
        if path in ("", "-", "/dev/stdout", "/dev/null"):
            return [observe(shown(call.text), files, "pg_restore")._replace(verifies=tuple(files))]
        return [changes("create", "reversible", shown(call.text), [Ref("file", path)], "pg_restore")]
    if args.has("-c", "--clean"):
        return restored(call, database, archive, kind="destroy", undo="irreversible")
    return restored(call, "" if args.has("-C", "--create") else database, archive)


def _basebackup(call: Call, args: Args, _shell: Shell) -> Sequence[Act] | None:
    return dumped(call, args.value("-h", "--host") or "cluster", args.value("-D", "--pgdata"), kind="cluster")


def _createuser(call: Call, args: Args, _shell: Shell) -> Sequence[Act] | None:
    mighty = args.has("-s", "--superuser", "-r", "--createrole", "--replication", "--bypassrls")
    act = changes(
        "create", "reversible", shown(call.text), [Ref("role", name) for name in args.operands[:1]], "createuser"
    )
    return [act._replace(hazards=("widens_access",)) if mighty else act]


def _switched(call: Call, args: Args, _shell: Shell) -> Sequence[Act] | None:
    """`pg_checksums`: looks, unless told to switch them."""
    if args.has("-e", "--enable"):
        return [changes("modify", "reversible", shown(call.text), _cluster(args), "pg_checksums")]
    if args.has("-d", "--disable"):
        act = changes("modify", "reversible", shown(call.text), _cluster(args), "pg_checksums")
        return [act._replace(hazards=("weakens_guard",))]
    return [observe(shown(call.text))]


def _recvlogical(call: Call, args: Args, _shell: Shell) -> Sequence[Act] | None:
    slot = [Ref("replication_slot", args.value("-S", "--slot"))]
    if args.has("--drop-slot"):
        return [changes("destroy", "compensable", shown(call.text), slot, "pg_recvlogical")]
    if args.has("--create-slot"):
        return [changes("create", "reversible", shown(call.text), slot, "pg_recvlogical")]
    return [changes("modify", "irreversible", shown(call.text), slot, "pg_recvlogical")]


def _pgbench(call: Call, args: Args, shell: Shell) -> Sequence[Act] | None:
    refs = [Ref("database", args.operands[0])] if args.operands else []
    if args.has("-i", "--initialize"):
        return [changes("destroy", "compensable", shown(call.text), refs, "pgbench -i")]
    if args.has("-f", "--file"):
        return shell.file(args.value("-f", "--file").split("@")[0], "sql:postgres", shown(call.text))
    if args.has("-S", "--select-only"):
        return [observe(shown(call.text), refs)]
    return [changes("modify", "irreversible", shown(call.text), refs, "pgbench")]


def _pgloader(call: Call, args: Args, _shell: Shell) -> Sequence[Act] | None:
    """Loads from one database into another; with a file of orders nobody can tell."""
    if len(args.operands) < 2:
        return None
    refs = [Ref("database", database_of(args.operands[-1]))]
    told = " ".join(args.values("--with")).lower()
    if "include drop" in told or "truncate" in told.replace("no truncate", ""):
        return [changes("destroy", "irreversible", shown(call.text), refs, "pgloader")]
    return [changes("create", "reversible", shown(call.text), refs, "pgloader")]


def _pg_ctl_stop(call: Call, args: Args, _shell: Shell) -> Sequence[Act] | None:
    hard = args.value("-m", "--mode").startswith("i")
    return [changes("shift", "compensable" if hard else "reversible", shown(call.text), _cluster(args), "pg_ctl stop")]


def _ctlcluster(call: Call, args: Args, _shell: Shell) -> Sequence[Act] | None:
    """`pg_ctlcluster VERSION CLUSTER ACTION`."""
    action = args.operands[2] if len(args.operands) > 2 else ""
    refs = [Ref("cluster", "/".join(args.operands[:2]))]
    match action:
        case "start" | "stop" | "restart" | "reload":
            return [changes("shift", "reversible", shown(call.text), refs, f"pg_ctlcluster {action}")]
        case "promote":
            return [changes("shift", "compensable", shown(call.text), refs, "pg_ctlcluster promote")]
        case "status":
            return [changes("observe", "read_only", shown(call.text), refs)]
        case _:
            return None


_NAMED: Final[dict[str, Find]] = {
    "database": lambda args, _call: [
        Ref("database", name) for name in (args.operands or args.values("-d", "--dbname"))[:1]
    ],
    "role": lambda args, _call: [Ref("role", name) for name in args.operands[:1]],
    "cluster": lambda args, _call: _cluster(args),
}
_RUN: Final = frozenset({"-D", "--pgdata", "-o", "--options", "-m", "--mode", "-l", "--log", "-t", "--timeout", "-p"})

TOOLS: Final = (
    Program(("psql", "pgcli"), _psql, valued=_PSQL),
    Program(("pg_dump", "pg_dumpall"), _dump, valued=_CONNECTION),
    Program(("pg_restore",), _restore, valued=_CONNECTION - {"-l"}),
    Program(("pg_basebackup",), _basebackup, valued=_CONNECTION | {"-X", "-c", "-r", "--label", "-S", "--slot"}),
    Program(("createdb",), does("create", "reversible"), valued=_CONNECTION, refs=_NAMED["database"]),
    Program(("dropdb",), does("destroy", "irreversible"), valued=_CONNECTION, refs=_NAMED["database"]),
    Program(("createuser",), _createuser, valued=_CONNECTION | {"-c", "-g", "-m", "-a"}),
    Program(("dropuser",), does("destroy", "compensable"), valued=_CONNECTION, refs=_NAMED["role"]),
    Program(
        ("vacuumdb", "reindexdb", "clusterdb"),
        does("modify", "reversible"),
        valued=_CONNECTION,
        refs=_NAMED["database"],
    ),
    Program(
        ("vacuumlo",),
        does("destroy", "irreversible"),
        valued=_CONNECTION,
        dry={"-n", "--dry-run"},
        refs=_NAMED["database"],
    ),
    Program(
        (
            "pg_isready",
            "pg_config",
            "pg_controldata",
            "pg_waldump",
            "pg_test_fsync",
            "pg_test_timing",
            "pg_lsclusters",
            "oid2name",
            "pg_conftool",
            "pg_activity",
            "pg_top",
        ),
        does("observe"),
    ),
    Program(
        ("pg_amcheck", "pg_verifybackup"),
        does("observe", verifies=True),
        refs=lambda args, _call: [Ref("file", name) for name in args.operands[:1]],
    ),
    Program(("pg_checksums",), _switched, valued={"-D", "--pgdata", "-f", "--filenode"}),
    Program(("initdb",), does("create", "reversible"), valued=_CONNECTION, refs=_NAMED["cluster"]),
    Program(
        ("pg_resetwal", "pg_resetxlog"),
        does("destroy", "irreversible"),
        valued=_RUN,
        dry={"-n", "--dry-run"},
        refs=_NAMED["cluster"],
    ),
    Program(
        ("pg_rewind",),
        does("modify", "irreversible"),
        valued=_RUN | {"--target-pgdata", "--source-server", "--source-pgdata"},
        dry={"-n", "--dry-run"},
        refs=_NAMED["cluster"],
    ),
    Program(
        ("pg_upgrade",),
        does("modify", "irreversible"),
        valued={"-b", "-B", "-d", "-D", "-o", "-O", "-p", "-P", "-U", "-j"},
        dry={"-c", "--check"},
        refs=_NAMED["cluster"],
    ),
    Program(
        ("pg_archivecleanup",),
        does("destroy", "irreversible"),
        valued={"-x"},
        dry={"-n"},
        refs=lambda args, _call: [Ref("file", name) for name in args.operands[:1]],
    ),
    Program(("pg_receivewal",), does("create", "reversible"), valued=_CONNECTION),
    Program(("pg_recvlogical",), _recvlogical, valued=_CONNECTION | {"-S", "--slot"}),
    Program(
        ("pg_repack", "pg_squeeze"),
        does("modify", "reversible"),
        valued=_CONNECTION,
        dry={"-N", "--dry-run"},
        refs=_NAMED["database"],
    ),
    Program(
        ("pgbench",), _pgbench, valued={"-f", "--file", "-c", "-j", "-T", "-t", "-s", "-h", "-p", "-U", "-M", "-P"}
    ),
    Program(("pgloader",), _pgloader, valued={"--with", "--set", "--cast", "--type", "--field", "--before", "--after"}),
    Tool(
        ("pg_ctl",),
        {
            **table("""
observe: status
create reversible: init, initdb
shift reversible: start, restart, reload
shift compensable: promote, kill
modify reversible: logrotate, register, unregister
"""),
            "stop": _pg_ctl_stop,
        },
        valued=_RUN,
        refs=_NAMED["cluster"],
    ),
    Program(("pg_ctlcluster",), _ctlcluster),
    Program(
        ("pg_dropcluster",),
        does("destroy", "irreversible"),
        refs=lambda args, _call: [Ref("cluster", "/".join(args.operands[:2]))],
    ),
    Program(
        ("pg_createcluster",),
        does("create", "reversible"),
        refs=lambda args, _call: [Ref("cluster", "/".join(args.operands[:2]))],
    ),
    Program(
        ("pg_upgradecluster",),
        does("modify", "compensable"),
        refs=lambda args, _call: [Ref("cluster", "/".join(args.operands[:2]))],
    ),
    Program(
        ("pg_renamecluster",),
        does("modify", "reversible"),
        refs=lambda args, _call: [Ref("cluster", "/".join(args.operands[:2]))],
    ),
)
