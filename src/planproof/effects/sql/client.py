r"""Commands of the clients themselves in SQL text: `\copy` of psql, `.backup` of sqlite3, `SOURCE` of mysql."""

from __future__ import annotations

import re
import shlex
from collections.abc import Sequence
from typing import Final

from planproof.effects.act import Act, Ref, changes, observe, unknown
from planproof.effects.sql.says import Sql
from planproof.effects.sql.statement import Statement
from planproof.effects.tools.call import shown

_PSQL_LOOKS: Final = re.compile(
    r"\\(d\w*\+?S?\+?|l\+?|z|sf\+?|sv\+?|echo|qecho|warn|timing|set|unset|x|a|t|h|\?|conninfo|c|connect|pset|prompt|encoding|errverbose"
    r"|if|elif|else|endif|q|r|p|s|cd|f|H|C|T|gset|gdesc|gx|g|watch|crosstabview|getenv|setenv|bind|parse|close|copyright|dx|restrict"
    r"|unrestrict)(\s.*|$)",
    re.DOTALL,
)
_DOT_LOOKS: Final = frozenset(
    """
    schema fullschema tables indexes indices databases dump headers header mode width print echo stats timer show help
    exit quit eqp explain changes separator nullvalue prompt bail limit lint dbinfo dbconfig selftest sha3sum timeout
    trace version vfsinfo vfslist open cd connection cols columns auth crnl expert filectrl intck log nonce parameter
    progress scanstats session testcase testctrl unmodule vfsname www binary check maxrows maxwidth
    large_number_rendering highlight keyword multiline rows read_only
    """.split()
)
_PLAIN_LOOKS: Final = frozenset(
    """
    set show column col break btitle ttitle compute prompt pause define undefine accept variable var print whenever
    connect conn disconnect exit quit clear describe desc timing rem remark use notee pager nopager rehash warnings
    nowarning consistency paging expand tracing help login :setvar :on :connect :exit :error :list :listvar
    :serverlist :perftrace :xml reset store oradebug tee
    """.split()
)


def read_client(text: str, sql: Sql, fed_by: Statement | None = None) -> Sequence[Act]:
    """What a command of the client does; `fed_by` is the query whose result it takes."""
    because = shown(text if fed_by is None else f"{fed_by.text} {text}")
    if text.startswith("\\"):
        return _psql(text, sql, because, fed_by)
    if text.startswith("."):
        return _dotted(text, sql, because)
    words = text.rstrip(";").split()
    first = words[0].lower() if words else ""
    rest = text[len(words[0]) :].strip(" ;") if words else ""
    if text.startswith(("!", ":!!", "!!")) or first in ("host", "system"):
        return _system(text.lstrip("!:") if text[0] in "!:" else rest, sql, because)
    if text.startswith("@") or first in ("source", "start", ":r"):
        path = (
            text.lstrip("@").split()[0]
            if text.startswith("@") and text.strip("@ ")
            else rest.split()[0]
            if rest
            else ""
        )
        return _file(path.strip("'\""), sql, because)
    match first:
        case "exec" | "execute":
            return sql.read(f"CALL {rest}")
        case "exit" | "quit" if "(" in rest:
            return sql.read(rest.strip("()"))
        case "startup" | "shutdown":
            return [
                changes(
                    "shift", "compensable" if "abort" in rest.lower() else "reversible", because, _database(sql), first
                )
            ]
        case "password" | "passw":
            return [changes("rotate", "compensable", because, (), "password")]
        case "recover":
            return [changes("modify", "irreversible", because, _database(sql), "recover")]
        case "archive":
            return [observe(because)]
        case "copy":
            return _cql_copy(rest, sql, because)
        case "spool" | "capture" | ":out":
            return _written(rest, because)
        case _ if first in _PLAIN_LOOKS:
            return [observe(because)]
        case _:
            return [unknown(because)]


def _database(sql: Sql) -> list[Ref]:
    return [Ref("database", sql.within)] if sql.within else []


