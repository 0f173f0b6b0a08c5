"""Procedures that a statement starts: those that databases bring along, and text that runs as SQL."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from planproof.effects.act import Act, unknown
from planproof.effects.sql.says import Says, Sql, act, phrases
from planproof.effects.sql.statement import Statement
from planproof.effects.tools.call import EXPANDED

_PROCEDURES: Final = phrases("""
observe: sp_help, sp_helptext, sp_helpdb, sp_helpindex, sp_helpuser, sp_helprole, sp_helprolemember
observe: sp_helpsrvrolemember, sp_helpfile, sp_helpconstraint, sp_helplogins, sp_helpserver, sp_helptrigger
observe: sp_helpstats, sp_helprotect, sp_who, sp_who2, sp_lock, sp_columns, sp_tables, sp_databases, sp_pkeys
observe: sp_fkeys, sp_statistics, sp_stored_procedures, sp_sproc_columns, sp_depends, sp_monitor, sp_spaceused
observe: sp_readerrorlog, xp_readerrorlog, xp_fixeddrives, xp_msver, xp_dirtree, xp_fileexist, xp_loginconfig
observe: xp_logininfo, sp_whoisactive, sp_blitz, sp_blitzfirst, sp_blitzcache, sp_blitzindex
observe: sp_describe_first_result_set, sp_server_info, sp_help_job, sp_help_jobhistory, sp_help_jobactivity
observe: sp_get_query_template, sp_estimate_data_compression_savings, sp_linkedservers, xp_enumgroups, sp_getapplock
observe: sp_releaseapplock, sp_set_session_context, sp_testlinkedserver, sp_validatelogins
observe: sp_enumerate_proxy_for_subsystem, dbms_output.put_line, dbms_output.put, dbms_output.enable
observe: dbms_output.new_line, dbms_application_info.set_module, dbms_lock.sleep, dbms_session.set_identifier
observe: dbms_session.sleep, raise_application_error, dbms_application_info.set_client_info
observe: dbms_application_info.set_action, mysql.rds_show_configuration, sys.ps_setup_show_enabled, sys.diagnostics
observe: sys.table_exists, sys.version, sys.ps_trace_thread
modify reversible: sp_rename, sp_configure, sp_updatestats, sp_recompile, sp_refreshview, sp_tableoption
modify reversible: sp_indexoption, sp_dboption, sp_serveroption, sp_renamedb, sp_update_job, sp_update_schedule
modify reversible: sp_cycle_errorlog, sp_changedbowner, sp_changeobjectowner, sp_bindrule, sp_autostats
modify reversible: dbms_stats.gather_table_stats, dbms_stats.gather_schema_stats, dbms_stats.gather_database_stats
modify reversible: dbms_utility.compile_schema, dbms_scheduler.enable, dbms_scheduler.set_attribute
modify reversible: mysql.rds_set_configuration, dbms_stats.lock_table_stats, dbms_mview.refresh
modify reversible: system.sync_partition_metadata, system.register_table, set_spark_conf
modify reversible: rdsadmin.rdsadmin_util.switch_logfile, sp_addextendedproperty, sp_updateextendedproperty
modify reversible: sp_settriggerorder, sp_createstats, sp_fulltext_service
modify compensable: sp_delete_jobschedule, sp_dropextendedproperty, sp_revokedbaccess, sp_droprolemember
modify compensable: sp_dropsrvrolemember
create reversible: sp_addmessage, sp_add_job, sp_add_jobstep, sp_add_schedule, sp_add_jobserver, sp_add_jobschedule
create reversible: sp_addtype, sp_add_operator, sp_add_alert, sp_adduser, sp_addlogin, sp_grantdbaccess
create reversible: sp_addlinkedserver, dbms_scheduler.create_job, dbms_job.submit, sp_addrole
modify reversible +widens: sp_addrolemember, sp_addsrvrolemember, sp_addlinkedsrvlogin, sp_grantlogin
destroy compensable: sp_dropuser, sp_droplogin, sp_delete_job, sp_delete_jobstep, sp_delete_schedule, sp_dropserver
destroy compensable: sp_droptype, sp_droprole, sp_delete_alert, sp_delete_operator, sp_dropmessage
destroy compensable: dbms_scheduler.drop_job, dbms_job.remove, system.unregister_table
destroy irreversible: sp_detach_db_with_drop, sp_delete_backuphistory, sp_purge_jobhistory
destroy irreversible: sp_delete_database_backuphistory, system.expire_snapshots, system.remove_orphan_files
destroy irreversible: dbms_redefinition.abort_redef_table, xp_delete_file, xp_delete_files, sp_delete_backup
shift reversible: sp_start_job, sp_attach_db, sp_detach_db, dbms_scheduler.run_job, mysql.rds_start_replication
shift reversible: mysql.rds_stop_replication, dbms_scheduler.disable, mysql.rds_skip_repl_error
shift compensable: sp_stop_job, dbms_scheduler.stop_job, mysql.rds_kill, mysql.rds_kill_query
shift compensable: system.rollback_to_snapshot, rdsadmin.rdsadmin_util.kill
modify compensable: system.rollback_to_timestamp, system.set_current_snapshot, system.rewrite_data_files
modify compensable: mysql.rds_set_external_master
rotate compensable: sp_password, sp_change_users_login
notify compensable: sp_send_dbmail, xp_sendmail, utl_mail.send, dbms_aq.enqueue
""")
"""Procedures that databases bring along."""


def call(statement: Statement, sql: Sql) -> Sequence[Act] | None:
    """`CALL`, `EXEC`: what is known of the procedures of the database itself; a user's is unknown."""
    if statement.at(1) in ("IMMEDIATE", "("):
        return dynamic(statement, sql)
    # `EXEC @result = name`
    return procedure(statement, 3 if statement.at(2) == "=" and statement.at(1).startswith("@") else 1, sql)


def procedure(statement: Statement, at: int, sql: Sql) -> Sequence[Act] | None:
    """What the procedure does whose name stands at a place; None where nobody knows it."""
    name, end = statement.name(at)
    plain = name.lower().rpartition(".")[2]
    if statement.at(0) == "EXECUTE" and name.upper() in sql.prepared:
        return ()
    if plain in ("sp_executesql", "sp_sqlexec"):
        texts = statement.strings(end)
        return sql.read(texts[0]) if texts else None
    if plain in ("sp_msforeachtable", "sp_msforeachdb"):
        return dynamic(statement, sql)
    if plain == "xp_cmdshell" and sql.shell is not None:
        texts = statement.strings(end)
        found = sql.shell.script(texts[0], within="database server") if texts else ()
        return found or None
    entry = _PROCEDURES.get(name.lower()) or _PROCEDURES.get(plain)
    if not isinstance(entry, Says):
        return None
    refs = sql.refs("", statement.strings(end)[:1])
    return [act(statement, sql, entry.kind, entry.undo, refs, plain, entry.hazards)]


def dynamic(statement: Statement, sql: Sql) -> Sequence[Act]:
    """`EXECUTE text`: what the text says, where all of it stands there; else at least what its beginning says."""
    texts = statement.strings()
    if not texts:
        return [unknown(statement.evidence)]
    plain = [word for word in statement.words if word not in ("EXECUTE", "EXEC", "IMMEDIATE", "(", ")", "")]
    if len(texts) == 1 and not plain and EXPANDED not in texts[0]:
        return sql.read(texts[0])
    found = sql.read(f" {EXPANDED}{{}} ".join(texts))
    return [*(act for act in found if act.kind not in ("observe", "unknown")), unknown(statement.evidence)]
