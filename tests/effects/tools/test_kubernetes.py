"""kubectl, helm and what steers clusters: what their verbs do, and what looks worse or better than it is."""

from __future__ import annotations

import pytest

from planproof.effects import effect_of_command
from planproof.effects.act import Act
from planproof.effects.context import EMPTY, Context
from planproof.effects.shell.start import start
from planproof.effects.shell.walk import Walk
from planproof.model.plan import Command


def acts(run: str, context: Context = EMPTY) -> tuple[Act, ...]:
    return Walk(start, context).script(run).acts


@pytest.mark.parametrize(
    ("run", "expected"),
    [
        # looks
        ("kubectl -n prod get pvc delete-me -o yaml", "observe/read_only"),
        ("kubectl auth can-i delete pods --all-namespaces", "observe/read_only"),
        ("kubectl delete ns staging --dry-run=server", "observe/read_only"),
        ("kubectl delete ns staging --dry-run", "observe/read_only"),
        ("kubectl logs -f deploy/delete-worker -n prod -p", "observe/read_only"),
        ("kubectl set env deploy/web --list", "observe/read_only"),
        ("kubectl label pod a --list", "observe/read_only"),
        ("kubectl exec web-0 -- ls /data", "observe/read_only"),
        ("kubectl apply view-last-applied deploy/web", "observe/read_only"),
        ("kubectl kustomize overlays/prod", "observe/read_only"),
        # makes and changes
        ("kubectl create ns probe", "create/reversible"),
        ("kubectl create -f pod.yaml", "create/reversible"),
        ("kubectl create job now --from=cronjob/nightly", "create/unknown"),
        ("kubectl expose deploy web --port 80", "create/reversible"),
        ("kubectl cp prod/web-0:/var/log/a.log ./a.log", "create/reversible"),
        ("kubectl apply -k overlays/prod", "modify/compensable"),
        ("kubectl label node a zone=b", "modify/reversible"),
        ("kubectl label node a zone=b --overwrite", "modify/compensable"),
        ("kubectl label node a zone-", "modify/compensable"),
        ("kubectl cordon a", "modify/reversible"),
        ("kubectl taint nodes a key=v:NoSchedule", "modify/reversible"),
        ("kubectl set image deploy/web web=web:2", "modify/reversible"),
        ("kubectl scale deploy web --replicas=3", "modify/reversible"),
        ("kubectl edit cm web", "unknown/unknown"),
        # moves
        ("kubectl scale deploy web --replicas 0", "shift/reversible"),
        ("kubectl scale deploy web --replicas=$N", "shift/reversible"),
        ("kubectl taint nodes a key=v:NoExecute", "shift/reversible"),
        ("kubectl drain a --ignore-daemonsets", "shift/reversible"),
        ("kubectl drain a --force", "shift/compensable"),
        ('kubectl patch cronjob a -p \'{"spec":{"suspend":true}}\'', "shift/compensable"),
        # destroys
        ("kubectl delete po,svc -l app=web", "destroy/compensable"),
        ("kubectl delete deployments.apps web", "destroy/compensable"),
        ("kubectl delete sts db --cascade=orphan", "destroy/compensable"),
        ("kubectl delete sts db", "destroy/irreversible"),
        ("kubectl delete deploy/web pvc/data", "destroy/irreversible"),
        ("kubectl delete cm,secret -l app=web", "destroy/irreversible"),
        ("kubectl delete crd widgets.example.com", "destroy/irreversible"),
        ("kubectl delete widget a", "destroy/unknown"),
        ("kubectl delete $KIND a", "destroy/irreversible"),
        ("kubectl delete -f legacy/", "destroy/unknown"),
        ("kubectl delete pvc a --dry-run=client --dry-run=none", "destroy/irreversible"),
        ("kubectl apply -f web/ --prune -l app=web", "destroy/unknown"),
        ("kubectl apply -f web/ --prune -l app=web --prune-allowlist=core/v1/ConfigMap", "destroy/compensable"),
        ("kubectl replace --force -f job.yaml", "destroy/compensable"),
        ("kubectl replace --raw /api/v1/namespaces/a/finalize -f a.json", "destroy/irreversible"),
        ("kubectl frobnicate a", "unknown/unknown"),
        ("kubectl $VERB pod a", "unknown/unknown"),
        ("oc delete project a", "destroy/irreversible"),
        ("oc adm prune images", "observe/read_only"),
        ("oc adm prune images --confirm", "destroy/irreversible"),
        # helm and others
        ("helm template web ./chart", "observe/read_only"),
        ("helm uninstall web --dry-run", "observe/read_only"),
        ("helm uninstall web", "destroy/compensable"),
        ("helm uninstall web --keep-history", "destroy/reversible"),
        ("helm upgrade --install web ./chart", "modify/reversible"),
        ("helmfile sync", "modify/unknown"),
        ("argocd app sync web", "modify/compensable"),
        ("argocd app sync web --prune", "destroy/unknown"),
        ("argocd app delete web", "destroy/irreversible"),
        ("argocd app delete web --cascade=false", "destroy/compensable"),
        ("flux create source git a --export", "observe/read_only"),
        ("flux suspend kustomization a", "modify/reversible"),
        ("velero backup delete a --confirm", "destroy/irreversible"),
        ("velero schedule get", "observe/read_only"),
        ("istioctl analyze", "observe/read_only"),
        ("kops delete cluster a", "observe/read_only"),
        ("kops delete cluster a --yes", "destroy/irreversible"),
        ("k3s kubectl delete ns a", "destroy/irreversible"),
        ("kubeadm reset -f", "destroy/irreversible"),
        ("kubeadm reset --dry-run", "observe/read_only"),
    ],
)
def test_effects(run: str, expected: str) -> None:
    effect = effect_of_command(Command(run=run))
    assert f"{effect.kind}/{effect.reversibility}" == expected


