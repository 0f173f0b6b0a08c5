"""Cassandra, InfluxDB, Elasticsearch and other stores by their own programs."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from planproof.effects.act import Act, Ref, changes, observe
from planproof.effects.tools.call import Args, Call, shown
from planproof.effects.tools.program import Program
from planproof.effects.tools.tool import Find, Shell, Tool, does, table


def _operand(kind: str, at: int) -> Find:
    return lambda args, _call: [Ref(kind, name) for name in args.operands[at : at + 1]]


def _influx_delete(call: Call, args: Args, _shell: Shell) -> Sequence[Act] | None:
    return [
        changes(
            "destroy",
            "irreversible",
            shown(call.text),
            [Ref("bucket", name) for name in args.values("-b", "--bucket")],
            "influx delete",
        )
    ]


def _influx_v1(_call: Call, args: Args, shell: Shell) -> Sequence[Act] | None:
    """`influx -execute` of version 1: InfluxQL, whose words are those of SQL."""
    texts = args.values("-execute")
    if not texts:
        return None
    within = args.value("-database")
    acts: list[Act] = []
    for text in texts:
        words = text.upper().split()
        if (
            words[:2] == ["DROP", "MEASUREMENT"]
            or words[:2] in (["DROP", "SERIES"], ["DROP", "SHARD"], ["DELETE", "FROM"])
            or (words[:3] == ["DROP", "RETENTION", "POLICY"])
        ):
            acts.append(changes("destroy", "irreversible", shown(text), [Ref("database", within)], "influx"))
        elif words[:2] == ["DROP", "CONTINUOUS"]:
            acts.append(changes("destroy", "compensable", shown(text), [Ref("database", within)], "influx"))
        elif words[:2] in (["CREATE", "RETENTION"], ["CREATE", "CONTINUOUS"]):
            acts.append(changes("create", "reversible", shown(text), [Ref("database", within)], "influx"))
        elif words[:2] == ["ALTER", "RETENTION"]:
            acts.append(changes("destroy", "irreversible", shown(text), [Ref("database", within)], "influx"))
        else:
            acts += shell.sql(text, "", within=within)
    return acts


def _influx_backup(call: Call, args: Args, _shell: Shell) -> Sequence[Act] | None:
    made = tuple(Ref("file", name) for name in args.operands[-1:])
    return [changes("create", "reversible", shown(call.text), made, f"{call.name} backup")._replace(produces=made)]


def _elasticdump(call: Call, args: Args, _shell: Shell) -> Sequence[Act] | None:
    target = args.value("--output")
    if target.startswith(("http://", "https://")):
        return [changes("modify", "irreversible", shown(call.text), [Ref("index", target)], "elasticdump")]
    if target in ("$", "-"):
        return [observe(shown(call.text))]
    made = (Ref("file", target),)
    return [
        changes("create", "reversible", shown(call.text), made, "elasticdump")._replace(
            reads=(Ref("index", args.value("--input")),),
            produces=made,
        )
    ]


def _curator(call: Call, args: Args, _shell: Shell) -> Sequence[Act] | None:
    """`curator`: runs actions of a file."""
    return [observe(shown(call.text))] if args.has("--dry-run") else None


TOOLS: Final = (
    Tool(
        ("nodetool",),
        {
            **table("""
observe: status, info, ring, describecluster, describering, tpstats, tablestats, cfstats, tablehistograms
observe: cfhistograms, proxyhistograms, netstats, gossipinfo, compactionstats, compactionhistory, listsnapshots
observe: version, getendpoints, getsstables, getlogginglevels, getcompactionthreshold, gettimeout, getseeds
observe: getcompactionthroughput, getstreamthroughput, getinterdcstreamthroughput, gettraceprobability
observe: getconcurrentcompactors, getconcurrency, rangekeysample, statusgossip, statusbinary, statushandoff
observe: statusbackup, statusthrift, statusautocompaction, toppartitions, profileload, viewbuildstatus, gcstats
observe: help, failuredetector, getmaxhintwindow, getbatchlogreplaythrottle, listpendinghints, repair_admin, verify
observe: getauthcacheconfig, getauditlog, getfullquerylog, clientstats, getcolumnindexsize, getdefaultrf
observe: getsnapshotthrottle, statusclientcdc, datapaths, getcompactionstrategy, describe
observe: getconcurrentviewbuilders, getcidrgroupsofip, listcidrgroups, cidrfilteringstats, tableinfo
modify reversible: repair, cleanup, compact, scrub, upgradesstables, garbagecollect, flush, rebuild, rebuild_index
modify reversible: rebuild_view, reloadtriggers, reloadseeds, reloadlocalschema, setcompactionthreshold
modify reversible: setcompactionthroughput, setstreamthroughput, setinterdcstreamthroughput, settraceprobability
modify reversible: setlogginglevel, settimeout, setconcurrentcompactors, setconcurrency, setcachecapacity
modify reversible: setcachekeystosave, setmaxhintwindow, setbatchlogreplaythrottle, sethintedhandoffthrottlekb
modify reversible: enableautocompaction, disableautocompaction, enableoldprotocolversions
modify reversible: disableoldprotocolversions, resetlocalschema, relocatesstables, recompress_sstables
modify reversible: invalidatekeycache, invalidaterowcache, invalidatecountercache, invalidatecredentialscache
modify reversible: invalidatepermissionscache, invalidaterolescache, refreshsizeestimates
modify reversible: invalidatejmxpermissionscache, invalidatenetworkpermissionscache, invalidatecidrpermissionscache
modify reversible: replaybatchlog, refresh, import, enablehintsfordc, enablehandoff, disablehandoff, pausehandoff
modify reversible: resumehandoff, disablehintsfordc, stop, enablefullquerylog, disablefullquerylog
modify reversible: resetfullquerylog, bootstrap, enableauditlog, setsnapshotthrottle, setcolumnindexsize
modify reversible: forcecompact, setauthcacheconfig, reloadssl, setdefaultrf, updatecidrgroup
modify reversible: setconcurrentviewbuilders, rebuildview, enablebackup
create reversible: snapshot
shift reversible: drain, stopdaemon, enablegossip, disablegossip, enablebinary, disablebinary, enablethrift
shift reversible: disablethrift, move
shift compensable: assassinate
destroy irreversible: clearsnapshot, truncatehints
destroy compensable: decommission, removenode, dropcidrgroup
"""),
            "snapshot": does(
                "create",
                "reversible",
                produces=True,
                refs=lambda args, _call: [Ref("snapshot", name) for name in args.values("-t", "--tag")],
            ),
            "disablebackup": does("modify", "reversible", "weakens_guard"),
            "disableauditlog": does("modify", "reversible", "weakens_guard"),
            "removenode status": does("observe"),
        },
        valued=frozenset("-h --host -p --port -u --username -pw --password -pwf -t --tag -cf -kt -et".split()),
        refs=_operand("keyspace", 1),
    ),
    Program(("sstableloader",), does("create", "reversible"), valued={"-d", "--nodes", "-u", "-pw"}),
    Program(
        ("sstabledump", "sstablemetadata", "sstableutil", "sstableverify", "sstableexpiredblockers"), does("observe")
    ),
    Program(
        ("sstablescrub", "sstablerepairedset", "sstablelevelreset", "sstableupgrade", "sstablesplit"),
        does("modify", "irreversible"),
    ),
    Tool(
        ("influx", "influxd"),
        {
            **table("""
