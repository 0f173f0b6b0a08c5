"""Redis, Valkey, KeyDB: redis-cli and the commands of the server."""

from __future__ import annotations

import shlex
from collections.abc import Sequence
from typing import Final

from planproof.effects.act import Act, Ref, changes, observe, unknown
from planproof.effects.tools.call import EXPANDED, Args, Call, shown
from planproof.effects.tools.program import Program
from planproof.effects.tools.tool import Does, Shell, does, table

COMMANDS: Final = table("""
observe: APPEND_RO, AUTH, BITCOUNT, BITFIELD_RO, BITPOS, CLIENT CACHING, CLIENT GETNAME, CLIENT GETREDIR
observe: CLIENT HELP, CLIENT ID, CLIENT INFO, CLIENT LIST, CLIENT NO-EVICT, CLIENT NO-TOUCH, CLIENT REPLY
observe: CLIENT SETINFO, CLIENT SETNAME, CLIENT TRACKING, CLIENT TRACKINGINFO, CLUSTER COUNT-FAILURE-REPORTS
observe: CLUSTER COUNTKEYSINSLOT, CLUSTER GETKEYSINSLOT, CLUSTER HELP, CLUSTER INFO, CLUSTER KEYSLOT, CLUSTER LINKS
observe: CLUSTER MYID, CLUSTER MYSHARDID, CLUSTER NODES, CLUSTER REPLICAS, CLUSTER SHARDS, CLUSTER SLAVES
observe: CLUSTER SLOTS, CLUSTER SLOT-STATS, COMMAND, COMMAND COUNT, COMMAND DOCS, COMMAND GETKEYS
observe: COMMAND GETKEYSANDFLAGS, COMMAND HELP, COMMAND INFO, COMMAND LIST, CONFIG GET, CONFIG HELP, DBSIZE, DISCARD
observe: DUMP, ECHO, EXISTS, EXPIRETIME, FUNCTION DUMP, FUNCTION HELP, FUNCTION LIST, FUNCTION STATS, GEODIST
observe: GEOHASH, GEOPOS, GEORADIUSBYMEMBER_RO, GEORADIUS_RO, GEOSEARCH, GET, GETBIT, GETRANGE, HELLO, HEXISTS
observe: HEXPIRETIME, HGET, HGETALL, HKEYS, HLEN, HMGET, HPEXPIRETIME, HPTTL, HRANDFIELD, HSCAN, HSTRLEN, HTTL
observe: HVALS, INFO, KEYS, LASTSAVE, LATENCY DOCTOR, LATENCY GRAPH, LATENCY HELP, LATENCY HISTOGRAM
observe: LATENCY HISTORY, LATENCY LATEST, LCS, LINDEX, LLEN, LOLWUT, LPOS, LRANGE, MEMORY DOCTOR, MEMORY HELP
observe: MEMORY MALLOC-STATS, MEMORY STATS, MEMORY USAGE, MGET, MODULE HELP, MODULE LIST, MONITOR, MULTI
observe: OBJECT ENCODING, OBJECT FREQ, OBJECT HELP, OBJECT IDLETIME, OBJECT REFCOUNT, PEXPIRETIME, PFCOUNT
observe: PFSELFTEST, PING, PSUBSCRIBE, PSYNC, PTTL, PUBSUB CHANNELS, PUBSUB HELP, PUBSUB NUMPAT, PUBSUB NUMSUB
observe: PUBSUB SHARDCHANNELS, PUBSUB SHARDNUMSUB, PUNSUBSCRIBE, QUIT, RANDOMKEY, READONLY, READWRITE, ROLE, SCAN
observe: SCARD, SCRIPT EXISTS, SCRIPT HELP, SCRIPT DEBUG, SDIFF, SELECT, SINTER, SINTERCARD, SISMEMBER, SLOWLOG GET
observe: SLOWLOG HELP, SLOWLOG LEN, SMEMBERS, SMISMEMBER, SORT_RO, SRANDMEMBER, SSCAN, SSUBSCRIBE, STRLEN, SUBSCRIBE
observe: SUBSTR, SUNION, SUNSUBSCRIBE, SYNC, TIME, TTL, TYPE, UNSUBSCRIBE, UNWATCH, WAIT, WAITAOF, WATCH
observe: XINFO CONSUMERS, XINFO GROUPS, XINFO HELP, XINFO STREAM, XLEN, XPENDING, XRANGE, XREAD, XREVRANGE, ZCARD
observe: XGROUP HELP, ZCOUNT, ZDIFF, ZINTER, ZINTERCARD, ZLEXCOUNT, ZMSCORE, ZRANDMEMBER, ZRANGE, ZRANGEBYLEX
observe: ZRANGEBYSCORE, ZRANK, ZREVRANGE, ZREVRANGEBYLEX, ZREVRANGEBYSCORE, ZREVRANK, ZSCAN, ZSCORE, ZUNION, ACL CAT
observe: ACL DRYRUN, ACL GENPASS, ACL GETUSER, ACL HELP, ACL LIST, ACL LOG, ACL USERS, ACL WHOAMI, ASKING, TOUCH
observe: DEBUG SLEEP, DEBUG OBJECT, DEBUG DIGEST, DEBUG SDSLEN, SENTINEL CKQUORUM, SENTINEL CONFIG GET
observe: SENTINEL GET-MASTER-ADDR-BY-NAME, SENTINEL HELP, SENTINEL INFO-CACHE, SENTINEL IS-MASTER-DOWN-BY-ADDR
observe: SENTINEL MASTER, SENTINEL MASTERS, SENTINEL MYID, SENTINEL PENDING-SCRIPTS, SENTINEL REPLICAS
observe: SENTINEL SENTINELS, SENTINEL SLAVES, SENTINEL DEBUG, REPLCONF, HELP, EXIT, FT.SEARCH, FT.INFO, FT.AGGREGATE
observe: FT._LIST, FT.EXPLAIN, JSON.GET, JSON.MGET, JSON.TYPE, JSON.OBJKEYS, JSON.ARRLEN, TS.GET, TS.RANGE, TS.INFO
observe: BF.EXISTS, BF.INFO, CF.EXISTS, OBJECT, MEMORY, LATENCY, VCARD, VDIM, VEMB, VINFO, VISMEMBER, VLINKS
observe: VRANDMEMBER, VSIM, VGETATTR
notify compensable: PUBLISH, SPUBLISH
create reversible: BGSAVE, SAVE, HSETNX, SETNX, MSETNX, XGROUP CREATE, XGROUP CREATECONSUMER, LPUSHX, RPUSHX, LPUSH
create reversible: RPUSH, SADD, XADD, PFADD, GEOADD, COPY, FT.CREATE, BF.ADD, BF.RESERVE, CF.ADD, TS.CREATE, TS.ADD
create reversible: LINSERT, APPEND, VADD, BF.MADD
modify reversible: BGREWRITEAOF, CONFIG SET, CONFIG REWRITE, CONFIG RESETSTAT, PERSIST, SMOVE, CLIENT PAUSE
modify reversible: CLIENT UNPAUSE, CLIENT UNBLOCK, CLUSTER ADDSLOTS, CLUSTER ADDSLOTSRANGE, CLUSTER BUMPEPOCH
modify reversible: CLUSTER MEET, CLUSTER REPLICATE, CLUSTER SAVECONFIG, CLUSTER SETSLOT, CLUSTER DELSLOTS
modify reversible: CLUSTER DELSLOTSRANGE, CLUSTER SET-CONFIG-EPOCH, MODULE LOAD, MODULE LOADEX, MODULE UNLOAD
modify reversible: SCRIPT LOAD, FUNCTION LOAD, LATENCY RESET, MEMORY PURGE, INCR, INCRBY, INCRBYFLOAT, DECR, DECRBY
modify reversible: HINCRBY, HINCRBYFLOAT, ZINCRBY, LMOVE, RPOPLPUSH, BLMOVE, BRPOPLPUSH, RENAMENX, MOVE, ACL SAVE
modify reversible: FAILOVER ABORT, SENTINEL SET, SENTINEL MONITOR, SENTINEL CONFIG SET, SENTINEL FLUSHCONFIG, SWAPDB
modify reversible: XACK, XCLAIM, XAUTOCLAIM, XREADGROUP, HPERSIST, CLUSTER MIGRATION, FT.ALTER, FT.CONFIG SET
modify reversible: FT.ALIASADD, FT.ALIASUPDATE
modify compensable: ACL LOAD, SENTINEL REMOVE, SENTINEL RESET, SCRIPT FLUSH, FUNCTION DELETE, FUNCTION FLUSH
modify compensable: CLUSTER FLUSHSLOTS, XSETID, XGROUP SETID, FUNCTION RESTORE, CLUSTER FORGET
modify irreversible: SET, MSET, GETSET, SETEX, PSETEX, SETRANGE, SETBIT, BITFIELD, BITOP, HSET, HMSET, LSET, PFMERGE
modify irreversible: ZADD, GEORADIUS, GEORADIUSBYMEMBER, GEOSEARCHSTORE, SDIFFSTORE, SINTERSTORE, SUNIONSTORE
modify irreversible: ZDIFFSTORE, ZINTERSTORE, ZUNIONSTORE, ZRANGESTORE, SORT, RESTORE, RESTORE-ASKING, RENAME
modify irreversible: MIGRATE, EXPIRE, EXPIREAT, PEXPIRE, PEXPIREAT, HEXPIRE, HEXPIREAT, HPEXPIRE, HPEXPIREAT, GETEX
modify irreversible: HGETEX, HSETEX, PFDEBUG, JSON.SET, JSON.MSET, JSON.MERGE, JSON.NUMINCRBY, JSON.ARRAPPEND
modify irreversible: MSETEX, JSON.STRAPPEND, VSETATTR
shift reversible: SHUTDOWN, FAILOVER, SENTINEL FAILOVER, CLUSTER FAILOVER, SCRIPT KILL, FUNCTION KILL, RESET
shift reversible: DEBUG RESTART
shift compensable: CLIENT KILL, REPLICAOF, SLAVEOF, DEBUG SEGFAULT, DEBUG CRASH-AND-RECOVER, DEBUG PANIC
shift compensable: SENTINEL SIMULATE-FAILURE
destroy compensable: ACL DELUSER, XGROUP DESTROY, XGROUP DELCONSUMER, FT.DROPINDEX, FT.ALIASDEL
destroy irreversible: DEL, UNLINK, FLUSHALL, FLUSHDB, GETDEL, HDEL, HGETDEL, SREM, SPOP, ZREM, ZPOPMAX, ZPOPMIN
destroy irreversible: BZPOPMAX, BZPOPMIN, ZMPOP, BZMPOP, LPOP, RPOP, BLPOP, BRPOP, LMPOP, BLMPOP, LREM, LTRIM, XDEL
destroy irreversible: XTRIM, XDELEX, XACKDEL, ZREMRANGEBYLEX, ZREMRANGEBYRANK, DELEX, ZREMRANGEBYSCORE
destroy irreversible: CLUSTER RESET, SLOWLOG RESET, JSON.DEL, JSON.FORGET, JSON.CLEAR, TS.DEL, CF.DEL
destroy irreversible: DEBUG FLUSHALL, ACL LOG RESET, DEBUG RELOAD, DEBUG LOADAOF, VREM
""")
"""Commands of the server, with their subcommands; `EVAL` and what else runs Lua stands nowhere, it is unknown."""
_ON_KEYS: Final = frozenset({"create", "modify", "destroy"})
_SERVER: Final = (
    "CONFIG",
    "CLIENT",
    "CLUSTER",
    "ACL",
    "DEBUG",
    "SENTINEL",
    "MODULE",
    "SCRIPT",
    "FUNCTION",
    "BGSAVE",
    "SAVE",
    "BGREWRITEAOF",
    "SLOWLOG",
    "LATENCY",
    "MEMORY",
    "XGROUP",
    "FLUSHALL",
    "FLUSHDB",
    "SWAPDB",
    "SHUTDOWN",
    "FAILOVER",
)


