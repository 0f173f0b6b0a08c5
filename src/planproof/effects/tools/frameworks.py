"""The management commands of web frameworks: Django, Rails, Laravel, Phoenix."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Final

from planproof.effects.act import Act, Ref, changes, observe, unknown
from planproof.effects.tools.call import EXPANDED, Args, Call, shown
from planproof.effects.tools.migrations import DOWN, UP, unless
from planproof.effects.tools.program import Program
from planproof.effects.tools.tool import Does, Shell, Tool, does, table


def _django_migrate(call: Call, args: Args, _shell: Shell) -> Sequence[Act] | None:
    """`migrate [app [target]]`: `zero` takes all of the app's tables away."""
    if args.has("--plan", "--check"):
        return [observe(shown(call.text))]
    if args.has("--fake"):
        return [changes("modify", "reversible", shown(call.text), (), "manage.py migrate --fake")]
    if "zero" in args.operands[1:]:
        return [
            changes(
                "destroy", "irreversible", shown(call.text), [Ref("app", args.operands[1])], "manage.py migrate zero"
            )
        ]
    return [
        changes(
            "modify",
            "unknown",
            shown(call.text),
            [Ref("app", name) for name in args.operands[1:2]],
            "manage.py migrate",
        )
    ]


def _django_shell(call: Call, args: Args, _shell: Shell) -> Sequence[Act] | None:
    text = args.value("-c", "--command") or call.stdin
    return read_orm(text, shown(call.text)) if text else None


def _collected(call: Call, args: Args, _shell: Shell) -> Sequence[Act] | None:
    if args.has("-n", "--dry-run"):
        return [observe(shown(call.text))]
    return [changes("modify", "compensable", shown(call.text), (), "collectstatic")]


DJANGO: Final = Tool(
    ("django-admin", "manage.py"),
    {
        **table("""
observe: check, diffsettings, help, version, showmigrations, sqlmigrate, sqlflush, sqlsequencereset, inspectdb
observe: findstatic, test, testserver, show_urls, show_permissions, list_signals, validate_templates
create reversible: createsuperuser, startapp, startproject, createcachetable, makemessages, compilemessages
create reversible: squashmigrations, optimizemigration
shift reversible: runserver, runserver_plus
rotate compensable: changepassword
modify irreversible: loaddata, ogrinspect
modify reversible: rebuild_index, update_index
modify compensable: remove_stale_contenttypes, clear_cache
destroy irreversible: flush, reset_db, delete_squashed_migrations, clearsessions_all, drop_test_database
destroy compensable: clearsessions, clear_index, delete_stale
notify compensable: sendtestemail
"""),
        "migrate": _django_migrate,
        "makemigrations": unless("--dry-run --check", Does("create", "reversible")),
        "shell": _django_shell,
        "shell_plus": _django_shell,
        "collectstatic": _collected,
        "dumpdata": lambda call, args, _shell: [
            changes("create", "reversible", shown(call.text), [Ref("file", args.value("-o", "--output"))])._replace(
                produces=(Ref("file", args.value("-o", "--output")),),
            )
            if args.has("-o", "--output")
            else observe(shown(call.text), [Ref("database", "(default)")])
        ],
        "dbshell": lambda call, args, shell: (
            shell.sql(call.stdin, "")
            if call.stdin is not None
            else shell.sql(args.operands[-1], "")
            if len(args.operands) > 1
            else None
        ),
    },
    valued={
        "--settings",
        "--database",
        "-o",
        "--output",
        "-c",
        "--command",
        "--pythonpath",
        "--format",
        "-e",
        "--exclude",
        "--username",
        "--email",
    },
)

_ORM: Final = table("""
destroy irreversible: delete, delete_all, destroy, destroy_all, delete_by, destroy_by, drop_table, truncate
destroy irreversible: forceDelete, flush, flushall, flushdb, drop_column, delete_many, clear, obliterate
destroy irreversible: remove_column, purge, deleteMany, dropTable, really_destroy, bulk_delete, unlink, rm_rf
destroy irreversible: rmtree, drop_all, execute_delete
modify irreversible: update, update_all, update_columns, update_column, save, bulk_update, update_attribute
modify irreversible: update_attributes, upsert_all, touch_all, increment, toggle, decrement, updateOrCreate
modify irreversible: update_or_create, upsert, find_or_create_by, increment_counter, set, reset_counters, touch
create reversible: create, insert, insert_all, bulk_create, get_or_create, create_user, firstOrCreate
create reversible: create_superuser
notify compensable: deliver_now, deliver_later, send_mail, notify
create irreversible: perform_later, perform_async, perform_now, delay, apply_async, dispatch, enqueue
""")
_LOOKING: Final = frozenset(
    """
    puts p pp print printf inspect where all count first last find find_by find_each in_batches find_in_batches pluck
    limit order group sum average minimum maximum exists any none many includes joins left_joins preload map each
    each_with_index select reject filter to_a to_s to_i to_sql ids size length join new ago now today filter_by values
    values_list get exclude aggregate annotate order_by iterator exit sort sort_by reduce inject format keys name
    explain is_a nil blank present days hours minutes flatten uniq compact min max sum_by tally distinct reverse take
    detect include start_with strftime to_json as_json len str list dict set_ int repr range sorted enumerate zip
    filter_map group_by sum_of none_of exists_ values_at dig fetch Queue Stats DeadSet RetrySet ScheduledSet latency
    processed failed enqueued workers objects using raw only defer prefetch_related select_related in_bulk earliest
    latest isoformat timedelta in settings import from print_ for if Q F Count Sum Avg Max Min Exists datetime date
    toArray dump dd
    """.split()
)
_METHOD: Final = re.compile(r"\.([A-Za-z_]\w*)[!?]?|\b([A-Za-z_]\w*)\s*\(")
_TEXTS: Final = re.compile(r"'(?:[^'\\\n]|\\.)*'|\"(?:[^\"\\#\n]|\\.|#(?!\{))*\"")
_RAW: Final = re.compile(
    r"\b(?:execute|exec_query|raw|statement|unprepared|select_all)\b\s*\(?\s*(['\"])(.*?)\1", re.DOTALL
)
_CONSTANT: Final = re.compile(r"[A-Z]\w*")


