"""Vault and OpenBao."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Final

from planproof.effects.act import Act, Hazard, Ref, changes, observe
from planproof.effects.lattice import Undo
from planproof.effects.tools.call import Args, Call, shown
from planproof.effects.tools.tool import Find, Shell, Tool, does, table
from planproof.model.base import EffectKind


def _path(kind: str, words: int) -> Find:
    return lambda args, _call: [Ref(kind, name) for name in args.operands[words : words + 1]]


_WRITES: Final[tuple[tuple[re.Pattern[str], EffectKind, Undo, tuple[Hazard, ...]], ...]] = (
    (re.compile(r"sys/(seal|step-down)"), "shift", "reversible", ()),
    (re.compile(r"sys/(rotate|rekey.*)|.*/keys/[^/]+/rotate"), "rotate", "reversible", ()),
    (re.compile(r".*/rotate-(root|role)(/.*)?"), "rotate", "irreversible", ()),
    (
        re.compile(
            r"(?:.*/)?(login|login/.*|sign/.*|issue/.*|verify/.*|encrypt/.*|decrypt/.*|rewrap/.*|hmac/.*|random.*|hash.*|sign-verbatim/.*)"
        ),
        "create",
        "reversible",
        (),
    ),
    (re.compile(r".*/(revoke|tidy|revoke-.*)(/.*)?"), "destroy", "irreversible", ()),
    (re.compile(r"sys/(polic(y|ies)|policies/.*)/.*|sys/policy/.*"), "modify", "compensable", ("widens_access",)),
    (re.compile(r".*/(destroy)/.*"), "destroy", "irreversible", ()),
    (re.compile(r".*/undelete/.*"), "modify", "reversible", ()),
    (re.compile(r".*/data/.*"), "modify", "reversible", ()),
    (
        re.compile(r".*/(config|roles?|groups?|users?|tune|static-roles?|connection|map|certs|urls|crls?)(/.*)?"),
        "modify",
        "compensable",
        (),
    ),
)
"""What writing to a path does; the first that fits counts."""


def _write(call: Call, args: Args, _shell: Shell) -> Sequence[Act] | None:
    path = args.operands[1] if len(args.operands) > 1 else ""
    refs = [Ref("secret", path)]
    for pattern, kind, undo, hazards in _WRITES:
        if pattern.fullmatch(path.strip("/")):
            if (
                kind == "create"
                and pattern is _WRITES[3][0]
                and re.match(r".*(encrypt|decrypt|verify|hmac|random|hash|rewrap|login)", path)
            ):
                return [observe(shown(call.text), refs, "vault write")]
            act = changes(kind, undo, shown(call.text), refs, "vault write")
            return [act._replace(hazards=hazards)]
    return [changes("modify", "irreversible", shown(call.text), refs, "vault write")]


def _snapshot(call: Call, args: Args, _shell: Shell) -> Sequence[Act] | None:
    made = tuple(Ref("file", name) for name in args.operands[4:5])
    act = changes("create", "reversible", shown(call.text), made, "vault operator raft snapshot save")
    return [act._replace(reads=(Ref("cluster", "vault"),), produces=made)]


def _tune(call: Call, args: Args, _shell: Shell) -> Sequence[Act] | None:
    return [
        changes(
            "modify", "reversible", shown(call.text), [Ref("mount", name) for name in args.operands[2:3]], "vault tune"
        )
    ]


def _list(args: Args, _call: Call) -> list[Ref]:
    return [
        Ref("secret", name)
        for name in args.operands[-1:]
        if len(args.operands) > 1 and ("/" in name or len(args.operands) > 2)
    ]


TOOLS: Final = (
    Tool(
        ("vault", "bao"),
        {
            **table("""
observe: read, list, status, version, help, path-help, print, login, unwrap, kv get, kv list, kv metadata get
observe: kv metadata list, policy read, policy list, policy fmt, auth list, auth help, secrets list, audit list
observe: token lookup, token capabilities, lease lookup, plugin list, plugin info, operator members
observe: operator raft list-peers, operator raft autopilot state, operator raft autopilot get-config
observe: operator key-status, operator diagnose, operator usage, operator utilization, namespace list
observe: namespace lookup, monitor, debug, events subscribe, pki health-check, pki list-intermediates
observe: pki verify-sign, version-history, operator raft snapshot inspect, print token
create reversible: auth enable, secrets enable, audit enable, namespace create, plugin register, operator init
create reversible: token create, operator raft join, pki issue, plugin runtime register, kv enable-versioning
create reversible: transit import, pki reissue, agent generate-config
modify reversible: kv put, kv patch, kv undelete, kv rollback, kv metadata put, kv metadata patch, secrets move
modify reversible: token renew, lease renew, operator raft autopilot set-config, namespace patch, namespace lock
modify reversible: namespace unlock, plugin reload, transit import-version
modify compensable: operator migrate, patch
rotate reversible: operator rotate, operator rekey, operator rotate-keys
shift reversible: operator seal, operator unseal, operator step-down, server, agent, proxy
destroy irreversible: delete, kv delete, kv destroy, kv metadata delete, secrets disable, lease revoke
destroy irreversible: namespace delete, token revoke
destroy compensable: policy delete, auth disable, plugin deregister, operator raft remove-peer
destroy compensable: plugin runtime deregister
"""),
            "write": _write,
            "secrets tune": _tune,
            "auth tune": _tune,
            "kv put": does("modify", "reversible", inverse="vault kv rollback", refs=_path("secret", 2)),
            "kv delete": does("destroy", "irreversible", refs=_path("secret", 2)),
            "kv destroy": does("destroy", "irreversible", refs=_path("secret", 2)),
            "kv metadata delete": does("destroy", "irreversible", refs=_path("secret", 3)),
            "secrets disable": does("destroy", "irreversible", refs=_path("mount", 2)),
            "auth disable": does("destroy", "compensable", refs=_path("mount", 2)),
            "lease revoke": does("modify", "irreversible", refs=_path("lease", 2)),
            "policy write": does("modify", "compensable", "widens_access", refs=_path("policy", 2)),
            "policy delete": does("destroy", "compensable", refs=_path("policy", 2)),
            "audit disable": does("modify", "compensable", "weakens_guard", refs=_path("audit", 2)),
            "operator generate-root": does("create", "reversible", "widens_access"),
            "operator raft snapshot save": _snapshot,
            "operator raft snapshot restore": does(
                "modify", "irreversible", restores=True, refs=lambda _args, _call: [Ref("cluster", "vault")]
            ),
        },
        valued=frozenset(
            "-address -ca-cert -client-cert -client-key -namespace -tls-server-name -wrap-ttl -format -field"
            " -mount -versions -version -policy -ttl -path -description -method -output -id -dr-token".split()
        ),
        refs=_list,
        long=True,
        dry={"-output-curl-string", "-output-policy"},
    ),
)
