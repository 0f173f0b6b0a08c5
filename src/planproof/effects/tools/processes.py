"""Processes: signals, priorities, terminals that run commands."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from planproof.effects.act import Act, changes, observe
from planproof.effects.lattice import Undo
from planproof.effects.tools.call import Args, Call, behind, shown
from planproof.effects.tools.program import Program
from planproof.effects.tools.refs import operands, refs
from planproof.effects.tools.tool import Shell, Tool, does, table

_GENTLE: Final = frozenset(
    {
        "HUP",
        "1",
        "USR1",
        "10",
        "USR2",
        "12",
        "CONT",
        "18",
        "STOP",
        "19",
        "TSTP",
        "20",
        "WINCH",
        "28",
        "TERM",
        "15",
        "INT",
        "2",
        "QUIT",
        "3",
        "CHLD",
        "URG",
    }
)
"""Signals that a process may answer in its own way."""


def _kill(call: Call, args: Args, _shell: Shell) -> Sequence[Act]:
    words = list(call.args)
    signal = args.value("-s", "--signal", "-n")
    targets = args.operands
    if (
        not signal
        and words
        and words[0].startswith("-")
        and len(words[0]) > 1
        and words[0][1:].upper().removeprefix("SIG").isalnum()
    ):
        first = words[0][1:].upper().removeprefix("SIG")
        if first in _GENTLE or first in ("KILL", "9", "0", "ABRT", "6", "SEGV", "11"):
            signal, targets = first, [word for word in words[1:] if not word.startswith("--")]
    if signal == "0" or any(word in ("-l", "-L", "--list", "--table") for word in words):
        return [observe(shown(call.text))]
    gentle = not signal or signal.upper().removeprefix("SIG") in _GENTLE
    if "-1" in targets or ("1" in targets and not gentle):
        gentle = False
    undo: Undo = "reversible" if gentle else "compensable"
    return [changes("shift", undo, shown(call.text), refs("process", targets, call), call.name)]


def _pkill(call: Call, args: Args, _shell: Shell) -> Sequence[Act]:
    """By name or user; every process that fits is met, so a signal that ends them is a kill of sessions."""
    hard = any(word.upper().removeprefix("-").removeprefix("SIG") in ("9", "KILL") for word in call.args) or args.value(
        "-s", "--signal"
    ).upper().removeprefix("SIG") in ("9", "KILL")
    if args.has("-l", "--list") or args.value("-s", "--signal") == "0" or "-0" in call.args:
        return [observe(shown(call.text))]
    named = refs("process", args.operands, call) or refs("user", [args.value("-u", "-U", "--user", "--euid")], call)
    users = args.has("-u", "-U", "--user", "--euid")
    return [changes("shift", "compensable" if hard or users else "reversible", shown(call.text), named, call.name)]


def _fuser(call: Call, args: Args, _shell: Shell) -> Sequence[Act]:
    named = operands("file")(args, call)
    if args.has("-k", "--kill"):
        return [changes("shift", "compensable", shown(call.text), named, "fuser -k")]
    return [observe(shown(call.text), named)]


def _tmux_run(call: Call, args: Args, shell: Shell) -> Sequence[Act]:
    """A new window runs a command; `send-keys` types one."""
    words = behind(call.args, _TMUX_VALUED, 1)
    if args.operands[0] in ("send-keys", "send"):
        keys = (("\n" if word in ("Enter", "C-m", "KPEnter") else word) for word in words)
        return shell.script(" ".join(keys)) or [observe(shown(call.text))]
    if words:
        return shell.script(words[0]) if len(words) == 1 else shell.argv(words)
    return [observe(shown(call.text))]


def _screen(call: Call, args: Args, shell: Shell) -> Sequence[Act]:
    words = behind(call.args, _SCREEN_VALUED)
    if args.value("-X") == "stuff":
        return shell.script(" ".join(words).replace("\\n", "\n").replace("^M", "\n"))
    if args.value("-X"):
        session = refs("session", [args.value("-S")], call)
        return [changes("shift", "compensable", shown(call.text), session, "screen -X")]
    return shell.argv(words) if words else [observe(shown(call.text))]


def _at_cpu(call: Call, args: Args, _shell: Shell) -> Sequence[Act]:
    return [changes("shift", "reversible", shown(call.text), operands("process")(args, call), call.name)]


_PERF_VALUED: Final = frozenset({"-e", "-o", "-p", "-t", "-F", "-C", "-r", "-I", "--output", "--event"})
_SCREEN_VALUED: Final = frozenset({"-S", "-X", "-p", "-c", "-t", "-T", "-h", "-r", "-x", "-R"})
_TMUX_VALUED: Final = frozenset({"-s", "-t", "-n", "-c", "-F", "-L", "-S", "-f", "-x", "-y", "-e"})

TOOLS: Final = (
    Program(("kill",), _kill, valued=frozenset({"-s", "--signal", "-n", "-q"})),
    Program(
        ("pkill", "killall", "skill", "killall5", "xkill"),
        _pkill,
        valued=frozenset("-s --signal -u -U --user --euid -g -P -t -G --ns -y".split()),
    ),
    Program(("renice", "schedtool", "cpulimit"), _at_cpu, valued=frozenset({"-n", "-p", "-u", "-g", "-l"})),
    Program(("fuser",), _fuser, valued=frozenset({"-n"})),
    Tool(
        ("tmux",),
        {
            **table("""
            observe: ls, list-sessions, list-windows, list-panes, list-clients, list-keys, list-commands, attach, attach-session, a, at, has-session, has,
                capture-pane, display-message, display, show-options, show, show-environment, show-buffer, info, save-buffer, wait-for
            shift reversible: detach, detach-client, switch-client, select-window, select-pane, rename-session, rename-window,
                resize-pane, swap-pane, swap-window, move-window, break-pane, join-pane, next-window, previous-window, lock-session, select-layout
            modify reversible: set, set-option, set-window-option, setw, set-environment, bind, bind-key, unbind, unbind-key, set-buffer,
                load-buffer, paste-buffer, pipe-pane
            shift compensable: kill-session, kill-server, kill-window, kill-pane, killw, killp
            destroy compensable: clear-history, delete-buffer
            """),
            **dict.fromkeys(
                (
                    "new",
                    "new-session",
                    "neww",
                    "new-window",
                    "splitw",
                    "split-window",
                    "respawn-pane",
                    "respawn-window",
                    "send-keys",
                    "send",
                    "run-shell",
                    "run",
                    "if-shell",
                ),
                _tmux_run,
            ),
        },
        valued=_TMUX_VALUED,
        bare=does("observe"),
    ),
    Program(("screen",), _screen, valued=_SCREEN_VALUED),
    Program(("zellij", "byobu"), does("observe")),
    Program(
        ("perf",),
        lambda call, args, shell: (
            shell.argv(behind(call.args, _PERF_VALUED, 1)) or [observe(shown(call.text))]
            if args.operands[:1] in (["stat"], ["record"], ["trace"])
            else [observe(shown(call.text))]
        ),
    ),
)
