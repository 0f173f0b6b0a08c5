"""Tools around Kubernetes and HashiCorp: cmctl, talosctl, clusterctl, kubectx, stern, argo, tkn, boundary, waypoint.

Source: their command references.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from planproof.effects.act import Act, changes, observe
from planproof.effects.tools.call import Args, Call, shown
from planproof.effects.tools.program import Program
from planproof.effects.tools.refs import operands, refs
from planproof.effects.tools.tool import Entry, Shell, Tool, does, table

_KUBE_VALUED: Final = frozenset("-n --namespace --context --kubeconfig -l --selector -o --output -f --filename".split())

_CMCTL: Final = table("""
observe: check api, status certificate, inspect secret, version, help, completion
create reversible: create certificaterequest, create certificatesigningrequest
modify reversible: approve, deny, convert
modify compensable: upgrade migrate-api-version, experimental install
rotate compensable: renew
destroy irreversible: experimental uninstall
""")

_TALOSCTL: Final[dict[str, Entry]] = {
    **table("""
observe: get, version, health, dashboard, dmesg, logs, services, service status, containers, c, stats, processes, memory
observe: mounts, list, ls, read, cat, usage, du, time, support, events, inspect dependencies, config info, config contexts
observe: etcd members, etcd status, etcd alarm list, image list, image default, validate, disks, netstat, pcap, help
observe: config contexts list, machineconfig patch, conformance, cgroups, config node, completion
create reversible: gen config, gen secrets, gen key, gen csr, gen crt, gen keypair, gen ca, kubeconfig, config new
create reversible: cluster create, copy, cp
modify reversible: config add, config context, config endpoint, config merge, config remove, image pull, etcd alarm disarm
modify reversible: etcd defrag
modify compensable: apply-config, apply, patch, edit, upgrade, upgrade-k8s, bootstrap, meta write, meta delete, inject
modify irreversible: rollback
shift reversible: reboot, shutdown, restart, service, etcd leave, etcd forfeit-leadership
rotate compensable: rotate-ca
destroy irreversible: reset, cluster destroy, etcd remove-member, wipe disk
"""),
    "etcd snapshot": does("create", "reversible", produces=True, refs=operands("file", 2)),
}

_CLUSTERCTL: Final = table("""
observe: config repositories, config, describe cluster, version, upgrade plan, init list-images, generate cluster, help
observe: generate yaml, generate provider, alpha rollout history, completion, get kubeconfig, alpha topology plan
modify compensable: init, upgrade apply, alpha rollout undo
modify reversible: alpha rollout pause, alpha rollout resume
shift reversible: alpha rollout restart
shift compensable: move
destroy irreversible: delete
""")

_ARGO: Final = table("""
observe: list, get, logs, watch, wait, lint, version, template list, template get, template lint, cron list, cron get
observe: cron lint, archive list, archive get, archive list-label-keys, archive list-label-values, cluster-template list
observe: cluster-template get, cluster-template lint, auth token, executor-plugin build, help, cp
create reversible: template create, cron create, cluster-template create
create irreversible: submit, resubmit, retry, archive resubmit, archive retry
modify compensable: node set, template update, cron update, cluster-template update
shift reversible: suspend, resume, cron suspend, cron resume, server
shift compensable: stop, terminate
destroy compensable: template delete, cron delete, cluster-template delete
destroy irreversible: delete, archive delete
""")

_TKN: Final = table("""
observe: pipeline list, pipeline ls, pipeline describe, pipeline logs, pipelinerun list, pipelinerun ls, pipelinerun logs
observe: pipelinerun describe, pr list, pr logs, pr describe, task list, task logs, task describe, taskrun list, tr list
observe: taskrun logs, taskrun describe, tr logs, customrun list, customrun describe, clustertask list, clustertask describe
observe: eventlistener list, eventlistener describe, triggertemplate list, triggertemplate describe, bundle list, version
observe: triggerbinding list, triggerbinding describe, hub search, hub info, hub get, pipeline export, pipelinerun export
observe: clustertriggerbinding list, clustertriggerbinding describe, chain signature, chain payload, help, completion
create irreversible: pipeline start, task start, clustertask start
create reversible: bundle push, chains sign
modify compensable: hub install, hub upgrade, hub downgrade, hub reinstall
shift compensable: pipelinerun cancel, pr cancel, taskrun cancel, tr cancel
destroy compensable: pipeline delete, pipeline rm, task delete, task rm, clustertask delete, eventlistener delete
destroy compensable: triggertemplate delete, triggerbinding delete, clustertriggerbinding delete
destroy irreversible: pipelinerun delete, pipelinerun rm, pr delete, taskrun delete, tr delete, customrun delete
""")

_BOUNDARY_NOUNS: Final = (
    "accounts aliases auth-methods auth-tokens credential-libraries credential-stores credentials groups host-catalogs"
    " host-sets hosts managed-groups policies roles scopes session-recordings sessions storage-buckets targets users workers"
).split()
_BOUNDARY: Final[dict[str, Entry]] = {
    **table("""
