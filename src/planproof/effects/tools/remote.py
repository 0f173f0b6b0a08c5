"""ssh, scp, rsync, sftp, ftp: commands and files on other machines."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Final

from planproof.effects.act import Act, Hazard, Ref, changes, observe, unknown
from planproof.effects.lattice import Undo
from planproof.effects.tools.call import EXPANDED, Args, Call, shown
from planproof.effects.tools.paths import is_scratch
from planproof.effects.tools.program import Program
from planproof.effects.tools.rest import tells_secret
from planproof.effects.tools.tool import Shell

_SSH_VALUED: Final = frozenset("-B -b -c -D -E -e -F -I -i -J -L -l -m -O -o -p -P -Q -R -S -W -w".split())
_REMOTE: Final = re.compile(
    r"(?:[^@/:\s]+@)?(\[[^\]]+\]|[^/:\s]{2,}):(?!/?/)(.*)|(?:rsync|sftp|scp|ftp)://[^/]+(/.*)?|[^/:\s]+::.*|[^/:\s]{2,}:(/.*)",
    re.S,
)


def _ssh(call: Call, _args: Args, shell: Shell) -> Sequence[Act]:
    """`ssh [options] host [command]`: all that follows the host goes to a shell there."""
    words = list(call.args)
    options: list[tuple[str, str]] = []
    while words and words[0].startswith("-") and len(words[0]) > 1 and words[0] != "--":
        word = words.pop(0)
        for k in range(1, len(word)):
            if f"-{word[k]}" in _SSH_VALUED:
                options.append((f"-{word[k]}", word[k + 1 :] or (words.pop(0) if words else "")))
                break
            options.append((f"-{word[k]}", ""))
    if words and words[0] == "--":
        words.pop(0)
    names = {name for name, _ in options}
    if not words:
        return [observe(shown(call.text))]
    host = words.pop(0).replace(EXPANDED, "").rpartition("@")[2]
    while words and words[0].startswith("-") and len(words[0]) == 2:  # options may stand behind the host as well
        name = words.pop(0)
        options.append((name, words.pop(0) if name in _SSH_VALUED and words else ""))
    acts = [act for name, value in options if name == "-o" for act in _local_commands(value, shell)]
    if "-Q" in names or "-G" in names:
        return [observe(shown(call.text))]
    if "-O" in names:
        return [changes("modify", "reversible", shown(call.text), (), "ssh -O")]
    if "-R" in names or any(
        name in ("-L", "-D") and value.startswith(("0.0.0.0:", "*:", ":")) for name, value in options
    ):
        acts.append(Act("modify", "reversible", shown(call.text), hazards=("widens_access",), operation="ssh -R"))
    if words:
        return [*acts, *shell.script(" ".join(words), within=host, stdin=call.stdin, fed=call.fed)]
    if "-N" in names or "-W" in names:
        return [*acts, observe(shown(call.text), (Ref("host", host),))]
    if call.stdin is not None:
        return [*acts, *shell.script(call.stdin, within=host)]
    return [*acts, unknown(shown(call.text)) if call.fed else observe(shown(call.text), (Ref("host", host),))]


def _local_commands(option: str, shell: Shell) -> Sequence[Act]:
    """`-o ProxyCommand=…` starts a command here."""
    name, _, value = option.partition("=")
    runs = name.strip().lower() in ("proxycommand", "localcommand", "knownhostscommand")
    return (
        shell.script(value) if runs and value and value.split()[0] not in ("ssh", "nc", "none", "cloudflared") else ()
    )


def _place(word: str) -> Ref:
    """A file, here or on another machine."""
    plain = word.replace(EXPANDED, "")
    match = _REMOTE.fullmatch(plain)
    if match is None:
        return Ref("file", plain)
    host, _, path = plain.partition("::" if "::" in plain else ":")
    if "://" in plain:
        host, _, path = plain.partition("://")[2].partition("/")
        path = "/" + path
    return Ref("file", path or ".", host.rpartition("@")[2])


def leaving(sources: Sequence[Ref], target: Ref) -> tuple[Hazard, ...]:
    """What it discloses to bring files of this machine to another one: keys and passwords."""
    out = bool(target.within) and any(not ref.within and tells_secret(ref.name) for ref in sources)
    return ("discloses_secret",) if out else ()


def _undo(target: Ref) -> Undo:
    return "compensable" if is_scratch(target.name) else "irreversible"


def _scp(call: Call, args: Args, _shell: Shell) -> Sequence[Act]:
    """Copies over the network; an existing file is overwritten."""
    if len(args.operands) < 2:
        return [unknown(shown(call.text))]
    *sources, target = map(_place, args.operands)
    act = Act("modify", _undo(target), shown(call.text), reads=tuple(sources), writes=(target,), operation="scp")
    return [act._replace(hazards=leaving(sources, target))]


_RSYNC_VALUED: Final = frozenset(
    "-e -f -B -T -M --rsh --exclude --include --exclude-from --include-from --files-from --filter --backup-dir --suffix"
    " --link-dest --copy-dest --compare-dest --log-file --bwlimit --timeout --port --password-file --chmod --chown --temp-dir"
    " --partial-dir --max-size --min-size --max-delete --rsync-path --out-format --info --debug --block-size --contimeout"
    " --usermap --groupmap --iconv --checksum-choice --compress-level --compress-choice --skip-compress".split()
)


def _rsync(call: Call, args: Args, shell: Shell) -> Sequence[Act]:
    """Copies what differs; `--delete` removes at the target what the source has not."""
    if args.has("-n", "--dry-run", "--list-only", "-h") or len(args.operands) < 2:
        return [observe(shown(call.text), [_place(word) for word in args.operands])]
    *sources, target = map(_place, args.operands)
    started = [*_shell_of(args.value("-e", "--rsh"), shell), *_shell_of(args.value("--rsync-path"), shell)]
    deletes = any(name.startswith("--delete") or name == "--del" for name in args.options) and not args.has(
        "--no-delete"
    )
    kept = args.has("--backup", "-b", "--backup-dir")
    hazards = leaving(sources, target)
    act = Act("modify", _undo(target), shown(call.text), reads=tuple(sources), writes=(target,), operation="rsync")
    if args.has("--remove-source-files", "--remove-sent-files"):
        act = Act(
            "destroy",
            "irreversible",
            shown(call.text),
            writes=(target,),
            destroys=tuple(sources),
            operation="rsync --remove-source-files",
        )
    elif kept:
        act = act._replace(undo="reversible")
    elif deletes:
        undo = _undo(target)
        act = Act(
            "destroy", undo, shown(call.text), reads=tuple(sources), destroys=(target,), operation="rsync --delete"
        )
    elif args.has("--link-dest", "--ignore-existing") and not args.has("--existing"):
        act = Act(
            "create",
            "reversible",
            shown(call.text),
            reads=tuple(sources),
            writes=(target,),
            produces=(target,),
            operation="rsync",
        )
    return [*started, act._replace(hazards=hazards)]


def _shell_of(text: str, shell: Shell) -> Sequence[Act]:
    """What the program does that carries rsync: ssh itself counts for nothing."""
    words = text.split()
    return shell.script(text) if words and words[0].rpartition("/")[2] not in ("ssh", "rsync", "rsh", "sudo") else ()


_SENDS: Final = re.compile(
    r"^\s*(rm|rmdir|mrm|mdelete|delete|rename|put|mput|reput|mirror|glob|!|chmod|chown|ln|symlink|mkdir)\b", re.M | re.I
)


def _sftp(call: Call, args: Args, _shell: Shell) -> Sequence[Act]:
    """A session of file transfer: what its commands do, where they are known."""
    text = call.stdin if call.stdin is not None else "\n".join(args.values("-e", "-c")).replace(";", "\n")
    if not text.strip():
        return [unknown(shown(call.text))]
    words = {match[1].lower() for match in _SENDS.finditer(text)}
    if "!" in words or EXPANDED in text:
        return [unknown(shown(call.text))]
    host = [Ref("host", word.rpartition("@")[2].partition(":")[0]) for word in args.operands[:1]]
    if words & {"rm", "mrm", "mdelete", "delete", "rmdir", "glob"} or re.search(r"mirror\b.*--delete", text):
        return [changes("destroy", "irreversible", shown(call.text), host, call.name)]
    if words:
        return [changes("modify", "irreversible", shown(call.text), host, call.name)]
    return (
        [changes("create", "reversible", shown(call.text), (), call.name)]
        if re.search(r"^\s*(m?get|pget)\b", text, re.M)
        else [observe(shown(call.text), host)]
    )


def _ssh_copy_id(call: Call, args: Args, _shell: Shell) -> Sequence[Act]:
    """Lets the holder of a key in."""
    if args.has("-n"):
        return [observe(shown(call.text))]
    host = tuple(Ref("file", "~/.ssh/authorized_keys", word.rpartition("@")[2]) for word in args.operands)
    return [
        Act("modify", "reversible", shown(call.text), writes=host, hazards=("widens_access",), operation="ssh-copy-id")
    ]


_RSYNC_LONGS: Final = (
    "--delete", "--del", "--delete-after", "--delete-excluded", "--remove-source-files", "--remove-sent-files", "--inplace"
)  # fmt: skip
"""Options that delete, which may be cut short."""

TOOLS: Final = (
    Program(("ssh", "autossh"), _ssh),
    Program(("scp", "pscp"), _scp, valued=frozenset("-c -D -F -i -J -l -o -P -S -X".split())),
    Program(("rsync",), _rsync, valued=_RSYNC_VALUED, abbreviated=_RSYNC_LONGS),
    Program(("sftp", "ftp", "lftp"), _sftp, valued=frozenset("-b -c -e -u -p -F -i -J -o -P -R -S".split())),
    Program(("ssh-copy-id",), _ssh_copy_id, valued=frozenset({"-i", "-p", "-o", "-F", "-t"})),
)
