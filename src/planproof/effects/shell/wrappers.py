"""Wrappers: programs that start another one."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Final, NamedTuple

from planproof.effects.act import Act, observe, unknown
from planproof.effects.shell.environment import run_by
from planproof.effects.shell.shells import SHELLS, as_user, shell_started
from planproof.effects.tools.call import EXPANDED, Args, Call, shown
from planproof.effects.tools.tool import Shell


class Wrapper(NamedTuple):
    """How the command line of a wrapper is put together: its options, its operands, then the inner command."""

    valued: str = ""
    """Options that take a value in the next word."""
    skip: int = 0
    """Operands before the inner command: the 5 of `timeout 5 cmd`."""
    assigns: bool = False
    """Whether `NAME=value` may stand before the inner command."""
    joined: bool = False
    """Whether the words are joined and read by a shell."""
    asks: str = ""
    """Options with which it runs nothing."""
    extra: bool = False
    """Whether it adds operands of its own to the inner command."""
    bare_shell: bool = False
    """Whether it starts a shell where no command is given."""


WRAPPERS: Final[dict[str, Wrapper]] = {
    "sudo": Wrapper(
        "-u -g -h -p -C -r -t -T -U -D -R --user --group --host --prompt --chdir --role",
        assigns=True,
        asks="-l -v -k -K -V --list --validate",
        bare_shell=True,
    ),
    "doas": Wrapper("-u -C", bare_shell=True),
    "env": Wrapper("-u -C -P --unset --chdir", assigns=True),
    "nice": Wrapper("-n --adjustment"),
    "ionice": Wrapper("-c -n -p --class --classdata", asks="-p"),
    "nohup": Wrapper(),
    "time": Wrapper("-f -o --format --output"),
    "timeout": Wrapper("-k -s --kill-after --signal", skip=1),
    "watch": Wrapper("-n --interval", joined=True),
    "setsid": Wrapper(),
    "stdbuf": Wrapper("-i -o -e --input --output --error"),
    "command": Wrapper(asks="-v -V"),
    "builtin": Wrapper(),
    "exec": Wrapper("-a"),
    "coproc": Wrapper(),
    "chroot": Wrapper("--userspec --groups", skip=1, bare_shell=True),
    "unshare": Wrapper("--map-user --map-group -R -S -G -w --root --wd --setuid --setgid", bare_shell=True),
    "nsenter": Wrapper("-t -S -G --target --setuid --setgid", bare_shell=True),
    "strace": Wrapper("-o -e -p -s -u -P", asks="-p"),
    "ltrace": Wrapper("-o -e -p -s -u", asks="-p"),
    "xargs": Wrapper(
        "-I -J -R -S -n -P -L -d -a -s -E --max-args --max-procs --max-lines --delimiter --arg-file --replace"
        " --max-chars",
        extra=True,
    ),
    "parallel": Wrapper(
        "-j --jobs -I -N -n -L --delay --timeout --joblog --results -a --arg-file", joined=True, extra=True
    ),
    "flock": Wrapper("-w -E --timeout --conflict-exit-code", skip=1),
    "systemd-run": Wrapper(
        "-p -u -t -M --unit --property --description --slice --uid --gid --nice --setenv -E"
        " --working-directory --on-calendar --on-active"
    ),
    "systemd-inhibit": Wrapper("--what --who --why --mode"),
    "numactl": Wrapper("-m -N -C --membind --cpunodebind --physcpubind"),
    "taskset": Wrapper("-p", skip=1, asks="-p"),
    "chrt": Wrapper("-p", skip=1, asks="-p"),
    "cgexec": Wrapper("-g"),
    "pkexec": Wrapper("--user", bare_shell=True),
    "newgrp": Wrapper(skip=1, bare_shell=True),
    "ssh-agent": Wrapper("-a -t -E -P", asks="-k"),
    "dbus-run-session": Wrapper("--config-file --dbus-daemon"),
    "dbus-launch": Wrapper(),
    "fakeroot": Wrapper("-l -s -i -b --lib --faked", bare_shell=True),
    "linux32": Wrapper(bare_shell=True),
    "linux64": Wrapper(bare_shell=True),
    "entr": Wrapper(),
    "gosu": Wrapper(skip=1),
    "su-exec": Wrapper(skip=1),
    "setpriv": Wrapper("--reuid --regid --groups"),
    "faketime": Wrapper("-f", skip=1),
    "unbuffer": Wrapper(),
    "chronic": Wrapper(),
    "caffeinate": Wrapper("-t -w"),
    "torify": Wrapper(),
    "proxychains": Wrapper("-f"),
    "proxychains4": Wrapper("-f"),
    "sshpass": Wrapper("-p -f -d -P"),
    "busybox": Wrapper(),
    "toybox": Wrapper(),
    "tini": Wrapper("-e -p"),
    "dumb-init": Wrapper(),
    "envdir": Wrapper(skip=1),
    "setarch": Wrapper(skip=1),
    "aws-vault": Wrapper("-d --duration --backend", skip=2),
    "chamber": Wrapper(skip=2),
    "firejail": Wrapper(),
    "rlwrap": Wrapper(),
    "winpty": Wrapper(),
    "noglob": Wrapper(),
    "nocorrect": Wrapper(),
    "trickle": Wrapper("-u -d"),
    "cross-env": Wrapper(assigns=True),
    "cross-env-shell": Wrapper(assigns=True, joined=True),
    "env-cmd": Wrapper("-f -e --file --environments"),
    "dotenv": Wrapper("-e -v -c -p -f --file"),
    "spring": Wrapper(),
    "sail": Wrapper(),
    "prlimit": Wrapper("--pid -p", asks="-p --pid"),
}
RUNNERS: Final[dict[str, frozenset[str]]] = {
    "poetry": frozenset({"run"}),
    "pipenv": frozenset({"run"}),
    "uv": frozenset({"run"}),
    "pdm": frozenset({"run"}),
    "hatch": frozenset({"run"}),
    "rye": frozenset({"run"}),
    "bundle": frozenset({"exec"}),
    "rbenv": frozenset({"exec"}),
    "pyenv": frozenset({"exec"}),
    "conda": frozenset({"run"}),
    "doppler": frozenset({"run"}),
    "op": frozenset({"run"}),
    "direnv": frozenset({"exec"}),
    "dotenv": frozenset({"run"}),
    "infisical": frozenset({"run"}),
    "dotenvx": frozenset({"run"}),
    "pixi": frozenset({"run"}),
}
"""Programs of which one verb starts another command."""
_RUNNER_VALUED: Final = frozenset(
    {
        "-n",
        "--name",
        "-p",
        "--project",
        "-c",
        "--config",
        "--env-file",
        "--env",
        "--with",
        "--python",
        "-e",
        "--directory",
        "--gemfile",
        "-f",
    }
)
_RUNNER_GLOBAL: Final = _RUNNER_VALUED | {
    "-C",
    "--project",
    "-P",
    "--cache-dir",
    "--config-file",
    "--token",
    "--account",
}
_ASSIGNMENT: Final = re.compile(r"[A-Za-z_]\w*=")


def wrapped(call: Call, shell: Shell) -> Sequence[Act] | None:
    """What the command does that a wrapper starts; None where the call is no wrapper."""
    name = call.name
    if name in SHELLS:
        return shell_started(call, shell)
    if name in ("su", "runuser", "sg", "script"):
        return as_user(call, shell)
    verb = _after_options(call.args, _RUNNER_GLOBAL) if name in RUNNERS else []
    if verb and verb[0] in RUNNERS[name]:
        rest = _after_options(verb[1:], _RUNNER_VALUED)
        rest = rest[1:] if name == "direnv" else rest
        if name == "hatch" and rest:
            rest = [rest[0].rpartition(":")[2], *rest[1:]]  # `env:command`
        return shell.argv(rest, stdin=call.stdin, fed=call.fed)
    wrapper = WRAPPERS.get(name)
    return None if wrapper is None else _argv(call, wrapper, shell)


def _argv(call: Call, wrapper: Wrapper, shell: Shell) -> Sequence[Act]:
    rest, done = _after_its_own(call, wrapper, shell)
    if done is not None:
        return done
    acts: list[Act] = []
    for word in call.args[: len(call.args) - len(rest)] if wrapper.assigns else ():
        if _ASSIGNMENT.match(word):
            name, _, value = word.partition("=")
            acts += run_by(name, value, shell.script)
    rest = rest[wrapper.skip :]
    if wrapper.skip and rest[:1] == ["--"]:
        rest.pop(0)
    if call.name == "flock" and rest[:1] in (["-c"], ["--command"]):
        return shell.script(" ".join(rest[1:]), stdin=call.stdin, fed=call.fed)
    if call.name == "parallel":
        return _parallel(call, rest, shell)
    if not rest:
        return _without_command(call, wrapper, shell)
    if wrapper.joined:
        return shell.script(" ".join(rest))
    if call.name == "xargs":
        return [act for argv in _fed_words(call, rest) for act in shell.argv(argv, fed=call.fed)]
    return [*acts, *shell.argv(rest, stdin=call.stdin, fed=call.fed)]


def _without_command(call: Call, wrapper: Wrapper, shell: Shell) -> Sequence[Act]:
    """A shell that reads its input, where the wrapper starts one; without a command the others change nothing."""
    if wrapper.bare_shell and call.stdin is not None:
        return shell.script(call.stdin)
    if wrapper.bare_shell and call.fed:
        return [unknown(shown(call.text))]
    return [observe(shown(call.text))]


def _takes_next(word: str, valued: frozenset[str]) -> bool:
    """Whether an option, or the last letter of a cluster such as `-iu`, takes the next word as its value."""
    if word in valued:
        return True
    first = next((i for i, letter in enumerate(word[1:], 1) if f"-{letter}" in valued), 0)
    return not word.startswith("--") and 0 < first == len(word) - 1


def _after_its_own(call: Call, wrapper: Wrapper, shell: Shell) -> tuple[list[str], Sequence[Act] | None]:
    """What stands behind the wrapper's own options, and what the call does where those decide it."""
    valued, asks = frozenset(wrapper.valued.split()), frozenset(wrapper.asks.split())
    rest = list(call.args)
    while rest:
        word = rest[0]
        ends = word == "--"
        if not ends and not (wrapper.assigns and _ASSIGNMENT.match(word)) and not (word == "-" and call.name == "env"):
            if not word.startswith("-") or word == "-":
                break
            if EXPANDED in word.partition("=")[0]:
                return rest, [unknown(shown(call.text)), *shell.argv(rest[1:])]
            if word in asks or (not word.startswith("--") and any(f"-{letter}" in asks for letter in word[1:])):
                return rest, [observe(shown(call.text))]
            if call.name == "sudo" and word in ("-e", "--edit"):
                return rest, [unknown(shown(call.text))]
            if call.name == "env" and (split := _SPLIT_STRING.match(word)) is not None:
                return rest, shell.script(" ".join((word[split.end() :], *rest[1:])).strip())
            if _takes_next(word, valued) and len(rest) > 1:
                rest.pop(0)
        rest.pop(0)
        if ends:
            break
    return rest, None