observe: version, help, config get-token, search, billing, cache status, daemon status
create reversible: config encrypt, database init, dev
modify reversible: authenticate, logout, config autocomplete, cache start, cache stop, daemon start, daemon stop
modify unknown: database migrate
shift reversible: server, connect
shift compensable: sessions cancel
rotate compensable: accounts set-password, accounts change-password, scopes rotate-keys
destroy irreversible: scopes destroy-key-version, session-recordings delete, session-recordings reapply-storage-policy
modify reversible: targets authorize-session
modify compensable: workers certificate-authority, auth-methods change-state, aliases update-target
"""),
    **{f"{noun} {verb}": does("observe") for noun in _BOUNDARY_NOUNS for verb in ("list", "read", "download")},
    **{f"{noun} create": does("create", "reversible") for noun in _BOUNDARY_NOUNS},
    **{f"{noun} update": does("modify", "compensable") for noun in _BOUNDARY_NOUNS},
    **{f"{noun} delete": does("destroy", "compensable") for noun in _BOUNDARY_NOUNS if noun != "session-recordings"},
    "scopes delete": does("destroy", "irreversible"),
    "credential-stores delete": does("destroy", "irreversible"),
    **{
        f"roles {verb}-{what}": does("modify", "reversible", *(("widens_access",) if verb != "remove" else ()))
        for verb in ("add", "set", "remove")
        for what in ("grants", "principals", "grant-scopes")
    },
    **{
        f"{noun} {verb}-{what}": does("modify", "reversible")
        for noun, what in (
            ("groups", "members"),
            ("targets", "host-sources"),
            ("targets", "credential-sources"),
            ("host-sets", "hosts"),
            ("users", "accounts"),
            ("workers", "worker-tags"),
        )
        for verb in ("add", "set", "remove")
    },
}

_WAYPOINT: Final = table("""
observe: version, status, logs, artifact list, build list, deployment list, release list, project list, project inspect
observe: runner list, runner inspect, context list, context verify, context inspect, config get, config source-get, help
observe: workspace list, workspace inspect, token list, job list, job inspect, pipeline list, pipeline inspect, hostname list
create reversible: init, build, project new, workspace create, context create, token invite, config sync, project apply
create compensable: artifact push
modify compensable: up, deploy, release, config set, config source-set, config delete, server upgrade, server install
modify reversible: context use, context rename, context set, login, hostname register, runner profile set
modify unknown: exec, pipeline run
shift reversible: server run, runner agent, ui
shift compensable: job cancel
destroy compensable: context delete, context clear, hostname delete, runner forget, token revoke
destroy irreversible: destroy, project destroy, server uninstall, workspace delete
create reversible: server snapshot
modify irreversible: server restore
""")


def _switch(call: Call, args: Args, _shell: Shell) -> Sequence[Act]:
    """`kubectx NAME` switches, without a name or with `-c` it shows; `-d` forgets a context."""
    kind = "context" if call.name == "kubectx" else "namespace"
    if args.has("-d"):
        return [changes("destroy", "compensable", shown(call.text), refs(kind, args.operands, call), "kubectx -d")]
    if not args.operands and "-" not in call.args and not args.has("-u"):
        return [observe(shown(call.text))]
    return [changes("modify", "reversible", shown(call.text), refs(kind, args.operands, call), call.name)]


TOOLS: Final = (
    Tool(("cmctl",), _CMCTL, valued=_KUBE_VALUED),
    Tool(
        ("talosctl",),
        _TALOSCTL,
        valued=_KUBE_VALUED | {"-e", "--endpoints", "--nodes", "--talosconfig", "--cluster", "-m", "--mode"},
        dry=frozenset({"--dry-run"}),
    ),
    Tool(
        ("clusterctl",),
        _CLUSTERCTL,
        valued=_KUBE_VALUED | {"--config", "--kubeconfig-context"},
        dry=frozenset({"--dry-run"}),
    ),
    Tool(
        ("argo",),
        _ARGO,
        valued=_KUBE_VALUED | {"-s", "--argo-server", "-p", "--parameter"},
        dry=frozenset({"--dry-run", "--server-dry-run"}),
    ),
    Tool(
        ("tkn",),
        _TKN,
        valued=_KUBE_VALUED | {"-c", "-p", "--param", "-w", "--workspace", "-s", "--serviceaccount"},
        dry=frozenset({"--dry-run"}),
    ),
    Tool(
        ("boundary",),
        _BOUNDARY,
        valued=frozenset(
            "-id -addr -token -scope-id -name -description -format -recovery-config -auth-method-id".split()
        ),
        long=True,
    ),
    Tool(("waypoint",), _WAYPOINT, valued=frozenset({"-p", "-a", "-w", "-app", "-project", "-workspace"}), long=True),
    Program(("kubectx", "kubens"), _switch),
    Program(("stern", "kail"), does("observe")),
)
