"""Statements that move data in and out: COPY, LOAD, UNLOAD, BACKUP, RESTORE, FLASHBACK."""

from __future__ import annotations

from collections.abc import Sequence

from planproof.effects.act import Act, Ref, observe, unknown
from planproof.effects.lattice import Undo
from planproof.effects.sql.query import read_query, tables_read
from planproof.effects.sql.says import Sql, act
from planproof.effects.sql.statement import Statement
from planproof.model.base import EffectKind


def copy(statement: Statement, sql: Sql) -> Sequence[Act] | None:
    """`COPY`: rows in from a file, or out to one."""
    table, end = ("", statement.closing(1) + 1) if statement.at(1) == "(" else statement.name(1)
    inner = read_query(statement.part(2, end - 1), sql, because=statement) if statement.at(1) == "(" else ()
    worse = [a for a in inner if a.kind != "observe"]
    while statement.at(end) == "(":
        end = statement.closing(end) + 1
    direction = statement.at(end)
    if statement.at(end + 1) == "PROGRAM":
        texts = statement.strings(end)
        found = sql.shell.script(texts[0], within="database server") if sql.shell is not None and texts else ()
        if not found:
            return None
        if direction == "FROM":
            return [*found, act(statement, sql, "create", "reversible", sql.refs("table", [table]), "COPY FROM")]
        return [*found, *worse]
    if direction == "FROM":
        made = act(statement, sql, "create", "reversible", sql.refs("table", [table]), "COPY FROM")
        return [made._replace(reads=_files(statement, end)), *worse]
    if direction != "TO":
        return None
    read = tuple(sql.refs("table", [table])) or tuple(tables_read(statement.part(0, end), sql))
    if statement.at(end + 1) in ("STDOUT", "STDERR"):
        return [observe(statement.evidence, read), *worse]
    files = _files(statement, end)
    return [act(statement, sql, "create", "reversible", files, "COPY TO")._replace(reads=read, produces=files), *worse]


def _files(statement: Statement, start: int) -> tuple[Ref, ...]:
    return tuple(Ref("file", text) for text in statement.strings(start)[:1])


def copy_into(statement: Statement, sql: Sql) -> Sequence[Act] | None:
    """`COPY INTO`: a load into a table, or an unload to a stage or a bucket."""
    outside = statement.tokens[2].sort == "string" or statement.at(2).startswith("@") if len(statement) > 2 else True
    purges = statement.has("PURGE = TRUE")
    if not outside:
        name, _ = statement.name(2)
        refs = sql.refs("table", [name])
        made = act(statement, sql, "create", "reversible", refs, "COPY INTO")
        return [made, act(statement, sql, "destroy", "irreversible", (), "COPY INTO PURGE")] if purges else [made]
    target = statement.tokens[2].value if len(statement) > 2 else ""
    refs = [Ref("file", target)]
    if statement.has("OVERWRITE = TRUE"):
        return [act(statement, sql, "modify", "irreversible", refs, "COPY INTO")]
    return [act(statement, sql, "create", "reversible", refs, "COPY INTO")._replace(produces=tuple(refs))]


def load(statement: Statement, sql: Sql) -> Sequence[Act] | None:
    """`LOAD DATA`, `BULK INSERT`: rows in from a file; `REPLACE` and `OVERWRITE` take those that were there."""
    at = statement.find("TABLE")
    at = at + 1 if at >= 0 else statement.find("INTO") + 1
    if statement.at(0) == "BULK":
        at = 2
    refs = sql.refs("table", [statement.name(at)[0]]) if at > 0 else []
    if statement.has("OVERWRITE"):
        return [act(statement, sql, "destroy", "irreversible", refs, "LOAD DATA OVERWRITE")]
    if statement.has("REPLACE"):
        return [act(statement, sql, "modify", "irreversible", refs, "LOAD DATA REPLACE")]
    return [act(statement, sql, "create", "reversible", refs, "LOAD DATA")._replace(reads=_files(statement, 0))]


