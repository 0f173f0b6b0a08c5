"""Packages of JavaScript: npm, pnpm, yarn, bun."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from planproof.effects.act import Act, changes, observe, unknown
from planproof.effects.tools.call import Args, Call, behind, shown
from planproof.effects.tools.languages import DRY, PUBLISHED, packages
from planproof.effects.tools.runners import run_tool
from planproof.effects.tools.tool import Shell, Tool, does, table


def _script_or_tool(call: Call, args: Args, shell: Shell) -> Sequence[Act]:
    """`yarn NAME`, `pnpm NAME`, `bun run NAME`: a script of the project, else a program that it installs.

    What the program would do counts where it is worse than what nobody knows of the script.
    """
    words = behind(call.args, _NPM_VALUED)
    words = words[1:] if words[0] in ("run", "run-script") else words
    if not words:
        return [observe(shown(call.text))]
    return [*shell.argv(words), unknown(shown(call.text))]


def _npm_run(call: Call, args: Args, shell: Shell) -> Sequence[Act] | None:
    """A script of the project: nobody knows it from here. Without a name the scripts are listed."""
    return [observe(shown(call.text))] if len(args.operands) < 2 else None


def _npm_audit(call: Call, args: Args, _shell: Shell) -> Sequence[Act]:
    fixes = "fix" in args.operands
    return [
        changes("modify", "compensable", shown(call.text), (), "npm audit fix") if fixes else observe(shown(call.text))
    ]


_NPM: Final = {
    **table("""
        observe: audit signatures, ls, list, ll, la, view, info, show, v, outdated, search, find, s, se, help, config list, config get, config ls, get, whoami, ping, root, prefix, bin,
            explain, why, fund, doctor, docs, repo, bugs, home, diff, query, dist-tag ls, dist-tag list, owner ls, owner list, access list, access get, token list,
            token ls, team ls, org ls, profile get, cache ls, cache verify, cache dir, store path, store status, licenses, sbom, pkg get, version --json, config,
            node, types, completion, env, workspaces list, workspaces info, workspace list, licenses list
        create reversible: init, create, pack, shrinkwrap, edit, test, t, tst, licenses generate-disclaimer
        modify compensable: install, i, in, add, ci, install-test, it, cit, clean-install, update, up, upgrade, udpate, dedupe, ddp, rebuild, rb, import, fetch, install-ci-test,
            upgrade-interactive, install-links, global add, global upgrade
        modify reversible: config set, config delete, config edit, set, pkg set, pkg delete, pkg fix, link, ln, unlink, dist-tag add, dist-tag rm, tag add, tag remove,
            deprecate, undeprecate, star, unstar, patch, patch-commit, version, login, logout, adduser, policies, env use, set version
        destroy compensable: uninstall, un, remove, rm, r, unpin, prune, cache clean, store prune, autoclean, clean, global remove
        rotate compensable: profile set, token revoke
        """),
    "audit": _npm_audit,
    "publish": PUBLISHED,
    "npm publish": PUBLISHED,
    "unpublish": does("destroy", "irreversible", refs=packages),
    "owner add": does("modify", "reversible", "widens_access", refs=packages),
    "owner rm": does("modify", "reversible", refs=packages),
    "access public": does("modify", "reversible", "discloses", refs=packages),
    "access set": does("modify", "reversible", "widens_access", refs=packages),
    "access grant": does("modify", "reversible", "widens_access", refs=packages),
    "access revoke": does("modify", "reversible", refs=packages),
    "token create": does("create", "reversible", "widens_access"),
    **dict.fromkeys(("exec", "x", "dlx"), run_tool),
    **dict.fromkeys(("run", "run-script", "rum", "urn"), _npm_run),
}
_NPM_VALUED: Final = frozenset(
    "--prefix -C --dir --cwd --registry -w --workspace --tag --access --otp --filter -F --loglevel --omit --include".split()
)


TOOLS: Final = (
    Tool(
        ("pnpm", "yarn", "bun"),
        {**_NPM, **dict.fromkeys(("run", "run-script", "*"), _script_or_tool)},
        valued=_NPM_VALUED,
        refs=packages,
        dry=DRY,
        bare=lambda call, args, _shell: [
            changes("modify", "compensable", shown(call.text), (), "yarn")
            if call.name == "yarn"
            else observe(shown(call.text))
        ],
    ),
    Tool(("npm", "cnpm"), _NPM, valued=_NPM_VALUED, refs=packages, dry=DRY, bare=does("observe")),
)
