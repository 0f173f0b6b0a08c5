"""Settings of a session, a database and a server, and their upkeep."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from planproof.effects.act import Act, observe
from planproof.effects.lattice import Undo
from planproof.effects.sql.functions import called
from planproof.effects.sql.says import Sql, act
from planproof.effects.sql.statement import Statement


def _sees(statement: Statement) -> list[Act]:
    return [observe(statement.evidence)]


def set_(statement: Statement, sql: Sql) -> Sequence[Act] | None:
    """`SET`: of the session, nothing outside it changes; `GLOBAL` and the like last."""
    words = statement.words
    if any(word in _LASTING for word in words) or any(
        t.text.lower().startswith(("@@global", "@@persist")) for t in statement.tokens
    ):
        guard = any(word in _GUARDS for word in words) and statement.has("OFF")
        names = [
            token.text
            for token in statement.tokens[1:]
            if token.word and token.word not in _LASTING and token.word.isidentifier()
        ]
        refs = sql.refs("setting", names[:1])
        return [act(statement, sql, "modify", "reversible", refs, "SET GLOBAL", ("weakens_guard",) if guard else ())]
    if statement.at(0) == "UNSET" or statement.at(0) == "RESET":
        return _sees(statement)
    if words[1:2] == ("CLUSTER",):
        return [act(statement, sql, "modify", "reversible", (), "SET CLUSTER SETTING")]
    weak = "SESSION_REPLICATION_ROLE" in words or "SQL_LOG_BIN" in words
    inner = called(statement, sql, because=statement)
    looks = _sees(statement)[0]._replace(hazards=("weakens_guard",)) if weak else _sees(statement)[0]
    return [*inner, looks]


_LASTING: Final = frozenset({"GLOBAL", "PERSIST", "PERSIST_ONLY", "CLUSTER SETTING", "@@GLOBAL", "@@PERSIST"})
_GUARDS: Final = frozenset(
    {"GENERAL_LOG", "LOG_BIN", "AUDIT_LOG_ENABLED", "SERVER_AUDIT_LOGGING", "REQUIRE_SECURE_TRANSPORT"}
)


def pragma(statement: Statement, sql: Sql) -> Sequence[Act] | None:
    """`PRAGMA`: a look without a value; some values last in the file."""
    name, end = statement.name(1)
    plain = name.rpartition(".")[2].lower()
    given = len(statement) > end
    if plain in _LOOKING_PRAGMAS or (not given and plain not in _ACTING_PRAGMAS):
        return _sees(statement)
    if plain in _ACTING_PRAGMAS or plain in _LASTING_PRAGMAS:
        risky = plain in ("writable_schema", "schema_version")
        return [act(statement, sql, "modify", "irreversible" if risky else "reversible", (), f"PRAGMA {plain}")]
    if plain in ("key", "rekey", "hexrekey"):
        return (
            [act(statement, sql, "rotate", "compensable", (), "PRAGMA rekey")] if plain != "key" else _sees(statement)
        )
    if plain in _SESSION_PRAGMAS or sql.dialect.name == "duckdb":
        return _sees(statement)
    return None


_LOOKING_PRAGMAS: Final = frozenset(
    """
    table_info table_xinfo table_list index_list index_info index_xinfo foreign_key_list foreign_key_check
    integrity_check quick_check database_list collation_list compile_options function_list module_list pragma_list
    freelist_count page_count data_version stats show_tables database_size storage_info version
    """.split()
)
_ACTING_PRAGMAS: Final = frozenset({"optimize", "wal_checkpoint", "incremental_vacuum", "shrink_memory"})
_LASTING_PRAGMAS: Final = frozenset(
    {
        "journal_mode",
        "user_version",
        "application_id",
        "auto_vacuum",
        "page_size",
        "encoding",
        "writable_schema",
        "schema_version",
        "legacy_file_format",
        "journal_size_limit",
        "default_cache_size",
    }
)
_SESSION_PRAGMAS: Final = frozenset(
    """
    foreign_keys defer_foreign_keys synchronous cache_size cache_spill temp_store temp_store_directory mmap_size
    busy_timeout locking_mode recursive_triggers query_only read_uncommitted secure_delete case_sensitive_like
    checkpoint_fullfsync fullfsync threads soft_heap_limit hard_heap_limit automatic_index cell_size_check
    analysis_limit trusted_schema reverse_unordered_selects wal_autocheckpoint max_page_count count_changes
    full_column_names short_column_names legacy_alter_table ignore_check_constraints
    """.split()
)


def vacuum(statement: Statement, sql: Sql) -> Sequence[Act] | None:
    """`VACUUM`: keeps all rows, but Delta's takes the old versions of a table away."""
    if statement.has("DRY RUN"):
        return _sees(statement)
    if statement.has("INTO"):
        made = act(statement, sql, "create", "reversible", sql.refs("file", statement.strings()[:1]), "VACUUM INTO")
        return [made._replace(produces=made.writes)]
    name, _ = statement.name(2 if statement.at(1) in ("FULL", "FREEZE", "VERBOSE", "ANALYZE") else 1)
    if sql.dialect.name == "databricks" or statement.has("RETAIN"):
        return [act(statement, sql, "destroy", "irreversible", sql.refs("table", [name]), "VACUUM")]
    return [act(statement, sql, "modify", "reversible", sql.refs("table", [name]), "VACUUM")]


