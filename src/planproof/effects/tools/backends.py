"""firebase, supabase and cloudflared: back ends and tunnels that are run as a service.

Source: the command references of firebase-tools 13, supabase 2, cloudflared 2024.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from planproof.effects.act import Act, Ref, changes, observe, unknown
from planproof.effects.tools.call import Args, Call, shown
from planproof.effects.tools.migrations import UP
from planproof.effects.tools.tool import By, Does, Entry, Shell, Tool, does, table


def _named(args: Args, _call: Call) -> list[Ref]:
    """What stands behind the verb, of the kind before its colon."""
    kind = args.operands[0].partition(":")[0] if args.operands else "project"
    return [Ref(kind, word, args.value("-P", "--project")) for word in args.operands[1:]]


def _output(args: Args, _call: Call) -> list[Ref]:
    return [Ref("file", name) for name in args.values("-o", "--output")]


_GONE: Final = does("destroy", "irreversible", refs=_named)

FIREBASE: Final[dict[str, Entry]] = {
    **table("""
observe: projects:list, apps:list, apps:sdkconfig, functions:list, functions:log, functions:config:get, functions:secrets:get
observe: functions:secrets:access, firestore:indexes, firestore:databases:list, firestore:databases:get
observe: firestore:locations, firestore:backups:list, firestore:backups:get, firestore:backups:schedules:list
observe: database:get, database:instances:list, database:profile, database:settings:get, hosting:channel:list
observe: hosting:sites:list, hosting:sites:get, remoteconfig:versions:list, login:list, open, help
observe: extensions, ext:list, ext:info, ext:dev:list, target, experiments:list, experiments:describe, appdistribution:testers:list
observe: apphosting:backends:list, apphosting:backends:get, dataconnect:services:list, appcheck:debug, login:ci
observe: dataconnect:sql:diff, apps:android:sha:list, setup:emulators:firestore, setup:emulators:database
create reversible: init, projects:create, projects:addfirebase, apps:create, apps:android:sha:create, auth:export
create reversible: hosting:channel:create, hosting:sites:create, functions:config:export, firestore:databases:create
create reversible: database:instances:create, hosting:channel:deploy, firestore:backups:schedules:create, ext:export
create reversible: apphosting:backends:create, dataconnect:sdk:generate, functions:artifacts:setpolicy
modify reversible: use, target:apply, target:remove, login, login:add, login:use, logout, functions:config:clone
modify reversible: experiments:enable, experiments:disable, hosting:channel:open, ext:install, ext:configure
modify compensable: deploy, hosting:clone, ext:update, functions:config:set, database:settings:set, target:clear
modify compensable: firestore:databases:update, appdistribution:distribute, appdistribution:testers:add, apps:update
modify compensable: firestore:backups:schedules:update, functions:config:unset, crashlytics:symbols:upload
modify reversible: remoteconfig:rollback
modify irreversible: auth:import, database:set, database:update, database:push, dataconnect:sql:migrate
modify unknown: functions:shell, emulators:exec
shift reversible: serve, emulators:start, hosting:disable
rotate reversible: functions:secrets:set
create irreversible: firestore:databases:restore
destroy compensable: functions:delete, hosting:channel:delete, hosting:sites:delete, ext:uninstall
destroy compensable: apps:android:sha:delete, appdistribution:testers:remove, apphosting:backends:delete
destroy irreversible: functions:secrets:destroy, functions:secrets:prune, firestore:databases:delete
destroy irreversible: firestore:backups:delete, firestore:backups:schedules:delete
"""),
    "remoteconfig:get": By(does("observe"), {"-o --output": does("create", "reversible", produces=True, refs=_output)}),
    "firestore:delete": _GONE,
    "database:remove": _GONE,
}

_SUPABASE: Final[dict[str, Entry]] = {
    **table("""
