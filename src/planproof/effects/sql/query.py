"""Queries and changes of rows: which tables they touch, what hides in their parts, which functions they call."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from planproof.effects.act import Act, Ref, unknown
from planproof.effects.lattice import Undo
from planproof.effects.sql.functions import called
from planproof.effects.sql.says import Sql, act
from planproof.effects.sql.statement import Statement
from planproof.effects.tools.call import EXPANDED

_BEFORE_NO_NAME: Final = frozenset({"(", "SELECT", "LATERAL", "VALUES", "UNNEST", "TABLE", "JSON_TABLE", ""})
_WRITES: Final = frozenset({"INSERT", "UPDATE", "DELETE", "MERGE", "REPLACE"})
_ENDS_LIST: Final = frozenset(
    "WHERE GROUP ORDER HAVING LIMIT UNION EXCEPT INTERSECT ON USING SET RETURNING WINDOW FETCH OFFSET"
    " WHEN QUALIFY ) ;".split()
)


def read_query(statement: Statement, sql: Sql, *, because: Statement | None = None) -> Sequence[Act]:
    """`SELECT`, `WITH`, `VALUES`, `TABLE`: a look at tables, and what writes in it."""
    shown_as = because or statement
    acts = _changes_inside(statement, shown_as, sql)
    own = {Ref("table", name, sql.within) for name in _own_names(statement)}
    acts = [a._replace(reads=tuple(ref for ref in a.reads if ref not in own)) for a in acts]
    into = _into(statement, shown_as, sql)
    if into is not None:
        acts += into
    acts += called(statement, sql, because=shown_as)
    if _opaque(statement):
        acts.append(unknown(shown_as.evidence))
    return [*acts, act(shown_as, sql, "observe", "read_only", tables_read(statement, sql), "SELECT")]


def _writes_inside(statement: Statement) -> Iterator[int]:
    """Where a change of rows starts in a CTE, or behind the CTEs."""
    for i, word in enumerate(statement.words):
        if word not in _WRITES:
            continue
        before = statement.at(i - 1)
        opens = before == "(" and statement.at(i - 2) in ("AS", "MATERIALIZED", "TABLE")
        follows = before == ")" and statement.at(0) == "WITH" and statement.depths[i] == 0
        first = i == 0  # `COPY (DELETE ... RETURNING *) TO STDOUT`
        if (opens or follows or first) and statement.at(i + 1) not in ("(", ",", ".", ")"):
            yield i


def _end_of_part(statement: Statement, start: int) -> int:
    depth = statement.depths[start]
    for i in range(start, len(statement)):
        if statement.depths[i] < depth:
            return i
    return len(statement)


def _into(statement: Statement, because: Statement, sql: Sql) -> list[Act] | None:
    """`SELECT ... INTO`: a table, a file or a variable."""
    at = statement.find("INTO")
    if (
        at < 0
        or statement.at(0) not in ("SELECT", "WITH", "(")
        or statement.at(at - 1) in ("INSERT", "MERGE", "REPLACE", "IGNORE")
    ):
        return None
    following = statement.at(at + 1)
    if following in ("OUTFILE", "DUMPFILE"):
        refs = [Ref("file", name, sql.within) for name in statement.strings(at)[:1]]
        made = act(because, sql, "create", "reversible", refs, "SELECT INTO OUTFILE")
        return [made._replace(produces=tuple(refs), reads=tuple(tables_read(statement, sql)))]
    while statement.at(at + 1) in ("TEMP", "TEMPORARY", "UNLOGGED", "TABLE"):
        at += 1
    name, _ = statement.name(at + 1)
    variable = name.startswith(("@", ":")) or statement.at(at + 1) in (":", "STRICT")
    if not name or variable or sql.dialect.name in ("mysql", "oracle", "sqlite", "bigquery", "snowflake"):
        return []
    refs = sql.refs("table", [name])
    copied = tuple(ref for ref in tables_read(statement, sql) if ref not in refs)
    return [act(because, sql, "create", "reversible", refs, "SELECT INTO")._replace(reads=copied, produces=tuple(refs))]


def _opaque(statement: Statement) -> bool:
    """Whether a piece that only the shell knows stands where more SQL may: behind an operand, or in front of all."""
    for i, token in enumerate(statement.tokens):
        if token.sort != "word" or not token.text.startswith(EXPANDED):
            continue
        before = statement.tokens[i - 1] if i else None
        if before is None or before.sort in ("number", "string", "name") or before.word in (")", "*"):
            return True
    return False


def _own_names(statement: Statement) -> set[str]:
    """The names of its common table expressions, as written."""
    return {
        statement.tokens[i - 1].value
        for i, word in enumerate(statement.words)
        if word == "AS" and i and statement.at(i + 1) in ("(", "MATERIALIZED", "NOT")
    }


def tables_read(statement: Statement, sql: Sql, start: int = 0) -> list[Ref]:
    """The tables behind FROM and JOIN, without the names of CTEs, each once."""
    words = statement.words
    own = {name.upper() for name in _own_names(statement)}
    found: dict[str, None] = {}
    for i in range(start, len(words)):
        if words[i] not in ("FROM", "JOIN", "USING", "CLONE", "LIKE") or statement.at(i + 1) in _BEFORE_NO_NAME:
            continue
        if words[i] in ("CLONE", "LIKE") and statement.at(0) != "CREATE":
            continue
        if words[i] == "FROM" and _inside_function(statement, i):
            continue
        at = i + 1
        while True:
            name, end = statement.name(at)
            if not name or statement.at(end) == "(":
                break
            if name.upper() not in own and statement.tokens[at].sort != "number":
                found.setdefault(name)
            if words[i] != "FROM":
                break
            while end < len(words) and words[end] not in _ENDS_LIST and words[end] not in (",", "JOIN", "FROM"):
                end = statement.closing(end) + 1 if words[end] == "(" else end + 1
            if statement.at(end) != "," or statement.at(end + 1) in _BEFORE_NO_NAME:
                break
            at = end + 1
    return sql.refs("table", found)


def _inside_function(statement: Statement, i: int) -> bool:
    """Whether a FROM belongs to `extract(year FROM x)`, `substring(a FROM 2)`, `trim(x FROM y)`, `IS DISTINCT FROM`."""
    if statement.at(i - 1) == "DISTINCT" and statement.at(i - 2) in ("IS", "NOT"):
        return True
    depth = statement.depths[i]
    k = i
    while k > 0 and statement.depths[k - 1] >= depth and statement.at(k) != "SELECT":
        k -= 1
        if i - k > _NEAR:
            return False
    return statement.at(k) != "SELECT" and statement.at(k - 2) in (
        "EXTRACT",
        "SUBSTRING",
        "TRIM",
        "OVERLAY",
        "POSITION",
    )


_NEAR: Final = 40
"""Tokens between the parenthesis of `extract(` and its FROM."""


def change(statement: Statement, sql: Sql, *, because: Statement | None = None) -> Sequence[Act]:
    """`INSERT`, `UPDATE`, `DELETE`, `MERGE`, `REPLACE`."""
    shown_as = because or statement
    acts = _change(statement, shown_as, sql)
    return [*acts, *_changes_inside(statement, shown_as, sql), *called(statement, sql, because=shown_as)]


def _changes_inside(statement: Statement, because: Statement, sql: Sql) -> list[Act]:
    """What the parts of a statement change that write themselves."""
    acts: list[Act] = []
    read = 0
    for start in _writes_inside(statement):
        end = _end_of_part(statement, start)
        read += end - start
        if read > MAX_READ:
            return [*acts, unknown(because.evidence)]
        acts += _change(statement.part(start, end), because, sql)
    return acts


MAX_READ: Final = 50_000
"""Tokens of the parts of one statement that are read; parts may stand inside each other."""


def _change(statement: Statement, shown_as: Statement, sql: Sql) -> list[Act]:
    verb = statement.at(0)
    match verb:
        case "DELETE":
            acts = _delete(statement, shown_as, sql)
        case "UPDATE":
            at = 3 if statement.words[1:2] == ("OR",) else 1
            while statement.at(at) in ("LOW_PRIORITY", "IGNORE", "TOP", "STATISTICS"):
                at = statement.closing(at + 1) + 1 if statement.at(at + 1) == "(" else at + 1
            acts = [act(shown_as, sql, "modify", "irreversible", _targets(statement, at, sql, "SET"), "UPDATE")]
        case "MERGE":
            acts = _merge(statement, shown_as, sql)
        case _:
            acts = _insert(statement, shown_as, sql)
    reads = tuple(ref for ref in tables_read(statement, sql) if all(ref not in (*a.writes, *a.destroys) for a in acts))
    return [acts[0]._replace(reads=reads), *acts[1:]] if acts and reads else acts


def _targets(statement: Statement, at: int, sql: Sql, until: str) -> list[Ref]:
    """Tables that an UPDATE of one or more names before SET."""
    end = statement.find(until, at)
    names = statement.part(at, end if end >= 0 else None).names(0)
    return sql.refs("table", names)


def _delete(statement: Statement, because: Statement, sql: Sql) -> list[Act]:
    at = 1
    while statement.at(at) in ("FROM", "LOW_PRIORITY", "QUICK", "IGNORE", "TOP"):
        at = statement.closing(at + 1) + 1 if statement.at(at + 1) == "(" else at + 1
        if statement.at(at) == "PERCENT":
            at += 1
    refs = sql.refs("table", statement.names(at))
    where = statement.find("WHERE")
    if where >= 0 and _never(statement.part(where + 1)):
        return [act(because, sql, "observe", "read_only", refs, "DELETE")]
    operation = "DELETE" if where >= 0 else "DELETE without WHERE"
    return [act(because, sql, "destroy", "irreversible", refs, operation)]


def _never(condition: Statement) -> bool:
    """Whether a whole condition is `false` or `1 = 0`."""
    if condition.words == ("FALSE",):
        return True
    left, sign, right = condition.tokens if len(condition) == 3 else (None, None, None)
    if left is None or sign is None or right is None or sign.word != "=":
        return False
    return left.sort == right.sort == "number" and float(left.text) != float(right.text)


def _insert(statement: Statement, because: Statement, sql: Sql) -> list[Act]:
    verb = statement.at(0)
    at = 1
    overwrite = verb == "REPLACE"
    while statement.at(at) in _INSERT_WORDS:
        overwrite = overwrite or statement.at(at) == "REPLACE"
        if statement.at(at) == "OVERWRITE":
            name, _ = statement.name(at + 2 if statement.at(at + 1) in ("TABLE", "INTO", "DIRECTORY") else at + 1)
            return [act(because, sql, "destroy", "irreversible", sql.refs("table", [name]), "INSERT OVERWRITE")]
        at += 1
    if statement.at(at) in ("FUNCTION", "WHEN", "BULK") or not len(statement.part(at)):
        return [unknown(because.evidence)]
    name, _ = statement.name(at)
    refs = sql.refs("table", [name])
    updates = statement.has("DO UPDATE") or statement.has("ON DUPLICATE KEY UPDATE") or sql.dialect.name == "cassandra"
    if overwrite or updates:
        return [act(because, sql, "modify", "irreversible", refs, f"{verb} over existing rows")]
    return [act(because, sql, "create", "reversible", refs, "INSERT")]


_INSERT_WORDS: Final = frozenset(
    "INTO OR REPLACE IGNORE ABORT FAIL ROLLBACK LOW_PRIORITY DELAYED HIGH_PRIORITY ALL FIRST OVERWRITE"
    " TABLE TOP".split()
)


def _merge(statement: Statement, because: Statement, sql: Sql) -> list[Act]:
    name, _ = statement.name(2 if statement.at(1) == "INTO" else 1)
    refs = sql.refs("table", [name])
    undo: Undo = "irreversible"
    if statement.has("THEN DELETE") or statement.has("DELETE WHERE"):
        return [act(because, sql, "destroy", undo, refs, "MERGE with DELETE")]
    if statement.has("UPDATE"):
        return [act(because, sql, "modify", undo, refs, "MERGE")]
    return [act(because, sql, "create", "reversible", refs, "MERGE")]
