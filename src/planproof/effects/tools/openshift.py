"""What OpenShift's oc knows beyond kubectl."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from planproof.effects.act import Act, Ref
from planproof.effects.tools.call import Args, Call
from planproof.effects.tools.kube_objects import objects
from planproof.effects.tools.kube_pods import copy, execute
from planproof.effects.tools.tool import By, Entry, Shell, does, table


def _policy(call: Call, args: Args, _shell: Shell) -> Sequence[Act]:
    """`adm policy add-role-to-user admin bob`: giving a role widens access, taking it away does not."""
    verb = args.operands[args.operands.index("policy") + 1]
    refs = tuple(Ref("role", name) for name in args.operands[args.operands.index("policy") + 2 :][:1])
    adds = verb.startswith("add-")
    act = does("modify", "reversible" if adds else "compensable", *(("widens_access",) if adds else ()))
    return [act.act(call, refs, f"oc policy {verb}")]


OPENSHIFT: Final[dict[str, Entry]] = {
    **table("""
observe: status, projects, whoami, adm top, adm inspect, adm must-gather, adm node-logs, get-token
observe: adm policy who-can, policy who-can, policy can-i, policy scc-review, policy scc-subject-review, process
observe: adm release info, adm release extract, adm catalog, image info, image extract, registry info
observe: adm verify-image-signature
observe: adm wait-for-stable-cluster, adm wait-for-node-reboot, serviceaccounts get-token, sa get-token
observe: adm policy scc-review
modify reversible: project, login, logout, registry login, secrets link, secrets unlink, secret link, secret unlink
modify reversible: secrets add, tag, adm cordon, adm uncordon, adm taint, image append, set volume, set volumes
modify compensable: adm migrate, adm upgrade, import-image, adm pod-network join-projects
modify compensable: adm pod-network isolate-projects
modify compensable: adm groups add-users, adm groups remove-users, adm groups sync, adm certificate approve
create reversible: new-project, new-app, new-build, start-build, adm new-project, extract, create-token, create token
create reversible: create route, create imagestream, create is, create deploymentconfig, create dc, create user
create reversible: create identity, create useridentitymapping, create imagestreamtag, create istag, create build
create reversible: adm create-bootstrap-project-template, adm create-login-template, adm groups new, image mirror
create reversible: adm release mirror, adm release new, adm build-chain, adm create-error-template
create reversible: adm create-provider-selection-template, serviceaccounts create-kubeconfig, serviceaccounts new-token
shift reversible: rollout latest, adm drain, idle, adm reboot-machine-config-pool, adm restart-kubelet
shift compensable: cancel-build, rollout cancel
rotate compensable: adm ocp-certificates regenerate-leaf, adm ocp-certificates regenerate-top-level
"""),
    "rsh": execute,
    "rsync": copy,
    "rollback": does("shift", "reversible", restores=True, refs=objects(1)),
    **{f"{policy} {verb}-*": _policy for policy in ("policy", "adm policy") for verb in ("add", "remove")},
    "adm prune": By(does("observe"), {"--confirm": does("destroy", "irreversible")}),
}
