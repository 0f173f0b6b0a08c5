"""gh and glab: the command lines of GitHub and GitLab.

Source: the manuals cli.github.com/manual and docs.gitlab.com/cli.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from planproof.effects.act import Act, Ref, observe, unknown
from planproof.effects.tools.call import Args, Call, shown
from planproof.effects.tools.rest import request
from planproof.effects.tools.tool import Entry, Shell, Tool, does, table

_VALUED: Final = frozenset(
    "-R --repo -X --method -f -F --field --raw-field -H --header -q --jq -t --template --input --hostname -b --body"
    " --body-file --title --json -L --limit --ref -r --branch -e --env -o --org -a --app -u --user --notes -n -N"
    " --notes-file --target -m --message --label -l --assignee --head --base -B -S --search -w --workflow --name -D"
    " --dir -p --pattern --visibility --group -g --description -d --role".split()
)


def _refs(args: Args, _call: Call) -> list[Ref]:
    """The thing of the last word's kind: `pr merge 12` names the pull request 12."""
    kind = {"mr": "pr"}.get(args.operands[0], args.operands[0])
    return [Ref(kind, name, args.value("-R", "--repo")) for name in args.operands[2:]]


def _api(call: Call, args: Args, shell: Shell) -> Sequence[Act]:
    """`gh api`: a request; fields make it a POST."""
    path = args.operands[1] if len(args.operands) > 1 else ""
    fields = args.values("-f", "-F", "--field", "--raw-field")
    method = args.value("-X", "--method") or ("POST" if fields or args.has("--input") else "GET")
    body = "\n".join(field.partition("=")[2] if field.startswith("query=") else field for field in fields)
    return request(method, path, body or call.stdin, call, shell)


def _secret_set(call: Call, args: Args, _shell: Shell) -> Sequence[Act]:
    """A secret of a repository is overwritten: it cannot be read back."""
    refs = tuple(Ref("secret", name, args.value("-R", "--repo")) for name in args.operands[2:3])
    return [Act("rotate", "compensable", shown(call.text), writes=refs, operation="gh secret set")]


def _pr_merge(call: Call, args: Args, _shell: Shell) -> Sequence[Act]:
    """Merges; `--admin` passes over the rules of the branch."""
    act = Act(
        "modify",
        "reversible",
        shown(call.text),
        writes=tuple(_refs(args, call)),
        operation="gh pr merge",
        inverse="git revert",
    )
    return [act._replace(hazards=("weakens_guard",)) if args.has("--admin") else act]


def _repo_edit(call: Call, args: Args, _shell: Shell) -> Sequence[Act]:
    """Settings of a repository; made public, its content leaves."""
    refs = tuple(Ref("repository", name) for name in args.operands[2:3])
    public = args.value("--visibility") == "public" or args.has("--public")
    act = Act("modify", "compensable", shown(call.text), writes=refs, operation="gh repo edit")
    return [act._replace(hazards=("discloses", "widens_access")) if public else act]


def _release_delete(call: Call, args: Args, _shell: Shell) -> Sequence[Act]:
    refs = tuple(Ref("release", name, args.value("-R", "--repo")) for name in args.operands[2:3])
    return [Act("destroy", "compensable", shown(call.text), destroys=refs, operation="gh release delete")]


def _gist(call: Call, args: Args, _shell: Shell) -> Sequence[Act]:
    """A gist is readable by everyone who has its address."""
    refs = tuple(Ref("file", name) for name in args.operands[2:])
    secret = any(
        word in ref.name.lower() for ref in refs for word in (".env", "secret", "credential", "id_rsa", ".pem")
    )
    hazard = "discloses_secret" if secret else "discloses"
    return [Act("create", "compensable", shown(call.text), reads=refs, hazards=(hazard,), operation="gh gist create")]


def _runs(call: Call, _args: Args, _shell: Shell) -> Sequence[Act]:
    """Starts a pipeline, whose steps the command does not show."""
    return [unknown(shown(call.text))]


def _fetched(call: Call, args: Args, _shell: Shell) -> Sequence[Act]:
    """Shows what others wrote: an issue, a pull request, a comment."""
    return [observe(shown(call.text), _refs(args, call), "gh")._replace(fetches=True)]


