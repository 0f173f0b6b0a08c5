"""Packages of the system: apt, dpkg, yum, dnf, rpm, zypper, pacman, apk, brew, snap, flatpak, ports."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from planproof.effects.act import Act, Hazard, changes, observe
from planproof.effects.lattice import Undo
from planproof.effects.tools.call import Args, Call, shown
from planproof.effects.tools.program import Program
from planproof.effects.tools.refs import operands, refs
from planproof.effects.tools.tool import Shell, Tool, does, table

_packages: Final = operands("package", 1)
_UNSIGNED: Final = (
    "--allow-unauthenticated",
    "--force-yes",
    "--nogpgcheck",
    "--no-gpg-checks",
    "--allow-untrusted",
    "--no-gpg-check",
    "--nosignature",
    "--allow-unsigned-rpm",
    "--dangerous",
    "--allow-insecure-repositories",
)
"""Options that take packages which nobody signed."""


def _unsigned(args: Args) -> tuple[Hazard, ...]:
    return ("weakens_guard",) if args.has(*_UNSIGNED) else ()


def _install(call: Call, args: Args, _shell: Shell) -> Sequence[Act]:
    """Packages are installed or upgraded; the old version comes from the archive again."""
    verb = args.operands[0]
    if args.has("-d", "--download-only", "--downloadonly", "--print-uris"):
        return [changes("create", "reversible", shown(call.text), _packages(args, call), f"{call.name} download")]
    named = refs("package", [name for name in args.operands[1:] if not name.endswith("-")], call)
    acts = [
        Act(
            "modify",
            "compensable",
            shown(call.text),
            writes=named,
            hazards=_unsigned(args),
            operation=f"{call.name} {verb}",
        )
    ]
    if args.has("--autoremove", "--auto-remove", "--purge"):
        acts.append(changes("destroy", "compensable", shown(call.text), (), f"{call.name} {verb}"))
    return acts


_APT_VALUED: Final = frozenset(
    {"-o", "--option", "-t", "--target-release", "-c", "--config-file", "-a", "--host-architecture"}
)
_INSTALLS: Final = (
    "install",
    "upgrade",
    "dist-upgrade",
    "full-upgrade",
    "build-dep",
    "reinstall",
    "dselect-upgrade",
    "satisfy",
    "safe-upgrade",
)

_APT: Final = Tool(
    ("apt", "apt-get", "aptitude", "nala"),
    {
        **table("""
        observe: list, search, show, policy, depends, rdepends, check, changelog, update, indextargets, showsrc, showpkg, madison, why, why-not,
            moo, help, versions, history
        create reversible: download, source
        modify irreversible: edit-sources
        modify reversible: markauto, unmarkauto, hold, unhold, keep
        destroy compensable: remove, purge, autoremove, auto-remove, autopurge, clean, autoclean, auto-clean, distclean
        """),
        **dict.fromkeys(_INSTALLS, _install),
    },
    valued=_APT_VALUED,
    refs=_packages,
    dry=frozenset({"-s", "--simulate", "--just-print", "--dry-run", "--recon", "--no-act", "--print-uris"}),
)


def _dpkg(call: Call, args: Args, _shell: Shell) -> Sequence[Act] | None:
    named = operands("package")(args, call)
    if args.has("--no-act", "--dry-run", "--simulate"):
        return [observe(shown(call.text), named, "dpkg")]
    if args.has("-r", "--remove", "-P", "--purge"):
        return [changes("destroy", "compensable", shown(call.text), named, "dpkg")]
    forced = any(word.startswith("--force") for word in call.args)
    hazards: tuple[Hazard, ...] = ("weakens_guard",) if any("bad-verify" in word for word in call.args) else ()
    if args.has(
        "-i",
        "--install",
        "--unpack",
        "--configure",
        "-a",
        "--triggers-only",
        "--set-selections",
        "--clear-selections",
        "--add-architecture",
        "--remove-architecture",
        "--merge-avail",
        "--update-avail",
    ) and not args.has("-l", "-S", "-s"):
        undo: Undo = (
            "reversible"
            if args.has("--set-selections", "--add-architecture", "--remove-architecture")
            else "compensable"
        )
        return [Act("modify", undo, shown(call.text), writes=named, hazards=hazards, operation="dpkg")]
    if args.has(
        "-l",
        "--list",
        "-L",
        "--listfiles",
        "-s",
        "--status",
        "-S",
        "--search",
        "-p",
        "--print-avail",
        "-V",
        "--verify",
        "-C",
        "--audit",
        "--get-selections",
        "--print-architecture",
        "--print-foreign-architectures",
        "--compare-versions",
        "-c",
        "--contents",
        "-I",
        "--info",
        "-W",
        "--show",
        "--yet-to-unpack",
        "-f",
        "--field",
        "--validate-version",
    ):
        return [observe(shown(call.text), named, "dpkg")]
    if args.has("-x", "--extract", "-X", "-e", "--control", "-b", "--build", "-R"):
        return [changes("create", "compensable", shown(call.text), named, "dpkg")]
    return None if forced or call.args else [observe(shown(call.text))]


_YUM: Final = Tool(
    ("yum", "dnf", "dnf5", "microdnf", "tdnf"),
    {
        **table("""
        observe: list, info, search, provides, whatprovides, check-update, check-upgrade, check, deplist, repolist, repoinfo, repoquery, history,
            history list, history info, updateinfo, makecache, module list, module info, module provides, group list, group info, grouplist,
            groupinfo, version, help, list-updates, leaves, advisory, versionlock list, security, alias list, needs-restarting, rq, repo list,
            history userinstalled, changelog, versionlock
        create reversible: download, reposync, builddep-download, history store
        modify compensable: install, localinstall, update, upgrade, upgrade-minimal, update-minimal, downgrade, reinstall, distro-sync, distrosync,
            group install, groupinstall, group upgrade, groupupdate, builddep, swap, history undo, history redo, history rollback, history replay,
            module install, module update, module switch-to, module reset, system-upgrade, offline-upgrade, up, in, dsync, shell, do, offline
        modify reversible: config-manager, module enable, module disable, versionlock add, versionlock delete, mark, copr enable, copr disable,
            versionlock exclude, alias add, repo enable, repo disable
        destroy compensable: remove, erase, autoremove, group remove, groupremove, clean, module remove, rm, versionlock clear, copr remove
        """),
        **dict.fromkeys(("install", "update", "upgrade", "localinstall", "reinstall", "downgrade"), _install),
    },
    valued=frozenset(
        "-c --config --releasever --enablerepo --disablerepo --repo --repoid --installroot -x --exclude --setopt -d --advisory --downloaddir"
        " --destdir -e --errorlevel".split()
    ),
    refs=_packages,
    dry=frozenset({"--assumeno"}),
)


def _rpm(call: Call, args: Args, _shell: Shell) -> Sequence[Act] | None:
    named = operands("package")(args, call)
    if args.has(
        "-q", "--query", "-V", "--verify", "-K", "--checksig", "--eval", "-E", "--showrc", "--test", "--querytags", "-y"
    ):
        checks = named if args.has("-K", "--checksig") else ()
        return [Act("observe", "read_only", shown(call.text), reads=named, verifies=checks, operation="rpm")]
    if args.has("-e", "--erase"):
        return [changes("destroy", "compensable", shown(call.text), named, "rpm -e")]
    if args.has(
        "-i",
        "--install",
        "-U",
        "--upgrade",
        "-F",
        "--freshen",
        "--reinstall",
        "--import",
        "--rebuilddb",
        "--initdb",
        "--setperms",
        "--setugids",
        "--restore",
    ):
        return [Act("modify", "compensable", shown(call.text), writes=named, hazards=_unsigned(args), operation="rpm")]
    return None


def _pacman(call: Call, args: Args, _shell: Shell) -> Sequence[Act] | None:
    named, has = operands("package")(args, call), args.has
    if has("-p", "--print", "-Q", "--query", "-F", "--files", "-T", "--deptest", "-V") or call.args in (("-h",),):
        return [observe(shown(call.text), named)]
    if has("-R", "--remove"):
        return [changes("destroy", "compensable", shown(call.text), named, "pacman -R")]
    if has("-S", "--sync"):
        if has("-s", "--search", "-i", "--info", "-l", "--list", "-g", "--groups"):
            return [observe(shown(call.text), named)]
        if has("-c", "--clean"):
            return [changes("destroy", "compensable", shown(call.text), (), "pacman -Sc")]
        if not args.operands and not has("-u", "--sysupgrade"):
            return [observe(shown(call.text))]
        return [
            changes(
                "create" if has("-w") else "modify",
                "reversible" if has("-w") else "compensable",
                shown(call.text),
                named,
                "pacman -S",
            )
        ]
    if has("-U", "--upgrade", "-D", "--database"):
        return [changes("modify", "compensable", shown(call.text), named, "pacman")]
    return None


def _snap_remove(call: Call, args: Args, _shell: Shell) -> Sequence[Act]:
    """A snapshot of the data is kept unless `--purge` is given."""
    undo: Undo = "irreversible" if args.has("--purge") else "compensable"
    return [changes("destroy", undo, shown(call.text), _packages(args, call), "snap remove")]


def _flatpak_remove(call: Call, args: Args, _shell: Shell) -> Sequence[Act]:
    undo: Undo = "irreversible" if args.has("--delete-data") else "compensable"
    return [changes("destroy", undo, shown(call.text), _packages(args, call), "flatpak uninstall")]


TOOLS: Final = (
    _APT,
    Tool(
        ("apt-cache",),
        table("""
        observe: policy, show, showpkg, showsrc, search, depends, rdepends, pkgnames, madison, stats, dump, dumpavail, unmet, dotty, xvcg
        modify reversible: gencaches
        """),
        valued=_APT_VALUED,
    ),
    Tool(
        ("apt-mark",),
        table("""
        observe: showhold, showauto, showmanual, showinstall, showremove, showpurge, minimize-manual
        modify reversible: hold, unhold, auto, manual, install, remove, purge
        """),
        refs=_packages,
    ),
    Program(
        ("apt-key",),
        lambda call, args, _shell: [
            observe(shown(call.text))
            if args.operands[:1] in (["list"], ["finger"], ["export"], ["exportall"])
            else changes("modify", "reversible", shown(call.text), (), "apt-key")
        ],
    ),
    Program(
        (
            "add-apt-repository",
            "apt-add-repository",
            "debconf-set-selections",
            "dpkg-reconfigure",
            "dpkg-divert",
            "dpkg-statoverride",
        ),
        does("modify", "reversible"),
    ),
    Program(
        (
            "apt-file",
            "apt-rdepends",
            "apt-listchanges",
            "dpkg-query",
            "debconf-show",
            "deborphan",
            "apt-show-versions",
            "dlocate",
            "rpmlint",
            "lintian",
            "pkg-config",
            "pkgconf",
            "repoquery",
        ),
        does("observe"),
    ),
    Program(("dpkg", "dpkg-deb"), _dpkg),
    _YUM,
    Program(
        ("yum-config-manager", "dnf-automatic", "yumdownloader", "subscription-manager"), does("modify", "reversible")
    ),
    Program(("package-cleanup",), does("destroy", "compensable")),
    Program(("rpm", "rpmkeys"), _rpm, valued=frozenset({"--root", "--dbpath", "--queryformat", "--qf"})),
    Tool(
        ("zypper",),
        {
            **table("""
            observe: search, se, info, if, list-updates, lu, list-patches, lp, repos, lr, patches, pch, packages, pa, patterns, pt, products, pd,
                what-provides, wp, locks, ll, services, ls, refresh, ref, ps, patch-check, pchk, verify-info, targetos, licenses, needs-rebooting,
                versioncmp, system-architecture
            create reversible: download, source-download
            modify compensable: install, in, update, up, patch, dist-upgrade, dup, verify, ve, install-new-recommends, inr, source-install, si
            modify reversible: addrepo, ar, renamerepo, nr, modifyrepo, mr, addlock, al, removelock, rl, addservice, as, modifyservice, ms, refresh-services, refs
            destroy compensable: remove, rm, removerepo, rr, clean, cc, purge-kernels, removeservice, rs, cleanlocks, cl, remove-ptf
            """),
        },
        valued=frozenset({"-r", "--repo", "-t", "--type", "-R", "--root"}),
        refs=_packages,
        dry=frozenset({"-D", "--dry-run"}),
    ),
    Program(("pacman", "yay", "paru"), _pacman, valued=frozenset({"-b", "-r", "--root", "--dbpath", "--ignore"})),
    Tool(
        ("apk",),
        table("""
        observe: info, list, search, policy, version, stats, dot, verify, audit, update, index, manifest
        create reversible: fetch
        modify compensable: add, upgrade, fix
        destroy compensable: del, cache
        """),
        refs=_packages,
        dry=frozenset({"-s", "--simulate"}),
        valued=frozenset({"-X", "--repository", "-t", "--virtual", "-p", "--root"}),
    ),
    Tool(
        ("brew",),
        {
            **table("""
            observe: list, ls, info, abv, search, outdated, deps, uses, leaves, doctor, dr, config, --version, home, cat, log, desc, missing, options, commands,
                shellenv, analytics state, tap-info, services list, services info, --prefix, --cellar, --cache, help, formulae, casks, livecheck, audit, style, update
            modify compensable: install, upgrade, reinstall, postinstall, migrate, bundle, bundle install
            modify reversible: pin, unpin, link, unlink, ln, tap, analytics, trust, developer
            create reversible: fetch, create, bundle dump
            shift reversible: services start, services stop, services restart, services run, services kill
            destroy compensable: uninstall, remove, rm, untap, cleanup, autoremove, bundle cleanup, services cleanup
            """),
        },
        refs=_packages,
        dry=frozenset({"-n", "--dry-run"}),
    ),
    Tool(
        ("snap",),
        {
            **table("""
            observe: list, find, info, version, changes, tasks, connections, interface, interfaces, services, logs, get, known, model, saved, validate, whoami,
                warnings, aliases, debug, check-snapshot, help, components, recovery
            create reversible: download, save, export-snapshot, pack
            modify compensable: install, try
            modify reversible: refresh, revert, enable, disable, alias, unalias, prefer, set, unset, connect, disconnect, switch, ack, restore, login, logout,
                create-cohort, okay
            shift reversible: start, stop, restart
            destroy irreversible: forget
            """),
            "remove": _snap_remove,
        },
        refs=_packages,
    ),
    Tool(
        ("flatpak",),
        {
            **table("""
            observe: list, info, search, history, remotes, remote-ls, remote-info, ps, permissions, permission-show, documents, document-info, config --list, config --get
            modify compensable: install, update, build-update-repo, build-import-bundle
            modify reversible: config, mask, pin, override, remote-add, remote-modify, permission-set, permission-reset, make-current, enter
            shift compensable: kill
            destroy compensable: remote-delete, permission-remove
            """),
            "uninstall": _flatpak_remove,
            "remove": _flatpak_remove,
            "repair": does("modify", "compensable"),
        },
        refs=_packages,
        dry=frozenset({"--dry-run"}),
    ),
    Tool(
        ("port",),
        table("""
        observe: search, info, list, installed, outdated, contents, deps, variants, dependents, rdeps, echo, version, diagnose, notes, livecheck, lint
        modify compensable: install, upgrade, selfupdate, sync, reclaim
        modify reversible: activate, deactivate, select, setrequested, unsetrequested, load, unload
        destroy compensable: uninstall, clean
        """),
        refs=_packages,
        dry=frozenset({"-y"}),
    ),
    Tool(
        ("pkg", "pkgin"),
        table("""
        observe: info, search, query, rquery, audit, check, stats, version, which, list, update, updating, show-deps, alias, config
        create reversible: fetch, create, repo
        modify compensable: install, add, upgrade, register, import
        modify reversible: lock, unlock, annotate, set
        destroy compensable: delete, remove, autoremove, clean
        """),
        refs=_packages,
        dry=frozenset({"-n", "--dry-run"}),
    ),
    Tool(
        ("emerge", "equery", "eix"),
        {},
        bare=lambda call, args, _shell: [
            observe(shown(call.text))
            if args.has("-p", "--pretend", "-s", "--search", "-S", "--info") or call.name != "emerge"
            else changes(
                "destroy" if args.has("-C", "--unmerge", "-c", "--depclean") else "modify",
                "compensable",
                shown(call.text),
                (),
                "emerge",
            )
        ],
    ),
    Tool(
        ("nix-env", "nix-channel", "nix-collect-garbage", "nixos-rebuild"),
        {},
        bare=lambda call, args, _shell: [
            observe(shown(call.text))
            if args.has("-q", "--query", "--list", "--list-generations", "--dry-run")
            else changes("destroy", "compensable", shown(call.text), (), call.name)
            if call.name == "nix-collect-garbage" or args.has("--delete-generations")
            else changes("modify", "reversible", shown(call.text), (), call.name)
        ],
    ),
    Tool(
        ("choco", "winget", "scoop"),
        table("""
        observe: list, search, find, info, outdated, show, status, feature list, config list, config get, source list, bucket list, which, export, cache show, hash, validate, help
        modify compensable: install, add, upgrade, update, import, configure
        modify reversible: pin, unpin, feature, source, settings, hold, unhold, apikey, bucket add, bucket rm, reset, config set,
            config unset
        create reversible: download, new, pack
        destroy compensable: uninstall, remove, cleanup, cache rm
        """),
        refs=_packages,
        dry=frozenset({"--noop", "--whatif", "--what-if"}),
    ),
    Program(
        ("unattended-upgrade", "unattended-upgrades", "do-release-upgrade", "leapp"),
        lambda call, args, _shell: [
            observe(shown(call.text))
            if args.has("--dry-run", "-c", "--check-dist-upgrade-only") or args.operands[:1] == ["preupgrade"]
            else changes("modify", "compensable", shown(call.text), (), call.name)
        ],
    ),
    Program(
        ("needrestart",),
        lambda call, args, _shell: [
            observe(shown(call.text))
            if args.value("-r") == "l" or args.has("-b")
            else changes("shift", "reversible", shown(call.text), (), "needrestart")
        ],
        valued=frozenset({"-r", "-m", "-u"}),
    ),
)
