"""What makes and keeps clusters: kubeadm, k3s, kind, minikube, k3d, eksctl, kops; containerd's own clients."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from planproof.effects.act import Act, Ref
from planproof.effects.tools.call import Args, Call
from planproof.effects.tools.containers import execute
from planproof.effects.tools.refs import grouped, operands, plain
from planproof.effects.tools.tool import By, Find, Shell, Tool, does, table

_HELP: Final = frozenset({"-h"})


def _cluster(*options: str) -> Find:
    """The cluster that an option names."""

    def find(args: Args, _call: Call) -> tuple[Ref, ...]:
        return (Ref("cluster", plain(args.value(*options)) or "default"),)

    return find


def _kubectl(_call: Call, args: Args, shell: Shell) -> Sequence[Act]:
    """`minikube kubectl -- get pods`."""
    return shell.argv(["kubectl", *(args.rest or args.operands[1:])])


def _bundled(call: Call, _args: Args, shell: Shell) -> Sequence[Act]:
    """`k3s kubectl …`: a client that comes with it."""
    return shell.argv(list(call.args))


_KUBEADM: Final = Tool(
    ("kubeadm",),
    table("""
observe: certs check-expiration, completion, config images list, config print, config print *, config validate
observe: token list, upgrade diff, upgrade plan, version, kubeconfig user, certs certificate-key, token generate
observe: init phase preflight, join phase preflight, help, config images
create reversible: certs generate-csr, config images pull, token create, alpha kubeconfig user
modify compensable: config migrate, init, init phase, init phase *, join, join phase, join phase *, upgrade node
modify compensable: upgrade node phase, upgrade node phase *
modify irreversible: upgrade apply, upgrade apply phase
rotate compensable: certs renew, certs renew *
destroy compensable: token delete
destroy irreversible: reset, reset phase, reset phase *
"""),
    frozenset(
        "--config --kubeconfig --cert-dir --token --discovery-token-ca-cert-hash --node-name --control-plane-"
        " endpoint --pod-network-cidr --kubernetes-version --ttl --cri-socket --certificate-key -v"
        " --apiserver-advertise-address --rootfs --image-repository".split()
    ),
    dry=frozenset({"--dry-run", "-h"}),
    bare=does("observe"),
)

_KIND: Final = Tool(
    ("kind",),
    {
        **table("""
observe: completion, export kubeconfig, get clusters, get kubeconfig, get nodes, version, help
create reversible: build node-image, create cluster, export logs, load docker-image, load image-archive
destroy irreversible: delete clusters
"""),
        "delete cluster": does("destroy", "irreversible", refs=_cluster("-n", "--name")),
    },
    frozenset("-n --name --config --image --kubeconfig --wait --nodes".split()),
    dry=_HELP,
    bare=does("observe"),
)

_MINIKUBE: Final = Tool(
    ("minikube",),
    {
        **table("""
observe: addons list, addons images, completion, config get, config view, config defaults, dashboard, docker-env, help
observe: image ls, image list, ip, license, logs, node list, options, podman-env, profile, profile list, service
observe: service list
observe: ssh-key, status, tunnel, update-check, version, ssh-host, addons open
create reversible: cache add, image build, image load, image pull, image save, image tag, node add
create compensable: image push
modify reversible: addons configure, addons enable, addons disable, cache reload, config set, config unset, cp, mount
modify reversible: update-context
shift reversible: start, stop, pause, unpause, node start, node stop
destroy compensable: cache delete, image rm, image unload
destroy irreversible: node delete
"""),
        "delete": does("destroy", "irreversible", refs=_cluster("-p", "--profile")),
        "kubectl": _kubectl,
    },
    frozenset("-p --profile --driver --memory --cpus --kubernetes-version --nodes -n".split()),
    dry=frozenset({"--dry-run", "-h"}),
    bare=does("observe"),
)

_K3D: Final = Tool(
    ("k3d",),
    {
        **table("""