def read_orm(text: str, because: str) -> list[Act]:
    """What a line of Ruby, Python or PHP does to the database, by the methods that it calls.

    Methods that look are known; one that is known to write counts; one that nobody knows makes it unknown.
    """
    acts: list[Act] = []
    bare = _TEXTS.sub('""', text)
    from planproof.effects.sql.read import read_sql

    for found in _RAW.finditer(text):
        acts += read_sql(found[2], "")
    raw = bool(acts)
    for found in _METHOD.finditer(bare):
        name = found[1] or found[2]
        entry = _ORM.get(name)
        if isinstance(entry, Does):
            acts.append(changes(entry.kind, entry.undo, because, (), name))
        elif (
            name not in _LOOKING
            and _CONSTANT.fullmatch(name) is None
            and not (raw and name in ("connection", "execute", "base", "exec_query", "cursor"))
        ):
            acts.append(unknown(shown(f"{name} in {because}")))
    if EXPANDED in bare or re.search(r"`|\b(system|eval|exec|instance_eval|send|public_send|subprocess|os\.)\b", bare):
        acts.append(unknown(because))
    return acts or [observe(because)]


def _runner(call: Call, args: Args, shell: Shell) -> Sequence[Act] | None:
    """`rails runner CODE-or-FILE`."""
    text = args.operands[1] if len(args.operands) > 1 else ""
    if not text or text == "-":
        return read_orm(call.stdin, shown(call.text)) if call.stdin else None
    if re.fullmatch(r"[\w./-]+\.rb", text):
        return shell.file(text, "ruby", shown(call.text))
    return read_orm(text, shown(call.text))


RAILS: Final = {
    **table("""
observe: db:version, db:migrate:status, db:abort_if_pending_migrations, routes, about, stats, notes, -T, test, spec
observe: middleware, initializers, time:zones, version, db:migrate:status:primary, zeitwerk:check, secret
observe: db:charset, db:collation, credentials:show, credentials:diff, db:_dump, log:tail, --tasks, test:system
create reversible: generate, g, new, db:create, db:create:all, db:schema:dump, db:structure:dump, db:fixtures:dump
create reversible: assets:precompile, db:schema:cache:dump, webpacker:compile, active_storage:install
create reversible: action_mailbox:install, app:template, importmap:install, db:test:prepare
modify irreversible: db:seed, db:fixtures:load
modify reversible: db:environment:set, db:schema:cache:clear, db:encryption:init
modify compensable: credentials:edit, encrypted:edit, app:update
shift reversible: server, s, restart, jobs:work, resque:work
destroy compensable: destroy, d, assets:clobber, assets:clean, tmp:clear, tmp:cache:clear, log:clear, cache:clear
destroy compensable: tmp:sockets:clear, tmp:pids:clear
destroy irreversible: db:drop, db:drop:all, db:reset, db:migrate:reset, db:schema:load, db:structure:load, db:purge
destroy irreversible: db:purge:all, db:truncate_all, db:seed:replant, db:rollback, db:migrate:down, db:migrate:redo
destroy irreversible: db:_drop, jobs:clear, db:drop:_unsafe
"""),
    "db:migrate": UP,
    "db:migrate:up": UP,
    "db:prepare": UP,
    "db:forward": UP,
    "db:setup": does("modify", "irreversible"),
    "db:migrate:with_data": UP,
    "data:migrate": UP,
    "runner": _runner,
    "r": _runner,
    "db:test:load": does("modify", "compensable"),
}


