"""What runs in or beside Kubernetes and is steered by its own client: Argo CD, Flux, Velero, Istio, Linkerd, Cilium."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from planproof.effects.act import Act, Ref
from planproof.effects.tools.call import Args, Call
from planproof.effects.tools.refs import grouped, operands, plain
from planproof.effects.tools.tool import By, Entry, Find, Shell, Tool, does, table

# -- Argo CD --------------------------------------------------------------------------------------------------------

_ARGO_VALUED: Final = frozenset(
    "-o -l -N -p -r --output --selector --app-namespace --server --auth-token --config --grpc-web-root-path --header"
    " --kube-context --project --revision --repo --path --dest-server --dest-namespace --dest-name --parameter --values"
    " --helm-set --helm-set-string --sync-policy --timeout --retry-limit --resource --label --strategy --kind"
    " --resource-name --namespace --group --propagation-policy --cascade --username --password --name --upsert-file"
    " --ssh-private-key-path --tls-client-cert-path --type --env --local --file -f --role --action --object --user"
    " --sync-option --operation --current-password --new-password --account --id --expires-in"
    " --port-forward-namespace".split()
)
_APPS: Final = operands("application", 2)

_ARGO: Final[dict[str, Entry]] = {
    **table("""
observe: account bcrypt, account can-i, account get, account get-user-info, account list
observe: admin app diff-reconcile-results
observe: admin app get-reconcile-results, admin cluster kubeconfig, admin cluster namespaces, admin cluster shards
observe: admin cluster stats, admin dashboard, admin initial-password, admin notifications template get, admin settings
observe: admin notifications trigger get, admin settings rbac can, admin settings rbac validate, admin settings validate
observe: admin settings resource-overrides health, app diff, app get, app get-resource, app history, app list, app logs
observe: app manifests, app resources, app wait, app actions list, appset get, appset list
observe: appset generate, cert list, cluster get, cluster list, completion, context, gpg get, gpg list, help, proj get
observe: proj list, proj role get, proj role list, proj role list-tokens, proj windows list, repo get, repo list
observe: repocreds list, version, admin proj generate-spec, admin repo generate-spec, admin app generate-spec
create reversible: app create, app add, appset create, proj create, repo add, repocreds add, proj windows add
create reversible: cluster add, cert add-ssh, cert add-tls, gpg add, account generate-token, proj role create
create reversible: proj role create-token
modify reversible: app add-source, app remove-source, app edit, app set, app unset, app patch, login, logout, relogin
modify reversible: proj edit, proj set, cluster set, proj windows disable-manual-sync, proj windows enable-manual-sync
modify reversible: proj windows update, app patch-resource, configure, proj add-orphaned-ignore
modify reversible: proj remove-orphaned-ignore, proj deny-cluster-resource, proj deny-namespace-resource
modify compensable: admin import, admin redis-initial-password, proj remove-destination
modify compensable: proj remove-source, proj role remove-policy, proj role remove-group, proj windows delete
modify compensable: app confirm-deletion, proj remove-signature-key, proj remove-source-namespace
shift reversible: app terminate-op
rotate compensable: account update-password, cluster rotate-auth
destroy compensable: account delete-token, appset delete, cert rm, cluster rm, context delete, gpg rm, proj delete
destroy compensable: proj role delete, proj role delete-token, repo rm, repocreds rm, app delete-resource
"""),
    **{
        f"proj {verb}": does("modify", "reversible", "widens_access", refs=operands("project", verb.count(" ") + 2, 1))
        for verb in (
            "add-destination",
            "add-source",
            "role add-policy",
            "role add-group",
            "allow-cluster-resource",
            "allow-namespace-resource",
            "add-signature-key",
            "add-source-namespace",
        )
    },
    "app set": does("modify", "reversible", refs=_APPS),
    "app sync": By(
        does("modify", "compensable", refs=_APPS),
        {
            "--prune": does("destroy", "unknown", refs=_APPS),
            "--force --replace": does("destroy", "compensable", refs=_APPS),
        },
    ),
    "app rollback": does(
        "modify", "reversible", inverse="argocd app sync", restores=True, refs=operands("application", 2, 1)
    ),
    # Without the cascade its objects go on to run; with it all that it made goes, claims among them.
    "app delete": By(
        does("destroy", "irreversible", refs=_APPS),
        {"--cascade=false --propagation-policy=orphan": does("destroy", "compensable", refs=_APPS)},
    ),
    "app actions run": does("shift", "reversible", refs=operands("application", 3, 1)),
    "admin export": does("observe", refs=lambda _args, _call: (Ref("cluster", "argocd"),)),
}

# -- Flux -----------------------------------------------------------------------------------------------------------

_FLUX_VALUED: Final = frozenset(
    "-n -o -l --namespace --output --context --kubeconfig --timeout --selector --status-selector --label-selector --for"
    " --since --level --kind --name --source --path --url --branch --tag --tag-semver --interval --chart --values"
    " --owner --repository --components --components-extra --export-path --revision --provider --creds --username"
    " --password --private-key-file --token --version --registry --network-policy --health-check --kustomization-file"
    " --decryption-provider --service-account --target-namespace --target-name --depends-on --secret-ref".split()
)


def _flux(skip: int) -> Find:
    def find(args: Args, _call: Call) -> Sequence[Ref]:
        kind = args.operands[1] if len(args.operands) > 1 else ""
        kind = f"{kind} {args.operands[2]}" if skip == 3 and len(args.operands) > 2 else kind
        space = plain(args.value("-n", "--namespace"))
        return [Ref(kind.replace("source ", ""), plain(name), space) for name in args.operands[skip:]]

    return find


def _flux_last(args: Args, _call: Call) -> Sequence[Ref]:
    """`delete source git x`: the last two words."""
    space = plain(args.value("-n", "--namespace"))
    return [Ref(plain(args.operands[-2]), plain(args.operands[-1]), space)] if len(args.operands) > 2 else []


_FLUX: Final[dict[str, Entry]] = {
    **table("""
