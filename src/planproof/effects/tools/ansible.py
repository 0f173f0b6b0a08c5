"""Ansible: modules that are run ad hoc, playbooks, the vault, collections."""

from __future__ import annotations

import re
import shlex
from collections.abc import Sequence
from dataclasses import replace
from typing import Final

from planproof.effects.act import Act, Ref, observe, unknown
from planproof.effects.tools.ansible_modules import MODULES
from planproof.effects.tools.call import EXPANDED, Args, Call, shown
from planproof.effects.tools.program import Program
from planproof.effects.tools.refs import plain, refs
from planproof.effects.tools.tool import Does, Entry, Shell, Tool, does, table

_VALUED: Final = frozenset(
    "-i -m -a -u -e -l -f -t -T -c -M -B -P -U -p -o --inventory --inventory-file --module-name --args --user"
    " --extra-vars"
    " --limit --forks --tags --skip-tags --tree --timeout --connection --module-path --background --poll"
    " --become-method"
    " --become-user --private-key --key-file --ssh-common-args --ssh-extra-args --scp-extra-args --sftp-extra-args"
    " --vault-id --vault-password-file --vault-pass-file --playbook-dir --start-at-task --become-password-file"
    " --connection-password-file --task-timeout".split()
) - {"-o", "-t"}
_REMOVED: Final = frozenset({"absent", "removed", "purged", "uninstalled"})
_READS_ONLY: Final = frozenset({"query", "list", "gathered", "rendered", "parsed"})
_ARGUMENT: Final = re.compile(r"^[A-Za-z_]\w*=")


def _options(text: str) -> dict[str, str]:
    """`name=nginx state=absent` as a mapping."""
    if text.lstrip().startswith("{"):
        found = re.findall(r'"(\w+)"\s*:\s*"?([^",}]*)', text)
        return {name: value.strip() for name, value in found}
    try:
        words = shlex.split(text)
    except ValueError:
        words = text.split()
    return {name: value for name, eq, value in (word.partition("=") for word in words) if eq}


def _ad_hoc(call: Call, args: Args, shell: Shell) -> Sequence[Act] | None:
    """`ansible HOSTS -m MODULE -a ARGS`: what the module does there."""
    hosts = plain(args.operands[0]) if args.operands else "*"
    if args.has("--list-hosts"):
        return [observe(shown(call.text), (), "ansible")]
    module = (args.value("-m", "--module-name") or "command").rpartition(".")[2]
    text = args.value("-a", "--args")
    if module in ("command", "shell", "raw"):
        return _commands(text, hosts, call, shell)
    if EXPANDED in module:
        return None
    if module == "script":
        path = next(iter(text.split()), "")
        return shell.file(path, "sh", shown(call.text), within=hosts)
    if args.has("-C", "--check"):
        return [observe(shown(call.text), (), f"ansible {module}")]
    found = MODULES.get(module)
    if found is None:
        return None
    options = _options(text)
    kind, name = found.ref, next((options[key] for key in found.names if options.get(key)), "")
    act = found.by_state.get(options.get("state", "").lower(), found.otherwise)
    if found.data and options.get("state", "").lower() in _REMOVED:
        act = does("destroy", "irreversible")
    if EXPANDED in text and act.kind == "observe" and found.by_state:
        return [unknown(shown(call.text))]
    if module == "user" and options.get("remove", "").lower() in ("yes", "true"):
        act = does("destroy", "irreversible")  # the home directory goes as well
    touched = (Ref("host", hosts),) if kind == "host" else refs(kind, [name or "*"], call, hosts)
    return [act.act(call, touched, f"ansible {module}")]


def _commands(text: str, hosts: str, call: Call, shell: Shell) -> Sequence[Act] | None:
    """The command itself; `creates=` and `chdir=` are arguments of the module."""
    if not text.strip():
        return [observe(shown(call.text))]
    line = re.sub(r"(?:^|\s)(chdir|creates|removes|executable|stdin|warn|strip_empty_ends)=\S+", "", text).strip()
    if line.startswith(("cmd=", "_raw_params=")):
        line = line.partition("=")[2].strip("\"'")
    return shell.script(line, within=hosts)