def unload(statement: Statement, sql: Sql) -> Sequence[Act] | None:
    """`UNLOAD`, `EXPORT`: files outside of the database."""
    texts = statement.strings()
    inner = sql.read(texts[0]) if texts and statement.at(0) == "UNLOAD" else ()
    refs = [Ref("file", text) for text in texts if "/" in text][:1]
    worse = [a for a in inner if a.kind != "observe"]
    reads = tuple(ref for a in inner for ref in a.reads)
    if statement.has("CLEANPATH"):
        return [act(statement, sql, "destroy", "irreversible", refs, "UNLOAD CLEANPATH"), *worse]
    if (
        statement.has("ALLOWOVERWRITE")
        or "overwrite = true" in statement.text.lower()
        or "overwrite=true" in statement.text.lower()
    ):
        return [act(statement, sql, "modify", "irreversible", refs, "UNLOAD"), *worse]
    return [
        act(statement, sql, "create", "reversible", refs, "UNLOAD")._replace(reads=reads, produces=tuple(refs)),
        *worse,
    ]


def backup(statement: Statement, sql: Sql) -> Sequence[Act] | None:
    """`BACKUP`: an artefact; `WITH FORMAT` and `INIT` write over the media."""
    name, _ = statement.name(2)
    refs = [Ref("file", text) for text in statement.strings()[:1]] or sql.refs("backup", [name])
    over = statement.has("INIT") or statement.has("FORMAT")
    undo: Undo = "irreversible" if over else "reversible"
    made = act(statement, sql, "modify" if over else "create", undo, refs, "BACKUP")
    return [made._replace(reads=tuple(sql.refs("database", [name])), produces=tuple(refs))]


def restore(statement: Statement, sql: Sql) -> Sequence[Act] | None:
    """`RESTORE`: looks at a backup, or brings a database back over what is there."""
    files = tuple(Ref("file", text) for text in statement.strings()[:1])
    if statement.at(1) in ("HEADERONLY", "FILELISTONLY", "LABELONLY"):
        return [observe(statement.evidence, files)]
    if statement.at(1) == "VERIFYONLY":
        return [observe(statement.evidence, files)._replace(verifies=files)]
    name, _ = statement.name(2)
    refs = tuple(sql.refs(statement.at(1).lower() or "database", [name]))
    if sql.dialect.name == "databricks":
        return [act(statement, sql, "modify", "reversible", refs, "RESTORE")._replace(restores=refs)]
    if sql.dialect.name in ("clickhouse", "cockroach"):
        return [act(statement, sql, "create", "reversible", refs, "RESTORE")._replace(reads=files, restores=refs)]
    kind: EffectKind = "destroy" if statement.has("REPLACE") else "modify"
    return [act(statement, sql, kind, "irreversible", refs, "RESTORE")._replace(reads=files, restores=refs)]


def flashback(statement: Statement, sql: Sql) -> Sequence[Act] | None:
    """`FLASHBACK`: a dropped table comes back; a table or database returns to what it was."""
    name, _ = statement.name(2)
    refs = tuple(sql.refs("table" if statement.at(1) == "TABLE" else "database", [name]))
    if statement.has("BEFORE DROP"):
        return [act(statement, sql, "modify", "reversible", refs, "FLASHBACK")._replace(restores=refs)]
    if statement.at(1) == "TABLE":
        return [act(statement, sql, "modify", "irreversible", refs, "FLASHBACK")._replace(restores=refs)]
    if statement.at(1) in ("DATABASE", "PLUGGABLE", "STANDBY"):
        return [act(statement, sql, "destroy", "irreversible", refs, "FLASHBACK")._replace(restores=refs)]
    return [unknown(statement.evidence)]


def undrop(statement: Statement, sql: Sql) -> Sequence[Act] | None:
    """`UNDROP`: brings back what the system has kept."""
    name, _ = statement.name(2)
    refs = tuple(sql.refs(statement.at(1).lower(), [name]))
    return [act(statement, sql, "modify", "reversible", refs, "UNDROP")._replace(restores=refs)]
