"""The operations of AWS whose options decide what they do."""

from __future__ import annotations

import json
import re
from collections.abc import Sequence
from typing import Final, cast

from planproof.effects.act import Act, Hazard, Ref, changes, observe, unknown
from planproof.effects.lattice import Undo
from planproof.effects.tools.aws_words import S3_VALUED, Options, buckets, named, refs_of
from planproof.effects.tools.call import EXPANDED, Args, Call, shown
from planproof.effects.tools.http import saved
from planproof.effects.tools.rest import tells_secret
from planproof.effects.tools.tool import Entry, Read, Shell, does

_DATED: Final = re.compile(r"\$\(date|\$\{?\w*(DATE|STAMP|TIME|TS|TODAY|NOW)\w*|20\d\d-?[01]\d-?[0-3]\d", re.I)


def is_dated(name: str) -> bool:
    """Whether a name holds the time, so that nothing is there yet under it.

    Example:
        >>> is_dated("s3://b/db-$(date +%F).gz"), is_dated("s3://b/db.gz")
        (True, False)
    """
    return _DATED.search(name) is not None


def _operation(args: Args) -> str:
    return "aws " + " ".join(args.operands[:2])


def copied(sources: Sequence[Ref], target: Ref, call: Call, operation: str, *, stream: bool) -> Act:
    """A copy into an object store, which overwrites what is there under the name."""
    fresh = stream or is_dated(target.name)
    kind, undo = ("create", "reversible") if fresh else ("modify", "irreversible")
    act = changes(kind, undo, shown(call.text), (target,), operation)
    secret: tuple[Hazard, ...] = (
        ("discloses_secret",) if any(s.kind == "file" and tells_secret(s.name) for s in sources) else ()
    )
    return act._replace(reads=tuple(sources), produces=(target,), hazards=secret)


def _s3(call: Call, args: Args, _shell: Shell) -> Sequence[Act]:
    """`s3 cp|mv|sync`."""
    inner = Args(call.args, S3_VALUED)
    verb, words = inner.operands[1], inner.operands[2:]
    if len(words) < 2:
        return [unknown(shown(call.text))]
    source, target = buckets(words[:2])
    if target.name == "-":
        return [observe(shown(call.text), (source,), "aws s3 cp")]
    if verb == "mv":
        # What is moved is kept under its new name, unless something stood there.
        acts = [
            Act(
                "destroy", "irreversible", shown(call.text), writes=(target,), destroys=(source,), operation="aws s3 mv"
            )
        ]
    elif verb == "sync" and inner.has("--delete"):
        acts = [
            Act(
                "destroy",
                "irreversible",
                shown(call.text),
                (source,),
                destroys=(target,),
                operation="aws s3 sync --delete",
            )
        ]
    elif target.kind == "file":
        act = saved(target.name, call, f"aws s3 {verb}")
        acts = [act._replace(reads=(source,))] if act else [observe(shown(call.text), (source,))]
    else:
        acts = [copied((source,), target, call, f"aws s3 {verb}", stream=source.name == "-")]
    if inner.value("--acl").startswith("public") or "AllUsers" in inner.value("--grants"):
        acts = [act._replace(hazards=(*act.hazards, "discloses", "widens_access")) for act in acts]
    return acts


def _s3_remove(call: Call, _args: Args, _shell: Shell) -> Sequence[Act]:
    inner = Args(call.args, S3_VALUED)
    refs = buckets(inner.operands[2:])
    emptied = inner.operands[1] == "rm" or inner.has("--force")
    undo: Undo = "irreversible" if emptied else "compensable"
    return [changes("destroy", undo, shown(call.text), refs, f"aws s3 {inner.operands[1]}")]


def _get_object(call: Call, args: Args, _shell: Shell) -> Sequence[Act]:
    """`s3api get-object … FILE` saves it."""
    values = [word for words in Options(call).words.values() for word in words[1:]]
    act = saved(values[-1], call, "aws s3api get-object") if values else None
    source = tuple(refs_of(args, call))
    return [act._replace(reads=source)] if act else [observe(shown(call.text), source)]


