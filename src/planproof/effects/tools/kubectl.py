"""Kubernetes' kubectl and OpenShift's oc."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from typing import Final

from planproof.effects.act import Act, Hazard, Ref, observe, unknown
from planproof.effects.tools.call import EXPANDED, Args, Call, shown
from planproof.effects.tools.kube_files import applied, created, deleted_files, replaced
from planproof.effects.tools.kube_objects import canonical, guards_among, lost_with, named, namespace, objects, some
from planproof.effects.tools.kube_plugins import PLUGINS
from planproof.effects.tools.kube_pods import OF_LOGS, attach, copy, debug, execute, logs, run
from planproof.effects.tools.openshift import OPENSHIFT
from planproof.effects.tools.refs import plain
from planproof.effects.tools.tool import By, Entry, Shell, Tool, does, table

VALUED: Final = frozenset(
    "-n -l -f -o -c -p -k -s -L --namespace --selector --filename --output --container --patch --kustomize --server"
    " --context --cluster --user --kubeconfig --token --as --as-group --as-uid --request-timeout --cache-dir --profile"
    " --certificate-authority --client-key --client-certificate --tls-server-name --field-selector --sort-by --template"
    " --label-columns --chunk-size --timeout --for --replicas --current-replicas --resource-version --grace-period"
    " --image --port --target-port --type --name --protocol --external-ip --load-balancer-ip --session-affinity"
    " --cluster-ip --min --max --cpu-percent --from-literal --from-file --from-env-file --from --schedule --restart"
    " --env --labels --overrides --override-type --field-manager --raw --patch-file --subresource --to-revision"
    " --revision --address --pod-running-timeout --tail --since --since-time --limit-bytes --max-log-requests --keys"
    " --limits --requests --containers --serviceaccount --clusterrole --role --group --verb --resource --resource-name"
    " --hard --scopes --min-available --max-unavailable --value --description --preemption-policy --class --rule"
    " --default-backend --annotation --docker-server --docker-username --docker-password --docker-email --cert --key"
    " --tcp --node-port --external-name --duration --audience --bound-object-kind --bound-object-name"
    " --bound-object-uid --target --copy-to --set-image --custom --prune-allowlist --prune-whitelist --applyset"
    " --pod-selector --skip-wait-for-deletion-timeout --api-prefix --accept-paths --accept-hosts --reject-methods"
    " --reject-paths --www --www-prefix --unix-socket --prefix --api-group --verbs --categories --api-version -v"
    " --v --vmodule --shell --namespaces --output-directory --list-namespace --resources".split()
)


def _delete(call: Call, args: Args, shell: Shell) -> Sequence[Act]:
    """Deletes objects: what is lost depends on their types."""
    if args.has("-f", "--filename", "-k", "--kustomize"):
        return deleted_files(call, args, shell)
    if args.has("--raw"):
        return [Act("destroy", "irreversible", shown(call.text), destroys=(Ref("path", args.value("--raw")),))]
    words = args.operands[1:]
    kinds = (
        [w.partition("/")[0] for w in words] if any("/" in w for w in words) else (words[0].split(",") if words else [])
    )
    if words and EXPANDED in words[0] and "/" not in words[0]:
        kinds = [EXPANDED]
    if args.value("--cascade") in ("orphan", "false"):
        # The pods and claims of a set stay: only its definition goes.
        kinds = [kind for kind in kinds if canonical(kind) != "statefulset"] or ["deployment"]
    refs = objects()(args, call)
    act = does("destroy", lost_with(kinds), *guards_among(refs)).act(call, refs, "kubectl delete")
    return [act]


def _scale(call: Call, args: Args, _shell: Shell) -> Sequence[Act]:
    """To zero it stops a service; else it is a setting."""
    kind = "modify" if args.value("--replicas").strip() not in ("", "0") else "shift"
    if EXPANDED in args.value("--replicas"):
        kind = "shift"
    return [does(kind, "reversible", inverse="kubectl scale").act(call, objects()(args, call), "kubectl scale")]


_STOPS: Final = re.compile(r'"?replicas"?\s*:\s*0\b|"?suspend"?\s*:\s*true')
_UNGUARDS: Final = re.compile(
    r'"?finalizers"?\s*:\s*(null|\[\s*\])|/finalizers\b|ReclaimPolicy"?\s*:\s*"?Delete|"?failurePolicy"?\s*:\s*"?Ignore'
)
_WIDENS: Final = re.compile(
    r'"?privileged"?\s*:\s*true|"?host(PID|IPC|Network)"?\s*:\s*true|hostPath|"?type"?\s*:\s*"?(LoadBalancer|NodePort)'
    r'|system:masters|cluster-admin|allowPrivilegeEscalation"?\s*:\s*true|"?runAsUser"?\s*:\s*0\b'
)


def _patch(call: Call, args: Args, _shell: Shell) -> Sequence[Act]:
    text = args.value("-p", "--patch")
    refs = objects()(args, call)
    hazards: list[Hazard] = []
    if _UNGUARDS.search(text):
        hazards.append("weakens_guard")
    if _WIDENS.search(text) or any("rolebinding" in ref.kind for ref in refs):
        hazards.append("widens_access")
    kind = "shift" if _STOPS.search(text) else "modify"
    return [does(kind, "compensable", *hazards).act(call, refs, "kubectl patch")]


def _label(call: Call, args: Args, _shell: Shell) -> Sequence[Act]:
    """A new key can be taken off again; a value that is overwritten or removed is lost."""
    operation = f"kubectl {args.operands[0]}"
    words = [word for word in args.operands[1:] if "=" not in word and not word.endswith("-")]
    refs = named(words, namespace(args), args.value("-l", "--selector") or "*")
    if args.has("--list"):
        return [observe(shown(call.text), refs, operation)]
    lost = args.has("--overwrite") or any(word.endswith("-") and "=" not in word for word in args.operands[1:])
    unguards = any("pod-security.kubernetes.io/enforce" in w for w in args.operands) and (
        lost or "privileged" in call.text
    )
    hazards: tuple[Hazard, ...] = ("weakens_guard",) if unguards else ()
    return [does("modify", "compensable" if lost else "reversible", *hazards).act(call, refs, operation)]


def _taint(call: Call, args: Args, _shell: Shell) -> Sequence[Act]:
    words = [w for w in args.operands[1:] if ":" not in w and "=" not in w and not w.endswith("-")]
    evicts = any(":NoExecute" in word and not word.endswith("-") for word in args.operands)
    refs = named(words if len(words) > 1 or not words else ["node", *words])
    return [does("shift" if evicts else "modify", "reversible").act(call, refs, "kubectl taint")]


def _set(call: Call, args: Args, _shell: Shell) -> Sequence[Act] | None:
    """`set image deploy/web web=x:2`: the rollout keeps the old revision."""
    what = args.operands[1] if len(args.operands) > 1 else ""
    words = [w for w in args.operands[2:] if "=" not in w and not w.endswith("-")]
    refs = named(
        words[:1] if words and "/" in words[0] else words, namespace(args), args.value("-l", "--selector") or "*"
    )
    operation = f"kubectl set {what}"
    if args.has("--local", "--list"):
        return [observe(shown(call.text), refs, operation)]
    match what:
        case "image" | "env" | "resources" | "serviceaccount" | "sa":
            kept = all(ref.kind in ("deployment", "daemonset", "statefulset") for ref in refs)
            act = does("modify", "reversible", inverse="kubectl rollout undo" if kept else "")
        case (
            "volume"
            | "volumes"
            | "probe"
            | "triggers"
            | "deployment-hook"
            | "build-hook"
            | "build-secret"
            | "image-lookup"
        ):
            act = does("modify", "reversible")
        case "selector" | "data":
            act = does("modify", "compensable")
        case "subject" | "route-backends":
            act = does("modify", "compensable", *(("widens_access",) if what == "subject" else ()))
        case _:
            return None
    return [act.act(call, refs, operation)]


def _grants(kind: str) -> Entry:
    """Creating a role or a binding."""

    def read(call: Call, args: Args, _shell: Shell) -> Sequence[Act]:
        wide = "binding" in kind or any("*" in v for v in args.values("--verb", "--resource"))
        refs = named([kind, *args.operands[2:3]], namespace(args))
        act = does("create", "reversible", *(("widens_access",) if wide else ()))
        return [act.act(call, refs, f"kubectl create {kind}")]

    return read


def _create_job(call: Call, args: Args, shell: Shell) -> Sequence[Act]:
    """A job runs a command: the one that is given, or one that only the cluster knows."""
    refs = named(["job", *args.operands[2:3]], namespace(args))
    act = does("create", "reversible").act(call, refs, "kubectl create job")
    if args.has("--from"):
        return [act._replace(undo="unknown")]
    return [act, *shell.argv(args.rest, within=args.operands[2])] if args.rest and len(args.operands) > 2 else [act]


def _expose(call: Call, args: Args, _shell: Shell) -> Sequence[Act]:
    wide = args.value("--type") in ("LoadBalancer", "NodePort") or args.has("--external-ip")
    act = does("create", "reversible", *(("widens_access",) if wide else ()))
    return [act.act(call, objects()(args, call), "kubectl expose")]


def _drain(call: Call, args: Args, _shell: Shell) -> Sequence[Act]:
    """Local data and pods that nothing starts again go with some of its options."""
    harder = args.has("--delete-emptydir-data", "--delete-local-data", "--force", "--disable-eviction")
    hazards: tuple[Hazard, ...] = ("weakens_guard",) if args.has("--disable-eviction") else ()
    act = does("shift", "compensable" if harder else "reversible", *hazards, inverse="kubectl uncordon")
    return [act.act(call, some("node", 1)(args, call), "kubectl drain")]


def _to(args: Args, _call: Call) -> Iterable[Ref]:
    """The object that a tunnel leads to; what follows are ports."""
    return named(args.operands[1:2], namespace(args)) if args.operands[:1] == ["port-forward"] else ()


_TUNNEL: Final = By(
    does("observe", refs=_to),
    {
        "--address=0.0.0.0 --address=:: --accept-hosts=.* --accept-hosts=^.*$": does(
            "observe", "read_only", "widens_access", refs=_to
        )
    },
)
"""It opens the cluster to others where it listens on all addresses."""


def _fetch(call: Call, args: Args, _shell: Shell) -> Sequence[Act]:
    refs = objects()(args, call)
    return [observe(shown(call.text), refs, f"kubectl {args.operands[0]}")]


def _edit(call: Call, args: Args, _shell: Shell) -> Sequence[Act]:
    """What a person types into an editor is known to nobody."""
    return [unknown(shown(call.text))._replace(writes=tuple(objects()(args, call)), operation="kubectl edit")]


VERBS: Final[dict[str, Entry]] = {
    **table("""
