"""Salt, Puppet and Chef: tools that bring machines to a state that is written elsewhere.

Source: Salt 3007's list of execution modules and runners, Puppet 8's and Chef 18's command references.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Final

from planproof.effects.act import Act, Ref, changes, observe, unknown
from planproof.effects.tools.call import Args, Call, shown
from planproof.effects.tools.program import Program
from planproof.effects.tools.tool import By, Does, Entry, Shell, Tool, does, table

_SALT_VALUED: Final = frozenset(
    "-c -t -b -l -u --config-dir --timeout --batch-size --batch --log-level --log-file --log-file-level --out --output"
    " --out-file --output-file --return --user --username --password --auth -a --eauth --gather-job-timeout --id"
    " --file-root --pillar-root --module-dirs --saltfile --subset --batch-wait --args-separator --metadata".split()
)

_STATE_OF: Final = does("modify", "unknown")
_FUNCTIONS: Final[dict[str, Entry]] = {
    **table("""
observe: test.ping, test.version, test.versions, test.versions_report, test.echo, test.arg, test.args, grains.get, grains.item, grains.items, grains.ls, grains.has_value, grains.fetch, pillar.get, pillar.item
observe: pillar.items, pillar.ls, pillar.keys, pillar.raw, status.uptime, status.loadavg, status.meminfo, status.diskusage
observe: status.all_status, status.cpuinfo, status.procs, status.pid, status.ping_master, status.master, status.version
observe: sys.doc, sys.list_functions, sys.list_modules, sys.argspec, sys.state_doc, network.ping, network.ip_addrs
observe: network.interfaces, network.netstat, disk.usage, disk.inodeusage, disk.percent, pkg.list_pkgs, pkg.version
observe: pkg.list_upgrades, pkg.latest_version, pkg.available_version, pkg.upgrade_available, pkg.info_installed
observe: service.status, service.get_all, service.get_running, service.enabled, service.available, file.file_exists
observe: file.directory_exists, file.stats, file.read, file.find, file.grep, file.get_hash, file.readdir, user.info
observe: user.list_users, user.list_groups, group.info, ps.top, ps.get_pid_list, ps.psaux, ps.pgrep, state.show_sls, state.show_top, state.show_highstate
observe: state.show_lowstate, state.show_states, state.test, saltutil.running, saltutil.find_job, saltutil.is_running
observe: config.get, cmd.which, cp.list_master, cp.list_states, docker.ps, mine.get, mount.active, cron.list_tab
observe: cron.ls, system.get_system_date, system.get_system_time, sysctl.get, sysctl.show, postgres.db_list
observe: postgres.db_exists, mysql.db_list, mysql.status, git.status, schedule.list, beacons.list, timezone.get_zone
create reversible: file.mkdir, file.makedirs, file.touch, user.add, group.add, archive.tar, archive.zip, docker.run
modify reversible: grains.setval, grains.append, grains.delval, grains.set, saltutil.sync_all, saltutil.sync_modules
modify reversible: saltutil.sync_grains, saltutil.sync_states, saltutil.refresh_pillar, saltutil.refresh_modules
modify reversible: saltutil.refresh_grains, saltutil.clear_cache, mine.update, mine.send, schedule.add, schedule.enable
modify reversible: schedule.disable, service.enable, service.disable, sysctl.persist, sysctl.assign, cron.set_job
modify reversible: user.chgroups, file.chown, file.set_mode, file.append, timezone.set_zone, mount.mount, mount.umount
modify compensable: pkg.install, pkg.upgrade, pkg.refresh_db, pip.install, npm.install, schedule.delete, file.comment
modify compensable: saltutil.kill_job, saltutil.signal_job, saltutil.term_job
modify irreversible: file.replace, file.write, file.sed, file.managed, file.copy, file.rename, cp.get_file, cp.get_dir
modify irreversible: cp.get_url, cp.push, file.line, file.prepend
shift reversible: service.start, service.stop, service.restart, service.reload, system.reboot, system.shutdown
shift reversible: system.halt, system.poweroff, docker.start, docker.stop, docker.restart
shift compensable: ps.kill_pid, ps.pkill, service.force_reload
rotate compensable: shadow.set_password, user.set_password, saltutil.regen_keys
destroy compensable: pkg.remove, pkg.purge, pip.uninstall, group.delete, cron.rm_job, docker.rm, docker.rmi
destroy irreversible: file.remove, file.truncate, user.delete, postgres.db_remove, mysql.db_remove, lvm.lvremove
destroy irreversible: lvm.vgremove, disk.wipe, disk.format_, partition.rm, partition.mklabel, partition.mkfs, docker.volume_rm, mongodb.db_remove, zfs.destroy
destroy irreversible: zpool.destroy, cron.rm, btrfs.delete
"""),
    **dict.fromkeys(
        ("state.apply", "state.sls", "state.highstate", "state.single", "state.sls_id", "state.top", "state.high"),
        By(_STATE_OF, {"test=True": does("observe")}),
    ),
}  # fmt: skip
_MODULES: Final = Tool(("salt",), _FUNCTIONS)


_KEYWORD: Final = re.compile(r"(?!cmd=)[a-z_]+=")


def _function(words: Sequence[str], target: str, call: Call, shell: Shell) -> Sequence[Act]:
    """What a function does on the machines of a target; commands and code that it is given count themselves."""
    if not words:
        return [unknown(shown(call.text))]
    name, arguments = words[0], [word.removeprefix("cmd=") for word in words[1:] if not _KEYWORD.match(word)]
    refs = (Ref("host", target),)
    if name in ("cmd.run", "cmd.run_all", "cmd.shell", "cmd.run_stdout", "cmd.run_stderr", "cmd.retcode", "cmd.run_bg"):
        return shell.script(arguments[0], within=target) if arguments else [unknown(shown(call.text))]
    if name.startswith("state.") and any(word.lower() == "test=true" for word in words):
        return [observe(shown(call.text), refs)]
    found = _MODULES.verb([name])
    entry = found[1].otherwise if found is not None and isinstance(found[1], By) else found[1] if found else None
    return [entry.act(call, refs, f"salt {name}")] if isinstance(entry, Does) else [unknown(shown(call.text))]


def _salt(call: Call, args: Args, shell: Shell) -> Sequence[Act]:
    """`salt TARGET FUNCTION ARGUMENTS`."""
    return _function(args.operands[1:], args.operands[0] if args.operands else "*", call, shell)


def _salt_call(call: Call, args: Args, shell: Shell) -> Sequence[Act]:
    return _function(args.operands, call.within or "localhost", call, shell)


def _salt_ssh(call: Call, args: Args, shell: Shell) -> Sequence[Act]:
    target = args.operands[0] if args.operands else "*"
    if args.has("-r", "--raw", "--raw-shell"):
        return shell.script(" ".join(args.operands[1:]), within=target)
    return _function(args.operands[1:], target, call, shell)


def _salt_key(call: Call, args: Args, _shell: Shell) -> Sequence[Act]:
    keys = tuple(Ref("key", word) for word in args.values("-a", "-d", "-r", "--accept", "--delete", "--reject"))
    if args.has("-d", "--delete", "-D", "--delete-all"):
        return [changes("destroy", "compensable", shown(call.text), keys or [Ref("key", "*")], "salt-key --delete")]
    if args.has("-a", "--accept", "-A", "--accept-all"):
        act = changes("modify", "reversible", shown(call.text), keys or [Ref("key", "*")], "salt-key --accept")
        return [act._replace(hazards=("widens_access",))]
    if args.has("-r", "--reject", "-R", "--reject-all"):
        return [changes("modify", "reversible", shown(call.text), keys, "salt-key --reject")]
    if args.has("--gen-keys", "--gen-signature"):
        return [changes("create", "reversible", shown(call.text), (), "salt-key --gen-keys")]
    return [observe(shown(call.text))]


_RUNNERS: Final = table("""
observe: manage.up, manage.down, manage.status, manage.versions, manage.alived, manage.not_alived, manage.present
observe: manage.list_state, manage.list_not_state, manage.joined, manage.allowed, manage.get_stats, jobs.list_jobs, jobs.list_job, jobs.lookup_jid, jobs.active, jobs.last_run, jobs.print_job, doc.runner
observe: fileserver.file_list, fileserver.envs, fileserver.dir_list, pillar.show_pillar, pillar.show_top, cache.grains
observe: cache.pillar, cache.mine, survey.hash, survey.diff, state.event, winrepo.genrepo, config.get
modify reversible: fileserver.update, saltutil.sync_all, saltutil.sync_runners, git_pillar.update, fileserver.clear_cache
modify unknown: state.orchestrate, state.orch, state.over, state.sls
shift reversible: state.pause, state.resume
destroy compensable: cache.clear_all, cache.clear_pillar, cache.clear_grains, cache.clear_mine
destroy irreversible: cloud.destroy, manage.key_regen, virt.purge
""")

_PUPPET: Final[dict[str, Entry]] = {
    **table("""