def read_command(words: Sequence[str], because: str, within: str = "") -> Act:
    """What one command of the server does.

    Example:
        >>> read_command(["del", "a", "b"], "del a b").destroys
        (Ref(kind='key', name='a', within=''), Ref(kind='key', name='b', within=''))
        >>> read_command(["EVAL", "return 1", "0"], "").kind
        'unknown'
    """
    upper = [word.upper() for word in words[:3]]
    for size in (3, 2, 1):
        entry = COMMANDS.get(" ".join(upper[:size]))
        if isinstance(entry, Does):
            break
    else:
        return unknown(because)
    if words[0].isdigit() or (upper[0] in ("CLIENT", "CLUSTER", "DEBUG", "SENTINEL", "CONFIG", "ACL") and size == 1):
        return unknown(because)
    operation = f"redis {' '.join(upper[:size])}"
    rest = list(words[size:])
    special = _special(upper, rest, because, operation, within)
    if special is not None:
        return special
    server = [Ref("instance", within)] if within else []
    if upper[0] in ("FLUSHALL", "FLUSHDB", "SWAPDB"):
        return changes(entry.kind, entry.undo, because, server or [Ref("instance", "redis")], operation)
    if entry.kind in _ON_KEYS and upper[0] not in _SERVER and size == 1:
        several = upper[0] in ("DEL", "UNLINK")
        return changes(entry.kind, entry.undo, because, _keys(rest if several else rest[:1], within), operation)
    return changes(entry.kind, entry.undo, because, server, operation)


