"""Functions that statements call: those that look, those that act, and those that nobody knows."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import Final, NamedTuple

from planproof.effects.act import Act, unknown
from planproof.effects.sql.harmless import HARMLESS
from planproof.effects.sql.says import Says, Sql, act, phrases
from planproof.effects.sql.statement import Statement
from planproof.effects.tools.call import EXPANDED, shown

_ACTING: Final = phrases("""
shift compensable: pg_terminate_backend, pg_cancel_backend, pg_promote, system$cancel_query, system$abort_session
shift compensable: system$cancel_all_queries, system$abort_transaction, dbms_system.kill_session
shift compensable: rdsadmin.rdsadmin_util.kill
shift reversible: pg_reload_conf, pg_wal_replay_pause, pg_wal_replay_resume, system$pipe_force_resume
shift reversible: pg_xlog_replay_pause, pg_xlog_replay_resume
modify reversible: pg_rotate_logfile, pg_switch_wal, pg_switch_xlog, pg_backup_start, pg_start_backup
modify reversible: pg_backup_stop, pg_stop_backup, brin_summarize_new_values, brin_summarize_range
modify reversible: brin_desummarize_range, gin_clean_pending_list, pg_extension_config_dump, pg_logical_emit_message
modify reversible: pg_replication_origin_session_setup, pg_replication_origin_session_reset
modify reversible: pg_replication_origin_xact_setup, pg_replication_origin_xact_reset, create_hypertable
modify reversible: create_distributed_table, create_reference_table, compress_chunk, decompress_chunk
modify reversible: add_compression_policy, alter_job, citus_add_node, rebalance_table_shards, undistribute_table
modify reversible: dbms_stats.gather_table_stats, partman.create_parent, create_parent, set_chunk_time_interval
modify reversible: attach_tablespace, detach_tablespace
modify compensable: nextval, setval, pg_replication_origin_advance, pg_import_system_collations
modify compensable: remove_compression_policy, cron.alter_job, ts_rewrite_table, dblink_open, dblink_close
modify compensable: dblink_fetch, sqlite_rename_table, addgeometrycolumn, updategeometrysrid
modify irreversible: lo_put, lowrite, lo_truncate, lo_truncate64, pg_file_write, pg_replication_slot_advance
modify irreversible: pg_logical_slot_get_changes, pg_logical_slot_get_binary_changes, pg_file_rename
modify irreversible: pg_create_subscription, writefile
create reversible: lo_creat, lo_create, lo_import, lo_from_bytea, lo_export, pg_create_restore_point
create reversible: pg_create_physical_replication_slot, pg_create_logical_replication_slot
create reversible: pg_copy_physical_replication_slot, pg_copy_logical_replication_slot, pg_replication_origin_create
create reversible: cron.schedule, cron.schedule_in_database, add_job, add_continuous_aggregate_policy
create reversible: pg_stat_statements_snapshot
create reversible +discloses: aws_s3.query_export_to_s3, query_export_to_s3
create reversible: aws_s3.table_import_from_s3, table_import_from_s3
destroy compensable: pg_drop_replication_slot, pg_replication_origin_drop, cron.unschedule, delete_job
destroy compensable: remove_continuous_aggregate_policy, remove_retention_policy, citus_remove_node
destroy compensable: citus_drain_node, sys_drop_index, dropgeometrycolumn_index
destroy irreversible: lo_unlink, pg_file_unlink, drop_chunks, add_retention_policy, dropgeometrycolumn
destroy irreversible: dropgeometrytable, pg_stat_reset, pg_stat_reset_shared, pg_stat_reset_single_table_counters
destroy irreversible: pg_stat_reset_single_function_counters, pg_stat_reset_slru, pg_stat_reset_replication_slot
destroy irreversible: pg_stat_reset_subscription_stats, pg_stat_statements_reset, pg_truncate_visibility_map
destroy irreversible: undo_partition, drop_partition_time, drop_partition_id, heap_force_kill, vacuumlo
notify compensable: pg_notify, dbms_alert.signal, system$send_email
""")
"""What a call does besides giving a value."""
UNDONE_BY_ROLLBACK: Final = frozenset(
    {"lo_unlink", "lo_put", "lowrite", "lo_creat", "lo_create", "lo_from_bytea", "pg_notify"}
)
_RUNS: Final = frozenset(
    {
        "dblink_exec",
        "dblink",
        "query_to_xml",
        "query_to_xmlschema",
        "openquery",
        "external_query",
        "dblink_send_query",
        "pg_background_launch",
        "database_to_xml_of_query",
        "query_to_xml_and_xmlschema",
        "crosstab",
        "ts_stat",
        "postgres_query",
        "mysql_query",
        "sqlite_query",
    }
)
"""Functions that run the SQL in their text."""
_FAMILIES: Final = re.compile(
    r"jsonb?_.*|array_.*|st_.*|pg_\w+_is_visible|pg_get_.*|range_.*|multirange_.*|regexp_.*|has_\w+_privilege|regr_.*|xml\w*"
    r"|pg_\w+_size|ts_(?!rewrite_table).*|inet\w*|bitmap_.*|approx\w*|hll_.*|is_\w+|bit_\w+|pg_stat_get_.*"
)
_CAMEL: Final = re.compile(
    r"(to|from|is|array|date|parse|get(?!Setting)|map|tuple|quantile|top|arg|any|uniq|count|sum|avg|min|max|group|JSON|visit"
    r"|simple|format|replace|extract|split|match|multi|ngram|bit|geo|dict|if|rand|length|lower|upper|position|trim|add|sub"
    r"|subtract|age|now|today|cut|domain|protocol|path|URL|IPv|toStartOf|toUInt|reinterpret|normalize|empty|not|has|range|series"
    r"|h3|s2|cityHash|sipHash|farmHash|murmurHash|xxHash|int|simpleLinear|stddev|var|first|last|delta|run|running|neighbor"
    r"|current|host|system|file|column|block|block|row|version|tcp|ascii|char|concat|starts|ends|generate|finalize|time)[A-Z0-9]\w*"
)
"""How ClickHouse names its functions."""
_NO_CALL: Final = frozenset(
    """
    ( AND OR NOT IN ANY SOME ALL EXISTS AS ON USING VALUES VALUE INTO FROM JOIN WHERE SELECT SET OVER BY WHEN THEN
    ELSE CASE WITH TOP LIMIT OFFSET FILTER WITHIN GROUP ROLLUP CUBE SETS CONFLICT KEY PRIMARY UNIQUE CHECK FOREIGN
    REFERENCES INDEX PARTITION TABLE VIEW INCLUDE LATERAL UNION EXCEPT INTERSECT MINUS DISTINCT RETURNING LIKE ILIKE
    BETWEEN IS RETURN INTERVAL COLUMNS MATCH_RECOGNIZE PIVOT UNPIVOT TABLESAMPLE SAMPLE BERNOULLI SYSTEM APPLY AGAINST
    WINDOW MATERIALIZED INSERT UPDATE DELETE MERGE CALL EXEC EXECUTE IF WHILE DO RECURSIVE ARRAY ROW GENERATED DEFAULT
    CONSTRAINT OUTPUT ANALYZE EXPLAIN FORCE IGNORE USE OPTION END FOR OF TTL ORDER ROWS RANGE STRUCT FUNCTION PREWHERE
    HAVING QUALIFY ONLY OVERLAPS ISNULL NOTNULL GROUPING SIMILAR ESCAPE XMLNAMESPACES PASSING KEEP COLUMN FORMAT
    OPTIONS CLUSTER CHARSET
    """.split()
)
"""Words before a parenthesis that call nothing."""
_NAMES_A_LIST: Final = frozenset(
    {"AS", "INTO", "TABLE", "WITH", "RECURSIVE", "REFERENCES", "UPDATE", "INDEX", "VIEW", ")"}
)
"""What stands before a name whose parenthesis lists columns."""


class _Called(NamedTuple):
    name: str
    at: int
    """Where its parenthesis opens."""


def called(statement: Statement, sql: Sql, *, because: Statement) -> Sequence[Act]:
    """What the functions of a statement do; nothing for those that only compute or look."""
    acts: list[Act] = []
    strange: str | None = None
    for name, at in _calls(statement):
        plain = name.rpartition(".")[2]
        entry = _ACTING.get(name, _ACTING.get(plain))
        if isinstance(entry, Says):
            arguments = statement.part(at + 1, statement.closing(at)).strings()
            refs = sql.refs("", arguments[:1])
            made = act(because, sql, entry.kind, entry.undo, refs, f"{plain}()", entry.hazards)
            produced = made.writes if plain == "pg_create_restore_point" else ()
            acts.append(made._replace(produces=produced) if produced else made)
        elif plain in _RUNS:
            inner = statement.part(at + 1, statement.closing(at)).strings()
            # The others may name a connection before it.
            text = inner[:1] if plain.startswith("query_to_xml") else inner[-1:]
            acts += sql.read(text[0]) if text else [unknown(because.evidence)]
        elif not _is_harmless(name, plain, statement.tokens[at - 1].text, sql):
            strange = name
    if strange is not None:
        acts.append(unknown(shown(f"{strange}() in {because.evidence}")))
    return acts


def _calls(statement: Statement) -> Iterator[_Called]:
    for at, word in enumerate(statement.words):
        if word != "(" or at == 0:
            continue
        token = statement.tokens[at - 1]
        if token.sort not in ("word", "name") or token.word in _NO_CALL or EXPANDED in token.text:
            continue
        first = at - 1
        while statement.at(first - 1) == "." and first > 1:
            first -= 2
        before = statement.tokens[first - 1] if first else None
        if before is not None and (before.word in _NAMES_A_LIST or before.sort in ("name", "string")):
            continue
        if before is not None and before.sort == "word" and before.word not in _NO_CALL and _is_alias(statement, first):
            continue
        # A common table expression with columns: `name (a, b) AS (`.
        if statement.at(statement.closing(at) + 1) == "AS" and statement.at(statement.closing(at) + 2) in (
            "(",
            "MATERIALIZED",
        ):
            continue
        yield _Called(".".join(t.value for t in statement.tokens[first:at] if t.word != ".").casefold(), at)


def _is_alias(statement: Statement, first: int) -> bool:
    """Whether a name behind another one is the alias of a table: `FROM t x(a, b)`."""
    before = statement.at(first - 2)
    return before in ("FROM", "JOIN", ",", ")", ".") and statement.has("FROM")


def _is_harmless(name: str, plain: str, written: str, sql: Sql) -> bool:
    if name in HARMLESS or plain in HARMLESS or _FAMILIES.fullmatch(plain) is not None:
        return True
    return sql.dialect.name in ("clickhouse", "") and _CAMEL.fullmatch(written) is not None