_LOOKS: Final = ("--check", "--syntax-check", "--list-tasks", "--list-tags", "--list-hosts", "-C")


def _playbook(call: Call, args: Args, shell: Shell) -> Sequence[Act]:
    """A playbook: unknown, unless a person has read it, or it is only checked."""
    if args.has(*_LOOKS):
        return [observe(shown(call.text), refs("file", args.operands, call), "ansible-playbook")]
    acts = [act for path in args.operands for act in shell.file(path, "ansible", shown(call.text))]
    return [act._replace(operation="ansible-playbook") for act in acts] or [unknown(shown(call.text))]


_PULL: Final = does("modify", "unknown")


def _pull(call: Call, args: Args, _shell: Shell) -> Sequence[Act]:
    return [observe(shown(call.text)) if args.has("--check", "--list-hosts") else unknown(shown(call.text))]


def _files(skip: int) -> Does:
    def find(args: Args, call: Call) -> tuple[Ref, ...]:
        return refs("file", args.operands[skip:], call)

    return does("modify", "reversible", refs=find)


def _decrypt(call: Call, args: Args, _shell: Shell) -> Sequence[Act]:
    """Leaves a secret readable in its file, unless sent to the screen."""
    files = refs("file", args.operands[1:], call)
    if args.value("--output") in ("-", "/dev/stdout"):
        return [observe(shown(call.text), files, "ansible-vault decrypt")]
    act = does("modify", "reversible", "weakens_guard", inverse="ansible-vault encrypt")
    return [act.act(call, files, "ansible-vault decrypt")]


_VAULT: Final[dict[str, Entry]] = {
    **table("observe: view, encrypt_string"),
    "create": does("create", "reversible", refs=lambda args, call: refs("file", args.operands[1:], call)),
    "edit": does("modify", "compensable", refs=lambda args, call: refs("file", args.operands[1:], call)),
    "encrypt": replace(_files(1), inverse="ansible-vault decrypt"),
    "decrypt": _decrypt,
    "rekey": does("rotate", "reversible", refs=lambda args, call: refs("file", args.operands[1:], call)),
}
_GALAXY: Final[dict[str, Entry]] = table("""
observe: collection list, collection verify, role info, role list, role search, info, list, search
create reversible: collection build, collection download, collection init, role init, init, collection install
create reversible: role install, install, role setup, setup
create compensable: collection publish, role import, import
destroy compensable: role remove, remove
destroy irreversible: role delete, delete
""")

TOOLS: Final = (
    Program(("ansible", "ansible-console"), _ad_hoc, _VALUED, abbreviated=("--module-name", "--args", "--extra-vars")),
    Program(("ansible-playbook",), _playbook, _VALUED | {"-t"}),
    Program(("ansible-pull",), _pull, _VALUED | {"-o", "-d", "--url", "--directory"}),
    Program(("ansible-inventory", "ansible-doc", "ansible-lint"), does("observe"), _VALUED),
    Tool(
        ("ansible-config",), table("observe: list, dump, view, validate\ncreate reversible: init"), bare=does("observe")
    ),
    Tool(
        ("ansible-vault",),
        _VAULT,
        frozenset(
            "--vault-id --vault-password-file --new-vault-password-file --new-vault-id --output --encrypt-vault-"
            " id -n --name --vault-pass-file".split()
        ),
        bare=does("observe"),
    ),
    Tool(
        ("ansible-galaxy",),
        _GALAXY,
        frozenset(
            "-p -r -s -c --roles-path --role-file --server --token --api-key --collections-path --requirements-"
            " file".split()
        ),
        bare=does("observe"),
    ),
)
