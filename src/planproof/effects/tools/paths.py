"""Paths: what the name of a file tells about what it holds."""

from __future__ import annotations

import re
from typing import Final

from planproof.effects.tools.call import EXPANDED

_DEVICE: Final = re.compile(
    r"/dev/(sd|hd|vd|xvd|nvme|mmcblk|md|dm-|mapper/|disk/|loop|sr|zvol|[a-z]+/by-)[\w./-]*|\\\\\.\\physicaldrive\d+",
    re.I,
)
_SCRATCH: Final = re.compile(r"(/private)?(/var)?/tmp/+[^/.\s*?]|(/private)?(/var)?/tmp/+\.[^./]|/dev/shm/+\w")
_TMPDIR: Final = re.compile(
    re.escape(EXPANDED)
    + r"?(\$(TMPDIR|TMP|TEMP)|\$\{(TMPDIR|TMP|TEMP)(:?-[^}]*)?\})/+[^/.*]|"
    + re.escape(EXPANDED)
    + r"\$\(mktemp\b"
)
_BUILT: Final = re.compile(
    r"(.*/)?(build|dist|target|out|node_modules|__pycache__|coverage|htmlcov|_build|bin/(Debug|Release)|obj"
    r"|\.(pytest_cache|mypy_cache|ruff_cache|tox|nox|next|nuxt|gradle|parcel-cache|turbo|eggs|venv|eslintcache|cache)"
    r"|cmake-build-\w+|venv|[\w.-]+\.egg-info)(/.*)?|.*\.(pyc|pyo|o|class)"
)
"""What a build makes again."""
_BACKUP: Final = re.compile(
    r"(?i)(.*/)?[\w.-]*(backups?|snapshots?|dumps?|archives?)\b.*|.*[._-](bak|orig|old|save|backup|prev|rollback)\b[^/]*|.*~"
)
_DROP_IN: Final = re.compile(r"/etc/([\w.-]+/)*[\w-]+\.d/[^/]+")
_ACCESS: Final = re.compile(
    r"/etc/(sudoers(\.d/.*)?|shadow|gshadow)|.*/(\.ssh/authorized_keys2?|\.rhosts)|/etc/hosts\.equiv"
)
_SYSTEM: Final = re.compile(
    r"/(etc|boot|usr|bin|sbin|lib\w*|root|proc|sys|dev|opt|var/(lib|spool|www|mail))(/|$)|(~|"
    + re.escape(EXPANDED)
    + r"?\$\{?HOME\}?|/home/[^/]+)/\.\w"
)
_TUNING: Final = re.compile(r"/(proc/sys|sys)/")


def is_device(path: str) -> bool:
    """Whether a path names a disk or a part of one.

    Example:
        >>> is_device("/dev/sda1"), is_device("/dev/null")
        (True, False)
    """
    return _DEVICE.fullmatch(path) is not None


def is_scratch(path: str) -> bool:
    """Whether a path is a named thing below a folder for temporary files, and stays there.

    Example:
        >>> is_scratch("/tmp/build"), is_scratch("/tmp"), is_scratch("/tmp/../etc"), is_scratch("/tmp/*")
        (True, False, False, False)
    """
    return (_SCRATCH.match(path) or _TMPDIR.match(path)) is not None and ".." not in path.split("/")


def is_system(path: str) -> bool:
    """Whether a file of that name is surely there and the system or an account depends on it.

    Example:
        >>> is_system("/etc/hosts"), is_system("~/.ssh/config"), is_system("report.txt")
        (True, True, False)
    """
    return _SYSTEM.match(path) is not None


def is_tuning(path: str) -> bool:
    """Whether a path is a switch of the running kernel, which holds no information."""
    return _TUNING.match(path) is not None


def is_built(path: str) -> bool:
    """Whether a path is what a build makes again, named within the working directory or a project.

    Example:
        >>> is_built("./node_modules"), is_built("a/b.pyc"), is_built("/usr/lib/x/build"), is_built("../build")
        (True, True, False, False)
    """
    return _BUILT.fullmatch(path.rstrip("/")) is not None and ".." not in path.split("/") and not is_system(path)


def is_backup(path: str) -> bool:
    """Whether the name says that a file is kept to bring something back.

    Example:
        >>> is_backup("/backup/db.dump"), is_backup("nginx.conf.bak"), is_backup("report.txt")
        (True, True, False)
    """
    return _BACKUP.fullmatch(path) is not None


def is_copy_beside(path: str, original: str) -> bool:
    """Whether a path is the name of another file with something behind it, as a copy kept beside it has.

    Example:
        >>> is_copy_beside("a.conf.bak", "a.conf"), is_copy_beside("b.conf", "a.conf")
        (True, False)
    """
    return (
        path.rstrip("/") != original.rstrip("/")
        and re.match(re.escape(original.rstrip("/")) + r"[._~-]", path) is not None
    )


def is_drop_in(path: str) -> bool:
    """Whether a path is a file of its own in a folder of additions: removing it takes the addition back.

    Example:
        >>> is_drop_in("/etc/sysctl.d/90-local.conf"), is_drop_in("/etc/hosts")
        (True, False)
    """
    return _DROP_IN.fullmatch(path) is not None


def grants_access(path: str) -> bool:
    """Whether who may do what stands in the file.

    Example:
        >>> grants_access("/etc/sudoers.d/deploy"), grants_access("~/.ssh/authorized_keys")
        (True, True)
    """
    return _ACCESS.fullmatch(path) is not None