observe: check, completion, diff, diff *, envsubst, events, export, export *, export source *, get, get *, get source *
observe: get sources *, get images *, list, list *, logs, stats, trace, tree, tree *, version, build, build *, debug
observe: debug *, get all, help
create reversible: create *, create source *, create image *, create secret *, pull, pull *, tag, tag *
create compensable: push, push *
modify compensable: bootstrap, bootstrap *, install, migrate
destroy compensable: delete source *, delete alert, delete alert-provider, delete receiver, delete image *
"""),
    "suspend *": does("modify", "reversible", inverse="flux resume", refs=_flux(2)),
    "suspend source *": does("modify", "reversible", inverse="flux resume", refs=_flux(3)),
    "suspend image *": does("modify", "reversible", inverse="flux resume", refs=_flux(3)),
    "resume *": does("modify", "reversible", inverse="flux suspend", refs=_flux(2)),
    "resume source *": does("modify", "reversible", inverse="flux suspend", refs=_flux(3)),
    "resume image *": does("modify", "reversible", inverse="flux suspend", refs=_flux(3)),
    "reconcile *": does("modify", "compensable", refs=_flux(2)),
    "reconcile source *": does("modify", "compensable", refs=_flux(3)),
    "reconcile image *": does("modify", "compensable", refs=_flux(3)),
    # What they made goes with them: a release, or all that a kustomization applied.
    "delete kustomization": does("destroy", "unknown", refs=_flux(2)),
    "delete helmrelease": does("destroy", "unknown", refs=_flux(2)),
    # Flux itself goes; what it applied stays.
    "uninstall": does("destroy", "compensable"),
}

# -- Velero ---------------------------------------------------------------------------------------------------------

_VELERO_VALUED: Final = frozenset(
    "-n -o -l --namespace --output --kubecontext --kubeconfig --selector --or-selector --include-namespaces --labels"
    " --exclude-namespaces --include-resources --exclude-resources --namespace-mappings --from-backup --from-schedule"
    " --ttl --schedule --storage-location --snapshot-location --volume-snapshot-locations --provider --bucket --config"
    " --prefix --backup-location-config --snapshot-location-config --secret-file --plugins --image --timeout"
    " --annotations"
    " --include-cluster-resources --snapshot-volumes --default-volumes-to-fs-backup --restore-volumes --access-mode"
    " --existing-resource-policy --resource-policies-configmap --ordered-resources --parallel-files-upload"
    " --backup-sync-period --validation-frequency --credential --cacert --resource-modifier-configmap".split()
) - {"--snapshot-volumes", "--include-cluster-resources", "--restore-volumes", "--default-volumes-to-fs-backup"}
_BACKUPS: Final = operands("backup", 2)


def _space_refs(args: Args) -> tuple[Ref, ...]:
    names = [name for value in args.values("--include-namespaces") for name in value.split(",") if name]
    cluster = plain(args.value("--kubecontext"))
    return tuple(Ref("namespace", plain(name)) for name in names) or (Ref("cluster", cluster or "*"),)


def _backup(call: Call, args: Args, _shell: Shell) -> Sequence[Act]:
    made = tuple(Ref("backup", plain(name)) for name in args.operands[2:3])
    act = does("create", "reversible", produces=True).act(call, made, "velero backup create")
    return [act._replace(reads=_space_refs(args))]


def _restore(call: Call, args: Args, _shell: Shell) -> Sequence[Act]:
    """Brings back what is missing; with the policy `update` it overwrites what is there."""
    overwrites = args.value("--existing-resource-policy") == "update"
    backup = args.value("--from-backup", "--from-schedule")
    act = does("modify" if overwrites else "create", "compensable", restores=True)
    made = act.act(call, _space_refs(args), "velero restore create")
    return [made._replace(reads=(Ref("backup", plain(backup)),))]


_VELERO: Final[dict[str, Entry]] = {
    **table("""
