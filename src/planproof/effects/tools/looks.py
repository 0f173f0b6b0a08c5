"""Programs that only look at the system, whatever they are told."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from planproof.effects.act import Act, changes, observe, unknown
from planproof.effects.tools.call import Args, Call, shown
from planproof.effects.tools.looking import looked
from planproof.effects.tools.program import Program
from planproof.effects.tools.refs import here, operands
from planproof.effects.tools.tool import Shell, does


def _date(call: Call, args: Args, _shell: Shell) -> Sequence[Act]:
    """`date -s` sets the clock, as does a bare operand `MMDDhhmm`."""
    sets = args.has("-s", "--set") or any(word.isdigit() for word in args.operands)
    clock = here("clock")(args, call)
    return [changes("modify", "reversible", shown(call.text), clock, "date") if sets else observe(shown(call.text))]


def _hostname(call: Call, args: Args, _shell: Shell) -> Sequence[Act]:
    named = here("")(args, call)
    sets = bool(args.operands) or args.has("-F", "--file", "-b")
    return [changes("modify", "reversible", shown(call.text), named, "hostname") if sets else observe(shown(call.text))]


def _dmesg(call: Call, args: Args, _shell: Shell) -> Sequence[Act]:
    if args.has("-C", "--clear", "-c", "--read-clear"):
        return [changes("destroy", "irreversible", shown(call.text), here("kernel log")(args, call), "dmesg")]
    if args.has("-n", "--console-level", "-D", "-E"):
        return [changes("modify", "reversible", shown(call.text))]
    return [observe(shown(call.text))]


def _fuzzy(call: Call, args: Args, _shell: Shell) -> Sequence[Act]:
    """`fzf` lets a person pick; what it binds to keys is not known."""
    return [unknown(shown(call.text)) if args.has("--bind", "--preview") else observe(shown(call.text))]


TOOLS: Final = (
    Program(
        tuple(
            "ls dir vdir ll la exa eza lsd tree pwd stat file readlink realpath basename dirname pathchk du df ncdu dust duf"
            " free uptime uname arch nproc lscpu lsmem lspci lsusb lshw hwinfo dmidecode inxi neofetch lsb_release"
            " whoami id groups logname users who w last lastb lastlog finger printenv tty locale"
            " ps pstree pgrep pidof top htop btop atop glances vmstat iostat mpstat pidstat sar dstat nmon iotop iftop"
            " nethogs slabtop powertop lsof pmap pwdx lslocks lsipc ipcs lsns lslogins findmnt mountpoint"
            " lsblk blkid lsscsi lsinitrd lsinitramfs modinfo lsmod numastat cal ncal getconf ldd nm objdump"
            " readelf size xdpyinfo vm_stat sw_vers system_profiler ioreg"
            " ntpq ntpstat sensors ipcalc sipcalc whatis apropos info tldr cheat compgen uuidgen"
            " mcookie reset clear tput stty ruptime rwho systool biosdecode acpi bootinfo rdmsr turbostat"
            " needs-restarting checkrestart debsums"
            " nping masscan speedtest ss netstat nstat ifstat bmon vnstat sockstat"
            " tshark dumpcap ngrep arp-scan lldpctl lldpcli showmount rpcinfo smbstatus smbtree testparm nfsstat nfsiostat"
            " mailq mailstats lpstat lpq".split()
        ),
        looked,
    ),
    Program(
        ("date",),
        _date,
        valued=frozenset({"-d", "--date", "-r", "-f", "--reference", "-s", "--set"}),
        abbreviated=("--set",),
    ),
    Program(("hostname", "domainname", "dnsdomainname"), _hostname, valued=frozenset({"-F", "--file"})),
    Program(("dmesg",), _dmesg, valued=frozenset({"-l", "-f", "-n", "--level", "--facility", "--since", "--until"})),
    Program(("man", "help"), looked, valued=frozenset({"-P", "-H", "--pager"})),
    Program(("yes",), does("observe")),
    Program(("pv",), does("observe", refs=operands("file"))),
    Program(("fzf", "sk", "dialog", "whiptail", "gum"), _fuzzy),
    Program(("write", "mesg", "espeak", "say"), does("notify", "compensable", refs=operands("user"))),
    Program(
        ("logger", "systemd-cat"),
        does("notify", "compensable", refs=here("log")),
        valued=frozenset({"-t", "-p", "-n", "-P", "-f", "-i"}),
    ),
)
