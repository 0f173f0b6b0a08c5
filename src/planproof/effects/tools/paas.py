"""heroku, fly, vercel, netlify and wrangler: platforms that run an application.

Source: their command references.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from planproof.effects.act import Act, Ref, changes, observe, unknown
from planproof.effects.tools.call import Args, Call, shown
from planproof.effects.tools.deep import group_refs, singular
from planproof.effects.tools.tool import Entry, Shell, Tool, does, table


def _application(args: Args, _call: Call) -> list[Ref]:
    """The things named behind the verb, within the application."""
    app = args.value("-a", "--app", "-s", "--site")
    names = [word.partition("=")[0] for word in args.operands[1:]]
    kind = singular(args.operands[0].partition(":")[0]) if args.operands else "app"
    return [Ref(kind, name, app) for name in names] or ([Ref("app", app)] if app else [])


def _run(call: Call, args: Args, shell: Shell) -> Sequence[Act]:
    """A command in the application's own surroundings: `heroku run CMD`, `fly ssh console -C CMD`."""
    text = args.value("-C", "--command") or " ".join(args.rest or args.operands[1:])
    within = args.value("-a", "--app")
    return shell.script(text, within=within) if text and not text.startswith("console") else [observe(shown(call.text))]


def _heroku_sql(call: Call, args: Args, shell: Shell) -> Sequence[Act]:
    """`heroku pg:psql -c SQL`."""
    text, path = args.value("-c", "--command") or call.stdin, args.value("-f", "--file")
    within = args.operands[1] if len(args.operands) > 1 else args.value("-a", "--app")
    if text:
        return shell.sql(text, "postgres", within=within)
    if path:
        return shell.file(path, "sql:postgres", shown(call.text), within=within)
    return [unknown(shown(call.text))] if call.fed else [observe(shown(call.text))]


def _capture(call: Call, args: Args, _shell: Shell) -> Sequence[Act]:
    of = tuple(Ref("database", word, args.value("-a", "--app")) for word in args.operands[1:])
    made = (Ref("backup", f"of {of[0].name if of else 'DATABASE_URL'}", args.value("-a", "--app")),)
    return [
        Act("create", "reversible", shown(call.text), of, made, produces=made, operation="heroku pg:backups:capture")
    ]


def _opaque(call: Call, _args: Args, _shell: Shell) -> Sequence[Act]:
    """Runs something that the command does not show."""
    return [unknown(shown(call.text))]


