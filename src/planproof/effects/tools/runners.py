"""Runners: programs that fetch a tool, or choose its version, and start it: npx, uvx, nvm, asdf, rustup."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from planproof.effects.act import Act, changes, observe
from planproof.effects.tools.call import Args, Call, behind, shown
from planproof.effects.tools.program import Program
from planproof.effects.tools.refs import operands
from planproof.effects.tools.tool import Shell


def run_tool(call: Call, args: Args, shell: Shell) -> Sequence[Act]:
    """`npx TOOL …`, `npm exec -- TOOL …`, `uvx TOOL …`: the tool is what counts."""
    words = list(call.args)
    while words and (words[0] in ("exec", "dlx", "x", "run", "--") or words[0].startswith("-")):
        word = words.pop(0)
        if word in _RUN_VALUED and words:
            words.pop(0)
        elif word in ("-c", "--call", "--shell-mode") and words:
            return shell.script(words[0])
    if not words:
        return [observe(shown(call.text))]
    package = words[0][:1] + words[0][1:].partition("@")[0]
    return shell.argv([_PROGRAM_OF.get(package, package.rpartition("/")[2]), *words[1:]])


_RUN_VALUED: Final = frozenset(
    "-p --package --from --spec --python --with --with-requirements --env-file --prefix -C --dir --cwd --filter -F -w"
    " --workspace --registry --index --index-url".split()
)
_PROGRAM_OF: Final = {
    "aws-cdk": "cdk", "firebase-tools": "firebase", "netlify-cli": "netlify", "dotenv-cli": "dotenv",
    "awscli": "aws", "@prisma/cli": "prisma", "cdktf-cli": "cdktf", "ansible-core": "ansible",
    "django": "django-admin", "@mikro-orm/cli": "mikro-orm",
}  # fmt: skip
"""Packages whose program is called otherwise."""


_LISTS: Final = frozenset(
    "ls list current versions version which show ls-remote check where plugin-list doctor home root prefix whence".split()
)
_STARTS: Final = frozenset({"run", "exec", "x"})
_VERSION_FIRST: Final = frozenset({"rustup run", "nvm exec", "n exec"})
"""Verbs behind which a version stands before the program."""
_SCRIPTS: Final = frozenset({"nvm run", "n run", "mise run"})
"""Verbs that start a script or a task, which nobody knows from here."""
_REMOVES: Final = frozenset({"uninstall", "remove", "rm", "prune", "implode", "purge", "reap"})


def _versions(call: Call, args: Args, shell: Shell) -> Sequence[Act] | None:
    """A manager of versions: installs, removes and switches them, or starts a program of one."""
    verbs = args.operands
    if not verbs or verbs[0] in _LISTS:
        return [observe(shown(call.text))]
    if verbs[0] in _STARTS:
        verb = f"{call.name} {verbs[0]}"
        words = behind(call.args, (), 2 if verb in _VERSION_FIRST else 1)
        if "--" in call.args:
            words = list(call.args[call.args.index("--") + 1 :])
        return shell.argv(words) if words and verb not in _SCRIPTS else None
    removes = _REMOVES & set(verbs[:2])
    named = operands("package", 1)(args, call)
    return [changes("destroy" if removes else "modify", "compensable", shown(call.text), named, call.name)]


TOOLS: Final = (
    Program(("uvx", "npx", "bunx", "pnpx"), run_tool),
    Program(
        ("corepack", "nvm", "fnm", "volta", "n", "pyenv", "rbenv", "asdf", "mise", "rustup", "sdk", "jenv", "goenv"),
        _versions,
    ),
)