observe: backup get, backup logs, backup-location get, client config get, completion, debug, get, get *, plugin get
observe: repo get, restore describe, restore get, restore logs, schedule describe, schedule get, snapshot-location get
observe: version, describe restore, describe restores, describe schedule, describe schedules, logs, help
observe: backup download
create reversible: backup-location create, snapshot-location create, schedule create, create schedule, plugin add
create reversible: create backup-location, create snapshot-location
modify reversible: backup-location set, snapshot-location set, client config set, plugin remove, schedule unpause
modify compensable: install
destroy compensable: restore delete, delete restore, delete restores, backup-location delete
destroy compensable: delete backup-location
"""),
    **{
        f"{a} {b}": does("observe", verifies=True, refs=_BACKUPS)
        for a, b in (("backup", "describe"), ("describe", "backup"), ("describe", "backups"))
    },
    **dict.fromkeys(("backup create", "create backup"), _backup),
    **dict.fromkeys(("restore create", "create restore"), _restore),
    **dict.fromkeys(
        ("backup delete", "delete backup", "delete backups"), does("destroy", "irreversible", refs=_BACKUPS)
    ),
    **dict.fromkeys(
        ("schedule delete", "delete schedule", "delete schedules"),
        does("destroy", "compensable", "weakens_guard", refs=operands("schedule", 2)),
    ),
    "schedule pause": does("modify", "reversible", "weakens_guard", refs=operands("schedule", 2)),
    "backup get": does("observe", refs=_BACKUPS),
    "uninstall": does("destroy", "compensable", "weakens_guard"),
}

# -- meshes ---------------------------------------------------------------------------------------------------------

_ISTIO: Final[dict[str, Entry]] = table("""
observe: analyze, bug-report, completion, proxy-config, proxy-config *, pc, pc *, proxy-status, ps, version, validate
observe: manifest generate, manifest diff, profile list, profile dump, profile diff, dashboard, dashboard *, d, d *
observe: verify-install, experimental describe, x describe, x authz check, x precheck, experimental precheck, help
observe: tag list, x proxy-status, experimental proxy-status, x version, x check-inject, operator dump, remote-clusters
observe: x metrics, x envoy-stats, ztunnel-config, ztunnel-config *, x internal-debug, waypoint list, waypoint status
observe: waypoint generate, kube-inject, admin log
create reversible: create-remote-secret, x create-remote-secret, tag generate, operator init
create reversible: x workload group create, x workload entry configure, waypoint apply
modify compensable: install, manifest install, manifest apply, upgrade, tag set, x add-to-mesh, operator upgrade
modify compensable: x remove-from-mesh
destroy compensable: uninstall, x uninstall, tag remove, operator remove, waypoint delete
""")
_LINKERD: Final[dict[str, Entry]] = table("""
observe: check, completion, diagnostics, diagnostics *, identity, inject, install, install-cni, uninject, upgrade
observe: uninstall, profile, version, viz, viz *, viz tap, jaeger, jaeger *, multicluster check, multicluster gateways
observe: multicluster install, multicluster link, authz, prune, help
""")
"""Linkerd prints manifests and changes nothing itself; what `kubectl apply` does with them counts."""

_CILIUM: Final[dict[str, Entry]] = table("""
observe: status, version, config view, connectivity, connectivity test, connectivity perf, sysdump, features, context
observe: bgp
observe: bgp *, clustermesh status, encryption status, hubble ui, hubble port-forward, endpoint list, endpoint get, help
observe: endpoint log, endpoint health, identity list, identity get, service list, service get, policy get, monitor
observe: bpf auth list, bpf bandwidth list, bpf config list, bpf ct list, bpf egress list, bpf endpoint list, bpf fs show
observe: bpf ipcache get, bpf ipcache list, bpf ipmasq list, bpf lb list, bpf metrics list, bpf nat list, bpf policy get
observe: bpf policy list, bpf recorder list, bpf sha list, bpf sha get, bpf srv6 *, bpf vtep list, bpf nodeid list
modify compensable: bpf endpoint delete, bpf policy delete, bpf policy add, bpf vtep delete, bpf vtep update
modify compensable: bpf ipcache delete, bpf ipcache update, fqdn cache clean
shift compensable: bpf ct flush, bpf nat flush, bpf auth flush
observe: node list, nodeid list, metrics list, fqdn cache list, fqdn names, ip list, lrp list, map list, map get, health, debuginfo
observe: troubleshoot
observe: cgroups list, recorder list, statedb, encrypt status
modify compensable: install, upgrade, config set, config delete, hubble enable, clustermesh enable, clustermesh connect
modify compensable: clustermesh disconnect, encryption create-key, endpoint config, endpoint labels
modify compensable: policy import
shift reversible: endpoint regenerate
rotate reversible: encryption rotate-key
destroy compensable: uninstall, hubble disable, clustermesh disable, endpoint disconnect, service delete, policy delete
""")

TOOLS: Final = (
    Tool(("argocd",), _ARGO, _ARGO_VALUED, refs=grouped, dry=frozenset({"--dry-run", "-h"}), bare=does("observe")),
    Tool(
        ("flux",),
        _FLUX,
        _FLUX_VALUED,
        refs=_flux_last,
        dry=frozenset({"--dry-run", "--export", "-h"}),
        bare=does("observe"),
    ),
    Tool(("velero",), _VELERO, _VELERO_VALUED, dry=frozenset({"--dry-run", "-h"}), bare=does("observe")),
    Tool(
        ("istioctl",),
        _ISTIO,
        frozenset("-n -f -i -r -c -o --namespace --context --set".split()),
        dry=frozenset({"--dry-run", "-h"}),
        bare=does("observe"),
    ),
    Tool(
        ("cilium", "cilium-dbg"),
        _CILIUM,
        frozenset({"-n", "-o", "--namespace", "--context", "--output"}),
        dry=frozenset({"--dry-run", "-h"}),
        bare=does("observe"),
    ),
    Tool(
        ("linkerd",),
        _LINKERD,
        frozenset({"-n", "--context", "--kubeconfig", "--linkerd-namespace"}),
        dry=frozenset({"-h"}),
        bare=does("observe"),
    ),
)