HEROKU: Final[dict[str, Entry]] = {
    **table("""
        observe: access, addons, addons:info, addons:docs, addons:plans, addons:services, apps, apps:info, apps:list, apps:errors
        observe: auth:whoami, auth:token, buildpacks, builds, certs, certs:info, ci, config, config:get, domains, domains:info, features, git, info, keys
        observe: labs, logs, maintenance, members, notifications, orgs, pg, pg:info, pg:ps, pg:locks, pg:diagnose, pg:backups
        observe: pg:backups:info, pg:backups:url, pg:backups:schedules, pg:bloat, pg:blocking, pg:cache-hit, pg:calls, pg:credentials
        observe: pg:credentials:url, pg:index-size, pg:long-running-queries, pg:outliers, pg:table-size, pg:vacuum-stats, pg:wait
        observe: pg:settings, pg:links, pg:maintenance, pg:connection-pooling, pipelines, pipelines:info, pipelines:diff, ps, ps:type
        observe: redis, redis:info, redis:credentials, regions, releases, releases:info, releases:output, reviewapps, sessions
        observe: spaces, spaces:info, stack, status, teams, version, whoami, help, ps:wait, drains, webhooks, webhooks:info, open, apps:open
        observe: certs:auto, container, kafka:info, kafka:topics, kafka:topics:info, kafka:tail, domains:wait, spaces:wait, auth, authorizations
        create reversible: addons:create, apps:create, create, container:push, certs:generate, domains:add, pg:pull, pg:links:create
        create reversible: pg:credentials:create, pipelines:create, pipelines:add, spaces:create, git:clone, webhooks:add, kafka:topics:create
        create reversible: apps:join, fork, pg:backups:schedule
        modify reversible: addons:attach, addons:detach, addons:rename, addons:upgrade, addons:downgrade, apps:rename, rename
        modify reversible: buildpacks:add, buildpacks:set, buildpacks:remove, buildpacks:clear, certs:update, container:release
        modify reversible: container:login, container:logout, features:enable, features:disable, labs:enable, labs:disable
        modify reversible: pipelines:promote, pipelines:connect, pipelines:remove, releases:rollback, rollback
        modify reversible: config:set, config:unset, config:edit, apps:stacks:set, stack:set, git:remote, login, logout, auth:login
        modify reversible: pg:attach, pg:detach, pg:connection-pooling:attach, certs:auto:enable, domains:update, apps:lock, apps:unlock
        modify compensable: access:remove, access:update, members:remove, members:set, pg:settings:set, redis:config, pg:unfollow
        modify compensable: domains:remove, domains:clear, drains:remove, keys:remove, webhooks:remove, pg:links:destroy, members:add
        modify compensable: pg:backups:unschedule, update, apps:transfer, redis:maxmemory, redis:timeout, pg:maintenance:run, keys:clear
        modify irreversible: pg:upgrade, redis:upgrade
        shift reversible: dyno:restart, restart, ps:restart, ps:scale, scale, ps:stop, stop, dyno:scale, dyno:stop, ps:resize, dyno:resize
        shift reversible: maintenance:on, maintenance:off, ps:autoscale:enable, ps:autoscale:disable, redis:maintenance, resize
        shift compensable: pg:kill, pg:killall, pg:promote, redis:promote, ps:kill, dyno:kill, kill
        rotate compensable: pg:credentials:rotate, redis:credentials:reset, pg:credentials:repair-default, authorizations:rotate, kafka:credentials
        destroy compensable: certs:remove, pipelines:destroy, authorizations:revoke, authorizations:destroy, pg:credentials:destroy, labs:remove
        destroy irreversible: addons:destroy, apps:destroy, apps:delete, destroy, pg:reset, pg:backups:delete, spaces:destroy
        destroy irreversible: kafka:topics:destroy, pg:push, pg:copy, redis:destroy
    """),
    "access:add": does("modify", "reversible", "widens_access"), "keys:add": does("modify", "reversible", "widens_access"),
    "authorizations:create": does("create", "reversible", "widens_access"),
    "drains:add": does("modify", "reversible", "discloses"), "certs:auto:disable": does("modify", "reversible", "weakens_guard"),
    "pg:backups:unschedule": does("modify", "compensable", "weakens_guard"),
    "certs:add": does("create", "reversible"), "run": _run, "run:detached": _run, "run:inside": _run, "ps:exec": _opaque,
    "pg:psql": _heroku_sql, "psql": _heroku_sql, "redis:cli": _opaque, "ci:run": _opaque, "local": _opaque,
    "pg:backups:capture": _capture, "pg:backups:download": does("create", "reversible", produces=True),
    "pg:backups:restore": does("destroy", "irreversible", restores=True), "releases:retry": _opaque,
    "container:rm": does("destroy", "compensable"), "console": _opaque, "git:push": does("modify", "reversible"),
}  # fmt: skip
FLY: Final[dict[str, Entry]] = {
    **table("""
        observe: status, logs, info, version, help, doctor, dig, ping, platform, history, dashboard, open, settings, checks list
        observe: apps list, apps open, apps errors, releases, apps releases, auth whoami, auth token, certs list, certs show, certs check
        observe: config show, config display, config validate, config env, image show, ips list, machine list, machine status
        observe: machines list, machines status, m list, m status, orgs list, orgs show, postgres list, postgres db list, pg list
        observe: postgres users list, postgres events, postgres backup list, regions list, scale show, secrets list, services list
        observe: volumes list, volumes show, volumes snapshots list, vol list, volume list, wireguard list, wireguard status
        observe: proxy, redis list, redis status, mysql, incidents list, incidents hosts list, tokens list, mpg list, mpg status, storage list
        create reversible: apps create, launch, postgres create, pg create, volumes create, volumes fork, vol create, volume create
        create reversible: ips allocate-v4, ips allocate-v6, ips allocate, machine create, machines create, machine clone, machines clone
        create reversible: m clone, orgs create, redis create, config save, wireguard create, certs add, certs create, certs import
        create reversible: storage create, mpg create, postgres import, dockerfile generate
        modify reversible: deploy, auth login, auth logout, secrets set, secrets import, secrets deploy, image update, regions add
        modify reversible: regions remove, regions set, postgres attach, postgres detach, pg attach, pg detach, machine update
        modify reversible: machines update, m update, machine cordon, machine uncordon, apps move, mpg attach, rollback, releases rollback
        modify reversible: volumes update, machine leases, postgres config update, agent, wireguard websockets
        modify compensable: secrets unset, apps set-platform-version, settings analytics, postgres config, postgres barman, orgs remove
        modify compensable: certs remove, certs delete, version upgrade, version update, wireguard reset
        modify irreversible: volumes extend, vol extend, volume extend
        shift reversible: scale count, scale vm, scale memory, apps restart, apps suspend, apps resume, machine start, machine stop
        shift reversible: machine restart, machine suspend, machines start, machines stop, machines restart, m start, m stop, m restart
        shift reversible: postgres restart, pg restart, suspend, resume, restart, autoscale set, autoscale disable, mpg restart
        shift compensable: machine kill, machines kill, m kill, postgres failover, pg failover
        rotate compensable: redis reset
        destroy compensable: wireguard remove, tokens revoke, ips release
        destroy irreversible: apps destroy, apps delete, destroy, volumes destroy, volumes delete, vol destroy, vol delete, volume destroy
        destroy irreversible: volume delete, machine destroy, machines destroy, m destroy, machine remove, postgres destroy, redis destroy
        destroy irreversible: orgs delete, mysql destroy, storage destroy, mpg destroy, m remove, machines remove
    """),
    "ssh console": _run, "ssh sftp": _opaque, "ssh issue": does("create", "reversible", "widens_access"),
    "postgres connect": _opaque, "pg connect": _opaque, "machine run": _opaque, "machines run": _opaque, "machine exec": _opaque,
    "console": _opaque, "tokens create": does("create", "reversible", "widens_access"),
    "orgs invite": does("modify", "reversible", "widens_access"),
    "volumes snapshots create": does("create", "reversible", produces=True),
    "postgres backup create": does("create", "reversible", produces=True),
    "postgres backup restore": does("create", "reversible", restores=True),
}  # fmt: skip
VERCEL: Final[dict[str, Entry]] = {
    **table("""
        observe: ls, list, inspect, logs, whoami, help, env ls, env list, domains ls, domains inspect, alias ls, dns ls, certs ls
        observe: project ls, project inspect, secrets ls, teams ls, target ls, bisect, httpstat, redirects ls, cache, telemetry status
        observe: projects ls, domains price, domains check, integration list, crons ls, open, blob list
        create reversible: build, pull, link, env add, env pull, domains add, dns add, dns import, certs issue, certs add, project add
        create reversible: projects add, init, git connect, secrets add, integration add, teams add, blob put
        create irreversible: domains buy
        modify reversible: deploy, alias, alias set, promote, rollback, redeploy, login, logout, switch, git disconnect, teams switch
        modify reversible: teams invite, telemetry, rolling-release, project protection, dev
        modify compensable: env update, domains move, domains transfer-in, secrets rename
        destroy compensable: alias rm, certs rm, dns rm, domains rm, env rm, env remove, secrets rm, remove, rm, redirects remove
        destroy irreversible: project rm, project remove, projects rm, integration remove, blob del, blob store, cache purge
    """),
}  # fmt: skip
NETLIFY: Final[dict[str, Entry]] = {
    **table("""
        observe: status, sites:list, env:list, env:get, functions:list, logs, logs:function, logs:deploy, open, open:site, open:admin
        observe: api --list, watch, blobs:list, blobs:get, help, version, teams:list, recipes:list, addons:list, integration
        create reversible: init, link, sites:create, functions:create, build, clone, sites:create-template, completion
        modify reversible: deploy, login, logout, switch, unlink, env:clone, dev, functions:serve, recipes
        modify compensable: env:set, env:import, env:unset, blobs:set
        destroy irreversible: sites:delete, blobs:delete
    """),
    "functions:invoke": _opaque, "api": _opaque, "dev:exec": _opaque,
}  # fmt: skip


