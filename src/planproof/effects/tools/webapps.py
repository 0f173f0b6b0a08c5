"""The command lines of web applications: WordPress, Drupal, Nextcloud, Magento, Symfony, Flask.

Source: the command references of WP-CLI 2, Drush 13, occ 30, Magento 2, Doctrine's bundles, Flask-Migrate 4.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from planproof.effects.act import Act, Ref, unknown
from planproof.effects.tools.call import Args, Call, shown
from planproof.effects.tools.frameworks import read_orm
from planproof.effects.tools.migrations import DOWN, UP
from planproof.effects.tools.refs import operands
from planproof.effects.tools.tool import By, Entry, Shell, Tool, does, table


def _wp_sql(call: Call, args: Args, shell: Shell) -> Sequence[Act]:
    """`wp db query SQL`, `wp db cli`."""
    text = args.operands[2] if len(args.operands) > 2 else call.stdin
    return shell.sql(text, "mysql") if text else [unknown(shown(call.text))]


def _wp_eval(call: Call, args: Args, _shell: Shell) -> Sequence[Act]:
    text = args.operands[1] if len(args.operands) > 1 else ""
    return (
        read_orm(text.replace("->", ".").replace("::", "."), shown(call.text)) if text else [unknown(shown(call.text))]
    )


def _dump(call: Call, args: Args, _shell: Shell) -> Sequence[Act]:
    made = tuple(Ref("file", name) for name in [*args.operands[2:3], *args.values("--result-file")])
    return [Act("create", "reversible", shown(call.text), writes=made, produces=made, operation=f"{call.name} dump")]


def _trashed(noun: str) -> Entry:
    """Posts and comments go to the bin; forced, they are gone."""
    found = operands(noun, 2)
    return By(does("destroy", "reversible", refs=found), {"--force": does("destroy", "irreversible", refs=found)})


WP: Final[dict[str, Entry]] = {
    **table("""
