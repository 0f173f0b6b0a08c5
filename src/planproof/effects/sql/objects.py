"""Objects of a database: what creating, changing and dropping each kind of them does."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, NamedTuple

from planproof.effects.act import Act, Hazard, Ref, unknown
from planproof.effects.lattice import Undo
from planproof.effects.sql.query import read_query, tables_read
from planproof.effects.sql.says import Sql, act
from planproof.effects.sql.statement import Statement


class Object(NamedTuple):
    """One kind of object."""

    ref: str
    dropped: Undo
    """How dropping it can be undone: irreversible where rows, files or history go with it."""


_LISTED: Final = """
irreversible table: TABLE, TABLES
irreversible database: DATABASE, PLUGGABLE DATABASE
irreversible schema: SCHEMA, KEYSPACE, DATASET, NAMESPACE
irreversible tablespace: TABLESPACE, UNDO TABLESPACE, LOGFILE GROUP, FILEGROUP, DISKGROUP
irreversible snapshot: SNAPSHOT, RESTORE POINT, BACKUP
irreversible stage: STAGE, VOLUME, MODEL, DICTIONARY DATA
irreversible large_object: LARGE OBJECT
irreversible queue: QUEUE
irreversible secret: SECRET, CERTIFICATE, SYMMETRIC KEY, ASYMMETRIC KEY, MASTER KEY, DATABASE ENCRYPTION KEY
irreversible secret: COLUMN MASTER KEY, COLUMN ENCRYPTION KEY, ENCRYPTION KEY
irreversible subscription_data: STREAM
compensable view: VIEW, MATERIALIZED VIEW, LIVE VIEW, WINDOW VIEW, MATERIALIZED VIEW LOG
compensable index: INDEX, SEARCH INDEX, VECTOR INDEX, FULLTEXT INDEX, SPATIAL INDEX, XML INDEX, COLUMNSTORE INDEX
compensable index: CUSTOM INDEX, FULLTEXT CATALOG, FULLTEXT STOPLIST, SEARCH PROPERTY LIST, INDEXTYPE
compensable index: INDEX PARTITION
compensable sequence: SEQUENCE
compensable function: FUNCTION, AGGREGATE, AGGREGATE FUNCTION, PROCEDURE, PROC, ROUTINE, PACKAGE, PACKAGE BODY
compensable function: MACRO, TABLE FUNCTION, WINDOW FUNCTION, EXTERNAL FUNCTION, OPERATOR, OPERATOR CLASS
compensable function: OPERATOR FAMILY, CAST, TRANSFORM, CONVERSION, LIBRARY, ASSEMBLY, JAVA, JAVA SOURCE, JAVA CLASS
compensable type: TYPE, TYPE BODY, DOMAIN, COLLATION, TEXT SEARCH CONFIGURATION, TEXT SEARCH DICTIONARY
compensable type: TEXT SEARCH PARSER, TEXT SEARCH TEMPLATE, XML SCHEMA COLLECTION, FILE FORMAT, DICTIONARY
compensable trigger: TRIGGER, EVENT TRIGGER, RULE, EVENT NOTIFICATION
compensable job: EVENT, TASK, PIPE, ALERT, JOB, SCHEDULE, DYNAMIC TABLE
compensable policy: POLICY, ROW POLICY, ROW ACCESS POLICY, MASKING POLICY, SECURITY POLICY, NETWORK POLICY
compensable policy: NETWORK RULE, PASSWORD POLICY, SESSION POLICY, AUTHENTICATION POLICY, AGGREGATION POLICY
compensable policy: PROJECTION POLICY, SETTINGS PROFILE, PROFILE, QUOTA, TAG, AUDIT POLICY, SERVER AUDIT
compensable policy: DATABASE AUDIT SPECIFICATION, SERVER AUDIT SPECIFICATION, RLS POLICY, CONTEXT
compensable role: ROLE, USER, GROUP, LOGIN, APPLICATION ROLE, SERVER ROLE, CREDENTIAL, DATABASE SCOPED CREDENTIAL
compensable role: USER MAPPING, CRYPTOGRAPHIC PROVIDER, DATABASE ROLE, SERVICE ACCOUNT
compensable extension: EXTENSION, LANGUAGE, ACCESS METHOD, PLUGIN, COMPONENT
compensable server: SERVER, FOREIGN DATA WRAPPER, EXTERNAL DATA SOURCE, EXTERNAL FILE FORMAT, EXTERNAL LOCATION
compensable server: STORAGE CREDENTIAL, CONNECTION, LINK, DATABASE LINK, INTEGRATION, STORAGE INTEGRATION
compensable server: NOTIFICATION INTEGRATION, API INTEGRATION, SECURITY INTEGRATION, EXTERNAL ACCESS INTEGRATION
compensable server: CATALOG INTEGRATION, NAMED COLLECTION, ENDPOINT, REMOTE SERVICE BINDING, SHARE, CATALOG
compensable server: EXTERNAL CATALOG, RECIPIENT, PROVIDER
compensable external_table: EXTERNAL TABLE, FOREIGN TABLE, EXTERNAL SCHEMA, TEMPORARY TABLE, TEMP TABLE
compensable external_table: EXTERNAL STREAM
compensable synonym: SYNONYM, ALIAS, DEFAULT
compensable publication: PUBLICATION
compensable subscription: SUBSCRIPTION
compensable statistics: STATISTICS, OUTLINE, PROJECTION
compensable warehouse: WAREHOUSE, RESOURCE GROUP, RESOURCE MONITOR, RESOURCE POOL, EXTERNAL RESOURCE POOL
compensable warehouse: WORKLOAD GROUP, WORKLOAD CLASSIFIER, COMPUTE POOL, SERVICE, CAPACITY, RESERVATION, ASSIGNMENT
compensable warehouse: AVAILABILITY GROUP, FAILOVER GROUP, REPLICATION GROUP, CLUSTER, CLUSTERED TABLE
compensable warehouse: SPATIAL REFERENCE SYSTEM, ROUTE, CONTRACT, MESSAGE TYPE, BROKER PRIORITY, STREAMLIT, NOTEBOOK
compensable warehouse: APPLICATION, APPLICATION PACKAGE, IMAGE REPOSITORY, WORKLOAD, RESOURCE, DIMENSION, DIRECTORY
compensable warehouse: EDITION, ROLLBACK SEGMENT, CONTROLFILE, PFILE, SPFILE, PARAMETER GROUP
"""
OBJECTS: Final = {
    phrase.strip(): Object(head.split()[1], "irreversible" if head.startswith("irreversible") else "compensable")
    for head, _, listed in (line.partition(":") for line in _LISTED.strip().splitlines())
    for phrase in listed.split(",")
}
"""Every kind of object, as it stands behind CREATE, ALTER and DROP."""
_MODIFIERS: Final = frozenset(
    "OR REPLACE ALTER TEMP TEMPORARY UNLOGGED GLOBAL LOCAL UNIQUE CLUSTERED NONCLUSTERED VIRTUAL FORCE"
    " NOFORCE NO EDITIONABLE NONEDITIONABLE RECURSIVE TRUSTED PROCEDURAL CONSTRAINT PUBLIC BITMAP SECURE"
    " TRANSIENT HYBRID ICEBERG SHARED DURABLE PRIVATE IMMUTABLE BLOCKCHAIN DUPLICATED SHARDED BIGFILE"
    " SMALLFILE COLUMN ROW STABLE LIVE STREAMING REFRESH OFFLINE ONLINE PERSISTENT MULTISET VOLATILE SET"
    " HYPERTABLE INTERLEAVED COMPACT NODEGROUP AND COMPILE FULLTEXT SPATIAL PRIMARY XML"
    " COLUMNSTORE BUCKETED LAZY REFRESHABLE TRACKED NULL_FILTERED JSON AUTHENTICATED LOCKED CONCURRENTLY"
    " ASYNC SEARCH VECTOR HIDDEN".split()
)
_UNDROPPED: Final = {
    "snowflake": frozenset({"TABLE", "SCHEMA", "DATABASE", "TABLES"}),
    "databricks": frozenset({"TABLE"}),
}
"""What the system itself can bring back after a DROP for some days: `UNDROP`."""


def object_at(statement: Statement, start: int) -> tuple[str, Object, int] | None:
    """The kind of object that stands at a place, modifiers before it skipped, and where its name starts."""
    i = start
    while i < len(statement):
        for size in (4, 3, 2, 1):
            phrase = " ".join(statement.words[i : i + size])
            if (found := OBJECTS.get(phrase)) is not None:
                return phrase, found, i + size
        if statement.at(i) == "DEFINER" or (statement.at(i) in ("ALGORITHM", "SQL") and statement.at(i + 1)):
            i = _after_definer(statement, i)
        elif statement.at(i) in _MODIFIERS:
            i += 1
        else:
            return None
    return None


def _after_definer(statement: Statement, i: int) -> int:
    """Behind `DEFINER = a@b`, `ALGORITHM = x` or `SQL SECURITY x`."""
    while i < len(statement) and " ".join(statement.words[i : i + 1]) not in OBJECTS:
        i += 1
    return i


def create(statement: Statement, sql: Sql) -> Sequence[Act] | None:
    """`CREATE [OR REPLACE] kind name ...`, with what a query in it does."""
    found = object_at(statement, 1)
    if found is None:
        return None
    phrase, kind, at = found
    name, end = statement.name(at)
    refs = sql.refs(kind.ref, [name])
    operation = f"CREATE {phrase}"
    replaced = statement.at(1) == "OR" and statement.at(2) in ("REPLACE", "ALTER")
    hazards: tuple[Hazard, ...] = ("widens_access",) if kind.ref == "role" and _is_mighty(statement, end) else ()
    if kind.ref == "table" and not statement.has("MATERIALIZED"):
        acts = list(read_query(statement.part(end), sql, because=statement)) if _has_query(statement, end) else []
        source = tables_read(statement, sql, end)
        if replaced:
            undo: Undo = "reversible" if "TABLE" in _UNDROPPED.get(sql.dialect.name, ()) else "irreversible"
            made = act(statement, sql, "destroy", undo, refs, operation)._replace(writes=tuple(refs))
        else:
            made = act(statement, sql, "create", "reversible", refs, operation)
        copied = [ref for ref in source if ref not in refs]
        made = made._replace(reads=tuple(copied), produces=tuple(refs) if copied and not replaced else ())
        return [made, *(a for a in acts if a.kind != "observe")]
    if phrase in ("SNAPSHOT", "RESTORE POINT", "BACKUP"):
        made = act(statement, sql, "create", "reversible", refs, operation)
        return [made._replace(produces=made.writes)]
    if replaced:
        return [act(statement, sql, "modify", "compensable", refs, operation, hazards)]
    if kind.ref == "server" and sql.dialect.name == "snowflake" and phrase == "SHARE":
        hazards = ("discloses",)
    return [act(statement, sql, "create", "reversible", refs, operation, hazards)]


def _has_query(statement: Statement, start: int) -> bool:
    return any(word in ("SELECT", "WITH", "EXECUTE", "CALL") for word in statement.words[start:])


def _is_mighty(statement: Statement, start: int) -> bool:
    """Whether a role may do nearly anything."""
    return any(word in _MIGHTY for word in statement.words[start:])


_MIGHTY: Final = frozenset(
    {"SUPERUSER", "CREATEUSER", "BYPASSRLS", "CREATEROLE", "REPLICATION", "ACCOUNTADMIN", "SYSADMIN"}
)


def drop(statement: Statement, sql: Sql) -> Sequence[Act] | None:
    """`DROP kind name`."""
    if statement.at(1) == "OWNED":
        return [act(statement, sql, "destroy", "irreversible", sql.refs("role", statement.names(3)), "DROP OWNED")]
    if statement.at(1) in ("PREPARE", "STATS") or (statement.words[1:3] == ("FUNCTION", "IF") and len(statement) < 4):
        return [act(statement, sql, "observe", "read_only")]
    found = object_at(statement, 1)
    if found is None:
        return None
    phrase, kind, at = found
    refs = sql.refs(kind.ref, statement.names(at))
    undo = kind.dropped
    if statement.has("TEMPORARY TABLE") or statement.has("TEMP TABLE"):
        undo = "compensable"
    elif phrase in _UNDROPPED.get(sql.dialect.name, ()):
        undo = "reversible"
    elif sql.dialect.name == "oracle" and phrase == "TABLE":
        undo = "irreversible" if statement.has("PURGE") else "reversible"
    elif sql.dialect.name == "oracle" and phrase == "USER" and statement.has("CASCADE"):
        undo = "irreversible"
    elif phrase in ("EXTENSION", "TYPE", "DOMAIN") and statement.has("CASCADE"):
        undo = "irreversible"  # columns of other tables go with it
    elif phrase == "TABLESPACE" and sql.dialect.name == "postgres":
        undo = "compensable"  # it has to be empty
    elif phrase == "SCHEMA" and (statement.has("RESTRICT") or sql.dialect.name == "tsql"):
        undo = "compensable"
    hazards: tuple[Hazard, ...] = ("weakens_guard",) if kind.ref == "policy" and "AUDIT" in phrase else ()
    hazards = ("weakens_guard",) if phrase in ("POLICY", "ROW POLICY", "ROW ACCESS POLICY", "MASKING POLICY",
                                               "SECURITY POLICY", "NETWORK POLICY") else hazards  # fmt: skip
    return [act(statement, sql, "destroy", undo, refs, f"DROP {phrase}", hazards)]


def alter(statement: Statement, sql: Sql) -> Sequence[Act] | None:
    """`ALTER kind name ...` of what has no reader of its own."""
    found = object_at(statement, 1)
    if found is None:
        return None
    phrase, kind, at = found
    name, end = statement.name(at)
    rest = statement.part(end)
    refs = sql.refs(kind.ref, [name])
    operation = f"ALTER {phrase}"
    first = rest.at(0)
    if kind.ref in ("role", "secret"):
        return [_role(statement, rest, sql, refs, operation)]
    if first in ("DROP", "DISCARD"):
        lost: Undo = "irreversible" if phrase in ("TYPE", "TABLESPACE", "DATABASE") else "compensable"
        return [act(statement, sql, "destroy", lost, refs, operation)]
    if first == "REMOVE":
        return [
            act(statement, sql, "destroy", "irreversible" if rest.at(1) == "FILE" else "compensable", refs, operation)
        ]
    if first in ("SUSPEND", "RESUME", "ABORT", "OFFLINE", "ONLINE", "FAILOVER", "JOIN", "SKIP") or (
        phrase in ("SUBSCRIPTION", "ALERT", "TASK", "EVENT", "JOB", "ENDPOINT", "SERVICE", "QUEUE")
        and first in ("DISABLE", "ENABLE", "STATE")
    ):
        return [
            act(
                statement,
                sql,
                "shift",
                "compensable" if first in ("ABORT", "FAILOVER", "SKIP") else "reversible",
                refs,
                operation,
            )
        ]
    if first == "DISABLE" or (kind.ref == "policy" and rest.has("OFF")):
        return [act(statement, sql, "modify", "reversible", refs, operation, ("weakens_guard",))]
    if phrase == "SEQUENCE" and (rest.has("RESTART") or rest.has("START")):
        return [act(statement, sql, "modify", "compensable", refs, operation)]
    if phrase == "TYPE" and rest.has("ALTER ATTRIBUTE"):
        return [act(statement, sql, "modify", "irreversible", refs, operation)]
    if first in _KEEPS or "RENAME" in rest.words:
        return [act(statement, sql, "modify", "reversible", refs, operation)]
    if not len(rest):
        return [unknown(statement.evidence)]
    return [act(statement, sql, "modify", "compensable", refs, operation)]


_KEEPS: Final = frozenset(
    "RENAME OWNER SET ENABLE REBUILD REORGANIZE ATTACH VISIBLE INVISIBLE MONITORING NOMONITORING VALIDATE"
    " NO DEPENDS COMPILE INCREMENT CACHE OWNED NOCACHE CYCLE MAXVALUE MINVALUE NOMAXVALUE NOMINVALUE"
    " LOGGING NOLOGGING COALESCE COMMENT START STOP RECLUSTER SHRINK FORCE NOT CLUSTER VACUUM"
    " INHERIT CONNECTION".split()
)
"""What follows the name where the old state is known or its definition still there."""


def _role(statement: Statement, rest: Statement, sql: Sql, refs: list[Ref], operation: str) -> Act:
    """`ALTER ROLE`: a new password rotates, powers widen access."""
    hazards: tuple[Hazard, ...] = ("widens_access",) if _is_mighty(rest, 0) or rest.has("ADD MEMBER") else ()
    new_secret = ("PASSWORD", "IDENTIFIED", "RSA_PUBLIC_KEY", "REGENERATE", "SECRET_STRING", "SECRET")
    expires = rest.has("PASSWORD EXPIRE") or rest.has("PASSWORD HISTORY") or rest.has("PASSWORD_POLICY")
    if any(word in new_secret for word in rest.words) and not expires:
        return act(
            statement, sql, "rotate", "reversible" if rest.has("RETAIN") else "compensable", refs, operation, hazards
        )
    return act(statement, sql, "modify", "reversible", refs, operation, hazards)
