"""openstack: the command line of OpenStack. The verb stands behind its object: `server image create`.

Source: the reference of python-openstackclient 7.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from planproof.effects.act import Act, Hazard, Ref
from planproof.effects.tools.call import Args, Call
from planproof.effects.tools.deep import Deep, group_refs, with_hazards
from planproof.effects.tools.tool import Entry, Shell, does, table

_VALUED: Final = frozenset(
    "-f -c --format --column --os-cloud --os-region-name --os-project-name --os-project-id --os-username --os-password"
    " --os-auth-url --os-auth-type --os-token --os-interface --os-identity-api-version --os-compute-api-version"
    " --os-volume-api-version --os-image-api-version --os-user-domain-name --os-project-domain-name --os-cacert --os-cert"
    " --os-key --log-file --sort-column --max-width --noindent --project --project-domain --user --user-domain --domain"
    " --flavor --image --network --nic --key-name --security-group --volume --snapshot --size --description --property"
    " --name --file --type --availability-zone --zone --host --public-key --remote-ip --dst-port --protocol --subnet"
    " --subnet-range --gateway --dns-nameserver --router --port --limit --marker --password --role --group --id".split()
)

_DEFINITIONS: Final = (
    "security group, security group rule, router, subnet, network, port, floating ip, flavor, keypair, server group, role"
    ", group, endpoint, service, region, policy, aggregate, dns zone, zone, recordset, loadbalancer, loadbalancer pool"
    ", loadbalancer listener, loadbalancer member, loadbalancer healthmonitor, volume type, volume qos, mapping"
    ", network agent, address scope, subnet pool, network rbac, network qos policy, trust, application credential"
)
"""Objects that hold no data: they can be made again."""

VERBS: Final[dict[str, Entry]] = {
    **table("""
        observe: * list, * show, * find, complete, help, module list, command list, versions show, limits show, usage show
        observe: quota show, token issue, catalog list, catalog show, configuration show, console log show, console url show
        observe: server ssh, * stats show, hypervisor stats show, * status, * history, stack output show, stack event list
        observe: stack template show, * validate, * check, network auto allocated topology show, availability zone list
        create reversible: * create, * import, server add volume, * generate, stack snapshot, object save, container save
        create reversible: image save, server dump create
        modify reversible: * add *, * set, * attach, * enable, * disable, server lock, server unlock, * associate, * disassociate
        modify reversible: image member add, image add project, * accept, * activate, stack check, object store account set
        modify compensable: * unset, * update, * remove *, * modify, quota set, quota delete, * migrate, * upgrade
        modify irreversible: volume set --size, server restore, stack snapshot restore, volume backup restore, * adopt
        shift reversible: server start, server stop, server reboot, server pause, server unpause, server suspend, server resume
        shift reversible: server shelve, server unshelve, server resize, server resize confirm, server resize revert
        shift reversible: server migrate, server live migrate, server migration confirm, server migration revert, server rescue
        shift reversible: server unrescue, server evacuate, loadbalancer failover, stack suspend, stack resume, compute service set
        shift reversible: network agent set, volume service set, volume host failover
        shift compensable: stack cancel, server migration abort, token revoke, * failover, stack abandon
        rotate compensable: user password set, credential set, ec2 credentials create
        destroy irreversible: * delete, server rebuild, object delete, * purge, project purge, project cleanup, * abandon
        destroy irreversible: volume revert, image stage, volume unmanage
        destroy compensable: server remove volume snapshot, image member remove
    """),
    **{f"{noun.strip()} delete": does("destroy", "compensable") for noun in _DEFINITIONS.split(",")},
    "volume snapshot create": does("create", "reversible", produces=True),
    "volume backup create": does("create", "reversible", produces=True),
    "server image create": does("create", "reversible", produces=True),
    "server backup create": does("create", "reversible", produces=True),
    "role add": does("modify", "reversible", "widens_access", inverse="openstack role remove"),
    "role remove": does("modify", "reversible", inverse="openstack role add"),
}  # fmt: skip

_HAZARDS: Final[tuple[tuple[re.Pattern[str], Hazard], ...]] = (
    (
        re.compile(r"security group rule create\b(?!.*--egress).*(0\.0\.0\.0/0|::/0)|image set .*--public|--share\b"),
        "widens_access",
    ),
    (re.compile(r"port set .*--(no-security-group|disable-port-security)|--unprotected\b"), "weakens_guard"),
)


@dataclass(frozen=True)
class _Openstack(Deep):
    def read(self, call: Call, shell: Shell) -> Sequence[Act] | None:
        return with_hazards(super().read(call, shell), call, _HAZARDS)


def _refs(args: Args, call: Call) -> list[Ref]:
    return group_refs(_TOOL, args, call, args.value("--os-project-name", "--project"))


_TOOL: Final = _Openstack(("openstack",), VERBS, valued=_VALUED, refs=_refs, bare=does("observe"))
TOOLS: Final = (_TOOL,)
