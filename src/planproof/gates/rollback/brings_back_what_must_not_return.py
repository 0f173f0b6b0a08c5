"""ROL008 brings-back-what-must-not-return."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

from planproof.gates.analysis import Analysis
from planproof.gates.duty import weight
from planproof.gates.recovery import prohibited, recoveries
from planproof.gates.rule import Rule
from planproof.gates.texts import said
from planproof.gates.verifying import touches
from planproof.model.finding import Finding, TextEvidence
from planproof.model.plan import Rollback, Task

_BURNT_WORDS: Final = (
    "leaked", "compromised", "stolen", "exposed", "breached", "burnt", "burned", "hijacked", "phished"
)  # fmt: skip
_BURNT: Final = rf"(?:{'|'.join(_BURNT_WORDS)})"
_RETURNS: Final = (
    r"(?:restor|re-?enabl|re-?activat|re-?instat|re-?creat|re-?grant|re-?issu|un-?revok|un-?lock|un-?block|bring|put"
    r"|enabl|switch|revert|roll|go(?:es)?|return|point|us)(?:e|es|ing|s|ed|ate)?\b"
)
_BURNT_RETURNS: Final = re.compile(rf"\b{_RETURNS}(?: \w+){{0,5}}? {_BURNT}\b", re.IGNORECASE)
_RETURN_OF_IT: Final = re.compile(rf"^(?:\w+ ){{0,2}}{_RETURNS}", re.IGNORECASE)
_NEGATED: Final = re.compile(r"\b(?:not|never|no|n't|without|instead of|rather than)\b[^.;,:]*$", re.IGNORECASE)


class BringsBackWhatMustNotReturn(Rule):
    """A rollback brings back what a person wants gone for good.

    A person says so in the goal: an acceptance with `may_return: false`. A rollback of kind `inverse` or `restore` of
    what the step changed, or one whose `restores_state` names it, blocks. Words that bring back something leaked or
    stolen, or that the goal wants gone, are a warning. Say `forward_fix` instead, and move on to something new.

    Why:
        A key was revoked because somebody else has it. Enabling it again because one job failed gives the system
        back to that somebody, at a moment when everybody believes that the leak is closed.

    Fails:
        ```yaml
        goal:
          id: g
          accepts: [{resource: key.leaked, by: security, reason: it leaked, may_return: false}]
        plan:
          id: p
          tasks:
            - id: disable-key
              effect: rotate
              writes: [key.leaked]
              verification: {command: ./disabled.sh 9f3c}
              rollback: {kind: inverse, commands: [./enable.sh 9f3c]}
        ```

    Passes:
        ```yaml
        goal:
          id: g
          accepts: [{resource: key.leaked, by: security, reason: it leaked, may_return: false}]
        plan:
          id: p
          tasks:
            - id: disable-key
              effect: rotate
              writes: [key.leaked]
              verification: {command: ./disabled.sh 9f3c}
              rollback: {kind: forward_fix, commands: [./hand-out-new-key.sh nightly]}
        ```
    """

    code = "ROL008"
    name = "brings-back-what-must-not-return"
    family = "weak_rollback"
    summary = "a rollback that brings back what the goal wants gone, such as a leaked key"
    severity = "blocker"
    basis = "proven"

    def check(self, plan: Analysis) -> Iterator[Finding]:
        """Yields each rollback that brings back something that must not return."""
        ways = recoveries(plan)
        burnt = _is_burnt(said(plan))
        for i, task in enumerate(plan.tasks):
            rollback = task.rollback
            if rollback is None:
                continue
            recovery = ways[i]
            stern = prohibited(plan, i) if not (recovery.kind == "hollow" and recovery.typed) else ()
            back = [(name, a) for name, a in stern if _brings_back(plan, rollback, name)]
            if back:
                name, accepted = back[0]
                yield self.finding(
                    f"the rollback of step {task.id!r} brings back {name!r}, which must not return "
                    f"({accepted.reason!r}, {accepted.by!r}); make it a `forward_fix` that does without",
                    tasks=(task.id,),
                )
            elif (stern or burnt) and (quote := _in_words(task, rollback, stern=bool(stern))) is not None:
                yield self.finding(
                    f"the rollback of step {task.id!r} seems to bring back what must not return: {quote!r}; "
                    "say how to go on without it",
                    tasks=(task.id,),
                    evidence=(TextEvidence(field=f"tasks.{task.id}.rollback.action", quote=quote),),
                    severity=weight(plan, "warning"),
                    basis="inferred",
                )


def _brings_back(plan: Analysis, rollback: Rollback, name: str) -> bool:
    if rollback.restores_state:
        return touches(plan, rollback.restores_state, (name,))
    # It says no more and no less than that it undoes the step.
    return rollback.kind in ("inverse", "restore")


def _in_words(task: Task, rollback: Rollback, *, stern: bool) -> str | None:
    """The clause that brings back something burnt; with a prohibition in the goal, any that brings something back."""
    if not stern and not _is_burnt(f"{rollback.action} {task.target} {task.description} {task.action}"):
        return None
    concerned = _is_burnt(f"{task.target} {task.description} {task.action}")
    for clause in re.split(r"[.;:,\n]", rollback.action):
        found = _BURNT_RETURNS.search(clause.strip())
        if found is None and (stern or (concerned and re.search(r"\b(?:it|them|again|old)\b", clause))):
            found = _RETURN_OF_IT.search(clause.strip())
        if found is not None and not _NEGATED.search(clause.strip()[: found.end()]):
            return clause.strip()
    return None


def _is_burnt(text: str) -> bool:
    low = text.casefold()
    return any(word in low for word in _BURNT_WORDS)
