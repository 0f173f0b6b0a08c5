"""Network interfaces, addresses, routes, names: ip, nmcli, netplan, tc, tcpdump."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from planproof.effects.act import Act, changes, observe
from planproof.effects.tools.call import Args, Call, behind, shown
from planproof.effects.tools.program import Program
from planproof.effects.tools.refs import here, operands, refs
from planproof.effects.tools.tool import Does, Shell, Tool, does, table
from planproof.effects.tools.writing import written

_OBJECTS: Final = (
    "address link route rule neighbour neighbor netns tunnel tuntap maddress mroute mptcp monitor addrlabel xfrm vrf l2tp macsec token"
    " netconf fou nexthop stats ila ioam sr tcp_metrics ntable".split()
)
_LOOKS: Final = ("show", "list", "lst", "get", "monitor", "save", "help", "identify", "pids", "showdump", "list-id")
_IP_VALUED: Final = frozenset({"-n", "-netns", "-f", "-family", "-rc", "-l", "-b", "-batch", "--netns"})


def _ip(call: Call, args: Args, shell: Shell) -> Sequence[Act] | None:
    """`ip OBJECT VERB`: both may be cut short, as `ip a`, `ip r s`."""
    words = args.operands
    if args.has("-b", "-batch"):
        return None
    if not words:
        return [observe(shown(call.text))]
    kind = next((known for known in _OBJECTS if known.startswith(words[0])), "")
    if not kind:
        return None
    verb = words[1] if len(words) > 1 else "show"
    named = refs("interface", [words[i + 1] for i, word in enumerate(words[:-1]) if word == "dev"] or words[2:3], call)
    if kind == "link" and verb == "s":
        verb = "set"  # `ip address s` and `ip route s` show
    if kind == "monitor" or any(known.startswith(verb) for known in _LOOKS):
        return [observe(shown(call.text), named, f"ip {kind}")]
    if kind == "netns" and verb == "exec":
        return shell.argv(behind(call.args, _IP_VALUED, 3))
    if verb[:1] == "f" or verb == "deleteall":
        return [changes("shift", "compensable", shown(call.text), named, f"ip {kind} {verb}")]
    if kind in ("address", "route", "link", "rule", "neighbour", "neighbor", "nexthop"):
        return [
            Act(
                "shift",
                "reversible",
                shown(call.text),
                writes=named,
                operation=f"ip {kind} {verb}",
                inverse=f"ip {kind} del"
                if "add".startswith(verb)
                else f"ip {kind} add"
                if verb.startswith("del")
                else "",
            )
        ]
    return [changes("modify", "reversible", shown(call.text), named, f"ip {kind} {verb}")]


def _ifconfig(call: Call, args: Args, _shell: Shell) -> Sequence[Act]:
    if len(args.operands) < 2:
        return [observe(shown(call.text))]
    return [changes("shift", "reversible", shown(call.text), refs("interface", args.operands[:1], call), call.name)]


def _route(call: Call, args: Args, _shell: Shell) -> Sequence[Act]:
    if args.operands[:1] in ([], ["get"], ["show"]):
        return [observe(shown(call.text))]
    undo = "compensable" if args.operands[0] == "flush" or args.has("-f") else "reversible"
    return [changes("shift", undo, shown(call.text), refs("route", args.operands[1:], call), "route")]


def _arp(call: Call, args: Args, _shell: Shell) -> Sequence[Act]:
    if args.has("-d", "-s", "-f"):
        return [changes("modify", "reversible", shown(call.text), refs("host", args.operands, call), "arp")]
    return [observe(shown(call.text))]


def _tc(call: Call, args: Args, _shell: Shell) -> Sequence[Act] | None:
    verb = args.operands[1] if len(args.operands) > 1 else "show"
    if verb in ("show", "ls", "list", "get") or args.operands[:1] in (["monitor"], ["-s"]):
        return [observe(shown(call.text))]
    if verb in ("add", "del", "delete", "change", "replace", "link", "flush"):
        return [
            changes("shift", "reversible", shown(call.text), refs("interface", args.operands[3:4], call), f"tc {verb}")
        ]
    return None


def _ethtool(call: Call, args: Args, _shell: Shell) -> Sequence[Act]:
    named = refs("interface", args.operands[:1], call)
    sets = {
        "-s",
        "--change",
        "-K",
        "--features",
        "--offload",
        "-G",
        "--set-ring",
        "-C",
        "--coalesce",
        "-A",
        "--pause",
        "-L",
        "--set-channels",
        "-N",
        "-U",
        "-X",
        "-r",
        "--negotiate",
        "--set-priv-flags",
        "--set-eee",
        "-E",
        "--change-eeprom",
        "--reset",
        "-f",
        "--flash",
        "--set-fec",
    }
    given = [word for word in call.args if word in sets]
    if {"-f", "--flash", "-E", "--change-eeprom"} & set(given):
        return [changes("modify", "irreversible", shown(call.text), named, "ethtool")]
    return [
        changes("shift", "reversible", shown(call.text), named, "ethtool")
        if given
        else observe(shown(call.text), named)
    ]


def _tcpdump(call: Call, args: Args, shell: Shell) -> Sequence[Act]:
    acts = list(shell.script(f'{args.value("-z")} "$FILE"')) if args.value("-z") else []
    if args.value("-w") not in ("", "-"):
        return [*acts, written(args.value("-w"), shown(call.text), within=call.within)]
    return acts or [observe(shown(call.text))]


_NMCLI: Final[dict[str, str]] = {
    "c": "connection",
    "con": "connection",
    "conn": "connection",
    "d": "device",
    "dev": "device",
    "g": "general",
    "n": "networking",
    "net": "networking",
    "r": "radio",
    "m": "monitor",
}
_NMCLI_TABLE: Final = {
    **table("""
        observe: connection show, connection monitor, connection export, connection, device status, device show, device wifi list, device wifi, device lldp,
            device monitor, device, general status, general hostname, general permissions, general, networking connectivity, monitor, radio,
            general logging, networking, connection s, connection sh, device s, device sh, device wifi show-password
        shift reversible: connection up, connection down, connection reload, connection load, device connect, device disconnect, device reapply,
            networking on, networking off, radio wifi, radio wwan, radio all, device wifi connect, device wifi rescan, general reload, connection u, connection d,
            device wifi hotspot
        create reversible: connection add, connection clone, connection import, connection a
        modify reversible: connection modify, connection mod, connection m, device set, device modify, device mod
        modify irreversible: connection edit, connection e
        destroy compensable: connection delete, connection del, connection de, device delete
        """),
}


def _nmcli(call: Call, args: Args, _shell: Shell) -> Sequence[Act] | None:
    words = [_NMCLI.get(args.operands[0], args.operands[0]), *args.operands[1:]] if args.operands else ["general"]
    found = NMCLI.verb(words)
    if found is None:
        return None
    verb, entry = found
    if not isinstance(entry, Does):
        return None
    return [entry.act(call, refs("connection", words[2:3], call), f"nmcli {verb}")]


NMCLI: Final = Tool(("nmcli",), _NMCLI_TABLE)

TOOLS: Final = (
    Program(("ip",), _ip, valued=_IP_VALUED, long=True),
    Program(("ifconfig", "iwconfig"), _ifconfig),
    Program(
        ("ifup", "ifdown", "dhclient", "dhcpcd", "udhcpc", "ifreload"),
        does("shift", "reversible", refs=operands("interface")),
    ),
    Program(("route",), _route, valued=frozenset({"-A"})),
    Program(("arp",), _arp, valued=frozenset({"-i", "-H"})),
    Program(("tc",), _tc, valued=frozenset()),
    Program(
        ("bridge", "brctl", "devlink", "rdma", "ovs-vsctl", "ovs-ofctl"),
        lambda call, args, _shell: [
            observe(shown(call.text))
            if any(
                word
                in (
                    "show",
                    "list",
                    "get",
                    "dump-flows",
                    "showmacs",
                    "showstp",
                    "list-br",
                    "list-ports",
                    "dump-ports",
                    "monitor",
                    "find",
                    "dev",
                )
                for word in args.operands[:2]
            )
            and "set" not in args.operands
            else changes("modify", "compensable", shown(call.text), (), call.name)
        ],
    ),
    Program(("ethtool", "mii-tool"), _ethtool),
    Program(
        ("nmcli",),
        _nmcli,
        valued=frozenset({"-f", "--fields", "-g", "--get-values", "-m", "--mode", "-w", "--wait", "-c", "--colors"}),
    ),
    Program(("nmtui",), does("modify", "reversible")),
    Tool(
        ("netplan",),
        table("observe: get, info, ip, status, generate\nmodify reversible: set\nshift reversible: apply, try, rebind"),
        refs=here("network"),
    ),
    Tool(
        ("networkctl",),
        table(
            "observe: list, status, lldp, cat\nshift reversible: up, down, renew, forcerenew, reconfigure, reload\nmodify irreversible: edit\ndestroy compensable: delete"
        ),
        refs=operands("interface", 1),
        bare=does("observe"),
    ),
    Tool(
        ("resolvectl", "systemd-resolve"),
        {
            **table(
                "observe: query, service, openpgp, tlsa, status, statistics, log-level, show-cache, show-server-state, monitor\nmodify reversible: dns, domain, default-route,"
                " llmnr, mdns, dnssec, dnsovertls, nta, revert, reset-statistics, reset-server-features\ndestroy compensable: flush-caches"
            ),
        },
        refs=operands("interface", 1, 1),
        bare=lambda call, args, _shell: [
            changes("destroy", "compensable", shown(call.text), (), "resolvectl flush-caches")
            if args.has("--flush-caches")
            else observe(shown(call.text))
        ],
    ),
    Program(("tcpdump",), _tcpdump, valued=frozenset("-w -i -c -C -G -W -s -r -B -F -T -y -z -Z -E".split())),
    Program(
        ("scutil", "networksetup"),
        lambda call, args, _shell: [
            changes("modify", "reversible", shown(call.text), here("network")(args, call), call.name)
            if any(word.startswith(("--set", "-set", "-remove", "-add", "-create")) for word in call.args)
            else observe(shown(call.text))
        ],
    ),
    Tool(
        ("vtysh",),
        {},
        bare=lambda call, args, _shell: [_vtysh(text, call) for text in args.values("-c")] or None,
        valued=frozenset({"-c", "-d", "-f"}),
    ),
    Program(
        ("birdc", "bird", "gobgp"),
        lambda call, args, _shell: [
            observe(shown(call.text))
            if args.operands[:1] == ["show"] or "neighbor" in args.operands[:1]
            else changes("shift", "reversible", shown(call.text), here("routing")(args, call), call.name)
        ],
    ),
)


def _vtysh(text: str, call: Call) -> Act:
    words = text.split()
    if not words or words[0] in (
        "show",
        "sh",
        "do",
        "list",
        "ping",
        "traceroute",
        "terminal",
        "exit",
        "end",
        "configure",
        "conf",
        "enable",
    ):
        return observe(shown(call.text))
    if words[0] == "clear":
        return changes("shift", "reversible", shown(call.text), (), "vtysh clear")
    return changes("modify", "reversible", shown(call.text), (), "vtysh")
