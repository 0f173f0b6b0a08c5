"""Terraform, OpenTofu and Terragrunt."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from planproof.effects.act import Act, Ref, observe, unknown
from planproof.effects.tools.call import Args, Call, shown
from planproof.effects.tools.refs import operands, plain, refs
from planproof.effects.tools.tool import Entry, Shell, Tool, does, given, table
from planproof.effects.tools.writing import written

_VALUED: Final = frozenset(
    "-chdir -target -replace -var -var-file -out -state -state-out -backup -parallelism -lock-timeout -backend-config"
    " -from-module -plugin-dir -filter -test-directory -platform -fs-mirror -net-mirror -generate-config-out -type"
    " -plan"
    " -exclude -junit-xml".split()
)
_OF_TERRAGRUNT: Final = (
    "--terragrunt-working-dir --terragrunt-config --terragrunt-source --terragrunt-parallelism --terragrunt-include-dir"
    " --terragrunt-exclude-dir --terragrunt-iam-role --terragrunt-log-level --terragrunt-download-dir"
    " --terragrunt-tfpath"
    " --working-dir --config --source --parallelism --queue-include-dir --queue-exclude-dir --log-level --download-dir"
    " --tf-path --iam-assume-role --feature --filter --log-format"
)
_HELP: Final = frozenset({"-help", "-h", "-version", "--version"})


def _targets(args: Args) -> tuple[Ref, ...]:
    """What `-target` names, else the whole stack of the directory."""
    named = args.values("-target", "--target")
    return tuple(Ref("resource", plain(name)) for name in named) or (_stack(args),)


def _stack(args: Args) -> Ref:
    return Ref("stack", plain(args.value("-chdir", "--terragrunt-working-dir", "--working-dir")) or ".")


def _state(args: Args) -> Ref:
    """The state of the directory, or the file that takes its place."""
    file = args.value("-state")
    return Ref("file", plain(file)) if file else Ref("state", _stack(args).name)


def _apply(call: Call, args: Args, shell: Shell) -> Sequence[Act]:
    """What a plan holds is known to its file alone, what a configuration does to the provider alone."""
    plan = args.operands[1] if len(args.operands) > 1 else ""
    if given(args, ("-destroy", "--destroy")):
        return _destroy(call, args, shell)
    if plan:
        act = next(iter(shell.file(plan, "terraform plan", shown(call.text))))
        return [act._replace(reads=(Ref("file", plain(plan)),), operation="terraform apply")]
    replaced = args.values("-replace", "--replace")
    if replaced:
        gone = tuple(Ref("resource", plain(name)) for name in replaced)
        # Whatever else the configuration changes comes with it.
        rest = does("modify", "unknown").act(call, _targets(args), "terraform apply")
        return [does("destroy", "compensable").act(call, gone, "terraform apply -replace"), rest]
    if given(args, ("-refresh-only", "--refresh-only")):
        return [does("modify", "reversible").act(call, [_state(args)], "terraform apply -refresh-only")]
    return [does("modify", "unknown").act(call, _targets(args), "terraform apply")]


def _destroy(call: Call, args: Args, _shell: Shell) -> Sequence[Act]:
    return [does("destroy", "irreversible").act(call, _targets(args), "terraform destroy")]


def _plan(call: Call, args: Args, _shell: Shell) -> Sequence[Act]:
    """Reads; `-out` saves what it would do."""
    act = observe(shown(call.text), _targets(args), "terraform plan")
    files = refs("file", [args.value("-out", "--out")], call)
    return (
        [act, Act("create", "reversible", shown(call.text), writes=files)]
        if args.value("-generate-config-out")
        else [act]
    )


def _init(call: Call, args: Args, _shell: Shell) -> Sequence[Act]:
    """Fetches providers; with `-migrate-state` it copies the state elsewhere, with `-force-copy` unasked."""
    if args.has("-migrate-state", "-force-copy"):
        return [does("modify", "compensable").act(call, [_state(args)], "terraform init -migrate-state")]
    if args.has("-upgrade"):
        lock = refs("file", [".terraform.lock.hcl"], call)
        return [does("modify", "reversible").act(call, lock, "terraform init -upgrade")]
    return [observe(shown(call.text), (), "terraform init")]


def _state_rm(call: Call, args: Args, _shell: Shell) -> Sequence[Act]:
    """Forgets resources, which go on to exist: an import takes them in again."""
    gone = tuple(Ref("resource", plain(name)) for name in args.operands[2:])
    act = does("modify", "compensable", inverse="terraform import").act(
        call, (*gone, _state(args)), "terraform state rm"
    )
    return [act]


def _state_mv(call: Call, args: Args, _shell: Shell) -> Sequence[Act]:
    moved = tuple(Ref("resource", plain(name)) for name in args.operands[2:])
    states = [_state(args), *refs("file", args.values("-state-out"), call)]
    act = does("modify", "reversible", inverse="terraform state mv")
    return [act.act(call, (*moved, *states), "terraform state mv")]


def _state_push(call: Call, args: Args, _shell: Shell) -> Sequence[Act]:
    """Overwrites the state; with `-force` whatever it holds, also a newer one."""
    files = refs("file", args.operands[2:3], call)
    act = does("modify", "irreversible", *(("weakens_guard",) if args.has("-force") else ()), restores=True)
    return [act.act(call, [_state(args)], "terraform state push")._replace(reads=files)]


def _workspace_delete(call: Call, args: Args, _shell: Shell) -> Sequence[Act]:
    """Refuses a workspace whose state holds anything, unless forced."""
    names = refs("workspace", args.operands[2:3], call)
    undo = "irreversible" if args.has("-force") else "compensable"
    return [does("destroy", undo).act(call, names, "terraform workspace delete")]


def _fmt(call: Call, args: Args, _shell: Shell) -> Sequence[Act]:
    if args.has("-check", "--check") or args.value("-write", "--write") == "false" or "-" in args.operands[1:]:
        return [observe(shown(call.text))]
    return [does("modify", "reversible").act(call, refs("file", args.operands[1:] or ["."], call), "terraform fmt")]


def _providers_mirror(call: Call, args: Args, _shell: Shell) -> Sequence[Act]:
    act = written(args.operands[2], shown(call.text)) if len(args.operands) > 2 else unknown(shown(call.text))
    return [act._replace(kind="create", undo="reversible")]


_TERRAFORM: Final[dict[str, Entry]] = {
    **table("""
