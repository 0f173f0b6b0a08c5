"""rest: what a request over HTTP does, from its method, its address and its body.

A method alone tells little: a search is often a POST. So services whose paths say what they do stand in a table, first
match first; what is left follows the method, and a POST to a service that nobody knows is unknown.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Final

from planproof.effects.act import Act, Hazard, Ref, changes, unknown
from planproof.effects.lattice import Undo
from planproof.effects.tools.call import EXPANDED, Call, shown
from planproof.effects.tools.tool import Does, Shell, does
from planproof.model.base import EffectKind

_LOCAL: Final = re.compile(r"(https?://)?(localhost|127(\.\d+){3}|\[::1\]|0\.0\.0\.0)([:/]|$)", re.I)
_SECRET: Final = re.compile(
    r"(^|[/@=\s('\"])(\.env(\.\w+)?|id_(rsa|ed25519|ecdsa|dsa)|\.pgpass|\.netrc|\.npmrc|\.pypirc|shadow|gshadow|kubeconfig"
    r"|credentials(\.\w+)?|secrets?(\.[\w.]+)|[\w.-]*(private|secret)[\w-]*\.(key|pem|json|ya?ml)|[\w.-]+\.(pem|key|p12|pfx|jks|kdbx))"
    r"($|[;\s)'\"])|\.(ssh|aws|gnupg|kube)/(?!known_hosts|authorized_keys)|serviceaccount/token|/master\.key"
)

NOTIFIES: Final = re.compile(
    r"hooks\.slack\.com|slack\.com/api/(chat\.|files\.)|discord(app)?\.com/api/webhooks|webhook\.office\.com"
    r"|\.logic\.azure\.com|api\.telegram\.org/.*/send|events\.pagerduty\.com|api\.(eu\.)?opsgenie\.com/v\d/alerts"
    r"|hc-ping\.com|healthchecks\.io/|ntfy\.sh|api\.pushover\.net|api\.twilio\.com/.*/(messages|calls)"
    r"|api\.sendgrid\.com/.*/send|api\.mailgun\.net/.*/messages|api\.postmarkapp\.com/email|hooks\.zapier\.com"
    r"|chat\.googleapis\.com|alert\.victorops\.com|api\.statuspage\.io/.*/incidents|/_matrix/.*/send/"
    r"|(issues|pulls|merge_requests)/\d+/(comments|notes)|/api/annotations\b|statuses/[0-9a-f]|/api/v\d/alerts$",
    re.I,
)
"""Services that tell people something."""

KNOWN: Final[tuple[tuple[str, re.Pattern[str], Does], ...]] = tuple(
    (methods, re.compile(path, re.I), does_)
    for methods, path, does_ in (
        ("*", r"[?&](dry_?run|dryRun)=(true|1|all)\b", does("observe")),
        # Elasticsearch, OpenSearch
        ("*", r"/_(search|msearch|count|validate|explain|analyze|field_caps|mget|rank_eval|sql|eql|cat|terms_enum|render"
              r"|simulate|termvectors|knn_search|async_search|pit|search_shards|ingest/pipeline/(_|[^/]+/_)simulate)\b", does("observe")),
        ("*", r"/_delete_by_query\b", does("destroy", "irreversible")),
        ("*", r"/_update_by_query\b|/_bulk\b|/_update/", does("modify", "irreversible")),
        ("POST", r"/_snapshot/[^/]+/[^/]+/_restore\b", does("modify", "compensable", restores=True)),
        ("POST", r"/_snapshot/[^/]+/(_verify|_cleanup)\b", does("modify", "reversible")),
        ("PUT POST", r"/_snapshot/[^/]+/[^/?]+", does("create", "reversible", produces=True)),
        ("POST", r"/_reindex\b|/_(clone|shrink|split|rollover)\b", does("create", "reversible")),
        ("POST", r"/_(refresh|flush|forcemerge|cache/clear|aliases|open)\b", does("modify", "reversible")),
        ("POST", r"/_(close|cluster/reroute|cluster/voting_config_exclusions)\b", does("shift", "reversible")),
        ("DELETE", r"/_(alias|template|index_template|component_template|ilm/policy|ingest/pipeline|scripts|rollup)\b",
         does("destroy", "compensable")),
        ("DELETE", r"/_(search/scroll|pit|async_search)\b", does("modify", "reversible")),
        ("PUT", r"/_settings\b|/_cluster/settings\b|/_alias/|/_mapping\b", does("modify", "compensable")),
        ("PUT", r"/_(index_template|template|component_template|ilm|ingest|scripts|security)\b", does("modify", "compensable")),
        # Prometheus, Alertmanager, Grafana, Loki
        ("*", r"/admin/tsdb/delete_series\b|/loki/api/v1/delete\b", does("destroy", "irreversible")),
        ("*", r"/admin/tsdb/snapshot\b", does("create", "reversible", produces=True)),
        ("*", r"/admin/tsdb/clean_tombstones\b", does("modify", "reversible")),
        ("POST", r"/api/v1/(query|query_range|series|labels|read)\b|/render\b|/graph(ql|iql)?/explain", does("observe")),
        ("POST", r"/api/v\d/silences\b", does("modify", "reversible", "weakens_guard")),
        ("DELETE", r"/api/v\d/silence/", does("modify", "reversible")),
        ("*", r"/-/reload\b|/admin/reload|/actuator/(refresh|restart)\b|/_reload\b", does("shift", "reversible")),
        ("*", r"/-/quit\b|/actuator/shutdown\b|/quitquitquit\b|/shutdown\b", does("shift", "compensable")),
        ("POST PUT", r"/actuator/loggers/|/healthcheck/(fail|ok)\b|/drain(_listeners)?\b", does("shift", "reversible")),
        # GitHub, GitLab
        ("DELETE", r"/branches/[^/]+/protection|/protected_(branches|tags)/|/rulesets/", does("modify", "compensable", "weakens_guard")),
        ("PUT POST PATCH", r"/branches/[^/]+/protection|/protected_(branches|tags)\b|/rulesets\b", does("modify", "compensable")),
        ("PUT", r"/collaborators/|/members\b", does("modify", "reversible", "widens_access")),
        ("DELETE", r"/collaborators/|/members/|/memberships/", does("modify", "compensable")),
        ("PUT", r"/(pulls|merge_requests)/\d+/merge\b", does("modify", "reversible")),
        ("DELETE", r"/git/refs/heads/|/repository/branches/", does("destroy", "irreversible")),
        # Consul, Vault, etcd
        ("POST", r"/v3/kv/range\b|/v1/(auth/[^?]*/login|sys/capabilities\S*)", does("observe")),
        ("POST", r"/v3/kv/deleterange\b", does("destroy", "irreversible")),
        ("PUT POST", r"/v1/sys/(seal|step-down)\b", does("shift", "reversible")),
        ("PUT", r"/v1/(kv|session|agent)/", does("modify", "irreversible")),
        # a cache or a CDN
        ("POST DELETE PURGE", r"/purge_cache\b|/purge\b|/cache(/|$)|/invalidate\b", does("destroy", "compensable")),
        # Kubernetes, Docker
        ("DELETE", r"/(persistentvolumeclaims|persistentvolumes|namespaces|statefulsets|customresourcedefinitions)/[^/?]+(\?|$)",
         does("destroy", "irreversible")),
        ("DELETE", r"/volumes/", does("destroy", "irreversible")),
        ("POST", r"/containers/[^/]+/(stop|start|restart|pause|unpause)\b", does("shift", "reversible")),
        ("POST", r"/containers/[^/]+/kill\b", does("shift", "compensable")),
        # Kafka Connect, RabbitMQ
        ("PUT POST", r"/connectors/[^/]+/(pause|resume|restart|stop)\b", does("shift", "reversible")),
        ("DELETE", r"/queues/|/topics/", does("destroy", "irreversible")),
    )
)  # fmt: skip
"""Methods (`*`: all that change), a pattern of the path, and what it does."""

_DEFINITIONS: Final = re.compile(
    r"/(dns_records|records?|hooks|webhooks|deployments|pods|services|configmaps|ingress(es)?|jobs|cronjobs|replicasets"
    r"|daemonsets|labels|policies|policy|rules?|subscriptions?|connectors|dashboards|folders|alerts?|alert-rules|routes?"
    r"|plugins|upstreams|bindings|exchanges|roles?|rolebindings|permissions|schedules?|monitors|checks|keys|tokens|sessions"
    r"|locks?|flags|features|containers|images|tags|releases|firewalls?|environments|variables|nodes|runners|integrations)"
    r"(/[^/?]+)?/?(\?|$)",
    re.I,
)
"""Paths of things that hold no data of their own: whoever deletes one can define it again."""
_MUTATION: Final = re.compile(r"\bmutation\b")


def is_local(url: str) -> bool:
    """Whether an address is the machine itself.

    Example:
        >>> is_local("http://localhost:8080/health"), is_local("https://localhost.example.com")
        (True, False)
    """
    return _LOCAL.match(url) is not None


def tells_secret(text: str) -> bool:
    """Whether a text names a file that holds keys or passwords.

    Example:
        >>> tells_secret("@.env"), tells_secret("@report.json"), tells_secret("~/.ssh/id_rsa")
        (True, False, True)
    """
    return _SECRET.search(text) is not None


def _act(
    kind: EffectKind, undo: Undo, url: str, call: Call, method: str, hazards: tuple[Hazard, ...] = ()
) -> list[Act]:
    ref = Ref("url", url.replace(EXPANDED, "").partition("?")[0])
    act = changes(kind, undo, shown(call.text), (ref,), f"{call.name} {method}")
    return [act._replace(hazards=hazards)] if hazards else [act]


def request(method: str, url: str, body: str | None, call: Call, shell: Shell) -> Sequence[Act]:
    """What a request does.

    Args:
        method: in any case.
        url: an address or a path of the service that `call` speaks to.
        body: what is sent; None where that is not known.
        call: the command.
        shell: reads SQL that a database takes over HTTP.
    """
    method = method.upper()
    if method in ("GET", "HEAD", "OPTIONS", "PROPFIND", "TRACE"):
        if NOTIFIES.search(url) and "hc-ping" in url:
            return _act("notify", "compensable", url, call, method)
        for methods, path, entry in KNOWN:
            if methods == "*" and entry.kind in ("shift", "destroy") and path.search(url) and "/loki/" not in url:
                return _act(entry.kind, entry.undo, url, call, method)
        acts = _act("observe", "read_only", url, call, method)
        return [act._replace(fetches=not is_local(url) and method == "GET") for act in acts]
    if NOTIFIES.search(url):
        return _act("notify", "compensable", url, call, method)
    if ":8123" in url and method == "POST" and body is not None and EXPANDED not in body:
        return shell.sql(body, "clickhouse")
    if re.search(r"/?graphql\b", url):
        if body is None or EXPANDED in body or _MUTATION.search(body):
            return [unknown(shown(call.text))]
        return [act._replace(fetches=True) for act in _act("observe", "read_only", url, call, method)]
    path = "/" + url if "://" not in url and not url.startswith("/") else url
    for methods, pattern, entry in KNOWN:
        if (methods == "*" or method in methods.split()) and pattern.search(path):
            refs = (Ref("url", url.replace(EXPANDED, "").partition("?")[0]),)
            return [entry.act(call, refs, f"{call.name} {method}")]
    match method:
        case "DELETE":
            undo: Undo = "compensable" if _DEFINITIONS.search(path) else "irreversible"
            return _act("destroy", undo, url, call, method)
        case "PUT" | "PATCH":
            return _act("modify", "compensable" if _DEFINITIONS.search(path) else "irreversible", url, call, method)
        case _:
            return [unknown(shown(call.text))]