@pytest.mark.parametrize(
    ("run", "hazard"),
    [
        ("kubectl create clusterrolebinding a --clusterrole=cluster-admin --user=b", "widens_access"),
        ("kubectl port-forward --address 0.0.0.0 svc/web 80", "widens_access"),
        ('kubectl patch svc web -p \'{"spec":{"type":"LoadBalancer"}}\'', "widens_access"),
        ("kubectl run a --image=b --privileged", "widens_access"),
        ("kubectl debug node/a --image=busybox", "widens_access"),
        ("oc adm policy add-scc-to-user privileged a", "widens_access"),
        ("kubectl delete networkpolicy deny-all", "weakens_guard"),
        ('kubectl patch pvc a -p \'{"metadata":{"finalizers":null}}\'', "weakens_guard"),
        ("kubectl drain a --disable-eviction", "weakens_guard"),
        ("velero schedule delete nightly", "weakens_guard"),
        ("velero schedule pause nightly", "weakens_guard"),
    ],
)
def test_hazards(run: str, hazard: str) -> None:
    assert hazard in {found for act in acts(run) for found in act.hazards}


@pytest.mark.parametrize(
    "run",
    [
        "kubectl port-forward svc/web 80",
        "kubectl delete deploy web",
        "kubectl create role a --verb=get --resource=pods",
        "oc adm policy remove-role-from-user admin a",
        'kubectl patch pv a -p \'{"spec":{"persistentVolumeReclaimPolicy":"Retain"}}\'',
    ],
)
def test_no_hazards(run: str) -> None:
    assert [act.hazards for act in acts(run) if act.hazards] == []


@pytest.mark.parametrize(
    ("run", "refs"),
    [
        ("kubectl -n prod delete deploy/web svc/web", ["deployment:prod/web", "service:prod/web"]),
        ("kubectl delete sts,pvc -l app=x -n db", ["statefulset:db/app=x", "pvc:db/app=x"]),
        ("kubectl delete pods --all -A", ["pod:*/*"]),
        ("kubectl delete node a -n ignored", ["node:a"]),
        ("kubectl logs -f deploy/web -n prod", ["deployment:prod/web"]),
        ("helm -n cache upgrade redis ./redis", ["release:cache/redis"]),
        ("velero backup create nightly --include-namespaces a,b", ["namespace:a", "namespace:b", "backup:nightly"]),
    ],
)
def test_refs(run: str, refs: list[str]) -> None:
    assert [str(ref) for act in acts(run) for ref in dict.fromkeys(act.touched)] == refs


def test_what_can_be_restored() -> None:
    backup, restore = acts("velero backup create b --include-namespaces a; velero restore create --from-backup b")
    assert [str(ref) for ref in backup.produces] == ["backup:b"]
    assert [str(ref) for ref in restore.reads] == ["backup:b"]
    assert restore.restores
    assert acts("velero backup describe b")[0].verifies == backup.produces
    assert any(act.produces for act in acts("kubectl get cm a -o yaml > a.yaml"))


def test_manifests_that_the_plan_brings_along() -> None:
    claim = "kind: PersistentVolumeClaim\nmetadata:\n  labels: {a: b}\n  name: data\n  namespace: db\n"
    web = '{"kind": "Deployment", "metadata": {"name": "web"}}'
    files = Context(files={"claim.yaml": claim, "web.json": web, "both.yaml": f"{claim}---\nkind: Service\n"})
    undo = {path: acts(f"kubectl delete -f {path}", files)[0].undo for path in files.files}
    assert undo == {"claim.yaml": "irreversible", "web.json": "compensable", "both.yaml": "irreversible"}
    (applied,) = acts("kubectl apply -n prod -f web.json", files)
    assert [str(ref) for ref in applied.writes] == ["deployment:prod/web"]
    assert acts("cat claim.yaml | kubectl delete -f -", EMPTY)[-1].undo == "unknown"


def test_a_manifest_from_a_here_document() -> None:
    (act,) = acts("kubectl delete -f - <<'EOF'\nkind: Namespace\nmetadata:\n  name: a\nEOF")
    assert (act.undo, str(act.destroys[0])) == ("irreversible", "namespace:a")
    (act,) = acts("kubectl apply -f - <<'EOF'\nkind: ClusterRoleBinding\nmetadata:\n  name: a\nEOF")
    assert act.hazards == ("widens_access",)
