"""Message brokers: RabbitMQ, NATS, Pulsar."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Final

from planproof.effects.act import Act, Ref, changes, observe
from planproof.effects.lattice import Undo
from planproof.effects.tools.call import Args, Call, shown
from planproof.effects.tools.tool import Find, Shell, Tool, does, table


def _operand(kind: str, at: int) -> Find:
    return lambda args, _call: [Ref(kind, name) for name in args.operands[at : at + 1]]


_RABBIT: Final = frozenset(
    "-n --node -p --vhost -t --timeout --formatter --apply-to --priority -H --host -P --port -u"
    " --username --password".split()
)
_PERMISSIONS: Final = does("modify", "reversible", "widens_access")


def _get(call: Call, args: Args, _shell: Shell) -> Sequence[Act] | None:
    """`rabbitmqadmin get`: takes messages out of the queue where it acknowledges them without putting them back."""
    given = {name: value for name, eq, value in (word.partition("=") for word in args.operands) if eq}
    refs = [Ref("queue", given.get("queue") or args.value("--queue"))]
    mode = given.get("ackmode") or args.value("--ack-mode") or "ack_requeue_true"
    if mode.endswith("requeue_true"):
        return [observe(shown(call.text), refs)]
    return [changes("destroy", "irreversible", shown(call.text), refs, "rabbitmqadmin get")]


def _declared(args: Args, _call: Call) -> list[Ref]:
    """`rabbitmqadmin declare queue name=x`, and the same with options."""
    kind = args.operands[1] if len(args.operands) > 1 else ""
    names = [word.partition("=")[2] for word in args.operands if word.startswith("name=")] or args.values("--name")
    return [Ref(kind, name) for name in names]


def _stream(args: Args, _call: Call) -> list[Ref]:
    kind, *rest = args.operands
    if kind in ("pub", "publish", "request", "req", "reply", "sub", "subscribe", "bench"):
        return [Ref("subject", name) for name in rest[:1]]
    return [Ref(kind, "/".join(rest[1:]))] if len(rest) > 1 else []


def _edited(call: Call, args: Args, _shell: Shell) -> Sequence[Act] | None:
    """`nats stream edit`: narrower limits throw messages away."""
    refs = _stream(args, call)
    limits = ("--max-age", "--max-msgs", "--max-bytes", "--max-msgs-per-subject")
    if args.has("--dry-run"):
        return [observe(shown(call.text), refs)]
    if args.has(*limits):
        return [changes("destroy", "irreversible", shown(call.text), refs, "nats stream edit")]
    return [changes("modify", "reversible", shown(call.text), refs, "nats stream edit")]


def _nats_backup(call: Call, args: Args, _shell: Shell) -> Sequence[Act] | None:
    made = tuple(Ref("file", name) for name in args.operands[-1:])
    act = changes("create", "reversible", shown(call.text), made, "nats stream backup")
    return [
        act._replace(
            reads=tuple(Ref("stream", name) for name in args.operands[2:3] if len(args.operands) > 3),
            produces=made,
        )
    ]


_PULSAR_LINE: Final = re.compile(
    r"(get|list|stats|peek|lookup|permissions|policies|info|status|bundle-range|examine|internal|last-message|partitioned-stats"
    r"|trigger|describe|health|runtime|dynamic|leader|brokers)\b"
)


def _pulsar(call: Call, args: Args, _shell: Shell) -> Sequence[Act] | None:
    """`pulsar-admin AREA VERB ...`: some 400 verbs, whose first word says what they do."""
    if len(args.operands) < 2:
        return None
    area, verb = args.operands[:2]
    kind = area.rstrip("s") if area != "namespaces" else "namespace"
    refs = [Ref(kind, name) for name in args.operands[2:3]]
    operation = f"pulsar-admin {area} {verb}"
    text = shown(call.text)
    head = verb.partition("-")[0]
    if _PULSAR_LINE.match(verb):
        return [observe(text, refs, operation)]
    holds_data = area in ("topics", "persistent", "non-persistent", "namespaces", "tenants", "clusters", "ledgers")
    if head in ("delete", "truncate") or verb in (
        "clear-backlog",
        "skip",
        "skip-all",
        "expire-messages",
        "expire-messages-all-subscriptions",
        "unsubscribe",
        "reset-cursor",
        "delete-partitioned-topic",
        "trim-topic",
    ):
        if verb == "reset-cursor":
            return [changes("modify", "irreversible", text, refs, operation)]
        lost = holds_data or verb in ("unsubscribe",)
        return [changes("destroy", "irreversible" if lost else "compensable", text, refs, operation)]
    if verb in ("set-retention", "set-message-ttl", "set-backlog-quota", "set-offload-deletion-lag"):
        return [changes("destroy" if verb != "set-backlog-quota" else "modify", "irreversible", text, refs, operation)]
    if head == "grant":
        return [changes("modify", "reversible", text, refs, operation)._replace(hazards=("widens_access",))]
    if head in ("revoke", "remove", "clear"):
        return [changes("modify", "compensable", text, refs, operation)]
    if head == "create":
        return [changes("create", "reversible", text, refs, operation)]
    if head in ("unload", "restart", "stop", "start", "split", "terminate", "shutdown"):
        undo: Undo = "irreversible" if verb == "terminate" else "reversible"
        return [changes("shift", undo, text, refs, operation)]
    if head in ("set", "update", "enable", "disable", "compact", "offload", "upload", "putstate", "register"):
        return [changes("modify", "irreversible" if head == "putstate" else "reversible", text, refs, operation)]
    return None


TOOLS: Final = (
    Tool(
        (
            "rabbitmqctl",
            "rabbitmq-diagnostics",
            "rabbitmq-queues",
            "rabbitmq-streams",
            "rabbitmq-upgrade",
            "rabbitmq-plugins",
        ),
        {
            **table("""