observe: api-resources, api-versions, auth can-i, auth whoami, cluster-info, cluster-info dump, completion, config view
observe: config current-context, config get-clusters, config get-contexts, config get-users, diff, explain, help
observe: kustomize, options, plugin, plugin list, rollout history, rollout status, top, top node, top nodes, top pod
observe: top pods, version, wait, events, apply view-last-applied
modify reversible: config set, config set-cluster, config set-context, config set-credentials, config unset
modify reversible: config use-context, config use, config rename-context, apply set-last-applied
destroy compensable: config delete-cluster, config delete-context, config delete-user
create reversible: create deployment, create deploy, create ingress, create ing, create cronjob, create cj, create token
create reversible: create configmap, create cm, create namespace, create ns, create quota, create resourcequota
create reversible: create priorityclass, create pc, create poddisruptionbudget, create pdb, create serviceaccount
create reversible: create sa, create secret generic, create secret tls, create secret docker-registry, create secret
create reversible: create service clusterip, create service externalname, create svc clusterip, create service
create reversible: create svc
"""),
    "get": _fetch,
    "describe": _fetch,
    "logs": logs,
    "log": logs,
    "exec": execute,
    "attach": attach,
    "cp": copy,
    "debug": debug,
    "run": run,
    "port-forward": _TUNNEL,
    "proxy": _TUNNEL,
    "apply": applied,
    "apply edit-last-applied": _edit,
    "edit": _edit,
    "create": created,
    "create job": _create_job,
    "create role": _grants("role"),
    "create clusterrole": _grants("clusterrole"),
    "create rolebinding": _grants("rolebinding"),
    "create clusterrolebinding": _grants("clusterrolebinding"),
    "create service loadbalancer": does("create", "reversible", "widens_access", refs=some("service", 3, 1)),
    "create service nodeport": does("create", "reversible", "widens_access", refs=some("service", 3, 1)),
    "replace": replaced,
    "delete": _delete,
    "scale": _scale,
    "autoscale": does("create", "reversible", refs=objects()),
    "patch": _patch,
    "label": _label,
    "annotate": _label,
    "taint": _taint,
    "set": _set,
    **{f"set {what}": _set for what in ("env", "image", "resources", "selector", "serviceaccount", "subject")},
    "expose": _expose,
    "rollout undo": does("shift", "reversible", inverse="kubectl rollout undo", refs=objects(2), restores=True),
    "rollout restart": does("shift", "reversible", refs=objects(2)),
    "rollout pause": does("modify", "reversible", inverse="kubectl rollout resume", refs=objects(2)),
    "rollout resume": does("modify", "reversible", inverse="kubectl rollout pause", refs=objects(2)),
    "cordon": does("modify", "reversible", inverse="kubectl uncordon", refs=some("node", 1)),
    "uncordon": does("modify", "reversible", inverse="kubectl cordon", refs=some("node", 1)),
    "drain": _drain,
    "certificate approve": does("modify", "compensable", "widens_access", refs=some("csr", 2)),
    "certificate deny": does("modify", "compensable", refs=some("csr", 2)),
    "auth reconcile": does("modify", "compensable", "widens_access"),
    **PLUGINS,
}


def _refs(args: Args, call: Call) -> Iterable[Ref]:
    """The objects of a verb that has no finder of its own."""
    match args.operands:
        case ["create", "service" | "svc", _, name, *_]:
            return named(["service", name], namespace(args))
        case ["create", kind, *names] if names:
            return named([kind, names[-1]], namespace(args))
        case ["config", verb, name, *_]:
            return (Ref(verb.rpartition("-")[2], plain(name)),)
        case ["wait" | "diff" | "explain" | "events" | "top", *_]:
            return objects()(args, call)
        case ["rollout", *_]:
            return objects(2)(args, call)
        case _:
            return ()


_DRY: Final = frozenset({"--dry-run=client", "--dry-run=server", "--dry-run=true", "--dry-run=", "-h"})

_OWN: Final = {"logs": OF_LOGS, "log": OF_LOGS}

TOOLS: Final = (
    Tool(("kubectl",), VERBS, VALUED, _OWN, _DRY, _refs, bare=does("observe")),
    Tool(("oc",), {**VERBS, **OPENSHIFT}, VALUED, _OWN, _DRY, _refs, bare=does("observe")),
)
