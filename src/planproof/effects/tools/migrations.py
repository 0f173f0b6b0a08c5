"""Programs that change the schema of a database by numbered migrations.

What a migration holds stands in files that the command does not show: going up is a change nobody can tell the way back
from; going down takes away what the migration had made.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from planproof.effects.act import Act, changes, observe
from planproof.effects.tools.call import Args, Call, shown
from planproof.effects.tools.tool import Does, Entry, Shell, Tool, does, table

UP: Final = Does("modify", "unknown")
"""Runs what is pending."""
DOWN: Final = Does("destroy", "irreversible")
"""Takes tables and columns away."""


def unless(shows: str, entry: Does) -> Entry:
    """The entry, or a look where one of some options only shows what would run."""

    def run(call: Call, args: Args, _shell: Shell) -> Sequence[Act] | None:
        if args.has(*shows.split()):
            return [observe(shown(call.text))]
        return [changes(entry.kind, entry.undo, shown(call.text), (), call.name)]

    return run


def _alembic_down(call: Call, args: Args, _shell: Shell) -> Sequence[Act] | None:
    return (
        [observe(shown(call.text))]
        if args.has("--sql")
        else [changes("destroy", "irreversible", shown(call.text), (), "alembic downgrade")]
    )


def _flyway(call: Call, args: Args, _shell: Shell) -> Sequence[Act] | None:
    """Several verbs may stand in one call."""
    acts: list[Act] = []
    dry = any(name.lower().startswith("-dryrunoutput") for name in args.options)
    for verb in args.operands:
        entry = _FLYWAY.get(verb)
        if not isinstance(entry, Does):
            return None
        acts.append(
            observe(shown(call.text))
            if dry and verb in ("migrate", "undo")
            else changes(entry.kind, entry.undo, shown(call.text), (), f"flyway {verb}")
        )
    return acts or [observe(shown(call.text))]


_FLYWAY: Final = {
    **table("""
observe: info, validate, check, help, version, diff, diffText, list-engines, auth, testConnection
create reversible: snapshot, generate, model, add, init
modify reversible: baseline, repair
destroy irreversible: clean, undo, deploy
"""),
    "migrate": UP,
}


def _liquibase_sql(call: Call, args: Args, shell: Shell) -> Sequence[Act] | None:
    text = args.value("--sql")
    return shell.sql(text, "") if text else shell.file(args.value("--sql-file", "--sqlFile"), "sql:", shown(call.text))


def _ef_update(call: Call, args: Args, _shell: Shell) -> Sequence[Act] | None:
    """`database update [MIGRATION]`: 0 takes back all of them."""
    entry = DOWN if args.operands[2:3] == ["0"] else UP
    return [entry.act(call, (), "dotnet ef database update")]


_EF: Final = Tool(
    ("dotnet-ef",),
    {
        **table("""
observe: migrations list, migrations has-pending-model-changes, migrations script, dbcontext info, dbcontext list
observe: dbcontext script
create reversible: migrations add, migrations bundle, dbcontext scaffold, dbcontext optimize
modify compensable: migrations remove
destroy irreversible: database drop
"""),
        "database update": _ef_update,
    },
    valued={
        "--project",
        "-p",
        "--startup-project",
        "-s",
        "--connection",
        "--context",
        "-c",
        "--configuration",
        "--framework",
        "-o",
        "--output",
    },
    dry={"--dry-run"},
)


def read_ef(call: Call, shell: Shell) -> Sequence[Act] | None:
    """`dotnet ef VERB`, for the reader of dotnet."""
    return _EF.read(call._replace(name="dotnet-ef", args=call.args[1:]), shell)


TOOLS: Final = (
    Tool(("flyway",), dict.fromkeys(_FLYWAY, _flyway), long=True, valued={"-configFiles_"}),
    Tool(
        ("liquibase",),
        {
            **table("""