def _final(option: str, kind: str) -> Read:
    """A deletion that may leave a last snapshot behind."""

    def read(call: Call, args: Args, _shell: Shell) -> Sequence[Act]:
        final = named(call, "snapshot", option)
        refs = tuple(ref for ref in refs_of(args, call) if ref.kind == kind)
        act = changes("destroy", "compensable" if final else "irreversible", shown(call.text), refs, _operation(args))
        return [act._replace(produces=final)]

    return read


def _makes(kind: str, *options: str) -> Read:
    """Makes an artefact of a resource: a snapshot, an image, an export."""

    def read(call: Call, args: Args, _shell: Shell) -> Sequence[Act]:
        made = named(call, kind, *options)
        of = tuple(ref for ref in refs_of(args, call) if ref.name not in {m.name for m in made})
        made = made or tuple(Ref(kind, f"of {ref.name}") for ref in of)
        act = changes("create", "reversible", shown(call.text), made, _operation(args))
        return [act._replace(reads=of, produces=made)]

    return read


def _restores(kind: str, *options: str) -> Read:
    """Makes a resource from an artefact."""

    def read(call: Call, args: Args, _shell: Shell) -> Sequence[Act]:
        made = named(call, kind, *options)
        of = tuple(ref for ref in refs_of(args, call) if ref not in made)
        return [Act("create", "reversible", shown(call.text), of, made, restores=made, operation=_operation(args))]

    return read


def _modify_db(call: Call, args: Args, _shell: Shell) -> Sequence[Act]:
    """A database server is changed: a password set anew, an engine that does not go back, a switch."""
    options = Options(call)
    refs = refs_of(args, call)[:1]
    if options.get("--backup-retention-period") == "0":
        # The automated backups are deleted at once.
        acts = [changes("destroy", "irreversible", shown(call.text), refs, _operation(args))]
    elif options.has("--engine-version"):
        acts = [changes("modify", "irreversible", shown(call.text), refs, _operation(args))]
    elif options.has("--master-user-password", "--rotate-master-user-password"):
        acts = [changes("rotate", "compensable", shown(call.text), refs, _operation(args))]
    else:
        acts = [changes("modify", "compensable", shown(call.text), refs, _operation(args))]
    return acts


def _update_secret(call: Call, args: Args, _shell: Shell) -> Sequence[Act]:
    """With a value it makes a new version, and the old one is kept."""
    kind = "rotate" if Options(call).has("--secret-string", "--secret-binary") else "modify"
    return [changes(kind, "reversible", shown(call.text), refs_of(args, call), _operation(args))]


def _delete_secret(call: Call, args: Args, _shell: Shell) -> Sequence[Act]:
    forced = Options(call).has("--force-delete-without-recovery")
    act = changes(
        "destroy", "irreversible" if forced else "reversible", shown(call.text), refs_of(args, call), _operation(args)
    )
    return [act if forced else act._replace(inverse="aws secretsmanager restore-secret")]


def _put_parameter(call: Call, args: Args, _shell: Shell) -> Sequence[Act]:
    """Overwritten, its history keeps the old value."""
    kind = "modify" if Options(call).has("--overwrite") else "create"
    return [changes(kind, "reversible", shown(call.text), refs_of(args, call), _operation(args))]


def _send_command(call: Call, _args: Args, shell: Shell) -> Sequence[Act]:
    """Runs commands on instances, where it says which."""
    options = Options(call)
    text = " ".join(options.all("--parameters"))
    commands: list[str] = []
    if EXPANDED not in text and options.get("--document-name") in ("AWS-RunShellScript", "AWS-RunPowerShellScript"):
        commands = _commands(text)
    if not commands or options.get("--document-name") != "AWS-RunShellScript":
        return [unknown(shown(call.text))]
    within = options.get("--instance-ids")
    return [act for command in commands for act in shell.script(command, within=within)]


def _commands(text: str) -> list[str]:
    """The commands in `commands=…` or `{"commands": […]}`."""
    value = text.partition("commands=")[2] if text.lstrip().startswith("commands=") else text
    try:
        parsed: object = json.loads(value)
    except ValueError:
        return (
            [value.strip().strip("[]").strip("'\"")] if text.lstrip().startswith("commands=") and value.strip() else []
        )
    if isinstance(parsed, dict):
        parsed = cast("dict[str, object]", parsed).get("commands")
    if isinstance(parsed, str):
        return [parsed]
    return [str(item) for item in cast("list[object]", parsed)] if isinstance(parsed, list) else []


