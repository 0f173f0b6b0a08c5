"""git: what each of its verbs does. Those whose options decide stand in `git_verbs`.

Source: `git help -a` and the manual pages. An alias or a program `git-x` of somebody else's is unknown.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from planproof.effects.act import Act, Ref, changes, observe, unknown
from planproof.effects.tools import git_verbs as verbs
from planproof.effects.tools.call import Args, Call, shown, spelled_out
from planproof.effects.tools.git_verbs import GLOBAL_VALUED, after_verb
from planproof.effects.tools.refs import plain
from planproof.effects.tools.tool import Does, Entry, Shell, Tool, does, table
from planproof.effects.tools.writing import written

_RUNS: Final = re.compile(
    r"(core\.(pager|editor|sshcommand|fsmonitor|gitproxy|askpass)|pager\..*|alias\..*|diff\.external|sequence\.editor"
    r"|credential\.(.*\.)?helper|(diff|merge)(tool)?\..*\.(cmd|driver|command|textconv)|gpg\.(.*\.)?program"
    r"|uploadpack\.packobjectshook|filter\..*\.(clean|smudge|process))=(.*)",
    re.I | re.S,
)
"""Settings whose value is a command that git starts."""


@dataclass(frozen=True)
class _Git(Tool):
    """git, with what its settings on the command line start or switch off."""

    def read(self, call: Call, shell: Shell) -> Sequence[Act] | None:
        if call.args[:1] == ("--",):
            call = call._replace(args=call.args[1:])
        call = call._replace(args=spelled_out(call.args, self.abbreviated))
        acts = super().read(call, shell)
        if acts is not None:
            # What a verb changes without naming it is the repository where it runs.
            here = (Ref("repository", plain(Args(call.args, GLOBAL_VALUED).value("-C") or "."), call.within),)
            acts = [*_started(call, shell), *(_in_repository(act, here) for act in acts)]
        settings = Args(call.args, GLOBAL_VALUED).values("-c") if "-c" in "".join(call.args[:-1]) else []
        if acts is None or not settings:
            return acts
        # `-c` before the verb alone is a setting: behind it it is an option of the verb, and has no `=`.
        inner = [act for setting in settings for act in _by_setting(setting, shell)]
        if any(verbs.weakens(setting) for setting in settings):
            acts = [act._replace(hazards=(*act.hazards, "weakens_guard")) for act in acts]
        return [*inner, *acts]


_STARTS: Final = {
    "clone": "-u --upload-pack", "fetch": "--upload-pack", "pull": "--upload-pack", "archive": "--exec",
    "ls-remote": "--upload-pack --exec", "fetch-pack": "--upload-pack --exec", "send-pack": "--receive-pack --exec",
    "grep": "-O --open-files-in-pager", "difftool": "-x --extcmd", "send-email": "--to-cmd --cc-cmd",
}  # fmt: skip
"""Options whose value is a command, by verb."""
_PRINTS: Final = frozenset("log diff show shortlog whatchanged diff-tree diff-index diff-files format-patch".split())
"""Verbs that write what they print to a file with `--output`."""


def _started(call: Call, shell: Shell) -> list[Act]:
    """What options of a verb run or write beside what the verb does."""
    verb = next(iter(Args(call.args, GLOBAL_VALUED).operands), "")
    acts: list[Act] = []
    if (options := _STARTS.get(verb)) is not None:
        inner = after_verb(call, options.split())
        acts += [act for text in inner.values(*options.split()) for act in shell.script(text)]
    if verb == "clone":
        given = after_verb(call, {"-c", "--config"}).values("-c", "--config")
        acts += [act for setting in given for act in _by_setting(setting, shell)]
    if verb in _PRINTS:
        acts += [written(path, shown(call.text)) for path in after_verb(call, {"--output"}).values("--output")]
    if verb not in _WRITTEN_TEXT and any(word.startswith("ext::") for word in call.args):
        acts.append(unknown(shown(call.text)))  # a remote that is a command
    return acts


_WRITTEN_TEXT: Final = frozenset({"commit", "tag", "notes", "log", "grep", "show"})


def _by_setting(setting: str, shell: Shell) -> Sequence[Act]:
    """What a setting `key=value` makes git start."""
    found = _RUNS.fullmatch(setting)
    command = found[found.re.groups].lstrip("!") if found is not None else ""
    return shell.script(command) if command else ()


def _in_repository(act: Act, here: tuple[Ref, ...]) -> Act:
    if act.writes or act.destroys or act.kind in ("observe", "notify", "unknown"):
        return act
    return act._replace(destroys=here) if act.kind == "destroy" else act._replace(writes=here)


def _made(call: Call, args: Args, _shell: Shell) -> Sequence[Act]:
    """`archive -o`, `bundle create`, `clone --mirror`: a copy that something can be restored from."""
    verb = args.operands[0]
    inner = after_verb(
        call, {"-o", "--output", "--format", "--prefix", "--remote", "-b", "--branch", "--depth", "-c", "-j"}
    )
    match verb:
        case "archive":
            path = inner.value("-o", "--output")
            if not path:
                return [observe(shown(call.text))]
        case "bundle":
            path = next((word for word in inner.operands[1:] if word), "")
        case _:
            source = inner.operands[0] if inner.operands else ""
            path = inner.operands[1] if len(inner.operands) > 1 else source.rpartition("/")[2].removesuffix(".git")
    made = Ref("repository" if verb == "clone" else "file", path)
    act = changes("create", "reversible", shown(call.text), (made,), f"git {verb}")
    copy = verb != "clone" or inner.has("--mirror", "--bare")
    return [act._replace(produces=act.writes)] if copy else [act]


def _stash_or_worktree(call: Call, args: Args, _shell: Shell) -> Sequence[Act]:
    """`worktree remove`, `submodule deinit`, `submodule update`: forced, they throw away what is not committed."""
    inner = after_verb(call)
    verb = " ".join(args.operands[:2])
    refs = [Ref("worktree" if "worktree" in verb else "submodule", name) for name in inner.operands[1:]]
    if inner.has("-f", "--force"):
        return [changes("destroy", "irreversible", shown(call.text), refs, f"git {verb}")]
    if verb == "submodule update":
        return [changes("modify", "reversible", shown(call.text), refs, f"git {verb}")]
    return [changes("destroy", "compensable", shown(call.text), refs, f"git {verb}")]


def _unless(look: str, entry: Does) -> Entry:
    """An entry that only looks when it has one of these options."""
    looks = look.split()

    def read(call: Call, args: Args, _shell: Shell) -> Sequence[Act]:
        if after_verb(call).has(*looks):
            return [observe(shown(call.text))]
        refs = [Ref("file", name) for name in after_verb(call).operands] if args.operands[0] in _ON_FILES else []
        return [entry.act(call, refs, f"git {args.operands[0]}")]

    return read


_ON_FILES: Final = frozenset({"add", "stage", "mv", "merge-file", "checkout-index"})


def _read_tree(call: Call, _args: Args, _shell: Shell) -> Sequence[Act]:
    inner = after_verb(call)
    if inner.has("-u") and inner.has("--reset"):
        return [changes("destroy", "irreversible", shown(call.text), (Ref("file", "."),), "git read-tree --reset -u")]
    return [changes("modify", "reversible", shown(call.text), (), "git read-tree")]


def _trailers(call: Call, _args: Args, _shell: Shell) -> Sequence[Act]:
    refs = [Ref("file", name) for name in after_verb(call, {"--trailer"}).operands]
    if after_verb(call).has("--in-place"):
        return [changes("modify", "irreversible", shown(call.text), refs, "git interpret-trailers")]
    return [observe(shown(call.text), refs)]


def _gc(call: Call, args: Args, _shell: Shell) -> Sequence[Act]:
    """Packs; told to prune at once it deletes what only the reflog could bring back."""
    prune = after_verb(call).value("--prune")
    if prune and not prune.startswith(("never", "2.weeks")):
        return [changes("destroy", "irreversible", shown(call.text), (Ref("repository", "."),), "git gc --prune")]
    return [changes("modify", "reversible", shown(call.text), (Ref("repository", "."),), f"git {args.operands[0]}")]


def _update_ref(call: Call, _args: Args, _shell: Shell) -> Sequence[Act]:
    inner = after_verb(call, {"-m"})
    if inner.has("--stdin") and (call.stdin is None or "delete" not in call.stdin):
        return [unknown(shown(call.text))]
    refs = [Ref("branch", name.removeprefix("refs/heads/")) for name in inner.operands[:1]]
    if inner.has("-d", "--stdin"):
        return [changes("destroy", "irreversible", shown(call.text), refs, "git update-ref -d")]
    return [changes("modify", "reversible", shown(call.text), refs, "git update-ref")]


def _symbolic_ref(call: Call, _args: Args, _shell: Shell) -> Sequence[Act]:
    inner = after_verb(call, {"-m"})
    refs = [Ref("branch", name) for name in inner.operands[:1]]
    if inner.has("-d", "--delete"):
        return [changes("destroy", "compensable", shown(call.text), refs, "git symbolic-ref -d")]
    if len(inner.operands) < 2:
        return [observe(shown(call.text), refs)]
    return [changes("modify", "reversible", shown(call.text), refs, "git symbolic-ref")]


def _apply(call: Call, _args: Args, _shell: Shell) -> Sequence[Act]:
    inner = after_verb(call, {"-p", "--exclude", "--include", "--directory"})
    refs = [Ref("file", name) for name in inner.operands]
    if inner.has("--check", "--stat", "--numstat", "--summary") and not inner.has("--apply"):
        return [observe(shown(call.text), refs)]
    act = changes("modify", "reversible", shown(call.text), (), "git apply")
    return [act._replace(reads=tuple(refs), inverse="git apply -R")]


def _opaque(_call: Call, _args: Args, _shell: Shell) -> None:
    """Starts programs that the command line does not show: hooks, merge drivers."""
    return


VERBS: Final[dict[str, Entry]] = {
    **table("""
        observe: status, log, diff, show, shortlog, describe, blame, annotate, grep, whatchanged, rev-list, rev-parse
        observe: ls-files, ls-remote, ls-tree, cat-file, cherry, diff-files, diff-index, diff-tree, for-each-ref
        observe: get-tar-commit-id, merge-base, name-rev, show-index, show-ref, show-branch, unpack-file, var
        observe: verify-pack, verify-commit, verify-tag, fsck, count-objects, check-attr, check-ignore, check-mailmap
        observe: check-ref-format, column, range-diff, patch-id, stripspace, merge-tree, fmt-merge-msg, request-pull
        observe: help, version, diff-pairs, last-modified, repo, survey, pack-redundant, fast-export, gitk, gitweb
        observe: upload-pack, upload-archive, sh-i18n, sh-setup, difftool, credential fill, cvsserver, mailmap
        observe: stash list, stash show, worktree list, remote, remote show, remote get-url, notes, notes list, notes show
        observe: notes get-ref, submodule, submodule status, submodule summary, reflog, reflog show, reflog exists
        observe: reflog list, bundle list-heads, sparse-checkout list, sparse-checkout check-rules, rerere status
        observe: rerere diff, rerere remaining, commit-graph verify, multi-pack-index verify, refs verify, refs list
        observe: refs exists, replace, lfs, lfs ls-files, lfs status, lfs env, lfs fsck, lfs logs, lfs locks
        observe: lfs version, lfs migrate info, lfs pointer, lfs ext, config list, config get, reflog *
        observe: svn log, svn info, svn find-rev, svn blame, svn proplist, svn propget, svn show-ignore
        modify reversible: svn fetch, svn rebase, svn init, svn clone, p4 sync, p4 rebase
        create reversible: commit-tree, mktag, mktree, write-tree, pack-objects, index-pack, unpack-objects, init
        create reversible: init-db, diagnose, bugreport, mailsplit, mailinfo, stash branch, stash create, stash store
        create reversible: worktree add, submodule add, remote add, notes add, notes copy, archimport, cvsimport
        create reversible: cvsexportcommit, lfs track, lfs lock
        modify reversible: stash, stash push, stash save, stash pop, stash apply, pull, merge, cherry-pick, am
        modify reversible: mergetool, update-index, notes append, notes edit, notes merge, worktree lock
        modify reversible: worktree unlock, worktree move, worktree repair, worktree prune, submodule init
        modify reversible: submodule sync, submodule set-url, submodule set-branch, submodule absorbgitdirs
        modify reversible: remote rename, remote set-head, remote set-branches, remote prune, remote update, repack
        modify reversible: pack-refs, prune-packed, maintenance, commit-graph, commit-graph write, multi-pack-index
        modify reversible: sparse-checkout, update-server-info, rerere, merge-index, merge-one-file, quiltimport
        modify reversible: gui, citool, fetch-pack, backfill, replay, refs migrate, refs optimize, cvs, lfs install
        modify reversible: lfs uninstall, lfs untrack, lfs fetch, lfs pull, lfs checkout, lfs unlock, lfs update, lfs clone
        modify reversible: history, credential-cache, cvsimportcommit
        modify compensable: remote set-url, submodule update --remote, fast-import, credential, credential-store
        modify compensable: lfs push, receive-pack, send-pack, svn, p4, http-push, config set, config unset, config edit
        shift reversible: daemon, instaweb, http-backend
        destroy compensable: remote remove, remote rm, lfs prune, notes remove, rerere forget, rerere clear, rerere gc
        destroy irreversible: stash drop, stash clear, prune, reflog expire, reflog delete, filter-branch, notes prune
        destroy irreversible: lfs migrate, reflog drop
        notify compensable: send-email, imap-send
    """),
    "add": _unless("-n", does("modify", "reversible", inverse="git restore --staged")),
    "stage": _unless("-n", does("modify", "reversible", inverse="git restore --staged")),
    "mv": _unless("-n", does("modify", "reversible")),
    "revert": does("modify", "reversible", inverse="git revert"),
    "format-patch": _unless("--stdout", does("create", "reversible")),
    "hash-object": does("create", "reversible"),
    "interpret-trailers": _trailers, "read-tree": _read_tree,
    "merge-file": _unless("-p --stdout", does("modify", "irreversible")),
    "checkout-index": _unless("-n", does("destroy", "irreversible")),
    "worktree prune": _unless("-n", does("modify", "reversible")),
    "remote prune": _unless("-n", does("modify", "reversible")),
    "prune": _unless("-n", does("destroy", "irreversible")),
    "reflog expire": _unless("-n", does("destroy", "irreversible")),
    "notes prune": _unless("-n", does("destroy", "irreversible")),
    "scalar": does("modify", "reversible"),
    "filter-repo": _unless("--analyze", does("destroy", "irreversible")),
    "replace": _unless("-l --list", does("modify", "reversible")),
    "bundle verify": does("observe", verifies=True, refs=lambda args, _call: [Ref("file", p) for p in args.operands[2:3]]),
    "bundle unbundle": does("modify", "reversible"),
    "bundle create": _made, "archive": _made, "clone": _made,
    "worktree remove": _stash_or_worktree, "submodule deinit": _stash_or_worktree, "submodule update": _stash_or_worktree,
    "submodule foreach": verbs.foreach, "for-each-repo": _opaque, "hook": _opaque,
    "gc": _gc, "update-ref": _update_ref, "symbolic-ref": _symbolic_ref, "apply": _apply,
    "checkout": verbs.checkout, "switch": verbs.switch, "restore": verbs.restore, "reset": verbs.reset,
    "clean": verbs.clean, "branch": verbs.branch, "tag": verbs.tag, "push": verbs.push, "fetch": verbs.fetch,
    "commit": verbs.commit, "rm": verbs.remove, "rebase": verbs.rebase, "bisect": verbs.bisect, "config": verbs.config,
}  # fmt: skip

_LONGS: Final = (
    "--upload-pack --receive-pack --exec --extcmd --open-files-in-pager --output --hard --merge --force"
    " --force-with-lease --force-create --delete --delete-branch --mirror --prune --prune-tags"
    " --discard-changes --patch --stdin --staged --worktree --source --unset --unset-all --remove-section --no-verify"
    " --replace-all --in-place --reset --all --amend --bare --cached --cleanup --dry-run --edit --exclude"
    " --include --keep --list --local --message --move --move-branch --quiet --remote --recursive --tags --track"
).split()
"""Long options that change what a verb does, the worst first, and those that begin like them."""

TOOLS: Final = (
    _Git(
        ("git",), VERBS, valued=GLOBAL_VALUED | {"-m", "-F", "--message"}, dry=frozenset({"--dry-run"}),
        bare=does("observe"), abbreviated=_LONGS,
    ),
    Tool(("git-lfs",), {verb.removeprefix("lfs "): entry for verb, entry in VERBS.items() if verb.startswith("lfs ")}),
)  # fmt: skip