def _rails(call: Call, args: Args, shell: Shell) -> Sequence[Act] | None:
    """Several tasks may stand in one call: `rails db:drop db:create`; `task[args]` too."""
    words = args.operands
    if not words:
        return None
    first = words[0].partition("[")[0]
    if first in ("runner", "r") and call.name == "rails":
        return _runner(call, args, shell)
    if first in ("generate", "g", "destroy", "d", "new", "notes", "test", "server", "s", "restart") and isinstance(
        entry := RAILS.get(first), Does
    ):
        return [changes(entry.kind, entry.undo, shown(call.text), (), f"rails {first}")]
    if first in ("dbconsole", "db") and (call.stdin is not None):
        return shell.sql(call.stdin, "")
    if first in ("console", "c"):
        return read_orm(call.stdin, shown(call.text)) if call.stdin else None
    acts: list[Act] = []
    for word in words:
        name = word.partition("[")[0]
        if re.fullmatch(r"[A-Z_]+=.*", word):
            continue
        # `db:migrate:primary`: the same for one of several databases.
        entry = RAILS.get(name) or RAILS.get(name.rpartition(":")[0] if name.count(":") > 1 else name)
        if isinstance(entry, Does):
            acts.append(changes(entry.kind, entry.undo, shown(call.text), (), f"rails {name}"))
        else:
            acts.append(unknown(shown(call.text)))
    return acts


def _tinker(call: Call, args: Args, _shell: Shell) -> Sequence[Act] | None:
    text = args.value("--execute") or call.stdin
    return read_orm(text.replace("->", ".").replace("::", "."), shown(call.text)) if text else None


ARTISAN: Final = Tool(
    ("artisan",),
    {
        **table("""
observe: list, help, about, env, route:list, migrate:status, db:show, db:table, db:monitor, queue:monitor
observe: queue:failed, schedule:list, event:list, model:show, config:show, test, inspire, channel:list
observe: horizon:status, horizon:list, horizon:supervisors, docs, pail, horizon:supervisor-status
create reversible: make:*, storage:link, vendor:publish, migrate:install, schema:dump, stub:publish, lang:publish
create reversible: config:publish, install:*, session:table, queue:table, cache:table, notifications:table
create reversible: queue:failed-table, queue:batches-table, horizon:install
modify reversible: config:cache, route:cache, view:cache, event:cache, optimize, package:discover, queue:retry
modify reversible: queue:retry-batch, scout:import, scout:sync-index-settings
modify irreversible: db:seed
shift reversible: down, up, queue:restart, queue:work, queue:listen, schedule:work, schedule:run, horizon
shift reversible: horizon:pause, horizon:continue, horizon:terminate, reload, octane:start, octane:stop
shift reversible: octane:reload, octane:restart, serve, reverb:start, reverb:restart, schedule:interrupt
shift reversible: horizon:pause-supervisor, horizon:continue-supervisor
destroy compensable: cache:clear, config:clear, route:clear, view:clear, event:clear, optimize:clear, clear-compiled
destroy compensable: storage:unlink, schedule:clear-cache, cache:prune-stale-tags, scout:flush, scout:delete-index
destroy compensable: scout:delete-all-indexes, auth:clear-resets, horizon:clear-metrics, cache:forget
destroy compensable: telescope:clear, debugbar:clear
destroy irreversible: migrate:fresh, migrate:refresh, migrate:reset, migrate:rollback, db:wipe, queue:flush
destroy irreversible: queue:clear, queue:forget, queue:prune-failed, queue:prune-batches, model:prune, horizon:clear
destroy irreversible: telescope:prune, horizon:forget, sanctum:prune-expired, passport:purge
rotate irreversible: key:generate, passport:keys
"""),
        "migrate": unless("--pretend", UP),
        "tinker": _tinker,
        "migrate:rollback": unless("--pretend", DOWN),
    },
    valued={
        "--env",
        "--database",
        "--path",
        "--class",
        "--step",
        "--seeder",
        "--queue",
        "--execute",
        "--secret",
        "--message",
    },
    dry={"--pretend"},
)


def php(call: Call, shell: Shell) -> Sequence[Act] | None:
    """`php artisan VERB`; None where it starts something else."""
    if call.args[:1] != ("artisan",):
        return None
    return ARTISAN.read(call._replace(name="artisan", args=call.args[1:]), shell)


MIX: Final = table("""
observe: ecto.migrations, help, phx.routes, hex.info, hex.outdated, hex.audit, hex.search, deps, deps.tree, xref, credo
observe: format --check-formatted, dialyzer
create reversible: ecto.create, ecto.gen.migration, ecto.dump, compile, phx.digest, deps.get, deps.compile, assets.deploy
create reversible: release, new, phx.new, docs, test
create irreversible: hex.publish
modify reversible: format
modify compensable: deps.update, archive.install, local.hex
destroy compensable: clean, deps.clean, phx.digest.clean
destroy irreversible: ecto.drop, ecto.rollback, ecto.reset, ecto.load
""")


TOOLS: Final = (
    Tool(DJANGO.names, DJANGO.verbs, valued=DJANGO.valued),
    Program(("rails", "rake"), _rails, valued={"-e", "--environment", "-f", "--rakefile"}),
    Tool(("artisan",), ARTISAN.verbs, valued=ARTISAN.valued, dry=ARTISAN.dry),
    Tool(
        ("mix",),
        {**MIX, "ecto.migrate": UP, "ecto.setup": UP, "do": lambda _call, _args, _shell: None},
        dry=frozenset({"--dry-run"}),
    ),
)
