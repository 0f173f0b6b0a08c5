"""The verbs of git whose options decide what they do: those that move branches, files and what a remote holds."""

from __future__ import annotations

import re
from collections.abc import Collection, Sequence
from typing import Final

from planproof.effects.act import Act, Ref, changes, observe
from planproof.effects.lattice import Undo
from planproof.effects.tools.call import Args, Call, shown
from planproof.effects.tools.refs import plain
from planproof.effects.tools.tool import Shell
from planproof.model.base import EffectKind

GLOBAL_VALUED: Final = frozenset(
    {"-C", "-c", "--git-dir", "--work-tree", "--namespace", "--super-prefix", "--config-env", "--attr-source"}
)
_A_FILE: Final = re.compile(r"\.{1,2}|\.{1,2}/.*|:/.*|.*/|.*[*?].*|.*\.[A-Za-z][A-Za-z0-9]{1,5}")
"""An operand that is rather a path than a branch: `.`, `./x`, `src/`, `*.py`, `notes.txt`."""


def after_verb(call: Call, valued: Collection[str] = ()) -> Args:
    """What follows the verb.

    Example:
        >>> after_verb(Call("git", ("-C", "repo", "switch", "-c", "x"), ""), {"-c"}).value("-c")
        'x'
    """
    i = 0
    while i < len(call.args) and call.args[i].startswith("-"):
        i += 2 if call.args[i] in GLOBAL_VALUED else 1
    return Args(call.args[i + 1 :], valued)


def _act(
    kind: EffectKind, undo: Undo, call: Call, refs: Sequence[Ref] = (), verb: str = "", inverse: str = ""
) -> list[Act]:
    act = changes(kind, undo, shown(call.text), refs, f"git {verb}".strip())
    return [act._replace(inverse=inverse)] if inverse else [act]


def _look(call: Call) -> list[Act]:
    return [observe(shown(call.text))]


def _repository(call: Call) -> str:
    """The folder that `-C` names; empty for the one at hand."""
    return Args(call.args, GLOBAL_VALUED).value("-C")


def _named(kind: str, names: Sequence[str], call: Call) -> list[Ref]:
    return [Ref(kind, name, _repository(call)) for name in names]


def checkout(call: Call, _args: Args, _shell: Shell) -> Sequence[Act]:
    """Switches to a branch, or overwrites files from one: two things under one name."""
    args = after_verb(call, {"-b", "-B", "--orphan", "--conflict", "--pathspec-from-file", "-U", "--unified"})
    before = args.operands[: len(args.operands) - len(args.rest)]
    paths = args.rest or before[1:] or [word for word in before if _A_FILE.fullmatch(word)]
    if args.has("-f", "--force"):
        return _act("destroy", "irreversible", call, _named("file", paths or ["."], call), "checkout --force")
    if new := args.value("-b", "--orphan"):
        return _act("create", "reversible", call, _named("branch", [new], call), "checkout -b")
    if moved := args.value("-B"):
        return _act("modify", "reversible", call, _named("branch", [moved], call), "checkout -B")
    if args.has("-t", "--track") and len(before) <= 1:
        return _act("create", "reversible", call, _named("branch", before, call), "checkout --track")
    if paths or args.has("-p", "--patch", "--ours", "--theirs", "--pathspec-from-file"):
        return _act("destroy", "irreversible", call, _named("file", paths or before, call), "checkout --")
    if args.has("-m", "--merge", "--conflict"):
        return _act("modify", "irreversible", call, _named("branch", before, call), "checkout --merge")
    if not before and not args.options:
        return _look(call)
    return _act("modify", "reversible", call, _named("branch", before, call), "checkout", "git checkout -")


def switch(call: Call, _args: Args, _shell: Shell) -> Sequence[Act]:
    """Switches to a branch; forced, it throws away what is not committed."""
    args = after_verb(call, {"-c", "-C", "--create", "--force-create", "--orphan", "--conflict"})
    branch = _named("branch", args.operands[:1], call)
    if args.has("-f", "--force", "--discard-changes"):
        return _act("destroy", "irreversible", call, _named("file", ["."], call), "switch --force")
    if new := args.value("-c", "--create", "--orphan"):
        return _act("create", "reversible", call, _named("branch", [new], call), "switch -c")
    if moved := args.value("-C", "--force-create"):
        return _act("modify", "reversible", call, _named("branch", [moved], call), "switch -C")
    if args.has("-m", "--merge", "--conflict"):
        return _act("modify", "irreversible", call, branch, "switch --merge")
    return _act("modify", "reversible", call, branch, "switch", "git switch -")


def restore(call: Call, _args: Args, _shell: Shell) -> Sequence[Act]:
    """Overwrites files in the working tree; with `--staged` alone it changes the index only."""
    args = after_verb(call, {"-s", "--source", "--conflict", "--pathspec-from-file"})
    files = _named("file", args.operands, call)
    if args.has("-S", "--staged") and not args.has("-W", "--worktree"):
        return _act("modify", "reversible", call, files, "restore --staged")
    return _act("destroy", "irreversible", call, files, "restore")