observe: cli info, cli version, cli check-update, cli cmd-dump, cli param-dump, core version, core check-update
observe: core is-installed, core verify-checksums, plugin list, plugin status, plugin get, plugin path, plugin search
observe: plugin is-installed, plugin is-active, plugin verify-checksums, plugin auto-updates status, theme list
observe: theme status, theme get, theme path, theme search, theme is-installed, theme is-active, theme mod get, post list
observe: post get, post exists, post meta get, post meta list, post term list, post-type list, post-type get, comment list
observe: comment get, comment count, comment exists, comment status, comment meta get, comment meta list, user list
observe: user get, user exists, user list-caps, user meta get, user meta list, user check-password, option get
observe: option list, option pluck, db check, db tables, db columns, db prefix, db search, db size, config get, config has
observe: config list, config path, cron event list, cron schedule list, cron test, cache get, cache type, cache supports
observe: transient get, transient type, transient list, menu list, menu item list, menu location list, widget list
observe: sidebar list, role list, role exists, cap list, term list, term get, term meta get, taxonomy list, taxonomy get
observe: site list, site option get, site option list, media image-size, rewrite list, language core list, help
observe: language plugin list, language theme list, maintenance-mode status, maintenance-mode is-active, role get
observe: super-admin list, network meta get, embed provider list, doctor check, doctor list, profile stage, profile hook
create reversible: post create, comment create, comment generate, user create, user generate, term create, term generate
create reversible: menu create, menu item add-post, menu item add-custom, menu item add-term, option add, site create
create reversible: role create, media import, config create, scaffold, core download, core config, post generate, export
create reversible: cron event schedule, user application-password create, i18n make-pot, dist-archive, db create
modify reversible: plugin activate, plugin deactivate, plugin toggle, plugin auto-updates enable, theme enable, theme mod set
modify reversible: plugin auto-updates disable, theme activate, theme disable, maintenance-mode activate, cap add
modify reversible: maintenance-mode deactivate, comment approve, comment unapprove, comment spam, comment unspam
modify reversible: comment trash, comment untrash, post url-to-id, site activate, site deactivate, site archive
modify reversible: site unarchive, site spam, site unspam, site public, site private, rewrite flush, cron event run
modify reversible: language core install, language core activate, user add-role, user remove-role, user set-role
modify reversible: cap remove, menu location assign, menu location remove, widget add, widget deactivate, widget move
modify reversible: transient set, cache set, cache add, cache replace, cache incr, cache decr, db optimize, media regenerate
modify compensable: plugin install, plugin update, theme install, theme update, core update, core update-db, cli update
modify compensable: core install, core multisite-install, core multisite-convert, language core update, package install
modify compensable: package update, role reset, rewrite structure, media fix-orientation, config set, config edit
modify compensable: menu item update, language plugin install, language plugin update, db repair
modify irreversible: post update, post edit, post meta update, post meta add, post meta set, post term set, user update
modify irreversible: user meta update, option update, option patch, option set, comment update, comment meta update
modify irreversible: term update, term meta update, site option update, site option patch, import, widget update
modify irreversible: user import-csv, term recount, comment recount, network meta update, super-admin remove
rotate compensable: user reset-password, config shuffle-salts, user session destroy
destroy compensable: plugin uninstall, plugin delete, theme delete, theme mod remove, cache flush, cache delete
destroy compensable: cache flush-group, transient delete, menu delete, menu item delete, widget delete, role delete
destroy compensable: language core uninstall, package uninstall, cron event delete, cron event unschedule, widget reset
destroy compensable: config delete, user application-password delete, language plugin uninstall
destroy irreversible: db drop, db reset, db clean, site empty, site delete, user delete, user spam, term delete
destroy irreversible: option delete, post meta delete, user meta delete, comment meta delete, term meta delete
destroy irreversible: site option delete, post term remove, network meta delete, post meta clean-duplicates
"""),
    "post delete": _trashed("post"),
    "comment delete": _trashed("comment"),
    "search-replace": By(does("modify", "irreversible"), {"--dry-run": does("observe")}),
    "super-admin add": does("modify", "reversible", "widens_access"),
    "db query": _wp_sql,
    "db cli": _wp_sql,
    "db import": does("modify", "irreversible", refs=operands("file", 2)),
    "db export": _dump,
    "db dump": _dump,
    "eval": _wp_eval,
}


def _drush_sql(call: Call, args: Args, shell: Shell) -> Sequence[Act]:
    text = " ".join(args.operands[1:]) or call.stdin
    return shell.sql(text, "mysql") if text else [unknown(shown(call.text))]


_DRUSH_TABLE: Final = """
observe: status, st, core-status, core:status, core-requirements, core:requirements, pm-list, pm:list, pml, config-get
observe: config:get, cget, config-status, config:status, watchdog-show, watchdog:show, ws, watchdog:list, sql-conf
observe: sql:conf, sql-connect, sql:connect, state:get, sget, user:information, uinf, user-information, views:list, vl
observe: updatedb:status, updbst, updatedb-status, migrate:status, migrate-status, ms, site:alias, sa, site-alias
observe: field:info, role:list, help, list, version, queue:list, queue-list, pm:security, sec, php:conf, twig:debug
observe: entity:list, locale:check, config:export --diff, maint:get
create reversible: sql-dump, sql:dump, generate, gen, user:create, user-create, ucrt, role:create
create reversible: archive:dump, config:export, config-export, cex
modify reversible: pm:enable, pm-enable, en, cache-rebuild, cache:rebuild, cr, rebuild, state:set, sset, user:unblock
modify reversible: user:block, maint:set, cron, core:cron, core-cron, views:enable, views:disable, role:perm:add
modify reversible: role:perm:remove, user:role:add, urol, user:role:remove, queue:run, image:flush, locale:update
modify compensable: config-set, config:set, cset, pm:install, theme:enable, search:index, config:edit, cedit
modify unknown: updatedb, updb, updatedb-db, deploy, entity:updates, entup, migrate:import, mim, php:script, scr
modify irreversible: config-import, config:import, cim, sql-sync, sql:sync, rsync, core:rsync, sql:sanitize, entity:save
modify irreversible: site:install-data, archive:restore, arr
rotate compensable: user:password, upwd, user-password
destroy compensable: pm:uninstall, pmu, pm-uninstall, cache:clear, cc, cache-clear, config:delete, cdel, role:delete
destroy irreversible: sql-drop, sql:drop, site:install, si, site-install, user:cancel, ucan, entity:delete, edel
destroy irreversible: watchdog:delete, wd-del, watchdog-delete, migrate:rollback, mr, state:delete, sdel, sql:create
destroy irreversible: queue:delete, sql-create
"""


def _drush_eval(call: Call, args: Args, _shell: Shell) -> Sequence[Act]:
    text = " ".join(args.operands[1:])
    return (
        read_orm(text.replace("->", ".").replace("::", "."), shown(call.text)) if text else [unknown(shown(call.text))]
    )


_OCC: Final = table("""
observe: status, check, app:list, app:getpath, app:check-code, config:list, config:app:get, config:system:get, user:list
observe: user:info, user:report, user:lastseen, group:list, files:external:list, list, help, integrity:check-core
observe: integrity:check-app, log:tail, log:file, background-job:list, background:queue:status, encryption:status
observe: encryption:list-modules, twofactorauth:state
observe: security:certificates, versions:list, trashbin:size
create reversible: user:add, group:add, files:external:create, app:create, user:auth-tokens:add
modify reversible: app:enable, app:disable, maintenance:mode, user:enable, user:disable, group:adduser, group:removeuser
modify reversible: files:scan, files:scan-app-data, background:cron, background:ajax, config:app:set, config:system:set
modify reversible: db:add-missing-indices, db:add-missing-columns, db:add-missing-primary-keys, log:manage, user:setting
modify reversible: maintenance:theme:update, encryption:enable, files:repair-tree, maintenance:update:htaccess
modify compensable: app:update, app:install, upgrade, maintenance:repair, config:import, config:app:delete
modify compensable: config:system:delete, db:convert-filecache-bigint, encryption:disable, twofactorauth:disable
modify irreversible: files:transfer-ownership, encryption:encrypt-all, encryption:decrypt-all, db:convert-type
rotate compensable: user:resetpassword
destroy compensable: app:remove, group:delete, files:external:delete, user:auth-tokens:delete
destroy irreversible: user:delete, files:cleanup, trashbin:cleanup, trashbin:expire, versions:cleanup, versions:expire
destroy irreversible: files:delete, maintenance:data-fingerprint
""")

_MAGENTO: Final = table("""
observe: list, help, info:adminuri, info:backups:list, info:currency:list, info:language:list, module:status, cache:status
observe: indexer:status, indexer:info, indexer:show-mode, setup:db:status, config:show, deploy:mode:show, store:list
observe: store:website:list, cron:list, app:config:status, maintenance:status
create reversible: setup:backup, admin:user:create, setup:di:compile, setup:static-content:deploy, sampledata:deploy
create reversible: app:config:dump, dev:urn-catalog:generate
modify reversible: cache:enable, cache:disable, module:enable, module:disable, maintenance:enable, indexer:set-mode
modify reversible: maintenance:disable, deploy:mode:set, indexer:reindex, cron:install, cron:run, admin:user:unlock
modify compensable: config:set, app:config:import, setup:config:set, catalog:images:resize, cron:remove, config:sensitive:set
modify unknown: setup:upgrade, setup:db-schema:upgrade, setup:db-data:upgrade
modify irreversible: setup:store-config:set, setup:install
destroy compensable: cache:clean, cache:flush, module:uninstall, theme:uninstall, indexer:reset, i18n:uninstall
destroy irreversible: setup:uninstall, setup:rollback, catalog:product:attributes:cleanup, sampledata:remove
destroy irreversible: catalog:images:cleanup
rotate compensable: encryption:key:change
""")

_SYMFONY: Final[dict[str, Entry]] = {
    **table("""