def _execute_command(call: Call, _args: Args, shell: Shell) -> Sequence[Act]:
    options = Options(call)
    text = " ".join(options.all("--command"))
    return shell.script(text, within=options.get("--container", "--task")) if text else [unknown(shown(call.text))]


def _invoke(call: Call, args: Args, _shell: Shell) -> Sequence[Act]:
    """Runs a function, whose code the command does not show."""
    dry = Options(call).get("--invocation-type") == "DryRun"
    return [observe(shown(call.text), refs_of(args, call))] if dry else [unknown(shown(call.text))]


def _update_code(call: Call, args: Args, _shell: Shell) -> Sequence[Act]:
    options = Options(call)
    undo: Undo = "reversible" if options.has("--publish") else "compensable"
    return [changes("modify", undo, shown(call.text), refs_of(args, call), _operation(args))]


def _update_service(call: Call, args: Args, _shell: Shell) -> Sequence[Act]:
    """Another number of tasks moves load; another definition is a version that the service keeps."""
    options = Options(call)
    only = set(options.words) <= {
        "--cluster",
        "--service",
        "--desired-count",
        "--force-new-deployment",
        "--region",
        "--profile",
    }
    kind = "shift" if only and options.has("--desired-count", "--force-new-deployment") else "modify"
    refs = [Ref("service", options.get("--service"), options.get("--cluster"))]
    return [changes(kind, "reversible", shown(call.text), refs, _operation(args))]


def _records(call: Call, args: Args, _shell: Shell) -> Sequence[Act]:
    """Changes DNS records, as far as the batch is written in the command."""
    batch = " ".join(Options(call).all("--change-batch"))
    kind = (
        "destroy" if re.search(r"\bDELETE\b", batch) and "UPSERT" not in batch and "CREATE" not in batch else "modify"
    )
    names = re.findall(r"\"?Name\"?\s*[:=]\s*\"?([\w.*-]+)", batch)
    zone = Options(call).get("--hosted-zone-id")
    refs = [Ref("record", name.rstrip("."), zone) for name in names] or [Ref("zone", zone)]
    return [changes(kind, "compensable", shown(call.text), refs, _operation(args))]


def _sql(option: str, dialect: str) -> Read:
    def read(call: Call, _args: Args, shell: Shell) -> Sequence[Act]:
        options = Options(call)
        text = " ".join(options.all(option))
        within = options.get("--database", "--db-name", "--work-group")
        return shell.sql(text, dialect, within=within) if text else [unknown(shown(call.text))]

    return read


def _batch_write(call: Call, args: Args, _shell: Shell) -> Sequence[Act]:
    text = Options(call).text()
    kind = "destroy" if "Delete" in text or "file://" in text else "modify"
    return [changes(kind, "irreversible", shown(call.text), refs_of(args, call), _operation(args))]


def _deploy(call: Call, args: Args, _shell: Shell) -> Sequence[Act]:
    """A template that the command does not show; without executing it, only a change set."""
    refs = named(call, "stack", "--stack-name")
    if Options(call).has("--no-execute-changeset"):
        return [changes("create", "reversible", shown(call.text), refs, _operation(args))]
    return [Act("modify", "unknown", shown(call.text), writes=refs, operation=_operation(args))]


def _deregister_image(call: Call, args: Args, _shell: Shell) -> Sequence[Act]:
    gone = Options(call).has("--delete-associated-snapshots")
    return [
        changes(
            "destroy",
            "irreversible" if gone else "compensable",
            shown(call.text),
            refs_of(args, call),
            _operation(args),
        )
    ]


def _runs(call: Call, _args: Args, _shell: Shell) -> Sequence[Act]:
    """Starts a job or a workflow, whose steps the command does not show."""
    return [unknown(shown(call.text))]


