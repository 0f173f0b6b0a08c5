"""Verbs of kubectl that reach into pods."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Final

from planproof.effects.act import Act, Hazard, Ref, observe, unknown
from planproof.effects.tools.call import EXPANDED, Args, Call, behind, shown
from planproof.effects.tools.kube_objects import named, namespace, object_ref
from planproof.effects.tools.refs import plain
from planproof.effects.tools.tool import Shell, does
from planproof.effects.tools.writing import written

OF_LOGS: Final = frozenset(
    "-n -l -c -s --namespace --selector --container --context --since --tail --since-time --kubeconfig"
    " --limit-bytes --max-log-requests".split()
)
"""Options of `logs` that take a value: here `-f` follows and `-p` means the previous container."""
OF_EXEC: Final = frozenset({"-n", "-c", "-f", "--namespace", "--container", "--filename", "--context", "--kubeconfig"})
_POD_PATH: Final = re.compile(r"(?P<pod>[^:/\\]+(?:/[^:/]+)?):(?P<path>.*)", re.S)
_HIGH: Final = re.compile(r'"?(privileged|hostPID|hostIPC|hostNetwork)"?\s*:\s*true|hostPath|"?runAsUser"?\s*:\s*0\b')


def pod(args: Args, word: str) -> Ref:
    """The pod, or what stands for it: `deploy/web`."""
    kind, slash, name = word.partition("/")
    return object_ref(kind, name, namespace(args)) if slash else object_ref("pod", word, namespace(args))


def logs(call: Call, args: Args, _shell: Shell) -> Sequence[Act]:
    """Reads logs."""
    return [observe(shown(call.text), [pod(args, word) for word in args.operands[1:2]], "kubectl logs")]


def execute(call: Call, args: Args, shell: Shell) -> Sequence[Act] | None:
    """What the command does that is run in the pod."""
    target = args.operands[1] if len(args.operands) > 1 else ""
    inner = args.rest
    if args.rest and target == args.rest[0]:
        inner = args.rest[1:]
    elif not args.rest and target in call.args and "--" not in call.args:
        # Without `--` its options may stand before the command; those behind that are the command's own.
        inner = behind(call.args[call.args.index(target) + 1 :], OF_EXEC)
    if not inner:
        return None
    name = plain(target.rpartition("/")[2])
    return shell.argv(inner, stdin=call.stdin, fed=call.fed, within=name)


def attach(call: Call, args: Args, _shell: Shell) -> Sequence[Act]:
    """Watches a pod; with `-i` whatever is typed goes to it."""
    if args.has("-i", "--stdin"):
        return [unknown(shown(call.text))]
    return [observe(shown(call.text), [pod(args, word) for word in args.operands[1:2]], "kubectl attach")]


def copy(call: Call, args: Args, _shell: Shell) -> Sequence[Act] | None:
    """`cp ./a pod:/a` or back."""
    if len(args.operands) != 3:
        return None
    source, target = args.operands[1:]
    there, back = _POD_PATH.fullmatch(target), _POD_PATH.fullmatch(source)
    if there is not None:
        refs = (Ref("file", plain(there["path"]), plain(there["pod"].rpartition("/")[2])),)
        return [does("modify", "compensable").act(call, refs, "kubectl cp")]
    if back is not None:
        made = written(target, shown(call.text), within=call.within)
        made = made._replace(kind="create" if made.kind == "modify" else made.kind, operation="kubectl cp")
        undo = "reversible" if made.undo == "compensable" else made.undo
        read = (Ref("file", plain(back["path"]), plain(back["pod"].rpartition("/")[2])),)
        return [made._replace(undo=undo, reads=read, produces=made.writes)]
    return None


def debug(call: Call, args: Args, shell: Shell) -> Sequence[Act]:
    """A container is added to a pod and stays until the pod goes; on a node it sees the whole host."""
    target = args.operands[1] if len(args.operands) > 1 else ""
    on_node = target.partition("/")[0] in ("node", "no", "nodes")
    hazards: tuple[Hazard, ...] = ("widens_access",) if on_node or args.value("--profile") == "sysadmin" else ()
    refs = (pod(args, target),) if target else ()
    made = does("create", "reversible" if on_node or args.has("--copy-to") else "compensable", *hazards)
    acts = [made.act(call, refs, "kubectl debug")]
    return [*acts, *shell.argv(args.rest, within=plain(target.rpartition("/")[2]))] if args.rest else acts


def run(call: Call, args: Args, shell: Shell) -> Sequence[Act] | None:
    """Creates a pod; what its command does counts as well."""
    if len(args.operands) < 2:
        return None
    name = args.operands[1]
    wide = args.has("--privileged") or _HIGH.search(args.value("--overrides")) is not None
    hazards: tuple[Hazard, ...] = ("widens_access",) if wide else ()
    acts = [does("create", "reversible", *hazards).act(call, named(["pod", name], namespace(args)), "kubectl run")]
    if EXPANDED in args.value("--overrides"):
        acts.append(unknown(shown(call.text)))
    if args.rest:
        acts += shell.argv(args.rest, stdin=call.stdin, fed=call.fed, within=plain(name))
    return acts
