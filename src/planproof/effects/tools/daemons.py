"""Process managers and servers that take commands: supervisor, pm2, monit, nginx, Apache, HAProxy, Postfix."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from planproof.effects.act import Act, changes, observe
from planproof.effects.tools.call import Args, Call, shown
from planproof.effects.tools.program import Program
from planproof.effects.tools.refs import operands, refs
from planproof.effects.tools.tool import Shell, Tool, does, table

_service: Final = operands("service", 1)


def _signal(call: Call, args: Args, _shell: Shell) -> Sequence[Act]:
    """A server that is told something with `-s` or `-k`, only checks its configuration, or starts."""
    named = refs("service", [call.name], call)
    if args.has("-t", "-T", "-v", "-V", "-S", "-l", "-L", "-M"):
        return [observe(shown(call.text), named)]
    return [changes("shift", "reversible", shown(call.text), named, call.name)]


def _haproxy(call: Call, args: Args, _shell: Shell) -> Sequence[Act]:
    named = refs("service", [call.name], call)
    if args.has("-c", "-v", "-vv", "-t", "--config-test", "-n", "--configtest", "validate", "--check-config"):
        return [observe(shown(call.text), named)]
    return [changes("shift", "reversible", shown(call.text), named, call.name)]


def _postsuper(call: Call, args: Args, _shell: Shell) -> Sequence[Act]:
    queue = refs("queue", args.values("-d", "-h", "-H", "-r") or ["ALL"], call)
    if args.has("-d"):
        return [changes("destroy", "irreversible", shown(call.text), queue, "postsuper -d")]
    return [changes("modify", "reversible", shown(call.text), queue, "postsuper")]


def _postqueue(call: Call, args: Args, _shell: Shell) -> Sequence[Act]:
    if args.has("-p", "-j"):
        return [observe(shown(call.text))]
    return [changes("notify", "compensable", shown(call.text), refs("queue", ["mail"], call), "postqueue -f")]


def _postconf(call: Call, args: Args, _shell: Shell) -> Sequence[Act]:
    sets = (args.has("-e", "-X", "-#", "-M", "-F", "-P") and any("=" in word for word in args.operands)) or args.has(
        "-X", "-#"
    )
    return [changes("modify", "reversible", shown(call.text), (), "postconf") if sets else observe(shown(call.text))]


def _exim(call: Call, args: Args, _shell: Shell) -> Sequence[Act] | None:
    if args.has("-bp", "-bpc", "-bt", "-bV", "-Mvh", "-Mvb", "-Mvl"):
        return [observe(shown(call.text))]
    if args.has("-Mrm"):
        return [changes("destroy", "irreversible", shown(call.text), operands("queue")(args, call), "exim -Mrm")]
    return None


TOOLS: Final = (
    Tool(
        ("supervisorctl",),
        table("""
        observe: status, avail, tail, maintail, pid, version, help, fg
        shift reversible: start, stop, restart, reload, reread, update, add, remove
        shift compensable: shutdown, signal
        destroy irreversible: clear
        """),
        valued=frozenset({"-c", "-s", "-u", "-p"}),
        refs=_service,
        bare=does("observe"),
    ),
    Program(("supervisord",), does("shift", "reversible")),
    Tool(
        ("pm2",),
        {
            **table("""
            observe: list, ls, l, ps, status, jlist, prettylist, show, describe, info, desc, logs, monit, imonit, env, report, id, pid,
                get, conf, config, ping, dashboard, dash, attach, slist, sysinfos, inspect, examples, init, ecosystem, help
            shift reversible: restart, reload, gracefulReload, stop, start, scale, resurrect, update, startOrRestart, startOrReload,
                startOrGracefulReload, reset, sendSignal, serve
            shift compensable: kill
            modify reversible: save, dump, set, multiset, unset, startup, unstartup, install, module:install, trigger, reloadLogs, link, unlink,
                autoinstall, deepUpdate
            destroy compensable: delete, del, cleardump, uninstall, module:uninstall
            destroy irreversible: flush
            """),
        },
        refs=_service,
        valued=frozenset({"-i", "-n", "--name", "--env", "--lines", "-o", "-e", "-l"}),
    ),
    Tool(
        ("monit",),
        table("""
        observe: status, summary, report, procmatch
        shift reversible: validate, start, stop, restart, reload, quit
        modify reversible: monitor
        """)
        | {"unmonitor": does("modify", "reversible", "weakens_guard", inverse="monit monitor", refs=_service)},
        valued=frozenset({"-c", "-g", "-d"}),
        bare=lambda call, args, _shell: [
            observe(shown(call.text))
            if args.has("-t", "-V")
            else changes("shift", "reversible", shown(call.text), (), "monit")
        ],
    ),
    Program(("nginx", "openresty", "tengine"), _signal, valued=frozenset({"-s", "-c", "-p", "-g", "-e"})),
    Program(("httpd", "apache2"), _signal, valued=frozenset({"-k", "-f", "-d", "-D"})),
    Tool(
        ("apachectl", "apache2ctl"),
        table("""
        observe: configtest, status, fullstatus
        shift reversible: start, stop, restart, graceful, graceful-stop, startssl
        """),
        valued=frozenset({"-k", "-f"}),
        bare=_signal,
    ),
    Program(
        (
            "a2ensite",
            "a2enmod",
            "a2enconf",
            "a2dissite",
            "a2dismod",
            "a2disconf",
            "phpenmod",
            "phpdismod",
            "nginx_ensite",
            "nginx_dissite",
            "lighty-enable-mod",
            "lighty-disable-mod",
        ),
        does("modify", "reversible", refs=operands("site")),
    ),
    Program(
        ("haproxy", "keepalived", "varnishd", "unbound", "named", "squid", "dnsmasq", "sshd", "php-fpm", "dovecot"),
        _haproxy,
    ),
    Program(
        (
            "named-checkconf",
            "named-checkzone",
            "unbound-checkconf",
            "varnishstat",
            "varnishlog",
            "varnishtop",
            "doveconf",
        ),
        does("observe"),
    ),
    Tool(
        ("rndc",),
        table("""
        observe: status, zonestatus, tsig-list, showzone, dumpdb, stats, recursing
        shift reversible: reload, reconfig, freeze, thaw, refresh, retransfer, notify, sync, loadkeys, sign, trace, notrace, querylog
        observe: nta -dump, dnssec -status, managed-keys status, secroots
        shift compensable: stop, halt
        modify reversible: addzone, modzone, nta, dnssec, managed-keys refresh, managed-keys sync
        modify compensable: signing, managed-keys
        destroy compensable: managed-keys destroy
        destroy compensable: flush, flushname, flushtree, delzone
        """),
        valued=frozenset({"-s", "-k", "-c", "-p"}),
    ),
    Tool(
        ("unbound-control",),
        table("""
        observe: status, stats, stats_noreset, list_stubs, list_forwards, list_local_zones, lookup, dump_cache, list_*
        shift reversible: start, stop, reload
        modify reversible: set_option, local_zone, local_data, forward_add, forward_remove, stub_add, stub_remove, verbosity, load_cache
        destroy compensable: flush, flush_zone, flush_type, flush_all, flush_bogus, flush_negative, flush_infra, local_data_remove, local_zone_remove
        """),
    ),
    Tool(
        ("varnishadm",),
        table("""
        observe: ping, status, vcl.list, vcl.show, param.show, backend.list, storage.list, ban.list, panic.show, banner, help
        shift reversible: start, stop, vcl.use, backend.set_health
        modify reversible: param.set, vcl.load, vcl.label, vcl.inline, param.reset
        destroy compensable: ban, vcl.discard, panic.clear
        """),
        valued=frozenset({"-T", "-S", "-t", "-n"}),
    ),
    Program(("postsuper",), _postsuper, valued=frozenset({"-d", "-h", "-H", "-r", "-c"})),
    Program(("postqueue",), _postqueue, valued=frozenset({"-i", "-s"})),
    Program(("postconf",), _postconf),
    Program(("exim", "exim4"), _exim, long=True),
    Program(("postmap", "newaliases", "postalias", "makemap"), does("modify", "compensable", refs=operands("file"))),
    Tool(
        ("postfix",),
        table(
            "observe: check, status\nshift reversible: start, stop, reload, flush, set-permissions\nshift compensable: abort"
        ),
    ),
    Tool(
        ("doveadm",),
        table("""
        observe: who, user, log, mailbox list, mailbox status, fetch, search, quota get, instance list, penalty, auth test, dump
        shift reversible: reload, stop, proxy kick
        shift compensable: kick
        modify reversible: mailbox create, mailbox subscribe, mailbox unsubscribe, mailbox rename, index, flags add, flags remove, force-resync,
            move, copy, import, sync, backup, altmove, quota recalc
        destroy irreversible: expunge, mailbox delete, purge, deduplicate, fs delete
        """),
    ),
    Tool(
        ("fail2ban-client",),
        table("""
        observe: status, ping, get, version, banned
        shift reversible: start, reload, restart
        """)
        | {
            "stop": does("shift", "reversible", "weakens_guard"),
            "unban": does("modify", "reversible", "weakens_guard"),
            "set": does("modify", "reversible"),
        },
    ),
    Tool(
        ("chronyc", "ntpdc"),
        table("""
        observe: tracking, sources, sourcestats, activity, ntpdata, clients, serverstats, rtcdata, selectdata, waitsync, authdata, accheck
        modify reversible: makestep, online, offline, burst, add, delete, settime, allow, deny, refresh, reselect, reload, minpoll, maxpoll
        """),
        valued=frozenset({"-h", "-p"}),
    ),
    Program(
        ("ntpdate", "sntp", "hwclock"),
        lambda call, args, _shell: [
            observe(shown(call.text))
            if args.has("-q", "-r", "--show", "-d", "--test") or (call.name == "hwclock" and not call.args)
            else changes("modify", "reversible", shown(call.text), (), call.name)
        ],
    ),
)
