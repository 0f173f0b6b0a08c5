"""Objects of Kubernetes: how commands name them, and what is lost with each type."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Final

from planproof.effects.act import Hazard, Ref
from planproof.effects.lattice import Undo, worse_undo
from planproof.effects.tools.call import EXPANDED, Args, Call
from planproof.effects.tools.refs import plain
from planproof.effects.tools.tool import Find

_SHORT_NAMES: Final = (
    "po:pod deploy:deployment svc:service ns:namespace no:node cm:configmap sa:serviceaccount ing:ingress"
    " ep:endpoint ds:daemonset sts:statefulset rs:replicaset rc:replicationcontroller cj:cronjob"
    " hpa:horizontalpodautoscaler pdb:poddisruptionbudget netpol:networkpolicy quota:resourcequota"
    " limits:limitrange ev:event pc:priorityclass crd:customresourcedefinition sc:storageclass"
    " csr:certificatesigningrequest persistentvolumeclaim:pvc persistentvolume:pv vs:virtualservice"
    " dr:destinationrule gw:gateway se:serviceentry hr:helmrelease ks:kustomization cert:certificate"
    " app:application vsc:volumesnapshotcontent vsnap:volumesnapshot is:imagestream dc:deploymentconfig"
    " bc:buildconfig kt:kafkatopic ku:kafkauser cephfs:cephfilesystem"
)
_SHORT: Final = {short: kind for short, _, kind in (pair.partition(":") for pair in _SHORT_NAMES.split())}
_LOSES_DATA: Final = frozenset(
    "pvc pv namespace customresourcedefinition statefulset secret project all event volumesnapshot"
    " volumesnapshotcontent"
    " volumesnapshotclass volumegroupsnapshot backup schedule backuprepository backupstoragelocation restore"
    " postgresql postgrescluster postgres kafka kafkatopic elasticsearch opensearchcluster rediscluster redis"
    " perconaxtradbcluster perconaservermongodb mongodbcommunity innodbcluster mysqlcluster mariadb"
    " clickhouseinstallation cassandradatacenter rabbitmqcluster etcdcluster cephcluster cephblockpool cephfilesystem"
    " cephobjectstore objectbucketclaim bucket tenant volume replica datavolume virtualmachine sealedsecret"
    " externalsecret database imagestream persistentvolumeclaims dataset rdsinstance dbinstance machineset machine"
    " application applicationset".split()
)
"""Types with which data, keys or whatever they own go: a namespace with all that is in it, a type with its objects."""
_DEFINITIONS: Final = frozenset(
    "pod deployment service node configmap serviceaccount ingress ingressclass endpoint endpointslice daemonset"
    " replicaset replicationcontroller job cronjob horizontalpodautoscaler verticalpodautoscaler poddisruptionbudget"
    " networkpolicy resourcequota limitrange role rolebinding clusterrole clusterrolebinding priorityclass storageclass"
    " csidriver csinode certificatesigningrequest lease runtimeclass apiservice podtemplate controllerrevision"
    " validatingwebhookconfiguration mutatingwebhookconfiguration validatingadmissionpolicy"
    " validatingadmissionpolicybinding podsecuritypolicy volumeattachment componentstatus"
    # what widely used extensions add without data of its own
    " virtualservice destinationrule gateway gatewayclass httproute grpcroute tcproute tlsroute udproute referencegrant"
    " serviceentry sidecar envoyfilter authorizationpolicy peerauthentication requestauthentication telemetry"
    " workloadentry certificate certificaterequest issuer clusterissuer order challenge servicemonitor podmonitor probe"
    " prometheusrule scrapeconfig alertmanagerconfig helmrepository helmchart gitrepository"
    " ocirepository imagepolicy imagerepository imageupdateautomation alert provider receiver rollout analysistemplate"
    " analysisrun experiment scaledobject scaledjob triggerauthentication ingressroute middleware serversstransport"
    " tlsoption secretstore clustersecretstore nodepool nodeclaim ec2nodeclass provisioner clusterpolicy policy"
    " policyexception constrainttemplate ciliumnetworkpolicy ciliumclusterwidenetworkpolicy globalnetworkpolicy"
    " route deploymentconfig buildconfig build securitycontextconstraints workflow cronworkflow workflowtemplate"
    " pipelinerun taskrun pipeline task backendconfig frontendconfig managedcertificate targetgroupbinding"
    " kafkauser kafkaconnector service.serving revision servicelevelobjective grafanadashboard".split()
)
"""Types that only say how something shall run: made again from their definition."""
_GUARDS: Final = frozenset(
    "networkpolicy poddisruptionbudget resourcequota limitrange validatingwebhookconfiguration podsecuritypolicy"
    " mutatingwebhookconfiguration validatingadmissionpolicy validatingadmissionpolicybinding authorizationpolicy"
    " peerauthentication prometheusrule clusterpolicy ciliumnetworkpolicy globalnetworkpolicy schedule"
    " ciliumclusterwidenetworkpolicy securitycontextconstraints".split()
)
"""Types that protect something while they are there."""
_OF_CLUSTER: Final = frozenset(
    "namespace node pv customresourcedefinition clusterrole clusterrolebinding storageclass priorityclass apiservice"
    " certificatesigningrequest validatingwebhookconfiguration mutatingwebhookconfiguration ingressclass"
    " volumesnapshotcontent volumesnapshotclass clusterissuer project csidriver runtimeclass".split()
)
_IRREGULAR: Final = {
    "ingresses": "ingress",
    "endpoints": "endpoint",
    "redis": "redis",
    "postgres": "postgres",
    "all": "all",
    "limits": "limitrange",
    "ingress": "ingress",
    "kafkas": "kafka",
}


def canonical(word: str) -> str:
    """The type that a command means: one word, singular, without its group.

    Example:
        >>> canonical("deployments.apps"), canonical("PersistentVolumeClaim"), canonical("po"), canonical("policies")
        ('deployment', 'pvc', 'pod', 'policy')
    """
    name = plain(word).lower().partition(".")[0]
    if name in _SHORT:
        return _SHORT[name]
    if name in _IRREGULAR:
        single = _IRREGULAR[name]
    elif name.endswith("ies"):
        single = name[:-3] + "y"
    elif name.endswith(("sses", "xes", "ches")):
        single = name[:-2]
    else:
        single = name[:-1] if name.endswith("s") and not name.endswith("ss") else name
    return _SHORT.get(single, single)


def named(operands: Sequence[str], namespace: str = "", otherwise: str = "*") -> tuple[Ref, ...]:
    """The objects that the operands behind a verb name: `pod a b`, `deploy/a svc/a`, `sts,pvc` with a selector.

    Args:
        operands: what stands behind the verb.
        namespace: where they are.
        otherwise: the name where the command gives a type alone: its selector, or `*`.

    Example:
        >>> [str(ref) for ref in named(["deploy/web", "svc/web"], "prod")]
        ['deployment:prod/web', 'service:prod/web']
        >>> [str(ref) for ref in named(["sts,pvc"], otherwise="app=x")]
        ['statefulset:app=x', 'pvc:app=x']
    """
    if not operands:
        return ()
    if any("/" in word for word in operands):
        pairs = [(kind, name) for kind, _, name in (word.partition("/") for word in operands)]
    else:
        names = operands[1:] or (otherwise,)
        pairs = [(kind, name) for kind in operands[0].split(",") if kind for name in names]
    return tuple(object_ref(kind, name, namespace) for kind, name in pairs)


def object_ref(kind: str, name: str, namespace: str = "") -> Ref:
    """One object; what belongs to the cluster has no namespace."""
    known = plain(kind) if EXPANDED in kind else canonical(kind)
    return Ref(known, plain(name), "" if known in _OF_CLUSTER else plain(namespace))


def objects(skip: int = 1) -> Find:
    """Finds the objects behind the first `skip` operands."""

    def find(args: Args, _call: Call) -> Sequence[Ref]:
        return named(args.operands[skip:], namespace(args), args.value("-l", "--selector") or "*")

    return find


def namespace(args: Args) -> str:
    """The namespace of a call; `*` for all."""
    return "*" if args.has("-A", "--all-namespaces") else args.value("-n", "--namespace")


def some(kind: str, skip: int, count: int | None = None) -> Find:
    """Finds objects of one type by their names."""

    def find(args: Args, _call: Call) -> Sequence[Ref]:
        names = [name.partition("/")[2] or name for name in args.operands[skip:][:count]]
        return [ref for name in names for ref in named([kind, name], namespace(args))]

    return find


def lost_with(kinds: Iterable[str]) -> Undo:
    """How deleting objects of these types can be undone; a type that nobody knows may hold data.

    Example:
        >>> lost_with(["pod", "svc"]), lost_with(["deploy", "pvc"]), lost_with(["widget"])
        ('compensable', 'irreversible', 'unknown')
    """
    undo: Undo = "compensable"
    for kind in kinds:
        known = canonical(kind)
        if known in _LOSES_DATA or EXPANDED in kind:
            undo = "irreversible"
        elif known not in _DEFINITIONS:
            undo = worse_undo(undo, "unknown")
    return undo


def guards_among(refs: Iterable[Ref]) -> tuple[Hazard, ...]:
    """The hazard of deleting these objects, where one of them protects something."""
    return ("weakens_guard",) if any(ref.kind in _GUARDS for ref in refs) else ()
