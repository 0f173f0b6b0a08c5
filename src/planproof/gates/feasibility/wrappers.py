"""Programs that start another program, and where its name stands among their arguments."""

from __future__ import annotations

import re
from typing import Final, Literal, NamedTuple

from planproof.gates.feasibility.shellwords import EXPANDED, Unsure, Word

ARGUMENTS: Final = "arguments"
SUBSHELL: Final = "subshell"

SHELLS: Final = frozenset({"sh", "bash", "dash", "zsh", "ksh", "ash"})

_ASSIGNMENT: Final = re.compile(r"[A-Za-z_]\w*=")


class Wrapper(NamedTuple):
    """How a program names what it starts."""

    takes: frozenset[str] = frozenset()
    """Options whose value is the next argument."""
    skip: int = 0
    """Arguments between the options and the command: the host of `ssh`, the duration of `timeout`."""
    kind: Literal["arguments", "subshell"] = ARGUMENTS
    """Whether the rest is a command in words, or a line that is read once more."""
    stops: frozenset[str] = frozenset()
    """Options with which it starts nothing: `command -v`, `sudo -l`."""

    def rest(self, words: list[Word]) -> list[Word]:
        """The words of the command that is started; none where nothing is.

        Raises:
            Unsure: an option that a variable holds, or a long one that may or may not take the next word.
        """
        at = 1
        while at < len(words) and (option := words[at].text).startswith("-") and option != "-":
            at += 1
            if option == "--":
                break
            if EXPANDED in option.partition("=")[0]:
                raise Unsure
            if option in self.stops:
                return []
            if option in self.takes or self._last_takes(option):
                at += 1
            elif option.startswith("--") and "=" not in option and option not in _BARE:
                raise Unsure
        while at < len(words) and _ASSIGNMENT.match(words[at].text):
            at += 1  # `env A=1 command`, `sudo A=1 command`
        return words[at + self.skip :]

    def _last_takes(self, option: str) -> bool:
        """Whether of several short options in one word (`-nu root`) only the last takes a value, and does."""
        if option.startswith("--") or len(option) < 3:
            return False
        letters = [f"-{letter}" for letter in option[1:]]
        return letters[-1] in self.takes and not any(letter in self.takes for letter in letters[:-1])


_BARE: Final = frozenset(
    {
        "--foreground",
        "--preserve-status",
        "--login",
        "--non-interactive",
        "--preserve-env",
        "--no-run-if-empty",
        "--null",
        "--verbose",
        "--ignore-environment",
        "--wait",
        "--pipe",
        "--collect",
        "--scope",
        "--user",
        "--quiet",
        "--pty",
        "--no-block",
    }
)
"""Long options without a value."""


def _options(letters: str, *more: str) -> frozenset[str]:
    return frozenset((*(f"-{letter}" for letter in letters), *more))


WRAPPERS: Final[dict[str, Wrapper]] = {
    "sudo": Wrapper(_options("CDRTUghpru"), stops=_options("lveK", "--list", "--validate", "--edit")),
    "doas": Wrapper(_options("Cu")),
    "env": Wrapper(_options("uC")),
    "nohup": Wrapper(),
    "time": Wrapper(_options("fo")),
    "nice": Wrapper(_options("n")),
    "ionice": Wrapper(_options("cn")),
    "setsid": Wrapper(),
    "stdbuf": Wrapper(_options("ioe")),
    "timeout": Wrapper(_options("ks"), skip=1),
    "flock": Wrapper(_options("wE"), skip=1),
    "chroot": Wrapper(skip=1),
    "command": Wrapper(stops=_options("vV")),
    "builtin": Wrapper(),
    "exec": Wrapper(_options("a")),
    "xargs": Wrapper(_options("EILPadns", "--max-args", "--max-procs", "--delimiter", "--arg-file")),
    "watch": Wrapper(_options("n"), kind=SUBSHELL),
    "ssh": Wrapper(_options("BDEFIJLOQRSWbceilmopw"), skip=1, kind=SUBSHELL),
    "systemd-run": Wrapper(_options("HMPpu", "--unit", "--property", "--on-active", "--setenv", "--slice")),
}
"""By name. A wrapper that is not here counts as a program that starts nothing else."""
