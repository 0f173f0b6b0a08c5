"""Programs that ask the network something: resolvers, probes, scanners, raw connections."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from planproof.effects.act import Act, Ref, changes, observe, unknown
from planproof.effects.tools.call import Args, Call, shown
from planproof.effects.tools.program import Program
from planproof.effects.tools.tool import Shell, does

_SHELLS: Final = ("sh", "bash", "/bin/sh", "/bin/bash", "cmd.exe", "powershell")


def _nc(call: Call, args: Args, _shell: Shell) -> Sequence[Act]:
    """A probe with `-z` asks; a shell behind a port lets others in; what else is sent is not known."""
    if any(value in _SHELLS or value.startswith(_SHELLS) for value in args.values("-e", "-c", "--exec", "--sh-exec")):
        return [unknown(shown(call.text), "widens_access")]
    if args.has("-e", "-c", "--exec", "--sh-exec"):
        return [unknown(shown(call.text))]
    if args.has("-z"):
        return [observe(shown(call.text))]
    if args.has("-l", "--listen"):
        return [unknown(shown(call.text))]
    if call.stdin is not None and call.stdin.strip().lower() in _ASKS:
        return [observe(shown(call.text))]
    return [unknown(shown(call.text), *(("discloses",) if call.fed and call.stdin is None else ()))]


_ASKS: Final = frozenset(
    {"", "ruok", "stat", "stats", "srvr", "mntr", "conf", "envi", "isro", "info", "ping", "quit", "version"}
)
"""Words that ZooKeeper, memcached and Redis answer and that change nothing."""


def _dns(call: Call, args: Args, _shell: Shell) -> Sequence[Act]:
    return [observe(shown(call.text), [Ref("host", w) for w in args.operands if not w.startswith(("@", "+"))][:1])]


def _nmap(call: Call, args: Args, _shell: Shell) -> Sequence[Act]:
    """A scan; scripts that break in or exhaust are no look."""
    if any(
        word in ",".join(args.values("--script")) for word in ("dos", "exploit", "brute", "vuln", "fuzzer", "intrusive")
    ):
        return [unknown(shown(call.text))]
    files = [Ref("file", path) for path in args.values("-oN", "-oX", "-oG", "-oA") if path != "-"]
    return [changes("create", "reversible", shown(call.text), files, "nmap")] if files else [observe(shown(call.text))]


_VALUED: Final = frozenset(
    {"-w", "-p", "-i", "-s", "-x", "-X", "-q", "-e", "-c", "--exec", "--sh-exec", "-T", "-I", "-O", "-W"}
)

TOOLS: Final = (
    Program(("nc", "ncat", "netcat"), _nc, valued=_VALUED),
    Program(("telnet",), lambda call, _args, _shell: [unknown(shown(call.text))] if call.fed else [observe(shown(call.text))]),
    Program(("nmap",), _nmap, valued=frozenset({"-oN", "-oX", "-oG", "-oA", "--script", "-p", "--top-ports", "-T"}), long=True),
    Program(("dig", "nslookup", "host", "delv", "drill", "kdig", "whois", "getent"), _dns,
            valued=frozenset({"-t", "-c", "-p", "-b", "-k", "-y"})),
    Program(("ping", "ping6", "traceroute", "tracepath", "mtr", "arping", "fping", "hping3", "iperf", "iperf3"), does("observe")),
)  # fmt: skip
