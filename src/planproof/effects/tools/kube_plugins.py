"""Plugins of kubectl that are widely used: `kubectl krew`, `kubectl argo rollouts`, `kubectl cnpg`."""

from __future__ import annotations

from typing import Final

from planproof.effects.tools.kube_objects import some
from planproof.effects.tools.tool import Entry, does, table

PLUGINS: Final[dict[str, Entry]] = {
    **table("""
observe: krew search, krew info, krew list, krew version, krew index list, neat, tree, ktop, get-all, view-secret
observe: view-utilization, view-allocations, resource-capacity, whoami, who-can, access-matrix, rbac-lookup, lineage
observe: outdated, deprecations, ice, images, df-pv, pv-browse, tail, stern, score, popeye, kubesec-scan
observe: cert-manager status, cert-manager check, cert-manager version, cert-manager inspect
observe: cnpg status, cnpg logs, cnpg report, cnpg version, argo rollouts get, argo rollouts list
observe: argo rollouts status, argo rollouts version, argo rollouts lint, argo rollouts dashboard
observe: argo rollouts notifications
observe: rook-ceph ceph status, rook-ceph health, rook-ceph version, minio version, minio tenant list
observe: minio tenant status
observe: cnpg hibernate status, cnpg fencing status, gadget version, gadget top, gadget trace, gadget snapshot
create reversible: krew install, krew index add, cnpg install, cnpg snapshot, argo rollouts create, minio tenant create
create reversible: minio init, cnpg pgbench, cnpg fio, cert-manager create, cert-manager approve
modify compensable: krew upgrade, krew update, minio tenant upgrade, minio tenant expand, cert-manager upgrade
modify reversible: ctx, ns, argo rollouts set, argo rollouts pause, cnpg maintenance, cnpg fencing on, cnpg fencing off
shift reversible: argo rollouts promote, argo rollouts restart, argo rollouts undo, argo rollouts abort
shift reversible: argo rollouts retry, argo rollouts terminate, cnpg restart, cnpg reload, cnpg hibernate on
shift reversible: cnpg hibernate off, cnpg promote
rotate compensable: cert-manager renew
destroy compensable: krew uninstall, krew index remove, argo rollouts delete
destroy irreversible: cnpg destroy, minio tenant delete, minio delete
shift compensable: evict-pod
"""),
    "cnpg backup": does("create", "reversible", produces=True, refs=some("postgres", 2, 1)),
}