observe: cluster list, cluster ls, completion, config init, config migrate, kubeconfig get, node list, registry list
observe: version, help, kubeconfig write
create reversible: cluster create, image import, kubeconfig merge, node create, registry create
modify reversible: cluster edit, node edit
shift reversible: cluster start, cluster stop, node start, node stop
destroy compensable: node delete, registry delete
"""),
        "cluster delete": does("destroy", "irreversible", refs=operands("cluster", 2)),
        "cluster rm": does("destroy", "irreversible", refs=operands("cluster", 2)),
    },
    frozenset("-c --config -p --port -v --volume -a --agents -s --servers -i --image".split()),
    refs=grouped,
    dry=_HELP,
    bare=does("observe"),
)


def _of_cluster(args: Args, _call: Call) -> tuple[Ref, ...]:
    """`delete nodegroup --cluster a --name b`: the second word is the kind."""
    kind = plain(args.operands[1]) if len(args.operands) > 1 else "cluster"
    name = args.value("-n", "--name", "--include") or (args.operands[2] if len(args.operands) > 2 else "")
    cluster = args.value("--cluster", "-f", "--config-file")
    return (Ref(kind, plain(name), plain(cluster)),) if name else ()


_NAME: Final = _cluster("--name", "-n", "--cluster", "-f", "--config-file")
_EKSCTL: Final = Tool(
    ("eksctl",),
    {
        **table("""
observe: completion, info, version, utils describe-addon-configuration, utils describe-addon-versions, help
observe: utils describe-stacks, utils nodegroup-health, utils schema, utils write-kubeconfig
observe: utils migrate-to-pod-identity
observe: get *
create reversible: create *, register cluster, associate identityprovider, associate *
modify reversible: enable *, set labels, unset labels, utils update-cluster-logging, utils update-coredns
modify compensable: update *, upgrade *, utils update-kube-proxy, utils update-aws-node
modify compensable: utils associate-iam-oidc-provider
modify compensable: utils update-cluster-vpc-config, utils set-public-access-cidrs, utils update-cluster-endpoints
modify compensable: utils enable-secrets-encryption, utils install-vpc-controllers, utils update-authentication-mode
modify compensable: utils update-zonal-shift-config, utils update-auto-mode-config
shift reversible: scale nodegroup, scale ng, drain nodegroup, drain ng
destroy compensable: delete nodegroup, delete ng, delete iamserviceaccount, delete iamidentitymapping, delete addon
destroy compensable: delete fargateprofile, delete podidentityassociation, delete accessentry, deregister cluster
destroy compensable: disassociate *
"""),
        "delete cluster": does("destroy", "irreversible", refs=_NAME),
        "create iamidentitymapping": does("create", "reversible", "widens_access", refs=_NAME),
        "create accessentry": does("create", "reversible", "widens_access", refs=_NAME),
    },
    frozenset(
        "-f --config-file -n --name --cluster -r --region -p --profile --nodes -N --nodes-min --nodes-max -m"
        " -M --include --exclude --timeout --namespace --version -o --output --arn --group --username --cfn-"
        " role-arn -v --labels -l".split()
    ),
    refs=_of_cluster,
    dry=frozenset({"--dry-run", "-h"}),
    bare=does("observe"),
)

_KOPS: Final = Tool(
    ("kops",),
    {
        **table("""
observe: completion, get, get *, validate, validate cluster, version, toolbox dump, toolbox template, export kubeconfig
observe: get assets, help
create reversible: create *, create secret *, export kubecfg
modify compensable: replace, edit *, trust keypair, promote keypair
rotate compensable: distrust keypair
destroy compensable: delete instance, delete instancegroup
destroy irreversible: delete secret, delete keypair
"""),
        "update cluster": By(does("observe"), {"--yes -y": does("modify", "compensable")}),
        "upgrade cluster": By(does("observe"), {"--yes -y": does("modify", "compensable")}),
        "rolling-update cluster": By(does("observe"), {"--yes -y": does("shift", "reversible")}),
        "delete cluster": By(does("observe"), {"--yes -y": does("destroy", "irreversible", refs=_cluster("--name"))}),
    },
    frozenset("--name --state -f -o --output --config -v".split()),
    dry=_HELP,
    bare=does("observe"),
)

_K3S: Final = Tool(
    ("k3s",),
    {
        **table("""
