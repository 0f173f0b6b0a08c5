"""MongoDB: the shell, and the programs that dump and bring back."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Final
from urllib.parse import urlsplit

from planproof.effects.act import Act, Ref, changes, observe, unknown
from planproof.effects.lattice import Undo
from planproof.effects.tools.call import EXPANDED, Args, Call, shown
from planproof.effects.tools.program import Program
from planproof.effects.tools.sql_input import asks_only, restored
from planproof.effects.tools.tool import Does, Shell, does, table

METHODS: Final = {
    name: entry
    for name, entry in table("""
observe: find, findOne, count, countDocuments, estimatedDocumentCount, distinct, explain, stats, getIndexes
observe: getIndices, indexes, help, dataSize, storageSize, totalSize, totalIndexSize, isCapped, latencyStats
observe: validate, getShardDistribution, getShardVersion, aggregate, getCollectionNames, getCollectionInfos
observe: getCollection, getSiblingDB, getMongo, getName, getDBs, getDBNames, listDatabases, hello, isMaster
observe: serverStatus, currentOp, version, hostInfo, getUsers, getUser, getRoles, getRole, getLogComponents
observe: getProfilingStatus, getReplicationInfo, printReplicationInfo, printSecondaryReplicationInfo
observe: printSlaveReplicationInfo, printShardingStatus, printCollectionStats, serverBuildInfo, serverCmdLineOpts
observe: status, conf, config, auth, isBalancerRunning, getBalancerState, getBalancerWindow, isConfigShardEnabled
observe: limit, skip, sort, toArray, forEach, map, filter, pretty, hasNext, next, size, itcount, hint, batchSize
observe: maxTimeMS, project, projection, tail, comment, readPref, readConcern, noCursorTimeout, collation, min, max
observe: returnKey, showRecordId, length, reduce, some, every, includes, join, keys, values, entries, slice, concat
observe: flat, test, match, matchAll, toString, toISOString, getTime, push, indexOf, startsWith, endsWith, replace
observe: split, log, print, printjson, printjsononeline, tojson, stringify, parse, parseInt, parseFloat, Date
observe: ISODate, ObjectId, NumberLong, NumberInt, NumberDecimal, UUID, BinData, RegExp, Timestamp, Math, round
observe: floor, abs, sleep, quit, exit, show, isArray, fromEntries, assign, hasOwnProperty, getTimestamp
observe: toLowerCase, toUpperCase, trim, tojsononeline, getFullYear, setDate, getDate, now, Object, Array, String
observe: Number, Boolean, Map, Set, connect, Mongo, setReadPref, setSlaveOk, setSecondaryOk, startSession
observe: startTransaction, getDatabase, listShards, debug, listCommands, error, info, warn, slowQueries, valueOf
observe: sum, ok, has, get, add, getOwnPropertyNames, listCollections, getSearchIndexes, getPlanCache, list, pop
observe: isEmpty, load_balancer_state, require, analyzeShardKey, abortTransaction, endSession, sh, rs, inspect
observe: exists, shift
create reversible: createCollection, createView, insert, insertOne, insertMany, createIndex, createIndexes
create reversible: ensureIndex, createUser, createRole, addShard, addShardToZone, enableSharding, addTagRange
create reversible: createSearchIndex, createSearchIndexes, initiate, cloneDatabase, copyDatabase
modify irreversible: update, updateOne, updateMany, replaceOne, findOneAndUpdate, findOneAndReplace, findAndModify
modify irreversible: save, bulkWrite, mapReduce, shardCollection, convertToCapped, execute, commitTransaction
modify irreversible: reshardCollection
modify reversible: renameCollection, collMod, hideIndex, unhideIndex, reIndex, setProfilingLevel, setLogLevel
modify reversible: reconfig, addArb, moveChunk, splitAt, splitFind, setBalancerState, startBalancer, stopBalancer
modify reversible: enableBalancing, disableBalancing, updateUser, updateRole, compact
modify reversible: setFeatureCompatibilityVersion, updateZoneKeyRange, movePrimary, moveCollection
modify reversible: updateSearchIndex, fsyncLock, fsyncUnlock, freeze, enableAutoSplit, disableAutoSplit
modify reversible: setDefaultRWConcern, clearPlans, clear, refineCollectionShardKey, configureCollectionBalancing
modify compensable: revokeRolesFromUser, revokePrivilegesFromRole, revokeRolesFromRole, removeRangeFromZone
modify compensable: syncFrom
rotate compensable: changeUserPassword
shift reversible: stepDown, shutdownServer
shift compensable: killOp, killCursors, killSession, killAllSessions
destroy compensable: dropIndex, dropIndexes, dropUser, dropAllUsers, dropRole, dropAllRoles, removeUser
destroy compensable: dropSearchIndex, removeShardFromZone
destroy irreversible: drop, dropDatabase, deleteOne, deleteMany, remove, findOneAndDelete, removeShard
""").items()
    if not name.endswith("_")
}
"""Methods of the shell, whatever they are called on; `db.a.find` and `cursor.find` are not told apart."""
COMMANDS: Final = table("""
observe: ping, serverStatus, dbStats, collStats, connectionStatus, replSetGetStatus, replSetGetConfig, getParameter
observe: getCmdLineOpts, listCollections, listIndexes, listDatabases, count, distinct, find, aggregate, explain
observe: hello, isMaster, buildInfo, hostInfo, getLog, top, currentOp, validate, dbHash, features, usersInfo
observe: rolesInfo, whatsmyuri, balancerStatus, listShards, getShardMap, getMore, lockInfo, balancerCollectionStatus
create reversible: create, insert, createIndexes, createUser, createRole, addShard, enableSharding, clone
modify reversible: setParameter, collMod, renameCollection, compact, fsync, profile, logRotate, balancerStart
modify reversible: balancerStop, reIndex, setDefaultRWConcern, setFeatureCompatibilityVersion, grantRolesToUser
modify reversible: replSetReconfig, moveChunk, updateRole, split, mergeChunks, planCacheClear, flushRouterConfig
modify irreversible: update, findAndModify, shardCollection, convertToCapped, mapReduce, applyOps
rotate compensable: updateUser
shift reversible: replSetStepDown, shutdown, replSetFreeze, replSetMaintenance
shift compensable: killOp, killCursors, killSessions, killAllSessions
destroy compensable: dropIndexes, dropUser, dropRole, dropAllUsersFromDatabase, dropAllRolesFromDatabase
destroy irreversible: drop, dropDatabase, delete, removeShard
""")
"""What `db.runCommand({name: ...})` and `db.adminCommand` run."""
_GRANTS: Final = frozenset({"grantRolesToUser", "grantPrivilegesToRole", "grantRolesToRole"})
_TEXT: Final = re.compile(r"'(?:[^'\\\n]|\\.)*'|\"(?:[^\"\\\n]|\\.)*\"|`(?:[^`\\]|\\.)*`|//[^\n]*|/\*.*?\*/", re.DOTALL)
_CALLED: Final = re.compile(r"([A-Za-z_$][\w$]*)\s*\(")
_SUBJECT: Final = re.compile(r"\bdb\.(?:getCollection\((['\"])(.+?)\1\)|([A-Za-z_][\w.]*?))\.(\w+)\s*\(")
_DEFINED: Final = re.compile(
    r"\bfunction\s+(\w+)|\b(?:const|let|var)\s+(\w+)\s*=\s*(?:async\s*)?(?:function|\([^)]*\)\s*=>|\w+\s*=>)"
)
_COMMAND: Final = re.compile(r"\b(?:runCommand|adminCommand)\s*\(\s*(?:\{\s*['\"]?(\w+)['\"]?\s*:|['\"](\w+)['\"])")
_KEYWORDS: Final = frozenset(
    "if for while switch return function catch typeof in of new await do else throw case delete void".split()
)
_OUT: Final = re.compile(r"['\"]?\$(out|merge)['\"]?\s*:")
_INDEXED: Final = re.compile(r"\]\s*\(")
"""A method whose name stands in a string or a variable: `db.a["drop"]()`."""
_QUOTE_IN_PATTERN: Final = re.compile(r"[:(,=\[]\s*/(?![/*])[^/\n]*['\"`][^/\n]*/")
"""A quote in a regular expression, where strings can no longer be told from code."""
_RUNS: Final = re.compile(r"\b(?:run|admin)Command\s*\(")
_OF_REPLICA_SET: Final[dict[str, Undo]] = {"add": "reversible", "remove": "compensable"}


def _blanked(found: re.Match[str]) -> str:
    """Nothing in place of a string or a comment; a template keeps the code in it."""
    if found[0][0] == "`" and "${" in found[0]:
        return found[0]
    return '""' if found[0][0] in "'\"`" else " "


def read_mongo(text: str, because: str, within: str = "") -> list[Act]:
    """What JavaScript of the shell does, by the methods that it calls.

    A name in a string or a comment counts for nothing; a method that no table knows is unknown; so is `eval`.

    Example:
        >>> [act.kind for act in read_mongo("db.users.find({note: 'drop()'})", "")]
        ['observe']
        >>> read_mongo("db.users.drop()", "")[0].destroys[0].name
        'users'
    """
    bare = _TEXT.sub(_blanked, text)
    own = {name for pair in _DEFINED.findall(bare) for name in pair if name}
    acts: list[Act] = []
    on: dict[str, list[Ref]] = {}
    for found in _SUBJECT.finditer(text):
        on.setdefault(found[4], []).append(Ref("collection", found[2] or found[3], within))
    server = [Ref("database", within)] if within else []
    for name in dict.fromkeys(_CALLED.findall(bare)):
        if name in _KEYWORDS or name in own or name in ("runCommand", "adminCommand"):
            continue
        refs = on.get(name, server)
        if name in _GRANTS:
            acts.append(
                changes("modify", "reversible", because, refs, f"db.{name}")._replace(hazards=("widens_access",))
            )
            continue
        if name in _OF_REPLICA_SET and re.search(rf"\brs\.{name}\s*\(", bare):
            acts.append(changes("modify", _OF_REPLICA_SET[name], because, (), f"rs.{name}"))
            continue
        entry = METHODS.get(name)
        if not isinstance(entry, Does):
            acts.append(unknown(shown(f"{name}() in {because}")))
        elif _only_explained(name, bare):
            acts.append(observe(because, refs))
        else:
            acts.append(changes(entry.kind, entry.undo, because, refs, f"db.{name}"))
    for found in _COMMAND.finditer(text):
        name = found[1] or found[2]
        entry = COMMANDS.get(name)
        acts.append(changes(entry.kind, entry.undo, because, (), name) if isinstance(entry, Does) else unknown(because))
    told = len(_RUNS.findall(bare))
    if (
        told > len(_COMMAND.findall(text))
        or _INDEXED.search(bare)
        or _QUOTE_IN_PATTERN.search(text)
        or EXPANDED in bare
    ):
        acts.append(unknown(because))
    if (out := _OUT.search(text)) is not None:
        acts.append(changes("destroy" if out[1] == "out" else "modify", "irreversible", because, (), f"${out[1]}"))
    if _OVER.search(bare):
        acts.append(changes("destroy", "irreversible", because, (), "renameCollection dropTarget"))
    if "expireAfterSeconds" in text and ("createIndex" in bare or "collMod" in text):
        acts.append(changes("destroy", "irreversible", because, (), "TTL index"))
    return acts


_OVER: Final = re.compile(r"\brenameCollection\s*\([^()]*,\s*true|\bdropTarget\W{1,3}true")
"""A rename that drops the collection of the new name."""


def _only_explained(name: str, code: str) -> bool:
    """Whether each call of a method stands behind `explain()`, so that it only shows a plan."""
    calls = len(re.findall(rf"\b{re.escape(name)}\s*\(", code))
    return calls == len(re.findall(rf"\.explain\s*\([^()]*\)\s*\.{re.escape(name)}\s*\(", code))


def _mongosh(call: Call, args: Args, shell: Shell) -> Sequence[Act] | None:
    if asks_only(args):
        return [observe(shown(call.text))]
    address = [word for word in args.operands if not word.endswith((".js", ".mongodb"))][:1]
    within = _database(address[0]) if address else ""
    texts = args.values("--eval")
    files = [word for word in args.operands if word.endswith((".js", ".mongodb"))] + args.values("-f", "--file")
    acts: list[Act] = []
    for path in files:
        text = shell.context.file(path)
        acts += (
            read_mongo(text, shown(call.text), within) if text is not None else shell.file(path, "js", shown(call.text))
        )
    for text in texts:
        acts += read_mongo(text, shown(text), within)
    if not texts and not files:
        if call.stdin is None:
            return [unknown(shown(call.text))]
        acts += read_mongo(call.stdin, shown(call.text), within)
    return acts or [observe(shown(call.text))]


def _database(address: str) -> str:
    plain = address.replace(EXPANDED, "")
    if "://" in plain:
        try:
            return urlsplit(plain.split(",")[-1] if "@" not in plain and "," in plain else plain).path.strip("/")
        except ValueError:
            return ""
    return plain.rpartition("/")[2] if "/" in plain else "" if ":" in plain or plain.startswith("$") else plain


def _dump(call: Call, args: Args, _shell: Shell) -> Sequence[Act] | None:
    path = args.value("--archive", "-o", "--out") or ("" if "--archive" in args.options else "dump")
    source = Ref("database", args.value("-d", "--db") or _database(args.value("--uri")) or "(all)")
    if not path or path == "-":
        return [observe(shown(call.text), [source])]
    made = Ref("file", path.replace(EXPANDED, ""))
    return [
        changes("create", "reversible", shown(call.text), [made], call.name)._replace(reads=(source,), produces=(made,))
    ]


def _restore(call: Call, args: Args, _shell: Shell) -> Sequence[Act] | None:
    path = args.value("--archive", "--dir") or (args.operands[0] if args.operands else "")
    database = args.value("-d", "--db") or _database(args.value("--uri")) or args.value("--nsInclude")
    if args.has("--drop"):
        return restored(call, database, path, kind="destroy", undo="irreversible")
    return restored(call, database, path, kind="create", undo="reversible")


def _import(call: Call, args: Args, _shell: Shell) -> Sequence[Act] | None:
    refs = [Ref("collection", args.value("-c", "--collection"), args.value("-d", "--db"))]
    if args.has("--drop"):
        return [changes("destroy", "irreversible", shown(call.text), refs, "mongoimport --drop")]
    if args.value("--mode") in ("upsert", "merge", "delete") or args.has("--upsert"):
        kind = "destroy" if args.value("--mode") == "delete" else "modify"
        return [changes(kind, "irreversible", shown(call.text), refs, "mongoimport")]
    return [changes("create", "reversible", shown(call.text), refs, "mongoimport")]


_VALUED: Final = frozenset(
    "--eval --host --port -u --username -p --password --authenticationDatabase -f --file --uri -d --db -c"
    " --collection -o --out --dir --nsInclude --nsExclude --mode -q --query --type --fields"
    " --numParallelCollections -j --apiVersion --tlsCAFile".split()
)
TOOLS: Final = (
    Program(("mongosh", "mongo"), _mongosh, valued=_VALUED),
    Program(("mongodump", "mongoexport"), _dump, valued=_VALUED),
    Program(("mongorestore",), _restore, valued=_VALUED, dry={"--dryRun"}),
    Program(("mongoimport",), _import, valued=_VALUED),
    Program(("mongostat", "mongotop", "bsondump"), does("observe")),
    Program(
        ("mongofiles",),
        lambda call, args, _shell: {
            "list": [observe(shown(call.text))],
            "search": [observe(shown(call.text))],
            "get": [observe(shown(call.text))],
            "put": [changes("create", "reversible", shown(call.text))],
            "delete": [changes("destroy", "irreversible", shown(call.text))],
            "delete_id": [changes("destroy", "irreversible", shown(call.text))],
        }.get(args.operands[0] if args.operands else ""),
        valued=_VALUED,
    ),
)