observe: help, version, autocomplete, list_users, list_user_permissions, list_permissions, list_topic_permissions
observe: list_user_topic_permissions, list_vhosts, list_queues, list_exchanges, list_bindings, list_connections
observe: list_channels, list_consumers, list_policies, list_operator_policies, list_parameters
observe: list_global_parameters, list_hashes, list_ciphers, list_feature_flags, list_deprecated_features
observe: list_unresponsive_queues, list_vhost_limits, list_user_limits, list_node_auth_attempt_stats, status
observe: cluster_status, report, environment, ping, node_health_check, list_members, list, authenticate_user
observe: await_online_nodes, await_startup, wait, schema_info, log_tail, log_tail_stream, log_location
observe: runtime_thread_stats, check_alarms, check_local_alarms, check_running, check_local_running
observe: check_port_connectivity, check_port_listener, check_protocol_listener, check_virtual_hosts
observe: check_certificate_expiration, check_if_node_is_quorum_critical, check_if_node_is_mirror_sync_critical
observe: alarms, listeners, check_if_any_deprecated_features_are_used
observe: check_if_cluster_has_classic_queue_mirroring_policy
observe: check_if_new_quorum_queue_replicas_have_finished_initial_sync, cipher_suites, command_line_arguments
observe: consume_event_stream, disable_auth_attempt_source_tracking, discover_peers, erlang_cookie_hash
observe: erlang_cookie_sources, erlang_version, is_booting, is_running, maybe_stuck, memory_breakdown, os_env
observe: resolve_hostname, resolver_info, server_version, tls_versions, observer, quorum_status, peek, stream_status
observe: list_stream_connections, list_stream_consumers, list_stream_publishers, list_stream_tracking
observe: list_stream_group_consumers, directories, is_enabled, certificates, metadata_store_status
observe: list_stream_consumer_groups, await_online_quorum_plus_one, list_shovels, shovel_status, federation_status
create reversible: add_user, add_vhost, hash_password, encode
modify reversible: rename_cluster_node, update_cluster_nodes, set_cluster_name, set_disk_free_limit, set_log_level
modify reversible: set_vm_memory_high_watermark, set_vhost_limits, set_user_limits, enable_feature_flag, add_member
modify reversible: grow, set, enable, update_vhost_metadata, rotate_logs, force_gc, sync_queue, rebalance
modify reversible: add_replica, post_upgrade, enable_all_feature_flags, cancel_sync_queue
modify reversible: force_standalone_khepri_boot
modify compensable: set_policy, set_operator_policy, set_parameter, set_global_parameter, import_definitions
modify compensable: clear_policy, clear_operator_policy, clear_parameter, clear_global_parameter, clear_permissions
modify compensable: clear_topic_permissions, clear_user_limits, clear_vhost_limits, delete_member, delete_replica
modify compensable: shrink, disable, reclaim_quorum_memory, enable_auth_attempt_source_tracking
rotate compensable: change_password, clear_password
shift reversible: stop, stop_app, start_app, shutdown, restart_vhost, drain, revive, suspend_all_listeners
shift reversible: resume_all_listeners, transfer_leadership, restart_stream
shift compensable: close_connection, close_all_connections, close_all_user_connections, force_boot
destroy irreversible: delete_queue, purge_queue, delete_vhost, reset, force_reset, join_cluster
destroy compensable: delete_user, forget_cluster_node, delete_shovel, deactivate_free_disk_space_monitoring
modify reversible: activate_free_disk_space_monitoring, trace_on, trace_off
"""),
            "set_permissions": _PERMISSIONS,
            "set_topic_permissions": _PERMISSIONS,
            "set_user_tags": _PERMISSIONS,
            "set_permissions_globally": _PERMISSIONS,
            "export_definitions": does("create", "reversible", produces=True, refs=_operand("file", 1)),
            "delete_queue": does("destroy", "irreversible", refs=_operand("queue", 1)),
            "purge_queue": does("destroy", "irreversible", refs=_operand("queue", 1)),
            "delete_vhost": does("destroy", "irreversible", refs=_operand("vhost", 1)),
        },
        valued=_RABBIT,
        refs=_operand("", 1),
    ),
    Tool(
        ("rabbitmqadmin",),
        {
            **table("""