def _special(upper: Sequence[str], rest: Sequence[str], because: str, operation: str, within: str) -> Act | None:
    """Commands whose arguments decide; None for all others."""
    server = [Ref("instance", within)] if within else []
    given = {word.upper() for word in rest}
    match upper[0]:
        case "CONFIG" if upper[1:2] == ["SET"]:
            return _config(rest, because, operation, within)
        case "SET" if "NX" in given:
            return changes("create", "reversible", because, _keys(rest[:1], within), operation)
        case "SORT" | "GEORADIUS" | "GEORADIUSBYMEMBER" if not given & {"STORE", "STOREDIST"}:
            return observe(because, _keys(rest[:1], within), operation)
        case "SHUTDOWN" if "NOSAVE" in given:
            return changes("destroy", "irreversible", because, server, operation)
        case "CLUSTER" if upper[1:2] == ["FAILOVER"] and given & {"FORCE", "TAKEOVER"}:
            return changes("shift", "compensable", because, server, operation)
        case "REPLICAOF" | "SLAVEOF" if [word.upper() for word in rest] != ["NO", "ONE"]:
            # A replica throws away what it holds and takes what its source has.
            return changes("destroy", "irreversible", because, server, operation)
        case "MIGRATE" if "COPY" in given:
            return changes("create", "reversible", because, (), operation)
        case "BGSAVE" | "SAVE":
            made = Ref("snapshot", "rdb", within)
            return changes("create", "reversible", because, [made], operation)._replace(produces=(made,))
        case _:
            return None


