"""Work for later: cron and at."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Final

from planproof.effects.act import Act, Ref, changes, observe
from planproof.effects.tools.call import Args, Call, shown
from planproof.effects.tools.program import Program
from planproof.effects.tools.refs import operands, plain
from planproof.effects.tools.tool import Shell, does

_LISTED: Final = re.compile(r"\bcrontab\s+([^|;&]*\s)?-\w*l")
_FILTERED: Final = re.compile(r"\|\s*(sudo\s+)?(\S*grep\b|sed\b|awk\b|head\b|tail\b|sort\b)")


def _crontab(call: Call, args: Args, shell: Shell) -> Sequence[Act]:
    """The table of a user is listed, removed, edited by hand or replaced by a file or by what is fed."""
    table = Ref("crontab", plain(args.value("-u") or "self"), call.within)
    because = shown(call.text)
    if args.has("-l", "-V", "-T", "-n"):
        return [observe(because, [table], "crontab")]
    if args.has("-r"):
        return [changes("destroy", "irreversible", because, [table], "crontab -r")]
    if args.has("-e"):
        return [changes("modify", "irreversible", because, [table], "crontab -e")]
    path = args.operands[0] if args.operands else "-"
    if path == "/dev/null" or (path == "-" and call.stdin is not None and not call.stdin.strip()):
        return [changes("destroy", "irreversible", because, [table], "crontab")]
    fed = " | ".join(act.because for act in call.source)
    if path == "-" and _LISTED.search(fed):
        # What stood in it goes in again, with more lines or changed ones.
        undo = "compensable" if _FILTERED.search(fed) else "reversible"
        return [*_jobs(call.stdin or "", shell), changes("modify", undo, because, [table], "crontab")]
    act = changes("modify", "irreversible", because, [table], "crontab")
    if path != "-":
        act = act._replace(reads=(Ref("file", plain(path), call.within),))
    text = call.stdin if path == "-" else shell.context.file(path)
    return [*_jobs(text or "", shell), act]


_JOB: Final = re.compile(r"\s*(?:@\w+|(?:[\d*/,\-A-Za-z]+\s+){5})\s*([^\n]+)")
_MAX_JOBS: Final = 100


def _jobs(table: str, shell: Shell) -> list[Act]:
    """What the jobs of a table do that is known; the table itself is changed in any case."""
    found = [job[1] for line in table.splitlines()[:_MAX_JOBS] if (job := _JOB.fullmatch(line)) is not None]
    return [act for job in found for act in shell.script(job) if act.kind not in ("unknown", "observe")]


def _at(call: Call, args: Args, shell: Shell) -> Sequence[Act]:
    """A job is queued: what it does is done, only later."""
    if args.has("-l", "-V", "-c"):
        return [observe(shown(call.text))]
    if args.has("-d", "-r"):
        return [changes("destroy", "compensable", shown(call.text), operands("job")(args, call), "atrm")]
    if args.value("-f"):
        return shell.file(args.value("-f"), "sh", shown(call.text))
    return shell.script(call.stdin) if call.stdin is not None else [Act("unknown", "unknown", shown(call.text))]


TOOLS: Final = (
    Program(("crontab",), _crontab, valued=frozenset({"-u"})),
    Program(("at", "batch"), _at, valued=frozenset({"-f", "-t", "-d", "-r", "-c", "-q"})),
    Program(("atq",), does("observe")),
    Program(("atrm",), does("destroy", "compensable", refs=operands("job"))),
)