observe: list, show, help, nodes, overview, health_check
create reversible: declare
notify compensable: publish
shift compensable: close, close_connection
destroy irreversible: purge, delete queue, delete vhost, delete stream
destroy compensable: delete, delete exchange, delete binding, delete policy, delete user, delete permission
destroy compensable: delete parameter, delete operator_policy
modify compensable: import, definitions import
modify reversible: rebalance
"""),
            "get": _get,
            "get messages": _get,
            "export": does("create", "reversible", produces=True, refs=_operand("file", 1)),
            "definitions export": does("create", "reversible", produces=True),
            "declare permission": _PERMISSIONS,
            "declare permissions": _PERMISSIONS,
        },
        valued=_RABBIT | {"--name", "--queue", "--ack-mode", "-c", "--count", "-V"},
        refs=_declared,
    ),
    Tool(
        ("nats",),
        {
            **table("""
observe: stream info, stream ls, stream list, stream report, stream get, stream view, stream state, stream find
observe: stream subjects, stream graph, consumer info, consumer ls, consumer list, consumer report, consumer find
observe: consumer state, consumer graph, kv get, kv ls, kv list, kv history, kv watch, kv status, kv info
observe: object get, object ls, object info, object watch, object status, server info, server list, server ls
observe: server ping, server report, server check, server graph, server request, account info, account report
observe: account tls, rtt, events, sub, subscribe, latency, top, context ls, context show, context info, cheat
observe: context validate, errors, audit, schema, trace, micro list, micro ls, micro info, micro stats, micro ping
observe: consumer sub, server account info, graph, server watch, server generate, server mappings, server passwd
observe: stream gaps, context select, audit gather
create reversible: stream add, stream create, stream copy, stream cp, stream new, consumer add, consumer create
create reversible: consumer new, consumer copy, kv add, kv new, kv create, object add, object new, context add
create reversible: context create, context save, context copy
create irreversible: bench
modify irreversible: kv put, kv update, object put, consumer next
modify reversible: consumer edit, kv compact, context edit, consumer pause, consumer resume, kv revert
modify reversible: server cluster balance, stream balance, consumer unpin, server config reload
shift reversible: stream cluster step-down, stream cluster down, consumer cluster step-down, consumer cluster down
shift reversible: server cluster step-down, server raft step-down
shift compensable: server cluster peer-remove, stream cluster peer-remove, server kick, server request kick
shift compensable: consumer cluster peer-remove
destroy irreversible: stream rm, stream delete, stream del, stream purge, stream rmm, stream seal, kv del, kv rm
destroy irreversible: kv purge, kv delete, object del, object rm, object seal, account purge
destroy compensable: consumer rm, consumer delete, consumer del, context rm
notify compensable: pub, publish, request, reply, req
"""),
            "stream edit": _edited,
            "stream update": _edited,
            "stream backup": _nats_backup,
            "account backup": _nats_backup,
            "stream restore": does("create", "reversible", restores=True, refs=_operand("stream", 2)),
            "account restore": does("create", "reversible", restores=True),
        },
        valued=frozenset(
            "-s --server --user --password --creds --nkey --tlscert --tlskey --tlsca --context --timeout"
            " --subject --seq --keep --max-age --max-msgs --max-bytes --max-msgs-per-subject --subjects --replicas"
            " --config --trace-dest".split()
        ),
        refs=_stream,
    ),
    Tool(
        ("pulsar-admin",),
        dict.fromkeys(
            "topics persistent non-persistent namespaces tenants clusters brokers broker-stats bookies functions"
            " functions-worker sinks sources sink source schemas packages resource-quotas resourcegroups"
            " ns-isolation-policy proxy-stats transactions topicPolicies topic-policies".split(),
            _pulsar,
        ),
        valued={
            "--admin-url",
            "-s",
            "--subscription",
            "-n",
            "--name",
            "--size",
            "--time",
            "-t",
            "--tenant",
            "--namespace",
            "--count",
            "-p",
        },
    ),
    Tool(
        ("pulsar-client",),
        table("""
notify compensable: produce
modify irreversible: consume
observe: read
"""),
        valued={"-s", "-n", "-m", "-t", "-p", "--url"},
        refs=_operand("topic", 1),
    ),
)