observe: status, validate, history, diff, update-sql, updateSQL, rollback-sql, rollbackSQL, rollback-count-sql
observe: rollback-to-date-sql, future-rollback-sql, futureRollbackSQL, list-locks, listLocks, unexpected-change-sets
observe: unexpectedChangeSets, calculate-checksum, calculateCheckSum, tag-exists, tagExists, checks, connect, help
observe: update-count-sql, update-to-tag-sql, rollback-one-changeset-sql, rollback-one-update-sql
observe: changelog-sync-sql, mark-next-changeset-ran-sql, update-one-changeset-sql
create reversible: generate-changelog, generateChangeLog, diff-changelog, diffChangeLog, snapshot
create reversible: snapshot-reference, db-doc, dbDoc, init, init project, tag, report
modify reversible: changelog-sync, changelogSync, changelog-sync-to-tag, mark-next-changeset-ran
modify reversible: markNextChangeSetRan, clear-checksums, clearCheckSums, release-locks, releaseLocks, set-contexts
modify reversible: set-labels, register-changelog, sync-hub
destroy irreversible: drop-all, dropAll, rollback, rollback-count, rollbackCount, rollback-to-date, rollbackToDate
destroy irreversible: rollback-one-changeset, rollback-one-update, update-testing-rollback, updateTestingRollback
"""),
            "update": UP,
            "update-count": UP,
            "updateCount": UP,
            "update-to-tag": UP,
            "updateToTag": UP,
            "update-one-changeset": UP,
            "execute-sql": _liquibase_sql,
            "executeSql": _liquibase_sql,
        },
        valued={
            "--url",
            "--username",
            "--password",
            "--changelog-file",
            "--changeLogFile",
            "--defaults-file",
            "--tag",
            "--count",
            "--contexts",
            "--sql",
            "--sql-file",
        },
    ),
    Tool(
        ("alembic",),
        {
            **table("""
observe: current, history, heads, branches, show, check, list_templates, edit
create reversible: revision, init, merge
modify reversible: stamp, ensure_version
"""),
            "upgrade": unless("--sql", UP),
            "downgrade": _alembic_down,
        },
        valued={
            "-c",
            "--config",
            "-n",
            "--name",
            "-x",
            "-m",
            "--message",
            "-r",
            "--rev-range",
            "--tag",
            "--head",
            "--rev-id",
        },
    ),
    Tool(
        ("sqitch",),
        {
            **table("""
observe: status, log, plan, show, verify, check, help, config
create reversible: init, add, tag, bundle, engine, target
modify reversible: upgrade
modify compensable: rework
destroy irreversible: revert, rebase, checkout
"""),
            "deploy": unless("--log-only_", UP),
        },
        valued={"-t", "--target", "-C", "--cd", "--to", "--to-change", "-f", "--plan-file"},
    ),
    Tool(("dotnet-ef",), _EF.verbs, valued=_EF.valued, dry=_EF.dry),
    Tool(
        ("atlas",),
        {
            **table("""
observe: schema inspect, schema diff, schema fmt, schema test, schema validate, schema plan, migrate status
observe: migrate lint, migrate validate, migrate test, migrate ls, version, login, schema stats, whoami
observe: schema plan lint, schema plan list
create reversible: migrate new, migrate diff, migrate hash, migrate import, schema push, migrate push
create reversible: migrate checkpoint
modify reversible: migrate set, migrate rebase, migrate edit
destroy irreversible: schema clean, migrate down
"""),
            "migrate apply": UP,
            "schema apply": does("modify", "irreversible"),
        },
        valued={
            "-u",
            "--url",
            "--to",
            "--dev-url",
            "--env",
            "-c",
            "--config",
            "--dir",
            "-s",
            "--schema",
            "--exclude",
            "--revisions-schema",
        },
        dry={"--dry-run"},
    ),
    Tool(
        ("skeema",),
        {
            **table("""
observe: diff, lint, format, help, version
create reversible: init, add-environment, pull
"""),
            "push": unless("--dry-run", Does("modify", "irreversible")),
        },
        valued={"--host", "-h", "--user", "--schema"},
    ),
    Tool(
        ("yoyo", "yoyo-migrate", "mongock", "migra", "pyway"),
        {
            **table("""
observe: list, showmigrations, info, validate, check
create reversible: new, init
modify reversible: mark, unmark, break-lock, develop
destroy irreversible: rollback, reapply, clean
"""),
            "apply": UP,
            "migrate": UP,
        },
        valued={"-d", "--database", "-c"},
    ),
    Tool(
        ("aerich",),
        {
            **table("""
observe: heads, history
create reversible: init, init-db, init-migrations, migrate, inspectdb
destroy irreversible: downgrade
"""),
            "upgrade": UP,
        },
        valued={"-c", "--config", "--app"},
    ),
)