def reset(call: Call, _args: Args, _shell: Shell) -> Sequence[Act]:
    """Moves the branch; `--hard` and `--merge` also throw away what is not committed."""
    args = after_verb(call)
    if args.has("--hard", "--merge"):
        return _act("destroy", "irreversible", call, _named("file", ["."], call), "reset --hard")
    return _act("modify", "reversible", call, _named("branch", ["HEAD"], call), "reset", "git reset ORIG_HEAD")


def clean(call: Call, _args: Args, _shell: Shell) -> Sequence[Act]:
    """Deletes files that git does not know."""
    args = after_verb(call, {"-e", "--exclude"})
    if args.has("-n", "--dry-run"):
        return _look(call)
    return _act("destroy", "irreversible", call, _named("file", args.operands or ["."], call), "clean")


_BRANCH_LISTS: Final = (
    "-a", "--all", "-r", "--remotes", "-l", "--list", "-v", "-vv", "--show-current", "--merged", "--no-merged",
    "--contains", "--no-contains", "--points-at", "--sort", "--format", "--column",
)  # fmt: skip


def branch(call: Call, _args: Args, _shell: Shell) -> Sequence[Act]:
    """Lists, makes, moves and deletes branches."""
    args = after_verb(call, {"-u", "--set-upstream-to", "--sort", "--format", "--points-at"})
    refs = _named("branch", args.operands, call)
    if args.has("-D") or (args.has("-d", "--delete") and args.has("-f", "--force")):
        return _act("destroy", "irreversible", call, refs, "branch -D")
    if args.has("-d", "--delete"):
        return _act("destroy", "reversible", call, refs, "branch -d")
    if args.has("-m", "-M", "--move", "-u", "--set-upstream-to", "--unset-upstream", "--edit-description"):
        return _act("modify", "reversible", call, refs, "branch --move")
    if args.has("-f", "--force", "-C"):
        return _act("modify", "reversible", call, refs[:1], "branch --force")
    if not args.operands or args.has(*_BRANCH_LISTS):
        return _look(call)
    return _act("create", "reversible", call, refs[:1], "branch")


def tag(call: Call, _args: Args, _shell: Shell) -> Sequence[Act]:
    """Lists, makes, moves and deletes tags."""
    args = after_verb(
        call, {"-m", "-F", "-u", "--message", "--file", "--local-user", "--sort", "--format", "--cleanup"}
    )
    refs = _named("tag", args.operands, call)
    if args.has("-d", "--delete"):
        return _act("destroy", "compensable", call, refs, "tag -d")
    listing = (
        "-l",
        "--list",
        "-n",
        "--contains",
        "--no-contains",
        "--merged",
        "--no-merged",
        "--points-at",
        "-v",
        "--verify",
    )
    if not args.operands or args.has(*listing):
        return _look(call)
    if args.has("-f", "--force"):
        return _act("modify", "compensable", call, refs[:1], "tag -f")
    return [act._replace(produces=act.writes) for act in _act("create", "reversible", call, refs[:1], "tag")]


def push(call: Call, _args: Args, shell: Shell) -> Sequence[Act]:
    """Moves the branches of a remote: onwards only, or by force."""
    args = after_verb(call, {"-o", "--push-option", "--receive-pack", "--exec", "--repo"})
    if args.has("-n", "--dry-run"):
        return _look(call)
    remote = args.value("--repo") or (args.operands[0] if args.operands else "")
    specs = args.operands if args.value("--repo") else args.operands[1:]
    ends = [spec.lstrip("+").rpartition(":")[2] for spec in specs if spec != "tag"]
    refs = [
        Ref("tag" if "refs/tags/" in end else "branch", re.sub(r"^refs/(heads|tags)/", "", end), remote) for end in ends
    ]
    refs = refs or [Ref("repository", remote or "origin")]
    gone = [ref for spec, ref in zip(specs, refs, strict=False) if spec.startswith(":") and spec != ":"]
    if args.has("-d", "--delete"):
        gone = refs
    if args.has("-f", "--force", "--mirror", "--prune") or any(spec.startswith("+") for spec in specs):
        acts = _act("destroy", "irreversible", call, refs, "push --force")
    elif gone:
        only_tags = all(ref.kind == "tag" for ref in gone)
        acts = _act("destroy", "compensable" if only_tags else "irreversible", call, gone, "push --delete")
    elif args.has("--force-with-lease"):
        acts = _act("destroy", "compensable", call, refs, "push --force-with-lease")
    else:
        # It only adds: the remote refuses a push that would lose commits.
        acts = _act("modify", "reversible", call, refs, "push", "git revert")
    if args.has("--no-verify"):
        acts = [act._replace(hazards=("weakens_guard",)) for act in acts]
    started = args.value("--receive-pack", "--exec")
    return [*acts, *shell.script(started)] if started else acts


