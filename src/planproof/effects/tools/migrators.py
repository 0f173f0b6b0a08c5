"""Migration programs of JavaScript, Go and Rust."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from planproof.effects.act import Act, changes, observe
from planproof.effects.lattice import Undo
from planproof.effects.tools.call import Args, Call, shown
from planproof.effects.tools.migrations import UP, unless
from planproof.effects.tools.program import Program
from planproof.effects.tools.tool import Shell, Tool, does, table


def _golang(call: Call, args: Args, _shell: Shell) -> Sequence[Act] | None:
    """`goto V`, `force V`: to a version, up or down."""
    undo: Undo = "reversible" if args.operands[0] == "force" else "irreversible"
    return [
        changes(
            "modify" if args.operands[0] == "force" else "destroy",
            undo,
            shown(call.text),
            (),
            f"migrate {args.operands[0]}",
        )
    ]


def _goose(call: Call, args: Args, _shell: Shell) -> Sequence[Act] | None:
    """`goose [driver dsn] verb`: the verb stands last."""
    verbs = {
        "status": "observe",
        "version": "observe",
        "validate": "observe",
        "env": "observe",
        "create": "create",
        "fix": "create",
        "up": "up",
        "up-by-one": "up",
        "up-to": "up",
        "down": "down",
        "down-to": "down",
        "redo": "down",
        "reset": "down",
    }
    verb = next((verbs[word] for word in args.operands if word in verbs), None)
    match verb:
        case None:
            return None
        case "observe":
            return [observe(shown(call.text))]
        case "create":
            return [changes("create", "reversible", shown(call.text), (), "goose create")]
        case "up":
            return [changes("modify", "unknown", shown(call.text), (), "goose up")]
        case _:
            return [changes("destroy", "irreversible", shown(call.text), (), "goose down")]


def _prisma_push(call: Call, args: Args, _shell: Shell) -> Sequence[Act] | None:
    if args.has("--accept-data-loss", "--force-reset"):
        return [changes("destroy", "irreversible", shown(call.text), (), "prisma db push")]
    return [changes("modify", "compensable", shown(call.text), (), "prisma db push")]


def _prisma_execute(call: Call, args: Args, shell: Shell) -> Sequence[Act] | None:
    path = args.value("--file")
    if path:
        return shell.file(path, "sql:", shown(call.text))
    return shell.sql(call.stdin, "") if call.stdin is not None and args.has("--stdin") else None


TOOLS: Final = (
    Tool(
        ("prisma",),
        {
            **table("""
observe: format, validate, version, migrate status, migrate diff, studio, debug, platform
create reversible: init, generate, db pull
modify reversible: migrate resolve, db seed
destroy irreversible: migrate reset
"""),
            "migrate deploy": UP,
            "migrate dev": UP,
            "db push": _prisma_push,
            "db execute": _prisma_execute,
        },
        valued={"--schema", "--file", "--name", "--applied", "--rolled-back", "--url"},
    ),
    Tool(
        ("knex",),
        {
            **table("""
observe: migrate:status, migrate:currentVersion, migrate:list
create reversible: init, migrate:make, seed:make
modify reversible: migrate:unlock
modify irreversible: seed:run
destroy irreversible: migrate:rollback, migrate:down
"""),
            "migrate:latest": UP,
            "migrate:up": UP,
        },
        valued={"--env", "--knexfile", "--cwd"},
    ),
    Tool(
        ("sequelize", "sequelize-cli"),
        {
            **table("""
observe: db:migrate:status
create reversible: init, init:config, db:create, migration:generate, migration:create, model:generate, model:create
create reversible: seed:generate, seed:create
modify irreversible: db:seed, db:seed:all
destroy irreversible: db:drop, db:migrate:undo, db:migrate:undo:all, db:seed:undo, db:seed:undo:all
"""),
            "db:migrate": UP,
            "db:migrate:schema:timestamps:add": UP,
        },
        valued={"--env", "--config", "--url", "--to", "--name"},
    ),
    Tool(
        ("typeorm", "typeorm-ts-node-commonjs", "mikro-orm"),
        {
            **table("""
observe: migration:show, version, migration:list, migration:pending, migration:check, debug
create reversible: migration:create, migration:generate, entity:create, subscriber:create
destroy irreversible: migration:revert, schema:drop, migration:down, schema:fresh, migration:fresh
modify reversible: cache:clear
"""),
            "migration:run": UP,
            "migration:up": UP,
            "schema:sync": does("modify", "irreversible"),
            "schema:update": does("modify", "irreversible"),
        },
        valued={"-d", "--dataSource"},
    ),
    Tool(
        ("drizzle-kit",),
        {
            **table("""
observe: check, studio
create reversible: generate, introspect, pull, export
modify irreversible: push
modify reversible: up
destroy compensable: drop
"""),
            "migrate": UP,
        },
        valued={"--config"},
    ),
    Tool(
        ("dbmate",),
        {
            **table("""
observe: status, wait, dump
create reversible: new, n, create
destroy irreversible: drop, rollback, down
modify reversible: load
"""),
            "up": UP,
            "migrate": UP,
        },
        valued={"-u", "--url", "-d", "--migrations-dir", "-s", "--schema-file", "-e", "--env"},
    ),
    Program(("goose",), _goose, valued={"-dir", "-table", "-certfile", "-ssl-cert"}, long=True),
    Tool(
        ("migrate",),
        {
            **table("""
observe: version, help
create reversible: create
destroy irreversible: down, drop
"""),
            "up": UP,
            "goto": _golang,
            "force": _golang,
        },
        valued={"-path", "-database", "-source", "-prefetch", "-lock-timeout", "-ext", "-dir"},
        long=True,
    ),
    Tool(
        ("migrate-mongo",),
        {
            **table("""
observe: status
create reversible: init, create
destroy irreversible: down
"""),
            "up": UP,
        },
        valued={"-f", "--file"},
    ),
    Tool(
        ("refinery", "diesel"),
        {
            **table("""
observe: migration list, migration pending, print-schema, migration status
create reversible: setup, migration generate, database setup
destroy irreversible: migration revert, migration redo, database reset, database drop
"""),
            "migration run": UP,
            "migrate": UP,
        },
        valued={"--database-url", "--migration-dir", "-c"},
    ),
    Tool(
        ("sqlx",),
        {
            **table("""
observe: migrate info, prepare
create reversible: database create, migrate add, migrate build-script
destroy irreversible: database drop, database reset, migrate revert
"""),
            "migrate run": unless("--dry-run", UP),
            "database setup": UP,
        },
        valued={"-D", "--database-url", "--source"},
        dry={"--dry-run"},
    ),
)