observe: check-config, etcd-snapshot ls, etcd-snapshot list, secrets-encrypt status, token list, completion, help
observe: certificate check
create reversible: token create, token generate
modify unknown: agent
modify compensable: secrets-encrypt enable, secrets-encrypt prepare, secrets-encrypt reencrypt
rotate compensable: certificate rotate, certificate rotate-ca, secrets-encrypt rotate, secrets-encrypt rotate-keys
rotate compensable: token rotate
destroy compensable: token delete
destroy irreversible: etcd-snapshot delete, etcd-snapshot prune
"""),
        "etcd-snapshot save": does("create", "reversible", produces=True, refs=_cluster("--name")),
        "secrets-encrypt disable": does("modify", "compensable", "weakens_guard"),
        "server": By(does("modify", "unknown"), {"--cluster-reset": does("destroy", "irreversible")}),
        **dict.fromkeys(("kubectl", "crictl", "ctr"), _bundled),
    },
    frozenset({"--name", "--dir", "--data-dir", "--node-name"}),
    dry=_HELP,
    bare=does("observe"),
)

# -- containerd -----------------------------------------------------------------------------------------------------

_CRICTL: Final = Tool(
    ("crictl",),
    {
        **table("""
observe: attach, completion, events, imagefsinfo, images, image, img, info, inspect, inspecti, inspectp
observe: logs, metrics, metricsp, metricdescs, pods, port-forward, ps, runtime-config, stats, statsp, version, help
observe: config
create reversible: create, pull, run, runp, checkpoint
modify reversible: update, update-runtime-config
shift reversible: start, stop, stopp
destroy compensable: rm, rmi, rmp
"""),
        "exec": execute,
    },
    frozenset("-r --runtime-endpoint -i --image-endpoint -c --config -t --timeout -o -n".split()),
    {"exec": frozenset({"-r", "--runtime-endpoint", "--timeout", "-e"})},
    _HELP,
    bare=does("observe"),
    starts={"exec": 1},
)

_CTR: Final = Tool(
    ("ctr",),
    table("""
observe: containers info, containers list, containers ls, c ls, c list, c info, content active, content fetch-object
observe: content get, content list, content ls, events, images check, images list, images ls, i ls, i list, i check
observe: images usage, image ls, image list, image check, leases list, leases ls, namespaces list, namespaces ls, ns ls
observe: plugins list, plugins ls, pprof, snapshots diff, snapshots info, snapshots list, snapshots ls, snapshots tree
observe: snapshots usage, tasks list, tasks ls, t ls, t list, tasks metrics, tasks ps, t ps, version, info, image usage
observe: sandboxes list, deprecations list, images inspect, image inspect, container ls, container list, container info
create reversible: containers checkpoint, containers create, c create, content fetch, images export, images import
create reversible: images mount, images pull, images tag, i pull, i import, i export, i tag, image pull, image import
create reversible: image export, image tag, leases create, namespaces create, ns create, run, snapshots commit
create reversible: snapshots prepare, snapshots view, tasks checkpoint, snapshots mounts
create compensable: images push, image push, i push, content push-object
modify reversible: containers label, content label, images label, namespaces label, snapshots label, images unmount
modify reversible: containers restore, images convert, content edit, install
shift reversible: tasks pause, tasks resume, tasks start, t start, t pause, t resume
shift compensable: tasks kill, t kill
destroy compensable: containers delete, containers rm, containers del, c rm, c del, c delete, container rm
destroy compensable: images delete
destroy compensable: images remove, images rm, images prune, image rm, image delete, i rm, i delete, image prune
destroy compensable: content delete, content prune, leases delete, tasks delete, tasks rm, t rm, t delete
destroy compensable: sandboxes remove
destroy irreversible: namespaces remove, namespaces rm, ns rm, snapshots delete, snapshots remove, snapshots rm
"""),
    frozenset("-n --namespace -a --address --timeout --platform -u --user --snapshotter".split()),
    dry=_HELP,
    bare=does("observe"),
)

TOOLS: Final = (
    _KUBEADM,
    _KIND,
    _MINIKUBE,
    _K3D,
    _EKSCTL,
    _KOPS,
    _K3S,
    _CRICTL,
    _CTR,
    Tool(
        ("k9s",),
        table("observe: info, version, help, completion"),
        dry=_HELP,
        bare=By(does("modify", "unknown"), {"--readonly": does("observe")}),
    ),
)
