"""The statements of SQL: what each does by its leading words. A new one is one line here."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from planproof.effects.act import Act, unknown
from planproof.effects.sql import admin, blocks, moves, procedures, settings
from planproof.effects.sql.alter_table import alter_index, alter_table
from planproof.effects.sql.client import read_client
from planproof.effects.sql.objects import alter, create, drop
from planproof.effects.sql.query import change, read_query
from planproof.effects.sql.says import Entry, Sql, applied, entry_of, phrases
from planproof.effects.sql.statement import Statement

STATEMENTS: Final[dict[str, Entry]] = {
    **phrases("""
observe: EXISTS, HELP, PRINT, RAISERROR, THROW, LISTEN, UNLISTEN, DISCARD, DEALLOCATE, FETCH, CLOSE, MOVE, OPEN
observe: SIGNAL, RESIGNAL, USE, CONNECT, DISCONNECT, GET DIAGNOSTICS, HANDLER, CHECKSUM TABLE, CHECK TABLE, CHECK
observe: LIST, LS, SUMMARIZE, PIVOT, UNPIVOT, FROM, RELEASE, RELEASE SAVEPOINT, SAVE TRANSACTION, SAVE TRAN
observe: SET TRANSACTION, SET CONSTRAINTS, SET CONSTRAINT, WAITFOR, DELIMITER, BEGIN, START TRANSACTION, COMMIT, END
observe: ROLLBACK, ABORT, SAVEPOINT, XA START, XA END, XA RECOVER, XA BEGIN, DECLARE, NULL, RETURN, SHOW, DESCRIBE
observe: DESC, LOCK INSTANCE FOR BACKUP, UNLOCK INSTANCE, UNLOCK TABLES, UNLOCK TABLE, EXIT, QUIT, WATCH
observe: ALTER SESSION, DETACH, SET ROLE, SET SESSION, SET LOCAL, IF, WHILE, ELSE, BREAK, CONTINUE, GOTO, VALIDATE
observe: CACHE TABLE, UNCACHE TABLE, CLEAR CACHE, REFRESH FUNCTION, REVERT, GET, PREVIEW, ASSUME, SET DEFAULT ROLE
observe: SET QUERY_TAG, RESET SESSION
notify compensable: NOTIFY
observe: LOAD
modify reversible view: REFRESH MATERIALIZED VIEW
create reversible: ATTACH, IMPORT TABLE, IMPORT FOREIGN SCHEMA, INSTALL, INSTALL PLUGIN, INSTALL COMPONENT, PUT
create reversible: ADD JAR, ADD FILE, IMPORT DATABASE, CLONE LOCAL, ASSOCIATE STATISTICS
modify reversible table: ANALYZE, ANALYZE TABLE, OPTIMIZE TABLE, OPTIMIZE, CLUSTER, VACUUM TABLE, CONVERT TO DELTA
modify reversible: REINDEX, REINDEX TABLE, REFRESH, CHECKPOINT, FORCE CHECKPOINT, FLUSH, CACHE INDEX, LOAD INDEX
modify reversible: ANALYSE, UPDATE STATISTICS, RECONFIGURE, REASSIGN OWNED, REFRESH TABLE, REORG TABLE
modify reversible: FSCK REPAIR TABLE, ENABLE TRIGGER
modify reversible table: RENAME TABLE, RENAME, RENAME COLUMN, EXCHANGE TABLES, EXCHANGE DICTIONARIES
modify reversible table: DETACH TABLE, DETACH VIEW, DETACH DICTIONARY
modify reversible table: MSCK REPAIR TABLE, UNDROP, ATTACH TABLE
modify reversible: RENAME USER, RENAME DATABASE, RENAME DICTIONARY, MSCK, SECURITY LABEL, EXCHANGE, AUDIT
modify reversible: UNDROP TABLE, UNDROP SCHEMA, UNDROP DATABASE, UPDATE EXTENSIONS, SET PERSIST, SET PERSIST_ONLY
modify reversible: ADD SIGNATURE, IMPORT, SET TABLE, SYSTEM RELOAD, SYSTEM FLUSH, SYSTEM SYNC, INITIALIZE, ENABLE
modify reversible: MIGRATE, APPLY CHANGES, SYSTEM ENABLE, SYSTEM WAIT, SYSTEM RESTORE REPLICA
modify reversible +weakens: DISABLE TRIGGER, NOAUDIT, SYSTEM DISABLE
modify compensable: COMMENT, RESET PERSIST, DISASSOCIATE STATISTICS, RESET QUERY CACHE, DISABLE, CHANGE MASTER
modify compensable: CHANGE REPLICATION SOURCE, CHANGE REPLICATION FILTER, SET RESOURCE GROUP, SYSTEM DROP MARK CACHE
modify compensable: SYSTEM DROP UNCOMPRESSED CACHE, SYSTEM DROP DNS CACHE, SYSTEM DROP COMPILED
modify compensable: SYSTEM DROP QUERY CACHE, SYSTEM DROP FILESYSTEM CACHE, SYSTEM DROP SCHEMA CACHE
modify compensable: SYSTEM DROP FORMAT SCHEMA, SYSTEM DROP S3 CLIENT, DROP SIGNATURE, SYSTEM DROP MMAP CACHE
modify irreversible table: REPAIR TABLE
rotate compensable: SET PASSWORD, ALTER SERVICE MASTER KEY
rotate reversible: ALTER INSTANCE ROTATE, ADMINISTER KEY MANAGEMENT
shift reversible table: LOCK TABLE, LOCK TABLES, LOCK, LOCK BINLOG FOR BACKUP, LOCK TABLES FOR BACKUP
shift reversible: START REPLICA, STOP REPLICA, START SLAVE, STOP SLAVE, START GROUP_REPLICATION
shift reversible: STOP GROUP_REPLICATION, SHUTDOWN, RESTART, FLUSH TABLES WITH READ, SYSTEM STOP, SYSTEM START
shift reversible: SYSTEM RESTART, SYSTEM SUSPEND, SYSTEM SHUTDOWN, ALTER INSTANCE, PAUSE, RESUME, START ALL SLAVES
shift reversible: STOP ALL SLAVES, STARTUP, RESUME JOB, PAUSE JOB, PAUSE JOBS, RESUME JOBS, PAUSE SCHEDULES
shift reversible: RESUME SCHEDULES
shift compensable: KILL, KILL QUERY, KILL CONNECTION, CANCEL, CANCEL QUERY, CANCEL SESSION, CANCEL JOB, CANCEL JOBS
shift compensable: ABORT SESSION, SYSTEM KILL, KILL MUTATION
destroy compensable: UNINSTALL PLUGIN, UNINSTALL COMPONENT, RESET REPLICA, RESET SLAVE, REMOVE JAR
destroy compensable: DROP RESOURCE
destroy irreversible: PURGE BINARY LOGS, PURGE MASTER LOGS, RESET MASTER, RESET BINARY LOGS, CLONE INSTANCE
destroy irreversible: PURGE RECYCLEBIN, PURGE DBA_RECYCLEBIN, SYSTEM DROP REPLICA, SYSTEM UNFREEZE, PURGE
destroy irreversible: REMOVE, RM, XA ROLLBACK, DROP DETACHED, SYSTEM DROP DATABASE REPLICA
destroy irreversible table: PURGE TABLE, TRUNCATE, TRUNCATE TABLE, TRUNCATE DATABASE, TRUNCATE ALL TABLES FROM
"""),
    "SELECT": read_query,
    "WITH": read_query,
    "VALUES": read_query,
    "TABLE": read_query,
    "(": read_query,
    "SEL": read_query,
    "INSERT": change,
    "UPDATE": change,
    "DELETE": change,
    "MERGE": change,
    "REPLACE": change,
    "UPSERT": change,
    "CREATE": create,
    "DROP": drop,
    "ALTER": alter,
    "ALTER TABLE": alter_table,
    "ALTER FOREIGN TABLE": alter_table,
    "ALTER EXTERNAL TABLE": alter_table,
    "ALTER INDEX": alter_index,
    "ALTER DATABASE": settings.alter_database,
    "ALTER PLUGGABLE DATABASE": settings.alter_database,
    "ALTER SYSTEM": settings.alter_system,
    "ALTER DEFAULT PRIVILEGES": admin.privileges,
    "GRANT": admin.privileges,
    "REVOKE": admin.privileges,
    "DENY": admin.privileges,
    "SET": settings.set_,
    "RESET": settings.set_,
    "UNSET": settings.set_,
    "PRAGMA": settings.pragma,
    "VACUUM": settings.vacuum,
    "EXPLAIN": admin.explain,
    "PROFILE": admin.explain,
    "CALL": procedures.call,
    "EXEC": procedures.call,
    "EXECUTE": procedures.call,
    "DO": admin.do,
    "PREPARE": admin.prepare,
    "COMMIT PREPARED": admin.prepared,
    "ROLLBACK PREPARED": admin.prepared,
    "PREPARE TRANSACTION": admin.prepared,
    "XA COMMIT": admin.prepared,
    "DECLARE": admin.declare,
    "DBCC": settings.dbcc,
    "FLASHBACK": moves.flashback,
    "COPY": moves.copy,
    "COPY INTO": moves.copy_into,
    "LOAD DATA": moves.load,
    "LOAD XML": moves.load,
    "BULK INSERT": moves.load,
    "UNLOAD": moves.unload,
    "EXPORT": moves.unload,
    "EXPORT DATA": moves.unload,
    "BACKUP": moves.backup,
    "RESTORE": moves.restore,
    "UNDROP": moves.undrop,
    "UNDROP TABLE": moves.undrop,
    "UNDROP SCHEMA": moves.undrop,
    "UNDROP DATABASE": moves.undrop,
}
"""Leading words; the longest phrase counts."""


MAX_NESTED: Final = 20
"""Statements inside each other that are read: a block, EXPLAIN, PREPARE."""


def read_statement(statement: Statement, sql: Sql) -> Sequence[Act]:
    """What one statement does; unknown where nobody knows its leading words."""
    if sql.nested == MAX_NESTED:
        return [unknown(statement.evidence)]
    sql.nested += 1
    try:
        return _read(statement, sql)
    finally:
        sql.nested -= 1


def _read(statement: Statement, sql: Sql) -> Sequence[Act]:
    first = statement.tokens[0]
    if first.sort == "meta":
        return read_client(first.text, sql)
    last = statement.tokens[-1]
    if last.sort == "broken":
        return [unknown(statement.evidence)]
    if last.sort == "meta":
        inner = read_statement(statement.part(0, -1), sql)
        return [*inner, *read_client(last.text, sql, fed_by=statement)]
    if blocks.is_block(statement, sql.dialect):
        return blocks.read_block(statement, sql)
    found = entry_of(statement, STATEMENTS)
    if found is None:
        return [unknown(statement.evidence)]
    return applied(statement, sql, *found)
