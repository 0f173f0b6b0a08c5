"""Paths: what the name of a file tells about what it holds."""

from __future__ import annotations

import re
from typing import Final

from planproof.effects.tools.call import EXPANDED

_DEVICE: Final = re.compile(r"/dev/(sd|hd|vd|xvd|nvme|mmcblk|md|dm-|mapper/|disk/|loop|sr|zvol|[a-z]+/by-)[\w./-]*|\\\\\.\\physicaldrive\d+", re.I)
_SCRATCH: Final = re.compile(r"(/private)?(/var)?/tmp/+[^/.\s]|(/private)?(/var)?/tmp/+\.[^./]|/dev/shm/+\w")
_TMPDIR: Final = re.compile(re.escape(EXPANDED) + r"?\$(\{)?(TMPDIR|TMP|TEMP)(\})?/+[^/.*]")
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
