"""The words of an AWS command line: its options, and the resources that they name."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Final

from planproof.effects.act import Ref
from planproof.effects.tools.call import EXPANDED, Args, Call
from planproof.effects.tools.deep import singular

GLOBAL_VALUED: Final = frozenset(
    "--profile --region --output --query --endpoint-url --color --ca-bundle --cli-read-timeout --cli-connect-timeout"
    " --cli-binary-format --cli-input-json --cli-input-yaml --max-items --page-size --starting-token".split()
)
S3_VALUED: Final = GLOBAL_VALUED | frozenset(
    "--exclude --include --acl --storage-class --sse --sse-kms-key-id --sse-c --sse-c-key --grants --content-type --expires-in"
    " --cache-control --content-disposition --content-encoding --content-language --expires --source-region --metadata"
    " --metadata-directive --expected-size --request-payer --index-document --error-document --website-redirect".split()
)


class Options:
    """The options of an AWS call: each takes all words up to the next option.

    Example:
        >>> options = Options(Call("aws", ("ec2", "stop-instances", "--instance-ids", "i-1", "i-2"), ""))
        >>> options.all("--instance-ids"), options.has("--force")
        (['i-1', 'i-2'], False)
    """

    def __init__(self, call: Call) -> None:
        self.words: dict[str, list[str]] = {}
        """By option; in the order in which they stand."""
        name = ""
        for word in call.args:
            if word.startswith("--"):
                name, eq, value = word.partition("=")
                self.words.setdefault(name, []).extend([value] if eq else [])
            elif name:
                self.words[name].append(word)

    def has(self, *names: str) -> bool:
        return any(name in self.words for name in names)

    def get(self, *names: str) -> str:
        """The first word of the first option that is given."""
        return next((self.words[name][0] for name in names if self.words.get(name)), "")

    def all(self, name: str) -> list[str]:
        return self.words.get(name, [])

    def text(self) -> str:
        """Everything behind the options, to look for what they switch."""
        return " ".join(f"{name} {' '.join(words)}" for name, words in self.words.items())


_NAMES: Final = re.compile(
    r"--(?:(.+)-)?(name|id|identifier|arn|url)s?|--(db-\w+|bucket|key|repository|cluster|service|function|queue|topic)"
)
_CALLED: Final = {
    "db-instance": "instance", "db-cluster": "cluster", "db-snapshot": "snapshot", "db-cluster-snapshot": "snapshot",
    "table": "table", "file-system": "filesystem", "log-group": "log-group", "hosted-zone": "zone", "allocation": "address",
    "image": "image", "cache-cluster": "cluster", "replication-group": "cluster", "recovery-point": "backup", "backup": "backup",
    "group": "group", "stack": "stack", "stack-set": "stack", "auto-scaling-group": "group", "key": "key", "load-balancer": "balancer",
}  # fmt: skip
_ASIDE: Final = frozenset(
    "--client-token --request --account --owner --owner-account --kms-key --caller-reference --availability-zone --subnet"
    " --security-group --vpc-security-group --source-account --engine --policy-names --parameter-group".split()
)
_OF_SERVICE: Final = {
    "secretsmanager": "secret", "ssm": "parameter", "backup": "backup", "lambda": "function", "events": "rule",
    "cloudtrail": "trail", "eks": "cluster", "ecs": "service", "sns": "topic", "sqs": "queue", "elb": "balancer", "elbv2": "balancer",
    "ecr": "repository", "ec2": "instance", "wafv2": "rule", "iam": "policy",
}  # fmt: skip


def refs_of(args: Args, call: Call) -> list[Ref]:
    """What a call names: `--db-instance-identifier orders` is the instance `orders`.

    Example:
        >>> call = Call("aws", ("rds", "stop-db-instance", "--db-instance-identifier", "orders"), "")
        >>> [str(ref) for ref in refs_of(Args(call.args), call)]
        ['instance:orders']
    """
    options = Options(call)
    service = args.operands[0] if args.operands else ""
    found: list[Ref] = []
    bucket = options.get("--bucket")
    for option, words in options.words.items():
        if (
            option in GLOBAL_VALUED
            or (match := _NAMES.fullmatch(option)) is None
            or option.rpartition("-")[0] in _ASIDE
        ):
            continue
        kind = match[1] or match[3] or _OF_SERVICE.get(service, service)
        if option == "--key" and bucket:
            kind = "object"
        elif option == "--bucket" and options.has("--key"):
            continue
        for word in words:
            name = word.replace(EXPANDED, "")
            name = name.rpartition("/")[2] if "://" in name else name
            name = re.sub(r"^arn:aws[\w-]*:\w+:[\w-]*:\d*:(\w+[/:])?", "", name)
            found.append(Ref(_CALLED.get(kind, kind), name, bucket if kind == "object" else ""))
    return found


_REMOVES: Final = re.compile(r"(?:batch-)?(?:delete|terminate|purge|release|deregister|destroy|flush)-(.+)")


def targets_of(args: Args, call: Call) -> list[Ref]:
    """What an operation is done to: of a deletion only what is deleted, not what that stands in.

    Example:
        >>> call = Call("aws", ("eks", "delete-nodegroup", "--cluster-name", "prod", "--nodegroup-name", "spot"), "")
        >>> [str(ref) for ref in targets_of(Args(call.args), call)]
        ['nodegroup:spot']
    """
    refs = refs_of(args, call)
    match = _REMOVES.fullmatch(args.operands[1]) if len(args.operands) > 1 else None
    if match is None or not refs:
        return refs
    noun = singular(match[1])
    kind = _CALLED.get(noun, noun)
    own = [ref for ref in refs if kind == ref.kind or kind.endswith(f"-{ref.kind}")]
    if own:
        return own
    # A part that has no name of its own (`delete-bucket-website`), or the plain `--name` of a thing.
    plain = [word for option in ("--name", "--id", "--names", "--ids") for word in Options(call).all(option)]
    return [Ref(kind, name.replace(EXPANDED, "")) for name in plain] or [Ref(kind, refs[0].name, refs[0].within)]


def named(call: Call, kind: str, *options: str) -> tuple[Ref, ...]:
    """The resources that some options name, as one kind."""
    given = Options(call)
    return tuple(Ref(kind, word.replace(EXPANDED, "")) for option in options for word in given.all(option))


def buckets(words: Sequence[str]) -> list[Ref]:
    """`s3://bucket/key` as object or bucket; anything else as a file."""
    refs: list[Ref] = []
    for word in words:
        plain = word.replace(EXPANDED, "")
        if not plain.startswith(("s3://", "gs://")):
            refs.append(Ref("file", plain))
            continue
        bucket, _, key = plain[5:].partition("/")
        refs.append(Ref("object", key, bucket) if key else Ref("bucket", bucket))
    return refs
