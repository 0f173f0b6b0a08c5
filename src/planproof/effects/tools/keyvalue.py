"""etcd and Consul."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from planproof.effects.act import Act, Ref, changes, observe
from planproof.effects.tools.call import Args, Call, shown
from planproof.effects.tools.tool import Find, Shell, Tool, does, table


def _after(kind: str, words: int) -> Find:
    """The operand behind so many words of the verb."""
    return lambda args, _call: [Ref(kind, name) for name in args.operands[words : words + 1]]


def _snapshot_save(call: Call, args: Args, _shell: Shell) -> Sequence[Act] | None:
    made = [Ref("file", name) for name in args.operands[2:3]]
    act = changes("create", "reversible", shown(call.text), made, f"{call.name} snapshot save")
    return [act._replace(reads=(Ref("cluster", call.name.removesuffix("ctl")),), produces=tuple(made))]


def _txn(call: Call, _args: Args, _shell: Shell) -> Sequence[Act] | None:
    """A transaction: its operations stand in its input."""
    if call.stdin is None:
        return None
    verbs = {line.split()[0].lower() for line in call.stdin.splitlines() if line.split()}
    if verbs & {"del", "delete"}:
        return [changes("destroy", "irreversible", shown(call.text), (), f"{call.name} txn")]
    if verbs & {"put", "set"} or "delete" in call.stdin:
        return (
            None
            if "delete" in call.stdin
            else [changes("modify", "irreversible", shown(call.text), (), f"{call.name} txn")]
        )
    return None


def _kv_put(call: Call, args: Args, _shell: Shell) -> Sequence[Act] | None:
    """`consul kv put`: with a check of the index it fails where something stands there."""
    if args.has("-cas") and args.value("-modify-index") in ("", "0"):
        return [
            changes(
                "create",
                "reversible",
                shown(call.text),
                [Ref("key", name) for name in args.operands[2:3]],
                "consul kv put",
            )
        ]
    return [
        changes(
            "modify",
            "irreversible",
            shown(call.text),
            [Ref("key", name) for name in args.operands[2:3]],
            "consul kv put",
        )
    ]


def _locked(call: Call, args: Args, shell: Shell) -> Sequence[Act] | None:
    """`etcdctl lock NAME cmd`, `consul lock PREFIX cmd`, `elect`: holds a lock while a command runs."""
    if len(args.operands) > 2:
        return shell.argv(args.operands[2:])
    return [observe(shown(call.text))]


_SNAPSHOT_LOOK = does("observe", verifies=True, refs=_after("file", 2))

TOOLS: Final = (
    Tool(
        ("etcdctl", "etcdutl"),
        {
            **table("""
observe: get, watch, version, help, endpoint health, endpoint status, endpoint hashkv, member list, alarm list
observe: check perf, check datascale, user list, user get, role list, role get, lease list, lease timetolive
observe: lease keep-alive, auth status, hashkv, cluster-health, ls, stat, completion, options, downgrade validate
observe: verify
create reversible: user add, role add, lease grant, member add, mk, mkdir, setdir
modify irreversible: put, set, update, compaction, compact, updatedir
modify reversible: defrag, member promote, member update, alarm disarm, user grant-role, make-mirror
modify reversible: downgrade enable, auth enable, downgrade cancel
modify compensable: user revoke-role, role revoke-permission, migrate
rotate compensable: user passwd
shift reversible: move-leader
destroy irreversible: del, rm, rmdir, lease revoke, delete
destroy compensable: member remove, user delete, role delete
"""),
            "snapshot save": _snapshot_save,
            "snapshot status": _SNAPSHOT_LOOK,
            "snapshot hashkv": _SNAPSHOT_LOOK,
            "backup": does("create", "reversible"),
            "snapshot restore": does(
                "create", "reversible", restores=True, refs=lambda _args, _call: [Ref("cluster", "etcd")]
            ),
            "txn": _txn,
            "lock": _locked,
            "elect": _locked,
            "auth disable": does("modify", "reversible", "weakens_guard"),
            "role grant-permission": does("modify", "reversible", "widens_access"),
        },
        valued=frozenset(
            "--endpoints --cacert --cert --key --user --password -w --write-out --command-timeout --dial-timeout"
            " --lease --rev --data-dir --name --initial-cluster --initial-advertise-peer-urls --limit --order"
            " --sort-by".split()
        ),
        refs=_after("key", 1),
    ),
    Tool(
        ("consul",),
        {
            **table("""
observe: members, info, monitor, version, validate, rtt, catalog, catalog datacenters, catalog nodes
observe: catalog services, kv get, kv export, operator raft list-peers, operator autopilot get-config
observe: operator autopilot state, operator area list, operator area members, debug, acl policy list
observe: acl policy read, acl token list, acl token read, acl role list, acl role read, acl auth-method list
observe: acl templated-policy list, acl auth-method read, acl binding-rule list, acl binding-rule read, config read
observe: config list, connect ca get-config, intention get, intention check, intention list, intention match
observe: peering list, peering read, namespace list, namespace read, partition list, resource list, resource read
observe: snapshot decode, troubleshoot, operator usage, keygen, help, watch, login, logout
observe: peering exported-services
create reversible: acl bootstrap, acl policy create, acl role create, acl auth-method create
create reversible: acl binding-rule create, intention create, tls ca create, tls cert create, peering generate-token
create reversible: peering establish, namespace create, partition create, services register, acl token clone
modify compensable: config write, acl policy update, acl role update, acl auth-method update
modify compensable: acl binding-rule update, connect ca set-config, resource apply, intention update
modify compensable: namespace update, namespace write, partition update, partition write, services deregister
modify compensable: acl token update
modify irreversible: kv import
modify reversible: operator autopilot set-config, join, keyring, services export, operator area join
shift reversible: maint, leave, reload, operator raft transfer-leader
shift compensable: force-leave
destroy irreversible: kv delete
destroy compensable: config delete, acl policy delete, acl token delete, acl role delete, acl auth-method delete
destroy compensable: acl binding-rule delete, resource delete, intention delete, peering delete, namespace delete
destroy compensable: partition delete, operator raft remove-peer, operator area delete
notify compensable: event
"""),
            "kv put": _kv_put,
            "snapshot save": _snapshot_save,
            "snapshot inspect": _SNAPSHOT_LOOK,
            "lock": _locked,
            "acl token create": does("create", "reversible", "widens_access"),
            "snapshot restore": does(
                "modify", "irreversible", restores=True, refs=lambda _args, _call: [Ref("cluster", "consul")]
            ),
        },
        valued=frozenset(
            "-http-addr -token -token-file -datacenter -ca-file -client-cert -client-key -namespace -partition"
            " -service -reason -id -name -description -rules -policy-name -modify-index -flags -kind -address"
            " -peer-id -format".split()
        ),
        refs=_after("key", 2),
        long=True,
    ),
)
