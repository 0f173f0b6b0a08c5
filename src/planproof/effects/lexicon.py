"""The lexicon: which verbs, with which objects, suggest what a step does. Data only; `prose` reads it.

How it was chosen: by reading every action, target and description of 226 plans that a model wrote for 109 goals
of 35 domains, and the word lists against them. Three habits of language decide most of it:

* "remove the flag" edits, "remove the table" destroys: the object decides. Verbs that say loss by themselves
  (drop, purge, wipe) are kept apart from those that do not (remove, retire).
* Only base forms count. "Verify that the rows are deleted" checks, "before decommissioning" tells time;
  "by deleting the rows" acts.
* A noun that often stands before another noun ("cluster autoscaler", "schema registry") counts after "remove" in
  the plural alone.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final, Literal

from planproof.model.base import EffectKind, Reversibility

Words = frozenset[str]


def _words(text: str) -> Words:
    return frozenset(text.split())


# -- objects ---------------------------------------------------------------------------------------------------

STORES: Final = _words(
    "database databases db dbs table tables tablespace tablespaces schema schemas column columns row rows record"
    " records data dataset datasets datastore datastores bucket buckets volume volumes pv pvs pvc pvcs"
    " persistentvolume persistentvolumes persistentvolumeclaim persistentvolumeclaims disk disks partition"
    " partitions filesystem filesystems keyspace keyspaces collection collections backup backups snapshot"
    " snapshots dump dumps archive archives topic topics queue queues blob blobs mailbox mailboxes cluster clusters"
    " namespace namespaces datacenter datacenters history logs"
)
"""What holds information that nothing else holds: whoever takes it away destroys for good."""

HOLDERS: Final = _words(
    "account accounts user users customer customers tenant tenants file files folder folders directory directories"
    " object objects repository repositories repo repos project projects instance instances server servers vm vms"
    " machine machines host hosts environment environments infrastructure message messages document documents"
    " email emails event events entries index indexes indices stack stacks vault vaults key keys secret secrets"
    " credential credentials certificate certificates certs password passwords token tokens"
)
"""What may hold information: deleting it destroys for good, removing it may be an edit."""

REBUILDABLE: Final = _words(
    "cache caches cdn dns pod pods deployment deployments statefulset statefulsets daemonset daemonsets replicaset"
    " replicasets job jobs cronjob cronjobs service services ingress configmap configmaps node nodes nodegroup"
    " nodegroups nodepool nodepools container containers image images branch branches alias aliases route routes"
    " rule rules ruleset rulesets policy policies role roles permission permissions privileges flag flags view"
    " views trigger triggers constraint constraints shim shims code driver drivers package packages plugin plugins"
    " release releases dashboard dashboards alert alerts silence webhook webhooks endpoint endpoints subscription"
    " subscriptions listener listeners peering connection connections session sessions config configs configuration"
    " configurations setting settings manifest manifests label labels taint taints cookies"
)
"""What is made again from elsewhere."""

ADJUNCTS: Final = _words(
    "schema volume disk partition collection backup snapshot dump archive topic queue cluster namespace history record"
)
"""Stores whose name in the singular mostly stands before another noun: `backup job`, `cluster role`."""

PARTS: Final = _words(
    "column columns row rows record records partition partitions index indexes indices constraint constraints data"
    " entries file files logs code user users"
)
"""What an action takes out of its target: `drop_column` of `billing_db` leaves the database."""

CREDENTIALS: Final = _words(
    "key keys secret secrets credential credentials certificate certificates cert certs password passwords token"
    " tokens passphrase passphrases"
)

PRODUCTS: Final = _words(
    "kafka oracle postgres postgresql mysql mariadb mongodb mongo cassandra elasticsearch opensearch redis etcd s3"
    " dynamodb bigquery snowflake redshift rabbitmq pulsar minio ceph clickhouse neo4j couchbase influxdb hdfs hadoop"
    " sqlserver mssql db2 mainframe"
)
"""Programs that keep data. A target that is nothing but such a name is the store itself."""

MODIFIERS: Final = _words("dns cache cached cdn temp temporary tmp scratch throwaway")
"""Before the object they say that it can be made again: `the DNS records`, `the temporary tables`."""

# -- verbs -----------------------------------------------------------------------------------------------------

LOSS: Final = _words("delete destroy purge wipe erase shred obliterate nuke eradicate")
"""Verbs that say by themselves that something is gone, whatever it is."""
LOSS_OF_STORES: Final = _words("drop truncate")
"""The same of stores alone: one also drops privileges and truncates messages."""
RETIRE: Final = _words("retire decommission teardown dismantle deprovision undeploy") | {"tear down"}
REMOVE: Final = _words("remove cleanup clear prune expire discard unpublish") | {"clean up", "get rid"}
"""Verbs that edit as often as they destroy."""
WEAK: Final = RETIRE | REMOVE | _words("clean uninstall terminate deregister unregister")
"""What an action says when it takes its target away, by whatever verb that does not say loss by itself."""

PHRASAL: Final[dict[str, str]] = {
    "tear": "down",
    "clean": "up",
    "get": "rid",
    "cut": "over",
    "fail": "over",
    "switch": "over",
}
"""Verbs of two words."""

FORMS: Final[dict[str, str]] = {
    "drops": "drop",
    "truncates": "truncate",
    "deletes": "delete",
    "destroys": "destroy",
    "purges": "purge",
    "wipes": "wipe",
    "erases": "erase",
    "shreds": "shred",
}
"""`Drops the table` says what a step does as often as `Drop the table`; of milder verbs this form tells of others."""

GERUNDS: Final[dict[str, str]] = {
    "dropping": "drop",
    "truncating": "truncate",
    "deleting": "delete",
    "destroying": "destroy",
    "purging": "purge",
    "wiping": "wipe",
    "erasing": "erase",
    "shredding": "shred",
    "removing": "remove",
    "retiring": "retire",
    "decommissioning": "decommission",
    "overwriting": "overwrite",
    "rewriting": "rewrite",
}
"""Forms that act after `by`: `before dropping the table` tells when, `by dropping the table` tells how."""


@dataclass(frozen=True, slots=True)
class Pattern:
    """A verb, and within a few words one of these objects: what that suggests."""

    verbs: Words
    objects: Words
    kind: EffectKind
    undo: Reversibility


_SHIFT: Final = _words("switch shift reroute redirect ramp flip move cutover failover") | {
    "cut over",
    "fail over",
    "switch over",
}

PATTERNS: Final[tuple[Pattern, ...]] = (
    Pattern(LOSS, STORES | HOLDERS, "destroy", "irreversible"),
    Pattern(LOSS, REBUILDABLE, "destroy", "compensable"),
    Pattern(LOSS_OF_STORES, STORES, "destroy", "irreversible"),
    Pattern(RETIRE, STORES | _words("mainframe"), "destroy", "irreversible"),
    Pattern(REMOVE, STORES - ADJUNCTS, "destroy", "irreversible"),
    Pattern(_words("terminate"), _words("instance instances vm vms"), "destroy", "irreversible"),
    Pattern(_words("reset"), _words("database databases db keyspace"), "destroy", "irreversible"),
    Pattern(_words("flush"), _words("database databases db keyspace queue queues redis"), "destroy", "irreversible"),
    Pattern(_words("unlink"), STORES | _words("file files"), "destroy", "irreversible"),
    Pattern(_words("format reformat"), _words("disk disks drive drives volume volumes"), "destroy", "irreversible"),
    Pattern(_words("dispose"), _words("hardware disk disks drives servers media"), "destroy", "irreversible"),
    Pattern(_words("terraform tofu terragrunt pulumi cdk vagrant"), _words("destroy"), "destroy", "irreversible"),
    Pattern(_words("push"), _words("force f"), "destroy", "irreversible"),
    Pattern(_words("overwrite"), (STORES - ADJUNCTS) | _words("file files values"), "modify", "irreversible"),
    Pattern(_words("rewrite"), _words("column columns row rows records values history"), "modify", "irreversible"),
    Pattern(_words("rotate renew reissue regenerate rekey revoke invalidate"), CREDENTIALS, "rotate", "compensable"),
    Pattern(_SHIFT, _words("traffic reads writes calls"), "shift", "reversible"),
    Pattern(_words("cutover") | {"cut over"}, _words("application applications consumers dns"), "shift", "reversible"),
    Pattern(_words("perform execute initiate"), _words("cutover failover switchover failback"), "shift", "reversible"),
    Pattern(_words("promote"), _words("replica replicas standby secondary follower"), "shift", "compensable"),
    Pattern(_words("drain"), _words("node nodes traffic workloads connections"), "shift", "reversible"),
)
"""What verbs suggest in any text, with an object at most `REACH` words behind."""

REACH: Final = 7
"""Words from a verb to its object, as in `drop the old and no longer read tables`."""

STOPS: Final = _words(
    "from to in on at for with by before after when if that which who so until unless using via into onto than while"
    " because as is are was were be been has have does down out off verify check confirm ensure validate monitor keep"
    " make restore create add rename run notify restart"
)
"""Words that no object is sought behind: `remove the user from the database`, `drop-in`, `drop-down`."""

# -- words of commands -----------------------------------------------------------------------------------------

SEQUENCES: Final[dict[tuple[str, str], Reversibility]] = {
    ("rm", "rf"): "irreversible",
    ("rm", "fr"): "irreversible",
    ("rm", "r"): "irreversible",
    ("force", "push"): "irreversible",
    ("s3", "rb"): "irreversible",
}
"""Two words that destroy one right after the other, in any text; signs between them do not count: `rm -rf`."""

COMMAND_WORDS: Final[dict[str, Reversibility]] = {
    "dropdb": "irreversible",
    "flushall": "irreversible",
    "flushdb": "irreversible",
    "mkfs": "irreversible",
    "wipefs": "irreversible",
    "blkdiscard": "irreversible",
    "shred": "irreversible",
    "truncate": "irreversible",
    "destroy": "irreversible",
    "uninstall": "compensable",
    "xdelete": "compensable",
}
"""Words that destroy wherever they stand in a command."""

COMMAND_SEQUENCES: Final[dict[tuple[str, str], Reversibility]] = {
    **SEQUENCES,
    ("delete", "from"): "irreversible",
    ("reset", "hard"): "irreversible",
    ("s3", "rm"): "irreversible",
    ("rm", "f"): "compensable",
    ("x", "delete"): "compensable",
    ("request", "delete"): "compensable",
}
"""Two words that destroy in a command."""

# -- actions ---------------------------------------------------------------------------------------------------

_CREATES: Final = _words(
    "create add provision deploy install generate build launch init initialize define bootstrap embed stage"
)
_MODIFIES: Final = _words(
    "update configure modify set change edit apply patch upgrade migrate alter rename replace convert tune adjust"
    " enable disable reconfigure merge push rewrite backfill load import transform reindex rebuild refactor fix"
    " remediate integrate implement setup register grant revert rollback restore publish raise pin sync replicate"
    " populate write store assign attach detach cordon taint isolate block freeze pause resume suspend silence"
    " persist enforce harden revoke split constrain overwrite"
)
_SHIFTS: Final = _words(
    "cutover switch switchover failover failback shift drain scale restart reboot promote stop shutdown"
) | {"cut over", "fail over", "switch over"}

STEERS: Final = _words("update route split set change adjust")
"""Verbs of an action that shift what they act on where that is `traffic`."""
_COPIES: Final = _words("backup snapshot dump export copy clone extract archive image bundle save")
_OBSERVES: Final = _words(
    "check verify monitor measure validate test observe inspect list review analyze analyse audit scan compare watch"
    " query identify evaluate assess confirm inventory report read get describe probe lint plan wait benchmark discover"
    " investigate look count diff reconcile judge trace baseline"
)


@dataclass(frozen=True, slots=True)
class Use:
    """What the verb of an action says of the step, and how it uses the target."""

    kind: EffectKind
    undo: Reversibility
    access: Literal["read", "write"]


ACTIONS: Final[dict[str, Use]] = {
    **dict.fromkeys(_CREATES, Use("create", "reversible", "write")),
    **dict.fromkeys(_MODIFIES, Use("modify", "reversible", "write")),
    **dict.fromkeys(_SHIFTS, Use("shift", "reversible", "write")),
    **dict.fromkeys(("rotate", "rekey"), Use("rotate", "compensable", "write")),
    **dict.fromkeys(_COPIES, Use("create", "reversible", "read")),
    **dict.fromkeys(_words("notify announce inform communicate"), Use("notify", "compensable", "read")),
    **dict.fromkeys(_OBSERVES, Use("observe", "read_only", "read")),
}
"""Verbs of an action that do not take their target away."""


def _by_verb() -> dict[str, dict[str, tuple[tuple[EffectKind, Reversibility], ...]]]:
    found: dict[str, dict[str, tuple[tuple[EffectKind, Reversibility], ...]]] = {}
    for pattern in PATTERNS:
        for verb in pattern.verbs:
            objects = found.setdefault(verb, {})
            for word in pattern.objects:
                objects[word] = (*objects.get(word, ()), (pattern.kind, pattern.undo))
    return found


OBJECTS_OF: Final = _by_verb()
"""`PATTERNS` by verb and object."""