def _d1(call: Call, args: Args, shell: Shell) -> Sequence[Act]:
    """`wrangler d1 execute DB --command SQL`: SQLite."""
    text, path = args.value("--command"), args.value("--file")
    within = args.operands[2] if len(args.operands) > 2 else ""
    if text:
        return shell.sql(text, "sqlite", within=within)
    return shell.file(path, "sql:sqlite", shown(call.text), within=within) if path else [unknown(shown(call.text))]


def _d1_export(call: Call, args: Args, _shell: Shell) -> Sequence[Act]:
    made = [Ref("file", path) for path in args.values("--output")]
    act = changes("create", "reversible", shown(call.text), made, "wrangler d1 export")
    return [act._replace(reads=tuple(Ref("database", name) for name in args.operands[2:3]), produces=tuple(made))]


WRANGLER: Final[dict[str, Entry]] = {
    **table("""
        observe: whoami, tail, docs, versions list, versions view, deployments list, deployments view, deployments status, secret list
        observe: kv namespace list, kv key list, kv key get, kv:namespace list, kv:key list, kv:key get, r2 bucket list, r2 bucket info
        observe: r2 object get, d1 list, d1 info, d1 insights, d1 migrations list, d1 time-travel info, queues list, queues info
        observe: pages project list, pages deployment list, pages deployment tail, pages secret list, hyperdrive list, hyperdrive get
        observe: vectorize list, vectorize get, vectorize info, vectorize query, types, check, dispatch-namespace list, workflows list
        observe: cert list, secrets-store store list, secrets-store secret list, vectorize get-vectors, workflows describe
        create reversible: init, generate, kv namespace create, kv:namespace create, r2 bucket create, d1 create, queues create
        create reversible: pages project create, hyperdrive create, vectorize create, versions upload, d1 migrations create, build
        create reversible: pages download, dispatch-namespace create, cert upload
        modify reversible: deploy, publish, versions deploy, rollback, login, logout, pages deploy, pages publish, triggers deploy, dev
        modify reversible: queues consumer add, queues pause-delivery, queues resume-delivery, pages dev
        modify compensable: versions secret, hyperdrive update, r2 bucket cors, r2 bucket lifecycle, queues consumer remove, queues update
        modify irreversible: kv key put, kv:key put, kv bulk put, kv:bulk put, r2 object put, vectorize insert, vectorize upsert
        modify unknown: d1 migrations apply
        rotate compensable: secret put, secret bulk, pages secret put, versions secret put
        destroy compensable: delete, pages deployment delete, hyperdrive delete, r2 bucket delete, dispatch-namespace delete, cert delete
        destroy irreversible: secret delete, pages secret delete, kv namespace delete, kv key delete, kv bulk delete, kv:namespace delete
        destroy irreversible: kv:key delete, kv:bulk delete, r2 object delete, d1 delete, queues delete, queues purge, pages project delete
        destroy irreversible: vectorize delete, d1 time-travel restore, vectorize delete-vectors
    """),
    "d1 execute": _d1, "d1 export": _d1_export, "d1 backup create": does("create", "reversible", produces=True),
    "workflows trigger": _opaque,
}  # fmt: skip

