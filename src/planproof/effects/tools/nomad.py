"""Nomad."""

from __future__ import annotations

from typing import Final

from planproof.effects.tools.containers import execute
from planproof.effects.tools.refs import grouped, operands
from planproof.effects.tools.tool import By, Entry, Tool, does, table

_JOBS: Final = operands("job", 2)
_JOB: Final[dict[str, Entry]] = {
    **dict.fromkeys(
        ("status", "inspect", "history", "deployments", "allocs", "plan", "validate", "tag list"),
        does("observe", refs=_JOBS),
    ),
    "run": does("modify", "reversible", inverse="nomad job revert", refs=_JOBS),
    "revert": does("modify", "reversible", restores=True, refs=operands("job", 2, 1)),
    "stop": By(does("shift", "reversible", refs=_JOBS), {"-purge": does("destroy", "compensable", refs=_JOBS)}),
    "start": does("shift", "reversible", refs=_JOBS),
    "restart": does("shift", "reversible", refs=_JOBS),
    "scale": does("modify", "reversible", refs=operands("job", 2, 1)),
    "eval": does("modify", "reversible", refs=_JOBS),
    "dispatch": does("create", "compensable", refs=operands("job", 2, 1)),
    "promote": does("shift", "compensable", refs=_JOBS),
    "init": does("create", "reversible"),
    "periodic force": does("create", "compensable", refs=operands("job", 3, 1)),
}
_NOMAD: Final = Tool(
    ("nomad",),
    {
        **table("""
observe: acl auth-method info, acl auth-method list, acl binding-rule info, acl binding-rule list, acl policy info
observe: acl policy list, acl role info, acl role list, acl policy self, acl token info, acl token list, acl token self
observe: agent-info, alloc checks, alloc fs, alloc logs, alloc status, config validate, deployment list
observe: deployment status
observe: eval list, eval status, license get, license inspect, logs, fs, monitor, monitor export, namespace inspect
observe: namespace list, namespace status, node status, node meta read, node config, node pool info, node pool jobs
observe: node pool list, node pool nodes, operator api, operator autopilot get-config, operator autopilot health
observe: operator debug, operator metrics, operator raft info, operator raft list-peers, operator raft logs
observe: operator raft state, operator root keyring list, operator scheduler get-config, operator client-state
observe: plugin status, quota inspect, quota list, quota status, recommendation info, recommendation list
observe: scaling policy info
observe: scaling policy list, sentinel list, sentinel read, server members, service info, service list, status, system
observe: ui, var get, var list, version, volume status, operator utilization, help
observe: operator snapshot state
create reversible: acl auth-method create, acl bootstrap, acl token create, namespace apply, node pool apply, quota init
create reversible: quota apply, sentinel apply, tls ca create, tls cert create, var init, volume create, volume init
create reversible: volume register, volume snapshot create, operator gossip keyring generate, node pool init
modify reversible: node eligibility, node meta apply, operator autopilot set-config, fmt
modify reversible: operator scheduler set-config, recommendation apply, recommendation dismiss, server join, login
modify compensable: acl auth-method update, acl token update, acl role update, acl binding-rule update
modify compensable: volume detach, operator raft transfer-leadership, acl policy apply, job tag unset, job tag apply
modify compensable: operator gossip keyring use, operator gossip keyring install, setup
modify irreversible: var put, operator raft remove-peer
shift reversible: alloc restart, alloc stop, deployment pause, deployment resume, deployment promote, deployment unblock
shift compensable: alloc signal, deployment fail, server force-leave
rotate reversible: operator root keyring rotate
rotate compensable: var lock
destroy compensable: acl auth-method delete, acl binding-rule delete, acl policy delete, acl role delete
destroy compensable: acl token delete
destroy compensable: namespace delete, node pool delete, plugin delete, quota delete, sentinel delete, service delete
destroy compensable: system gc, system reconcile summaries, volume deregister, operator gossip keyring remove
destroy compensable: eval delete
destroy irreversible: operator root keyring remove, var purge, volume delete, volume snapshot delete
"""),
        **{f"job {verb}": entry for verb, entry in _JOB.items()},
        "run": does("modify", "reversible", inverse="nomad job revert", refs=operands("job", 1)),
        "plan": does("observe", refs=operands("job", 1)),
        "validate": does("observe", refs=operands("job", 1)),
        "inspect": does("observe", refs=operands("job", 1)),
        "stop": By(
            does("shift", "reversible", refs=operands("job", 1)),
            {"-purge": does("destroy", "compensable", refs=operands("job", 1))},
        ),
        "node drain": does("shift", "reversible", inverse="nomad node eligibility", refs=operands("node", 2)),
        "alloc exec": execute,
        "exec": execute,
        "acl role create": does("create", "reversible", "widens_access"),
        "acl binding-rule create": does("create", "reversible", "widens_access"),
        "operator snapshot save": does("create", "reversible", produces=True, refs=operands("file", 3)),
        "operator snapshot inspect": does("observe", verifies=True, refs=operands("file", 3)),
        "operator snapshot restore": does("modify", "irreversible", restores=True, refs=operands("file", 3)),
    },
    frozenset(
        "-address -region -namespace -token -ca-cert -client-cert -client-key -task -group -var -var-file"
        " -job -deadline -m -n -t -filter -version -type -id".split()
    ),
    dry=frozenset({"-help", "-h", "--help"}),
    refs=grouped,
    long=True,
    bare=does("observe"),
    starts={"alloc exec": 1, "exec": 1},
)

TOOLS: Final = (_NOMAD,)