def _psql(text: str, sql: Sql, because: str, fed_by: Statement | None) -> Sequence[Act]:
    name, _, rest = text[1:].partition(" ")
    name = name.split("\n")[0].strip()
    rest = rest.strip().rstrip(";")
    if sql.dialect.name == "mysql" and name[:1] in "udpcthrRTtnwWxs":
        return [observe(because)]
    match name:
        case "copy":
            return sql.read(f"COPY {_quoted_file(rest)}")
        case "gexec":
            # The query makes the statements that run: what its strings begin with is what they do.
            made = [act for piece in fed_by.strings() for act in sql.read(piece)] if fed_by is not None else []
            return [*(act for act in made if act.kind not in ("observe", "unknown")), unknown(because)]
        case "i" | "ir" | "include" | "include_relative":
            return _file(rest, sql, because)
        case "!":
            return _system(rest, sql, because)
        case "." if sql.dialect.name == "mysql":
            return _file(rest, sql, because)
        case "password":
            return [changes("rotate", "compensable", because, (), "\\password")]
        case "lo_unlink":
            return [changes("destroy", "irreversible", because, [Ref("large_object", rest, sql.within)], "\\lo_unlink")]
        case "lo_import":
            return [changes("create", "reversible", because, (), "\\lo_import")]
        case "lo_list":
            return [observe(because)]
        case "o" | "out" | "w" | "write" | "g" | "gx" | "lo_export" | "s" if rest:
            if rest.startswith("|"):
                return _system(rest[1:], sql, because)
            return _written(rest.split()[-1], because)
        case "o" | "out" | "g" | "gx":
            return []
        case "e" | "edit" | "ef" | "ev":
            return [unknown(because)]
        case _:
            return [observe(because)] if _PSQL_LOOKS.match(text) else [unknown(because)]


def _quoted_file(rest: str) -> str:
    r"""`\copy` takes the file without quotes."""
    found = re.search(r"\b(from|to)\s+(?!stdin|stdout|pstdin|pstdout|program|')(\S+)", rest, re.I)
    if found is None:
        return re.sub(r"\bp?std(in|out)\b", r"STD\1", rest, flags=re.I)
    return f"{rest[: found.start(2)]}'{found[2]}'{rest[found.end(2) :]}"


def _dotted(text: str, sql: Sql, because: str) -> Sequence[Act]:
    """Commands of sqlite3 and DuckDB; a prefix that is long enough counts as the whole word."""
    try:
        words = shlex.split(text)
    except ValueError:
        words = text.split()
    name = words[0][1:].lower()
    rest = words[1:]
    file = Ref("file", rest[-1]) if rest else None
    match name:
        case "backup" | "save" | "clone":
            made = changes("create", "reversible", because, [file] if file else [], f".{name}")
            return [made._replace(reads=tuple(_database(sql)), produces=made.writes)]
        case "restore":
            made = changes("modify", "irreversible", because, _database(sql), ".restore")
            return [made._replace(reads=(file,) if file else (), restores=made.writes)]
        case "read" | "rea":
            return _file(rest[0] if rest else "", sql, because)
        case "import":
            made = changes("create", "reversible", because, sql.refs("table", rest[-1:]), ".import")
            return [made._replace(reads=(Ref("file", rest[-2]),) if len(rest) > 1 else ())]
        case "shell" | "system":
            return _system(" ".join(rest), sql, because)
        case "output" | "once" | "excel" | "dump" if rest and name != "dump":
            return _system(rest[0][1:], sql, because) if rest[0].startswith("|") else _written(rest[0], because)
        case "output" | "excel":
            return [observe(because)]
        case "recover":
            return [observe(because)]
        case "archive" | "ar" | "load" | "edit" | "imposter" | "iotrace":
            return [unknown(because)]
        case _:
            return [observe(because)] if name in _DOT_LOOKS else [unknown(because)]


def _cql_copy(rest: str, sql: Sql, because: str) -> Sequence[Act]:
    words = rest.split()
    table = words[0] if words else ""
    if "from" in map(str.lower, words):
        return [changes("modify", "irreversible", because, sql.refs("table", [table]), "COPY FROM")]
    files = [Ref("file", word.strip("'\"")) for word in words[-1:]]
    return [changes("create", "reversible", because, files, "COPY TO")._replace(produces=tuple(files))]


def _written(path: str, because: str) -> Sequence[Act]:
    plain = path.strip("'\" ")
    if plain.lower() in ("", "off", "out", "stdout", "/dev/null", "stderr"):
        return []
    return [changes("create", "reversible", because, [Ref("file", plain)])]


def _file(path: str, sql: Sql, because: str) -> Sequence[Act]:
    if sql.shell is None or not path:
        return [unknown(because)]
    return sql.shell.file(path, f"sql:{sql.dialect.name}", because, within=sql.within)


def _system(text: str, sql: Sql, because: str) -> Sequence[Act]:
    if sql.shell is None:
        return [unknown(because)]
    return sql.shell.script(text) if text else [observe(because)]
