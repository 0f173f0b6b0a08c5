"""az: the command line of Azure. A verb means the same in every group; where it does not, the group says so.

Source: the reference of the Azure CLI.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from planproof.effects.act import Act, Hazard, Ref, changes, observe, unknown
from planproof.effects.tools.call import EXPANDED, Args, Call, shown
from planproof.effects.tools.deep import Deep, singular, verb_at, with_hazards
from planproof.effects.tools.rest import request
from planproof.effects.tools.tool import Does, Entry, Shell, does, table

_VALUED: Final = frozenset(
    "-n -g -o -l -s -c -a -p -u -r -t -f -i --name --resource-group --query --output --subscription --location --vault-name"
    " --account-name --account-key --server --pattern --source --destination --id --ids --method --url --uri --body --headers"
    " --scripts --command-id --cluster-name --node-count --file --value --template-file --parameters --mode --container-name"
    " --role --assignee --scope --slot --image --size --sku --nsg-name --registry --repository --policy --deleted-retention-time".split()
)


def _refs(args: Args, call: Call) -> list[Ref]:
    """What `-n` names, of the kind of the group before the verb; within the vault, server or account."""
    at = verb_at(_TOOL, args)
    kind = singular(args.operands[at - 1]) if at >= 1 else "resource"
    kind = {"db": "database"}.get(kind, kind)
    within = args.value("--vault-name", "--server", "-s", "--account-name", "--registry", "--cluster-name")
    names = args.values("-n", "--name", "--ids", "--id") or args.operands[at + 1 :]
    if not names and at >= 1:
        names = args.values("-g", "--resource-group")
    return [Ref(kind, name.replace(EXPANDED, ""), within if within != name else "") for name in names]


def _rest(call: Call, args: Args, shell: Shell) -> Sequence[Act]:
    return request(
        args.value("--method", "-m") or "GET",
        args.value("--url", "--uri", "-u"),
        args.value("--body", "-b") or None,
        call,
        shell,
    )


def _run_command(call: Call, args: Args, shell: Shell) -> Sequence[Act]:
    """Runs a script in a machine, where it shows it."""
    text, within = args.value("--scripts"), args.value("-n", "--name")
    if args.value("--command-id") not in ("", "RunShellScript") or not text:
        return [unknown(shown(call.text))]
    return (
        shell.file(text[1:], "sh", shown(call.text), within=within)
        if text.startswith("@")
        else shell.script(text, within=within)
    )


def _exec(call: Call, args: Args, shell: Shell) -> Sequence[Act]:
    text = args.value("--exec-command", "--command", "-c")
    return shell.script(text, within=args.value("-n", "--name")) if text else [unknown(shown(call.text))]


def _deployment(call: Call, args: Args, _shell: Shell) -> Sequence[Act]:
    """A template; in complete mode it deletes what the template does not hold."""
    if args.has("--what-if", "-w"):
        return [observe(shown(call.text))]
    group = [Ref("group", args.value("-g", "--resource-group"))]
    if args.value("--mode").lower() == "complete":
        return [changes("destroy", "irreversible", shown(call.text), group, "az deployment create --mode Complete")]
    return [changes("modify", "compensable", shown(call.text), group, "az deployment create")]


def _secret_set(call: Call, args: Args, _shell: Shell) -> Sequence[Act]:
    return [changes("rotate", "reversible", shown(call.text), _refs(args, call), "az keyvault secret set")]


def _made(kind: str, source: str) -> Entry:
    """Makes an artefact: what `-n` names, of what an option names."""

    def read(call: Call, args: Args, _shell: Shell) -> Sequence[Act]:
        made = tuple(
            Ref(kind, name.replace(EXPANDED, ""))
            for name in args.values("-n", "--name", "--storage-uri", "--backup-name")
        )
        act = changes("create", "reversible", shown(call.text), made, "az " + " ".join(args.operands[:3]))
        return [act._replace(reads=tuple(Ref("disk", name) for name in args.values(source)), produces=made)]

    return read


def _export(call: Call, args: Args, _shell: Shell) -> Sequence[Act]:
    """A database as a file in a storage account."""
    database = Ref("database", args.value("-n", "--name"), args.value("-s", "--server"))
    made = (Ref("object", args.value("--storage-uri")),)
    return [
        Act("create", "reversible", shown(call.text), (database,), made, produces=made, operation="az sql db export")
    ]


def _stop_protection(call: Call, args: Args, _shell: Shell) -> Sequence[Act]:
    gone = args.has("--delete-backup-data")
    act = changes(
        "destroy" if gone else "modify",
        "irreversible" if gone else "reversible",
        shown(call.text),
        (),
        "az backup protection disable",
    )
    return [act._replace(hazards=("weakens_guard",))]


def _opaque(call: Call, _args: Args, _shell: Shell) -> Sequence[Act]:
    """Starts something whose steps the command does not show."""
    return [unknown(shown(call.text))]


VERBS: Final[dict[str, Entry]] = {
    **table("""
        observe: version, find, help, feedback, survey, interactive, next, * list, * show, * list-*, * show-*, * get-*, * exists
        observe: * wait, * check-*, * validate, * what-if, * query, * tail, * logs, * download-*, * browse, * preview
        observe: * get, * verify, * test-*, * search, * diagnose, * evaluate, * usage, * peek, * generate-sas, * check, * url, webapp log tail, webapp log show
        observe: * is-*, * decrypt, * encrypt, * sign, * compare, * view, * scan, * history, * what-if-*, * poll
        observe: storage blob query, storage message peek, * count, * export-template, bicep build, bicep lint, bicep decompile
        create reversible: * create, * create-*, * add, * import, * export, * generate, * generate-*, * copy, * clone, * upload
        create reversible: * new, * register, * download, * download-batch, * fork, * copy-*, * snapshot, * init, extension add
        create reversible: * backup, * build, * provision, * capture, * mount, * invite, storage copy, * install-cli
        modify reversible: login, logout, * login, * attach, * detach, * enable, * disable, * enable-*, * disable-*, * associate
        modify reversible: * dissociate, * disassociate, * assign, * unassign, * lock, * unlock, * link, * unlink, * tag, * untag
        modify reversible: * recover, * undelete, * approve, * reject, * get-credentials, * connect, * disconnect, * use, * apply-tag
        modify reversible: account set, account clear, * rollback, * activate, * deactivate, * acquire, * break, * move
        modify reversible: * convert, * grant-access, * revoke-access, cloud set, config set, config unset, configure, * sync
        modify reversible: * up, * deploy, * restore, * resync, bicep install, bicep upgrade, extension update, keyvault secret recover
        modify compensable: * update, * update-*, * set, * set-*, * patch, * edit, * apply, * replace, * upgrade, * remove, * remove-*
        modify compensable: * change-*, * configure, * config, * rename, * append, * merge, * invoke-action, * put, * up-*, upgrade
        modify compensable: * unregister, * reset-*, * migrate, * delete-policy, * upload-batch, * revoke
        modify irreversible: aks upgrade, storage blob upload, storage blob upload-batch, storage blob copy, * import-from
        shift reversible: * start, * stop, * restart, * deallocate, * redeploy, * scale, * resize, * failover, * swap, * drain, * pause
        shift reversible: * resume, * reapply, * suspend, * hibernate, * reimage-*, * scale-*, * planned-failover, * auto-shutdown, * force-reboot
        shift reversible: * enable-maintenance, * switch
        shift compensable: * cancel, * terminate, * abort, * kill, * promote, * forced-failover, * unplanned-failover, * simulate-*
        rotate compensable: * renew, * regenerate, * reset, * rotate, * renew-*, * regenerate-*, * rotate-*, * credential-reset
        rotate compensable: * regenerate-key, * reset-password, * set-password, ad sp credential reset, ad app credential reset
        destroy irreversible: * delete, * purge, * delete-batch, * clear, * destroy, * delete-*, * remove-deleted, * abandon, * wipe
        destroy irreversible: * reimage, * receive, * purge-*, group delete, * flush
        destroy reversible: keyvault delete, keyvault secret delete, keyvault key delete, keyvault certificate delete, ad user delete
        destroy reversible: ad group delete, ad app delete, ad sp delete, backup vault delete
        destroy compensable: network nsg delete, network nsg rule delete, network lb delete, network vnet delete, network route-table delete
        destroy compensable: network vnet subnet delete, network nic delete, network dns record-set a delete, network dns zone delete
        destroy compensable: network application-gateway delete, network public-ip delete, network private-endpoint delete
        destroy compensable: network dns record-set cname delete, network dns record-set a remove-record, network watcher flow-log delete
        destroy compensable: aks nodepool delete, vmss delete-instances, vm extension delete, policy assignment delete, role definition delete
        destroy compensable: webapp delete, functionapp delete, containerapp delete, container delete, appservice plan delete
        destroy compensable: acr repository delete-image, webapp deployment slot delete, webapp config appsettings delete
        destroy compensable: functionapp config appsettings delete, identity delete, eventgrid event-subscription delete, acr task delete
        destroy compensable: servicebus topic subscription delete, monitor alert delete, image delete, vm availability-set delete
        destroy compensable: logic workflow delete, automation schedule delete, iot hub consumer-group delete, consumption budget delete
        destroy compensable: group deployment delete, deployment group delete, network firewall policy delete, extension remove
    """),
    "lock delete": does("modify", "reversible", "weakens_guard"), "lock create": does("modify", "reversible"),
    "role assignment create": does("modify", "reversible", "widens_access", inverse="az role assignment delete"),
    "role assignment delete": does("modify", "compensable"),
    "keyvault set-policy": does("modify", "compensable", "widens_access"),
    "ad group member add": does("modify", "reversible", "widens_access"),
    "ad sp create-for-rbac": does("create", "reversible", "widens_access"),
    "monitor diagnostic-settings delete": does("destroy", "compensable", "weakens_guard"),
    "monitor metrics alert delete": does("destroy", "compensable", "weakens_guard"),
    "monitor activity-log alert delete": does("destroy", "compensable", "weakens_guard"),
    "security auto-provisioning-setting update": does("modify", "compensable", "weakens_guard"),
    "keyvault secret set": _secret_set, "keyvault secret backup": does("create", "reversible", produces=True),
    "keyvault secret restore": does("create", "reversible", restores=True), "keyvault secret download": does("create", "reversible"),
    "rest": _rest, "vm run-command invoke": _run_command, "vmss run-command invoke": _run_command,
    "vm run-command create": _run_command, "container exec": _exec, "containerapp exec": _exec, "aks command invoke": _exec,
    "deployment group create": _deployment, "deployment sub create": _deployment, "deployment mg create": _deployment,
    "deployment tenant create": _deployment, "group deployment create": _deployment, "sql db export": _export,
    "snapshot create": _made("snapshot", "--source"), "image create": _made("image", "--source"),
    "backup protection backup-now": does("create", "reversible", produces=True), "sql db copy": does("create", "reversible", produces=True),
    "backup restore restore-disks": does("create", "reversible", restores=True), "sql db restore": does("create", "reversible", restores=True),
    "postgres flexible-server restore": does("create", "reversible", restores=True),
    "backup protection disable": _stop_protection, "sql db import": does("modify", "irreversible", restores=True),
    "* run": _opaque, "* invoke": _opaque, "* execute": _opaque, "* trigger": _opaque, "* exec": _opaque, "* submit": _opaque,
}  # fmt: skip

_HAZARDS: Final[tuple[tuple[re.Pattern[str], Hazard], ...]] = (
    (re.compile(r"nsg rule (create|update).*--source-address-prefix(es)? ['\"]?(\*|0\.0\.0\.0/0|Internet)(?!.*--access Deny)"), "widens_access"),
    (re.compile(r"firewall-rule create.*--end-ip-address 255\.|--allow-blob-public-access true|--public-access (blob|container|Enabled)"), "widens_access"),
    (re.compile(r"--public-network-access Enabled|--default-action Allow"), "widens_access"),
    (re.compile(r"--enable-(soft-delete|purge-protection|delete-retention|versioning) false|--https-only false|--minimum-tls-version 1\.[01]"), "weakens_guard"),
    (re.compile(r"--soft-delete-feature-state Disable|--retention-days 0|--backup-retention 0"), "weakens_guard"),
)  # fmt: skip


@dataclass(frozen=True)
class _Az(Deep):
    """az, with what its options open or switch off. Its names are values of options: all words are groups and verbs."""

    def _args(self, call: Call, also: Sequence[str] = ()) -> Args:
        args = super()._args(call, also)
        if args.operands:
            start = call.args.index(args.operands[0])
            end = next((i for i in range(start, len(call.args)) if call.args[i].startswith("-")), len(call.args))
            args.operands = list(call.args[start:end])
        return args

    def _settles(self, entry: Entry) -> bool:
        return isinstance(entry, Does) and entry.kind == "destroy"

    def read(self, call: Call, shell: Shell) -> Sequence[Act] | None:
        if call.args[-1:] == ("-h",):
            return super().read(call._replace(args=("help",)), shell)
        return with_hazards(super().read(call, shell), call, _HAZARDS)


_TOOL: Final = _Az(
    ("az",),
    VERBS,
    valued=_VALUED,
    dry=frozenset({"--dryrun", "--dry-run", "--what-if"}),
    refs=_refs,
    bare=does("observe"),
)
TOOLS: Final = (_TOOL,)