observe: list, help, about, lint:yaml, lint:twig, lint:xliff, lint:container, lint:translations
observe: debug:router, debug:container, debug:config, debug:event-dispatcher, debug:autowiring, debug:translation, debug:twig
observe: debug:form, debug:messenger, debug:dotenv, debug:validator, debug:firewall, debug:serializer, debug:scheduler
observe: doctrine:schema:validate, doctrine:mapping:info, doctrine:migrations:status
observe: doctrine:migrations:list, doctrine:migrations:current, doctrine:migrations:latest, messenger:stats
observe: doctrine:migrations:up-to-date, secrets:list, router:match, config:dump-reference, messenger:failed:show
observe: doctrine:query:dql --help, translation:extract --dump-messages, importmap:outdated, importmap:audit
create reversible: make:*, doctrine:database:create, doctrine:schema:create, doctrine:migrations:diff, assets:install
create reversible: doctrine:migrations:generate, doctrine:migrations:dump-schema, cache:warmup, asset-map:compile
modify reversible: doctrine:migrations:version, doctrine:migrations:sync-metadata-storage, messenger:failed:retry
modify compensable: secrets:set, translation:extract, importmap:require, importmap:update
shift reversible: messenger:consume, messenger:stop-workers, server:start, server:stop
rotate compensable: secrets:generate-keys
destroy compensable: cache:clear, cache:pool:clear, cache:pool:delete, cache:pool:prune, secrets:remove
destroy irreversible: messenger:failed:remove, doctrine:migrations:rollup
"""),
    "doctrine:migrations:migrate": By(UP, {"--dry-run --write-sql": does("observe")}),
    "doctrine:migrations:execute": By(UP, {"--dry-run --write-sql": does("observe"), "--down": DOWN}),
    "doctrine:schema:update": By(does("observe"), {"--force": does("modify", "irreversible")}),
    "doctrine:schema:drop": By(does("observe"), {"--force --full-database": does("destroy", "irreversible")}),
    "doctrine:database:drop": By(does("observe"), {"--force -f": does("destroy", "irreversible")}),
    "doctrine:fixtures:load": By(does("destroy", "irreversible"), {"--append": does("create", "reversible")}),
}


def _console_sql(call: Call, args: Args, shell: Shell) -> Sequence[Act]:
    """`dbal:run-sql SQL`, `doctrine:query:sql SQL`."""
    return shell.sql(args.operands[1], "") if len(args.operands) > 1 else [unknown(shown(call.text))]


_FLASK: Final[dict[str, Entry]] = {
    **table("""
