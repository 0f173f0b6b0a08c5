"""Multipass, LXD, Incus and the tree of Proxmox: virtual machines and containers of a system.

Source: `multipass help` 1.14, the manual of LXD 5 and Incus 6, the API of Proxmox VE 8.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from planproof.effects.act import Act, Ref, changes, observe
from planproof.effects.tools.call import Args, Call, behind, shown
from planproof.effects.tools.program import Program
from planproof.effects.tools.refs import operands
from planproof.effects.tools.tool import By, Entry, Shell, Tool, does, table

_instances: Final = operands("instance", 1)


def _inside(call: Call, args: Args, shell: Shell) -> Sequence[Act]:
    """`exec NAME -- COMMAND`."""
    words = behind(args.rest)
    return shell.argv(words, stdin=call.stdin, fed=call.fed, within=args.operands[1] if len(args.operands) > 1 else "")


MULTIPASS: Final[dict[str, Entry]] = {
    **table("""
observe: list, ls, info, find, networks, version, get, aliases, help, authenticate
create reversible: launch, clone, alias
modify reversible: mount, umount, unmount, set, prefer, unalias
modify irreversible: transfer, restore
shift reversible: start, stop, restart, suspend, shell, sh, connect
destroy irreversible: purge
"""),
    "snapshot": does("create", "reversible", produces=True, refs=_instances),
    # What is deleted can be recovered until it is purged.
    "delete": By(
        does("destroy", "reversible", inverse="multipass recover", refs=_instances),
        {"-p --purge": does("destroy", "irreversible", refs=_instances)},
    ),
    "recover": does("modify", "reversible", refs=_instances),
    "exec": _inside,
}

LXD: Final[dict[str, Entry]] = {
    **table("""
observe: list, ls, info, image list, image info, image show, image alias list, network list, network show, network info
observe: network list-leases, storage list, storage show, storage info, storage volume list, storage volume show
observe: storage volume info, storage bucket list, storage bucket show, profile list, profile show, profile get, config show
observe: config get, config device list, config device show, config trust list, config trust show, cluster list
observe: cluster show, cluster info, project list, project show, project info, operation list, operation show, remote list
observe: remote get-default, alias list, warning list, warning show, monitor, version, query, help, snapshot list
observe: snapshot show, network acl list, network acl show, network forward list, network zone list, storage get
create reversible: launch, init, create, copy, cp, image copy, image import, network create, storage create, profile create
create reversible: storage volume create, storage volume copy, storage bucket create, project create, remote add
create reversible: image alias create, cluster group create, network acl create, network forward create, profile copy
create reversible: network zone create, config trust add-certificate
modify reversible: config set, config unset, config device add, config device set, config device remove, profile add
modify reversible: profile set, profile unset, profile assign, profile apply, profile remove, profile device add, rename
modify reversible: profile device remove, network set, network unset, network attach, network detach, storage set, move, mv
modify reversible: storage volume attach, storage volume detach, storage volume set, project switch, project set
modify reversible: remote switch, remote set-url, image refresh, image edit, cluster enable, cluster role add, remote rename
modify reversible: config metadata edit, image alias rename, network rename, profile rename, storage volume rename
modify irreversible: file push, file pull, file edit, restore, snapshot restore, storage volume restore, import
modify irreversible: storage volume snapshot restore, config edit, profile edit, network edit
shift reversible: start, stop, restart, pause, freeze, unfreeze, resume, console, cluster evacuate, cluster restore
shift compensable: operation delete, cluster remove
destroy compensable: image delete, network delete, profile delete, remote remove, remote rm, image alias delete
destroy compensable: network acl delete, network forward delete, config trust remove, config trust revoke-token
destroy compensable: network zone delete, cluster group delete
destroy irreversible: delete, rm, rebuild, storage delete, storage volume delete, storage bucket delete, project delete
destroy irreversible: snapshot delete, storage volume snapshot delete, file delete, config template delete, warning delete
"""),
    "delete": does("destroy", "irreversible", refs=_instances),
    "rm": does("destroy", "irreversible", refs=_instances),
    "snapshot": does("create", "reversible", produces=True, refs=operands("instance", 1, 1)),
    "snapshot create": does("create", "reversible", produces=True, refs=operands("instance", 2, 1)),
    "export": does("create", "reversible", produces=True, refs=operands("file", 2, 1)),
    "image export": does("create", "reversible", produces=True, refs=operands("file", 3, 1)),
    "storage volume snapshot": does("create", "reversible", produces=True, refs=operands("volume", 4, 1)),
    "storage volume snapshot create": does("create", "reversible", produces=True, refs=operands("volume", 5, 1)),
    "storage volume export": does("create", "reversible", produces=True, refs=operands("file", 5, 1)),
    "config trust add": does("modify", "reversible", "widens_access"),
    "exec": _inside,
}


def _pvesh(call: Call, args: Args, _shell: Shell) -> Sequence[Act] | None:
    """`pvesh VERB PATH`: an API of paths, whose last part may be an action."""
    verb, path = (*args.operands, "", "")[:2]
    refs, action = [Ref("path", path)], path.rstrip("/").rpartition("/")[2]
    operation = f"pvesh {verb}"
    match verb:
        case "get" | "ls" | "usage" | "help":
            return [observe(shown(call.text), refs, operation)]
        case "delete":
            return [changes("destroy", "irreversible", shown(call.text), refs, operation)]
        case "set":
            return [changes("modify", "compensable", shown(call.text), refs, operation)]
        case "create":
            if action in ("start", "stop", "shutdown", "reboot", "reset", "suspend", "resume", "migrate"):
                return [changes("shift", "reversible", shown(call.text), refs, operation)]
            if action in ("rollback", "wipedisk", "initgpt", "execute", "exec", "move_disk", "restore"):
                return [changes("destroy", "irreversible", shown(call.text), refs, operation)]
            return [changes("create", "compensable", shown(call.text), refs, operation)]
        case _:
            return None


TOOLS: Final = (
    Tool(
        ("multipass",),
        MULTIPASS,
        valued=frozenset(
            "-n --name -c --cpus -d --disk -m --memory --cloud-init --network --format --timeout -u".split()
        ),
        starts={"exec": 1},
    ),
    Tool(
        ("lxc", "incus"),
        LXD,
        valued=frozenset(
            "--project -c --config -p --profile -s --storage -n --network -d --device -t --type -f --format --target"
            " --env --user --group --cwd --columns --timeout --remote".split()
        ),
        starts={"exec": 1},
    ),
    Program(("pvesh",), _pvesh),
)