def alter_system(statement: Statement, sql: Sql) -> Sequence[Act] | None:
    """`ALTER SYSTEM`: parameters, and Oracle's orders to the instance."""
    if (
        statement.has("KILL SESSION")
        or statement.has("DISCONNECT SESSION")
        or statement.at(2) in ("CANCEL", "KILL", "DISCONNECT")
    ):
        return [act(statement, sql, "shift", "compensable", (), "ALTER SYSTEM KILL SESSION")]
    if statement.at(2) in ("QUIESCE", "UNQUIESCE", "SUSPEND", "RESUME", "SHUTDOWN") or statement.has(
        "RESTRICTED SESSION"
    ):
        return [act(statement, sql, "shift", "reversible", (), "ALTER SYSTEM")]
    guard = any(word in _WEAK for word in statement.words) and (
        statement.has("OFF") or "none" in map(str.lower, statement.strings())
    )
    name, _ = statement.name(3)
    undo: Undo = "compensable" if statement.at(2) == "RESET" else "reversible"
    return [
        act(
            statement,
            sql,
            "modify",
            undo,
            sql.refs("setting", [name]),
            "ALTER SYSTEM",
            ("weakens_guard",) if guard else (),
        )
    ]


_WEAK: Final = frozenset(
    {"ARCHIVE_MODE", "SSL", "FSYNC", "FULL_PAGE_WRITES", "AUDIT_TRAIL", "LOGGING_COLLECTOR", "ROW_SECURITY"}
)


def alter_database(statement: Statement, sql: Sql) -> Sequence[Act] | None:
    """`ALTER DATABASE`: settings; taking it offline; throwing history away."""
    name, end = statement.name(statement.find("DATABASE") + 1)
    refs = sql.refs("database", [name])

    def has(*phrases_: str) -> bool:
        return any(statement.has(phrase, 2) for phrase in phrases_)

    if has(
        "OPEN RESETLOGS",
        "REMOVE FILE",
        "REMOVE FILEGROUP",
        "CLEAR LOGFILE",
        "DROP LOGFILE",
        "OFFLINE DROP",
        "FLASHBACK OFF",
    ):
        return [act(statement, sql, "destroy", "irreversible", refs, "ALTER DATABASE")]
    if has(
        "FAILOVER",
        "ACTIVATE",
        "COMMIT TO SWITCHOVER",
        "ROLLBACK IMMEDIATE",
        "ROLLBACK AFTER",
        "FORCE_SERVICE_ALLOW_DATA_LOSS",
    ):
        return [act(statement, sql, "shift", "compensable", refs, "ALTER DATABASE")]
    if has(
        "SET OFFLINE",
        "SET ONLINE",
        "SET SINGLE_USER",
        "SET RESTRICTED_USER",
        "SET MULTI_USER",
        "SET EMERGENCY",
        "MOUNT",
        "OPEN",
        "CLOSE",
        "SWITCHOVER",
        "RECOVER",
        "SET HADR",
    ):
        return [act(statement, sql, "shift", "reversible", refs, "ALTER DATABASE")]
    if has(
        "RECOVERY SIMPLE", "ENCRYPTION OFF", "NOARCHIVELOG", "NO FORCE LOGGING", "PAGE_VERIFY NONE", "TRUSTWORTHY ON"
    ):
        return [act(statement, sql, "modify", "reversible", refs, "ALTER DATABASE", ("weakens_guard",))]
    if has("COLLATE", "CHARACTER SET") and sql.dialect.name == "tsql":
        return [act(statement, sql, "modify", "compensable", refs, "ALTER DATABASE")]
    if has("DROP"):
        return [act(statement, sql, "destroy", "compensable", refs, "ALTER DATABASE DROP")]
    return [act(statement, sql, "modify", "reversible", refs, "ALTER DATABASE")] if end < len(statement) else None


def dbcc(statement: Statement, sql: Sql) -> Sequence[Act] | None:
    """`DBCC`: checks look; repairs, shrinks and clean-ups act."""
    verb = statement.at(1)
    if any("REPAIR_ALLOW_DATA_LOSS" in word for word in statement.words):
        return [act(statement, sql, "modify", "irreversible", (), "DBCC repair")]
    if (verb.startswith("CHECK") and verb != "CHECKIDENT") or verb in (
        "SHOW_STATISTICS",
        "OPENTRAN",
        "INPUTBUFFER",
        "SQLPERF",
        "USEROPTIONS",
        "LOGINFO",
        "PAGE",
        "TRACESTATUS",
        "HELP",
        "PROCCACHE",
        "SHOWCONTIG",
        "OUTPUTBUFFER",
        "IND",
        "DBINFO",
    ):
        repairs = any(word.startswith("REPAIR") for word in statement.words)
        return [act(statement, sql, "modify", "reversible", (), "DBCC repair")] if repairs else _sees(statement)
    if verb in (
        "FREEPROCCACHE",
        "DROPCLEANBUFFERS",
        "FREESYSTEMCACHE",
        "FREESESSIONCACHE",
        "SHRINKDATABASE",
        "SHRINKFILE",
        "UPDATEUSAGE",
        "DBREINDEX",
        "INDEXDEFRAG",
        "TRACEON",
        "TRACEOFF",
        "CLEANTABLE",
        "CLONEDATABASE",
        "CHECKIDENT",
    ):
        return [
            act(statement, sql, "modify", "compensable" if verb == "CHECKIDENT" else "reversible", (), f"DBCC {verb}")
        ]
    return None