observe: status, projects list, projects api-keys, orgs list, functions list, secrets list, migration list, db diff
observe: db lint, inspect db *, branches list, branches get, domains get, network-bans get, network-restrictions get
observe: postgres-config get, ssl-enforcement get, snippets list, snippets download, sso list, sso show, sso info
observe: storage ls, vanity-subdomains get, vanity-subdomains check-availability, backups list, test db, services, help
observe: completion, encryption get-root-key, config diff
create reversible: init, link, functions new, functions download, migration new, migration fetch, db dump, gen types
create reversible: gen keys, projects create, orgs create, branches create, db pull, bootstrap, test new, db branch create
create reversible: login, migration squash
modify reversible: unlink, logout, migration repair, vanity-subdomains activate, domains create, domains activate
modify reversible: domains reverify, branches update, db branch switch, branches pause, branches unpause, seed buckets
modify compensable: config push, functions deploy, network-restrictions update, postgres-config update, sso update
modify compensable: ssl-enforcement update, network-bans remove, encryption update-root-key, sso add, postgres-config delete
modify irreversible: storage cp, storage mv, backups restore
shift reversible: start, stop, functions serve, db start
rotate reversible: secrets set
destroy compensable: functions delete, branches disable, sso remove, domains delete, vanity-subdomains delete
destroy irreversible: db reset, projects delete, branches delete, storage rm, secrets unset, db remote commit
destroy irreversible: db branch delete, migration down
"""),
    "migration up": UP,
    "db push": By(UP, {"--dry-run": does("observe"), "--include-seed": does("modify", "irreversible")}),
    "stop": By(does("shift", "reversible"), {"--no-backup": does("destroy", "irreversible")}),
}


def _tunnel(call: Call, args: Args, _shell: Shell) -> Sequence[Act] | None:
    """`tunnel run NAME`, `tunnel --url http://localhost`: opens a local service to the internet."""
    verb = args.operands[1] if len(args.operands) > 1 else ""
    names = [Ref("tunnel", word) for word in args.operands[2:]]
    entry = _TUNNEL.get(verb)
    if isinstance(entry, Does):
        return [entry.act(call, names, f"cloudflared tunnel {verb}")]
    if verb == "route":
        if args.operands[2:4] and args.operands[-1] != "show" and "delete" not in args.operands:
            return [changes("modify", "compensable", shown(call.text), names, "cloudflared tunnel route")]
        return [
            changes("destroy", "compensable", shown(call.text), names)
            if "delete" in args.operands
            else observe("route")
        ]
    opens = args.has("--url", "--hello-world", "--unix-socket") or verb == "run"
    act = does("shift", "reversible", "widens_access").act(call, names, "cloudflared tunnel run")
    return [act] if opens else None


_TUNNEL: Final = table("""
observe: list, info, ready, diag, token, ls
create reversible: create
shift compensable: cleanup
destroy compensable: delete
""")

_CLOUDFLARED: Final[dict[str, Entry]] = {
    **table("""
observe: version, help, access curl, access token, tail, management token
modify reversible: update, tunnel login, login, access login
shift reversible: service install, service uninstall, proxy-dns, access tcp, access ssh, access rdp
"""),
    "tunnel": _tunnel,
}


def _emulated(call: Call, args: Args, shell: Shell) -> Sequence[Act]:
    """`firebase emulators:exec SCRIPT`."""
    return shell.script(args.operands[1]) if len(args.operands) > 1 else [unknown(shown(call.text))]


TOOLS: Final = (
    Tool(
        ("firebase",),
        {**FIREBASE, "emulators:exec": _emulated},
        valued=frozenset(
            {"-P", "--project", "--only", "--except", "--token", "-m", "--message", "--account", "-c", "-o", "--output"}
        ),
        refs=_named,
        dry=frozenset({"--dry-run"}),
    ),
    Tool(
        ("supabase",),
        _SUPABASE,
        valued=frozenset("--db-url -p --password --project-ref --workdir --schema -s -f --file --profile -o".split()),
    ),
    Tool(
        ("cloudflared",),
        _CLOUDFLARED,
        valued=frozenset("--url --config --origincert --name --hostname --token --credentials-file --loglevel".split()),
    ),
)