SPECIAL: Final[dict[str, Entry]] = {
    "s3 cp": _s3, "s3 mv": _s3, "s3 sync": _s3, "s3 rm": _s3_remove, "s3 rb": _s3_remove, "s3api get-object": _get_object,
    "rds delete-db-instance": _final("--final-db-snapshot-identifier", "instance"),
    "rds delete-db-cluster": _final("--final-db-snapshot-identifier", "cluster"),
    "redshift delete-cluster": _final("--final-cluster-snapshot-identifier", "cluster"),
    "elasticache delete-replication-group": _final("--final-snapshot-identifier", "cluster"),
    "elasticache delete-cache-cluster": _final("--final-snapshot-identifier", "cluster"),
    "rds create-db-snapshot": _makes("snapshot", "--db-snapshot-identifier"),
    "rds create-db-cluster-snapshot": _makes("snapshot", "--db-cluster-snapshot-identifier"),
    "rds copy-db-snapshot": _makes("snapshot", "--target-db-snapshot-identifier"),
    "rds copy-db-cluster-snapshot": _makes("snapshot", "--target-db-cluster-snapshot-identifier"),
    "rds start-export-task": _makes("export", "--export-task-identifier"),
    "ec2 create-snapshot": _makes("snapshot"), "ec2 create-snapshots": _makes("snapshot"),
    "ec2 copy-snapshot": _makes("snapshot"), "ec2 create-image": _makes("image", "--name"),
    "ec2 copy-image": _makes("image", "--name"), "ec2 create-store-image-task": _makes("image"),
    "redshift create-cluster-snapshot": _makes("snapshot", "--snapshot-identifier"),
    "elasticache create-snapshot": _makes("snapshot", "--snapshot-name"),
    "dynamodb create-backup": _makes("backup", "--backup-name"),
    "dynamodb export-table-to-point-in-time": _makes("export", "--s3-prefix"),
    "backup start-backup-job": _makes("backup"), "backup start-copy-job": _makes("backup"),
    "backup start-restore-job": _restores("resource"),
    "rds restore-*": _restores("instance", "--db-instance-identifier", "--db-cluster-identifier", "--target-db-instance-identifier"),
    "redshift restore-from-cluster-snapshot": _restores("cluster", "--cluster-identifier"),
    "dynamodb restore-table-*": _restores("table", "--target-table-name"),
    "secretsmanager restore-secret": does("modify", "reversible", restores=True),
    "s3api restore-object": does("create", "reversible", restores=True),
    "* restore-*": does("create", "reversible", restores=True),
    "rds modify-db-instance": _modify_db, "rds modify-db-cluster": _modify_db, "elasticache modify-replication-group": _modify_db,
    "secretsmanager update-secret": _update_secret, "secretsmanager delete-secret": _delete_secret,
    "ssm put-parameter": _put_parameter, "ssm send-command": _send_command, "ecs execute-command": _execute_command,
    "lambda invoke": _invoke, "lambda invoke-async": _invoke, "lambda update-function-code": _update_code,
    "ecs update-service": _update_service, "route53 change-resource-record-sets": _records,
    "rds-data execute-statement": _sql("--sql", "postgres"), "redshift-data execute-statement": _sql("--sql", "redshift"),
    "athena start-query-execution": _sql("--query-string", "athena"), "dynamodb execute-statement": _sql("--statement", "postgres"),
    "dynamodb batch-write-item": _batch_write, "dynamodb transact-write-items": _batch_write,
    "cloudformation deploy": _deploy, "cloudformation execute-change-set": _deploy, "cloudformation update-stack": _deploy,
    "ec2 deregister-image": _deregister_image, "ecs run-task": _runs, "ecs start-task": _runs, "batch submit-job": _runs,
    "ssm start-automation-execution": _runs, "ssm start-change-request-execution": _runs, "stepfunctions start-*": _runs,
    "codebuild start-*": _runs, "codepipeline start-*": _runs, "glue start-job-run": _runs, "glue start-workflow-run": _runs,
    "emr add-steps": _runs, "* invoke-*": _runs, "* execute-*": _runs, "* start-*-execution": _runs, "* start-job-run": _runs,
    "* send-command": _runs, "amplify start-job": _runs, "apprunner start-deployment": _runs, "dms start-replication-task": _runs,
    "* batch-execute-*": _runs,
}  # fmt: skip
