"""Services of the system: systemd, System V, OpenRC, runit, launchd; switching the machine off."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Final

from planproof.effects.act import Act, Hazard, Ref, changes, observe
from planproof.effects.lattice import Undo
from planproof.effects.tools.call import Args, Call, shown
from planproof.effects.tools.program import Program
from planproof.effects.tools.refs import here, operands, refs
from planproof.effects.tools.tool import Read, Shell, Tool, does, table
from planproof.model.base import EffectKind

_GUARDS: Final = re.compile(
    r"(audit(d|beat)|fail2ban|crowdsec|firewalld|ufw|iptables|ip6tables|nftables|apparmor|selinux\S*|falcon-sensor|wazuh-agent|ossec\S*|"
    r"osqueryd?|falco|clamav\S*|rsyslog|syslog(-ng)?|systemd-journald|filebeat|fluentd?|fluent-bit|td-agent|promtail|vector|sshguard|aide|"
    r"tripwire|prometheus|alertmanager|node_exporter|zabbix-agent\d?|datadog-agent|mdatp|sentinelone|cylancesvc|unattended-upgrades|"
    r"WinDefend|MpsSvc|EventLog|Sense|wscsvc|backup\S*|\S+-backup)(\.(service|timer|socket))?"
)
"""Services that watch, log, alert, keep out or back up."""


def guards(names: Sequence[str]) -> tuple[Hazard, ...]:
    """The hazard of switching off one of the services that guard the system."""
    return ("weakens_guard",) if any(_GUARDS.fullmatch(name) for name in names) else ()


_VALUED: Final = frozenset(
    "-H --host -M --machine -t --type -p --property -P -o --output -n --lines -s --signal --kill-whom --kill-who --root"
    " --state --job-mode --what --check-inhibitors --preset-mode --message --when -C --capsule --image".split()
)
_INVERSE: Final = {
    "start": "stop",
    "stop": "start",
    "enable": "disable",
    "disable": "enable",
    "mask": "unmask",
    "unmask": "mask",
    "freeze": "thaw",
    "thaw": "freeze",
}


def _services(args: Args, call: Call) -> tuple[Ref, ...]:
    """The units that are named, on the host of `-H`."""
    return refs("service", args.operands[1:], call, args.value("-H", "--host").rpartition("@")[2])


def _unit(kind: EffectKind, undo: Undo, verb: str) -> Read:
    def read(call: Call, args: Args, _shell: Shell) -> Sequence[Act]:
        names = args.operands[1:]
        named = _services(args, call)
        hazards = guards(names) if verb in ("stop", "disable", "mask", "kill") else ()
        inverse = f"systemctl {_INVERSE[verb]}" if verb in _INVERSE else ""
        act = Act(
            kind, undo, shown(call.text), writes=named, hazards=hazards, operation=f"systemctl {verb}", inverse=inverse
        )
        if args.has("--now") and verb in ("enable", "disable", "mask"):
            return [act, act._replace(kind="shift")]
        return [act]

    return read


def _clean(call: Call, args: Args, _shell: Shell) -> Sequence[Act]:
    """Removes the folders of a unit: caches unless `--what` names more."""
    what = args.value("--what") or "cache,runtime"
    undo: Undo = "compensable" if set(what.split(",")) <= {"cache", "runtime", "fdstore"} else "irreversible"
    return [changes("destroy", undo, shown(call.text), operands("service", 1)(args, call), "systemctl clean")]


def _level(call: Call, args: Args, _shell: Shell) -> Sequence[Act]:
    """How much is logged and where: printed, or set with one more word."""
    manager = args.operands[0].startswith("log-")
    sets = len(args.operands) > (1 if manager else 2)
    named = refs("service", ["systemd"] if manager else args.operands[1:2], call)
    return [changes("modify", "reversible", shown(call.text), named) if sets else observe(shown(call.text), named)]


_power: Final = here("host")
_UNITS: Final[tuple[tuple[str, EffectKind, Undo], ...]] = (
    ("start", "shift", "reversible"),
    ("stop", "shift", "reversible"),
    ("freeze", "shift", "reversible"),
    ("thaw", "shift", "reversible"),
    ("kill", "shift", "compensable"),
    ("enable", "modify", "reversible"),
    ("disable", "modify", "reversible"),
    ("mask", "modify", "reversible"),
    ("unmask", "modify", "reversible"),
)

_SYSTEMCTL: Final = {
    **table("""
        observe: list-units, list-automounts, list-paths, list-sockets, list-timers, is-active, is-failed, status, show, cat, help,
            list-dependencies, list-unit-files, is-enabled, list-machines, list-jobs, show-environment, is-system-running, get-default,
            whoami, verify, list-unit-*
        modify reversible: set-property, reset-failed, preset, preset-all, reenable, link, revert, add-wants, add-requires, set-default,
            set-environment, unset-environment, import-environment, service-watchdogs, bind,
            mount-image
        modify irreversible: edit
        shift reversible: reload, restart, try-restart, reload-or-restart, try-reload-or-restart, force-reload, condrestart, isolate, cancel,
            daemon-reload, daemon-reexec, default
        """),
    **{verb: _unit(kind, undo, verb) for verb, kind, undo in _UNITS},
    "clean": _clean,
    **dict.fromkeys(("log-level", "log-target", "service-log-level", "service-log-target"), _level),
    **{
        verb: does("shift", "reversible", refs=_power)
        for verb in (
            "reboot",
            "soft-reboot",
            "kexec",
            "suspend",
            "hibernate",
            "hybrid-sleep",
            "suspend-then-hibernate",
            "sleep",
            "switch-root",
        )
    },
    **{verb: does("shift", "compensable", refs=_power) for verb in ("halt", "poweroff", "exit", "emergency", "rescue")},
}


def _service(call: Call, args: Args, shell: Shell) -> Sequence[Act] | None:
    """`service NAME VERB` and `rc-service NAME VERB` are systemctl with its words the other way round."""
    if args.has("--status-all", "--list", "-l", "-e", "-r") or not args.operands:
        return [observe(shown(call.text))]
    if len(args.operands) < 2:
        return None
    name, verb = args.operands[:2]
    return _verb(call, name, verb, shell)


_INIT: Final = {
    "status": "status",
    "start": "start",
    "stop": "stop",
    "restart": "restart",
    "reload": "reload",
    "force-reload": "restart",
    "condrestart": "restart",
    "try-restart": "restart",
    "up": "start",
    "down": "stop",
    "once": "start",
    "pause": "freeze",
    "configtest": "status",
    "describe": "status",
    "ineed": "status",
    "force-stop": "kill",
    "force-restart": "restart",
    "zap": "reset-failed",
    "load": "start",
    "unload": "stop",
    "onestart": "start",
    "onestop": "stop",
    "onestatus": "status",
}


def _verb(call: Call, name: str, verb: str, shell: Shell) -> Sequence[Act] | None:
    known = _INIT.get(verb)
    return None if known is None else SYSTEMCTL.read(call._replace(name="systemctl", args=(known, name)), shell)


def _verb_first(call: Call, args: Args, shell: Shell) -> Sequence[Act] | None:
    """`sv VERB NAME`, `initctl VERB NAME`, `svcadm`."""
    if len(args.operands) < 2:
        return [observe(shown(call.text))] if args.operands[:1] in (["list"], ["version"]) else None
    return _verb(call, args.operands[1], args.operands[0], shell)


def _shutdown(call: Call, args: Args, _shell: Shell) -> Sequence[Act]:
    named = _power(args, call)
    if args.has("-c", "--show", "-k"):
        undo: Undo = "reversible"
        return [
            changes("shift", undo, shown(call.text), named, "shutdown") if args.has("-c") else observe(shown(call.text))
        ]
    again = args.has("-r", "--reboot", "/r") or "/r" in args.operands or call.name == "reboot"
    return [changes("shift", "reversible" if again else "compensable", shown(call.text), named, call.name)]


def _init(call: Call, args: Args, _shell: Shell) -> Sequence[Act] | None:
    if not args.operands:
        return None
    undo: Undo = "reversible" if args.operands[0] == "6" else "compensable"
    return [changes("shift", undo, shown(call.text), _power(args, call), call.name)]


def _journalctl(call: Call, args: Args, _shell: Shell) -> Sequence[Act]:
    log = here("journal")(args, call)
    if args.has("--vacuum-size", "--vacuum-time", "--vacuum-files"):
        return [
            Act(
                "destroy",
                "irreversible",
                shown(call.text),
                destroys=log,
                operation="journalctl --vacuum",
                hazards=("weakens_guard",),
            )
        ]
    if args.has(
        "--rotate",
        "--flush",
        "--sync",
        "--relinquish-var",
        "--smart-relinquish-var",
        "--update-catalog",
        "--setup-keys",
    ):
        return [changes("modify", "reversible", shown(call.text), log, "journalctl")]
    if args.has("--verify"):
        return [Act("observe", "read_only", shown(call.text), reads=log, verifies=log)]
    return [observe(shown(call.text), refs("service", args.values("-u", "--unit"), call), "journalctl")]


_CTL_VALUED: Final = frozenset(
    {
        "-H",
        "--host",
        "-M",
        "--machine",
        "-p",
        "--property",
        "-o",
        "--output",
        "-n",
        "--lines",
        "-s",
        "--signal",
        "-E",
        "--value",
    }
)

SYSTEMCTL: Final = Tool(
    ("systemctl",),
    _SYSTEMCTL,
    valued=_VALUED,
    dry=frozenset({"--dry-run"}),
    refs=_services,
    bare=does("observe"),
)  # pyright: ignore[reportArgumentType]


def _setting(call: Call, args: Args, _shell: Shell) -> Sequence[Act]:
    """`log-level [LEVEL]`: shows a setting of the manager, or sets it."""
    sets = len(args.operands) > 1
    return [changes("modify", "reversible", shown(call.text)) if sets else observe(shown(call.text))]


TOOLS: Final = (
    SYSTEMCTL,
    Program(("service", "rc-service", "invoke-rc.d"), _service),
    Program(("sv", "initctl"), _verb_first),
    Tool(
        ("rc-update", "chkconfig", "update-rc.d", "systemd-sysv-install"),
        {
            **table("observe: show, --list\nmodify reversible: add, del, delete, enable, disable, defaults, on, off"),
        },
        bare=lambda call, args, _shell: [
            observe(shown(call.text))
            if args.has("--list") or len(args.operands) < 2
            else changes("modify", "reversible", shown(call.text), refs("service", args.operands[:1], call), call.name)
        ],
    ),
    Tool(
        ("launchctl",),
        table("""
        observe: list, print, print-disabled, print-cache, blame, dumpstate, hostinfo, procinfo, error, version, help, examine, managerpid,
            manageruid, managername, getenv, resolveport, plist
        shift reversible: start, stop, load, bootstrap, kickstart, bootout, unload, attach, reboot
        shift compensable: kill, debug
        modify reversible: enable, disable, setenv, unsetenv, limit, config, variant
        destroy compensable: remove
        """),
        refs=operands("service", 1),
    ),
    Program(("shutdown",), _shutdown),
    Program(("reboot", "halt", "poweroff"), _shutdown, valued=frozenset({"-d"})),
    Program(("init", "telinit"), _init),
    Program(
        ("journalctl",),
        _journalctl,
        abbreviated=("--vacuum-size", "--vacuum-time", "--vacuum-files", "--rotate", "--flush", "--relinquish-var"),
        valued=frozenset(
            "-u --unit -n --lines -o --output -p --priority -S --since -U --until -b -g --grep -t"
            " --identifier -D -M --cursor -c -F --field --user-unit".split()
        ),
    ),
    Tool(
        ("loginctl",),
        table("""
        observe: list-sessions, session-status, show-session, list-users, user-status, show-user, list-seats, seat-status, show-seat
        modify reversible: enable-linger, disable-linger, attach, flush-devices
        shift reversible: activate, lock-session, unlock-session, lock-sessions, unlock-sessions
        shift compensable: terminate-session, kill-session, terminate-user, kill-user, terminate-seat
        """),
        valued=_CTL_VALUED,
        refs=operands("session", 1),
        bare=does("observe"),
    ),
    Tool(
        ("hostnamectl",),
        table(
            "observe: status\nmodify reversible: hostname, icon-name, chassis, deployment, location, set-hostname, set-chassis"
        ),
        valued=_CTL_VALUED,
        refs=here("host"),
        bare=does("observe"),
    ),
    Tool(
        ("timedatectl",),
        table("""
        observe: status, show, list-timezones, timesync-status, show-timesync
        modify reversible: set-time, set-timezone, set-local-rtc, set-ntp, ntp-servers, revert
        """),
        valued=_CTL_VALUED,
        refs=here("clock"),
        bare=does("observe"),
    ),
    Tool(
        ("localectl",),
        table(
            "observe: status, list-locales, list-keymaps, list-x11-*\nmodify reversible: set-locale, set-keymap, set-x11-keymap"
        ),
        refs=here("host"),
        bare=does("observe"),
    ),
    Tool(
        ("machinectl", "portablectl"),
        table("""
        observe: list, status, show, image-status, show-image, list-images, inspect, is-attached, list-transfers
        shift reversible: start, reboot, poweroff, enable, disable, attach, detach, login, reattach
        shift compensable: terminate, kill
        create reversible: clone, pull-tar, pull-raw, import-tar, import-raw, export-tar, export-raw
        modify reversible: rename, read-only, set-limit, bind, copy-to, copy-from
        destroy irreversible: remove, clean
        """),
        refs=operands("machine", 1),
        bare=does("observe"),
    ),
    Tool(
        ("systemd-analyze",),
        {
            **table("observe: *"),
            **dict.fromkeys(
                ("log-level", "log-target", "service-watchdogs", "set-log-level", "set-log-target"), _setting
            ),
        },
        bare=does("observe"),
    ),
    Program(
        ("systemd-cgls", "systemd-cgtop", "systemd-delta", "systemd-path", "systemd-escape", "systemd-id128"),
        does("observe"),
    ),
    Program(
        ("systemd-tmpfiles", "tmpreaper", "tmpwatch", "logrotate"),
        lambda call, args, _shell: [
            observe(shown(call.text))
            if (
                args.has("--dry-run", "-d", "--debug", "-t", "--test", "--cat-config")
                and call.name != "systemd-tmpfiles"
            )
            or args.has("--dry-run", "--cat-config")
            else changes(
                "destroy" if args.has("--clean", "--remove", "--purge") or call.name.startswith("tmp") else "modify",
                "compensable",
                shown(call.text),
                operands("file")(args, call),
                call.name,
            )
        ],
    ),
)
