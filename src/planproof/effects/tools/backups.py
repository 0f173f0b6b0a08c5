"""restic and borg: repositories of backups.

Source: restic.readthedocs.io, borgbackup.readthedocs.io.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from planproof.effects.act import Act, Ref, changes, observe
from planproof.effects.tools.call import Args, Call, shown
from planproof.effects.tools.tool import By, Entry, Shell, Tool, does, table

_VALUED: Final = frozenset(
    "-r --repo --repository-file -p --password-file --password-command -o --option --target --include --exclude --host -H"
    " --tag --path --keep-last --keep-hourly --keep-daily --keep-weekly --keep-monthly --keep-yearly --keep-tag --keep-within"
    " -g --group-by --limit-upload --limit-download --cache-dir --exclude-file --files-from --from-repo --stdin-filename"
    " -e --pattern --patterns-from -C --compression -P --prefix -a --glob-archives --match-archives --remote-path --lock-wait"
    " --keep-secondly --keep-minutely --encryption --comment --chunker-params --rsh --umask --strip-components --timestamp"
    " --read-data-subset --max-unused --max-repack-size --retry-lock -t --format --first --last --sort-by --newer --older"
    " --pack-size -i --iexclude --iinclude --new-host --new-time --add --remove --set".split()
)  # fmt: skip


def _repository(args: Args) -> str:
    return args.value("-r", "--repo") or next(
        (word.partition("::")[0] for word in args.operands[1:] if "::" in word), ""
    )


def _archives(args: Args, _call: Call) -> list[Ref]:
    """The snapshots of restic, the archives of borg; else the repository."""
    within = _repository(args)
    names = [word.partition("::")[2] if "::" in word else word for word in args.operands[1:]]
    names = [name for name in names if name != within]
    return [Ref("backup", name, within) for name in names] or [Ref("repository", within or "default")]


def _backup(call: Call, args: Args, _shell: Shell) -> Sequence[Act]:
    """Makes an archive: it is what brings the sources back."""
    words = args.operands[1:]
    within = _repository(args)
    named = [word for word in words if "::" in word] or (words[:1] if args.operands[0] == "create" else [])
    sources = tuple(Ref("file", word) for word in words if word not in named)
    made = tuple(Ref("backup", word.partition("::")[2] or word, within) for word in named) or (
        Ref("backup", "latest", within),
    )
    act = Act("create", "reversible", shown(call.text), reads=sources, writes=made, produces=made)
    return [act._replace(operation=f"{call.name} {args.operands[0]}")]


def _restore(call: Call, args: Args, _shell: Shell) -> Sequence[Act]:
    """Brings files back, into a folder of their own or over what stands there."""
    target = args.value("--target", "-t") or "."
    refs = tuple(Ref("file", path, "") for path in (args.values("--include", "--path") or [target]))
    undo = "reversible" if target not in ("/", "") else "irreversible"
    act = Act(
        "create" if undo == "reversible" else "modify",
        undo,
        shown(call.text),
        operation=f"{call.name} {args.operands[0]}",
    )
    if args.has("--delete"):
        act = act._replace(kind="destroy", undo="irreversible", destroys=(Ref("file", target),))
    return [act._replace(reads=tuple(_archives(args, call)), writes=(Ref("file", target),), restores=refs)]


def _extract(call: Call, args: Args, _shell: Shell) -> Sequence[Act]:
    """Borg extracts into the current folder, over what stands there."""
    archives = tuple(_archives(args, call))
    if args.has("-n", "--dry-run"):
        return [observe(shown(call.text), archives, "borg extract -n")._replace(verifies=archives)]
    if args.has("--stdout"):
        return [observe(shown(call.text), archives)]
    refs = (Ref("file", "."),)
    return [Act("modify", "irreversible", shown(call.text), archives, refs, restores=refs, operation="borg extract")]


def _forget(call: Call, args: Args, _shell: Shell) -> Sequence[Act]:
    """Deletes archives, and with them what only they held."""
    if args.has("-n"):
        return [observe(shown(call.text))]
    return [
        changes("destroy", "irreversible", shown(call.text), _archives(args, call), f"{call.name} {args.operands[0]}")
    ]


_CHECK: Final = does("observe", verifies=True)


def _borg_check(call: Call, args: Args, _shell: Shell) -> Sequence[Act]:
    """Checks; `--repair` may throw away what it cannot read."""
    if args.has("--repair"):
        return [changes("modify", "irreversible", shown(call.text), _archives(args, call), "borg check --repair")]
    return [_CHECK.act(call, _archives(args, call), "borg check")]


RESTIC: Final[dict[str, Entry]] = {
    **table("""
        observe: snapshots, ls, find, stats, diff, dump, cat, list, key list, version, cache, options, generate, mount, features
        create reversible: init, copy
        modify reversible: tag, unlock, migrate, rebuild-index, repair index, recover
        modify irreversible: repair snapshots, repair packs, self-update
        rotate compensable: key passwd
        destroy compensable: key remove
        destroy irreversible: prune
    """),
    "key add": does("modify", "reversible", "widens_access"),
    "backup": _backup, "restore": _restore, "forget": _forget, "check": _CHECK, "rewrite": does("create", "reversible"),
}  # fmt: skip
BORG: Final[dict[str, Entry]] = {
    **table("""
        observe: list, info, diff, mount, umount, benchmark, export-tar, key export, version, rlist, rinfo, repo-list, repo-info
        observe: analyze, debug info, debug dump-archive-items, debug dump-archive, debug dump-manifest, debug get-obj
        observe: debug refcount-obj, debug search-repo-objs, debug dump-repo-objs, debug id-hash, debug parse-obj
        modify irreversible: debug put-obj
        destroy irreversible: debug delete-obj
        create reversible: init, rcreate, repo-create, import-tar, transfer
        modify reversible: rename, break-lock, with-lock, compact, upgrade, tag, undelete
        modify compensable: key import, serve
        modify irreversible: recreate
        rotate compensable: key change-passphrase, key change-location
    """),
    "config": By(does("modify", "reversible"), {"-l --list": does("observe")}),
    "create": _backup, "extract": _extract, "delete": _forget, "prune": _forget, "rdelete": _forget, "repo-delete": _forget,
    "check": _borg_check,
}  # fmt: skip

TOOLS: Final = (
    Tool(
        ("restic", "rustic"), RESTIC, valued=_VALUED, dry=frozenset({"--dry-run"}), refs=_archives, bare=does("observe")
    ),
    Tool(
        ("borg", "borg1", "borg2"),
        BORG,
        valued=_VALUED,
        dry=frozenset({"--dry-run"}),
        refs=_archives,
        bare=does("observe"),
    ),
)