observe: console, get, graph, metadata functions, modules, output, providers, providers schema, show, state list
observe: state show, state identities, validate, version, workspace list, workspace show, env list, query
observe: metadata
modify reversible: providers lock, login, logout, workspace select, env select, state replace-provider, 0.12upgrade
modify reversible: 0.13upgrade
create reversible: workspace new, env new
create compensable: test
"""),
    "state pull": does("observe", refs=lambda args, _call: (_state(args),)),
    "init": _init,
    "plan": _plan,
    "apply": _apply,
    "destroy": _destroy,
    "fmt": _fmt,
    "refresh": does("modify", "reversible", refs=lambda args, _call: (_state(args),)),
    "import": does("modify", "reversible", inverse="terraform state rm", refs=operands("resource", 1, 1)),
    "taint": does("modify", "reversible", inverse="terraform untaint", refs=operands("resource", 1)),
    "untaint": does("modify", "reversible", inverse="terraform taint", refs=operands("resource", 1)),
    "force-unlock": does("modify", "compensable", refs=operands("lock", 1)),
    "providers mirror": _providers_mirror,
    "state rm": _state_rm,
    "state remove": _state_rm,
    "state mv": _state_mv,
    "state move": _state_mv,
    "state push": _state_push,
    "workspace delete": _workspace_delete,
    "env delete": _workspace_delete,
    "workspace select": does("modify", "reversible", refs=operands("workspace", 2)),
    "workspace new": does("create", "reversible", refs=operands("workspace", 2)),
}


def _everywhere(call: Call, _args: Args, shell: Shell) -> Sequence[Act] | None:
    """`run-all VERB`, `run --all VERB`: the verb in each directory."""
    words = [word for word in call.args if word not in _RUNS]
    return shell.argv(["terragrunt", *words]) if words else None


_RUNS: Final = frozenset("run run-all stack graph --all --graph --".split())

_TERRAGRUNT: Final[dict[str, Entry]] = {
    **_TERRAFORM,
    **table("""
observe: graph-dependencies, dag graph, output-module-groups, render-json, render, validate-inputs, find, list, catalog
observe: terragrunt-info, info print, info strict, hcl validate, plan-all, output-all, validate-all, stack output
observe: info strict list
create reversible: scaffold, backend bootstrap, stack generate, stack clean
modify reversible: hclfmt, hcl fmt, hcl format
modify compensable: backend migrate
modify unknown: apply-all, aws-provider-patch
destroy irreversible: destroy-all, backend delete
"""),
    "run-all": _everywhere,
    "run": _everywhere,
    "stack run": _everywhere,
    "graph": _everywhere,
}

_DRY: Final = _HELP | {"-dry-run", "-dry-run="}

TOOLS: Final = (
    Tool(("terraform", "tofu"), _TERRAFORM, _VALUED, dry=_DRY, long=True, bare=does("observe")),
    Tool(
        ("terragrunt",),
        _TERRAGRUNT,
        frozenset({*_VALUED, *_OF_TERRAGRUNT.split()}),
        dry=frozenset({*_DRY, "--help"}),
        long=True,
        bare=does("observe"),
    ),
)
