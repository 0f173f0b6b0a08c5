"""Packet filters: iptables, nftables, ufw, firewalld, ipset, conntrack, pf."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Final

from planproof.effects.act import Act, Hazard, Ref, observe
from planproof.effects.tools.call import Args, Call, shown
from planproof.effects.tools.program import Program
from planproof.effects.tools.refs import here, operands, plain, refs
from planproof.effects.tools.tool import Shell, Tool, does, table

_WALL: Final = here("firewall")


def _act(kind: str, undo: str, call: Call, *hazards: Hazard, inverse: str = "") -> list[Act]:
    ref = Ref("firewall", call.within or "localhost")
    if kind == "destroy":
        return [Act("destroy", undo, shown(call.text), destroys=(ref,), hazards=hazards, operation=call.name)]  # pyright: ignore[reportArgumentType]
    return [Act(kind, undo, shown(call.text), writes=(ref,), hazards=hazards, operation=call.name, inverse=inverse)]  # pyright: ignore[reportArgumentType]


_CHAIN_OPTIONS: Final = frozenset(
    "-A -I -D -C -R -F -X -Z -P -N -E -L -S --append --insert --delete --check --flush --policy --list".split()
)


def _iptables(call: Call, args: Args, _shell: Shell) -> Sequence[Act] | None:
    """One rule in or out is put back by its opposite; a flush or another policy leaves the machine open or cut off."""
    has = args.has
    if has("-L", "--list", "-S", "--list-rules", "-C", "--check", "-V"):
        return [observe(shown(call.text), _WALL(args, call), call.name)]
    if has("-F", "--flush", "-X", "--delete-chain"):
        return _act("destroy", "compensable", call, "weakens_guard")
    if has("-P", "--policy"):
        return _act("modify", "reversible", call, *(("weakens_guard",) if "ACCEPT" in args.operands else ()))
    target = args.value("-j", "--jump")
    anywhere = not args.value("-s", "--source", "--src") or args.value("-s", "--source", "--src") == "0.0.0.0/0"
    if has("-A", "--append", "-I", "--insert", "-R", "--replace"):
        opens = (
            target == "ACCEPT" and anywhere and not has("-i", "--in-interface", "-m") and "OUTPUT" not in args.operands
        )
        return _act("modify", "reversible", call, *(("widens_access",) if opens else ()), inverse=f"{call.name} -D")
    if has("-D", "--delete"):
        return _act(
            "modify",
            "reversible",
            call,
            *(("weakens_guard",) if target in ("DROP", "REJECT") else ()),
            inverse=f"{call.name} -A",
        )
    if has("-N", "--new-chain"):
        return _act("create", "reversible", call)
    if has("-Z", "--zero", "-E", "--rename-chain"):
        return _act("modify", "reversible", call)
    return None


def _restore(call: Call, args: Args, _shell: Shell) -> Sequence[Act]:
    if args.has("-t", "--test"):
        return [observe(shown(call.text), _WALL(args, call))]
    return _act("modify" if args.has("-n", "--noflush") else "destroy", "compensable", call)


def _nft(call: Call, args: Args, shell: Shell) -> Sequence[Act] | None:
    """Commands of nft, one after the other where they stand in one word or a file."""
    if args.has("-c", "--check"):
        return [observe(shown(call.text), _WALL(args, call), "nft")]
    if args.has("-f", "--file"):
        path = args.value("-f", "--file")
        text = call.stdin if path == "-" else shell.context.file(path)
        if text is None or "flush ruleset" in text:
            return _act("destroy" if text else "modify", "compensable", call)
        return _act("modify", "compensable", call)
    acts: list[Act] = []
    for command in " ".join(args.operands).split(";"):
        words = command.split()
        if not words:
            continue
        match words[0]:
            case "list" | "describe" | "monitor" | "get" | "export":
                acts.append(observe(shown(call.text), _WALL(args, call)))
            case "flush":
                acts += _act("destroy", "compensable", call, *(("weakens_guard",) if words[1:2] != ["set"] else ()))
            case "delete" | "destroy":
                whole = words[1:2] in (["table"], ["chain"], ["set"], ["map"])
                acts += _act("destroy" if whole else "modify", "compensable", call, "weakens_guard")
            case "add" | "insert" | "create" | "replace" | "rename" | "reset":
                if not command.count("{") or "accept" not in command:
                    acts += _act("modify", "reversible", call, *_opening(command))
                else:
                    acts += _act("modify", "reversible", call)
            case "type" | "policy" | "hook" | "}" | "elements":
                continue
            case _:
                return None
    return acts or None


def _opening(rule: str) -> tuple[Hazard, ...]:
    open_to_all = re.search(r"\baccept\b", rule) and not re.search(r"\b(saddr|iif|iifname|ct state|output)\b", rule)
    return ("widens_access",) if open_to_all else ()


def _ufw_rule(call: Call, args: Args, _shell: Shell) -> Sequence[Act]:
    """`ufw allow 22`: from anywhere unless it says from where."""
    words = args.operands
    verb = next((word for word in words if word in ("allow", "deny", "reject", "limit")), "")
    opens = verb == "allow" and (
        "from" not in words or words[words.index("from") + 1 : words.index("from") + 2] == ["any"]
    )
    opens = opens and "out" not in words
    if words[:1] in (["delete"], ["route"]) and "delete" in words:
        opens = False
        weak = verb in ("deny", "reject", "limit")
        return _act("modify", "reversible", call, *(("weakens_guard",) if weak else ()))
    return _act("modify", "reversible", call, *(("widens_access",) if opens else ()), inverse="ufw delete")


def _ufw_default(call: Call, args: Args, _shell: Shell) -> Sequence[Act]:
    return _act("modify", "reversible", call, *(("weakens_guard",) if "allow" in args.operands else ()))


def _firewall_cmd(call: Call, args: Args, _shell: Shell) -> Sequence[Act]:
    names = [name for name in args.options if name.startswith("--")]
    if any(name.startswith(("--add-", "--set-", "--change-", "--new-")) for name in names):
        opens = any(
            name in ("--add-port", "--add-service", "--add-masquerade", "--add-forward-port", "--add-protocol")
            for name in names
        )
        opens = opens or any("accept" in value and "source" not in value for value in args.values("--add-rich-rule"))
        return _act(
            "modify", "reversible", call, *(("widens_access",) if opens else ()), inverse="firewall-cmd --remove"
        )
    if any(name.startswith("--delete-") or name == "--reset-to-defaults" for name in names):
        return _act("destroy", "compensable", call)
    if any(name.startswith("--remove-") for name in names):
        return _act("modify", "reversible", call, inverse="firewall-cmd --add")
    if args.has("--reload", "--complete-reload"):
        return _act("shift", "reversible", call)
    if args.has("--panic-on", "--panic-off", "--runtime-to-permanent", "--lockdown-on", "--lockdown-off"):
        return _act("modify" if args.has("--runtime-to-permanent") else "shift", "reversible", call)
    return [observe(shown(call.text), _WALL(args, call))]


def _conntrack(call: Call, args: Args, _shell: Shell) -> Sequence[Act]:
    if args.has("-D", "--delete", "-F", "--flush"):
        return _act("destroy", "compensable", call)
    if args.has("-I", "--create", "-U", "--update"):
        return _act("modify", "reversible", call)
    return [observe(shown(call.text))]


def _pfctl(call: Call, args: Args, _shell: Shell) -> Sequence[Act]:
    if args.has("-n") or not args.has("-d", "-e", "-F", "-f", "-k", "-K", "-T", "-E", "-X"):
        return [observe(shown(call.text))]
    if args.has("-F"):
        return _act("destroy", "compensable", call, "weakens_guard")
    if args.has("-d"):
        return _act("shift", "reversible", call, "weakens_guard")
    return _act("modify", "compensable", call)


TOOLS: Final = (
    Program(
        ("iptables", "ip6tables", "ebtables", "arptables", "iptables-legacy", "iptables-nft", "ip6tables-nft"),
        _iptables,
        valued=frozenset(
            "-t --table -p --protocol -s --source --src -d --destination --dst -j --jump -i --in-interface -o --out-interface -m"
            " --match --dport --sport --to-destination --to-source --comment --state --ctstate -g --goto --dports -w".split()
        ),
    ),
    Program(("iptables-restore", "ip6tables-restore"), _restore),
    Program(("iptables-save", "ip6tables-save", "iptables-translate", "iptables-xml"), does("observe", refs=_WALL)),
    Program(
        ("netfilter-persistent", "iptables-apply"),
        lambda call, args, _shell: (
            _act("destroy", "compensable", call, "weakens_guard")
            if args.operands[:1] == ["flush"]
            else _act("modify", "compensable", call)
        ),
    ),
    Program(("nft",), _nft, valued=frozenset({"-f", "--file", "-I", "--includepath", "-D"})),
    Tool(
        ("ufw",),
        {
            **table(
                "observe: status, show, version, app list, app info\nmodify reversible: logging, app update, app default\nshift reversible: enable, reload"
            ),
            "disable": does("shift", "reversible", "weakens_guard", inverse="ufw enable", refs=_WALL),
            "reset": does("destroy", "compensable", "weakens_guard", refs=_WALL),
            "logging off": does("modify", "reversible", "weakens_guard", refs=_WALL),
            "default": _ufw_default,
            **dict.fromkeys(("allow", "deny", "reject", "limit", "delete", "insert", "prepend", "route"), _ufw_rule),
        },
        refs=_WALL,
        dry=frozenset({"--dry-run"}),
    ),
    Program(
        ("firewall-cmd", "firewall-offline-cmd"), _firewall_cmd, valued=frozenset({"--zone", "--timeout", "--policy"})
    ),
    Tool(
        ("ipset",),
        table("""
        observe: list, test, save, version, help, -L, -T, -S
        create reversible: create
        modify reversible: add, del, rename, swap
        modify compensable: restore
        destroy compensable: destroy, flush
        """),
        refs=lambda args, call: refs("ipset", args.operands[1:2], call),
    ),
    Program(
        ("conntrack",),
        _conntrack,
        valued=frozenset("-s -d -p -m -i -o -f -u -w --orig-src --orig-dst --dport --sport".split()),
    ),
    Program(("pfctl",), _pfctl, valued=frozenset({"-f", "-F", "-s", "-t", "-a", "-k", "-T", "-i"})),
    Program(
        ("fwconsole", "shorewall"),
        lambda call, args, _shell: (
            [observe(shown(call.text))]
            if args.operands[:1] in (["status"], ["show"], ["check"], ["version"])
            else _act("destroy" if args.operands[:1] == ["clear"] else "shift", "compensable", call)
        ),
    ),
    Program(("xtables-monitor", "nfacct", "ulogd"), does("observe", refs=operands("file"))),
    Tool(
        ("wg",),
        table(
            "observe: show, showconf, genkey, genpsk, pubkey\nmodify reversible: set, addconf\nmodify compensable: setconf, syncconf"
        ),
        refs=operands("interface", 1, 1),
        bare=does("observe"),
    ),
    Tool(
        ("wg-quick",),
        table("observe: strip\nshift reversible: up, down\nmodify compensable: save"),
        refs=lambda args, call: [Ref("interface", plain(name), call.within) for name in args.operands[1:2]],
    ),
)