_VALUED: Final = frozenset(
    "-a --app -r --remote -c --command -f --file --confirm -t --token -s --size --site -n --num --config --region --org -C"
    " --space --team --scope -S -A --local-config --output --name --env -e --image --vm-size --vm-memory --access-token".split()
)  # fmt: skip
_HEROKU: Final = Tool(("heroku",), HEROKU, valued=_VALUED, refs=_application, bare=does("observe"))
_FLY: Final = Tool(
    ("fly", "flyctl"), FLY, valued=_VALUED, refs=lambda args, call: group_refs(_FLY, args, call), bare=does("observe")
)
_VERCEL: Final = Tool(
    ("vercel", "vc", "now"), VERCEL, valued=_VALUED, refs=lambda args, call: group_refs(_VERCEL, args, call),
    bare=does("modify", "reversible"),
)  # fmt: skip
_NETLIFY: Final = Tool(("netlify", "ntl"), NETLIFY, valued=_VALUED, refs=_application, bare=does("observe"))
_WRANGLER: Final = Tool(
    ("wrangler",), WRANGLER, valued=_VALUED, dry=frozenset({"--dry-run"}), bare=does("observe"),
    refs=lambda args, call: group_refs(_WRANGLER, args, call),
)  # fmt: skip
TOOLS: Final = (_HEROKU, _FLY, _VERCEL, _NETLIFY, _WRANGLER)