def _config(rest: Sequence[str], because: str, operation: str, within: str) -> Act:
    """`CONFIG SET name value`: a new password rotates; no password, no protection weakens."""
    pairs = dict(zip((word.lower() for word in rest[::2]), rest[1::2], strict=False))
    refs = [Ref("setting", name, within) for name in pairs]
    if pairs.get("requirepass"):
        return changes("rotate", "reversible", because, refs, operation)
    act = changes("modify", "reversible", because, refs, operation)
    if (
        pairs.get("requirepass") == ""
        or pairs.get("protected-mode") == "no"
        or pairs.get("bind", "").startswith(("*", "0."))
    ):
        return act._replace(hazards=("weakens_guard",))
    if pairs.get("appendonly") == "no" or pairs.get("save") == "":
        return act._replace(hazards=("weakens_guard",))
    return act


def _keys(names: Sequence[str], within: str) -> list[Ref]:
    return [Ref("key", name.replace(EXPANDED, ""), within) for name in names]


_VALUED: Final = frozenset(
    "-h -p -s -a -u -n -r -i -d -D -X -t --user --pass --pattern --count --eval --ldb --rdb"
    " --functions-rdb --intrinsic-latency --cacert --cert --key --sni --tls-ciphers --quoted-pattern"
    " --lru-test --memkeys-samples --cursor --top --cluster-from --cluster-to".split()
)
CLUSTER: Final = table("""
observe: check, info, help
create reversible: create, backup
modify reversible: fix, rebalance, reshard, add-node, set-timeout
modify irreversible: import
modify compensable: del-node
""")
"""Verbs of `redis-cli --cluster`."""


