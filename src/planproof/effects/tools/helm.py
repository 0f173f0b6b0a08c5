"""Helm, helmfile and kustomize."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from planproof.effects.act import Act, Hazard, Ref
from planproof.effects.tools.call import Args, Call
from planproof.effects.tools.refs import operands, plain
from planproof.effects.tools.tool import By, Entry, Shell, Tool, does, table

_VALUED: Final = frozenset(
    "-n -f -o -d -u -p -a -l --namespace --values --set --set-string --set-file --set-json --set-literal --version"
    " --kube-context --kubeconfig --kube-apiserver --kube-as-user --kube-as-group --kube-ca-file --kube-token"
    " --kube-tls-server-name --registry-config --repository-cache --repository-config --burst-limit --qps --timeout"
    " --history-max --max --revision --output --destination --repo --username --password --ca-file --cert-file"
    " --key-file --keyring --description --labels --post-renderer --post-renderer-args --app-version --key --sign-by"
    " --passphrase-file --name-template --output-dir --api-versions --kube-version --show-only -s --starter --selector"
    " --filter --time-format --offset --url --max-col-width --context --untardir --devel-version --template --cascade"
    " --environment -e --file --helm-binary -b --args --chart --state-values-set --state-values-file"
    " --concurrency".split()
)
_DRY: Final = frozenset({"--dry-run=client", "--dry-run=server", "--dry-run=true", "--dry-run=", "-h"})


def _release(args: Args, _call: Call) -> tuple[Ref, ...]:
    """The release: the first operand behind the verb."""
    return tuple(_of(name, args) for name in args.operands[1:2])


def _releases(args: Args, _call: Call) -> tuple[Ref, ...]:
    return tuple(_of(name, args) for name in args.operands[1:])


def _second(args: Args, _call: Call) -> tuple[Ref, ...]:
    return tuple(_of(name, args) for name in args.operands[2:3])


def _of(name: str, args: Args) -> Ref:
    return Ref("release", plain(name), plain(args.value("-n", "--namespace")))


def _unverified(args: Args) -> tuple[Hazard, ...]:
    return ("weakens_guard",) if args.has("--insecure-skip-tls-verify", "--kube-insecure-skip-tls-verify") else ()


def _upgrade(call: Call, args: Args, _shell: Shell) -> Sequence[Act]:
    """The old revision stays and can be rolled back to."""
    act = does("modify", "reversible", *_unverified(args), inverse="helm rollback")
    return [act.act(call, _release(args, call), "helm upgrade")]


def _rollback(call: Call, args: Args, _shell: Shell) -> Sequence[Act]:
    """Brings back the revision that helm keeps."""
    release = _release(args, call)
    act = does("modify", "reversible", inverse="helm rollback", restores=True).act(call, release, "helm rollback")
    revisions = tuple(
        Ref("revision", plain(f"{args.operands[1]}@{word}"), release[0].within) for word in args.operands[2:3]
    )
    return [act._replace(reads=revisions)]


_GONE: Final = does("destroy", "compensable", refs=_releases)
_UNINSTALL: Final = By(
    _GONE, {"--keep-history": does("destroy", "reversible", inverse="helm rollback", refs=_releases)}
)
_PUSH: Final = does("create", "compensable", refs=operands("chart", 1, 1))

_HELM: Final[dict[str, Entry]] = {
    **table("""
observe: completion, completion bash, completion fish, completion powershell, completion zsh, dependency list, dep list
observe: dependency ls, dep ls, env, help, lint, list, ls, plugin list, plugin ls, repo list, repo ls, search hub
observe: search repo, search, show all, show chart, show crds, show readme, show values, inspect, inspect all
observe: inspect chart, inspect crds, inspect readme, inspect values, template, verify, version, repo update, repo up
observe: diff upgrade, diff rollback, diff revision, diff release, diff version, diff, secrets view, secrets decrypt
observe: unittest, plugin verify, schema, docs, dashboard, whatup, outdated, get
create reversible: create, dependency build, dep build, dependency update, dep update, dep up, dependency up, package
create reversible: plugin install, plugin add, pull, fetch, repo add, repo index, plugin package, secrets enc
create reversible: secrets encrypt
modify reversible: registry login, registry logout, plugin update, plugin up, secrets edit, secrets dec
modify compensable: mapkubeapis, 2to3 move config, 2to3 convert, adopt
destroy compensable: plugin uninstall, plugin rm, plugin remove, repo remove, repo rm
destroy irreversible: 2to3 cleanup
"""),
    **{
        f"get {what}": does("observe", refs=_second)
        for what in ("all", "hooks", "manifest", "metadata", "notes", "values")
    },
    **{verb: does("observe", refs=_release) for verb in ("history", "hist", "status")},
    "test": does("create", "reversible", refs=_release),
    "install": does("create", "reversible", inverse="helm uninstall", refs=_release),
    "upgrade": _upgrade,
    "rollback": _rollback,
    **dict.fromkeys(("uninstall", "delete", "del", "un"), _UNINSTALL),
    "push": _PUSH,
    "cm-push": _PUSH,
    "s3 push": does("create", "compensable"),
    "s3 init": does("create", "reversible"),
    "s3 delete": does("destroy", "irreversible"),
}


def _synced(call: Call, args: Args, _shell: Shell) -> Sequence[Act]:
    """`helmfile apply`: releases that are marked `installed: false` go with it, which its file alone says."""
    selected = args.value("-l", "--selector") or "*"
    ref = Ref("release", plain(selected), plain(args.value("-n", "--namespace")))
    return [does("modify", "unknown").act(call, [ref], f"helmfile {args.operands[0]}")]


_HELMFILE: Final[dict[str, Entry]] = {
    **table("""
observe: diff, template, lint, list, status, version, build, write-values, show-dag, print-env, completion, help
observe: cache info
create reversible: fetch, deps, init, create, test, repos
destroy compensable: cache cleanup
"""),
    "apply": _synced,
    "sync": _synced,
    "charts": _synced,
    "destroy": does("destroy", "compensable"),
    "delete": By(does("destroy", "compensable"), {"--purge": does("destroy", "irreversible")}),
}

_KUSTOMIZE: Final[dict[str, Entry]] = table("""
observe: build, version, cfg, cfg cat, cfg count, cfg grep, cfg tree, completion, help, openapi fetch, openapi info
observe: docs, cfg list-setters
create reversible: create, localize
modify reversible: edit add, edit set, edit remove, edit fix, cfg set, cfg annotate, cfg fmt, cfg merge
modify reversible: cfg create-setter
modify unknown: fn run
""")


TOOLS: Final = (
    Tool(("helm",), _HELM, _VALUED, dry=_DRY, bare=does("observe")),
    Tool(("helmfile",), _HELMFILE, _VALUED, dry=_DRY, bare=does("observe")),
    Tool(("kustomize",), _KUSTOMIZE, frozenset({"-o", "--output", "--load-restrictor"}), bare=does("observe")),
)
