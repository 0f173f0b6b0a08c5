"""Commands that a script hides: behind variables, functions, other programs' options and the gaps of the grammar."""

from __future__ import annotations

import pytest

from planproof.effects import CommandEffect, effect_of_command
from planproof.effects.shell.output import echoed, formatted
from planproof.model.plan import Command

RUNS = [
    # what ends a script, and what does not
    "exit 0 & {}",
    "if true; then exit; fi & {}",
    "if true; then exit & {}; fi",
    "return 0 2>/dev/null; {}",
    "logout; {}",
    "true > /no/such/file || {}",
    "printf %d text || {}",
    # functions, aliases, traps
    "ls() {{ {}; }}; export -f ls; bash -c ls",
    "trap ls EXIT; ls() {{ {}; }}",
    "trap -- '{}' EXIT",
    "alias ls='{}'; ls",
    'run() {{ echo "+ $*"; "$@"; }}; run {}',
    'f() {{ shift; "$@"; }}; f ls {}',
    'set -- {}; "$@"',
    "sh -c '\"$@\"' _ {}",
    # where the shell expands commands that look like data
    "case x in $({})) ;; esac",
    "a[$({})]=1",
    "mapfile -C '{}' -c 1 a < f",
    # text that becomes a script
    "printf '%s\\n' ls '{}' | sh",
    "printf 'ls #\\x0a{}' | sh",
    "echo -e 'ls #\\n{}' | sh",
    "echo '{}' | cat - | sh",
    "echo '{}' | tee /dev/null | sh",
    "echo '{}' | sh /dev/stdin",
    "source <(echo {})",
    "bash <(echo {})",
    "bash -euo pipefail -c '{}'",
    # shells that no command is given to
    "sudo -s <<< '{}'",
    "chroot /mnt <<< '{}'",
    "nsenter -t 1 -m <<< '{}'",
    "ssh db1 'bash -s' <<< '{}'",
    "su - app -c sh <<< '{}'",
    "env -vS '{}'",
    "printf 'ls\\nx\\n' | xargs -I{{}} sh -c '{}'",
    # variables that programs run
    "GIT_SSH_COMMAND='{}' git fetch",
    "export GIT_PAGER='{}'; git log",
    "env PAGER='{}' man ls",
    "LESSOPEN='|{} %s' less f",
    # options of programs that only look
    "git ls-remote --upload-pack='{}' x",
    "git grep -O'{}' x",
    "git difftool -x '{}'",
    "git clone -c core.sshCommand='{}' x",
    "sort --compress-program='{}' f",
    "man -P '{}' ls",
    "less '+!{}' f",
    "rg --pre '{}' x",
    "vim -c '!{}' x",
    "tar tf x.tar --to-com='{}'",
    "zip x.zip a -TT '{}'",
    "echo '0 3 * * * {}' | crontab -",
    "at -q b now <<< '{}'",
    # what the grammar reads as one command
    "ls\n\\{}",
    "ls # note\n\\{}",
    "a | b | c\n{} > log",
    "echo '{}' | cat | sh\ntee x < /dev/null",
    # languages
    "cmd /c 'dir & {}'",
    "pwsh -c - <<< '{}'",
    "python3 -m timeit 'import os; os.system(\"{}\")'",
]


@pytest.mark.parametrize("script", RUNS)
def test_a_hidden_command_is_found(script: str) -> None:
    effect = _effect(script.format("rm -rf /srv/data"))
    assert (effect.kind, effect.reversibility) == ("destroy", "irreversible"), effect.acts


NOT_HARMLESS = [
    "x=ls; while read l; do $x; x='rm -rf /srv'; done",
    "x=ls; printf -vx rm; $x /srv",
    "x=ls; declare -n y=x; y=rm; $x /srv",
    "x=; : ${x:=rm}; $x ls",
    "x=rm; x=ls & $x /srv",
    "x=ls; IFS=,; y='a,b'; $y",
    "f() { set -- rm; $1 /srv; }; f ls",
    'f() { $1 /srv; [ -n "$2" ] && f rm; }; f ls x',
    "echo 'ls #\\nrm -rf /srv' | sh",
    "LD_PRELOAD=/tmp/x.so ls",
    "env BASH_ENV=/tmp/x.sh bash -c ls",
    "NODE_OPTIONS='--require ./x.js' node -e 'console.log(1)'",
    "enable -f /tmp/x.so x",
    "fc -s",
    "sudo -$FLAGS ls",
    "make -n --eval='$(shell x)'",
    "make -l 4 clean",
    "ant -q clean",
    "python3 -c 'import os; list(map(os.remove, [\"a\"]))'",
    "python3 -c 'import glob; glob.os.remove(\"a\")'",
    "python3 -c 'import os; print(getattr(os, \"remove\"))'",
    "python3 -Xtracemalloc x.py",
    "python3 -m cProfile x.py",
    "m4 x.m4",
    "submit || git clone 'ext::sh -c x'",
]


@pytest.mark.parametrize("script", NOT_HARMLESS)
def test_what_cannot_be_told_is_not_harmless(script: str) -> None:
    effect = _effect(script)
    assert effect.kind not in ("observe", "notify"), effect.acts


HARMLESS = [
    "f() { g ls; }; g() { $1 $2 /srv; }; f ls rm",
    "exit 0; rm -rf /srv",
    "(ls); true || rm -rf /srv",
    "export EDITOR=vim; ls",
    "PAGER=cat git log",
    "GIT_SSH_COMMAND='ssh -i key' git ls-remote",
    "NODE_OPTIONS=--max-old-space-size=4096 node -e 'console.log(1)'",
    "printf '%s %s\\n' rm -rf",
    "echo 'a\n\\rm -rf /srv'",
    "cat <<EOF\n\\rm -rf /srv\nEOF",
    "ls \\\n  -la",
    "git log --grep=--hard",
    "less +G f",
    "grep -o 'rm -rf' f",
    "bash -euo pipefail -c 'ls'",
    "sudo -s",
    "x=ls; while read l; do $x; done",
    "cmd /c 'echo del x'",
    "cmd /c 'rem del x'",
]


@pytest.mark.parametrize("script", HARMLESS)
def test_what_only_looks_dangerous(script: str) -> None:
    assert _effect(script).kind == "observe"


def test_a_tool_that_says_nothing_is_not_harmless() -> None:
    """`uv tool run` starts what follows; without it nobody knows what it does."""
    assert _effect("uv tool run").kind == "unknown"


@pytest.mark.parametrize(
    ("args", "text"),
    [
        (("a", "b"), "a b\n"),
        (("-n", "a"), "a"),
        (("-e", r"a\tb"), "a\tb\n"),
        (("-e", r"a\cb"), None),
        ((r"a\nb",), None),
        ((), "\n"),
    ],
)
def test_what_echo_writes(args: tuple[str, ...], text: str | None) -> None:
    assert echoed(args) == text


@pytest.mark.parametrize(
    ("args", "text"),
    [
        (("a",), "a"),
        (("%s-%s,", "a", "b", "c"), "a-b,c-,"),
        (("100%%",), "100%"),
        ((r"%b", r"a\n"), "a\n"),
        ((r"%s", r"a\n"), r"a\n"),
        (("%d", "1"), None),
        (("%s",), ""),
        (("-v", "x", "a"), None),
        ((), None),
    ],
)
def test_what_printf_writes(args: tuple[str, ...], text: str | None) -> None:
    assert formatted(args) == text


def _effect(script: str) -> CommandEffect:
    return effect_of_command(Command(run=script))