observe: routes, db current, db history, db heads, db branches, db show, db check, db list-templates, --help
create reversible: db init, db migrate, db revision, db merge
modify reversible: db stamp
shift reversible: run
"""),
    "db upgrade": By(UP, {"--sql": does("observe")}),
    "db downgrade": By(DOWN, {"--sql": does("observe")}),
}

TOOLS: Final = (
    Tool(("wp",), WP, valued=frozenset({"--path", "--url", "--user", "--require", "--ssh", "--http"})),
    Tool(
        ("drush",),
        {
            **table(_DRUSH_TABLE),
            **dict.fromkeys(("sql-query", "sql:query", "sqlq", "sql-cli", "sql:cli", "sqlc"), _drush_sql),
            **dict.fromkeys(("php:eval", "php-eval", "eval", "ev"), _drush_eval),
        },
        valued=frozenset({"-r", "--root", "-l", "--uri"}),
        dry=frozenset({"--simulate", "-s"}),
    ),
    Tool(("occ",), _OCC),
    Tool(("magento",), _MAGENTO),
    Tool(
        ("console", "symfony"),
        {**_SYMFONY, **dict.fromkeys(("dbal:run-sql", "doctrine:query:sql"), _console_sql)},
        valued=frozenset({"-e", "--env", "--em", "--conn", "--connection"}),
    ),
    Tool(("flask",), _FLASK, valued=frozenset({"-A", "--app", "-e", "--env-file", "-d", "--directory", "-x", "-m"})),
)
