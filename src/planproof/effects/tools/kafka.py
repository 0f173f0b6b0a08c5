"""Kafka: the scripts of its distribution, kcat."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from planproof.effects.act import Act, Ref, changes, observe
from planproof.effects.tools.call import Args, Call, shown
from planproof.effects.tools.program import Program
from planproof.effects.tools.tool import Does, Read, Shell, does, table

_VALUED: Final = frozenset(
    "--bootstrap-server --bootstrap-controller --zookeeper --topic --partitions --replication-factor"
    " --config --delete-config --group --command-config --entity-type --entity-name --add-config"
    " --add-config-file --from-file --to-offset --to-datetime --by-duration --shift-by --offset"
    " --partition --max-messages --timeout --timeout-ms --consumer.config --producer.config --property"
    " --allow-principal --deny-principal --operation --cluster --transactional-id --resource-pattern-type"
    " --reassignment-json-file --throttle --topics-to-move-json-file --broker-list --path-to-json-file"
    " --election-type --offset-json-file --replica-assignment --replica-alter-log-dirs-throttle"
    " --principal --allow-host --deny-host --features --release-version --metadata -X -b -t -p -o -c -G -D"
    " -K -F -f -m".split()
)


def _topics(call: Call, args: Args, _shell: Shell) -> Sequence[Act] | None:
    refs = [Ref("topic", name) for name in args.values("--topic")]
    text = shown(call.text)
    if args.has("--delete"):
        return [changes("destroy", "irreversible", text, refs, "kafka-topics --delete")]
    if args.has("--alter"):
        return [
            _retention(call, args, refs, "kafka-topics --alter")
            or changes("modify", "irreversible", text, refs, "kafka-topics --alter")
        ]
    if args.has("--create"):
        return [changes("create", "reversible", text, refs, "kafka-topics --create")]
    return [observe(text, refs)] if args.has("--list", "--describe") else None


def _retention(call: Call, args: Args, refs: list[Ref], operation: str) -> Act | None:
    """A setting that makes the broker throw messages away."""
    told = ",".join(args.values("--add-config", "--config"))
    settings = dict(pair.split("=", 1) for pair in told.split(",") if "=" in pair)
    if any(
        name in settings
        for name in ("retention.ms", "retention.bytes", "local.retention.ms", "log.retention.ms", "delete.retention.ms")
    ) or (settings.get("cleanup.policy", "").strip("[]") in ("delete", "compact", "compact,delete")):
        if (
            all(
                settings.get(name, "-1").strip() == "-1"
                for name in (
                    "retention.ms",
                    "retention.bytes",
                    "local.retention.ms",
                    "log.retention.ms",
                    "delete.retention.ms",
                )
            )
            and "cleanup.policy" not in settings
        ):
            return None
        return changes("destroy", "irreversible", shown(call.text), refs, operation)
    return None


def _configs(call: Call, args: Args, _shell: Shell) -> Sequence[Act] | None:
    text = shown(call.text)
    kind = (args.value("--entity-type") or "topics").rstrip("s") or "topic"
    names = args.values("--entity-name", "--topic", "--broker", "--user", "--client-id", "--group")
    refs = [Ref(kind, name) for name in names]
    if args.has("--describe"):
        return [observe(text, refs)]
    if not args.has("--alter"):
        return None
    added = args.value("--add-config")
    if kind == "user" and "SCRAM" in added:
        return [changes("rotate", "compensable", text, refs, "kafka-configs --alter")]
    if (made := _retention(call, args, refs, "kafka-configs --alter")) is not None:
        return [made]
    return [changes("modify", "reversible", text, refs, "kafka-configs --alter")]


def _groups(call: Call, args: Args, _shell: Shell) -> Sequence[Act] | None:
    text = shown(call.text)
    refs = [Ref("consumer_group", name) for name in args.values("--group")]
    if args.has("--delete"):
        return [changes("destroy", "compensable", text, refs, "kafka-consumer-groups --delete")]
    if args.has("--delete-offsets"):
        return [changes("destroy", "irreversible", text, refs, "kafka-consumer-groups --delete-offsets")]
    if args.has("--reset-offsets"):
        if args.has("--execute"):
            return [changes("modify", "irreversible", text, refs, "kafka-consumer-groups --reset-offsets")]
        return [observe(text, refs)]
    return (
        [observe(text, refs)] if args.has("--list", "--describe", "--state", "--members", "--validate-regex") else None
    )


def _acls(call: Call, args: Args, _shell: Shell) -> Sequence[Act] | None:
    text = shown(call.text)
    refs = [Ref("topic", name) for name in args.values("--topic")] + [
        Ref("consumer_group", name) for name in args.values("--group")
    ]
    if args.has("--remove"):
        return [changes("modify", "compensable", text, refs, "kafka-acls --remove")]
    if args.has("--add"):
        act = changes("modify", "reversible", text, refs, "kafka-acls --add")
        return [act._replace(hazards=("widens_access",)) if not args.has("--deny-principal") else act]
    return [observe(text, refs)] if args.has("--list") else None


def _modes(text: str, otherwise: Does | None = None) -> Read:
    """A program whose work is chosen by one option; the lines are those of a table."""
    entries = table(text) if text else {}

    def run(call: Call, args: Args, _shell: Shell) -> Sequence[Act] | None:
        refs = [Ref("topic", name) for name in args.values("--topic", "-t")]
        chosen = next((option for option in entries if args.has(option)), "")
        entry = entries.get(chosen, otherwise)
        return [entry.act(call, refs, f"{call.name} {chosen}".strip())] if isinstance(entry, Does) else None

    return run


def _mode(names: str, text: str, otherwise: Does | None = None) -> Program:
    return Program(_both(*names.split()), _modes(text, otherwise), valued=_VALUED)


def _both(*names: str) -> tuple[str, ...]:
    return tuple(name for base in names for name in (f"{base}.sh", base))


def _consumer(call: Call, args: Args, _shell: Shell) -> Sequence[Act] | None:
    """Without a group it keeps no position; with a named one it moves that of the group."""
    refs = [Ref("topic", name) for name in args.values("--topic")]
    group = args.value("--group")
    settings = [*args.values("--consumer-property"), *args.values("--command-property")]
    group = group or next((value.partition("=")[2] for value in settings if value.startswith("group.id=")), "")
    if group:
        return [
            changes(
                "modify", "irreversible", shown(call.text), [Ref("consumer_group", group)], "kafka-console-consumer"
            )._replace(
                reads=tuple(refs),
            )
        ]
    return [observe(shown(call.text), refs)]


def _kcat(call: Call, args: Args, _shell: Shell) -> Sequence[Act] | None:
    refs = [Ref("topic", name) for name in args.values("-t")]
    if args.has("-P"):
        return [changes("create", "irreversible", shown(call.text), refs, "kcat -P")]
    if args.has("-G"):
        return [
            changes("modify", "irreversible", shown(call.text), [Ref("consumer_group", args.value("-G"))], "kcat -G")
        ]
    return [observe(shown(call.text), refs)]


TOOLS: Final = (
    Program(_both("kafka-topics"), _topics, valued=_VALUED),
    Program(_both("kafka-configs"), _configs, valued=_VALUED),
    Program(
        _both("kafka-consumer-groups", "kafka-share-groups", "kafka-groups"), _groups, valued=_VALUED, dry={"--dry-run"}
    ),
    Program(_both("kafka-acls"), _acls, valued=_VALUED),
    Program(
        _both("kafka-console-consumer", "kafka-avro-console-consumer", "kafka-simple-consumer"),
        _consumer,
        valued=_VALUED,
    ),
    Program(
        _both(
            "kafka-console-producer",
            "kafka-avro-console-producer",
            "kafka-verifiable-producer",
            "kafka-producer-perf-test",
        ),
        does("create", "irreversible"),
        valued=_VALUED,
        refs=lambda args, _call: [Ref("topic", name) for name in args.values("--topic")],
    ),
    Program(
        _both(
            "kafka-consumer-perf-test",
            "kafka-broker-api-versions",
            "kafka-log-dirs",
            "kafka-dump-log",
            "kafka-replica-verification",
            "kafka-get-offsets",
            "kafka-metadata-shell",
            "kafka-jmx",
            "kafka-e2e-latency",
            "kafka-verifiable-consumer",
        ),
        does("observe"),
        valued=_VALUED,
    ),
    _mode(
        "kafka-reassign-partitions",
        "observe: --verify, --generate, --list\nmodify compensable: --cancel\nmodify reversible: --execute",
    ),
    _mode("kafka-leader-election kafka-preferred-replica-election", "", does("shift", "reversible")),
    _mode("kafka-delete-records", "", does("destroy", "irreversible")),
    _mode("kafka-streams-application-reset", "observe: --dry-run", does("destroy", "irreversible")),
    _mode(
        "kafka-delegation-tokens",
        "observe: --describe\ncreate reversible: --create\nmodify reversible: --renew\ndestroy irreversible: --expire",
    ),
    _mode(
        "kafka-client-metrics",
        "observe: --describe, --list\nmodify reversible: --alter\ndestroy compensable: --delete",
    ),
    _mode("kafka-storage", "observe: --help", does("create", "reversible")),
    Program(
        _both(
            "kafka-server-start",
            "kafka-server-stop",
            "zookeeper-server-start",
            "zookeeper-server-stop",
            "connect-distributed",
            "connect-standalone",
            "connect-mirror-maker",
        ),
        does("shift", "reversible"),
    ),
    Program(_both("kafka-mirror-maker"), does("create", "irreversible")),
    Program(("kcat", "kafkacat"), _kcat, valued=_VALUED | {"-z", "-E"}),
)
