"""Call: a program that is started with arguments, and Args: those arguments as options and operands."""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from typing import Final, NamedTuple

from planproof.effects.act import Act

EXPANDED: Final = "\0"
"""Stands in a word before what only the shell knows when it runs: a variable, the output of a substitution."""

MAX_CODE: Final = 10_000
"""Characters of a program in a language that is read by its words: awk, sed, perl."""


class Call(NamedTuple):
    """One start of a program, as the shell makes it: quotes taken off, what is known expanded."""

    name: str
    """The last part of the program's path: `rm` for `/bin/rm`."""
    args: tuple[str, ...]
    text: str
    """As written, for evidence."""
    stdin: str | None = None
    """The text that it is fed, where that is known."""
    fed: bool = False
    """Whether its input is a pipe, a file or a here-document, whatever that holds."""
    within: str = ""
    """The machine or container where it runs, where that is not the machine of the plan: `ssh db1`."""
    source: tuple[Act, ...] = ()
    """What the commands do whose output it is fed: the `pg_dump` of `pg_dump a | psql b`."""


class Args:
    """Arguments split into options and operands the way most programs do it.

    `--name=value`, `--name value` and `-nvalue` for options that take one, clusters of letters (`-rf`), `--` before the
    last operands; options may stand among operands.

    Args:
        args: the arguments.
        valued: options that take a value: `-n`, `--namespace`.
        long: whether one dash starts a long option (`-target=x`), as in Terraform, find or Java's tools.
        ends: whether, after these operands, what follows is another command (`docker exec web …`).

    Example:
        >>> args = Args(("delete", "-n", "prod", "pod", "a", "--grace-period=0", "-xf"), {"-n", "--grace-period"})
        >>> args.operands, args.value("-n"), args.has("-f"), args.value("--grace-period")
        (['delete', 'pod', 'a'], 'prod', True, '0')
    """

    __slots__ = ("operands", "options", "rest")

    def __init__(
        self,
        args: Sequence[str],
        valued: Collection[str] = (),
        *,
        long: bool = False,
        ends: Callable[[list[str]], bool] | None = None,
    ) -> None:
        self.operands: list[str] = []
        self.options: dict[str, list[str]] = {}
        self.rest: list[str] = []
        """What stands behind `--`, or the other command; operands as well."""
        i = 0
        while i < len(args):
            word = args[i]
            i += 1
            if word == "--":
                self.rest = list(args[i:])
                self.operands += self.rest
                break
            if len(word) < 2 or word[0] != "-" or word[1] == EXPANDED:
                self.operands.append(word)
                if ends is not None and ends(self.operands):
                    self.rest = list(args[i + 1 :] if i < len(args) and args[i] == "--" else args[i:])
                    self.operands += self.rest
                    break
                continue
            if word[1] == "-" or long or (len(word) > 2 and word in valued):
                name, eq, value = word.partition("=")
                if not eq and name in valued and i < len(args):
                    value = args[i]
                    i += 1
                self.options.setdefault(name, []).append(value)
                continue
            for k in range(1, len(word)):
                name = "-" + word[k]
                value = ""
                if name in valued:
                    value = word[k + 1 :]
                    if not value and i < len(args):
                        value = args[i]
                        i += 1
                    self.options.setdefault(name, []).append(value)
                    break
                if word[k] == "=":
                    break
                self.options.setdefault(name, []).append(value)
            # `-name` of tools that spell long options with one dash is also kept whole.
            if len(word) > 2:
                name, _, value = word.partition("=")
                self.options.setdefault(name, []).append(value)

    def has(self, *names: str) -> bool:
        """Whether one of the options is given. `--name=false` is not.

        Example:
            >>> Args(("--force=false",)).has("--force"), Args(("--force",)).has("-f", "--force")
            (False, True)
        """
        return any(
            any(value.lower() not in ("false", "0", "no") for value in self.options[name])
            for name in names
            if name in self.options
        )

    def value(self, *names: str) -> str:
        """The last value of the first of the options that is given; empty where none is."""
        for name in names:
            if name in self.options:
                return self.options[name][-1]
        return ""

    def values(self, *names: str) -> list[str]:
        """All values of the options, in order."""
        return [value for name in names for value in self.options.get(name, ())]


def spelled_out(args: Sequence[str], options: Sequence[str]) -> tuple[str, ...]:
    """The arguments with abbreviated long options written out, as getopt, git and argparse accept them.

    Of several options that an abbreviation may stand for, the first in `options` counts; what it does not hold stays.

    Example:
        >>> spelled_out(("--har", "--in-pl=.bak", "--", "--har"), ("--hard", "--in-place"))
        ('--hard', '--in-place=.bak', '--', '--har')
    """
    words = list(args)
    for i, word in enumerate(words):
        if word == "--":
            break
        name, eq, value = word.partition("=")
        if len(name) < _SHORTEST or not name.startswith("--") or name in options:
            continue
        meant = next((option for option in options if option.startswith(name)), name)
        words[i] = meant + eq + value
    return tuple(words)


_SHORTEST: Final = 4
"""Characters of an abbreviation: `--de`."""


def behind(args: Sequence[str], valued: Collection[str] = (), count: int = 0) -> list[str]:
    """The command that stands behind `count` operands, with options of its own.

    Example:
        >>> behind(("-dmS", "job", "rm", "-rf", "a"), {"-S"}), behind(("netns", "exec", "blue", "ls", "-l"), count=3)
        (['rm', '-rf', 'a'], ['ls', '-l'])
    """
    return Args(args, valued, ends=lambda operands: len(operands) > count).operands[count:]


def shown(text: str, limit: int = 80) -> str:
    """A piece of a command as evidence: without marks of expansion, on one line, at most `limit` characters."""
    plain = " ".join(text.replace(EXPANDED, "").split())
    return plain if len(plain) <= limit else plain[: limit - 1] + "…"
