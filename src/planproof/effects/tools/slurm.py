"""Slurm: the queue of a computing cluster.

Source: the manual pages of Slurm 24.05.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from planproof.effects.act import Act, Ref, changes, observe, unknown
from planproof.effects.tools.call import Args, Call, shown
from planproof.effects.tools.program import Program
from planproof.effects.tools.tool import Shell, Tool, does, table

_CANCEL_VALUED: Final = frozenset(
    "-A -n -p -q -R -t -u -w -M -s --account --name --jobname --partition --qos --reservation --state --user --nodelist"
    " --clusters --signal --wckey --sibling".split()
)
_SUBMIT_VALUED: Final = frozenset(
    "-A -J -N -n -c -p -q -t -o -e -w -x -d -D -C -L -M -a -b --account --job-name --nodes --ntasks --cpus-per-task"
    " --partition --qos --time --output --error --nodelist --exclude --dependency --chdir --constraint --gres --mem"
    " --mem-per-cpu --array --begin --mail-type --mail-user --export --reservation --gpus --wrap".split()
)


def _scancel(call: Call, args: Args, _shell: Shell) -> Sequence[Act]:
    """Kills jobs: what they had computed is lost where they had not saved it."""
    jobs = [Ref("job", word) for word in args.operands]
    whose = [Ref("job", f"of {name}") for name in args.values("-u", "--user", "-A", "--account", "-p", "--partition")]
    return [changes("shift", "compensable", shown(call.text), jobs or whose, "scancel")]


def _sbatch(call: Call, args: Args, shell: Shell) -> Sequence[Act]:
    """`--wrap TEXT` and scripts that the plan brings along are read."""
    if args.has("--test-only"):
        return [observe(shown(call.text))]
    queued = changes("create", "compensable", shown(call.text), (Ref("job", args.value("-J", "--job-name") or "new"),))
    if args.value("--wrap"):
        return [queued, *shell.script(args.value("--wrap"))]
    if args.operands:
        return [queued, *shell.file(args.operands[0], "sh", shown(call.text))]
    return [queued, *(shell.script(call.stdin) if call.stdin is not None else [unknown(shown(call.text))])]


def _started(call: Call, _args: Args, shell: Shell) -> Sequence[Act]:
    """`srun COMMAND`, `salloc COMMAND`."""
    words = Args(call.args, _SUBMIT_VALUED, ends=lambda operands: len(operands) > 0).operands
    return shell.argv(words) if words else [unknown(shown(call.text))]


def _update(call: Call, args: Args, _shell: Shell) -> Sequence[Act]:
    """`scontrol update NodeName=n1 State=DRAIN`: the settings of a job, node or partition."""
    words = [word.partition("=") for word in args.operands[1:]]
    refs = [Ref(name.lower().removesuffix("name").removesuffix("id"), value) for name, _, value in words[:1]]
    state = next((value.upper() for name, _, value in words if name.lower() == "state"), "")
    kind = "shift" if state else "modify"
    undo = "compensable" if state in ("DOWN", "FAIL", "POWER_DOWN_FORCE") or kind == "modify" else "reversible"
    return [changes(kind, undo, shown(call.text), refs, "scontrol update")]


_CONTROL: Final = {
    **table("""
observe: show, ping, version, help, listpids, getaddrs, scontrol, power show, errnumstr, write batch_script, wait_job
observe: pidinfo
modify reversible: setdebug, setdebugflags, schedloglevel, write config, token, top
shift reversible: hold, uhold, release, suspend, resume, reconfigure, reconfig, reboot, cancel_reboot, reboot_nodes
shift compensable: requeue, requeuehold, takeover, shutdown, abort, notify, power down, power up
create reversible: create, create reservation, create partition, create node
destroy compensable: delete
""")
}


def _accounting(call: Call, args: Args, _shell: Shell) -> Sequence[Act] | None:
    """`sacctmgr delete user bob`: a record, with its associations and limits; usage of it goes too."""
    if args.has("--readonly", "-r") or not args.operands:
        return [observe(shown(call.text))]
    verb = args.operands[0].lower()
    refs = [Ref(args.operands[1].lower(), word.rpartition("=")[2]) for word in args.operands[2:3]]
    for names, entry in _ACCOUNTING.items():
        if len(verb) > 1 and any(name.startswith(verb) for name in names.split()):
            return [entry.act(call, refs, f"sacctmgr {verb}")]
    return None


_ACCOUNTING: Final = {
    "show list ping version help problem stats": does("observe"),
    "dump": does("create", "reversible"),
    "add create": does("create", "reversible"),
    "modify reconfigure load": does("modify", "compensable"),
    "delete remove archive clear": does("destroy", "irreversible"),
}
"""Verbs may be cut short."""

TOOLS: Final = (
    Program(("scancel",), _scancel, valued=_CANCEL_VALUED),
    Program(("sbatch",), _sbatch, valued=_SUBMIT_VALUED),
    Program(("srun", "salloc"), _started, valued=_SUBMIT_VALUED),
    Program(
        ("squeue", "sinfo", "sacct", "sprio", "sshare", "sstat", "sdiag", "sreport", "strigger", "seff", "smap"),
        lambda call, args, _shell: [
            changes("modify", "reversible", shown(call.text), (), "strigger")
            if call.name == "strigger" and args.has("--set", "--clear")
            else changes("destroy", "compensable", shown(call.text), (), "sdiag --reset")
            if call.name == "sdiag" and args.has("-r", "--reset")
            else observe(shown(call.text))
        ],
    ),
    Tool(("scontrol",), {**_CONTROL, "update": _update}, valued=frozenset({"-M", "--clusters", "-u", "--uid"})),
    Program(("sacctmgr",), _accounting),
)