observe: ping, query, version, help, bucket list, bucket ls, org list, user list, auth list, task list
observe: task log list, task run list, config list, config ls, telegrafs, v1 dbrp list, v1 auth list, stacks
observe: template, secret list, remote list, replication list, inspect verify-tsm, inspect verify-wal
observe: inspect report-tsm, print-config, bucket-schema list, server-config, scripts list, dashboards
observe: inspect dump-tsm, inspect verify-seriesfile, inspect verify-tombstone
create reversible: setup, org create, user create, auth create, bucket create, task create, config create
create reversible: v1 dbrp create, v1 auth create, export, remote create, replication create, bucket-schema create
create reversible: telegrafs create, inspect export-lp, scripts create
create irreversible: write
modify compensable: apply, stacks update, task update, org update, user update, v1 dbrp update, config set
modify compensable: config update, replication update, task retry-failed
modify reversible: auth inactive, auth active, org members add, remote update, bucket-schema update
modify reversible: inspect build-tsi, scripts update
modify compensable: org members remove, v1 auth set-inactive
rotate compensable: user password, v1 auth set-password
destroy irreversible: bucket delete, org delete, secret delete, inspect delete-tsm
destroy compensable: auth delete, user delete, task delete, config rm, v1 dbrp delete, v1 auth delete, telegrafs rm
destroy compensable: stacks rm, remote delete, replication delete, scripts delete
"""),
            "delete": _influx_delete,
            "backup": _influx_backup,
            "restore": does(
                "modify",
                "irreversible",
                restores=True,
                refs=lambda args, _call: [Ref("bucket", n) for n in args.values("-b", "--bucket")],
            ),
            "bucket update": lambda call, args, _shell: [
                changes(
                    *(("destroy", "irreversible") if args.has("-r", "--retention") else ("modify", "reversible")),
                    shown(call.text),
                    [Ref("bucket", n) for n in args.values("-n", "--name", "-i", "--id")],
                )
            ],
            "secret update": does("rotate", "irreversible"),
        },
        valued=frozenset(
            "-b --bucket -o --org -n --name -i --id -t --token --host -c --active-config -r --retention -p"
            " --predicate --start --stop --file -f -execute -database -host -port -username -password -format"
            " -precision".split()
        ),
        bare=_influx_v1,
        long=True,
        refs=lambda args, _call: [Ref(args.operands[0], name) for name in args.values("-n", "--name", "-i", "--id")],
    ),
    Program(("elasticdump", "multielasticdump"), _elasticdump, valued={"--input", "--output", "--type", "--limit"}),
    Tool(
        ("elasticsearch-keystore", "kibana-keystore", "logstash-keystore", "opensearch-keystore"),
        table("""
observe: list, show, has-passwd
create reversible: create
modify reversible: upgrade
rotate compensable: passwd
rotate irreversible: add, add-file
destroy irreversible: remove
"""),
        refs=_operand("secret", 1),
    ),
    Program(
        ("elasticsearch-reset-password", "elasticsearch-setup-passwords"),
        does("rotate", "compensable"),
        valued={"-u", "--username"},
        refs=lambda args, _call: [Ref("user", n) for n in args.values("-u", "--username")],
    ),
    Program(("elasticsearch-node", "elasticsearch-shard"), does("destroy", "irreversible")),
    Program(
        ("elasticsearch-certutil", "elasticsearch-certgen", "elasticsearch-create-enrollment-token"),
        does("create", "reversible"),
    ),
    Tool(
        ("elasticsearch-plugin", "opensearch-plugin", "kibana-plugin"),
        table("""
observe: list
create reversible: install
destroy compensable: remove
"""),
    ),
    Tool(
        ("elasticsearch-users",),
        table("""
observe: list
create reversible: useradd
rotate compensable: passwd
modify reversible: roles
destroy compensable: userdel
"""),
    ),
    Program(("curator", "curator_cli"), _curator, valued={"--config"}),
)
