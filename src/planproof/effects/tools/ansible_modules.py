"""Modules of Ansible: what each does, by its `state`."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Final

from planproof.effects.tools.tool import Does, does


@dataclass(frozen=True, slots=True)
class Module:
    """What a module does where its `state` is not given or is none of `by_state`, and what it names."""

    otherwise: Does
    ref: str = "host"
    names: tuple[str, ...] = ("name",)
    by_state: Mapping[str, Does] = field(default_factory=dict[str, Does])
    data: bool = False
    """Whether taking away what it names loses information."""


_LOOKS: Final = does("observe")
_SETS: Final = does("modify", "compensable")
_SETS_BACK: Final = does("modify", "reversible")
_MAKES: Final = does("create", "reversible")
_MOVES: Final = does("shift", "reversible")
_TAKES: Final = does("destroy", "compensable")
_LOSES: Final = does("destroy", "irreversible")
_OVERWRITES: Final = does("modify", "irreversible")
_OPENS: Final = does("modify", "compensable", "widens_access")

_GONE: Final = {"absent": _TAKES, "removed": _TAKES, "uninstalled": _TAKES}
_SERVICE: Final = Module(
    _SETS_BACK, "service", ("name", "unit"), dict.fromkeys(("started", "stopped", "restarted", "reloaded"), _MOVES)
)
_PACKAGE: Final = Module(
    _MAKES,
    "package",
    ("name", "pkg", "deb"),
    {
        **_GONE,
        "latest": _SETS,
        "build-dep": _MAKES,
        "fixed": _SETS,
        "purged": _TAKES,
    },
)
_FILE: Final = Module(
    _SETS_BACK,
    "file",
    ("path", "dest", "name"),
    {
        "absent": _LOSES,
        "directory": _MAKES,
        "touch": _MAKES,
        "link": _SETS,
        "hard": _MAKES,
        "file": _SETS_BACK,
    },
)
_DATABASE: Final = {"absent": _LOSES, "present": _MAKES, "dump": _MAKES, "restore": _OVERWRITES, "import": _OVERWRITES}


def _data(kind: str) -> Module:
    """Something that holds data: removed with it."""
    return Module(_MAKES, kind, by_state={"absent": _LOSES, "present": _MAKES}, data=True)


def _definition(kind: str, *names: str) -> Module:
    """Something that is made again from its definition."""
    return Module(_SETS, kind, names or ("name",), _GONE)


MODULES: Final[dict[str, Module]] = {
    **dict.fromkeys(
        (
            "ping",
            "win_ping",
            "setup",
            "gather_facts",
            "stat",
            "win_stat",
            "slurp",
            "debug",
            "assert",
            "fail",
            "wait_for",
            "wait_for_connection",
            "find",
            "getent",
            "service_facts",
            "package_facts",
            "mount_facts",
            "listen_ports_facts",
            "set_fact",
            "set_stats",
            "pause",
            "meta",
            "include_vars",
            "validate_argument_spec",
            "command_facts",
            "ec2_instance_info",
            "k8s_info",
            "docker_container_info",
            "postgresql_info",
            "postgresql_ping",
            "mysql_info",
            "redis_info",
            "win_find",
            "win_whoami",
            "async_status",
            "systemd_facts",
            "helm_info",
            "group_by",
            "tempfile_info",
        ),
        Module(_LOOKS),
    ),
    **dict.fromkeys(
        ("service", "systemd", "systemd_service", "sysvinit", "win_service", "runit", "supervisorctl"), _SERVICE
    ),
    **dict.fromkeys(
        (
            "apt",
            "yum",
            "dnf",
            "dnf5",
            "package",
            "apk",
            "pacman",
            "zypper",
            "pip",
            "npm",
            "gem",
            "homebrew",
            "snap",
            "flatpak",
            "win_package",
            "win_chocolatey",
            "cpanm",
            "composer",
            "portage",
            "pkgng",
            "community.general.npm",
        ),
        _PACKAGE,
    ),
    **dict.fromkeys(("file", "win_file"), _FILE),
    "reboot": Module(_MOVES),
    "win_reboot": Module(_MOVES),
    "copy": Module(_SETS, "file", ("dest", "path")),
    "win_copy": Module(_SETS, "file", ("dest",)),
    "template": Module(_SETS, "file", ("dest", "path")),
    "win_template": Module(_SETS, "file", ("dest",)),
    "fetch": Module(_MAKES, "file", ("src",)),
    "get_url": Module(_SETS, "file", ("dest",)),
    "unarchive": Module(_SETS, "file", ("dest",)),
    "archive": Module(does("create", "reversible", produces=True), "file", ("dest", "path")),
    "synchronize": Module(_OVERWRITES, "file", ("dest",)),
    "assemble": Module(_SETS, "file", ("dest",)),
    "tempfile": Module(_MAKES, "file", ("path",)),
    **dict.fromkeys(
        ("lineinfile", "blockinfile", "ini_file", "xml", "replace"), Module(_SETS, "file", ("path", "dest"))
    ),
    "git": Module(_SETS, "repository", ("dest", "repo")),
    "user": Module(_SETS, "user", ("name",), {"absent": _TAKES, "present": _SETS}),
    "group": Module(_SETS, "group", ("name",), _GONE),
    "authorized_key": Module(_OPENS, "user", ("user",), {"absent": _SETS}),
    "known_hosts": _definition("host"),
    "sudoers": Module(_OPENS, "sudoers", ("name",), {"absent": _SETS}),
    "cron": _definition("cronjob"),
    "at": _definition("cronjob"),
    "hostname": Module(_SETS),
    "timezone": Module(_SETS_BACK),
    "sysctl": _definition("sysctl"),
    "modprobe": Module(_SETS_BACK, "module"),
    "selinux": Module(
        _SETS_BACK,
        "host",
        (),
        {
            "disabled": does("modify", "reversible", "weakens_guard"),
            "permissive": does("modify", "reversible", "weakens_guard"),
        },
    ),
    "seboolean": Module(_SETS_BACK, "seboolean"),
    "mount": Module(_SETS_BACK, "mount", ("path", "name"), {"absent": _TAKES, "unmounted": _MOVES, "mounted": _MOVES}),
    "filesystem": Module(_LOSES, "device", ("dev",)),
    "parted": Module(_OVERWRITES, "device", ("device",), {"absent": _LOSES, "info": _LOOKS}),
    "lvol": _data("volume"),
    "lvg": _data("volume"),
    "ufw": Module(
        _OPENS,
        "firewall",
        ("port", "rule"),
        {
            "disabled": does("modify", "reversible", "weakens_guard"),
            "reset": does("destroy", "compensable", "weakens_guard"),
            "enabled": _SETS_BACK,
            "reloaded": _MOVES,
        },
    ),
    "firewalld": Module(_OPENS, "firewall", ("service", "port"), {"disabled": _SETS, "absent": _SETS}),
    "iptables": Module(_OPENS, "firewall", ("chain",), {"absent": _SETS}),
    "debconf": Module(_SETS, "package"),
    "apt_repository": _definition("repository", "repo"),
    "apt_key": Module(_OPENS, "key", ("id", "url"), _GONE),
    "yum_repository": _definition("repository"),
    "rpm_key": Module(_OPENS, "key", ("key",), _GONE),
    "dpkg_selections": Module(_SETS_BACK, "package"),
    "alternatives": Module(_SETS_BACK, "alternative"),
    "docker_container": Module(_SETS, "container", by_state={"absent": _TAKES, "stopped": _MOVES, "started": _SETS}),
    "docker_image": _definition("image"),
    "docker_network": _definition("network"),
    "docker_volume": _data("volume"),
    "docker_compose": Module(_SETS, "service", ("project_src",), {"absent": _TAKES}),
    "docker_compose_v2": Module(
        _SETS, "service", ("project_src",), {"absent": _TAKES, "restarted": _MOVES, "stopped": _MOVES}
    ),
    "docker_prune": Module(_LOSES, "container"),
    "docker_login": Module(_SETS_BACK, "registry"),
    "k8s": Module(_SETS, "object", by_state={"absent": does("destroy", "unknown")}),
    "k8s_scale": Module(_SETS_BACK, "deployment"),
    "k8s_drain": Module(_MOVES, "node"),
    "helm": Module(_SETS_BACK, "release", ("release_name", "name"), _GONE),
    "postgresql_db": Module(_MAKES, "database", by_state=_DATABASE, data=True),
    "mysql_db": Module(_MAKES, "database", by_state=_DATABASE, data=True),
    "mongodb_user": _definition("user"),
    "postgresql_user": Module(_SETS, "role", by_state=_GONE),
    "mysql_user": Module(_OPENS, "user", by_state=_GONE),
    "postgresql_privs": Module(_OPENS, "role", ("roles", "role"), {"absent": _SETS}),
    "postgresql_table": _data("table"),
    "postgresql_schema": _data("schema"),
    "postgresql_ext": _definition("extension"),
    "rabbitmq_user": _definition("user"),
    "rabbitmq_queue": _data("queue"),
    "s3_bucket": _data("bucket"),
    "ec2_instance": Module(
        _SETS,
        "instance",
        ("name", "instance_ids"),
        {"absent": _LOSES, "terminated": _LOSES, "stopped": _MOVES, "running": _MOVES, "restarted": _MOVES},
    ),
    "rds_instance": _data("database"),
    "cloudformation": _data("stack"),
    "mail": Module(does("notify", "compensable"), "address", ("to",)),
    "slack": Module(does("notify", "compensable"), "channel", ("channel",)),
    "wall": Module(does("notify", "compensable")),
}
