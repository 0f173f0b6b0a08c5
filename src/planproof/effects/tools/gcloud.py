"""gcloud: the command line of Google Cloud. A verb means the same in every group; where it does not, the group says so.

Source: the reference of the Google Cloud CLI.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from planproof.effects.act import Act, Hazard, Ref, changes, observe, unknown
from planproof.effects.tools.aws_words import buckets
from planproof.effects.tools.call import EXPANDED, Args, Call, shown
from planproof.effects.tools.deep import Deep, group_refs, with_hazards
from planproof.effects.tools.gstorage import VERBS as STORAGE
from planproof.effects.tools.http import saved
from planproof.effects.tools.tool import Entry, Shell, does, table

_VALUED: Final = frozenset(
    "--project --account --configuration --format --filter --verbosity --impersonate-service-account --billing-project"
    " --flags-file --zone --region --zones --regions --location --instance --database --cluster --limit --sort-by --size"
    " --num-nodes --node-pool --network --subnet --source-ranges --allow --rules --member --role --secret --data-file"
    " --image --tag --command --machine-type --description --labels --keyring --key --iam-account --topic --zone-name -z"
    " --ttl --type --rrdatas --backup --backup-id --backup-instance --restore-instance --snapshot-names --flatten --page-size"
    " --user --password --host --condition --version --versions --to-revisions --update-env-vars --set-env-vars --source"
    " --service --platform --schedule --max-instances --min-instances --tier --async-timeout --order --freshness --env-vars-file"
    " --disk --disks --boot-disk-size --tags --target-tags --priority --direction --action --deny --source-disk --entry-point"
    " --runtime --trigger-topic --trigger-http --service-account --scopes --metadata --metadata-from-file --destination-uri".split()
)


def _ssh(call: Call, args: Args, shell: Shell) -> Sequence[Act]:
    host = next((word.rpartition("@")[2] for word in args.operands[2:]), "").replace(EXPANDED, "")
    text = args.value("--command") or " ".join(args.rest)
    return shell.script(text, within=host) if text else [observe(shown(call.text), (Ref("host", host),))]


def _scp(call: Call, _args: Args, _shell: Shell) -> Sequence[Act]:
    return [changes("modify", "irreversible", shown(call.text), (), "gcloud compute scp")]


def _export(call: Call, args: Args, _shell: Shell) -> Sequence[Act]:
    """A dump of a database into a bucket."""
    made = tuple(buckets([word for word in args.operands if word.startswith("gs://")]))
    names = [word for word in args.operands[3:] if not word.startswith("gs://")]
    act = changes("create", "reversible", shown(call.text), made, "gcloud sql export")
    databases = [Ref("database", name, names[0] if names else "") for name in args.values("--database", "-d")]
    return [act._replace(reads=(*(Ref("instance", name) for name in names[:1]), *databases), produces=made)]


def _import(call: Call, args: Args, _shell: Shell) -> Sequence[Act]:
    """Loads a dump over what the database holds."""
    read = tuple(buckets([word for word in args.operands if word.startswith("gs://")]))
    names = tuple(Ref("instance", word) for word in args.operands[3:] if not word.startswith("gs://"))
    return [Act("modify", "irreversible", shown(call.text), read, names, restores=names, operation="gcloud sql import")]


def _backup(call: Call, args: Args, _shell: Shell) -> Sequence[Act]:
    """`sql backups create`, `compute disks snapshot`, `compute snapshots create`, `compute images create`."""
    of = [*args.values("--instance", "--source-disk", "--database")]
    made = args.values("--snapshot-names") or list(args.operands[3:])
    if args.operands[-1:] == ["snapshot"] or "disks" in args.operands:
        of, made = list(args.operands[3:]), args.values("--snapshot-names")
    kind = "image" if "images" in args.operands else "backup" if "backups" in args.operands else "snapshot"
    refs = tuple(Ref(kind, name) for name in made) or tuple(Ref(kind, f"of {name}") for name in of)
    act = changes("create", "reversible", shown(call.text), refs, "gcloud " + " ".join(args.operands[:3]))
    return [
        act._replace(reads=tuple(Ref("disk" if kind != "backup" else "instance", name) for name in of), produces=refs)
    ]


def _restore(call: Call, args: Args, _shell: Shell) -> Sequence[Act]:
    """Writes a backup over an instance."""
    refs = tuple(Ref("instance", name) for name in args.values("--restore-instance"))
    of = tuple(Ref("backup", name) for name in args.operands[3:])
    return [
        Act("modify", "irreversible", shown(call.text), of, refs, restores=refs, operation="gcloud sql backups restore")
    ]


def _pull(call: Call, args: Args, _shell: Shell) -> Sequence[Act]:
    """Messages that are acknowledged are gone."""
    refs = [Ref("subscription", name) for name in args.operands[3:]]
    if args.has("--auto-ack"):
        return [
            changes("destroy", "irreversible", shown(call.text), refs, "gcloud pubsub subscriptions pull --auto-ack")
        ]
    return [changes("modify", "reversible", shown(call.text), refs, "gcloud pubsub subscriptions pull")]


def _key_create(call: Call, args: Args, _shell: Shell) -> Sequence[Act]:
    """A private key of an account, printed or saved."""
    path = next(iter(args.operands[4:]), "-")
    acts = [act for act in (saved(path, call, "gcloud iam service-accounts keys create"),) if act is not None]
    made = tuple(Ref("key", path, args.value("--iam-account")) for _ in "k")
    return [*acts, Act("create", "reversible", shown(call.text), writes=made, operation="gcloud iam keys create")]


def _opaque(call: Call, _args: Args, _shell: Shell) -> Sequence[Act]:
    """Starts something whose steps the command does not show."""
    return [unknown(shown(call.text))]


_WIDENS: Final = does("modify", "reversible", "widens_access", inverse="gcloud remove-iam-policy-binding")
VERBS: Final[dict[str, Entry]] = {
    **table("""
        observe: info, version, help, topic, feedback, cheat-sheet, survey, interactive, * list, * describe, * list-*, * get-*
        observe: * describe-*, * diagnose, * lookup, * search, * search-*, * read, * tail, * test-*, * check-*, * print-*
        observe: * validate, * verify, * verify-*, * analyze-*, * query, * query-*, * wait, * lint, * preview, * simulate
        observe: * get, * stream-logs, builds log, * troubleshoot-*, * find-*, * wait-until, * wait-until-stable, * browse
        observe: * ls, * cat, * cat-*, * explain-*, * show-*, * fetch-*, * docker-helper, * peek, * inspect, * lookup-*, auth list
        observe: config list, config get, config get-value, * decrypt, * encrypt, * mac-sign, * asymmetric-*, * mac-verify
        observe: auth application-default print-access-token, auth print-access-token, auth print-identity-token, * view
        observe: * connect-to-serial-port, compute connect-to-serial-port, secrets versions access, app instances list
        create reversible: init, * create, * create-*, * clone, * copy, * export, * generate-*, * import, * new, * request-*
        create reversible: * reserve, * register, * build-*, * upload, * create-with-container, * bulk-create, * download
        create reversible: compute disks snapshot, * capture, * bulk, * install, components install
        modify reversible: * add-*, * attach, * attach-*, * detach, * detach-*, * enable, * disable, * enable-*, * disable-*
        modify reversible: * link, * unlink, * bind, * unbind, * add, * activate, * deactivate, * undelete, * login, * revoke
        modify reversible: * move, * move-*, * rename, * deploy, * set-default, * switch, * approve, * reject, * ack, * seek
        modify reversible: * assign-*, * unassign-*, * set, * unset, container clusters get-credentials, * grant, * associate
        modify reversible: * disassociate, * invite, * lock, * unlock, * configure-docker, config set, config unset, * logout
        modify reversible: config configurations activate, auth login, auth revoke, auth activate-service-account, * set-labels
        modify reversible: auth configure-docker, * use, * suspend-*, * rollback, * rollback-*, * update-traffic, * restore
        modify compensable: * update, * update-*, * patch, * set-*, * replace, * edit, * configure, * apply, * upgrade, * migrate
        modify compensable: * modify, * remove-*, * remove, * clear-*, * reset-*, * save, * append, * merge, * unset-*, * convert
        modify compensable: * modify-*, * apply-*, * edit-*, components update, components remove, dns record-sets transaction
        modify irreversible: * expand-*, container clusters upgrade, * resize-disk, * write, logging write, * rewrite
        shift reversible: * start, * stop, * restart, * reset, * suspend, * resume, * resize, * failover, * drain, * pause, * scale
        shift reversible: * stop-*, * start-*, * switchover, * split-traffic, * restart-*, * replace-instances, * recreate-instances
        shift reversible: * rolling-action, * set-traffic, * force-run, * retry, * promote-release
        shift compensable: * cancel, * abort, * promote-replica, * abandon-instances, * kill, * terminate, * simulate-*, * promote
        shift compensable: * drain-*, * evict, * stop-proactive-update
        rotate compensable: * set-password, * rotate, * rotate-*, * reset-windows-password, * change-password
        destroy irreversible: * delete, * destroy, * purge, * delete-*, * remove-instances, * bulk-delete, * prune, * clear, * expire
        destroy irreversible: * flush, * purge-*
        destroy reversible: projects delete, iam service-accounts delete, iam roles delete, kms keys versions destroy
        destroy reversible: services api-keys delete
        destroy compensable: compute firewall-rules delete, compute routers delete, compute routes delete, compute url-maps delete
        destroy compensable: compute forwarding-rules delete, compute target-pools delete, compute target-http-proxies delete
        destroy compensable: compute target-https-proxies delete, compute backend-services delete, compute health-checks delete
        destroy compensable: compute networks delete, compute networks subnets delete, compute instance-templates delete
        destroy compensable: compute instance-groups managed delete, compute instance-groups unmanaged delete, dns policies delete
        destroy compensable: compute backend-buckets delete, compute security-policies delete, compute vpn-tunnels delete
        destroy compensable: compute instance-groups managed delete-instances, dns record-sets delete, dns managed-zones delete
        destroy compensable: run services delete, run jobs delete, run revisions delete, functions delete, app versions delete
        destroy compensable: app services delete, monitoring policies delete, monitoring dashboards delete
        destroy compensable: iam service-accounts keys delete, container node-pools delete, pubsub subscriptions delete
        destroy compensable: pubsub schemas delete, scheduler jobs delete, artifacts docker images delete, artifacts versions delete
        destroy compensable: container images delete, builds triggers delete, endpoints services delete, eventarc triggers delete
        destroy compensable: workflows delete, config configurations delete, compute project-info remove-metadata
        destroy compensable: compute resource-policies delete, compute ssl-policies delete, deploy targets delete, tasks delete
        destroy compensable: deploy delivery-pipelines delete, compute instances delete-access-config, access-context-manager policies delete
        notify compensable: pubsub topics publish
    """),
    **{f"storage {verb}": entry for verb, entry in STORAGE.items()},
    "* add-iam-policy-binding": _WIDENS, "* set-iam-policy": does("modify", "compensable", "widens_access"),
    "* remove-iam-policy-binding": does("modify", "reversible", inverse="gcloud add-iam-policy-binding"),
    "secrets versions add": does("rotate", "reversible"), "secrets versions destroy": does("destroy", "irreversible"),
    "secrets versions disable": does("modify", "reversible", inverse="gcloud secrets versions enable"),
    "logging sinks delete": does("destroy", "compensable", "weakens_guard"),
    "logging sinks update": does("modify", "compensable"),
    "compute ssh": _ssh, "compute scp": _scp, "sql export": _export, "sql import": _import, "sql backups create": _backup,
    "sql backups restore": _restore, "compute disks snapshot": _backup, "compute snapshots create": _backup,
    "compute images create": _backup, "pubsub subscriptions pull": _pull, "iam service-accounts keys create": _key_create,
    "builds submit": _opaque, "builds triggers run": _opaque, "run jobs execute": _opaque, "functions call": _opaque,
    "scheduler jobs run": _opaque, "workflows run": _opaque, "workflows execute": _opaque, "* submit": _opaque, "* run": _opaque,
    "* execute": _opaque, "* call": _opaque, "app deploy": does("modify", "reversible"), "* export-*": does("create", "reversible"),
    "sql users set-password": does("rotate", "compensable"), "firestore export": does("create", "reversible", produces=True),
    "firestore import": does("modify", "irreversible", restores=True), "dns record-sets transaction start": does("create", "reversible"),
    "dns record-sets transaction add": does("create", "reversible"), "dns record-sets transaction remove": does("create", "reversible"),
    "dns record-sets transaction abort": does("modify", "reversible"),
    "dns record-sets transaction execute": does("modify", "compensable"),
    "deployment-manager deployments delete": does("destroy", "irreversible"),
    "infra-manager deployments apply": does("modify", "unknown"), "spanner databases ddl update": does("modify", "unknown"),
}  # fmt: skip

_HAZARDS: Final[tuple[tuple[re.Pattern[str], Hazard], ...]] = (
    (re.compile(r"firewall-rules (create|update)\b.*(0\.0\.0\.0/0|::/0)|authorized-networks[= ]0\.0\.0\.0/0|--allow-unauthenticated"), "widens_access"),
    (re.compile(r"\ballUsers\b|\ballAuthenticatedUsers\b"), "discloses"),
    (re.compile(r"--no-(deletion-protection|backup|enable-bin-log|require-ssl|shielded-\S+|enable-point-in-time-recovery)\b"), "weakens_guard"),
    (re.compile(r"alpha? ?policies (delete|update .*--no-enabled)|firewall-rules update .*--disabled|--no-enable-master-authorized-networks"), "weakens_guard"),
    (re.compile(r"resource-manager org-policies (delete|disable-enforce)|org-policies (delete|reset)|services disable"), "weakens_guard"),
    (re.compile(r"config set auth/disable_ssl_validation true"), "weakens_guard"),
)  # fmt: skip


@dataclass(frozen=True)
class _Gcloud(Deep):
    """gcloud, with what its options open or switch off."""

    def read(self, call: Call, shell: Shell) -> Sequence[Act] | None:
        return with_hazards(super().read(call, shell), call, _HAZARDS)


def _refs(args: Args, call: Call) -> list[Ref]:
    """What the names behind the verb mean; objects and secrets are called by their own names."""
    objects = [word for word in args.operands if word.startswith("gs://")]
    if objects:
        return buckets(objects)
    if "secrets" in args.operands[:2]:
        return [Ref("secret", name) for name in args.values("--secret") or args.operands[-1:]]
    return group_refs(_TOOL, args, call, args.value("--instance", "--cluster", "--zone-name"))


_TOOL: Final = _Gcloud(
    ("gcloud",), VERBS, valued=_VALUED, dry=frozenset({"--dry-run", "--validate-only"}), bare=does("observe"),
    refs=_refs,
    skipped=frozenset({"alpha", "beta", "preview"}),
)  # fmt: skip
TOOLS: Final = (_TOOL,)
