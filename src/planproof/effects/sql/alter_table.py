"""ALTER TABLE: what each of its actions does."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from planproof.effects.act import Act, Ref, unknown
from planproof.effects.lattice import Undo
from planproof.effects.sql.says import Says, Sql, act, entry_of, phrases
from planproof.effects.sql.statement import Statement
from planproof.effects.tools.call import shown

_ACTIONS: Final = phrases("""
modify reversible: ADD, RENAME, OWNER, SET, RESET, VALIDATE, ENABLE, INHERIT, NO INHERIT, ATTACH, REPLICA, OF
modify reversible: NOT OF, FORCE, CLUSTER, WITHOUT CLUSTER, WITHOUT OIDS, ENGINE, AUTO_INCREMENT, ALGORITHM, LOCK
modify reversible: COMMENT, ROW_FORMAT, DEFAULT, CHARACTER, REBUILD, SWITCH, CHECK, EXCHANGE, REORGANIZE, ANALYZE
modify reversible: OPTIMIZE, COALESCE, SPLIT, MERGE, MOVE, SHRINK, STATS_PERSISTENT, READ, ROW, MONITORING
modify reversible: NOMONITORING, LOGGING, NOLOGGING, PARALLEL, NOPARALLEL, CACHE, NOCACHE, INMEMORY, NO, SWAP
modify reversible: RESUME, SUSPEND, RECLUSTER, UNSET, ALLOW, CHANGE TRACKING, MATERIALIZE, FREEZE, FETCH
modify reversible: ADD PROJECTION, MODIFY SETTING, RESET SETTING, MODIFY COMMENT, MODIFY ORDER BY, PARTITION BY
modify reversible: REMOVE PARTITIONING, ORDER, RECOVER, MODIFY CONSTRAINT, MODIFY PARTITION, MODIFY DEFAULT
modify reversible: TABLESPACE, STORAGE, COMPRESSION, ENCRYPTION, KEY_BLOCK_SIZE, DELAY_KEY_WRITE, WITH CHECK
modify reversible: COMMENT COLUMN, APPEND, EXPERIMENTAL, SPLIT AT, UNSPLIT, SCATTER, CONFIGURE, LOCALITY, COLLATE
modify reversible: STATS_AUTO_RECALC, SECONDARY_LOAD, SECONDARY_UNLOAD, AVG_ROW_LENGTH, MAX_ROWS, MIN_ROWS
modify reversible: PACK_KEYS, CHECKSUM, INSERT_METHOD, CONNECTION, IMPORT, APPLY
modify reversible +weakens: DISABLE TRIGGER, DISABLE ROW LEVEL, NO FORCE ROW LEVEL, NOCHECK, DISABLE CONSTRAINT
modify reversible +weakens: DISABLE ALL TRIGGERS, DISABLE RULE, MODIFY CONSTRAINT DISABLE
modify reversible: DISABLE
modify compensable: EXCHANGE PARTITION WITHOUT, ALTER COLUMN DROP, UNUSED, REMOVE TTL, REPAIR
modify irreversible: MODIFY, CHANGE, CONVERT, UPDATE
destroy irreversible: DROP, DELETE, TRUNCATE, DISCARD, CLEAR, MODIFY TTL, REPLACE PARTITION, SET UNUSED
destroy reversible: DETACH PART, DETACH PARTITION
destroy compensable: DROP CONSTRAINT, DROP INDEX, DROP KEY, DROP CHECK, DROP FOREIGN, DROP PRIMARY, DROP PROJECTION
destroy compensable: DROP STATISTICS, DROP UNIQUE, DROP PERIOD, DROP ROW ACCESS POLICY, DROP ALL ROW ACCESS POLICIES
destroy compensable: DROP SEARCH OPTIMIZATION, DROP CLUSTERING KEY, DROP SUPPLEMENTAL, UNFREEZE_
destroy compensable: DROP SYSTEM VERSIONING, DROP TAG
destroy irreversible: UNFREEZE, DROP DETACHED
""")
_WIDE: Final = frozenset(
    {"BIGINT", "INT8", "TEXT", "NUMERIC", "DECIMAL", "DOUBLE", "FLOAT8", "INT64", "STRING", "NVARCHAR(MAX)"}
)
"""Types that hold whatever a column of a narrower one held."""


def alter_table(statement: Statement, sql: Sql) -> Sequence[Act] | None:
    """`ALTER TABLE name action, action ...`.

    A clause that starts with no action continues the one before it: `DROP COLUMN a, b`.
    """
    start = statement.find("TABLE") + 1
    if statement.words[start : start + 3] == ("ALL", "IN", "TABLESPACE"):
        return [act(statement, sql, "modify", "reversible", (), "ALTER TABLE ALL IN TABLESPACE")]
    name, end = statement.name(start)
    while statement.at(end) == "*" or statement.words[end : end + 2] == ("ON", "CLUSTER"):
        end = end + 1 if statement.at(end) == "*" else end + 3
    if statement.words[end : end + 1] == ("PARTITION",) and statement.at(end + 1) == "(":
        end = statement.closing(end + 1) + 1
    refs = sql.refs("table", [name])
    acts: list[Act] = []
    for clause in statement.clauses(end):
        done = _action(clause, statement, sql, refs)
        if done is None:
            if not acts:
                return None
            continue
        acts.append(done)
    return acts or None


def _action(clause: Statement, statement: Statement, sql: Sql, refs: list[Ref]) -> Act | None:
    """What one action does; None where the words start none."""
    if clause.at(0) in ("IF",):  # `IF EXISTS` of MariaDB
        clause = clause.part(2)
    if clause.at(0) == "WITH" and clause.at(1) in ("CHECK", "NOCHECK"):
        clause = clause.part(2) if clause.at(2) in ("ADD", "CHECK") else clause.part(1)
    if clause.at(0) == "ALTER":
        return _column(clause, statement, sql, refs)
    operation = f"ALTER TABLE {clause.at(0)}"
    detaching = clause.at(0) == "DETACH"
    if detaching and sql.dialect.name in ("postgres", ""):
        return act(statement, sql, "modify", "reversible", refs, operation)
    if clause.at(0) == "SET":
        return _set(clause, statement, sql, refs)
    if clause.at(0) == "UNSET" and clause.has("POLICY"):
        return act(statement, sql, "modify", "reversible", refs, operation, ("widens_access",))
    if clause.at(0) == "MODIFY" and clause.has("TTL"):
        return act(statement, sql, "destroy", "irreversible", refs, operation)
    if clause.at(0) == "FREEZE":
        return act(statement, sql, "create", "reversible", refs, operation)
    found = entry_of(clause, _ACTIONS)
    if found is None or not isinstance(found[1], Says):
        return None
    says = found[1]
    touched = _columns(clause, refs) if clause.at(0) == "DROP" and says.kind == "destroy" else refs
    return act(statement, sql, says.kind, says.undo, touched, f"ALTER TABLE {found[0]}", says.hazards)


def _columns(clause: Statement, tables: list[Ref]) -> list[Ref]:
    """The column that `DROP [COLUMN] [IF EXISTS] name` takes away; the table where it takes away something else."""
    at = 2 if clause.at(1) == "COLUMN" else 1
    if clause.at(at) == "IF":
        at += 2
    if clause.at(1) not in ("COLUMN",) and clause.at(at) in _PARTS:
        return tables
    name, _ = clause.name(at)
    return [Ref("column", f"{table.name}.{name}", table.within) for table in tables] if name else tables


_PARTS: Final = frozenset(
    "PARTITION SUBPARTITION CONSTRAINT INDEX KEY PRIMARY FOREIGN CHECK PERIOD TAG DETACHED PART PROJECTION STATISTICS".split()
)


def _column(clause: Statement, statement: Statement, sql: Sql, refs: list[Ref]) -> Act:
    """`ALTER [COLUMN] name ...`."""
    at = 2 if clause.at(1) == "COLUMN" else 1
    if clause.at(at) in (
        "CONSTRAINT",
        "INDEX",
        "CHECK",
        "SORTKEY",
        "DISTKEY",
        "DISTSTYLE",
        "COMPOUND",
        "ENCODE",
        "KEY",
        "PRIMARY",
    ):
        return act(statement, sql, "modify", "reversible", refs, "ALTER TABLE ALTER")
    _, end = clause.name(at)
    rest = clause.part(end)
    first = rest.at(0)
    typed = first == "TYPE" or rest.words[:3] == ("SET", "DATA", "TYPE")
    undo: Undo = "reversible"
    if typed:
        kind = rest.at(1 if first == "TYPE" else 3)
        precise = rest.at(2 if first == "TYPE" else 4) == "("
        undo = "reversible" if kind in _WIDE and not precise and not rest.has("USING") else "irreversible"
    elif first == "DROP":
        undo = "reversible" if rest.at(1) == "NOT" else "compensable"
    elif first in ("ADD", "SET", "RESET", "RESTART", "RENAME", "COMMENT", "FIRST", "AFTER", "ENCODE"):
        undo = "compensable" if first == "RESTART" else "reversible"
    else:  # SQL Server and others: the new type follows the name
        undo = "irreversible"
    return act(statement, sql, "modify", undo, refs, "ALTER TABLE ALTER COLUMN")


def _set(clause: Statement, statement: Statement, sql: Sql, refs: list[Ref]) -> Act:
    operation = "ALTER TABLE SET"
    text = shown(" ".join(token.text for token in clause.tokens), 400).lower()
    if clause.at(1) == "UNUSED" or "expiration" in text or "ttl" in clause.words:
        return act(statement, sql, "destroy", "irreversible", refs, operation)
    if "data_retention_time_in_days = 0" in text:
        return act(statement, sql, "modify", "irreversible", refs, operation, ("weakens_guard",))
    if "system_versioning = off" in text:
        return act(statement, sql, "modify", "reversible", refs, operation, ("weakens_guard",))
    return act(statement, sql, "modify", "reversible", refs, operation)


def alter_index(statement: Statement, sql: Sql) -> Sequence[Act] | None:
    """`ALTER INDEX`: `DISABLE` of SQL Server drops what is in it, everything else keeps it."""
    name, end = statement.name(2)
    if name == "ALL":
        name = ""
    undo: Undo = "compensable" if statement.has("DISABLE") or statement.has("UNUSABLE") else "reversible"
    if len(statement) <= end:
        return [unknown(statement.evidence)]
    return [act(statement, sql, "modify", undo, sql.refs("index", [name]), "ALTER INDEX")]
