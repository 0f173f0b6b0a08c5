"""s3cmd, rclone, mc and azcopy: objects in stores of any maker.

Source: s3tools.org/usage, rclone.org/commands, the reference of the MinIO client.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from planproof.effects.act import Act, Ref, changes, observe, unknown
from planproof.effects.tools.aws_special import copied
from planproof.effects.tools.aws_words import buckets
from planproof.effects.tools.call import EXPANDED, Args, Call, shown
from planproof.effects.tools.http import saved
from planproof.effects.tools.tool import Entry, Shell, Tool, does, table


def _places(words: Sequence[str], call: Call) -> list[Ref]:
    """Buckets and objects: `s3://b/k` of s3cmd, `remote:b/k` of rclone, `alias/b/k` of mc, addresses of azcopy."""
    if call.name == "s3cmd":
        return buckets(words)
    if call.name == "azcopy":
        plain = [word.replace(EXPANDED, "").partition("?")[0] for word in words]
        return [Ref("url" if "://" in word else "file", word) for word in plain]
    refs: list[Ref] = []
    for word in (word.replace(EXPANDED, "") for word in words):
        mark = ":" if call.name == "rclone" else "/"
        remote, found, path = word.partition(mark)
        if not found or word.startswith((".", "/", "~")) or (mark == ":" and "/" in remote):
            refs.append(Ref("file", word))
            continue
        bucket, _, key = path.partition("/")
        refs.append(
            Ref("object", key, f"{remote}:{bucket}")
            if key
            else Ref("bucket", bucket or remote, remote if bucket else "")
        )
    return refs


def _find(args: Args, call: Call) -> list[Ref]:
    return _places(args.operands[1:], call)


def _copy(call: Call, args: Args, _shell: Shell) -> Sequence[Act]:
    """Copies, moves and mirrors: what may be overwritten or deleted at the target."""
    verb, words = args.operands[0], args.operands[1:]
    *sources, target = _places(words, call) if words else [Ref("file", "")]
    if args.has("-n") and call.name != "mc":
        return [observe(shown(call.text), (*sources, target))]
    text, reads = shown(call.text), tuple(sources)
    if args.has("--backup-dir"):
        return [Act("modify", "reversible", text, reads, (target,), operation=f"{call.name} {verb}")]
    deletes = args.has("--delete-removed", "--delete-after", "--delete", "--remove", "--delete-destination")
    if (verb == "sync" and (call.name == "rclone" or deletes)) or (verb == "mirror" and deletes):
        return [Act("destroy", "irreversible", text, reads, destroys=(target,), operation=f"{call.name} {verb}")]
    if verb in ("move", "moveto", "mv"):
        return [Act("destroy", "irreversible", text, writes=(target,), destroys=reads, operation=f"{call.name} {verb}")]
    if target.kind == "file":
        act = saved(target.name, call, f"{call.name} {verb}")
        return [act._replace(reads=reads)] if act else [observe(text, reads)]
    act = copied(reads, target, call, f"{call.name} {verb}", stream=verb in ("rcat", "pipe"))
    public = args.has("-P", "--acl-public")
    return [act._replace(hazards=(*act.hazards, "discloses", "widens_access")) if public else act]


def _get(call: Call, args: Args, _shell: Shell) -> Sequence[Act]:
    words = args.operands[1:]
    path = words[1] if len(words) > 1 else (words[0].rpartition("/")[2] or "." if words else "")
    act = saved(path, call, f"{call.name} {args.operands[0]}") if path else None
    return (
        [act._replace(reads=tuple(_places(words[:1], call)))]
        if act
        else [observe(shown(call.text), _places(words[:1], call))]
    )


def _put(call: Call, args: Args, _shell: Shell) -> Sequence[Act]:
    words = args.operands[1:]
    return _copy(call, args, _shell) if len(words) > 1 else [unknown(shown(call.text))]


def _set_acl(call: Call, args: Args, _shell: Shell) -> Sequence[Act]:
    public = args.has("-P", "--acl-public")
    act = changes("modify", "reversible", shown(call.text), _find(args, call), f"{call.name} {args.operands[0]}")
    return [act._replace(hazards=("widens_access", "discloses") if public else ())]


def _anonymous(call: Call, args: Args, _shell: Shell) -> Sequence[Act]:
    """`mc anonymous set LEVEL TARGET`: who may read without an account."""
    verbs = args.operands[1:3]
    if verbs[:1] != ["set"] and verbs[:1] != ["set-json"]:
        return [observe(shown(call.text))]
    act = changes("modify", "compensable", shown(call.text), _places(args.operands[3:], call), "mc anonymous set")
    private = verbs[1:] in (["none"], ["private"])
    return [act if private else act._replace(hazards=("widens_access", "discloses"))]


def _mc_remove(call: Call, args: Args, _shell: Shell) -> Sequence[Act]:
    forced = args.operands[0] == "rm" or args.has("--force", "--dangerous")
    return [
        changes(
            "destroy",
            "irreversible" if forced else "compensable",
            shown(call.text),
            _find(args, call),
            f"mc {args.operands[0]}",
        )
    ]


S3CMD: Final[dict[str, Entry]] = {
    **table("""
        observe: ls, la, info, du, signurl, gettagging, getpolicy, getlifecycle, getcors, cflist, cfinfo
        observe: cfinvalinfo, multipart, listmp, ws-info, getownership, getpublicaccessblock, getnotification
        create reversible: mb, ws-create, cfcreate
        modify reversible: settagging, deltagging, setversioning, setownership, setpublicaccessblock, restore
        modify compensable: setpolicy, setlifecycle, setcors, expire, ws-delete, cfmodify, cfinval, accesslog, modify, sign
        modify compensable: dellifecycle, delcors, delpolicy, setnotification, delnotification, payer, fixbucket
        destroy compensable: rb, abortmp, cfdelete
        destroy irreversible: del, rm
    """),
    "cp": _copy, "mv": _copy, "sync": _copy, "put": _put, "get": _get, "setacl": _set_acl,
    "setpolicy": does("modify", "compensable", "widens_access"),
    "delpolicy": does("modify", "compensable", "weakens_guard"),
    "delpublicaccessblock": does("modify", "reversible", "widens_access"),
}  # fmt: skip
_S3CMD_VALUED: Final = frozenset(
    "-c --config --host --host-bucket --region --exclude --include --acl-grant --acl-revoke -m --mime-type --add-header --limit"
    " --access_key --secret_key --storage-class --expiry-days --expiry-date --expiry-prefix --bucket-location --rexclude".split()
)

RCLONE: Final[dict[str, Entry]] = {
    **table("""
        observe: ls, lsd, lsl, lsf, lsjson, tree, size, about, check, cryptcheck, cryptdecode, cat, md5sum, sha1sum, hashsum
        observe: listremotes, version, help, obscure, ncdu, checksum, config show, config file, config dump, config providers
        observe: config paths, config redacted, config touch, completion, gendocs, test, genautocomplete, archive list, config userinfo
        create reversible: mkdir, config create, authorize, config, copyurl, archive create, archive extract, settier, touch, mount
        create reversible: nfsmount
        modify reversible: config update, config password, config reconnect, config disconnect, config encryption, backend restore
        modify compensable: rc, rcd, backend, selfupdate, convmv, config string
        destroy compensable: rmdir, rmdirs, config delete
        destroy irreversible: delete, deletefile, purge, cleanup, dedupe, bisync
    """),
    **dict.fromkeys(("copy", "copyto", "move", "moveto", "sync", "rcat"), _copy),
    "serve": does("shift", "reversible", "discloses"), "link": does("modify", "reversible", "discloses", "widens_access"),
}  # fmt: skip
_RCLONE_VALUED: Final = frozenset(
    "--config --transfers --checkers --include --exclude --filter --filter-from --include-from --exclude-from --files-from"
    " --backup-dir --suffix --max-age --min-age --max-size --min-size --bwlimit --log-file --log-level --max-delete --retries"
    " --stats --tpslimit --compare-dest --copy-dest --max-transfer --drive-chunk-size --s3-chunk-size --order-by --timeout"
    " --max-depth --separator --format -F -s --addr --low-level-retries --contimeout --buffer-size --max-duration".split()
)

MC: Final[dict[str, Entry]] = {
    **table("""
        observe: ls, tree, du, stat, find, diff, cat, head, ping, ready, version, share, watch, sql, license info, alias list, alias ls
        observe: admin info, admin trace, admin logs, admin user list, admin user info, admin policy list, admin policy info
        observe: admin config get, admin config export, admin prometheus, admin heal, admin group list, admin group info, od
        observe: admin top, admin scanner, admin console, admin replicate info, admin replicate status, ilm rule ls, ilm ls
        observe: ilm rule export, ilm export, tag list, version info, retention info, legalhold info, encrypt info, replicate ls
        observe: replicate status, event list, quota info, admin decommission status, support, batch list, batch status, cors get
        observe: admin rebalance status, admin kms key status, admin accesskey ls, admin accesskey info, idp ldap list, idp ldap info, idp ldap ls, idp openid list, idp openid info
        create reversible: mb, alias set, alias import, admin user add, admin group add, admin policy create, admin accesskey create
        create reversible: admin kms key create, admin user svcacct add, event add, replicate add, ilm rule add, ilm add, ilm tier add
        create reversible: admin cluster bucket export, admin cluster iam export
        modify reversible: tag set, tag remove, version enable, version suspend, legalhold set, legalhold clear, retention set
        modify reversible: undo, admin user enable, admin user disable, quota set, quota clear, encrypt set, encrypt clear
        modify reversible: admin policy attach, admin policy detach, ilm restore, alias remove, alias rm, admin accesskey edit
        modify compensable: admin config set, admin config import, admin config reset, admin policy add, admin policy set, ilm rule edit
        modify compensable: retention clear, replicate update, cors set, cors remove, admin cluster, admin update, update, replicate resync
        modify compensable: admin bucket remote, admin replicate add, admin replicate update, admin config restore, admin group
        shift reversible: admin service restart, admin service unfreeze, admin rebalance start, admin rebalance stop
        shift reversible: admin decommission cancel
        shift compensable: admin service stop, admin service freeze, admin decommission start, batch cancel
        destroy compensable: admin user remove, admin user rm, admin group remove, admin policy remove, admin policy rm, event remove
        destroy compensable: ilm rule rm, ilm rule remove, ilm rm, replicate rm, replicate remove, admin accesskey rm, admin replicate rm
    """),
    **dict.fromkeys(("cp", "mv", "mirror", "pipe", "put"), _copy), "get": _get, "rm": _mc_remove, "rb": _mc_remove,
    "anonymous": _anonymous, "policy set": does("modify", "compensable", "widens_access"),
    "version suspend": does("modify", "reversible", "weakens_guard"), "retention clear": does("modify", "compensable", "weakens_guard"),
    "legalhold clear": does("modify", "reversible", "weakens_guard"), "encrypt clear": does("modify", "reversible", "weakens_guard"),
    "admin policy attach": does("modify", "reversible", "widens_access"),
    "batch start": lambda call, _args, _shell: [unknown(shown(call.text))],
}  # fmt: skip
_MC_VALUED: Final = frozenset(
    "--config-dir -C --older-than --newer-than --attr --tags --storage-class --exclude --limit-upload --limit-download --encrypt"
    " --enc-kms --enc-s3 --version-id --vid --rewind --region --expire --name".split()
)

AZCOPY: Final[dict[str, Entry]] = {
    **table("""
        observe: list, ls, env, doc, help, login status, jobs list, jobs show, completion
        create reversible: make, mk, benchmark, bench
        modify reversible: login, logout, jobs resume, jobs clean, jobs remove
        modify compensable: set-properties, set-props, sp
        destroy irreversible: remove, rm, r
    """),
    **dict.fromkeys(("copy", "cp", "c", "sync", "sc", "s"), _copy),
}  # fmt: skip
_AZCOPY_VALUED: Final = frozenset(
    "--include-pattern --exclude-pattern --include-path --exclude-path --from-to --log-level --cap-mbps --output-type"
    " --block-size-mb --blob-type --overwrite --include-after --metadata --content-type --list-of-files".split()
)

TOOLS: Final = (
    Tool(("s3cmd",), S3CMD, valued=_S3CMD_VALUED, dry=frozenset({"--dry-run"}), refs=_find, bare=does("observe")),
    Tool(
        ("rclone",), RCLONE, valued=_RCLONE_VALUED, dry=frozenset({"--dry-run", "-n"}), refs=_find, bare=does("observe")
    ),
    Tool(
        ("mc", "mcli"), MC, valued=_MC_VALUED, dry=frozenset({"--fake", "--dry-run"}), refs=_find, bare=does("observe")
    ),
    Tool(("azcopy",), AZCOPY, valued=_AZCOPY_VALUED, dry=frozenset({"--dry-run"}), refs=_find, bare=does("observe")),
)
