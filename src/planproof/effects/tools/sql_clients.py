"""Clients of the other SQL databases."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from planproof.effects.act import Act, Ref, changes, observe
from planproof.effects.tools.call import EXPANDED, Args, Call, shown
from planproof.effects.tools.program import Program
from planproof.effects.tools.sql_input import asks_only, database_of, dumped, read_input
from planproof.effects.tools.tool import Read, Shell, does


def _sqlite(call: Call, args: Args, shell: Shell) -> Sequence[Act] | None:
    """`sqlite3 [options] FILE [SQL ...]`; its long options have one dash."""
    if asks_only(args) or args.has("-version", "-help"):
        return [observe(shown(call.text))]
    file, *texts = args.operands or [""]
    dialect = "duckdb" if call.name == "duckdb" else "sqlite"
    texts = [*args.values("-cmd", "-c", "-s"), *texts]
    files = args.values("-init", "-f")
    acts = read_input(call, shell, dialect, texts=texts, files=files, within=file.replace(EXPANDED, ""))
    if args.has("-readonly"):
        # It refuses to write to its file; what leaves the file it does all the same.
        acts = [
            observe(act.because, act.touched) if _stays_in(act, file.replace(EXPANDED, "")) else act for act in acts
        ]
    return acts


def _stays_in(act: Act, file: str) -> bool:
    """Whether an act changes nothing but what stands in one file of a database."""
    changed = (*act.writes, *act.destroys)
    return bool(file and changed) and all(ref.within == file for ref in changed) and act.kind != "unknown"


def _sqlcmd(call: Call, args: Args, shell: Shell) -> Sequence[Act] | None:
    if asks_only(args) or args.has("-L"):
        return [observe(shown(call.text))]
    return read_input(
        call,
        shell,
        "tsql",
        texts=args.values("-Q", "-q", "--query"),
        files=args.values("-i", "--input-file"),
        within=args.value("-d", "--database-name"),
    )


def _bcp(call: Call, args: Args, _shell: Shell) -> Sequence[Act] | None:
    """`bcp TABLE in|out|queryout|format FILE`."""
    if len(args.operands) < 3:
        return None
    name, direction, path = args.operands[:3]
    if direction == "in":
        return [changes("create", "reversible", shown(call.text), [Ref("table", name)], "bcp in")]
    return dumped(call, name, path, kind="table")


def _sqlplus(call: Call, args: Args, shell: Shell) -> Sequence[Act] | None:
    scripts = [word[1:] for word in args.operands if word.startswith("@") and len(word) > 1]
    if scripts:
        return read_input(call, shell, "oracle", files=scripts)
    return [observe(shown(call.text))] if args.has("-V", "-v", "-H") else read_input(call, shell, "oracle")


def _pump(call: Call, args: Args, shell: Shell) -> Sequence[Act] | None:
    """`expdp` and `impdp`: `name=value` words."""
    given = {name.lower(): value for name, _, value in (word.partition("=") for word in args.operands)}
    if "parfile" in given:
        return shell.file(given["parfile"], "parfile", shown(call.text))
    if "help" in given or "attach" in given:
        return [observe(shown(call.text))] if "help" in given else None
    scope = (
        given.get("schemas") or given.get("tables") or given.get("tablespaces") or ("full" if "full" in given else "")
    )
    kind = "table" if "tables" in given else "schema"
    file = Ref("file", given.get("dumpfile") or given.get("file", ""))
    if call.name in ("expdp", "exp"):
        over = given.get("reuse_dumpfiles", "").lower().startswith("y")
        act = changes(
            "modify" if over else "create",
            "irreversible" if over else "reversible",
            shown(call.text),
            [file],
            call.name,
        )
        return [act._replace(reads=(Ref(kind, scope),), produces=(file,))]
    if "sqlfile" in given or given.get("show", "").lower() == "y":
        return [observe(shown(call.text), [file])]
    action = given.get("table_exists_action", "").lower()
    refs = (Ref(kind, scope),)
    if action in ("replace", "truncate"):
        act = changes("destroy", "irreversible", shown(call.text), refs, call.name)
    else:
        act = changes("create", "reversible", shown(call.text), refs, call.name)
    return [act._replace(reads=(file,), restores=refs)]


def _clickhouse(call: Call, args: Args, shell: Shell) -> Sequence[Act] | None:
    if call.name == "clickhouse":
        if not args.operands or args.operands[0] not in ("client", "local"):
            return None
        args = Args(call.args[1:], _CLICKHOUSE)
    if asks_only(args):
        return [observe(shown(call.text))]
    texts = args.values("-q", "--query", "--multiquery") or args.operands[:0]
    within = args.value("-d", "--database")
    files = args.values("--queries-file")
    if texts and call.fed and any(text.lstrip().upper().startswith("INSERT") for text in texts):
        return shell.sql("\n;\n".join(texts), "clickhouse", within=within)
    return read_input(call, shell, "clickhouse", texts=[t for t in texts if t], files=files, within=within)


_CLICKHOUSE: Final = frozenset(
    "-q --query -d --database -h --host --port -u --user --password --queries-file -f --format"
    " --config-file -C --max_threads --format_schema --structure --input-format --output-format -S -N"
    " --table".split()
)


def _client(dialect: str, texts: str, files: str, database: str) -> Read:
    """A client that takes SQL, files of SQL and the name of the database by options."""

    def run(call: Call, args: Args, shell: Shell) -> Sequence[Act] | None:
        if asks_only(args):
            return [observe(shown(call.text))]
        within = database_of(args.value(*database.split()))
        return read_input(
            call, shell, dialect, texts=args.values(*texts.split()), files=args.values(*files.split()), within=within
        )

    return run


def _several(
    name: str, dialect: str, texts: str, files: str, database: str, more: str = "", *, long: bool = False
) -> Program:
    valued = frozenset(f"{texts} {files} {database} {more}".split())
    return Program(tuple(name.split()), _client(dialect, texts, files, database), valued=valued, long=long)


def _rman(call: Call, _args: Args, shell: Shell) -> Sequence[Act] | None:
    from planproof.effects.tools.rman import read_rman

    return read_rman(call, shell)


TOOLS: Final = (
    Program(
        ("sqlite3", "sqlite", "duckdb"),
        _sqlite,
        long=True,
        valued={
            "-cmd",
            "-init",
            "-separator",
            "-nullvalue",
            "-newline",
            "-mmap",
            "-maxsize",
            "-vfs",
            "-lookaside",
            "-pagecache",
            "-c",
            "-s",
            "-f",
            "-A",
        },
    ),
    Program(
        ("sqlcmd",),
        _sqlcmd,
        valued=frozenset(
            "-S -d -U -P -Q -q -i -o -v -t -l -h -s -w -a -H -K -f -y -Y -m -V --query --database-name"
            " --input-file --server --user-name".split()
        ),
    ),
    Program(("bcp",), _bcp, valued=frozenset("-S -d -U -P -t -r -F -L -f -e -b -m -a -h".split())),
    Program(("sqlplus", "sql", "sqlcl"), _sqlplus, valued={"-M", "-R", "-C"}),
    Program(("rman",), _rman, long=True),
    Program(("expdp", "exp", "impdp", "imp"), _pump),
    Program(("clickhouse-client", "clickhouse-local", "clickhouse"), _clickhouse, valued=_CLICKHOUSE),
    Program(("clickhouse-benchmark",), does("observe")),
    _several(
        "snowsql",
        "snowflake",
        "-q --query",
        "-f --filename",
        "-d --dbname",
        "-c --connection -o --option -a -u -s -r -w -D --variable",
    ),
    _several(
        "cqlsh",
        "cassandra",
        "-e --execute",
        "-f --file",
        "-k --keyspace",
        "-u -p --username --password --cqlshrc --request-timeout",
    ),
    _several(
        "trino presto",
        "trino",
        "--execute",
        "-f --file",
        "--schema",
        "--server --catalog --user --session --output-format",
    ),
    _several("spark-sql", "databricks", "-e", "-f -i", "--database", "--conf --master --hiveconf --hivevar"),
    _several("beeline hive", "databricks", "-e", "-f -i", "--database", "-u -n -p --hiveconf --hivevar"),
    _several("impala-shell", "databricks", "-q --query", "-f --query_file", "-d --database", "-i -k -o --impalad"),
    _several("db2", "db2", "", "-f -tvf -tf", "", ""),
    _several("vsql", "postgres", "-c --command", "-f --file", "-d --dbname", "-h -p -U -w -o -v --host --port"),
    _several("usql", "", "-c --command", "-f --file", "", "-o -v -P -F -R -T --out"),
    _several("isql tsql", "tsql", "-Q", "-i", "-D", "-S -U -P -H -p -o"),
    _several("hdbsql", "", "", "-I", "-d", "-n -i -u -p -U -o"),
)
