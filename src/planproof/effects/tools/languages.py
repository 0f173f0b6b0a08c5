"""Packages of programming languages: pip and relatives, gem, cargo, go, maven, nuget, composer."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from planproof.effects.act import Act, Hazard, changes, observe
from planproof.effects.lattice import Undo
from planproof.effects.tools.call import Args, Call, behind, shown
from planproof.effects.tools.program import Program
from planproof.effects.tools.refs import operands, refs
from planproof.effects.tools.runners import run_tool
from planproof.effects.tools.tool import By, Shell, Tool, does, table

packages: Final = operands("package", 1)
DRY: Final = frozenset({"--dry-run"})
PUBLISHED: Final = does("create", "irreversible", "discloses", refs=packages)
"""A version that is out: a registry never takes the same number twice, and others have it."""


def _pip_install(call: Call, args: Args, _shell: Shell) -> Sequence[Act]:
    hazards: tuple[Hazard, ...] = ("weakens_guard",) if args.has("--trusted-host") else ()
    return [
        Act(
            "modify",
            "compensable",
            shown(call.text),
            writes=packages(args, call),
            hazards=hazards,
            operation="pip install",
        )
    ]


_PIP: Final = {
    **table("""
        observe: list, show, freeze, check, search, index, index versions, config list, config get, config debug, cache list, cache info, cache dir, debug, hash,
            inspect, help, completion, tree
        create reversible: download, wheel, lock
        modify compensable: sync
        modify reversible: config set, config unset, config edit
        destroy compensable: uninstall, cache purge, cache remove
        """),
    "install": _pip_install,
}
_PIP_VALUED: Final = frozenset(
    "-r --requirement -c --constraint -i --index-url --extra-index-url -t --target -d --dest -e --editable -f --find-links --proxy"
    " --trusted-host --timeout --format --python --platform --only-binary --no-binary".split()
)


def _go_clean(call: Call, args: Args, _shell: Shell) -> Sequence[Act]:
    return [
        observe(shown(call.text))
        if args.has("-n")
        else changes("destroy", "compensable", shown(call.text), (), "go clean")
    ]


def _go_env(call: Call, args: Args, _shell: Shell) -> Sequence[Act]:
    return [
        changes("modify", "reversible", shown(call.text), (), "go env")
        if args.has("-w", "-u")
        else observe(shown(call.text))
    ]


_MAVEN: Final = {
    "validate": "",
    "help:*": "",
    "dependency:tree": "",
    "dependency:analyze": "",
    "versions:display": "",
    "compile": "build",
    "test": "build",
    "package": "build",
    "verify": "build",
    "install": "build",
    "test-compile": "build",
    "clean": "clean",
    "deploy": "publish",
    "site-deploy": "publish",
    "release:perform": "publish",
    "checkstyle:check": "",
    "spotbugs:check": "",
    "dependency:resolve": "build",
    "spotless:check": "",
    "dependencies": "",
    "tasks": "",
    "projects": "",
    "properties": "",
    "check": "build",
    "build": "build",
    "assemble": "build",
    "jar": "build",
    "publish": "publish",
    "publishToMavenLocal": "build",
    "classes": "build",
    "javadoc": "build",
    "dependencyInsight": "",
    "help": "",
    "outgoingVariants": "",
    "buildEnvironment": "",
    "wrapper": "build",
    "bootJar": "build",
    "war": "build",
}


def _phases(call: Call, args: Args, _shell: Shell) -> Sequence[Act] | None:
    """Maven's phases and Gradle's tasks; one that the table does not hold may be anything."""
    if args.has("-m", "--dry-run", "--status", "--version", "-v", "-h"):
        return [observe(shown(call.text))]
    done: set[str] = set()
    for word in args.operands:
        found = _MAVEN.get(word.rpartition(":")[2] if word.startswith(":") else word)
        if found is None and word.startswith(("help:", "versions:display-")):
            found = ""
        if found is None:
            return None
        done.add(found)
    if "publish" in done:
        return [changes("create", "irreversible", shown(call.text), (), call.name)]
    if "clean" in done:
        return [changes("destroy", "compensable", shown(call.text), (), call.name)]
    return [
        changes("create", "reversible", shown(call.text), (), call.name)
        if "build" in done
        else observe(shown(call.text))
    ]


def _conda_env(call: Call, args: Args, _shell: Shell) -> Sequence[Act]:
    undo: Undo = "compensable"
    kind = (
        "destroy"
        if args.has("--all") or args.operands[:2] == ["env", "remove"] or args.operands[0] in ("remove", "uninstall")
        else "modify"
    )
    return [
        changes(
            kind, undo, shown(call.text), refs("package", args.operands[1:], call), f"{call.name} {args.operands[0]}"
        )
    ]


TOOLS: Final = (
    Tool(("pip", "pip3", "pip2"), _PIP, valued=_PIP_VALUED, refs=packages, dry=DRY),
    Tool(
        ("pipx",),
        table("""
        observe: list, environment, help, completions
        modify compensable: install, install-all, upgrade, upgrade-all, upgrade-shared, inject, reinstall, reinstall-all
        modify reversible: ensurepath, pin, unpin
        destroy compensable: uninstall, uninstall-all, uninject
        """)
        | {"run": run_tool},
        refs=packages,
    ),
    Tool(
        ("uv",),
        {
            **table("""
            observe: tree, version, help, python list, python find, python dir, tool list, tool dir, cache dir, cache size, pip list, pip show, pip freeze, pip check,
                pip tree, export, auth dir, self version
            create reversible: init, venv, build, lock, pip compile, generate-shell-completion
            modify compensable: add, remove, sync, pip install, pip sync, python install, python upgrade, tool install, tool upgrade, self update
            modify reversible: python pin, tool update-shell, auth login, auth logout, format
            destroy compensable: pip uninstall, cache clean, cache prune, python uninstall, tool uninstall
            """),
            "publish": PUBLISHED,
            "tool run": lambda call, args, shell: shell.argv(behind(call.args, _PIP_VALUED, 2)),
        },
        valued=_PIP_VALUED,
        refs=operands("package", 2),
        dry=DRY,
    ),
    Tool(
        ("poetry", "pdm", "hatch", "rye", "pipenv", "flit"),
        {
            **table("""
            observe: show, check, env info, env list, env show, config --list, search, about, list, info, version, graph, scan, outdated, help, debug resolve, source show, cache list, status
            create reversible: new, init, lock, build, export, requirements
            modify compensable: install, add, update, sync, upgrade, self update, self add
            modify reversible: config, env use, source add, use, fix
            destroy compensable: remove, uninstall, env remove, env prune, cache clear, clean, source remove, self remove
            """),
            "publish": PUBLISHED,
        },
        refs=packages,
        dry=DRY,
    ),
    Tool(
        ("conda", "mamba", "micromamba"),
        {
            **table("""
            observe: list, info, search, env list, env export, config --show, doctor, compare, help, repoquery, export
            create reversible: create, env create, build
            modify compensable: install, update, upgrade, env update
            modify reversible: config, init, activate, deactivate, rename, notices
            destroy compensable: clean
            """),
            "remove": _conda_env,
            "uninstall": _conda_env,
            "env remove": _conda_env,
        },
        refs=packages,
        dry=DRY | {"-d"},
        valued=frozenset({"-n", "--name", "-p", "--prefix", "-c", "--channel", "-f", "--file"}),
    ),
    Tool(("twine",), table("observe: check, help\ncreate reversible: register") | {"upload": PUBLISHED}),
    Tool(
        ("gem",),
        {
            **table("""
            observe: list, search, info, query, environment, env, which, contents, dependency, outdated, specification, check, help, owner, stale, rdoc
            create reversible: build, fetch, unpack, mirror
            modify compensable: install, i, update, pristine
            modify reversible: signin, signout, cert, generate_index
            destroy compensable: uninstall, cleanup, yank
            """),
            "sources": By(
                does("observe"),
                {"-a --add -r --remove -c --clear-all -u --update --append --prepend": does("modify", "reversible")},
            ),
            "push": PUBLISHED,
        },
        refs=packages,
        valued=frozenset({"-v", "--version", "-s", "--source", "-i"}),
        dry=frozenset({"--dryrun", "--dry-run", "--explain"}),
    ),
    Tool(
        ("bundle", "bundler"),
        table("""
        observe: check, list, show, info, outdated, platform, doctor, env, version, licenses, viz, open, config list, config get, help
        create reversible: init, lock, package, cache, gem, binstubs
        modify compensable: install, update, add, pristine
        modify reversible: config, config set, config unset
        destroy compensable: clean, remove
        """),
        refs=packages,
        dry=DRY,
        bare=does("modify", "compensable"),
    ),
    Tool(
        ("cargo",),
        {
            **table("""
            observe: metadata, tree, search, version, locate-project, read-manifest, verify-project, pkgid, info, help, audit, deny, outdated, machete, udeps, config get, fmt --check
            create reversible: build, b, check, c, test, t, bench, doc, d, new, init, package, vendor, generate-lockfile, rustc, rustdoc, clippy, fetch, nextest, llvm-cov, tarpaulin, miri
            modify compensable: install, update, add, upgrade, remove, rm
            modify reversible: fix, fmt, login, logout, owner --remove
            destroy compensable: clean, uninstall
            """),
            "publish": PUBLISHED,
            "yank": does("modify", "reversible", inverse="cargo yank --undo", refs=packages),
            "owner": lambda call, args, _shell: [
                Act("modify", "reversible", shown(call.text), hazards=("widens_access",))
                if args.has("-a", "--add")
                else changes("modify", "reversible", shown(call.text))
                if args.has("-r", "--remove")
                else observe(shown(call.text))
            ],
        },
        refs=packages,
        dry=frozenset({"-n", "--dry-run"}),
        valued=frozenset(
            {
                "-p",
                "--package",
                "--version",
                "--vers",
                "--manifest-path",
                "--features",
                "-j",
                "--target",
                "--registry",
                "--token",
            }
        ),
    ),
    Tool(
        ("go",),
        {
            **table("""
            observe: version, list, doc, vet, help, mod graph, mod verify, mod why, tool, bug, telemetry, mod edit -json
            create reversible: build, test, mod init, mod download, mod vendor, work init
            modify compensable: install, get
            modify reversible: fmt, fix, mod tidy, mod edit, work use, work sync, work edit
            """),
            "clean": _go_clean,
            "env": _go_env,
        },
        refs=packages,
        long=True,
    ),
    Program(
        ("mvn", "mvnw", "gradle", "gradlew"),
        _phases,
        valued=frozenset(
            {
                "-f",
                "--file",
                "-pl",
                "-P",
                "-s",
                "--settings",
                "-p",
                "--project-dir",
                "-x",
                "--exclude-task",
                "-b",
                "-c",
                "--projects",
                "--tests",
            }
        ),
        long=True,
    ),
    Tool(
        ("composer",),
        {
            **table("""
            observe: show, info, outdated, search, validate, licenses, diagnose, depends, why, prohibits, why-not, status, about, check-platform-reqs, audit, fund, suggests, browse, list, help
            create reversible: init, create-project, archive, dump-autoload, dumpautoload
            modify compensable: install, i, update, u, upgrade, require, r, reinstall, self-update, selfupdate, bump
            modify reversible: config
            destroy compensable: remove, rm, clear-cache, clearcache, cc
            """),
        },
        refs=packages,
        dry=DRY,
        valued=frozenset({"-d", "--working-dir"}),
    ),
    Tool(
        ("nuget",),
        table(
            "observe: list, search, verify, sources list, spec, help\nmodify reversible: sources add, sources remove, sources enable, sources disable, sources update\ncreate reversible: pack, add\nmodify compensable: install, restore, update"
        )
        | {
            "locals": By(does("observe"), {"-clear": does("destroy", "compensable")}),
            "push": PUBLISHED,
            "delete": does("modify", "reversible", refs=packages),
        },
    ),
    Tool(
        ("rebar3",),
        table("""
        observe: deps, tree, help, xref, dialyzer, version
        create reversible: compile, ct, eunit, release, tar, new, get-deps
        modify compensable: upgrade, unlock
        destroy compensable: clean
        """)
        | {"hex publish": PUBLISHED},
    ),
    Program(("virtualenv",), does("create", "reversible", refs=operands("file"))),
)
