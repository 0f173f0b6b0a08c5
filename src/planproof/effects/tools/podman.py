"""What podman and nerdctl know beyond docker."""

from __future__ import annotations

from typing import Final

from planproof.effects.tools.refs import operands
from planproof.effects.tools.tool import By, Entry, does, table

_EVERYTHING: Final = does("destroy", "irreversible")
_POD: Final = operands("pod", 2)

PODMAN: Final[dict[str, Entry]] = {
    **table("""
observe: pod ps, pod ls, pod list, pod inspect, pod logs, pod stats, pod top, pod exists
observe: healthcheck run, image exists, image tree, image diff, image search, machine inspect
observe: machine info, machine list, machine ls, machine os, network exists, secret exists, system connection list
observe: system connection ls, system service, volume exists, untrust, image trust show, container exists
observe: container stats, artifact ls, artifact inspect, farm list, namespace ls, namespace list, namespace inspect
observe: image mount, image unmount, unmount, system check, apparmor ls, apparmor inspect, quadlet list, quadlet print
create reversible: pod create, pod clone, container clone, machine init, machine cp, farm create, artifact pull
create reversible: artifact add, image scp, volume import, container checkpoint, namespace create, image convert
create reversible: image encrypt, image decrypt, image sign, quadlet install
create compensable: artifact push, farm build
modify reversible: system connection add, system connection default, system connection rename, system renumber
modify reversible: volume reload, machine set, auto-update, image trust set, image untag, untag, farm update
modify reversible: apparmor load
modify compensable: system migrate, play kube, kube play, kube apply, network update, namespace update
shift reversible: pod start, pod stop, pod restart, pod pause, pod unpause, machine start, machine stop, init
shift reversible: container init, container restore
shift compensable: pod kill
destroy compensable: pod rm, pod prune, kube down, system connection remove, system connection rm
destroy compensable: farm remove, artifact rm, namespace rm, namespace remove, apparmor unload, container cleanup
destroy compensable: quadlet rm
destroy irreversible: system reset, machine rm, machine reset
"""),
    **dict.fromkeys(
        ("generate systemd", "generate kube", "generate spec", "kube generate"),
        By(does("observe"), {"--files -f --filename": does("create", "reversible")}),
    ),
    "unshare": lambda _call, args, shell: shell.argv(args.rest),
    "pod rm": does("destroy", "compensable", refs=_POD),
    "volume export": does("create", "reversible", produces=True, refs=operands("volume", 2)),
    "kube down": By(does("destroy", "compensable"), {"--force": _EVERYTHING}),
    "kube play": By(
        does("modify", "compensable"),
        {"--down": does("destroy", "compensable"), "--replace": does("destroy", "compensable")},
    ),
    "container checkpoint": does("create", "reversible", produces=True, refs=operands("container", 2)),
}
