"""gsutil, `gcloud storage` and bq: objects in buckets, tables in BigQuery."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from planproof.effects.act import Act, Ref, changes, observe, unknown
from planproof.effects.tools.aws_special import copied
from planproof.effects.tools.aws_words import buckets
from planproof.effects.tools.call import Args, Call, shown
from planproof.effects.tools.http import saved
from planproof.effects.tools.tool import Entry, Shell, Tool, does, table


def _words(call: Call, args: Args) -> tuple[str, list[str]]:
    """The verb and what follows it, with `gcloud storage` before it or not."""
    words = [word for word in args.operands if word not in ("alpha", "beta")]
    words = words[1:] if call.name == "gcloud" else words
    return words[0], words[1:]


def _copy(call: Call, args: Args, _shell: Shell) -> Sequence[Act]:
    """`cp`, `mv`, `rsync`."""
    verb, words = _words(call, args)
    if args.has("-n") and verb == "rsync":
        return [observe(shown(call.text), buckets(words))]
    if len(words) < 2:
        return [unknown(shown(call.text))]
    sources, target = buckets(words[:-1]), buckets(words[-1:])[0]
    if target.name == "-":
        return [observe(shown(call.text), sources)]
    if verb == "mv":
        act = Act(
            "destroy",
            "irreversible",
            shown(call.text),
            writes=(target,),
            destroys=tuple(sources),
            operation="gsutil mv",
        )
    elif verb == "rsync" and args.has("-d", "--delete-unmatched-destination-objects"):
        act = Act(
            "destroy", "irreversible", shown(call.text), tuple(sources), destroys=(target,), operation="gsutil rsync -d"
        )
    elif target.kind == "file":
        made = saved(target.name, call, "gsutil cp")
        return [made._replace(reads=tuple(sources))] if made else [observe(shown(call.text), sources)]
    else:
        act = copied(sources, target, call, f"gsutil {verb}", stream=words[0] == "-")
    public = args.value("-a", "--predefined-acl", "--canned-acl").lower().replace("-", "").startswith("public")
    return [act._replace(hazards=(*act.hazards, "discloses", "widens_access")) if public else act]


def _remove(call: Call, args: Args, _shell: Shell) -> Sequence[Act]:
    verb, words = _words(call, args)
    bucket = verb in ("rb", "buckets")
    refs = buckets([word for word in words if word != "delete"])
    return [changes("destroy", "compensable" if bucket else "irreversible", shown(call.text), refs, f"gsutil {verb}")]


_GETS: Final = frozenset({"get", "list", "ls", "describe"})


def _setting(call: Call, args: Args, _shell: Shell) -> Sequence[Act]:
    """`iam|acl|lifecycle|versioning|… get|set|ch`: a setting of a bucket, read or written."""
    verb, words = _words(call, args)
    refs = buckets([word for word in words if word.startswith("gs://")])
    if words[:1] and words[0] in _GETS:
        return [observe(shown(call.text), refs)]
    act = changes(
        "modify", "reversible" if verb == "versioning" else "compensable", shown(call.text), refs, f"gsutil {verb}"
    )
    if verb in ("iam", "acl", "defacl"):
        public = any(
            word in " ".join(call.args) for word in ("allUsers", "allAuthenticatedUsers", "public-read", "AllUsers")
        )
        act = act._replace(hazards=("widens_access", "discloses") if public else ("widens_access",))
    if (verb in ("versioning", "logging", "ubla", "pap") and "off" in words) or (
        verb == "retention" and words[:1] == ["clear"]
    ):
        act = act._replace(hazards=("weakens_guard",))
    return [act]


VERBS: Final[dict[str, Entry]] = {
    **table("""
        observe: ls, cat, du, stat, hash, version, help, test, perfdiag, signurl, sign-url, config, objects list, objects describe
        observe: buckets list, buckets describe, folders list, folders describe, operations list, service-agent, requesterpays get
        create reversible: mb, buckets create, compose, objects compose, hmac, notification, folders create, managed-folders create
        modify compensable: setmeta, label, web, cors, defstorageclass, autoclass, kms, objects update, buckets update, rewrite
        modify compensable: buckets add-iam-policy-binding, buckets remove-iam-policy-binding, update, bucketpolicyonly, requesterpays
        modify compensable: rpo
        modify reversible: restore, objects restore, buckets restore
        destroy irreversible: folders delete, hmac delete
    """),
    **dict.fromkeys(("cp", "mv", "rsync"), _copy),
    **dict.fromkeys(("rm", "rb", "buckets delete", "objects delete"), _remove),
    **dict.fromkeys(("iam", "acl", "defacl", "lifecycle", "versioning", "logging", "retention", "ubla", "pap"), _setting),
    "buckets set-iam-policy": does("modify", "compensable", "widens_access"),
    "buckets add-iam-policy-binding": does("modify", "reversible", "widens_access"),
}  # fmt: skip


def _dataset(args: Args, _call: Call) -> list[Ref]:
    """`project:dataset.table` of BigQuery."""
    names = [word.partition(":")[2] or word for word in args.operands[1:]]
    return [Ref("table" if "." in name else "dataset", name) for name in names]


def _bq_query(call: Call, args: Args, shell: Shell) -> Sequence[Act]:
    text = " ".join(args.operands[1:]) or call.stdin
    if not text:
        return [unknown(shown(call.text))]
    acts = list(shell.sql(text, "bigquery"))
    target = args.value("--destination_table")
    if target:
        undo = "irreversible" if args.has("--replace") else "reversible"
        acts.append(
            changes(
                "modify" if args.has("--replace") else "create",
                undo,
                shown(call.text),
                [Ref("table", target)],
                "bq query",
            )
        )
    return acts


def _bq_remove(call: Call, args: Args, _shell: Shell) -> Sequence[Act]:
    """A table is kept for seven days by time travel, a dataset is not: both count as gone."""
    return [changes("destroy", "irreversible", shown(call.text), _dataset(args, call), "bq rm")]


def _bq_load(call: Call, args: Args, _shell: Shell) -> Sequence[Act]:
    undo = "irreversible" if args.has("--replace") else "compensable"
    return [changes("modify", undo, shown(call.text), _dataset(args, call)[:1], "bq load")]


def _bq_extract(call: Call, args: Args, _shell: Shell) -> Sequence[Act]:
    made = tuple(buckets([word for word in args.operands if word.startswith("gs://")]))
    act = changes("create", "reversible", shown(call.text), made, "bq extract")
    return [act._replace(reads=tuple(_dataset(args, call)[:1]), produces=made)]


def _bq_copy(call: Call, args: Args, _shell: Shell) -> Sequence[Act]:
    refs = _dataset(args, call)
    forced = args.has("-f", "--force") and not args.has("-n", "--no_clobber", "-a", "--append_table")
    act = changes(
        "modify" if forced else "create",
        "irreversible" if forced else "reversible",
        shown(call.text),
        refs[1:],
        "bq cp",
    )
    return [act._replace(reads=tuple(refs[:1]), produces=() if args.has("--restore") else tuple(refs[1:]))]


BQ: Final[dict[str, Entry]] = {
    **table("""
        observe: ls, show, head, version, help, info, wait, get-iam-policy, init, shell
        create reversible: mk, mkdef, partition, undelete, insert
        modify compensable: update, set-iam-policy, add-iam-policy-binding, remove-iam-policy-binding
        modify reversible: migrate_data
        shift compensable: cancel
        destroy irreversible: truncate
    """),
    "query": _bq_query, "rm": _bq_remove, "load": _bq_load, "extract": _bq_extract, "cp": _bq_copy,
    "set-iam-policy": does("modify", "compensable", "widens_access"),
    "add-iam-policy-binding": does("modify", "reversible", "widens_access"),
}  # fmt: skip
_BQ_VALUED: Final = frozenset(
    "--project_id --location --dataset_id --format --destination_table --max_rows -n --time_partitioning_type --schema"
    " --source_format --description --label --expiration --default_table_expiration --job_id --maximum_bytes_billed".split()
) - {"-n"}  # fmt: skip
_GSUTIL_VALUED: Final = frozenset({"-o", "-h", "-a", "-x", "-s", "-u", "-j", "-z", "-P"})

TOOLS: Final = (
    Tool(
        ("gsutil",),
        VERBS,
        valued=_GSUTIL_VALUED,
        refs=lambda args, _call: buckets(args.operands[1:]),
        bare=does("observe"),
    ),
    Tool(("bq",), BQ, valued=_BQ_VALUED, dry=frozenset({"--dry_run"}), refs=_dataset, bare=does("observe")),
)