observe: facts, facts show, facts find, config print, module list, module search, module changes, parser validate
observe: parser dump, help, describe, doc, epp validate, epp dump, catalog find, catalog download, catalog compile
observe: ssl show, ssl verify, lookup, --version, node find, report find, device --facts, strings
create reversible: module generate, module build, generate types, ssl generate_request, ssl bootstrap, ssl submit_request
modify reversible: config set, config delete, ssl download_cert
modify compensable: module install, module upgrade, plugin download, catalog apply, filebucket restore
destroy compensable: module uninstall, node deactivate, ssl clean, node clean
destroy irreversible: resource --delete, node purge, report delete
"""),
    **dict.fromkeys(("agent", "apply", "device"), By(_STATE_OF, {"--noop --help --fingerprint": does("observe")})),
    "agent --disable": does("modify", "reversible", "weakens_guard"),
}


def _resource(call: Call, args: Args, _shell: Shell) -> Sequence[Act]:
    """`puppet resource TYPE NAME ensure=absent`: with an attribute it sets, without it shows."""
    refs = tuple(Ref(args.operands[1], name) for name in args.operands[2:3])
    sets = [word for word in args.operands[2:] if "=" in word]
    if not sets or args.has("--noop"):
        return [observe(shown(call.text), refs)]
    if any(word in ("ensure=absent", "ensure=purged") for word in sets):
        return [changes("destroy", "irreversible", shown(call.text), refs, "puppet resource")]
    if any(word in ("ensure=stopped", "ensure=running") for word in sets):
        return [changes("shift", "reversible", shown(call.text), refs, "puppet resource")]
    return [changes("modify", "compensable", shown(call.text), refs, "puppet resource")]


def _agent(call: Call, args: Args, _shell: Shell) -> Sequence[Act]:
    if args.has("--noop", "--fingerprint"):
        return [observe(shown(call.text))]
    if args.has("--disable"):
        return [changes("modify", "reversible", shown(call.text), (), "puppet agent --disable")]
    return [_STATE_OF.act(call, (), f"puppet {args.operands[0]}")]


_KNIFE: Final = table("""
observe: node list, node show, node status, role list, role show, environment list, environment show, environment compare
observe: client list, client show, cookbook list, cookbook show, cookbook site show, cookbook test, data bag list
observe: data bag show, search, status, ssl check, ssl fetch, tag list, user list, user show, recipe list, list, diff, show
observe: deps, supermarket search, supermarket show, supermarket list, acl show, group list, group show, config list
observe: config show, config get, vault show, vault list, org list, org show, opc user list, help, raw
create reversible: node create, role create, environment create, client create, data bag create, user create, download
create reversible: cookbook create, cookbook download, vault create, group create, supermarket download, org create
modify reversible: tag create, tag delete, node environment set, config use, config use-profile, group add
modify compensable: node run_list add, node run_list remove, node run_list set, node from file, role from file, upload
modify compensable: environment from file, data bag from file, cookbook upload, cookbook metadata, supermarket install
modify compensable: node edit, role edit, environment edit, data bag edit, client edit, user edit, edit, acl add, acl remove
modify compensable: vault update, vault refresh, group remove, node policy set, supermarket share
modify unknown: bootstrap, bootstrap windows, winrm, exec, server create
rotate compensable: client reregister, user reregister, vault rotate keys, client key edit, user key edit, user password
rotate compensable: vault rotate all keys, client key create, user key create
destroy compensable: node delete, node bulk delete, role delete, role bulk delete, environment delete, client delete
destroy compensable: client bulk delete, cookbook delete, cookbook bulk delete, user delete, group destroy
destroy compensable: client key delete, user key delete, supermarket unshare
destroy irreversible: data bag delete, vault delete, vault remove, delete, org delete, server delete, ec2 server delete
destroy irreversible: azure server delete, google server delete
""")


def _knife_ssh(call: Call, args: Args, shell: Shell) -> Sequence[Act]:
    """`knife ssh QUERY COMMAND`."""
    target, words = (args.operands[1:2] or [""])[0], args.operands[2:]
    return shell.script(" ".join(words), within=target) if words else [unknown(shown(call.text))]


_CHEF: Final = table("""
observe: env, describe-cookbook, diff, show-policy, help, version, shell-init, report
create reversible: generate, export, gem list
modify compensable: install, update, push, push-archive, update-policyfile
destroy compensable: delete-policy, delete-policy-group, clean-policy-cookbooks, clean-policy-revisions
modify reversible: undelete
""")

TOOLS: Final = (
    Program(("salt",), _salt, valued=_SALT_VALUED),
    Program(("salt-call",), _salt_call, valued=_SALT_VALUED),
    Program(("salt-ssh",), _salt_ssh, valued=_SALT_VALUED | {"--roster", "--roster-file", "--priv"}),
    Program(
        ("salt-key",),
        _salt_key,
        valued=frozenset(
            "-a -d -r -p -f -c -l --accept --delete --reject --print --finger --list --config-dir".split()
        ),
    ),
    Tool(("salt-run",), _RUNNERS, valued=_SALT_VALUED),
    Tool(
        ("puppet",),
        {**_PUPPET, "resource": _resource, **dict.fromkeys(("agent", "apply", "device"), _agent)},
        valued=frozenset(
            {"--server", "--certname", "--environment", "--modulepath", "--target", "-e", "--logdest", "-l"}
        ),
    ),
    Tool(
        ("knife",),
        {**_KNIFE, "ssh": _knife_ssh},
        valued=frozenset(
            "-c -u -k -s -E -r -N -x -P -i -a -F --config --user --key --server-url --environment".split()
        ),
    ),
    Tool(("chef",), _CHEF, valued=frozenset({"-c", "--config"})),
    Program(
        ("chef-client", "chef-solo", "chef-apply", "cinc-client"),
        lambda call, args, _shell: [
            observe(shown(call.text))
            if args.has("--why-run", "-W", "-v", "--version")
            else _STATE_OF.act(call, (), call.name)
        ],
        valued=frozenset({"-o", "-r", "-j", "-c", "-E", "-l", "-L", "-i", "-s"}),
    ),
)
