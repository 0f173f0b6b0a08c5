"""Environment: variables whose value a program runs or loads (`GIT_SSH_COMMAND`, `PAGER`, `LD_PRELOAD`)."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from typing import Final

from planproof.effects.act import Act, unknown
from planproof.effects.tools.call import EXPANDED, shown

_COMMANDS: Final = frozenset(
    "PAGER MANPAGER GIT_PAGER PSQL_PAGER SYSTEMD_PAGER AWS_PAGER DELTA_PAGER BAT_PAGER EDITOR VISUAL GIT_EDITOR"
    " GIT_SEQUENCE_EDITOR KUBE_EDITOR SUDO_EDITOR SYSTEMD_EDITOR PSQL_EDITOR GIT_SSH GIT_SSH_COMMAND RSYNC_RSH CVS_RSH"
    " GIT_EXTERNAL_DIFF GIT_ASKPASS SSH_ASKPASS SUDO_ASKPASS GIT_PROXY_COMMAND LESSOPEN LESSCLOSE PROMPT_COMMAND BROWSER".split()
)
"""Variables that hold a command line."""
_LOADED: Final = frozenset(
    "LD_PRELOAD LD_AUDIT DYLD_INSERT_LIBRARIES BASH_ENV ZDOTDIR PYTHONSTARTUP PERL5DB GIT_TEMPLATE_DIR".split()
)
"""Variables that name code which is loaded before the program itself."""
_OPTIONS: Final = {
    "NODE_OPTIONS": re.compile(r"(--require|--import|--loader|--experimental-loader|-r)\b"),
    "PERL5OPT": re.compile(r"-[MmIde]"),
    "RUBYOPT": re.compile(r"-[reI]"),
    "JAVA_TOOL_OPTIONS": re.compile(r"-(javaagent|agentpath|agentlib)"),
    "_JAVA_OPTIONS": re.compile(r"-(javaagent|agentpath|agentlib)"),
    "TAR_OPTIONS": re.compile(r"--(checkpoint-action|to-command|use-compress|rsh-command)|-I"),
}
"""Variables that hold options, and those of them that load code."""
_EDITORS: Final = re.compile(
    r"(\S*/)?(vim?|nvim|nano|emacs|emacsclient|code|ed|ex|pico|micro|subl|sensible-editor)( --?wait| -[wnt]+)*"
)
"""Editors in which a person decides what becomes of the file."""


def run_by(name: str, value: str, read: Callable[[str], Sequence[Act]]) -> Sequence[Act]:
    """What setting an environment variable makes programs run.

    Args:
        name: the variable.
        value: what it is set to.
        read: reads a command line.
    """
    if name in _COMMANDS and value:
        if value.startswith(f"{EXPANDED}${{{name}") or _EDITORS.fullmatch(value):
            return ()
        line = value.lstrip("|-@").replace("%s", "")
        return [act for act in read(f'{line} "$FILE"') if act.kind not in ("observe", "notify") or act.hazards]
    if (name in _LOADED and value) or (name in _OPTIONS and _OPTIONS[name].search(value)):
        return [unknown(shown(f"{name}={value}"))]
    return ()