def _redis_cli(call: Call, args: Args, _shell: Shell) -> Sequence[Act] | None:
    because = shown(call.text)
    if "--version" in call.args or "-v" in call.args[:1] or args.has("--help"):
        return [observe(because)]
    within = _instance(args)
    options, words = _split(call.args)
    if "--cluster" in call.args:
        verb = call.args[call.args.index("--cluster") + 1 :][:1]
        entry = CLUSTER.get(verb[0]) if verb else None
        return (
            [changes(entry.kind, entry.undo, because, (), f"redis-cli --cluster {verb[0]}")]
            if isinstance(entry, Does)
            else None
        )
    if options & {"--rdb", "--functions-rdb"}:
        path = args.value("--rdb", "--functions-rdb")
        if path == "-":
            return [observe(because, [Ref("instance", within)])]
        act = changes("create", "reversible", because, [Ref("file", path)], "redis-cli --rdb")
        return [act._replace(reads=(Ref("instance", within),), produces=act.writes)]
    if options & {
        "--scan",
        "--bigkeys",
        "--memkeys",
        "--hotkeys",
        "--keystats",
        "--stat",
        "--latency",
        "--latency-history",
        "--latency-dist",
        "--intrinsic-latency",
        "--replica",
        "--slave",
    }:
        return [observe(because, [Ref("instance", within)] if within else ())]
    if options & {"--eval", "--ldb", "--lru-test"}:
        return [unknown(because)]
    if words:
        if call.fed and "-x" in options:
            words = [*words, f"{EXPANDED}(input)"]
        return [read_command(words, because, within)]
    if call.stdin is None:
        return [unknown(because)]
    acts: list[Act] = []
    for line in call.stdin.splitlines():
        try:
            told = shlex.split(line)
        except ValueError:
            told = line.split()
        if told and not told[0].startswith("#"):
            acts.append(read_command(told, shown(line), within))
    return acts or [observe(because)]


def _instance(args: Args) -> str:
    host = args.value("-h") or args.value("-u").rpartition("@")[2].partition("/")[0]
    return host.replace(EXPANDED, "")


def _split(words: Sequence[str]) -> tuple[set[str], list[str]]:
    """Options before the command, and the command, whose words may start with a dash."""
    options: set[str] = set()
    i = 0
    while i < len(words) and words[i].startswith("-") and len(words[i]) > 1:
        options.add(words[i].partition("=")[0])
        i += 2 if words[i] in _VALUED else 1
    return options, list(words[i:])


TOOLS: Final = (
    Program(("redis-cli", "valkey-cli", "keydb-cli", "iredis"), _redis_cli, valued=_VALUED),
    Program(
        ("redis-benchmark", "valkey-benchmark"),
        does("modify", "irreversible"),
        valued={"-h", "-p", "-c", "-n", "-t", "-d"},
    ),
    Program(
        ("redis-check-aof", "redis-check-rdb", "valkey-check-aof", "valkey-check-rdb"),
        lambda call, args, _shell: (
            [changes("modify", "irreversible", shown(call.text), [Ref("file", n) for n in args.operands[:1]])]
            if args.has("--fix")
            else [observe(shown(call.text))._replace(verifies=tuple(Ref("file", n) for n in args.operands[:1]))]
        ),
    ),
)