GH: Final[dict[str, Entry]] = {
    **table("""
        observe: alias list, attestation verify, attestation trusted-root, auth status, browse, cache list, completion
        observe: codespace list, codespace logs, codespace view, codespace ports, config get, config list, extension list
        observe: extension search, extension browse, gpg-key list, issue list, issue status, label list, org list
        observe: pr checks, pr list, pr status, project list, project view, project field-list, project item-list
        observe: release list, release view, repo list, repo view, repo gitignore, repo license, repo autolink list
        observe: repo autolink view, repo deploy-key list, ruleset check, ruleset list, ruleset view, run list, run view
        observe: run watch, search code, search commits, search repos, secret list, ssh-key list, status, variable get
        observe: variable list, workflow list, workflow view, release verify, release verify-asset, agent-task list
        observe: agent-task view, gist list, licenses, auth token, preview prompter
        create reversible: attestation download, codespace create, codespace cp, gist clone, issue develop, label create
        create reversible: pr checkout, project create, project copy, project field-create, project item-add
        create reversible: project item-create, release create, release download, release upload, repo clone, repo create
        create reversible: repo fork, repo autolink create, run download, issue create, pr create, label clone
        create reversible: pr revert
        modify reversible: alias set, alias import, auth login, auth logout, auth refresh, auth setup-git, auth switch
        modify reversible: config set, config clear-cache, codespace edit, issue close, issue reopen, issue lock
        modify reversible: issue unlock, issue pin, issue unpin, issue transfer, pr close, pr reopen, pr lock, pr unlock
        modify reversible: pr ready, pr update-branch, project close, project edit, project link, project unlink
        modify reversible: project mark-template, project item-archive, project item-edit, repo archive, repo unarchive
        modify reversible: repo rename, repo set-default, workflow enable, extension install, extension upgrade
        modify reversible: gist rename
        modify compensable: issue edit, pr edit, label edit, gist edit, release edit, variable set, repo sync
        modify compensable: extension create, extension exec
        shift reversible: codespace stop, codespace rebuild, workflow disable
        shift compensable: run cancel
        notify compensable: issue comment, pr comment, pr review
        destroy compensable: alias delete, cache delete, extension remove, gpg-key delete, label delete, ssh-key delete
        destroy compensable: repo deploy-key delete, repo autolink delete, release delete-asset, variable delete
        destroy compensable: project field-delete
        destroy irreversible: codespace delete, gist delete, issue delete, project delete, project item-delete
        destroy irreversible: repo delete, run delete, secret delete, secret remove
    """),
    "gpg-key add": does("modify", "reversible", "widens_access"),
    "ssh-key add": does("modify", "reversible", "widens_access"),
    "repo deploy-key add": does("modify", "reversible", "widens_access"),
    "issue view": _fetched, "pr view": _fetched, "pr diff": _fetched, "search issues": _fetched, "search prs": _fetched,
    "gist view": _fetched, "codespace ssh": _runs, "codespace code": _runs, "codespace jupyter": _runs,
    "api": _api, "secret set": _secret_set, "pr merge": _pr_merge, "repo edit": _repo_edit, "gist create": _gist,
    "release delete": _release_delete, "workflow run": _runs, "run rerun": _runs, "agent-task create": _runs,
}  # fmt: skip

GLAB: Final[dict[str, Entry]] = {
    **table("""
        observe: alias list, auth status, check-update, ci get, ci lint, ci list, ci status, ci trace, ci view, completion
        observe: ci config compile, ci config, config get, deploy-key list, deploy-key get, gpg-key list, gpg-key get
        observe: incident list, issue list, issue board view, iteration list, job artifact, label list, label get
        observe: milestone list, milestone get, mr approvers, mr issues, mr list, release list, release view, repo list
        observe: repo search, repo contributors, repo view, schedule list, securefile list, securefile get, snippet view
        observe: ssh-key list, ssh-key get, stack list, token list, user events, variable export, variable get
        observe: variable list, changelog generate, cluster agent list, runner list, repo members list, snippet list
        create reversible: incident create, issue create, issue board create, label create, mr create
        create reversible: mr for, milestone create, release create, release download, release upload, repo archive
        create reversible: repo clone, repo create, repo fork, schedule create, snippet create, stack create
        create reversible: securefile create, securefile download, iteration create, mr checkout
        modify reversible: alias set, auth login, auth logout, auth configure-docker, config set, incident close
        modify reversible: incident reopen, incident subscribe, incident unsubscribe, issue close, issue reopen
        modify reversible: issue subscribe, issue unsubscribe, mr close, mr reopen, mr rebase, mr subscribe
        modify reversible: mr unsubscribe, mr todo, mr approve, mr revoke, mr merge, mr accept, stack amend, stack move
        modify reversible: stack save, stack switch, stack reorder, stack first, stack last, stack next, stack prev
        modify compensable: issue update, mr update, label edit, milestone edit, schedule update, snippet edit
        modify compensable: variable set, variable update, repo update, repo transfer, stack sync, repo mirror
        modify compensable: config edit, changelog add
        rotate compensable: token rotate
        shift compensable: ci cancel, ci cancel pipeline, ci cancel job
        notify compensable: issue note, mr note, incident note
        destroy compensable: alias delete, deploy-key delete, gpg-key delete, label delete, milestone delete
        destroy compensable: release delete, schedule delete, ssh-key delete, variable delete, token revoke
        destroy compensable: repo members remove
        destroy irreversible: ci delete, issue delete, mr delete, repo delete, securefile remove, snippet delete
    """),
    "deploy-key add": does("modify", "reversible", "widens_access"),
    "gpg-key add": does("modify", "reversible", "widens_access"),
    "ssh-key add": does("modify", "reversible", "widens_access"),
    "token create": does("create", "reversible", "widens_access"),
    "repo members add": does("modify", "reversible", "widens_access"),
    "api": _api, "ci run": _runs, "ci retry": _runs, "ci trigger": _runs, "schedule run": _runs, "duo": _runs,
    "cluster agent": _runs, "issue view": _fetched, "mr view": _fetched, "mr diff": _fetched, "incident view": _fetched,
}  # fmt: skip
_SHORT: Final = {"pipeline": "ci", "pipe": "ci", "project": "repo"}

TOOLS: Final = (
    Tool(("gh",), {**GH, **{f"cs {v.partition(' ')[2]}": e for v, e in GH.items() if v.startswith("codespace ")}},
         valued=_VALUED, refs=_refs, bare=does("observe")),
    Tool(("glab",), {**GLAB, **{f"{short} {v.partition(' ')[2]}": e for short, verb in _SHORT.items()
                                for v, e in GLAB.items() if v.startswith(f"{verb} ")}},
         valued=_VALUED, refs=_refs, bare=does("observe")),
)  # fmt: skip