def fetch(call: Call, _args: Args, _shell: Shell) -> Sequence[Act]:
    """Brings what the remote has; only forced, pruning or into a branch of ours it changes more than a copy of that."""
    args = after_verb(call, {"-j", "--depth", "--jobs", "-o", "--upload-pack", "--deepen", "--filter", "--refmap"})
    into = [word.partition(":")[2] for word in args.operands[1:] if ":" in word]
    if into or args.has("-f", "--force", "-p", "--prune", "-P", "--prune-tags"):
        return _act("modify", "reversible", call, _named("branch", into, call), "fetch")
    return _look(call)


def commit(call: Call, _args: Args, _shell: Shell) -> Sequence[Act]:
    """Makes a commit, or makes the last one anew."""
    args = after_verb(
        call, {"-m", "-F", "-C", "-c", "-t", "--message", "--file", "--author", "--date", "--fixup", "--squash"}
    )
    refs = [
        *_named("branch", ["HEAD"], call),
        Ref("repository", plain(Args(call.args, GLOBAL_VALUED).value("-C") or "."), call.within),
    ]
    if args.has("--amend"):
        acts = _act("modify", "reversible", call, refs, "commit --amend", "git reset --soft HEAD@{1}")
    else:
        acts = _act("create", "reversible", call, refs, "commit", "git revert")
    return [act._replace(hazards=("weakens_guard",)) for act in acts] if args.has("-n", "--no-verify") else acts


def remove(call: Call, _args: Args, _shell: Shell) -> Sequence[Act]:
    """Removes files that git keeps in its history; forced, also what is not committed."""
    args = after_verb(call)
    files = _named("file", args.operands, call)
    if args.has("-n", "--dry-run"):
        return _look(call)
    if args.has("--cached"):
        return _act("modify", "reversible", call, files, "rm --cached")
    forced = args.has("-f", "--force")
    return _act(
        "destroy", "irreversible" if forced else "reversible", call, files, "rm", "" if forced else "git restore"
    )


def rebase(call: Call, _args: Args, shell: Shell) -> Sequence[Act]:
    """Puts commits on another base; `--exec` runs a command after each."""
    args = after_verb(call, {"-x", "--exec", "--onto", "-s", "--strategy", "-X", "--strategy-option"})
    if args.has("--show-current-patch"):
        return _look(call)
    inner = [act for text in args.values("-x", "--exec") for act in shell.script(text)]
    return [
        *inner,
        *_act("modify", "reversible", call, _named("branch", ["HEAD"], call), "rebase", "git reset ORIG_HEAD"),
    ]


def bisect(call: Call, _args: Args, shell: Shell) -> Sequence[Act]:
    """Walks the history; `run` runs a command at each step."""
    args = after_verb(call)
    verb = args.operands[0] if args.operands else ""
    if verb in ("log", "view", "visualize", "help", "terms", ""):
        return _look(call)
    at = call.args.index("run") + 1 if verb == "run" else len(call.args)
    return [*shell.argv(call.args[at:]), *_act("modify", "reversible", call, (), "bisect", "git bisect reset")]


def foreach(call: Call, _args: Args, shell: Shell) -> Sequence[Act]:
    """Runs a command in every submodule: `git submodule foreach CMD`, `git for-each-repo`."""
    words = list(call.args[call.args.index("foreach") + 1 :])
    while words and words[0] in ("--recursive", "--quiet", "-q", "--"):
        words.pop(0)
    return shell.script(words[0]) if len(words) == 1 else shell.argv(words)


_WEAKENS: Final = re.compile(r"http\.(.*\.)?sslverify=(false|0|no|off)|core\.hookspath=.*|.*fsckobjects=false", re.I)


def config(call: Call, _args: Args, _shell: Shell) -> Sequence[Act]:
    """Reads or writes settings."""
    args = after_verb(call, {"-f", "--file", "--blob", "--type", "--default", "--value", "--comment"})
    words = list(args.operands)
    verb = (
        words.pop(0)
        if words and words[0] in ("list", "get", "set", "unset", "edit", "rename-section", "remove-section")
        else ""
    )
    writes = (
        "--unset",
        "--unset-all",
        "--add",
        "--replace-all",
        "-e",
        "--edit",
        "--rename-section",
        "--remove-section",
    )
    looks = ("-l", "--list", "--get", "--get-all", "--get-regexp", "--get-urlmatch", "--get-color", "--get-colorbool")
    if verb in ("list", "get") or args.has(*looks) or (not verb and len(words) < 2 and not args.has(*writes)):
        return _look(call)
    acts = _act("modify", "compensable", call, _named("setting", words[:1], call), "config")
    return [act._replace(hazards=("weakens_guard",)) for act in acts] if weakens("=".join(words[:2])) else acts


def weakens(setting: str) -> bool:
    """Whether a setting `key=value` switches off a check.

    Example:
        >>> weakens("http.sslVerify=false"), weakens("user.name=Ann")
        (True, False)
    """
    return _WEAKENS.fullmatch(setting) is not None
