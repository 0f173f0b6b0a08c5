"""Manifests: what kubectl does with the files that it is given, read where the plan brings them along."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Final

from planproof.effects.act import Act, Hazard, Ref
from planproof.effects.lattice import Undo
from planproof.effects.tools.call import Args, Call, shown
from planproof.effects.tools.kube_objects import guards_among, lost_with, namespace, object_ref
from planproof.effects.tools.refs import plain
from planproof.effects.tools.tool import Does, Shell, does

_DOCUMENT: Final = re.compile(r"(?m)^---\s*$")
_KIND: Final = re.compile(r"""(?m)^[ ]{0,1}\{?\s{0,4}["']?kind["']?\s*:\s*["']?([A-Za-z][\w.]*)""")
_ANY_KIND: Final = re.compile(r"""(?m)["']?\bkind["']?\s*:\s*["']?([A-Za-z][\w.]*)""")
_METADATA: Final = re.compile(r"""["']?\bmetadata["']?\s*:""")
_NAME: Final = re.compile(r"""["']?\bname["']?\s*:\s*["']?([\w.{}$-]+)""")
_NEAR: Final = 600
"""Characters behind `metadata:` in which the name stands."""
_SPACE: Final = re.compile(r"""(?m)^\s+["']?namespace["']?\s*:\s*["']?([\w.{}$-]+)""")
_WIDENS: Final = re.compile(
    r"""(?m)\bprivileged["']?\s*:\s*true|\bhost(PID|IPC|Network)["']?\s*:\s*true|\bhostPath["']?\s*:"""
    r"""|\bkind["']?\s*:\s*["']?(Cluster)?RoleBinding\b|\btype["']?\s*:\s*["']?(LoadBalancer|NodePort)\b"""
    r"""|\bverbs["']?\s*:\s*\[\s*["']\*|\ballowPrivilegeEscalation["']?\s*:\s*true"""
)


def in_manifest(text: str, namespace: str = "") -> tuple[Ref, ...]:
    r"""The objects that a manifest defines; none where it holds none that can be told.

    Example:
        >>> in_manifest("kind: Deployment\nmetadata:\n  name: web\n  namespace: prod\n---\nkind: Secret\n")
        (Ref(kind='deployment', name='web', within='prod'), Ref(kind='secret', name='', within=''))
    """
    found: list[Ref] = []
    for document in _DOCUMENT.split(text):
        first = _KIND.search(document) or _ANY_KIND.search(document)
        if first is None:
            continue
        if first[1].endswith("List"):
            found += [object_ref(kind[1], "", namespace) for kind in _ANY_KIND.finditer(document, first.end())]
            continue
        metadata = _METADATA.search(document)
        name = _NAME.search(document, metadata.end(), metadata.end() + _NEAR) if metadata else None
        space = _SPACE.search(document)
        found.append(object_ref(first[1], name[1] if name else "", space[1] if space else namespace))
    return tuple(found)


def manifest_hazards(text: str) -> tuple[Hazard, ...]:
    """What bringing a manifest in gives: rights, the host, a port to the outside."""
    return ("widens_access",) if _WIDENS.search(text) else ()


# -- verbs ----------------------------------------------------------------------------------------------------------

_ARTEFACTS: Final = frozenset({"volumesnapshot", "volumegroupsnapshot", "backup"})
"""Types of which a new object is something to restore from."""


def _paths(args: Args) -> list[str]:
    given = args.values("-f", "--filename", "-k", "--kustomize")
    return [path for paths in given for path in paths.split(",") if path]


def _texts(call: Call, args: Args, shell: Shell) -> list[str | None]:
    """The manifests of a call; None for each that nobody can read here."""
    return [call.stdin if path == "-" else shell.context.file(path) for path in _paths(args)]


def _brought(call: Call, args: Args, shell: Shell, act: Does, operation: str) -> list[Act]:
    """What bringing in the objects of manifests does; a person who read a file decides for it."""
    acts: list[Act] = []
    for path, text in zip(_paths(args), _texts(call, args, shell), strict=True):
        if shell.context.review(path) is not None:
            acts += shell.file(path, "manifest", shown(call.text))
            continue
        refs = in_manifest(text, namespace(args)) if text is not None else ()
        made = act.act(call, refs, operation)
        made = made._replace(hazards=manifest_hazards(text)) if text is not None else made
        if made.kind == "create":
            made = made._replace(produces=tuple(ref for ref in refs if ref.kind in _ARTEFACTS))
        acts.append(made if refs or path == "-" else made._replace(reads=(Ref("file", plain(path)),)))
    return acts


def applied(call: Call, args: Args, shell: Shell) -> Sequence[Act]:
    """`apply -f`: the old definitions are elsewhere; with `--prune` what is not in the files goes."""
    acts = _brought(call, args, shell, does("modify", "compensable"), "kubectl apply")
    if args.has("--prune"):
        selector = args.value("-l", "--selector") or "*"
        pruned = (Ref("object", selector, plain(namespace(args))),)
        listed = args.values("--prune-allowlist", "--prune-whitelist")
        undo: Undo = (
            lost_with([kind.rpartition("/")[2] for kind in listed]) if listed else "unknown"
        )  # namespaces and claims are pruned by default
        acts.append(does("destroy", undo).act(call, pruned, "kubectl apply --prune"))
    if args.has("--force"):
        acts.append(does("destroy", "compensable").act(call, (), "kubectl apply --force"))
    return acts or [does("modify", "compensable").act(call, (), "kubectl apply")]


def created(call: Call, args: Args, shell: Shell) -> Sequence[Act] | None:
    """`create -f`; a type that `create` does not know is unknown."""
    if len(args.operands) > 1 or not _paths(args):
        return None
    return _brought(call, args, shell, does("create", "reversible", inverse="kubectl delete"), "kubectl create")


def replaced(call: Call, args: Args, shell: Shell) -> Sequence[Act]:
    """`replace -f`; with `--force` it deletes what was there and makes it anew."""
    raw = args.value("--raw")
    if raw.endswith("/finalize"):  # ends the waiting of a namespace for what its objects still have to clean up
        return [does("destroy", "irreversible", "weakens_guard").act(call, [Ref("path", raw)], "kubectl replace --raw")]
    if not args.has("--force"):
        changed = does("modify", "compensable")
        return _brought(call, args, shell, changed, "kubectl replace") or [changed.act(call, (), "kubectl replace")]
    acts: list[Act] = []
    for text in _texts(call, args, shell) or [None]:
        refs = in_manifest(text, namespace(args)) if text is not None else ()
        acts.append(does("destroy", lost_with(ref.kind for ref in refs)).act(call, refs, "kubectl replace --force"))
    return acts


def deleted_files(call: Call, args: Args, shell: Shell) -> Sequence[Act]:
    """`delete -f`: the files define what goes; one that nobody can read here may define what holds data."""
    if not _paths(args):
        return [does("destroy", "unknown").act(call, (), "kubectl delete")]
    acts: list[Act] = []
    for path, text in zip(_paths(args), _texts(call, args, shell), strict=True):
        refs = in_manifest(text, namespace(args)) if text is not None else ()
        undo: Undo = lost_with(ref.kind for ref in refs) if refs else "unknown"
        hazards: tuple[Hazard, ...] = guards_among(refs)
        act = does("destroy", undo, *hazards).act(call, refs, "kubectl delete")
        acts.append(act if refs or path == "-" else act._replace(reads=(Ref("file", plain(path)),)))
    return acts