_SPLIT_STRING: Final = re.compile(r"--split-string=?|-[iv0]*S")


def _parallel(call: Call, rest: list[str], shell: Shell) -> Sequence[Act]:
    """`parallel CMD ::: words`: the command once for each word; without a command each word is one."""
    at = rest.index(":::") if ":::" in rest else len(rest)
    command, words = " ".join(rest[:at]), rest[at + 1 :]
    acts: list[Act] = []
    if at == len(rest):
        known = call.stdin is not None and EXPANDED not in call.stdin
        words = call.stdin.splitlines() if known and call.stdin is not None else [f"{EXPANDED}{{}}"]
    if len(words) > _MAX_WORDS:
        acts.append(unknown(shown(call.text)))
    for word in words[:_MAX_WORDS]:
        acts += shell.script(_with(command, word) if command else word.replace(EXPANDED, "$"))
    return acts


_MAX_WORDS: Final = 50
"""Words of which each turn of a command is read."""


def _with(text: str, word: str) -> str:
    return text.replace("{}", word) if "{}" in text else f"{text} {word}"


def _fed_words(call: Call, rest: list[str]) -> list[list[str]]:
    """The commands that `xargs` starts, with the words that it is fed, where they are known."""
    args = Args(call.args, frozenset({"-I", "-J", "--replace"}))
    place = args.value("-I", "-J", "--replace") or ("{}" if args.has("-i", "--replace") else "")
    known = call.stdin is not None and EXPANDED not in call.stdin and len(call.stdin.splitlines()) <= _MAX_WORDS
    if not place:
        return [[*rest, *(call.stdin or "").split()] if known else [*rest, f"{EXPANDED}(input)"]]
    lines = (call.stdin or "").splitlines() if known else [f"{EXPANDED}(input)"]
    return [[word.replace(place, line.strip()) for word in rest] for line in lines]


def _after_options(words: Sequence[str], valued: frozenset[str]) -> list[str]:
    rest = list(words)
    while rest and rest[0].startswith("-"):
        word = rest.pop(0)
        if word == "--":
            break
        if word in valued and rest:
            rest.pop(0)
    return rest
