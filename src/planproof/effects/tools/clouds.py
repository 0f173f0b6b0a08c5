"""doctl, hcloud and linode-cli: DigitalOcean, Hetzner Cloud, Akamai's Linode."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from planproof.effects.act import Act, Ref, observe, unknown
from planproof.effects.tools.call import Args, Call, shown
from planproof.effects.tools.deep import Deep, group_refs
from planproof.effects.tools.tool import Entry, Shell, does, table

_VALUED: Final = frozenset(
    "-t --access-token --context -o --output --format --config -u --api-url --region --size --image --name --type --location"
    " --ssh-key --ssh-keys --server --volume-size --count --tag-name --count --label --selector -l --description --json"
    " --inbound-rules --outbound-rules --rules-file --record-type --record-data --record-name --record-ttl --snapshot-name"
    " --vpc-uuid --droplet-ids --dns-record --network --ip --ssh-command --user --engine --version --num-nodes".split()
)


def _ssh(call: Call, args: Args, shell: Shell) -> Sequence[Act]:
    """A session on a machine, or one command there."""
    words = args.operands[args.operands.index("ssh") + 1 :]
    text = args.value("--ssh-command") or " ".join(words[1:])
    return (
        shell.script(text, within=words[0])
        if text and words
        else [observe(shown(call.text), [Ref("host", w) for w in words[:1]])]
    )


def _opaque(call: Call, _args: Args, _shell: Shell) -> Sequence[Act]:
    return [unknown(shown(call.text))]


GENERIC: Final[dict[str, Entry]] = {
    **table("""
        observe: version, help, completion, * list, * get, * ls, * describe, * list-*, * get-*, * show, * view, * logs, * neighbors
        observe: * kernels, * options, * wait, * tail, * validate*, * propose, * metrics, * events, * info, * *-list, * *-view
        observe: * balance, * history, * regions, * types, account, regions, context list, context active, auth list, * poll
        create reversible: * create, * create-*, * import, * upload, * register, * *-create, * add, * clone, * fork, * export
        create reversible: auth init, context create, * export-*, * allocate, * request-*
        modify reversible: * add-*, * attach*, * detach*, * assign, * unassign, * enable*, * disable*, * tag, * untag, * rename
        modify reversible: * use, auth switch, context use, * apply-to-*, * protect, * enable-protection, * add-label, * remove-label
        modify reversible: * login, * logout, * save, * kubeconfig, * configure, * accept, configure, * link, * unlink
        modify compensable: * update*, * set*, * change-*, * replace*, * remove-*, * edit, * upgrade, * migrate, * *-update, * apply
        modify compensable: * enable-rescue, * remove, * reset-dns, * rebuild-*, * remove-from-*, * put, * patch
        shift reversible: * start, * stop, * reboot, * restart, * resume, * suspend, * boot, * shutdown, * poweron, * poweroff
        shift reversible: * power-on, * power-off, * power-cycle, * resize, * scale, * failover, * recycle, * *-boot
        shift reversible: * *-reboot, * *-shutdown
        shift compensable: * promote, * cancel, * terminate, * kill
        rotate compensable: * reset-password, * password-reset, * rotate*, * reset, * *-password-reset, * regenerate*
        destroy irreversible: * delete, * delete-*, * destroy, * rebuild, * purge, * *-delete, * rm, * delete-dangerous, * restore
        destroy irreversible: * cancel-account
    """),
    "* ssh": _ssh, "* exec": _opaque, "* run": _opaque, "* invoke": _opaque, "* deploy": does("modify", "reversible"),
    "* snapshot": does("create", "reversible", produces=True), "* create-image": does("create", "reversible", produces=True),
    "* request-console": does("observe"), "* create-deployment": _opaque,
}  # fmt: skip
_DEFINED: Final = does("destroy", "compensable")
_DOCTL: Final[dict[str, Entry]] = {
    **GENERIC,
    **{
        f"{group} delete": _DEFINED
        for group in (
            "compute domain records",
            "compute firewall",
            "compute load-balancer",
            "compute tag",
            "compute ssh-key",
            "vpcs",
            "compute cdn",
            "compute certificate",
            "kubernetes cluster node-pool",
            "monitoring alert",
            "monitoring uptime",
            "apps",
            "compute domain",
            "registry repository tag",
            "databases pool",
            "databases firewalls",
            "projects",
        )
    },
    "compute reserved-ip delete": does("destroy", "irreversible"),
    "compute droplet-action snapshot": does("create", "reversible", produces=True),
    "compute volume snapshot": does("create", "reversible", produces=True),
    "compute droplet-action restore": does("destroy", "irreversible", restores=True),
    "compute droplet-action password-reset": does("rotate", "compensable"),
    "monitoring alert delete": does("destroy", "compensable", "weakens_guard"),
    "databases firewalls append": does("modify", "reversible", "widens_access"),
    "compute firewall remove-droplets": does("modify", "reversible", "weakens_guard"),
    "kubernetes cluster kubeconfig save": does("modify", "reversible"),
    "kubernetes cluster kubeconfig show": does("observe"),
    "kubernetes cluster kubeconfig remove": does("modify", "reversible"),
    "kubernetes cluster kubeconfig set-current-context": does("modify", "reversible"),
    "kubernetes cluster upgrade": does("modify", "irreversible"),
}
_HCLOUD: Final[dict[str, Entry]] = {
    **GENERIC,
    **{f"{group} delete": _DEFINED for group in ("firewall", "network", "load-balancer", "ssh-key", "placement-group", "certificate", "context")},
    "server delete": does("destroy", "irreversible"), "server disable-backup": does("destroy", "irreversible", "weakens_guard"),
    "server rebuild": does("destroy", "irreversible"), "server reset-password": does("rotate", "compensable"),
    "server reset": does("shift", "compensable"), "server disable-protection": does("modify", "reversible", "weakens_guard"),
    "volume disable-protection": does("modify", "reversible", "weakens_guard"),
    "server change-type": does("modify", "compensable"), "floating-ip delete": does("destroy", "irreversible"),
    "firewall remove-from-resource": does("modify", "reversible", "weakens_guard"),
}  # fmt: skip
_LINODE: Final[dict[str, Entry]] = {
    **GENERIC,
    **{f"{group} delete": _DEFINED for group in ("firewalls", "nodebalancers", "stackscripts", "sshkeys", "vlans")},
    "domains records-delete": _DEFINED, "firewalls device-delete": does("modify", "reversible", "weakens_guard"),
    "linodes rebuild": does("destroy", "irreversible"), "linodes snapshot": does("create", "reversible", produces=True),
    "linodes backups-cancel": does("destroy", "irreversible", "weakens_guard"), "lke pool-delete": _DEFINED,
    "linodes backups-enable": does("modify", "reversible"), "linodes backup-restore": does("destroy", "irreversible", restores=True),
}  # fmt: skip

_DO: Final = Deep(
    ("doctl",), _DOCTL, valued=_VALUED, bare=does("observe"), refs=lambda args, call: group_refs(_DO, args, call)
)
_HC: Final = Deep(
    ("hcloud",), _HCLOUD, valued=_VALUED, bare=does("observe"), refs=lambda args, call: group_refs(_HC, args, call)
)
_LI: Final = Deep(
    ("linode-cli",), _LINODE, valued=_VALUED, bare=does("observe"), refs=lambda args, call: group_refs(_LI, args, call)
)
TOOLS: Final = (_DO, _HC, _LI)
